"""Those who would wait meet each other: nobody else is troubled, and boards are only carried to them.

It is what a director does first when two pairs have gone: their opponents play each other, with boards that are new to both and
that neither is to play later.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

from arrowswitch.movements.model import Meeting
from arrowswitch.movements.replan.arranging import Draft, units
from arrowswitch.movements.replan.legal import made_legal
from arrowswitch.movements.replan.standing import NightStanding


def filled(here: NightStanding) -> Draft:
    """The plan, with everybody who would wait playing somebody else who would, where there are boards for them.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing, without
    >>> two_gone = without(standing(build("skip-mitchell", tables=8, rounds=7), 3), 3, 9)
    >>> len(filled(two_gone).meetings) > len(made_legal(two_gone, two_gone.planned))
    True
    """
    night = here.night
    rest = made_legal(here, here.planned, night.shares)
    if night.kind != "pairs":
        return Draft(rest, night.shares)
    north_south, east_west = here.lines
    had: defaultdict[int, set[int]] = defaultdict(set)
    for (each, _half), held in here.seen.items():
        had[each] |= held
    for meeting in rest:
        for side in meeting.sides:
            had[side].update(meeting.boards)
    met = {frozenset(m.sides) for m in (*here.past, *rest)}
    sets = [tuple(board for board in boards if board not in here.out) for boards in units(here)]
    found = list(rest)
    shares: list[tuple[int, ...]] = []
    for number in here.rounds:
        there = [m for m in found if m.round == number]
        playing = {side for m in there for side in m.sides}
        more = range(night.tables + 1, night.tables + 1 + len(here.come))
        tables = sorted({m.table for m in night.meetings}.union(more) - here.broken - {m.table for m in there})
        in_use = Counter(board for m in there for board in m.boards)
        idle = [each for each in here.here if each not in playing]
        offers = []
        for one, other in combinations(idle, 2):
            if here.two_fields and any({one, other} <= line for line in (north_south, east_west)):
                continue
            for laid in sets:
                if laid and not (had[one] | had[other]) & set(laid):
                    times = max(in_use[board] for board in laid) >= night.copies
                    if not times or len(laid) > 1:
                        offers.append((times, frozenset((one, other)) in met, one, other, laid))
        for shared, _again, one, other, boards in sorted(offers):
            if not tables or {one, other} & playing or (had[one] | had[other]) & set(boards):
                continue
            holders = [m.table for m in found if m.round == number and set(m.boards) & set(boards)]
            if len(holders) >= (2 if shared else 1) * night.copies:
                continue
            ns, ew = (
                (other, one) if one in east_west - north_south or other in north_south - east_west else (one, other)
            )
            home = next((m.table for m in here.planned if m.round == number and {one, other} & set(m.sides)), 0)
            table = home if home in tables else tables[0]
            tables.remove(table)
            found.append(Meeting(number, table, ns, ew, boards))
            playing |= {one, other}
            met.add(frozenset((one, other)))
            if shared:
                shares.append(tuple(sorted((*holders, table))))
            for side in (one, other):
                had[side].update(boards)
    return Draft(tuple(found), tuple(dict.fromkeys((*night.shares, *shares))))
