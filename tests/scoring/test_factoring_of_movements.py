"""Who needs factoring follows from the movement: the warning list of the QBA course (L103-117), on printed cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.regulations import load
from arrowswitch.scoring import SessionToScore, factored, played, score
from oracles import oracle

NONE = load("wbf", {"matchpoints": {"missing": "none"}})


def night(name: str, rounds: int = 99, absent: str = "") -> SessionToScore:
    """A Mitchell played by its card, every score different, perhaps curtailed, perhaps without a pair."""
    lines = []
    for row in oracle(name)["rows"]:
        ns, ew = f"NS {row['ns']}", f"EW {row['ew']}"
        if row["round"] <= rounds and absent not in (ns, ew):
            lines += [played(board, ns, ew, 10 * len(lines)) for board in row["boards"]]
    return SessionToScore(tuple(lines), winners=2, regulations=NONE)


def factors(session: SessionToScore) -> dict[str, set[Fraction]]:
    found: dict[str, set[Fraction]] = {"NS": set(), "EW": set()}
    for name, result in factored(score(session)).items():
        found[name[:2]].add(result.factor)
    return found


def test_a_complete_mitchell_needs_none() -> None:
    assert factors(night("002-pairs-07-mitchell")) == {"NS": {1}, "EW": {1}}


def test_nor_does_a_half_table_mitchell_with_two_winners() -> None:
    # one side sits out once each, the other never: everybody is compared with those who are alike
    assert factors(night("002-pairs-07-mitchell", absent="NS 7")) == {"NS": {1}, "EW": {1}}


def test_in_a_rover_one_north_south_pair_does_not_sit_out() -> None:
    # QBA course L134-141: East-West and one North-South play 32 boards, the other North-South 28
    session = night("001-pairs-08h-rover-share-relay")
    assert factors(session) == {"NS": {1, Fraction(32, 28)}, "EW": {1}}
    plays: dict[int, int] = {}
    for line in session.lines:
        plays[line.board] = plays.get(line.board, 0) + 1
    assert set(plays.values()) == {8}  # so the top is 14, not 16 as printed


@pytest.mark.parametrize("name", ["002-pairs-08h-appendix", "002-pairs-10h-appendix"])
def test_in_an_appendix_mitchell_two_east_west_pairs_do_not_sit_out(name: str) -> None:
    found = factors(night(name))
    assert found["NS"] == {1}
    assert len(found["EW"]) == 2
    sitters = [name for name, result in factored(score(night(name))).items() if result.reasons]
    assert len(sitters) == len({row["ew"] for row in oracle(name)["rows"]}) - 2


def test_a_curtailed_share_and_relay_has_boards_of_three_tops() -> None:
    # QBA course L119-130: 9 of 10 rounds; one set is played ten times, eight sets nine times, one set eight times
    session = night("002-pairs-10-bye-relay", rounds=9)
    plays: dict[int, int] = {}
    for line in session.lines:
        plays[line.board] = plays.get(line.board, 0) + 1
    per_set = sorted(plays.values())[:: len(plays) // 10]
    assert per_set == [8, 9, 9, 9, 9, 9, 9, 9, 9, 10]
    tops = {board.top for board in score(session).boards.values()}
    assert tops == {14, 16, 18}
    reasons: list[Any] = [result.reasons for result in factored(score(session)).values() if result.reasons]
    assert reasons
    assert all("a mean top of" in str(reason) for each in reasons for reason in each)
