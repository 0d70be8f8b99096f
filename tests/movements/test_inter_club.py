"""The match between two clubs, as the NZ Club Directors Manual has it (L3851-3884)."""

from __future__ import annotations

import pytest

from arrowswitch.movements import ImpossibleWish, audit, build


def test_twenty_one_tables_play_twenty_one_boards_and_every_home_pair_meets_every_away_pair() -> None:
    match = build("inter-club", tables=21, boards_per_round=1)
    assert audit(match).legal
    assert (match.rounds, match.boards_per_round, match.winners) == (21, 1, 1)
    assert len({(meeting.ns, meeting.ew) for meeting in match.meetings}) == 21 * 21
    for meeting in match.meetings:
        away = meeting.ns if meeting.table % 2 else meeting.ew
        assert away == meeting.table  # away pairs stay, North-South at odd tables and East-West at even ones
    assert (match.labels[1], match.labels[22]) == ("Away 1", "Home 1")
    assert set(match.stationary) == set(range(1, 22))


@pytest.mark.parametrize("tables", ["20", "20½", "2"])
def test_other_numbers_of_tables_are_refused(tables: str) -> None:
    with pytest.raises(ImpossibleWish, match="an odd number of whole tables"):
        build("inter-club", tables=tables)
