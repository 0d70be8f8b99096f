"""The balance of a movement as a table in which each cell has its number and a shade.

The shade says how far two pairs' competition is from the usual: from what all pairs have in one field, or, with two
winners, from what pairs of those two fields have. Numbers and shades are never apart.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from arrowswitch.movements.balance import Balance
from arrowswitch.movements.model import Movement

STEPS = (0.5, 1.5, 3.0)
"""Comparisons a set away from the usual, from which a shade is one stronger."""


def shade(difference: float) -> str:
    """The name of a shade.

    >>> shade(0.2), shade(-1.0), shade(7.0)
    ('even', 'less1', 'more3')
    """
    strength = sum(abs(difference) >= step for step in STEPS)
    if not strength:
        return "even"
    return f"{'more' if difference > 0 else 'less'}{strength}"


def heat_map(movement: Movement, balance: Balance) -> dict[str, Any]:
    """Each pair's competition with each other pair: a number and its shade, from much less to much more."""
    fields = [movement.label(number).split(" ")[0] if movement.winners == 2 else "" for number in balance.contestants]
    values: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for row, numbers in enumerate(balance.matrix):
        for column, value in enumerate(numbers):
            if row != column:
                values[fields[row], fields[column]].append(value)
    usual = {key: sum(found) / len(found) for key, found in values.items()}
    unit = 2 * movement.boards_per_round
    rows = []
    for row, numbers in enumerate(balance.matrix):
        cells = tuple(
            ("–", "itself")
            if row == column
            else (str(value).replace("-", "−"), shade((value - usual[fields[row], fields[column]]) / unit))
            for column, value in enumerate(numbers)
        )
        starts = row > 0 and fields[row] != fields[row - 1]
        rows.append({"label": movement.label(balance.contestants[row]), "cells": cells, "starts_field": starts})
    return {"labels": tuple(movement.label(number) for number in balance.contestants), "rows": tuple(rows)}
