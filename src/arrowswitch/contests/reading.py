"""Files of contests, read with care: every refusal is a sentence that names the place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from arrowswitch.regulations.readers import exact
from arrowswitch.words import say

MOST_POINTS = 100_000
"""More than any contest gives; a slip of the pen."""


class BadContest(ValueError):  # noqa: N818 - what the director would call it
    """A contest, or rules for one, that nothing can be made of, said in a sentence."""


def read_object(text: str, keys: Sequence[str], what: str) -> dict[str, Any]:
    """The one object of a file, with decimals as they are written."""
    data = read_values(text)
    if not isinstance(data, dict):
        raise BadContest(say("{what} is one JSON object with “contestants” and “rounds”.", what=what))
    known(data, keys, what)
    return data


def read_values(text: str) -> Any:
    """What a file says, with decimals as they are written."""
    try:
        return json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise BadContest(say("This is not JSON: {reason}.", reason=error)) from None
    except (ValueError, RecursionError):
        raise BadContest(
            say("This JSON cannot be read: a number in it is too long, or lists stand in lists without end.")
        ) from None


def identity(value: object, where: str) -> str:
    """The name of a contestant, as text."""
    if isinstance(value, bool) or not isinstance(value, str | int) or str(value).strip() == "":
        raise BadContest(say("{where}: “{value}” is no id; write a name or a number.", where=where, value=value))
    return str(value)


def listed(data: Mapping[str, Any], key: str, missing: list[Any] | None = None) -> list[Any]:
    """A list of the file."""
    value = data.get(key, missing)
    if not isinstance(value, list):
        raise BadContest(say("“{key}” must be a list.", key=key))
    return value


def whole(data: Mapping[str, Any], key: str, who: str, missing: int | None) -> int | None:
    """A whole number from 1 of the file, or what stands for a missing one."""
    value = data.get(key)
    if value is None:
        return missing
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
        raise BadContest(say("{who}: “{key}” must be a whole number from 1.", who=who, key=key))
    return value


def number(value: object, who: str) -> Fraction:
    """A number of points, as it is written; no more than a contest gives."""
    try:
        found = exact(value)
    except ValueError:
        found = None
    if found is None or not -MOST_POINTS <= found <= MOST_POINTS:
        raise BadContest(say("{who}: “{value}” is no number of points.", who=who, value=value))
    return found


def known(data: Mapping[str, object], keys: Sequence[str], what: str) -> None:
    """Refuses keys that mean nothing, so that a slip of the pen is seen."""
    for key in data:
        if key not in keys:
            raise BadContest(say("{what} has no “{key}”; it has {keys}.", what=what, key=key, keys=", ".join(keys)))


def plain(value: int | Fraction | None) -> int | float | None:
    """A number as JSON has it.

    >>> plain(Fraction(6, 2)), plain(Fraction(1, 2)), plain(None)
    (3, 0.5, None)
    """
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)
