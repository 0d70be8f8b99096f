"""The laws of movements: a movement is proved legal here, or each of its faults is named.

What happens at the tables is asked in `faults`, what a movement says of itself in `promises`. What is legal but not
ideal (opponents missed or met twice, boards missed, sit-outs) is told as facts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from arrowswitch.movements import faults, promises
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.model import Movement


@dataclass(frozen=True)
class MovementFacts:
    """What a legal movement may still have: told, not judged."""

    opponents: Mapping[int, int]
    """How many different opponents each contestant meets."""
    repeated: tuple[tuple[int, int, int], ...]
    """Two contestants who meet more than once, and how often."""
    missed: tuple[tuple[int, int], ...]
    """Two contestants of opposite fields (in one field: any two) who never meet."""
    boards_missed: Mapping[int, tuple[int, ...]]
    sit_outs: Mapping[int, int]
    """How many rounds each contestant sits out, if any."""
    comparisons: Mapping[int, int]
    """How often each board is played."""
    stationary: tuple[int, ...]
    """Who in fact never changes table."""
    partners: Mapping[int, int] = field(default_factory=dict)
    """In an individual, how many different partners each player has."""


@dataclass(frozen=True)
class Audit:
    """The outcome: no faults means that the movement is proved legal."""

    faults: tuple[Fault, ...]
    facts: MovementFacts

    @property
    def legal(self) -> bool:
        return not self.faults


def audit(movement: Movement, *, mended: bool = False) -> Audit:
    """Prove a movement legal, or name its faults.

    A `mended` one is judged by what happens at the tables: full sets, fixed seats, relays and two winners were promised
    by a plan that no longer holds.

    >>> from arrowswitch.movements import build
    >>> audit(build("share-relay", tables=8)).legal
    True
    """
    checks = faults.CHECKS if mended else (*faults.CHECKS, *promises.CHECKS)
    return Audit(tuple(fault for check in checks for fault in check(movement)), facts(movement))


def facts(movement: Movement) -> MovementFacts:
    """The facts of a movement, legal or not."""
    met: dict[tuple[int, int], int] = {}
    played: dict[int, set[int]] = {contestant: set() for contestant in movement.contestants}
    times_played: Counter[tuple[int, ...]] = Counter()
    places: dict[int, set[int]] = {contestant: set() for contestant in movement.contestants}
    teams = movement.kind == "teams"
    together: dict[int, set[int]] = {}
    for meeting in movement.meetings:
        boards = meeting.boards
        times_played[boards] += 1
        ours, theirs = movement.members(meeting.ns), movement.members(meeting.ew)
        for ns, ew in product(ours, theirs):
            couple = (ns, ew) if ns < ew else (ew, ns)
            met[couple] = met.get(couple, 0) + 1
        for contestant in (*ours, *theirs):
            played.setdefault(contestant, set()).update(boards)
        for contestant in ours if teams else (*ours, *theirs):
            places.setdefault(contestant, set()).add(meeting.table)
        for side in (ours, theirs) if movement.kind == "individual" else ():
            for contestant in side:
                together.setdefault(contestant, set()).update(side)
    comparisons: Counter[int] = Counter()
    for boards, times in times_played.items():
        for board in boards:
            comparisons[board] += times
    usual = 2 if teams else 1  # a team match is two meetings, one at each table
    if movement.kind == "individual":  # two opponents in each round, who are met as often as need be
        usual = -(-2 * movement.rounds // (len(movement.contestants) - 1))
    everything = set(movement.boards)
    opponents: Counter[int] = Counter(contestant for couple in met for contestant in dict.fromkeys(couple))
    return MovementFacts(
        opponents={contestant: opponents[contestant] for contestant in movement.contestants},
        repeated=tuple((a, b, times) for (a, b), times in sorted(met.items()) if times > usual),
        missed=tuple(couple for couple in _could_meet(movement) if couple not in met),
        boards_missed={
            contestant: tuple(sorted(everything - played[contestant]))
            for contestant in movement.contestants
            if everything - played[contestant]
        },
        sit_outs=dict(sorted(Counter(sit_out.pair for sit_out in movement.sit_outs).items())),
        comparisons=dict(sorted(comparisons.items())),
        stationary=tuple(contestant for contestant in movement.contestants if len(places[contestant]) == 1),
        partners={contestant: len(found) - 1 for contestant, found in sorted(together.items())},
    )


def _could_meet(movement: Movement) -> list[tuple[int, int]]:
    """Every two who might meet: where the pairs fall into two lines, only one from each."""
    numbers = movement.contestants
    line = two_lines(movement) if movement.kind == "pairs" else None
    return [
        (a, b)
        for i, a in enumerate(numbers)
        for b in numbers[i + 1 :]
        if line is None or line.get(a, 0) != line.get(b, 1)
    ]


def never_meet(movement: Movement, told: MovementFacts) -> int:
    """Couples who are ranked together and never meet; with two winners, of opposite fields.

    Of one winner they include those of the same line, who cannot meet in any Mitchell, switched or not.

    >>> from arrowswitch.movements import build
    >>> mitchell, switched = build("mitchell", tables=7), build("mitchell", tables=7, switch="7")
    >>> never_meet(mitchell, facts(mitchell)), never_meet(switched, facts(switched))
    (0, 42)
    """
    if movement.kind != "pairs" or movement.winners == 2:
        return len(told.missed)
    count = len(movement.contestants)
    return (count * (count - 1) - sum(told.opponents.values())) // 2


def two_lines(movement: Movement) -> dict[int, int] | None:
    """Each pair's line, 0 or 1, when nobody meets a pair of its own line (a Mitchell, switched or not); else None."""
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        opponents[meeting.ns].add(meeting.ew)
        opponents[meeting.ew].add(meeting.ns)
    line: dict[int, int] = {}
    for start in sorted(opponents):
        if start in line:
            continue
        line[start] = 0
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for there in opponents[here]:
                if there not in line:
                    line[there] = 1 - line[here]
                    waiting.append(there)
                elif line[there] == line[here]:
                    return None
    return line
