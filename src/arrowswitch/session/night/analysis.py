"""Double-dummy tables beside a session: how they come to the state, and what they say of a result.

Tables are worked out from the hands and never written in the journal: whoever keeps a session works them out in its own
time and puts them beside the state with `analysed`. A session without them lacks only what is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from arrowswitch.bridge import Seat, Side, dealer_of, possible_results, vulnerability_of
from arrowswitch.bridge.contracts import Result
from arrowswitch.deals.hands import BoardHands, deal_text
from arrowswitch.deals.par import Par, par
from arrowswitch.deals.tables import TrickTable
from arrowswitch.session.night.dealt import table_at
from arrowswitch.session.night.lines import BareScore, Contracted, Entry, LineKey, entry_told
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say

Place = TypeVar("Place")
ODD = 4
"""So many tricks from double dummy are odd. At the table two are common and three happen; four are rarer than a slip
of the finger. A declarer on the wrong side, who took nine tricks or more, is at least five away."""


def lacking(state: State) -> tuple[str, ...]:
    """The deals, in one line each, whose tables are not there."""
    own = (deal_text(hands) for key, hands in state.own_hands.items() if key not in state.own_tables)
    return (*(deal_text(hands) for board, hands in state.hands.items() if board not in state.tables), *own)


def analysed(state: State, known: Mapping[str, TrickTable]) -> State:
    """The state with those tables of its deals that are known; the same state if there are no more than it has."""
    found, own = _tables(state.hands, known), _tables(state.own_hands, known)
    return state if (found, own) == (state.tables, state.own_tables) else replace(state, tables=found, own_tables=own)


def _tables(hands: Mapping[Place, BoardHands], known: Mapping[str, TrickTable]) -> dict[Place, TrickTable]:
    texts = {place: deal_text(each) for place, each in hands.items()}
    return {place: known[text] for place, text in texts.items() if text in known}


def par_of(table: TrickTable, board: int) -> Par:
    """The par of a board.

    >>> par_of(TrickTable("43764437648a6798a679"), 1).told
    'Par -420: 4♠ EW ='
    """
    return par(table, dealer_of(board), vulnerability_of(board))


def far_from_double_dummy(state: State, key: LineKey, result: Entry) -> Iterator[Sentence]:
    """Says so if declarer took many tricks more or fewer than with all cards seen, whoever that may have been."""
    mine = state.lines.get(key)
    table = table_at(state, key.section, key.board, mine.group if mine else "")
    if table is None:
        return
    if isinstance(result, Contracted) and result.result.contract.bid and result.result.declarer:
        seat, bid = result.result.declarer, result.result.contract.bid
        most = table.tricks(seat, bid.denomination)
        if abs(most - result.result.tricks) >= ODD:
            yield say(
                "{result} is far from double dummy: {seat} takes {tricks} in {trumps}.",
                result=str(result.result),
                seat=seat.full_name,
                tricks=most,
                trumps=str(bid.denomination),
            )
    elif (
        isinstance(result, BareScore)
        and result.ns
        and not any(_near(table, *each) for each in _ways(result, key.board))
    ):
        yield say(
            "{entry} is far from double dummy, whatever the contract was; is it the right side?",
            entry=entry_told(result, key.board),
        )


def _ways(written: BareScore, board: int) -> Iterator[tuple[Seat, Result]]:
    """All contracts with their tricks that give a score."""
    for side in Side:
        points = written.ns if side is Side.NS else -written.ns
        for result in possible_results(points, vulnerability_of(board).of(side)):
            yield from ((seat, result) for seat in side.seats)


def _near(table: TrickTable, seat: Seat, result: Result) -> bool:
    bid = result.contract.bid
    return bid is not None and abs(table.tricks(seat, bid.denomination) - result.tricks) < ODD
