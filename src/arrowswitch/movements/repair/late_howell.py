"""A pair arrives late at a Howell: it takes the phantom's place, or another pair stays where it sits.

The course of a Howell is fixed, so that nobody else's changes but for a sit-out (NZ Club Directors Manual L1498-1502).
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.audit import facts
from arrowswitch.movements.build import sit_outs
from arrowswitch.movements.catalogue import build
from arrowswitch.movements.model import ImpossibleWish, Meeting, Movement
from arrowswitch.movements.repair.tools import Repair, ToAdjust, check_round, finish, only_pairs, who
from arrowswitch.words import say, spans


def in_place_of_the_phantom(movement: Movement, at_round: int = 1) -> Repair:
    """Seat the late pair in a Howell with a half table; the rounds before are lost.

    >>> from arrowswitch.movements import build
    >>> repair = in_place_of_the_phantom(build("howell", tables="6½"), 2)
    >>> repair.movement.entry, [(one.round, one.pair) for one in repair.boards_to_adjust]
    ('7', [(1, 1), (1, 14)])
    """
    check_round(movement, at_round)
    full = build(
        movement.family,
        tables=(len(movement.contestants) + 1) // 2,
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        card=movement.card or None,
    )
    missing = sorted(set(full.contestants) - set(movement.contestants))
    turned = {
        (m.round, m.table)
        for m in full.meetings
        if (here := movement.at.get((m.round, m.table))) and here.switched != m.switched
    }
    if turned:
        full = full.switched(turned)
    if len(missing) != 1 or [m for m in full.meetings if missing[0] not in m.sides] != list(movement.meetings):
        raise ImpossibleWish(say("It cannot be told where the missing pair would sit in this movement."))
    (late,) = missing
    lost = [m for m in full.meetings if m.round < at_round and late in m.sides]
    meetings = tuple(m for m in full.meetings if m not in lost)
    missed = [ToAdjust(m.round, m.table, side, m.boards, "missed") for m in lost for side in m.sides]
    seat = next((m for m in full.by_round[at_round] if late in m.sides), None)
    texts = [
        say("The late pair is pair {pair} and goes to table {table}.", pair=late, table=seat.table)
        if seat
        else say("The late pair is pair {pair} and sits out the first round.", pair=late),
        say("The late pair gets average minus and its opponents average plus on boards that it came too late for."),
        say("Nothing else changes."),
    ]
    whole = replace(full, meetings=meetings, sit_outs=sit_outs(full.contestants, full.rounds, meetings))
    return finish(whole, at_round, texts, "sit-out", missed=missed, no_longer=["sit-out"])


def at_a_howell(
    movement: Movement, pair: int | None = None, at_round: int = 2, *, keep_numbers: bool = False
) -> Repair:
    """One pair stays where it sits under a new number; the late pair takes its number and its course from round 2.

    The manual names pair 2; another is taken where pair 2 would meet the same opponents again and again. With
    `keep_numbers` it is the late pair that gets the new number, so that nothing written before needs correcting.

    >>> from arrowswitch.movements import build
    >>> at_a_howell(build("howell", tables=5)).boards_to_adjust
    ()
    >>> five = build("howell", tables=5)
    >>> at_a_howell(five, keep_numbers=True).movement.by_round[1] == five.by_round[1]
    True
    """
    only_pairs(movement)
    if movement.winners != 1 or movement.rounds < 2 or len(movement.contestants) % 2:
        raise ImpossibleWish(say("This repair is for a Howell without a half table."))
    if at_round not in (1, 2):
        raise ImpossibleWish(say("A pair can join a full Howell only during the first round."))
    seated = {side for m in movement.meetings if m.round == 1 for side in m.sides}
    moving = [one for one in movement.contestants if one in seated and one not in movement.stationary]
    if not moving:
        raise ImpossibleWish(say("Nobody moves here, so that nobody can stay in place of the late pair."))
    if pair is not None and pair not in moving:
        raise ImpossibleWish(say("Pair {pair} does not move; name one of {pairs}.", pair=pair, pairs=spans(moving)))
    candidates = [pair] if pair is not None else sorted(moving, key=lambda one: one != 2)
    repair = min((_stays(movement, one, keep_numbers=keep_numbers) for one in candidates), key=_harm)
    before = sum(times - 1 for _, _, times in facts(movement).repeated)
    if _harm(repair) > (0, before, len(repair.sit_outs)):
        raise ImpossibleWish(
            say(
                "In this Howell no seat can be kept without the same opponents or boards coming again: send the late pair "
                "home, or start anew with {entry} tables.",
                entry=repair.movement.entry,
            )
        )
    return repair


def _harm(repair: Repair) -> tuple[int, int, int]:
    repeated = sum(times - 1 for _, _, times in repair.repeated_meetings)
    return len(repair.boards_to_adjust), repeated, len(repair.sit_outs)


def _stays(movement: Movement, pair: int, *, keep_numbers: bool) -> Repair:
    new = max(movement.contestants) + 1
    home = next(m for m in movement.by_round[1] if pair in m.sides)
    north_south = home.ns == pair
    meetings: list[Meeting] = []
    displaced: list[tuple[int, int]] = []
    for meeting in movement.meetings:
        if meeting.table == home.table:
            sitting = meeting.ns if north_south else meeting.ew
            if meeting.round > 1:
                displaced.append((meeting.round, sitting))
            meetings.append(replace(meeting, ns=new) if north_south else replace(meeting, ew=new))
        else:
            meetings.append(meeting)
    stays, late = (pair, new) if keep_numbers else (new, pair)
    if keep_numbers:
        change = {pair: new, new: pair}
        meetings = [replace(m, ns=change.get(m.ns, m.ns), ew=change.get(m.ew, m.ew)) for m in meetings]
        displaced = [(number, change.get(one, one)) for number, one in displaced]
    contestants = (*movement.contestants, new)
    whole = replace(
        movement,
        contestants=contestants,
        meetings=tuple(meetings),
        stationary=(*movement.stationary, stays),
        sit_outs=sit_outs(contestants, movement.rounds, meetings),
    )
    values = {"pair": who(movement, pair), "new": new, "table": home.table}
    texts = [
        say("Pair {pair} stays at table {table} to the end.", **values),
        say(
            "The late pair is pair {new}: it waits for round 2 and then follows the guide card of pair {pair}.",
            **values,
        ),
    ]
    if not keep_numbers:
        texts = [
            say(
                "Pair {pair} stays at table {table} to the end and is now pair {new}; correct its number in round 1.",
                **values,
            ),
            say("The late pair is pair {pair}: it waits for round 2 and then follows that pair's course.", **values),
        ]
    texts.append(
        say(
            "Whoever is due in pair {stays}'s seat sits out that round and then goes on as planned (round: pair): {who}.",
            stays=stays,
            who=", ".join(f"{number}: {late if one == late else who(movement, one)}" for number, one in displaced),
        )
    )
    return finish(whole, 2, texts)
