"""A share and relay whose relay stood at the wrong table, or was forgotten.

One table off costs two meetings and no board when it is put right at half-time (NZ Club Directors Manual L1281-1301;
ACBL club director's notes L3641-3717; Busbridge directors' instructions L352-390).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from arrowswitch.movements.build import boards_of_set, wrap
from arrowswitch.movements.families.chain import east_west
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.repair.mitchell import StartingNumbers, reseated, seats_of, sketch
from arrowswitch.movements.repair.tools import Repair, check_round, finish, step
from arrowswitch.words import Sentence, say, spans


def relay_misplaced(movement: Movement, too: Literal["low", "high"], at_round: int | None = None) -> Repair:
    """The relay stood one table too low or too high; put right at half-time, or in the round when it was found.

    Until half-time nothing repeats, so play goes on as it is until then.

    >>> from arrowswitch.movements import build
    >>> repair = relay_misplaced(build("share-relay", tables=8, rounds=8), "low")
    >>> repair.boards_to_adjust, repair.repeated_meetings
    ((), ((4, 12, 2), (8, 16, 2)))
    """
    seats = seats_of(movement, "share")
    tables, rounds = seats.tables, movement.rounds
    half = tables // 2
    found = half + 1 if at_round is None else at_round
    if rounds <= half:
        raise ImpossibleWish(say("In so few rounds the relay's place does no harm: play on."))
    check_round(movement, found, first=2)
    start = max(found, half + 1)
    stood = half - 1 if too == "low" else half + 1

    def set_at(table: int, number: int) -> int:
        relay = stood if number < start else half
        if number >= start and (too, table) in {("low", tables), ("high", 1)}:
            table = table - 1 if too == "low" else 2
        return wrap(table + (table > relay) + number - 1, tables)

    lines = east_west(tables, rounds)
    passed = half if too == "low" else half + 1
    partner = tables if too == "low" else 1
    usual = start if too == "low" else tables
    sharing = (tables - 1, tables) if too == "low" else (1, 2)

    def repaired(exchange: int | None) -> Repair:
        rows = [
            row._replace(ns={passed: partner, partner: passed}.get(row.ns, row.ns)) if row.round == exchange else row
            for row in sketch(tables, lines, set_at)
        ]
        whole = replace(reseated(movement, rows, seats), shares=(*movement.shares, sharing), relays=())
        texts = [
            say(
                "Make the usual move, then put the relay between tables {low} and {high}.",
                low=half,
                high=half + 1,
            ),
            say("Exchange the boards on the relay with those on table {table}.", table=passed),
        ]
        if seats.ns.keys() >= set(sharing):  # otherwise nobody sits North-South at one of them
            values = {"one": sharing[0], "other": sharing[1], "last": tables}
            texts.append(
                say("From now on tables {one} and {other} share; tables 1 and {last} do not.", **values)
                if (1, tables) in movement.shares
                else say("From now on tables {one} and {other} share.", **values)
            )
        further = [step(exchange - 1, _exchanged(whole, seats, exchange, passed, partner))] if exchange else []
        return finish(whole, start, texts, "relay", further=further, no_longer=["layout", "share"])

    choices = (
        [usual, *(r for r in range(start, rounds + 1) if r != usual)] if usual <= rounds else range(start, rounds + 1)
    )
    return min(map(repaired, [None, *choices]), key=lambda r: (len(r.boards_to_adjust), len(r.repeated_meetings)))


def _exchanged(whole: Movement, seats: StartingNumbers, number: int, one: int, other: int) -> Sentence:
    """What the two North-South do for a round; where one of them is missing, the other goes to its table alone."""
    present = [each for each in (one, other) if each in seats.ns]
    if len(present) == 2:
        return say(
            "For round {round} only, North-South of tables {one} and {other} change places.",
            round=number,
            one=min(one, other),
            other=max(one, other),
        )
    (home,), (away,) = present, {one, other} - set(present)
    boards = whole.at[number, away].boards if (number, away) in whole.at else ()
    shares = [m.table for m in whole.by_round[number] if m.boards == boards and m.table != away]
    values = {"round": number, "home": home, "away": away}
    if shares:
        return say(
            "For round {round} only, North-South of table {home} play at table {away}, which shares with table {shares}; "
            "nobody plays at table {home}.",
            shares=shares[0],
            **values,
        )
    return say(
        "For round {round} only, North-South of table {home} play at table {away}; nobody plays at table {home}.",
        **values,
    )


def relay_forgotten(movement: Movement, at_round: int = 2) -> Repair:
    """There was no relay and one set was not in play; the highest boards go on it for round `at_round`.

    Noticed before the second round nothing is lost.

    >>> from arrowswitch.movements import build
    >>> relay_forgotten(build("share-relay", tables=8, rounds=8)).boards_to_adjust
    ()
    """
    seats = seats_of(movement, "share")
    check_round(movement, at_round, first=2)
    tables, half = seats.tables, seats.tables // 2
    usual = [wrap(place + at_round - 1, tables - 1) for place in range(1, tables)]
    order = [*usual[: half - 1], tables, usual[half - 1], *usual[half:]]

    def set_at(table: int, number: int) -> int:
        if number < at_round:
            return wrap((table if table < tables else 1) + number - 1, tables - 1)
        return order[(table + (table > half) - 1 + number - at_round) % tables]

    rows = sketch(tables, east_west(tables, movement.rounds), set_at)
    boards = boards_of_set(tables, movement.boards_per_round)
    texts = [
        say("Make the usual move, then put a relay between tables {low} and {high}.", low=half, high=half + 1),
        say(
            "Its boards are the highest ones, {boards}: they go to table {low} for this round, and the boards that came "
            "to table {low} go on the relay.",
            boards=spans(boards),
            low=half,
        ),
        say("Count the sets: {tables} are in play.", tables=tables),
    ]
    whole = replace(reseated(movement, rows, seats), relays=())
    return finish(whole, at_round, texts, "relay", no_longer=["layout"])
