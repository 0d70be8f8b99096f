"""What a table sends tells it nothing that it may not see: not by trying, not by a board that was not due, not by waiting."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from night import Night, made, pad, small

from arrowswitch.bridge import Denomination, Side
from arrowswitch.deals import deal_text, dealt, table_of
from arrowswitch.movements import Meeting, Movement, build
from arrowswitch.session import (
    Actor,
    AttachHands,
    BareScore,
    BoardHands,
    Correct,
    EditMeeting,
    Enter,
    LatePlay,
    LineKey,
    NotPlayed,
    PassedOut,
    Refused,
    Settings,
    Strike,
    scored,
)
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.analysis import analysed
from arrowswitch.session.night.sight import may_see_hands, may_see_line
from arrowswitch.session.night.views import CONTESTED, LOOKED, looks_wrong
from arrowswitch.session.sight.pads import UNLIKE, UNUSUAL, Device, notes_for_table, pad_view

DEALS = dealt("checks", range(1, 4))
SPADES_NS = table_of(lambda seat, trumps: {Side.NS: 10, Side.EW: 3}[seat.side] if trumps is Denomination.SPADES else 6)
TABLES = {deal_text(hands): SPADES_NS for hands in DEALS}
LINE = LineKey("A", 1, 1, 1)
FULL = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def told(night: Night, act: Enter | Correct) -> tuple[str, ...]:
    """What the table hears of what it writes."""
    entry = night.do(act, pad(act.line.table))
    return notes_for_table(night.state, entry.by, act.line, act.entry, entry.notes)


def solved(**settings: Any) -> Night:
    night = Night(small(), settings=Settings(**settings))
    night.do(AttachHands(DEALS))
    night.start()
    night.state = analysed(night.state, TABLES)
    return night


# -- trying one result after the other ----------------------------------------------------------------------------------


def test_no_table_reads_what_can_be_made_out_of_one_correction_after_the_other() -> None:
    night = solved()
    assert told(night, Enter(LINE, made("4S", "E", 10))) == (UNUSUAL,)
    for seat, tricks in product("NESW", range(14)):
        assert told(night, Correct(LINE, made("7S", seat, tricks))) == ()


def test_the_desk_keeps_the_note_that_the_table_does_not_hear() -> None:
    night = solved()
    night.do(Enter(LINE, made("4S", "N", 10)), pad(1))
    entry = night.do(Correct(LINE, made("4S", "E", 10)), pad(1))
    assert entry.notes == ("4♠ E = is far from double dummy: East takes 3 in ♠.",)
    assert any(key == LINE for key, _ in looks_wrong(night.state))


def test_no_table_reads_the_cards_out_of_one_lead_after_the_other() -> None:
    night = Night(small()).start()
    night.do(AttachHands((BoardHands(1, *FULL),)))
    asked = ("East does not hold ♠2; is it another lead, or another declarer?",)
    assert told(night, Enter(LINE, made("4S", "N", 10, lead="S2"))) == asked
    for lead in ("S3", "H4", "D5", "C6"):
        assert told(night, Correct(LINE, made("4S", "N", 10, lead=lead))) == ()


def test_no_table_reads_other_tables_scores_out_of_one_correction_after_the_other() -> None:
    night = Night(build("mitchell", tables=5, boards_per_round=1)).start()
    for number, table in ((2, 5), (3, 4), (4, 3)):
        night.enter(LineKey("A", number, table, 1), 420)
    assert told(night, Enter(LINE, made("4S", "E", 10))) == (UNLIKE,)
    for entry in (made("7NT", "E", 13), made("4S", "N", 10), made("7NT", "N", 2), made("6S", "W", 12)):
        assert told(night, Correct(LINE, entry)) == ()


def test_that_a_result_is_like_the_last_is_asked_whatever_others_have() -> None:
    for others in (False, True):
        night = Night(build("mitchell", tables=3, boards_per_round=2)).start()
        if others:
            night.do(Enter(LineKey("A", 2, 3, 2), made("4S", "N", 10)))
        told(night, Enter(LINE, made("4S", "N", 10)))
        second = LineKey("A", 1, 1, 2)
        told(night, Enter(second, made("3S", "N", 9)))
        assert told(night, Correct(second, made("4S", "N", 10))) == ("This is the same result as on the board before.",)


def test_what_the_desk_wrote_first_is_no_way_to_a_second_question() -> None:
    night = solved()
    night.enter(LINE, 420)
    assert told(night, Correct(LINE, made("4S", "E", 10))) == ()


def test_a_board_played_late_is_asked_about_when_its_score_comes() -> None:
    night = solved()
    night.do(Enter(LINE, LatePlay()))
    assert told(night, Enter(LINE, made("4S", "E", 10))) == (UNUSUAL,)


def test_where_the_table_may_see_it_every_correction_is_answered_in_full() -> None:
    night = solved(hands="board", par="board", scores="board")
    told(night, Enter(LINE, made("4S", "N", 10)))
    assert told(night, Correct(LINE, made("4S", "E", 10))) == ("4♠ E = is far from double dummy: East takes 3 in ♠.",)


def test_one_contract_after_the_other_is_put_to_the_director() -> None:
    night = solved()
    night.do(Enter(LINE, made("4S", "E", 10)), pad(1))
    night.do(Correct(LINE, made("4S", "N", 9)), pad(1))  # a slip, put right
    night.do(Correct(LINE, made("4S", "N", 10)), pad(1))  # the tricks were wrong as well
    assert looks_wrong(night.state) == ()
    tried = night.do(Correct(LINE, made("4H", "N", 7)), pad(1))
    assert isinstance(tried.act, Correct)
    assert tried.act.guessed
    ((key, (why,)),) = looks_wrong(night.state)
    assert (key, why) == (LINE, "The table wrote one contract after the other here; ask what was played.")
    assert loads(dumps(night.state.journal)) == tuple(night.state.journal)
    night.do(Correct(LINE, made("4S", "N", 10)), pad(1))
    assert looks_wrong(night.state)
    night.do(Correct(LINE, made("4S", "N", 11)))
    assert looks_wrong(night.state) == ()  # the director has dealt with it


# -- boards that were not due ---------------------------------------------------------------------------------------------

SHOWN = {"scores": "round", "hands": "round"}
PAIR = Actor("player", "", "A", contestant=1)
STRAY = LineKey("A", 1, 1, 3)
"""Board 3 at table 1 in round 1, where it was not: pair 1 plays it in round 3."""
DUE = LineKey("A", 3, 1, 3)


def three_boards(**settings: Any) -> Night:
    night = Night(small(), settings=Settings(**settings)).start()
    night.do(AttachHands(DEALS))
    return night


@pytest.mark.parametrize(("show", "wait"), [*product(("board", "round"), (False, True))])
def test_no_board_is_opened_by_writing_it_where_it_was_not_due(show: Any, wait: bool) -> None:
    night = three_boards(scores=show, hands=show, wait=wait)
    night.do(Enter(STRAY, PassedOut()), pad(1), force=True)
    night.play_rest()
    for number in (2, 3):
        assert not may_see_hands(night.state, PAIR, 3)
        assert not may_see_line(night.state, PAIR, LineKey("A", 1, 3, 3))
        night.call(number)
    night.do(Enter(DUE, BareScore(110)), pad(1))
    assert may_see_hands(night.state, PAIR, 3) == (show == "board")  # the other waits for a call
    assert not may_see_hands(night.state, Actor("public"), 3)


def test_what_the_director_has_accepted_is_seen_after_its_round() -> None:
    night = three_boards(**SHOWN)
    night.do(Enter(STRAY, BareScore(110)), force=True, why="they took the wrong board")
    assert not may_see_hands(night.state, PAIR, 3)
    night.call(2)
    assert may_see_hands(night.state, PAIR, 3)


def test_a_table_writes_no_board_that_was_not_due_in_a_round_that_is_over() -> None:
    night = three_boards()
    night.play_rest()
    night.call(2)
    with pytest.raises(
        Refused, match="Board 3 was not at table 1 in round 1, and that round is over; ask the director"
    ):
        night.do(Enter(STRAY, PassedOut()), pad(1), force=True)
    night.do(Enter(STRAY, PassedOut()), force=True, why="they took the wrong board")


def test_nor_where_the_table_has_gone_on_by_itself() -> None:
    night = three_boards()
    night.do(Enter(LINE, PassedOut()), pad(1))
    night.do(Enter(LineKey("A", 2, 1, 2), PassedOut()), pad(1))
    with pytest.raises(Refused, match="that round is over"):
        night.do(Enter(STRAY, PassedOut()), pad(1), force=True)


def test_a_board_played_late_is_written_at_the_table_after_its_round() -> None:
    night = three_boards()
    night.do(Enter(LINE, LatePlay()))
    night.do(Enter(STRAY, LatePlay()), force=True, why="it lies there")
    night.call(2)
    night.do(Enter(LINE, PassedOut()), pad(1))
    night.do(Enter(STRAY, PassedOut()), pad(1))
    assert not night.state.lines[LINE].undue
    assert not night.state.lines[STRAY].undue  # the director has said that it is there


def contested() -> Night:
    night = three_boards()
    for board in (2, 3):
        night.do(Enter(LineKey("A", 1, 1, board), PassedOut()), pad(1), force=True)
    night.play_rest()
    for number in (2, 3):
        night.call(number)
    return night


def test_what_was_not_due_never_keeps_out_what_is() -> None:
    night = contested()
    entry = night.do(Enter(DUE, BareScore(420)), pad(1))
    assert entry.notes[0] == (
        "There is another score, board 3 at table 1 in round 1, where the board was not due. The director will ask about it."
    )
    assert not night.state.lines[DUE].void
    assert night.state.lines[STRAY].void
    assert (STRAY, (CONTESTED,)) in looks_wrong(night.state)
    assert scored(night.state)
    assert loads(dumps(night.state.journal)) == tuple(night.state.journal)


def test_the_desk_may_write_the_due_one_as_well() -> None:
    night = contested()
    night.enter(DUE, 420)
    assert not night.state.lines[DUE].void
    assert night.state.lines[STRAY].void


def test_the_director_decides_which_of_two_scores_counts() -> None:
    night = contested()
    night.do(Enter(DUE, BareScore(420)), pad(1))
    with pytest.raises(Refused, match="has had board 3 already"):
        night.do(Strike(STRAY, void=False), why="they had played it")
    night.do(Strike(DUE), why="they had played it before")
    night.do(Strike(STRAY, void=False), why="they had played it")
    assert [night.state.lines[key].void for key in (DUE, STRAY)] == [True, False]
    assert not any(CONTESTED in why for _, why in looks_wrong(night.state))


def test_or_that_the_other_was_never_played() -> None:
    night = contested()
    night.do(Enter(DUE, BareScore(420)), pad(1))
    night.do(Correct(STRAY, NotPlayed(), consent=("NS", "EW")), why="nobody played it", force=True)
    assert not any(key == STRAY for key, _ in looks_wrong(night.state))


def test_what_the_director_has_accepted_keeps_its_place() -> None:
    night = three_boards()
    night.do(Enter(STRAY, BareScore(110)), force=True, why="they took the wrong board")
    night.play_rest()
    for number in (2, 3):
        night.call(number)
    with pytest.raises(Refused, match="has had board 3 already"):
        night.do(Enter(DUE, BareScore(420)), pad(1))


def test_a_score_that_was_due_when_it_was_written_stays_the_first() -> None:
    night = three_boards()
    night.do(Enter(LINE, BareScore(110)), pad(1))
    assert not night.state.lines[LINE].undue
    for meeting in (Meeting(1, 1, 1, 4, (3,)), Meeting(3, 1, 1, 5, (1,))):  # another board in its place, and it again
        night.do(EditMeeting("A", meeting), force=True, why="the boards were mixed up")
    assert not night.state.is_due(LINE)
    night.call(2)
    night.call(3)
    with pytest.raises(Refused, match="has had board 1 already"):
        night.do(Enter(LineKey("A", 3, 1, 1), BareScore(110)), pad(1))


# -- a correction after looking -----------------------------------------------------------------------------------------------


def test_a_correction_after_looking_is_marked_though_the_table_has_gone_on() -> None:
    night = Night(build("mitchell", tables=3, boards_per_round=2), settings=Settings(hands="board")).start()
    night.do(AttachHands((BoardHands(1, *FULL),)))
    for board in (1, 2):
        night.do(Enter(LineKey("A", 1, 1, board), PassedOut()), pad(1))
    view = pad_view(night.state, Device("A", 1), lambda _section, number, _round: [f"P{number}"], night.now)
    assert "hands" in view["boards"]["1"]
    night.do(Enter(LineKey("A", 2, 1, 3), PassedOut()), pad(1))
    entry = night.do(Correct(LINE, made("4S", "N", 10)), pad(1))
    assert isinstance(entry.act, Correct)
    assert entry.act.looked
    assert any(key == LINE and LOOKED in why for key, why in looks_wrong(night.state))


# -- the honest ways ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "movement",
    [
        build("share-relay", tables=4, boards_per_round=2),  # boards are shared and relayed
        build("mitchell", tables="4½", boards_per_round=2),  # somebody sits out
        build("howell", tables=3, boards_per_round=3),
    ],
    ids=["relay", "sit-out", "shared"],
)
def test_what_is_due_is_taken_from_every_table_without_a_mark(movement: Movement) -> None:
    night = Night(movement, settings=Settings(scores="board", hands="board")).start()
    for number in range(1, movement.rounds + 1):
        if number > 1:
            night.call(number)
        for meeting in movement.by_round[number]:
            for board in meeting.boards:
                night.do(Enter(LineKey("A", number, meeting.table, board), PassedOut()), pad(meeting.table))
    assert not any(record.undue or record.void or record.looked for record in night.state.lines.values())
    assert looks_wrong(night.state) == ()
