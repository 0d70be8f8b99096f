"""A second trouble on a night that was repaired: it is compared with the movement as repaired."""

from __future__ import annotations

import pytest
from night import Night
from test_troubles import at, use, ways

from arrowswitch.movements import build
from arrowswitch.session import LeaveTask, Refused
from arrowswitch.session.acts.tasks import open_tasks

SECOND = {
    "pair-leaves": {"at_round": 6, "pair": 3},
    "wrong-board": {"at_round": 5, "table": 1, "board": 20, "played": 29},
    "turned": {"at_round": 5, "table": 1},
    "wrong-opponents": {"at_round": 4, "pair": 10, "other_pair": 11},
    "we-are-late": {"at_round": 6},
}


def repaired() -> Night:
    night = at(build("skip-mitchell", tables=8, rounds=7, boards_per_round=4), 5, last=False, winners=1)
    use(night, ways(night, "forgotten-skip", at_round=6)[0])
    assert len(open_tasks(night.state)) == 8
    return night


@pytest.mark.parametrize("kind", SECOND)
def test_what_an_earlier_repair_left_wrong_is_not_charged_to_the_next(kind: str) -> None:
    night = repaired()
    found = ways(night, kind, **SECOND[kind])
    assert found[0].legal, found[0].problems
    promised = {task.left for task in open_tasks(night.state)}
    for way in found:
        assert not promised & {deed.act for deed in way.deeds if isinstance(deed.act, LeaveTask)}


def test_a_pair_that_leaves_after_a_repair_costs_only_its_own_boards() -> None:
    keep, _ = ways(repaired(), "pair-leaves", at_round=6, pair=3)
    assert keep.lost == ()
    assert keep.verdict == "legal; 3 pairs play fewer boards"
    assert len(keep.deeds) == 2


def test_where_the_boards_have_skipped_instead_no_skip_is_left_to_go_wrong() -> None:
    with pytest.raises(Refused, match="has no skip"):
        ways(repaired(), "wrong-skip", at_round=6, made_after=4)
