"""Whatever is planned is made legal: nobody gets a board twice, nobody is at two tables, no board is where it cannot be.

A draft may hold anything. What cannot be is left out of it, round by round, so that every way to finish is legal by its making and
the search need only look for ways that lose little.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.movements.model import Meeting
from arrowswitch.movements.replan.standing import Body, NightStanding, bodies

Shares = tuple[tuple[int, ...], ...]


def made_legal(here: NightStanding, draft: Iterable[Meeting], shares: Shares = ()) -> tuple[Meeting, ...]:
    """The draft without what cannot be.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import round_not_moved, standing
    >>> mitchell = build("mitchell", tables=7)
    >>> len(made_legal(standing(mitchell, 3), mitchell.meetings))
    28
    >>> stayed = round_not_moved(standing(mitchell, 3), 3, people=False)  # the boards stayed, and come again now
    >>> len(made_legal(stayed, mitchell.meetings))
    21
    """
    left = tuple(sorted((m for m in draft if m.round in here.rounds), key=lambda each: (each.round, each.table)))
    while True:
        kept = _once(here, left, shares)
        kept = _whole_matches(here, kept) if here.night.kind == "teams" else kept
        if kept == left:
            return kept
        left = kept


def _once(here: NightStanding, draft: tuple[Meeting, ...], shares: Shares) -> tuple[Meeting, ...]:
    night = here.night
    seen: defaultdict[Body, set[int]] = defaultdict(set, {body: set(boards) for body, boards in here.seen.items()})
    present = set(here.here)
    partners = _partners(here, draft)
    taken: set[tuple[int, int]] = set()
    busy: set[tuple[int, Body]] = set()
    places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    sharing: defaultdict[int, set[int]] = defaultdict(set)
    for group in (*night.shares, *shares):
        for table in group:
            sharing[table].update(group)
    kept: list[Meeting] = []
    for meeting in draft:
        cast = bodies(night, meeting)
        couples = [tuple(sorted(night.members(side))) for side in meeting.sides] if night.kind == "individual" else []
        if (
            not present.issuperset(each for each, _ in cast)
            or len(set(cast)) < len(cast)
            or meeting.ns == meeting.ew
            or meeting.table in here.broken
            or (meeting.round, meeting.table) in taken
            or any((meeting.round, body) in busy for body in cast)
            or any(couple in partners for couple in couples)
        ):
            continue
        boards = [
            board
            for board in meeting.boards
            if board not in here.out
            and not any(board in seen[body] for body in cast)
            and _room(places[meeting.round, board], meeting.table, sharing, night.copies)
        ]
        boards = boards[: here.most or night.boards_per_round]
        together = [m for m in kept if m.round == meeting.round and m.boards == tuple(boards)]
        if not boards or len(together) >= len(boards) * night.copies:
            continue
        kept.append(replace(meeting, boards=tuple(boards)))
        taken.add((meeting.round, meeting.table))
        partners.update(couples)
        for board in boards:
            places[meeting.round, board].append(meeting.table)
        for body in cast:
            busy.add((meeting.round, body))
            seen[body].update(boards)
    return tuple(kept)


def _partners(here: NightStanding, draft: tuple[Meeting, ...]) -> set[tuple[int, ...]]:
    """Who were partners in an individual: they are not again, as long as there are others."""
    night = here.night
    if night.kind != "individual":
        return set()
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in (*here.past, *draft):
        for player in (each for side in meeting.sides for each in night.members(side)):
            rounds[player].add(meeting.round)
    if max(map(len, rounds.values()), default=0) >= len(night.contestants):
        return set()
    return {tuple(sorted(night.members(side))) for m in here.past for side in m.sides}


def _room(tables: list[int], table: int, sharing: dict[int, set[int]], copies: int) -> bool:
    """Whether a board can be at one more table: a copy is left, or the table shares with one that has it."""
    apart: list[int] = []
    for each in (*tables, table):
        if not any(each in sharing[other] for other in apart):
            apart.append(each)
    return len(apart) <= copies


def _whole_matches(here: NightStanding, draft: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
    """Of a match of teams both tables play a board, in whatever rounds; where one half of a team is not needed it waits."""
    halves: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for meeting in (*here.past, *draft):
        halves[meeting.ns, meeting.ew].update(meeting.boards)
    even = []
    for meeting in draft:
        other = halves[meeting.ew, meeting.ns]
        if boards := tuple(board for board in meeting.boards if board in other):
            even.append(replace(meeting, boards=boards))
    return tuple(even)
