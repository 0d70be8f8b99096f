"""Mitchell and what grew out of it: skip, share and relay, feed-ins with the special move, Blackpool.

Each family is a chain (see `chain`) with a length and a move of its own (NZ Club Directors Manual L1193-1447; ACBL club
director's notes L2571-2581, L3751-3753; Busbridge directors' instructions L1405, L1505).
"""

from __future__ import annotations

from arrowswitch.movements.build import Row
from arrowswitch.movements.families.chain import Chain, from_chain, skip_window
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import USUAL_BOARDS, Wish, complete_length, length, phantom_meetings
from arrowswitch.words import counted, say

SKIP_AFTER = {12: 5, 16: 7, 18: 7}
"""Where a page of the manuals chooses another round than the half: so that the first seeds do not miss each other."""


def mitchell(wish: Wish) -> Movement:
    """The plain Mitchell: an odd number of tables, or half the rounds of an even one."""
    tables = wish.tables
    if tables % 2 == 0 and (wish.rounds is None or wish.rounds > tables // 2):
        raise ImpossibleWish(
            say(
                "A plain Mitchell with {tables} tables brings boards back after {half}; take skip-mitchell or "
                "share-relay, or at most {half}.",
                tables=tables,
                half=counted("rounds", tables // 2),
            )
        )
    boards_per_round, rounds = length(wish, tables)
    return from_chain(
        wish,
        Chain(tables, tables),
        name=say("Mitchell"),
        family="mitchell",
        boards_per_round=boards_per_round,
        rounds=rounds,
        source="NZ Club Directors Manual L1225; ACBL club director's notes L2752-3501",
    )


def skip_mitchell(wish: Wish) -> Movement:
    """An even number of tables: once, near the middle, East-West go up two."""
    tables = wish.tables
    if tables % 2:
        raise ImpossibleWish(
            say(
                "A skip Mitchell needs an even number of tables; with {tables} a plain Mitchell needs no skip.",
                tables=tables,
            )
        )
    boards_per_round, rounds = length(wish, tables) if wish.rounds == tables else _most_but_one(wish, tables)
    early, late = skip_window(tables, rounds)
    usual = SKIP_AFTER.get(tables, late)
    skip_after = wish.skip_after or (usual if early <= usual <= late else late)
    if not early <= skip_after <= late:
        raise ImpossibleWish(
            say(
                "With {tables} tables and {rounds} the skip must come after round {early} to {late}, "
                "not after {round}.",
                tables=tables,
                rounds=counted("rounds", rounds),
                early=early,
                late=late,
                round=skip_after,
            )
        )
    return from_chain(
        wish,
        Chain(tables, tables),
        name=say("Skip Mitchell"),
        family="skip-mitchell",
        boards_per_round=boards_per_round,
        rounds=rounds,
        skip_after=skip_after,
        source="NZ Club Directors Manual L1239-1246; ACBL club director's notes L3751-3753",
    )


def _most_but_one(wish: Wish, tables: int) -> tuple[int, int]:
    """As many rounds as tables makes everybody meet one pair twice: only when the boards need it."""
    try:
        return length(wish, tables - 1)
    except ImpossibleWish:
        return length(wish, tables)


def share_relay(wish: Wish) -> Movement:
    """An even number of tables: table 1 shares with the last, and a relay stands halfway. Everybody meets everybody."""
    tables = wish.tables
    if tables % 2:
        raise ImpossibleWish(
            say(
                "Share and relay needs an even number of tables; with {tables} a plain Mitchell does without.",
                tables=tables,
            )
        )
    boards_per_round, rounds = complete_length(wish, tables)
    return from_chain(
        wish,
        Chain(tables, tables, relay=1, share=True),
        name=say("Share-and-Relay Mitchell"),
        family="share-relay",
        boards_per_round=boards_per_round,
        rounds=rounds,
        source="NZ Club Directors Manual L1248-1261; ACBL club director's notes L2571-2581",
    )


def extended_mitchell(wish: Wish) -> Movement:
    """More sets than tables: relay and feed-ins, and a special move so that nobody meets a set again."""
    tables = wish.tables
    boards_per_round, sets = _extended_length(wish, tables)
    extra = sets - tables
    chain = Chain(tables, sets, relay=0 if tables % 2 else 1)
    return from_chain(
        wish,
        chain,
        name=say("Extended Mitchell"),
        family="extended-mitchell",
        boards_per_round=boards_per_round,
        rounds=wish.rounds or sets,
        special_after=tables + extra // 2,
        source="NZ Club Directors Manual L1303-1447",
    )


def _extended_length(wish: Wish, tables: int) -> tuple[int, int]:
    """Boards per set and sets: the extra sets are even in number, and fewer than the tables."""
    possible = [
        (b, tables + extra)
        for b in range(1, 8)
        for extra in range(2, tables, 2)
        if (not wish.boards_per_round or b == wish.boards_per_round)
        and (not wish.rounds or tables + extra >= wish.rounds > tables)
        and (
            not wish.boards or b * (wish.rounds or tables + extra) == wish.boards or b * (tables + extra) == wish.boards
        )
    ]
    if not possible:
        every = sorted({b * (tables + extra) for b in range(1, 8) for extra in range(2, tables, 2)})
        near = sorted(every, key=lambda n: abs(n - (wish.boards or USUAL_BOARDS)))[:2] if every else []
        raise ImpossibleWish(
            say(
                "Feed-ins come in even numbers of sets; with {entry} tables that makes {near} boards.",
                entry=wish.entry,
                near=" or ".join(map(str, sorted(near))) or "no number of",
            )
        )
    return min(
        possible,
        key=lambda bs: (
            bs[1] - (wish.rounds or bs[1]),  # the sets of so many rounds, rather than the first rounds of a longer one
            abs(bs[0] * bs[1] - (wish.boards or USUAL_BOARDS)),
            bs[1] - tables,
        ),
    )


def blackpool(wish: Wish) -> Movement:
    """Two sets more than tables, so that rounds of two boards make a full session at 10 and 11 tables."""
    tables = wish.tables
    sets = tables + 2
    usual = sets if tables % 2 == 0 else sets - 1
    boards_per_round, rounds = length(
        Wish(wish.pairs, wish.rounds or (None if wish.boards else usual), wish.boards_per_round, wish.boards),
        sets,
        least=tables,
    )
    return from_chain(
        wish,
        Chain(tables, sets, relay=0 if tables % 2 else 1),
        name=say("Blackpool"),
        family="blackpool",
        boards_per_round=boards_per_round,
        rounds=rounds,
        special_after=tables + 1,
        source="Busbridge directors' instructions L1395-1440, L1495-1530",
    )


def safe_phantoms(tables: int, boards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a phantom may sit so that nobody meets it three times: NS tables, EW pair numbers (L1317-1325).

    >>> safe_phantoms(14, 26)
    ((4, 11), (1, 2, 8, 9))
    """
    movement = mitchell_for(tables, boards)
    offset = tables
    rows = [Row(m.round, m.table, m.ns, m.ew - offset, 1) for m in movement.meetings]
    safe = [phantom for phantom, worst, *_ in phantom_meetings(rows) if worst < 3]
    return (
        tuple(phantom.number for phantom in safe if phantom.side == "ns"),
        tuple(phantom.number for phantom in safe if phantom.side == "ew"),
    )


def mitchell_for(tables: int, boards: int) -> Movement:
    """The Mitchell in which that many tables play that many boards each: the New Zealand table of 4 to 28 tables."""
    wish = Wish(2 * tables, boards=boards)
    if boards % tables == 0:
        whole = Wish(2 * tables, rounds=tables, boards_per_round=boards // tables)
        if tables % 2:
            return mitchell(whole)
        return share_relay(whole) if boards > tables else skip_mitchell(whole)
    return extended_mitchell(wish)
