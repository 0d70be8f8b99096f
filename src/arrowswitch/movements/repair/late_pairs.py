"""A pair or a whole table arrives after play has begun.

A half table takes a pair at once. Without one, a Mitchell gets a new highest table during the first round: an odd number
of tables becomes a share and relay, an even number loses its skip or its relay (NZ Club Directors Manual L1327-1338;
Busbridge directors' instructions L322-340); where tables share already, the pair roves. What round 1 was stays as it was
played.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from arrowswitch.movements.build import SketchRow, boards_of_set, sit_outs
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.families import extended_mitchell, mitchell, rover, share_relay
from arrowswitch.movements.families.chain import Chain, east_west
from arrowswitch.movements.family import Family, Trait
from arrowswitch.movements.model import ImpossibleWish, Movement, Relay
from arrowswitch.movements.repair.chain_order import Order, chain_order
from arrowswitch.movements.repair.late_howell import at_a_howell, in_place_of_the_phantom
from arrowswitch.movements.repair.mitchell import StartingNumbers, reseated, seats_of, sketch
from arrowswitch.movements.repair.tools import Repair, ToAdjust, finish, only_pairs, step
from arrowswitch.words import Sentence, counted, half, say, spans

CHAINS: tuple[Trait, ...] = ("plain", "skip", "special move")
"""In these the boards go through all tables in one line, to which a table can be added."""
HALF_TABLES: tuple[Trait, ...] = (*CHAINS, "share")


def late_pair(movement: Movement, at_round: int = 2) -> Repair:
    """Fit in a pair that is late, which plays or takes its first sit-out in round `at_round`.

    >>> from arrowswitch.movements import build
    >>> repair = late_pair(build("skip-mitchell", tables=8))
    >>> repair.movement.name, repair.movement.entry, repair.boards_to_adjust
    ('Mitchell', '8½', ())
    """
    only_pairs(movement)
    half_table = bool(len(movement.contestants) % 2)
    if has(movement.family, "guide cards"):
        return in_place_of_the_phantom(movement, at_round) if half_table else at_a_howell(movement, at_round=at_round)
    if half_table:
        return at_the_half_table(movement, at_round)
    if has(movement.family, "share"):
        return as_a_rover(movement, at_round)
    return at_a_new_table(movement, 1, at_round)


def late_table(movement: Movement, at_round: int = 2) -> Repair:
    """Fit in two pairs that are late, at a new table.

    >>> from arrowswitch.movements import build
    >>> late_table(build("mitchell", tables=9, boards_per_round=3, rounds=9)).movement.name
    'Share-and-Relay Mitchell'
    """
    only_pairs(movement)
    if len(movement.contestants) % 2:
        raise ImpossibleWish(say("There is a half table: seat one of the two pairs there, and send the other home."))
    return at_a_new_table(movement, 2, at_round)


# -- the half table -------------------------------------------------------------------------------------------------


def at_the_half_table(movement: Movement, at_round: int = 1) -> Repair:
    """Seat the late pair at the half table, where it plays at once; the rounds before are lost.

    >>> from arrowswitch.movements import build
    >>> repair = at_the_half_table(build("mitchell", tables="6½"), 2)
    >>> repair.boards_to_adjust[0]
    ToAdjust(round=1, table=7, pair=13, boards=(25, 26, 27, 28), why='missed')
    """
    seats = seats_of(movement, *HALF_TABLES)
    if len(movement.contestants) % 2 == 0:
        raise ImpossibleWish(say("There is no half table in this movement."))
    if not 1 <= at_round <= movement.rounds:
        raise ImpossibleWish(say("The pair can begin in rounds 1 to {last}.", last=movement.rounds))
    pair = max(movement.contestants) + 1
    missing_ns = next((n for n in range(1, seats.tables + 1) if n not in seats.ns), None)
    missing_ew = next((n for n in range(1, seats.tables + 1) if n not in seats.ew), None)
    filled = replace(
        seats,
        ns=dict(seats.ns) | ({missing_ns: pair} if missing_ns else {}),
        ew=dict(seats.ew) | ({missing_ew: pair} if missing_ew and not missing_ns else {}),
    )
    label = f"NS {missing_ns}" if missing_ns else f"EW {missing_ew}"
    order = chain_order(movement, seats.tables)
    rows = sketch(seats.tables, _lines(movement, seats.tables), order.set_at)
    shared = (1, seats.tables) if order.chain.share else ()
    full = reseated(
        replace(
            movement,
            contestants=(*movement.contestants, pair),
            labels=dict(movement.labels) | ({pair: label} if movement.labels else {}),
            stationary=(*movement.stationary, pair) if missing_ns else movement.stationary,
            shares=(*movement.shares, shared) if shared else movement.shares,
        ),
        rows,
        filled,
    )
    lost = [m for m in full.meetings if m.round < at_round and pair in m.sides]
    missed = [ToAdjust(m.round, m.table, side, m.boards, "missed") for m in lost for side in m.sides]
    meetings = tuple(m for m in full.meetings if m not in lost)
    full = replace(full, meetings=meetings, sit_outs=sit_outs(full.contestants, full.rounds, meetings))
    texts = [
        say("Seat the late pair at the half table as {label}; it plays at once.", label=label),
        say("The late pair gets average minus and its opponents average plus on boards that it came too late for."),
        say("Nobody sits out any more; nothing else changes."),
    ]
    if shared:
        texts.append(say("Tables 1 and {last} share their boards from now on.", last=seats.tables))
    return finish(full, at_round, texts, "sit-out", missed=missed, no_longer=["sit-out"])


# -- no table -------------------------------------------------------------------------------------------------------


def as_a_rover(movement: Movement, at_round: int = 2) -> Repair:
    """The late pair roves: it waits for round 2 and then takes a North-South seat at another table each round.

    >>> from arrowswitch.movements import build
    >>> repair = as_a_rover(build("share-relay", tables=8))
    >>> repair.movement.name, repair.movement.entry, repair.boards_to_adjust, repair.repeated_meetings
    ('Rover Share-and-Relay', '8½', (), ())
    """
    seats = seats_of(movement, *HALF_TABLES)
    if len(movement.contestants) % 2:
        raise ImpossibleWish(say("There is a half table: the late pair goes there."))
    if at_round not in (1, 2) or movement.rounds < 2:
        raise ImpossibleWish(say("A late pair can begin to rove only during the first round."))
    tables, pair = seats.tables, max(movement.contestants) + 1
    numbers = {real: number for number, real in seats.ew.items()}
    _all_tables_play(movement, tables, numbers)
    rows = [
        SketchRow(m.round, m.table, m.table, numbers[next(p for p in m.sides if p in numbers)], m.boards[0])
        for m in movement.meetings
    ]
    course = next(rover.rover_courses(rows, tables, movement.rounds), None)
    if course is None:
        raise ImpossibleWish(
            say(
                "No rover gets through {rounds} here: a late pair must be sent home.",
                rounds=counted("rounds", movement.rounds),
            )
        )
    visits = dict(enumerate(course, 2))
    meetings = tuple(
        m if visits.get(m.round) != m.table else replace(m, ew=pair) if m.switched else replace(m, ns=pair)
        for m in movement.meetings
    )
    contestants = (*movement.contestants, pair)
    label = f"NS {tables + 1}"
    whole = replace(
        movement,
        name=say("Rover Share-and-Relay"),
        family=rover.FAMILY.name,
        contestants=contestants,
        meetings=meetings,
        sit_outs=sit_outs(contestants, movement.rounds, meetings),
        labels=dict(movement.labels) | {pair: label} if movement.labels else {},
    )
    texts = [
        say(
            "The late pair is {pair} and roves: it waits for round 2, then takes the seat of North-South at (round: table) "
            "{visits}.",
            pair=whole.label(pair),
            visits=", ".join(f"{number}: {table}" for number, table in visits.items()),
        ),
        say("North-South whose seats it takes sit out that round and then play on at the same table."),
        say("Everybody else and the boards move as planned."),
    ]
    return finish(whole, 2, texts, "sit-out")


def _all_tables_play(movement: Movement, tables: int, east_west: Container[int]) -> None:
    """A rover finds its way only where every table plays in every round, somebody of North-South against somebody of East-West."""
    for number in range(1, movement.rounds + 1):
        for table in range(1, tables + 1):
            there = movement.at.get((number, table))
            if there is None or not there.boards or sum(side in east_west for side in there.sides) != 1:
                raise ImpossibleWish(
                    say(
                        "At table {table} it is not North-South against East-West in round {round}: no manual lets a rover in there.",
                        table=table,
                        round=number,
                    )
                )


# -- a new table ----------------------------------------------------------------------------------------------------


def _lines(movement: Movement, tables: int) -> list[list[int]]:
    due = {i.occasion: i.after for i in movement.instructions}
    return east_west(tables, movement.rounds, skip_after=due.get("skip"), special_after=due.get("special"))


def relay_last(movement: Movement) -> Movement:
    """The same movement with the highest boards on the relay, so that a late pair can still be fitted in.

    >>> from arrowswitch.movements import build
    >>> relay_last(build("extended-mitchell", tables=10, boards=28)).relays[0].boards
    (27, 28)
    """
    seats = seats_of(movement, *HALF_TABLES)
    order = chain_order(movement, seats.tables)
    if not order.chain.relay:
        return movement
    middle, each = order.chain.middle, movement.boards_per_round
    last = order.chain.sets
    sets = (*range(1, middle + 1), last, *range(middle + 1, last))
    new = Order(order.chain, sets)
    changed = dict(zip(order.sets, sets, strict=True))
    board = {
        old: fresh
        for one, other in changed.items()
        for old, fresh in zip(boards_of_set(one, each), boards_of_set(other, each), strict=True)
    }
    meetings = tuple(replace(m, boards=tuple(board[b] for b in m.boards)) for m in movement.meetings)
    kept = tuple(i for i in movement.instructions if i.occasion != "layout")
    relays = new.relays(each)
    layout = (step(0, _where(relay), "layout") for relay in relays)
    return replace(movement, meetings=meetings, relays=relays, instructions=(*layout, *kept))


def _where(relay: Relay) -> Sentence:
    low, high = relay.between
    if high == 1:
        return say("Boards {boards} are the feed-ins beside table {table}.", boards=spans(relay.boards), table=low)
    return say(
        "Boards {boards} lie on a relay between tables {low} and {high}.",
        boards=spans(relay.boards),
        low=low,
        high=high,
    )


def _grown(order: Order) -> tuple[Order, Family]:
    """The chain with one more table, and its family: round 1 at the old tables stays as it is."""
    chain = order.chain
    tables = chain.tables + 1
    if tables % 2:  # the relay, if there is one, is taken out
        sets = tuple(one for one in order.sets if one not in order.relay_sets)
        sets = (*sets, max(order.sets) + 1) if len(sets) < tables else sets
        grown = Chain(tables, len(sets))
    else:
        middle = tables // 2
        extra = len(order.sets) - chain.tables
        if extra in (0, 2):  # a new relay set, or one of two sets of feed-ins; the other is taken out
            relay = max(order.sets) + 1 if not extra else order.feed_ins[0]
            sets = order.sets[: chain.tables]
            grown = Chain(tables, tables, relay=1, share=True)
        else:
            relay, sets = max(order.sets) + 1, order.sets
            grown = Chain(tables, len(sets) + 1, relay=1)
        sets = (*sets[:middle], relay, *sets[middle:])
    if grown.share:
        return Order(grown, sets), share_relay.FAMILY
    if len(sets) > tables:
        return Order(grown, sets), extended_mitchell.FAMILY
    return Order(grown, sets), mitchell.FAMILY


def at_a_new_table(movement: Movement, late: int = 1, at_round: int = 2) -> Repair:
    """A new highest table for one late pair (East-West, against a phantom) or two.

    >>> from arrowswitch.movements import build
    >>> repair = at_a_new_table(relay_last(build("extended-mitchell", tables=10, boards=28)))
    >>> repair.movement.entry, repair.movement.boards, repair.movement.relays
    ('10½', (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26), \
(Relay(between=(11, 1), sets=2, boards=(23, 24, 25, 26)),))
    """
    if has(movement.family, "share"):
        raise ImpossibleWish(say("Tables 1 and {last} share, so that no table can be added.", last=movement.tables))
    seats = seats_of(movement, *CHAINS)
    if len(movement.contestants) % 2:
        raise ImpossibleWish(say("There is a half table: the late pair goes there."))
    if at_round not in (1, 2) or movement.rounds < 2:
        raise ImpossibleWish(say("A table can only be added during the first round."))
    tables, each = seats.tables + 1, movement.boards_per_round
    before = chain_order(movement, seats.tables)
    order, family = _grown(before)
    turns_round = "special move" in family.traits
    complete = movement.rounds == len(before.sets)
    rounds = len(order.sets) if complete and turns_round else min(movement.rounds, len(order.sets))
    special = tables + (len(order.sets) - tables) // 2 if turns_round else None
    lines = east_west(tables, rounds, special_after=special)
    ew, ns = max(movement.contestants) + 1, max(movement.contestants) + 2
    new_seats = StartingNumbers(
        tables,
        dict(seats.ns) | ({tables: ns} if late == 2 else {}),
        dict(seats.ew) | {tables: ew},
        frozenset((r, t) for r, t in seats.turned if r <= rounds),
    )
    pairs = (ew, ns) if late == 2 else (ew,)
    labels = {ew: f"EW {tables}"} | ({ns: f"NS {tables}"} if late == 2 else {})
    relays = order.relays(each)
    shared = order.chain.share and late == 2
    base = replace(
        movement,
        name=family.title,
        family=family.name,
        contestants=(*movement.contestants, *pairs),
        rounds=rounds,
        labels=dict(movement.labels) | labels if movement.labels else {},
        stationary=(*movement.stationary, ns) if late == 2 else movement.stationary,
        relays=relays,
        shares=((1, tables),) if shared else (),
    )
    rows = sketch(tables, lines, order.set_at)
    if at_round == 2:
        rows = [row for row in rows if row.round > 1 or row.table < tables]
    whole = reseated(base, rows, new_seats)
    texts = _new_table_steps(before, order, whole, late, at_round, has(movement.family, "skip"))
    told = [step(1, text, "layout") for text in texts]
    if special and special < rounds:
        text = say(
            "Special move: East-West go to table {sum} minus their table number. Boards down one.", sum=tables + 1
        )
        told.append(step(special, text))
    return finish(whole, at_round, [], further=told, no_longer=["skip", "special", "layout", "share", "sit-out"])


def _new_table_steps(
    before: Order, order: Order, whole: Movement, late: int, at_round: int, skipped: bool
) -> list[Sentence]:
    tables, each = order.chain.tables, whole.boards_per_round
    texts = [
        say("Set up table {table} and seat the late pair there as East-West {table}.", table=tables)
        if late == 1
        else say("Set up table {table} and seat the late pairs there.", table=tables)
    ]
    out = sorted(set(before.sets) - set(order.sets))
    if out:
        boards = [board for number in out for board in boards_of_set(number, each)]
        texts.append(say("Take boards {boards} out of play.", boards=spans(boards)))
    if order.chain.share:
        texts.append(
            say("Table {table} has no boards of its own; it shares with table 1.", table=tables)
            if late == 2
            else say("Table {table} needs no boards.", table=tables)
        )
    else:
        boards = list(boards_of_set(order.set_at(tables, 1), each))
        texts.append(say("Put boards {boards} on table {table}.", boards=spans(boards), table=tables))
    texts += [_where(relay) for relay in whole.relays]
    if late == 1:
        texts.append(
            say(
                "There is no North-South {table}: East-West who come there sit out, the late pair in round 1.",
                table=tables,
            )
        )
    elif at_round == 2:
        texts.append(say("The late pairs begin in round 2."))
    if skipped:
        texts.append(say("There is no skip any more: East-West up one table, boards down one, to the end."))
    texts.append(say("It is now {name} with {entry} tables.", name=whole.name, entry=half(len(whole.contestants))))
    return texts
