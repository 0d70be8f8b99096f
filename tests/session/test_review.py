"""A night against the cards: the steps add up to the score, and each is what a calculator says.

Board 6 (dealer East, East-West vulnerable) is a deal of the double-dummy solver's own list: ten tricks in hearts for North-South, par +420.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from random import Random

import pytest
from night import Night, made

from arrowswitch.bridge import Card, Result, Seat
from arrowswitch.deals import BoardHands, TrickTable, deal_text, dealt, many
from arrowswitch.deals.leads import after_leads
from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    Enter,
    Entry,
    LineKey,
    Open,
    PassedOut,
    SectionPlan,
    State,
    decide,
    evolve,
    scored,
)
from arrowswitch.session.night.analysis import analysed
from arrowswitch.session.rehearsal import night as rehearsed
from arrowswitch.session.review import BoardReview, by_pair, by_player, reviewed

HANDS = BoardHands(6, *["AK98.QT954.A32.4", "J732.K8.8764.873", "T64.A32.95.AQT92", "Q5.J76.KQJT.KJ65"])
TABLE = TrickTable("89a7889a794436444364")


def after(hands: BoardHands, declarer: Seat, result: Result, lead: Card) -> int | None:
    assert result.contract.bid
    return after_leads(hands, declarer, result.contract.bid.denomination).get(lead)


def at_board_6(*entries: Entry, method: str = "matchpoints") -> dict[int, BoardReview]:
    """Board 6 at three tables, in three rounds; reviews by table."""
    movement = build("mitchell", tables=3, boards_per_round=2)
    night = Night(movement, method=method)
    night.do(AttachHands((HANDS,)))
    night.start()
    places = sorted((m.round, m.table) for m in movement.meetings if 6 in m.boards)
    for entry, (round_, table) in zip(entries, places, strict=True):
        while night.state.sections["A"].round < round_:
            night.call(night.state.sections["A"].round + 1)
        night.do(Enter(LineKey("A", round_, table, 6), entry), why="as it was", force=True)
    state = analysed(night.state, {deal_text(HANDS): TABLE})
    found = {each.key.table: each for each in reviewed(state, scored(state), after)}
    return {number: found[table] for number, (_, table) in enumerate(places, 1) if table in found}


def steps(review: BoardReview) -> dict[str, Fraction]:
    return {part.step: part.ns for part in review.parts}


def test_the_steps_of_three_results_in_matchpoints() -> None:
    found = at_board_6(made("4H", "N", 10), made("3H", "S", 10), made("4H", "N", 9))
    assert found[2].total == 0  # beats -50, loses to 420
    assert steps(found[2]) == {"luck": 25, "bidding": -25, "play": 0}  # 420 would have tied one and beaten one
    assert found[2].parts[1].why == "3♥ S makes, and 4♥ would too."
    assert found[3].total == -50
    assert steps(found[3]) == {"luck": 25, "bidding": 0, "play": -75}
    assert found[3].parts[2].why == "Declarer took 1 trick fewer than the best play takes."
    assert found[3].parts[2].sure == "open"
    assert found[3].parts[1].why == "4♥ N is worth par."


def test_a_lead_that_gives_a_trick_is_the_leaders_and_luck_for_declarer() -> None:
    found = at_board_6(made("4H", "N", 11, lead="HK"), made("4H", "N", 10), made("4H", "S", 10))
    assert steps(found[1]) == {"luck": 0, "bidding": 0, "lead": 50, "play": 0}
    assert found[1].parts[2].why == "The lead of ♥K gave declarer 1 trick."
    mine, theirs = (by_pair(tuple(found.values()), who) for who in (found[1].ns, found[1].ew))
    assert (mine.gained("luck"), mine.gained("declaring")) == (50, 0)
    assert (theirs.gained("leads"), theirs.gained("defence")) == (-50, 0)
    assert theirs.counts["leads"] == 1


def test_a_passed_out_board_is_all_bidding() -> None:
    found = at_board_6(PassedOut(), made("4H", "N", 10), made("4H", "N", 10))
    assert steps(found[1]) == {"luck": 0, "bidding": -50}
    assert found[1].parts[1].why == "Passed out, where par is +420."


def test_imps_are_counted_in_imps() -> None:
    found = at_board_6(made("4H", "N", 9), made("4H", "N", 10), made("4H", "N", 10), method="cross-imps")
    assert steps(found[1])["play"] == -10  # 470 is 10 IMPs, to each of two tables, divided by two
    assert found[1].total == -10


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (made("6H", "N", 10), "6♥ N is too high: 10 tricks are there."),
        (made("4HX", "N", 10), "4♥X N was doubled, and makes with all cards seen."),
        (
            made("2D", "W", 6),
            "2♦ W fails with all cards seen, and costs less than par; it was not doubled or should have been left.",
        ),
    ],
)
def test_what_is_said_of_a_contract(entry: Entry, told: str) -> None:
    found = at_board_6(entry, made("4H", "N", 10), made("3H", "N", 10))
    assert found[1].parts[1].why == told


def test_a_board_that_nobody_else_played_says_nothing() -> None:
    movement = build("mitchell", tables=3, boards_per_round=2)
    night = Night(movement)
    night.do(AttachHands((HANDS,)))
    night.start()
    first = next(m for m in movement.meetings if 6 in m.boards and m.round == 1)
    night.do(Enter(LineKey("A", 1, first.table, 6), made("4H", "N", 10)))
    state = analysed(night.state, {deal_text(HANDS): TABLE})
    assert reviewed(state, scored(state)) == ()


@pytest.mark.parametrize("method", ["matchpoints", "butler", "cross-imps", "total-points", "instant-matchpoints"])
def test_steps_add_up_to_the_score_in_every_rehearsed_night(method: str) -> None:
    deals = dealt("review", range(1, 6))
    tables = dict(zip(deals, many(deals), strict=True))
    opening = Open(
        "Tuesday", date(2025, 1, 7), (SectionPlan("A", build("mitchell", tables=5, boards_per_round=1)),), method
    )
    done = rehearsed(opening, Random(5), datetime(2025, 1, 7, 19, 30, tzinfo=UTC), deals=tables)
    state = State()
    for command in done:
        for entry in decide(state, command):
            state = evolve(state, entry)
    state = analysed(state, {deal_text(hands): table for hands, table in tables.items()})
    scores = scored(state)
    found = reviewed(state, scores)
    assert len(found) > 15
    by_line = {
        (one.line.ns, one.line.ew, one.line.board): one for board in scores.boards.values() for one in board.lines
    }
    for each in found:
        assert sum(part.ns for part in each.parts) == each.total
        line = by_line[each.ns, each.ew, each.key.board]
        assert line.ns is not None
        mine = line.ns.share * 100 - 50 if line.ns.maximum else line.ns.value
        assert float(each.total) == pytest.approx(float(mine), abs=0.1)  # one board is rounded by the regulations
    pair = by_pair(found, found[0].ns)
    assert sum(pair.gained(doing) for doing in pair.counts) == pair.average  # type: ignore[misc]
    people = by_player(state, found)
    assert sum(each.declared for each in people) == sum(each.result is not None for each in found)
    assert sum(each.boards for each in people) == 4 * len(found)
