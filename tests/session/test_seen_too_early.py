"""What a table sends tells it nothing that it may not see: not by trying, not by a board that was not due, not by waiting."""

from __future__ import annotations

from itertools import product
from typing import Any

from night import Night, made, pad, small

from arrowswitch.bridge import Denomination, Side
from arrowswitch.deals import deal_text, dealt, table_of
from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    BoardHands,
    Correct,
    Enter,
    LatePlay,
    LineKey,
    Settings,
)
from arrowswitch.session.analysis import analysed
from arrowswitch.session.journal import dumps, loads
from arrowswitch.session.pads import UNLIKE, UNUSUAL, gently
from arrowswitch.session.views import looks_wrong

DEALS = dealt("checks", range(1, 4))
SPADES_NS = table_of(lambda seat, trumps: {Side.NS: 10, Side.EW: 3}[seat.side] if trumps is Denomination.SPADES else 6)
TABLES = {deal_text(hands): SPADES_NS for hands in DEALS}
LINE = LineKey("A", 1, 1, 1)
FULL = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def told(night: Night, act: Enter | Correct) -> tuple[str, ...]:
    """What the table hears of what it writes."""
    event = night.do(act, pad(act.line.table))
    return gently(night.state, event.by, act.line, act.entry, event.notes)


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
    event = night.do(Correct(LINE, made("4S", "E", 10)), pad(1))
    assert event.notes == ("4♠ E = is far from double dummy: East takes 3 in ♠.",)
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
