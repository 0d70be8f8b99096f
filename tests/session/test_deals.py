"""Deals of a night: promised and opened, wrong sets noticed, hands of sections and of a fouled board's groups."""

from __future__ import annotations

import pytest
from night import DIRECTOR, SCORER, Night, made, pad, small

from arrowswitch.bridge import Seat
from arrowswitch.deals import TrickTable, deal_text, dealt, hand_of
from arrowswitch.deals.promises import promise_of
from arrowswitch.session import (
    Actor,
    AttachHands,
    AttachOwnHands,
    BoardHands,
    ChangeSettings,
    EndPlay,
    Enter,
    LineKey,
    OpenDeals,
    Publish,
    Refused,
    SealDeals,
    Settings,
    SplitBoard,
    TakeDeals,
    Undo,
    replay,
)
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night import all_hands, analysed, hands_at, lacking, table_at
from arrowswitch.session.night.checks import suspicious
from arrowswitch.session.sight.pads import Device, pad_view

SEED = "a seed of the club's own"
DEALS = dealt(SEED, (1, 2, 3))
OTHERS = dealt("another", (1, 2, 3))
PROMISE = promise_of(DEALS, SEED)
OWNER = Actor("owner", "Olive")


def promised(until: str = "over") -> Night:
    night = Night(small())
    night.do(SealDeals(PROMISE.upper(), (1, 2, 3), until))
    return night


# -- promises ----------------------------------------------------------------------------------------------------------


def test_promised_deals_stay_closed_until_all_rounds_have_been_played() -> None:
    night = promised().start()
    assert night.state.promise.promise == PROMISE
    assert not night.state.hands
    with pytest.raises(Refused, match="stay closed until all rounds have been played"):
        night.do(OpenDeals(SEED, DEALS))
    with pytest.raises(Refused, match="stay closed"):
        night.do(OpenDeals(SEED, DEALS), OWNER, force=True, why="I want to")
    night.play_all()
    night.do(EndPlay())
    night.do(OpenDeals(SEED, DEALS))
    assert (night.state.promise.opened_by, night.state.promise.secret) == ("Ann", SEED)
    assert night.state.hands == {hands.board: hands for hands in DEALS}


def test_changed_settings_do_not_open_them_sooner() -> None:
    night = promised("posted").start()
    night.do(ChangeSettings(Settings(hands="board", par="board")))
    with pytest.raises(Refused, match="until the results are posted"):
        night.do(OpenDeals(SEED, DEALS))
    night.play_all()
    night.do(Publish())
    night.do(OpenDeals(SEED, DEALS))


def test_where_they_may_be_opened_at_any_time_the_reason_stands_in_the_journal() -> None:
    night = promised("always").start()
    with pytest.raises(Refused, match="Say why"):
        night.do(OpenDeals(SEED, DEALS))
    entry = night.do(OpenDeals(SEED, DEALS), why="board 2 was fouled")
    assert (entry.by, entry.why) == (DIRECTOR, "board 2 was fouled")


@pytest.mark.parametrize(("secret", "deals"), [(SEED, OTHERS), (SEED + "!", DEALS), (SEED, DEALS[:2])])
def test_other_deals_than_the_promised_are_refused(secret: str, deals: tuple[BoardHands, ...]) -> None:
    night = promised("always").start()
    with pytest.raises(Refused, match="not the deals that were promised"):
        night.do(OpenDeals(secret, deals), why="now")


def test_who_has_the_file_for_the_machine_is_written_down() -> None:
    night = promised()
    night.do(TakeDeals(), SCORER)
    night.do(TakeDeals())
    assert [name for _, name in night.state.promise.taken] == ["Bob", "Ann"]
    assert not night.state.hands


def test_nothing_of_a_promise_is_taken_back_or_made_late() -> None:
    night = promised()
    with pytest.raises(Refused):
        night.do(Undo(night.state.journal[-1].id))
    night.start()
    with pytest.raises(Refused, match="before play begins"):
        night.do(SealDeals(PROMISE, (1, 2, 3)))
    known_already = Night(small())
    known_already.do(AttachHands(DEALS))
    with pytest.raises(Refused, match="only what nobody knows"):
        known_already.do(SealDeals(PROMISE, (1, 2, 3)))


def test_who_may_promise_take_and_open() -> None:
    night = Night(small())
    for by in (SCORER, pad(1)):
        with pytest.raises(Refused):
            night.do(SealDeals(PROMISE, (1, 2, 3), "always"), by)
    night.do(SealDeals(PROMISE, (1, 2, 3), "always"))
    with pytest.raises(Refused):
        night.do(TakeDeals(), pad(1))
    with pytest.raises(Refused):
        night.do(OpenDeals(SEED, DEALS), SCORER, why="now")


def test_the_secret_is_in_no_journal_before_it_is_opened() -> None:
    night = promised("always").start()
    night.do(TakeDeals())
    assert SEED not in dumps(night.state.journal)
    night.do(OpenDeals(SEED, DEALS), why="now")
    assert replay(loads(dumps(night.state.journal))) == night.state


def test_other_hands_than_the_promised_are_attached_only_if_the_director_insists() -> None:
    night = promised("always").start()
    for attached in (AttachHands(OTHERS), AttachOwnHands(OTHERS[:1], "A")):
        with pytest.raises(Refused, match=r"The deals of boards [-13]+ were promised, and not opened yet\."):
            night.do(attached)
    night.do(OpenDeals(SEED, DEALS), why="now")
    night.do(AttachHands(DEALS), SCORER)
    night.do(AttachOwnHands(DEALS[:1], "A"), SCORER)
    for attached in (AttachHands((*DEALS[:2], OTHERS[2])), AttachOwnHands(OTHERS[:1], group="B")):
        with pytest.raises(Refused, match="These are not the deals that were promised"):
            night.do(attached, SCORER)
        entry = night.do(attached, force=True, why="the machine dealt another board")
        assert "These are not the deals that were promised." in map(str, entry.notes)
    night.do(AttachHands((*DEALS[:2], OTHERS[2], *dealt("more", (4,)))))  # what was insisted on is not asked again
    night.do(AttachHands(DEALS))  # back to the promised
    assert replay(loads(dumps(night.state.journal))) == night.state


def test_no_second_promise_once_the_deals_were_taken_or_a_section_has_hands() -> None:
    night = promised()
    night.do(SealDeals(PROMISE, (1, 2, 3), "posted"))  # nobody has seen the first
    night.do(TakeDeals(), SCORER)
    with pytest.raises(Refused, match="Bob took the promised deals already"):
        night.do(SealDeals(PROMISE, (1, 2, 3)))
    known = Night(small())
    known.do(AttachOwnHands(DEALS, "A"))
    with pytest.raises(Refused, match="only what nobody knows"):
        known.do(SealDeals(PROMISE, (1, 2, 3)))


# -- wrong sets --------------------------------------------------------------------------------------------------------


def lead_of(hands: BoardHands) -> str:
    """A card that East, on the lead against North, holds."""
    return sorted(hand_of(hands, Seat.EAST))[0].plain


def played() -> Night:
    """Four leads from the hands of DEALS."""
    night = Night(small()).start()
    for table, board in ((1, 1), (2, 2), (3, 3)):
        lead = lead_of(DEALS[board - 1])
        night.do(Enter(LineKey("A", 1, table, board), made("1NT", "N", 7, lead=lead)), SCORER)
    return night


def test_deals_that_no_lead_fits_are_noticed_before_they_are_attached() -> None:
    night = played()
    turned = tuple(BoardHands(each.board, each.east, each.south, each.west, each.north) for each in DEALS)
    with pytest.raises(Refused, match=r"3 leads that were entered are not in the leader's hand \(boards 1-3\)"):
        night.do(AttachHands(turned))
    night.do(AttachHands(turned), force=True, why="these were played")
    night.do(AttachHands(DEALS), force=True, why="these were played")
    assert suspicious(night.state, LineKey("A", 1, 1, 1), night.state.lines[LineKey("A", 1, 1, 1)].entry) == ()


def test_boards_that_are_not_played_are_another_set() -> None:
    night = Night(small())
    with pytest.raises(Refused, match="None of these boards is played here: the file has 21-23, the movement 1-3"):
        night.do(AttachHands(dealt("7", (21, 22, 23))))
    entry = night.do(AttachHands(dealt("7", (1, 2, 21))))
    assert [str(note) for note in entry.notes] == ["The hands of boards 3 are lacking."]


def test_the_same_cards_on_two_boards_are_said() -> None:
    one = DEALS[0]
    entry = Night(small()).do(AttachHands((*DEALS[:2], BoardHands(3, one.north, one.east, one.south, one.west))))
    assert "Boards 1 and 3 have the same cards." in map(str, entry.notes)


# -- sections and groups -----------------------------------------------------------------------------------------------


def test_a_section_plays_hands_of_its_own() -> None:
    night = Night(small(), small(), apart=True)
    night.do(AttachHands(DEALS))
    night.do(AttachOwnHands(OTHERS, "B"))
    state = night.state
    assert deal_text(hands_at(state, "A", 1)) == deal_text(DEALS[0])
    assert deal_text(hands_at(state, "B", 1)) == deal_text(OTHERS[0])
    assert len(all_hands(state, 1)) == 2
    assert len(lacking(state)) == 6
    table = TrickTable("7" * 20)
    state = analysed(state, {deal_text(OTHERS[0]): table})
    assert table_at(state, "B", 1) == table
    assert table_at(state, "A", 1) is None
    with pytest.raises(Refused, match="There is no section"):
        night.do(AttachOwnHands(OTHERS, "Z"))
    with pytest.raises(Refused, match="Say for which section"):
        night.do(AttachOwnHands(OTHERS))


def test_a_fouled_board_has_the_hands_of_each_of_its_groups() -> None:
    night = played()
    night.do(AttachHands(DEALS))
    first = LineKey("A", 1, 1, 1)
    night.do(SplitBoard((first,), "B"), why="two cards changed places")
    fouled = BoardHands(1, *[OTHERS[0].of(seat) for seat in Seat])
    assert hands_at(night.state, "A", 1, "B") is None
    one = DEALS[0]
    turned = AttachOwnHands((BoardHands(1, one.east, one.south, one.west, one.north),), group="B")
    with pytest.raises(Refused, match="1 lead that was entered is not in the leader's hand"):
        night.do(turned)
    night.do(AttachOwnHands((fouled,), group="B"), force=True, why="these were played")
    assert deal_text(hands_at(night.state, "A", 1, "B")) == deal_text(fouled)
    assert deal_text(hands_at(night.state, "A", 1)) == deal_text(DEALS[0])
    night.do(Undo(night.state.journal[-1].id))
    assert hands_at(night.state, "A", 1, "B") is None


def test_a_pad_shows_the_hands_that_its_section_played() -> None:
    shown = Settings(hands="board", scores="board", wait=True)
    night = Night(small(), small(), apart=True, settings=shown).start()
    night.do(AttachHands(DEALS))
    night.do(AttachOwnHands(OTHERS, "B"))
    for section in "AB":
        night.do(Enter(LineKey(section, 1, 1, 1), made("1NT", "N", 7)), SCORER)
    seen = {each: pad_view(night.state, Device(each, 1), named, night.now)["boards"] for each in "AB"}
    assert seen["A"]["1"]["hands"]["N"] == DEALS[0].north
    assert seen["B"]["1"]["hands"]["N"] == OTHERS[0].north


def named(_section: str, number: int, _round: int) -> list[str]:
    return [f"P{number}"]
