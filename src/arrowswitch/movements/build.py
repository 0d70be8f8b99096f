"""From a sketch of sets and seats to a whole movement: numbering, boards, sit-outs, labels.

A family says who sits where with which *set*; the parts that every family shares are here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple, Required, TypedDict, Unpack

from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement, Relay, Side, SitOut
from arrowswitch.words import say


class SketchRow(NamedTuple):
    """One table in one round of a sketch; 0 means that nobody is there."""

    round: int
    table: int
    ns: int
    ew: int
    set: int


@dataclass(frozen=True, slots=True)
class Phantom:
    """The pair that is missing when there is a half table."""

    side: Side
    number: int


def boards_of_set(number: int, boards_per_round: int) -> tuple[int, ...]:
    """The boards of one set.

    >>> boards_of_set(3, 2)
    (5, 6)
    """
    first = (number - 1) * boards_per_round + 1
    return tuple(range(first, first + boards_per_round))


def boards_of_sets(sets: Iterable[int], boards_per_round: int) -> tuple[int, ...]:
    """The boards of several sets, set after set."""
    return tuple(board for number in sets for board in boards_of_set(number, boards_per_round))


def wrap(number: int, modulus: int) -> int:
    """A number brought back into 1..modulus.

    >>> wrap(8, 7), wrap(0, 7), wrap(-1, 7)
    (1, 7, 6)
    """
    return (number - 1) % modulus + 1


class SketchFacts(TypedDict, total=False):
    """What a movement has besides its seats; `Movement` tells what each is."""

    name: Required[str]
    family: Required[str]
    boards_per_round: Required[int]
    relays: Iterable[Relay]
    copies: int
    instructions: Iterable[Instruction]
    source: str
    card: str


def two_fields(
    rows: Iterable[SketchRow],
    *,
    phantom: Phantom | None = None,
    stationary: Iterable[int] = (),
    shares: Iterable[tuple[int, ...]] = (),
    **facts: Unpack[SketchFacts],
) -> Movement:
    """A movement whose NS and EW pairs have numbers of their own in the sketch; EW go on from the last NS number.

    `stationary` names NS numbers of the sketch.
    """
    seated = list(rows)
    missing_ns = phantom.number if phantom and phantom.side == "ns" else None
    missing_ew = phantom.number if phantom and phantom.side == "ew" else None
    ns_numbers = sorted({row.ns for row in seated if row.ns} - {missing_ns})
    ew_numbers = sorted({row.ew for row in seated if row.ew} - {missing_ew})
    if phantom and phantom.number not in {row.ns if phantom.side == "ns" else row.ew for row in seated}:
        raise ImpossibleWish(
            say("There is no pair {side} {number} to be missing.", side=phantom.side.upper(), number=phantom.number)
        )
    offset = ns_numbers[-1]
    numbered = [
        SketchRow(number, table, ns if ns != missing_ns else 0, ew + offset if ew and ew != missing_ew else 0, laid)
        for number, table, ns, ew, laid in seated
    ]
    stay = [number for number in stationary if number != missing_ns]
    labels = {number: f"NS {number}" for number in ns_numbers} | {n + offset: f"EW {n}" for n in ew_numbers}
    return replace(one_field(numbered, stationary=stay, shares=shares, **facts), winners=2, labels=labels)


def one_field(
    rows: Iterable[SketchRow],
    *,
    phantom: int | None = None,
    stationary: Iterable[int] = (),
    shares: Iterable[tuple[int, ...]] = (),
    **facts: Unpack[SketchFacts],
) -> Movement:
    """A movement whose pairs have one run of numbers (Howell, Hesitation), so that it has one winner."""
    seated = list(rows)
    contestants = tuple(sorted({n for row in seated for n in (row.ns, row.ew) if n and n != phantom}))
    if phantom is not None and phantom not in {n for row in seated for n in (row.ns, row.ew)}:
        raise ImpossibleWish(say("There is no pair {number} to be missing.", number=phantom))
    meetings: list[Meeting] = []
    waiting: dict[tuple[int, int], int] = {}
    for number, table, ns, ew, laid in seated:
        if ns and ew and phantom not in (ns, ew):
            meetings.append(Meeting(number, table, ns, ew, boards_of_set(laid, facts["boards_per_round"])))
            continue
        for alone in (ns, ew):
            if alone and alone != phantom:
                waiting[number, alone] = table
    rounds = max(row.round for row in seated)
    return Movement(
        name=facts["name"],
        family=facts["family"],
        kind="pairs",
        contestants=contestants,
        rounds=rounds,
        boards_per_round=facts["boards_per_round"],
        winners=1,
        meetings=tuple(sorted(meetings, key=attrgetter("round", "table"))),
        sit_outs=sit_outs(contestants, rounds, meetings, waiting),
        stationary=tuple(number for number in stationary if number != phantom),
        relays=tuple(facts.get("relays", ())),
        shares=truly_shared(shares, meetings),
        copies=facts.get("copies", 1),
        instructions=tuple(facts.get("instructions", ())),
        source=facts.get("source", ""),
        card=facts.get("card", ""),
    )


def truly_shared(shares: Iterable[tuple[int, ...]], meetings: Iterable[Meeting]) -> tuple[tuple[int, ...], ...]:
    """The groups, each without tables that never have the others' boards: a phantom may have made sharing needless."""
    boards: defaultdict[int, dict[int, frozenset[int]]] = defaultdict(dict)
    for meeting in meetings:
        boards[meeting.table][meeting.round] = frozenset(meeting.boards)

    def together(one: int, other: int) -> bool:
        return any(played & boards[other].get(number, frozenset()) for number, played in boards[one].items())

    found = (tuple(one for one in group if any(o != one and together(one, o) for o in group)) for group in shares)
    return tuple(group for group in found if group)


def sit_outs(
    contestants: Iterable[int],
    rounds: int,
    meetings: Iterable[Meeting],
    waiting: Mapping[tuple[int, int], int] | None = None,
    seated: Callable[[Meeting], Iterable[int]] = attrgetter("ns", "ew"),
) -> tuple[SitOut, ...]:
    """Everybody who has no meeting in a round, with the table where they wait, where it is known."""
    playing: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in meetings:
        playing[meeting.round].update(seated(meeting))
    everybody = set(contestants)
    return tuple(
        SitOut(number, contestant, (waiting or {}).get((number, contestant)))
        for number in range(1, rounds + 1)
        for contestant in sorted(everybody - playing[number])
    )
