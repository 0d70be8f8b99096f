"""Results against double dummy: asked once and gently, flagged at the desk, and never told before the time."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from night import DIRECTOR, SCORER, Night, made, pad, small

from arrowswitch.bridge import Denomination, Side
from arrowswitch.deals import deal_text, dealt, table_of
from arrowswitch.session import (
    Actor,
    AttachHands,
    BareScore,
    Correct,
    Enter,
    Entry,
    LineKey,
    NotPlayed,
    PassedOut,
    Publish,
    Refused,
    Settings,
    SplitBoard,
    State,
    replay,
)
from arrowswitch.session.acts import Undo
from arrowswitch.session.night.analysis import ODD, analysed, lacking
from arrowswitch.session.night.checks import suspicious
from arrowswitch.session.night.plan import Show
from arrowswitch.session.night.sight import may_see_hands, may_see_par
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.session.sight.pads import UNUSUAL, Device, notes_for_table, pad_view
from undoing import substance

DEALS = dealt("checks", range(1, 4))
SPADES_NS = table_of(lambda seat, trumps: {Side.NS: 10, Side.EW: 3}[seat.side] if trumps is Denomination.SPADES else 6)
TABLES = {deal_text(hands): SPADES_NS for hands in DEALS}
LINE = LineKey("A", 1, 1, 1)
SHOWS: tuple[Show, ...] = ("board", "round", "end", "never")


def night(**settings: Any) -> Night:
    """Three tables, three boards; on each North-South take ten tricks in spades and nobody seven in anything else."""
    found = Night(small(), settings=Settings(**settings))
    found.do(AttachHands(DEALS))
    found.start()
    found.state = analysed(found.state, TABLES)
    return found


@pytest.mark.parametrize(
    ("entry", "odd"),
    [
        (made("4S", "N", 10), False),
        (made("4S", "S", 10 - ODD + 1), False),
        (made("2S", "S", 10 - ODD), True),
        (made("4S", "E", 10), True),  # the declarer of the wrong side
        (made("4SX", "W", 3), False),
        (made("1NT", "W", 6 + ODD), True),
        (BareScore(420), False),
        (BareScore(-420), True),  # no game of East-West is near
        (BareScore(-50), False),
        (PassedOut(), False),
        (NotPlayed(), False),
    ],
)
def test_tricks_far_from_double_dummy_are_noted(entry: Entry, odd: bool) -> None:
    notes = [note for note in suspicious(night().state, LINE, entry) if "double dummy" in note]
    assert bool(notes) == odd


def test_the_desk_is_told_the_tricks_and_the_entry_is_taken_and_flagged() -> None:
    found = night()
    entry = found.do(Enter(LINE, made("4S", "E", 10)), SCORER)
    assert entry.notes == ("4♠ E = is far from double dummy: East takes 3 in ♠.",)
    assert [line.board for line, _ in looks_wrong(found.state)] == [1]
    found.do(Correct(LINE, made("4S", "N", 10)), SCORER)
    assert looks_wrong(found.state) == ()


def test_another_version_of_the_board_is_not_held_against_these_hands() -> None:
    found = night()
    found.do(Enter(LINE, made("4S", "E", 10)), SCORER)
    found.do(SplitBoard((LINE,), "B"), why="turned by a quarter")
    assert looks_wrong(found.state) == ()


@pytest.mark.parametrize("par", SHOWS)
@pytest.mark.parametrize("hands", SHOWS)
def test_the_table_hears_no_number_of_tricks_before_it_may_see_par(hands: Show, par: Show) -> None:
    found = night(hands=hands, par=par)
    entry = found.do(Enter(LINE, made("4S", "E", 10)), pad(1))
    told = notes_for_table(found.state, entry.by, LINE, made("4S", "E", 10), entry.notes)
    assert told == (entry.notes if hands == par == "board" else (UNUSUAL,))


def nobody(_section: str, number: int, _round: int) -> list[str]:
    return [f"P{number}"]


@pytest.mark.parametrize("par", SHOWS)
@pytest.mark.parametrize("hands", SHOWS)
def test_no_pad_is_told_par_before_its_time(hands: Show, par: Show) -> None:
    found = night(hands=hands, par=par)
    devices = [Device("A", table) for table in (1, 2, 3)] + [Device("A", pair=pair) for pair in range(1, 7)]

    def seen() -> set[tuple[int, str]]:
        """Boards of which some device is told par, each with the pair that may not know it yet, if there is one."""
        leaks = set()
        for device in devices:
            view = pad_view(found.state, device, nobody, found.now)
            for board, shown in view["boards"].items():
                if "par" in shown or "tricks" in shown:
                    assert "hands" in shown
                    leaks.add((int(board), str(device.table or device.pair)))
            rest = {key: value for key, value in view.items() if key != "boards"}
            assert '"tricks": {' not in json.dumps(rest)
            assert "par" not in rest
        return leaks

    assert not seen()
    found.do(Enter(LINE, made("4S", "N", 10)), pad(1))
    here = seen()
    assert {board for board, _ in here} == ({1} if hands == par == "board" else set())
    assert {who for _, who in here} <= {"1", "4"}  # the table and the two pairs that have played it
    found.play_rest()
    found.call(2)
    by = Actor("player", "", "A", contestant=1)
    after_round = hands in ("board", "round") and par in ("board", "round")
    assert may_see_par(found.state, by, 1) == after_round
    assert not may_see_par(found.state, by, 2)  # they play it next


@pytest.mark.parametrize("par", SHOWS)
@pytest.mark.parametrize("hands", SHOWS)
def test_when_results_are_posted_par_is_seen_unless_the_club_never_shows_it(hands: Show, par: Show) -> None:
    found = night(hands=hands, par=par)
    found.play_all()
    public = Actor("public")
    assert not may_see_par(found.state, public, 1)
    found.do(Publish())
    assert may_see_par(found.state, public, 1) == ("never" not in (hands, par))
    assert may_see_hands(found.state, public, 1) >= may_see_par(found.state, public, 1)
    assert may_see_par(found.state, DIRECTOR, 1)


def test_tables_are_no_part_of_the_journal() -> None:
    found = night()
    again = replay(found.state.journal)
    assert again == found.state
    assert substance(again) == substance(found.state)
    assert not again.tables
    assert analysed(again, TABLES).tables == found.state.tables


def test_tables_go_when_the_hands_change_and_are_asked_for_anew() -> None:
    found = night()
    assert lacking(found.state) == ()
    others = dealt("others", range(1, 4))
    found.do(AttachHands((*others[:2], DEALS[2])))
    assert not found.state.tables
    assert lacking(found.state) == tuple(map(deal_text, (*others[:2], DEALS[2])))
    found.state = analysed(found.state, TABLES)
    assert set(found.state.tables) == {3}
    assert analysed(found.state, TABLES) is found.state
    found.do(Undo())
    assert analysed(found.state, TABLES).tables == dict.fromkeys((1, 2, 3), SPADES_NS)


def test_other_hands_for_a_board_that_has_results_need_the_director() -> None:
    found = night()
    found.do(Enter(LINE, made("4S", "N", 10)), SCORER)
    others = dealt("others", range(1, 4))
    with pytest.raises(Refused, match="These boards have results, and their hands would change: 1"):
        found.do(AttachHands(others), SCORER)
    with pytest.raises(Refused):
        found.do(AttachHands(others), SCORER, force=True, why="the wrong file")
    mixed = tuple(replace(hands, north=hands.north.lower()) for hands in DEALS)
    found.do(AttachHands(mixed), SCORER)  # the same cards
    found.do(AttachHands((DEALS[0], *others[1:])), SCORER)  # those boards have no results
    entry = found.do(AttachHands(others), DIRECTOR, force=True, why="the wrong file")
    assert entry.notes == ("These boards have results, and their hands would change: 1.",)


def test_a_journal_of_an_earlier_day_shows_par_when_results_are_posted() -> None:
    from arrowswitch.journals import decode, encode

    before = encode(Settings(hands="board"))
    assert "par" not in before
    assert decode(Settings, before).par == "end"
    assert decode(Settings, encode(Settings(par="board"))).par == "board"


def test_without_hands_or_tables_nothing_is_asked() -> None:
    assert suspicious(State(sections=night().state.sections), LINE, made("4S", "E", 10)) == ()
