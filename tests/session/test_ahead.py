"""A board cannot be seen by inventing its score: no lines ahead, nothing shown before the table's round is over, and what
was changed after looking is marked."""

from __future__ import annotations

import pytest
from night import Night, made, pad

from arrowswitch.movements import build
from arrowswitch.session import (
    Actor,
    AttachHands,
    BareScore,
    BoardHands,
    ChangeSettings,
    Command,
    Confirm,
    Correct,
    Enter,
    LineKey,
    NotNow,
    NotPlayed,
    Refused,
    RemoveBoard,
    Settings,
    decide,
)
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.session.sight.pads import Device, pad_view

HANDS = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
SHOWN = Settings(scores="board", hands="board")
FIRST = LineKey("A", 1, 1, 1)


def three_tables(**settings: object) -> Night:
    return Night(build("mitchell", tables=3, boards_per_round=2), settings=Settings(**settings)).start()  # type: ignore[arg-type]


def shown(night: Night, device: Device) -> dict[str, object]:
    view = pad_view(night.state, device, lambda _section, number, _round: [f"P{number}"], night.now)
    return view["boards"]  # type: ignore[no-any-return]


def test_a_table_does_not_write_ahead_of_the_round_that_it_plays() -> None:
    night = three_tables()
    later = Enter(LineKey("A", 2, 1, 3), BareScore(110))
    with pytest.raises(NotNow, match="Board 1 of round 1 has no score yet"):
        night.do(later, pad(1))
    night.do(Enter(FIRST, BareScore(110)), pad(1))
    with pytest.raises(NotNow, match="Board 2 of round 1"):
        night.do(later, pad(1))
    night.do(Enter(LineKey("A", 1, 1, 2), NotPlayed()), pad(1))
    night.do(later, pad(1))
    with pytest.raises(NotNow, match="Board 4 of round 2"):
        night.do(Enter(LineKey("A", 3, 1, 5), BareScore(110)), pad(1))


def test_a_board_that_the_director_took_out_keeps_no_table_back() -> None:
    night = three_tables()
    night.do(Enter(FIRST, BareScore(110)), pad(1))
    night.do(RemoveBoard(2), why="wet")
    night.do(Enter(LineKey("A", 2, 1, 3), BareScore(110)), pad(1))


def test_a_pairs_phone_writes_at_the_next_table_when_the_pair_has_finished_at_the_last() -> None:
    night = three_tables()
    device = Device("A", pair=4)
    there = Enter(LineKey("A", 2, 2, 5), BareScore(110))
    with pytest.raises(NotNow, match="Board 1 of round 1"):
        night.do(there, device.actor(night.state, 2))
    for board in (1, 2):
        night.do(Enter(LineKey("A", 1, 1, board), BareScore(110)), device.actor(night.state, 1))
    night.do(there, device.actor(night.state, 2))


def test_what_was_kept_while_there_was_no_network_comes_in_when_its_round_was_called() -> None:
    night = three_tables()
    night.call(2)
    night.do(Enter(LineKey("A", 2, 1, 3), BareScore(110)), pad(1))
    night.do(Enter(FIRST, BareScore(110)), pad(1))


def test_where_tables_do_not_wait_hands_and_travellers_come_when_the_tables_round_is_over() -> None:
    night = three_tables(scores="board", hands="board")
    night.do(AttachHands((HANDS,)))
    night.enter(LineKey("A", 2, 3, 1), 990)  # the desk has a traveller of it
    night.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    assert shown(night, Device("A", 1)) == {}
    night.do(Enter(LineKey("A", 1, 1, 2), BareScore(110)), pad(1))
    assert set(shown(night, Device("A", 1))) == {"1"}
    waiting = three_tables(scores="board", hands="board", wait=True)
    waiting.do(AttachHands((HANDS,)))
    waiting.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    assert set(shown(waiting, Device("A", 1))) == {"1"}


def test_nothing_is_shown_to_a_table_whose_visitors_are_still_at_their_last_one() -> None:
    night = three_tables(scores="board", hands="board")
    night.do(AttachHands((BoardHands(3, HANDS.north, HANDS.east, HANDS.south, HANDS.west),)))
    for key in (FIRST, LineKey("A", 1, 1, 2), LineKey("A", 2, 1, 3), LineKey("A", 2, 1, 4)):
        night.do(Enter(key, BareScore(110)), pad(1))
    assert "3" not in shown(night, Device("A", 1))  # East-West of table 3 have not finished there
    for board in (5, 6):
        night.do(Enter(LineKey("A", 1, 3, board), BareScore(110)), pad(3))
    assert "3" in shown(night, Device("A", 1))


def test_a_board_that_was_not_due_shows_nothing_before_the_call() -> None:
    night = three_tables(scores="board")
    night.enter(LineKey("A", 1, 3, 5), 990)
    for board in (1, 2):
        night.do(Enter(LineKey("A", 1, 1, board), BareScore(110)), pad(1))
    night.do(Enter(LineKey("A", 1, 1, 5), BareScore(110)), pad(1), force=True)
    entry = night.do(Correct(LineKey("A", 1, 1, 5), BareScore(140)), pad(1))
    assert isinstance(entry.act, Correct)
    assert not entry.act.looked


def test_a_correction_made_after_looking_is_marked_for_the_director() -> None:
    night = three_tables(scores="board", hands="board")
    night.do(AttachHands((HANDS,)))
    night.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    before = night.do(Correct(FIRST, made("4S", "N", 11)), pad(1))
    assert looks_wrong(night.state) == ()
    night.do(Enter(LineKey("A", 1, 1, 2), BareScore(110)), pad(1))
    after = night.do(Correct(FIRST, made("4S", "N", 12)), pad(1))
    assert [entry.act.looked for entry in (before, after) if isinstance(entry.act, Correct)] == [False, True]
    ((key, (why,)),) = looks_wrong(night.state)
    assert key == FIRST
    assert why == "The table changed its score after it could see other results or the hands."
    assert after.act.told(night.state).endswith("after other results or the hands could be seen")
    assert loads(dumps(night.state.journal)) == tuple(night.state.journal)
    night.do(Correct(FIRST, NotPlayed()), pad(1))
    assert looks_wrong(night.state)
    night.do(Correct(FIRST, made("4S", "N", 10)))
    assert looks_wrong(night.state) == ()  # the director has dealt with it


def test_where_nothing_is_shown_a_correction_is_just_a_correction() -> None:
    night = three_tables()
    night.do(AttachHands((HANDS,)))
    night.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    night.do(Enter(LineKey("A", 1, 1, 2), BareScore(110)), pad(1))
    night.do(Correct(FIRST, made("4S", "N", 11)), pad(1))
    assert looks_wrong(night.state) == ()


@pytest.mark.parametrize("act", [Correct(FIRST, BareScore(140)), Confirm(FIRST, "EW")])
def test_a_table_says_what_stood_there_before_it_changes_a_score_or_agrees(act: Correct | Confirm) -> None:
    night = three_tables(confirm=True)
    night.do(Enter(FIRST, BareScore(110)), pad(1))
    with pytest.raises(Refused, match="says what stood there"):
        decide(night.state, Command("blind", pad(1), night.now, act))
    night.do(act, pad(1), seen=night.state.version(FIRST))
    night.do(Correct(FIRST, BareScore(170)), Actor("scorer"))  # the desk has the whole line before it


def test_the_director_may_show_more_at_any_time() -> None:
    night = three_tables()
    night.do(AttachHands((HANDS,)))
    night.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    night.do(Enter(LineKey("A", 1, 1, 2), BareScore(110)), pad(1))
    assert shown(night, Device("A", 1)) == {}
    night.do(ChangeSettings(SHOWN))
    assert set(shown(night, Device("A", 1))) == {"1"}
