"""Double-dummy tables and par, against published ones, against brute force on endings, and against what must be so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.bridge import (
    BIDS,
    PACK,
    Card,
    Contract,
    Denomination,
    Doubling,
    NotBridge,
    Seat,
    Side,
    Vulnerability,
    parse_seat,
    score,
)
from arrowswitch.deals import (
    BoardHands,
    NoSolver,
    Par,
    TrickTable,
    can_solve,
    dealt,
    double_dummy,
    makeable,
    many,
    par,
    table_of,
)
from arrowswitch.deals.hands import written
from arrowswitch.deals.solver import dds, solved
from examples import SOAK, examples

PUBLISHED: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "data" / "double_dummy.json").read_text())
WHOLE = [row for row in PUBLISHED if row["table"]]
SEATS = tuple(Seat)
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def hands_of(deal: str) -> BoardHands:
    """A deal in the notation of PBN files."""
    first, _, rest = deal.partition(":")
    start = "NESW".index(first)
    by_seat = {"NESW"[(start + turn) % 4]: hand for turn, hand in enumerate(rest.split())}
    return BoardHands(1, *(by_seat[seat] for seat in "NESW"))


def plain(found: Par) -> list[str]:
    """Par contracts as DDS prints them."""
    return [
        f"{each.contract.bid.level}{each.contract.bid.denomination.letter[0]}{'*' if each.contract.doubling else ''}-"
        f"{each.by[0].side if len(each.by) == 2 else each.by[0]}"
        + (f"{each.tricks - each.contract.needs:+d}" if each.tricks != each.contract.needs else "")
        for each in found.contracts
        if each.contract.bid
    ]


@pytest.fixture(scope="module")
def tables() -> Mapping[str, TrickTable]:
    """All published deals, solved in one go."""
    deals = [row["deal"] for row in PUBLISHED]
    return dict(zip(deals, many(map(hands_of, deals)), strict=True))


@pytest.mark.parametrize("row", WHOLE, ids=[row["deal"][:20] for row in WHOLE])
def test_a_table_is_the_published_one(row: dict[str, Any], tables: Mapping[str, TrickTable]) -> None:
    assert str(tables[row["deal"]]) == row["table"]


@pytest.mark.parametrize("row", WHOLE, ids=[row["deal"][:20] for row in WHOLE])
def test_par_is_the_published_one(row: dict[str, Any]) -> None:
    found = par(TrickTable(row["table"]), parse_seat(row["dealer"]), Vulnerability(row["vulnerable"]))
    assert found.score == row["score"]
    if row["contracts"]:
        assert sorted(plain(found)) == sorted(row["contracts"])


def test_everybody_makes_3nt_on_the_deal_that_was_made_for_it(tables: Mapping[str, TrickTable]) -> None:
    table = tables[PUBLISHED[-1]["deal"]]
    assert all(table.tricks(seat, Denomination.NOTRUMP) >= 9 for seat in Seat)


def test_as_a_program_it_answers_line_by_line(tables: Mapping[str, TrickTable]) -> None:
    deal = WHOLE[0]["deal"]
    asked = [sys.executable, "-m", "arrowswitch.deals.solver"]
    done = subprocess.run(asked, input=f"{deal}\n\n", capture_output=True, text=True, check=True, env=HERE)
    assert done.stdout.split() == [WHOLE[0]["table"]]


# -- endings, by brute force ------------------------------------------------------------------------------------------

Holding = tuple[frozenset[Card], ...]


def brute_force(hands: Holding, trumps: Denomination, declarer: Seat) -> int:
    """Declarer's tricks, by trying every card; hands from North clockwise."""
    suit = trumps.suit

    def wins(trick: tuple[Card, ...]) -> int:
        best = trick[0]
        for card in trick[1:]:
            if (card.suit is best.suit and card.rank > best.rank) or (card.suit is suit and best.suit is not suit):
                best = card
        return trick.index(best)

    @cache
    def from_here(left: Holding, trick: tuple[Card, ...], turn: int) -> int:
        if not trick and not left[turn]:
            return 0
        follow = [card for card in left[turn] if trick and card.suit is trick[0].suit]
        results = []
        for card in follow or left[turn]:
            after = tuple(hand - {card} if seat == turn else hand for seat, hand in enumerate(left))
            played = (*trick, card)
            if len(played) < 4:
                results.append(from_here(after, played, (turn + 1) % 4))
            else:
                winner = (turn + 1 + wins(played)) % 4
                results.append((SEATS[winner].side is declarer.side) + from_here(after, (), winner))
        return max(results) if SEATS[turn].side is declarer.side else min(results)

    return from_here(hands, (), SEATS.index(declarer.left))


@st.composite
def endings(draw: st.DrawFn, cards: int = 3) -> Holding:
    """So many cards in each hand, of any that there are."""
    drawn = draw(st.permutations(PACK))[: 4 * cards]
    return tuple(frozenset(drawn[seat::4]) for seat in range(4))


def solve(*deals: Holding) -> list[TrickTable]:
    """The tables of endings: DDS counts the cards that are gone as declarer's tricks."""
    found = solved("N:" + " ".join(map(written, hands)) for hands in deals)
    gone = [13 - len(hands[0]) for hands in deals]
    return [
        table_of(lambda seat, each, table=table, less=less: table.tricks(seat, each) - less)
        for table, less in zip(found, gone, strict=True)
    ]


@settings(max_examples=examples(60), deadline=None)
@given(endings())
def test_an_ending_is_worth_what_trying_every_card_finds(hands: Holding) -> None:
    (table,) = solve(hands)
    for denomination in Denomination:
        for declarer in Seat:
            assert table.tricks(declarer, denomination) == brute_force(hands, denomination, declarer)


@settings(max_examples=examples(60), deadline=None)
@given(endings(6), st.permutations("SHDC"))
def test_turning_the_table_or_renaming_the_suits_changes_nothing_else(hands: Holding, named: list[str]) -> None:
    renaming = dict(zip("SHDC", named, strict=True))
    by_letters = {card.plain: card for card in PACK}
    renamed = tuple(frozenset(by_letters[renaming[card.suit.letter] + card.rank.letter] for card in h) for h in hands)
    faults_in_sentences, turned, suits = solve(hands, (hands[3], *hands[:3]), renamed)
    for denomination in Denomination:
        other = Denomination(renaming.get(denomination.letter, "NT"))
        for seat in Seat:
            assert turned.tricks(seat.left, denomination) == faults_in_sentences.tricks(seat, denomination)
            assert suits.tricks(seat, other) == faults_in_sentences.tricks(seat, denomination)


# -- par --------------------------------------------------------------------------------------------------------------

some_tables = st.text("0123456789abcd", min_size=20, max_size=20).map(TrickTable)


def turned(table: TrickTable) -> TrickTable:
    """The table with everybody one seat to the left."""
    return table_of(lambda seat, denomination: table.tricks(seat.right, denomination))


OTHER_SIDE = {
    Vulnerability.NONE: Vulnerability.NONE,
    Vulnerability.ALL: Vulnerability.ALL,
    Vulnerability.NS: Vulnerability.EW,
    Vulnerability.EW: Vulnerability.NS,
}


@given(some_tables, st.sampled_from(Seat), st.sampled_from(Vulnerability))
def test_par_turns_with_the_table(table: TrickTable, dealer: Seat, vulnerability: Vulnerability) -> None:
    one = par(table, dealer, vulnerability)
    other = par(turned(table), dealer.left, OTHER_SIDE[vulnerability])
    assert other.score == -one.score
    assert {(c.contract, c.by[0].left.side) for c in one.contracts} == {
        (c.contract, c.by[0].side) for c in other.contracts
    }


VULNERABLE = (Vulnerability.NONE, Vulnerability.ALL, Vulnerability.NS, Vulnerability.EW)
"""As DDS counts them."""


def par_of_dds(table: TrickTable, dealer: Seat, vulnerability: Vulnerability) -> tuple[int, list[str]]:
    """Par as DDS works it out for a dealer, from the same table."""
    library = dds()
    tricks, found = library.ddTableResults(), library.parResultsDealer()
    for row, denomination in enumerate("SHDCN"):
        for column, seat in enumerate(SEATS):
            each = next(each for each in Denomination if each.letter[0] == denomination)
            tricks.resTable[row][column] = table.tricks(seat, each)
    library.DealerPar(tricks, found, SEATS.index(dealer), VULNERABLE.index(vulnerability))
    return found.score, sorted(found.contracts[number].value.decode() for number in range(found.number))


def test_par_is_what_the_library_of_the_solver_makes_it_for_every_dealer_and_vulnerability() -> None:
    for table in many(dealt("par", range(1, 61 if SOAK else 7))):
        for dealer, vulnerability in product(Seat, Vulnerability):
            found = par(table, dealer, vulnerability)
            assert (found.score, sorted(plain(found))) == par_of_dds(table, dealer, vulnerability)


@given(some_tables, st.sampled_from(Seat), st.sampled_from(Vulnerability))
def test_a_par_contract_is_worth_par_and_nobody_gains_by_bidding_over_it(
    table: TrickTable, dealer: Seat, vulnerability: Vulnerability
) -> None:
    found = par(table, dealer, vulnerability)
    assert bool(found.contracts) == bool(found.score)
    for each in found.contracts:
        side = each.by[0].side
        points = score(each.contract, each.tricks, vulnerability.of(side))
        assert (points if side is Side.NS else -points) == found.score
        for bid in BIDS:
            if each.contract.bid and bid > each.contract.bid:
                tricks = table.best(side.other, bid.denomination)
                doubled = Doubling.DOUBLED if tricks < bid.level + 6 else Doubling.UNDOUBLED
                theirs = score(Contract(bid, doubled), tricks, vulnerability.of(side.other))
                assert theirs <= -points


def test_the_dealer_decides_where_both_sides_could_play_the_same() -> None:
    table = table_of(lambda seat, denomination: 7 if denomination is Denomination.NOTRUMP else 0)
    assert par(table, Seat.NORTH, Vulnerability.NONE).told == "Par +90: 1NT NS ="
    assert par(table, Seat.EAST, Vulnerability.NONE).told == "Par -90: 1NT EW ="


def test_nobody_who_can_make_nothing_is_made_to_bid() -> None:
    assert par(TrickTable("6" * 20), Seat.NORTH, Vulnerability.ALL) == Par(0, ())


def test_what_can_be_made_says_who_can() -> None:
    table = TrickTable(WHOLE[0]["table"])  # East makes 4♠, West one trick less
    assert [(str(bid), by) for bid, by in makeable(table, Side.EW)][:2] == [
        ("1NT", (Seat.EAST, Seat.WEST)),
        ("4♠", (Seat.EAST,)),
    ]


@pytest.mark.parametrize("digits", ["", "7" * 19, "e" * 20, "7" * 21])
def test_what_is_no_table_is_refused(digits: str) -> None:
    with pytest.raises(NotBridge, match="no double-dummy table"):
        TrickTable(digits)


def test_where_there_is_no_solver_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)  # as on a Python that endplay has no wheel for
    dds.cache_clear()
    assert not can_solve()
    with pytest.raises(NoSolver, match="Install arrowswitch\\[solver\\]"):
        double_dummy(hands_of(WHOLE[0]["deal"]))
    monkeypatch.undo()
    assert can_solve()
