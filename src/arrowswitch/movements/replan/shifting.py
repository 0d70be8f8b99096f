"""Ways that can be said in one sentence: in a round every moving pair, or every set of boards, goes so many tables further.

The skips, relays and exchanges of the manuals are of this kind. Where the pairs are in two lines, round after round that shift
of pairs and that shift of boards is taken which loses least, so that the whole room hears the same words.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from arrowswitch.movements.audit import two_lines
from arrowswitch.movements.model import Meeting
from arrowswitch.movements.replan.standing import NightStanding

MOST_SHIFTS = 24
"""Beyond so many tables only the nearest shifts are tried."""


def shifted(here: NightStanding) -> list[tuple[Meeting, ...]]:
    """The rest with shifts that lose little: pairs and boards may be shifted, only pairs, or only boards; they stay shifted.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.legal import made_legal
    >>> from arrowswitch.movements.replan.standing import round_not_moved, standing
    >>> stayed = round_not_moved(standing(build("mitchell", tables=7), 3), 3, people=False)
    >>> max(len(made_legal(stayed, way)) for way in shifted(stayed))
    28
    """
    night = here.night
    line = two_lines(night) if night.kind == "pairs" else None
    if line is None or here.come or not here.rounds:
        return []
    return [
        way for people, boards in ((True, True), (True, False), (False, True)) if (way := _way(here, people, boards))
    ]


def _way(here: NightStanding, people: bool, boards: bool) -> tuple[Meeting, ...]:
    seen: defaultdict[int, set[int]] = defaultdict(set)
    met: defaultdict[int, set[int]] = defaultdict(set)
    for (each, _half), boards_held in here.seen.items():
        seen[each] |= boards_held
    for meeting in here.past:
        met[meeting.ns].add(meeting.ew)
        met[meeting.ew].add(meeting.ns)
    gone = here.gone
    rest: list[Meeting] = []
    pairs_on = boards_on = 0
    for number in here.rounds:
        there = here.night.by_round.get(number, ())
        if not there:
            continue
        size = len(there)
        near = sorted(range(size), key=lambda n: min(n, size - n))[:MOST_SHIFTS]
        best: tuple[tuple[int, int, int], int, int] | None = None
        for a in near if people else (0,):
            for b in near if boards else (0,):
                on, off = (pairs_on + a) % size, (boards_on + b) % size
                loss = again = 0
                for place, meeting in enumerate(there):
                    ns, ew = meeting.ns, there[(place - on) % size].ew
                    held = there[(place + off) % size].boards
                    if ns in gone or ew in gone:
                        continue
                    mine, theirs = seen[ns], seen[ew]
                    loss += sum(board in mine or board in theirs for board in held)
                    again += ew in met[ns]
                harm = (loss, again, (a > 0) + (b > 0))
                if best is None or harm < best[0]:
                    best = (harm, on, off)
            if best and best[0] == (0, 0, 0):
                break
        assert best is not None  # noqa: S101 - there is at least the shift of nothing
        _, pairs_on, boards_on = best
        for place, meeting in enumerate(there):
            ew, held = there[(place - pairs_on) % size].ew, there[(place + boards_on) % size].boards
            rest.append(replace(meeting, ew=ew, boards=held))
            if meeting.ns not in gone and ew not in gone:
                for one, other in ((meeting.ns, ew), (ew, meeting.ns)):
                    seen[one].update(held)
                    met[one].add(other)
    return tuple(rest)
