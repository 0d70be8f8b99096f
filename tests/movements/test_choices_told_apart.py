"""No two movements of a list look alike, and the sum that stands beside each is right."""

from __future__ import annotations

import re

import pytest

from arrowswitch.movements import build
from arrowswitch.movements.choosing.choice import choose
from arrowswitch.movements.wishes import MOST_TABLES


def summed(course: str) -> int:
    """What a course adds up to: 25 for "3 × 3 + 4 × 4"."""
    return sum(int(rounds) * int(boards) for rounds, boards in re.findall(r"(\d+) × (\d+)", course))


@pytest.mark.parametrize("teams", range(3, 21))
def test_no_two_movements_for_teams_look_alike(teams: int) -> None:
    looks = [(choice.name, choice.course, choice.time) for choice in choose(teams=teams)]
    assert len(looks) == len(set(looks))


@pytest.mark.parametrize("tables", ["4", "7", "8½", "11", "13½", "18"])
def test_no_two_movements_for_pairs_look_alike(tables: str) -> None:
    looks = [(choice.headline, choice.reasons, choice.warnings) for choice in choose(tables=tables)]
    assert len(looks) == len(set(looks))


def test_two_staggers_differ_in_what_is_written_beside_their_name() -> None:
    long, short = (choice for choice in choose(teams=8) if choice.family == "stagger")
    assert (long.course, short.course) == ("7 × 4", "3 × 3 + 4 × 4")
    assert (summed(long.course), summed(short.course)) == (long.boards_ns, short.boards_ns) == (28, 25)
    assert "Stagger  3 × 3 + 4 × 4 = 25" in short.headline


def test_the_rounds_of_pairs_are_all_of_one_length() -> None:
    assert build("mitchell", tables=7).course == "7 × 4"


@pytest.mark.parametrize("tables", [2, 40, 41, "66½", MOST_TABLES])
def test_movements_are_proposed_as_far_as_one_movement_can_be_built(tables: int | str) -> None:
    assert choose(tables=tables)[0].fits
