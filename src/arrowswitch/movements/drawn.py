"""Movements that grow: rounds that are drawn one after the other, as in a Swiss, a knockout or a league.

A draw says who meets whom; here it is given tables, boards and words. Teams play a match at two tables with the same boards, or three
of them one another as in a troika: over two draws, or in the two halves of one. Rounds that are there already are never touched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from arrowswitch.bridge import LAST_BOARD
from arrowswitch.movements.build import sit_outs
from arrowswitch.movements.model import (
    Draw,
    ImpossibleWish,
    Instruction,
    Kind,
    Meeting,
    Movement,
    RoundMatch,
)
from arrowswitch.words import Sentence, say, spans

FAMILY_NAME = "drawn"
MOST_TOLD = 12
"""So many matches of a round are read out; more are looked up on the list."""

Boards = tuple[int, ...]
Places = Sequence[tuple[tuple[int, ...], int | None]]
"""The sides of each match and its place in the room, 1 for the first; None for who sits out."""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A drawn round, ready to be added to a movement."""

    draw: Draw
    meetings: tuple[Meeting, ...]
    copies: int = 1
    shares: tuple[tuple[int, ...], ...] = ()
    instructions: tuple[Instruction, ...] = ()


# -- tables -----------------------------------------------------------------------------------------------------------


def placed(kind: Kind, places: Places, *, at_home: bool = False, part: int = 0) -> tuple[RoundMatch, ...]:
    """The matches of a draw with their tables.

    The match in place 3 has table 3 if it is one of pairs, tables 5 and 6 if it is one of teams. Teams that stay `at_home` have the
    table of their own number instead, to which the others' East-West come. A third team sits behind all others.

    >>> [match.tables for match in placed("teams", [((1, 4), 1), ((2, 3), 2), ((5,), None)])]
    [(1, 2), (3, 4), ()]
    >>> [match.tables for match in placed("teams", [((1, 4), 1), ((2, 3, 5), 2)], at_home=True)]
    [(1, 4), (2, 3, 5)]
    """
    behind = count(2 * max((place or 0 for _, place in places), default=0) + 1)

    def tables(sides: tuple[int, ...], place: int | None) -> tuple[int, ...]:
        if len(sides) == 1 or place is None:
            return ()
        if kind != "teams":
            return (place,)
        if at_home:
            return sides
        return 2 * place - 1, 2 * place, *(next(behind) for _ in sides[2:])

    return tuple(RoundMatch(sides, tables(sides, place), part if len(sides) > 2 else 0) for sides, place in places)


# -- a round ----------------------------------------------------------------------------------------------------------


def drawn_round(
    kind: Kind,
    number: int,
    matches: Iterable[RoundMatch],
    *,
    boards: int,
    before: Movement | None = None,
    copies: int | None = None,
    staying: Collection[int] = (),
) -> DrawnRound:
    """A round as it was drawn, with boards that nobody in it has played.

    All play the same boards, if there are `copies` enough of them; by itself there is one for every match. With fewer, tables share
    them, and where too many would, matches play different sets that go round. A team that is `staying` sits North-South where it was
    drawn; of all others, as few as can be change tables.

    >>> first = drawn_round("teams", 1, placed("teams", [((1, 4), 1), ((2, 3), 2)]), boards=6)
    >>> [(m.table, m.ns, m.ew, m.boards[0]) for m in first.meetings], first.shares
    ([(1, 1, 4, 1), (2, 4, 1, 1), (3, 2, 3, 1), (4, 3, 2, 1)], ((1, 2), (3, 4)))
    """
    drawn = tuple(matches)
    _check(kind, drawn, boards)
    playing = tuple(
        _turned(kind, match, before) if set(staying).isdisjoint(match.sides) or kind != "teams" else match
        for match in drawn
        if len(match.sides) == 2
    )
    three = tuple(match for match in drawn if len(match.sides) == 3)
    halved = any(match.part == 0 for match in three)
    first = before.rounds + 1 if before else 1
    half = boards // 2
    alone = (half if halved else boards) < 2  # two tables cannot share one board
    copies = None if alone else copies
    sets, shares = _sets(kind, playing, boards, before, copies)
    shares = () if alone else shares
    meetings: list[Meeting] = []
    for match, own in zip(playing, sets, strict=True):
        parts = (own[: boards - half], own[boards - half :]) if halved else (own,)
        for later, part in enumerate(parts):
            meetings += _match(kind, match, first + later, part)
    taken = {board for own in sets for board in own}
    for match in three:
        stacks = _stacks(match, half if match.part == 0 else boards, before, taken if copies else set(), sets)
        taken.update(*stacks)
        for later, step in enumerate((0, 1) if match.part == 0 else (match.part - 1,)):
            meetings += _three(match, first + later, step, stacks)
    draw = Draw(number, first, first + halved, drawn)
    ordered = tuple(sorted(meetings, key=lambda each: (each.round, each.table)))
    if any(board > LAST_BOARD for each in ordered for board in each.boards):
        raise ImpossibleWish(say("There are no boards above {last}.", last=LAST_BOARD))
    needed = _copies(ordered, shares)
    return DrawnRound(draw, ordered, max(copies or 1, needed), shares, tuple(_words(kind, draw, ordered, before)))


def _check(kind: Kind, matches: tuple[RoundMatch, ...], boards: int) -> None:
    sides = [side for match in matches for side in match.sides]
    twice = next((side for side in sides if sides.count(side) > 1), None)
    if twice is not None:
        raise ImpossibleWish(say("{who} is drawn twice in one round.", who=twice))
    tables = [table for match in matches for table in match.tables]
    taken = next((table for table in tables if tables.count(table) > 1), None)
    if taken is not None:
        raise ImpossibleWish(say("Two matches are drawn at table {table}.", table=taken))
    if all(len(match.sides) < 2 for match in matches):
        raise ImpossibleWish(say("Nobody plays in this round."))
    for match in matches:
        if not 1 <= len(match.sides) <= (3 if kind == "teams" else 2):
            raise ImpossibleWish(
                say("A match is between two teams, or three.")
                if kind == "teams"
                else say("A match is between two; whoever is left sits out.")
            )
        wanted = 0 if len(match.sides) == 1 else len(match.sides) if kind == "teams" else 1
        if len(match.tables) != wanted:
            versus = " v ".join(map(str, match.sides))
            raise ImpossibleWish(say("{match} has not the tables that it needs.", match=versus))
    parts = {match.part for match in matches if len(match.sides) == 3}
    if len(parts) > 1:
        raise ImpossibleWish(say("Three teams play one another in halves, or over two draws; not both in one round."))
    least = 2 if 0 in parts else 1
    if boards < least:
        raise ImpossibleWish(say("A match needs {least} or more boards, not {boards}.", least=least, boards=boards))


def _turned(kind: Kind, match: RoundMatch, before: Movement | None) -> RoundMatch:
    """The match with its sides in the order in which they sit: of pairs, North-South whoever has been there less; of teams, so that
    fewer change tables."""
    one, other = match.sides
    if before is None:
        return match
    if kind == "teams":
        at = {each.ns: each.table for each in before.by_round.get(before.rounds, ())}
        here, there = match.tables
        kept = (at.get(one) == here) + (at.get(other) == there)
        return match if kept >= (at.get(other) == here) + (at.get(one) == there) else _the_other_way(match)

    def north_south(number: int) -> tuple[int, int]:
        path = before.path(number) if before else ()
        sat = [1 if each.ns == number else -1 for each in path]
        return sum(sat), sat[-1] if sat else 0

    return match if north_south(one) <= north_south(other) else _the_other_way(match)


def _the_other_way(match: RoundMatch) -> RoundMatch:
    return replace(match, sides=match.sides[::-1])


def _match(kind: Kind, match: RoundMatch, number: int, boards: Boards) -> Iterator[Meeting]:
    one, other = match.sides
    yield Meeting(number, match.tables[0], one, other, boards)
    if kind == "teams":
        yield Meeting(number, match.tables[1], other, one, boards)


def _three(match: RoundMatch, number: int, step: int, stacks: Sequence[Boards]) -> Iterator[Meeting]:
    """A troika: each team is at home with the team before it, then with the team after it, on the boards that came from there."""
    for place, (table, home) in enumerate(zip(match.tables, match.sides, strict=True)):
        away, stack = ((place + 2) % 3, place) if step == 0 else ((place + 1) % 3, (place + 1) % 3)
        yield Meeting(number, table, home, match.sides[away], stacks[stack])


# -- boards -----------------------------------------------------------------------------------------------------------


def _had(before: Movement | None, sides: Iterable[int]) -> set[int]:
    """The boards that somebody has played."""
    who = set(sides)
    meetings = before.meetings if before else ()
    return {board for each in meetings if not who.isdisjoint(each.sides) for board in each.boards}


def _fresh(had: set[int], boards: int) -> Boards:
    """The lowest boards in a row of which none was played."""
    first = 1
    while clash := [board for board in range(first, first + boards) if board in had]:
        first = clash[-1] + 1
    return tuple(range(first, first + boards))


def _sets(
    kind: Kind, matches: tuple[RoundMatch, ...], boards: int, before: Movement | None, copies: int | None
) -> tuple[list[Boards], tuple[tuple[int, ...], ...]]:
    """The boards of every match, and the tables that share a copy of them."""
    tables = sorted(table for match in matches for table in match.tables)
    together = 2 if kind == "teams" else 1
    if copies is None:
        shares = tuple(tuple(sorted(match.tables)) for match in matches if len(match.tables) > 1)
        return [_fresh(_had(before, _everybody(matches)), boards)] * len(matches), shares
    sharing = max(-(-len(tables) // copies), together)
    sharing += sharing % together
    if sharing <= max(boards // 2, together):
        ordered = [table for match in sorted(matches, key=lambda each: each.tables) for table in match.tables]
        groups = [tuple(sorted(ordered[at : at + sharing])) for at in range(0, len(ordered), sharing)]
        shared = tuple(group for group in groups if len(group) > 1)
        return [_fresh(_had(before, _everybody(matches)), boards)] * len(matches), shared
    shares = tuple(tuple(sorted(match.tables)) for match in matches if len(match.tables) > 1)
    return _going_round(matches, boards, before, copies), shares


def _everybody(matches: Iterable[RoundMatch]) -> set[int]:
    return {side for match in matches for side in match.sides}


def _going_round(matches: tuple[RoundMatch, ...], boards: int, before: Movement | None, copies: int) -> list[Boards]:
    """A set for every match that is new to both: those that are there already as far as they go, then further ones."""
    known = sorted({each.boards for each in before.meetings if len(each.boards) == boards}) if before else []
    had = [_had(before, match.sides) for match in matches]
    chosen: dict[tuple[Boards, int], int] = {}

    def find(match: int, tried: set[tuple[Boards, int]]) -> bool:
        for own in known:
            for copy in range(copies if had[match].isdisjoint(own) else 0):
                if (own, copy) not in tried:
                    tried.add((own, copy))
                    if (own, copy) not in chosen or find(chosen[own, copy], tried):
                        chosen[own, copy] = match
                        return True
        return False

    for match in range(len(matches)):
        find(match, set())
    found = {match: own for (own, _), match in chosen.items()}
    used = set(before.boards) if before else set()
    left = [match for match in range(len(matches)) if match not in found]
    for at in range(0, len(left), copies):
        further = _fresh(used, boards)
        used.update(further)
        found |= dict.fromkeys(left[at : at + copies], further)
    return [found[match] for match in range(len(matches))]


def _stacks(
    match: RoundMatch, boards: int, before: Movement | None, taken: set[int], sets: Sequence[Boards]
) -> tuple[Boards, ...]:
    """The three sets with which three teams play one another; over two draws the same in the second."""
    if match.part == 2:
        return _begun(match, before)
    had = _had(before, match.sides) | taken
    stacks: list[Boards] = []
    if sets and not taken and had.isdisjoint(sets[0]):  # the boards of the others, as far as there are copies
        stacks = [sets[0][at : at + boards] for at in range(0, len(sets[0]), boards)]
        stacks = [stack for stack in stacks if len(stack) == boards][:3]
    while len(stacks) < 3:
        stacks.append(_fresh(had.union(*stacks), boards))
    return tuple(stacks)


def _begun(match: RoundMatch, before: Movement | None) -> tuple[Boards, ...]:
    """The sets on which three teams began, in the order of the teams."""
    last = before.draws[-1] if before and before.draws else None
    if before is None or last is None or not any(each.part == 1 and each.sides == match.sides for each in last.matches):
        raise ImpossibleWish(
            say(
                "{match} have not begun: three teams play one another over two draws.",
                match=" v ".join(map(str, match.sides)),
            )
        )
    home = {each.ns: each.boards for each in before.by_round[last.last] if each.ns in match.sides}
    return tuple(home[side] for side in match.sides)


def _copies(meetings: Iterable[Meeting], shares: Iterable[tuple[int, ...]]) -> int:
    """How many copies of a board are at the tables at once; those that share have one."""
    holder = {table: group[0] for group in shares for table in group}
    places: dict[tuple[int, int], set[int]] = {}
    for each in meetings:
        for board in each.boards:
            places.setdefault((each.round, board), set()).add(holder.get(each.table, each.table))
    return max(len(tables) for tables in places.values())


# -- words ------------------------------------------------------------------------------------------------------------


def _words(kind: Kind, draw: Draw, meetings: Sequence[Meeting], before: Movement | None) -> Iterator[Instruction]:
    after = draw.first - 1
    boards = {each.boards for each in meetings if each.round == draw.first}
    played = {board for each in meetings for board in each.boards}
    if not after:
        yield Instruction(
            "layout", 0, say("The rounds are drawn one after the other: the draw says where everybody sits.")
        )
        if kind == "teams":
            yield Instruction(
                "share", 0, say("The two tables of a match play the same boards and exchange them half-way.")
            )
    if len(boards) == 1:
        yield Instruction("layout", after, say("Boards {boards} are played at every table.", boards=spans(played)))
    yield Instruction("start" if not after else "move", after, _told(kind, draw))
    if draw.last > draw.first:
        yield Instruction(
            "move",
            draw.first,
            say("Half of the match is over. Stay where you are; where three teams play one another East-West move on."),
        )
    if not after:
        yield Instruction("move", 0, say("After each round: wait for the draw of the next one."))


def _told(kind: Kind, draw: Draw) -> Sentence:
    if len(draw.matches) > MOST_TOLD:
        return say("Round {number}: take your places as drawn.", number=draw.number)
    parts = {f"match{at}": _match_told(kind, match) for at, match in enumerate(draw.matches)}
    listed = "; ".join("{" + name + "}" for name in parts)
    return say("Round {number}: {matches}.", number=draw.number, matches=say(listed, **parts))


def _match_told(kind: Kind, match: RoundMatch) -> Sentence:
    if len(match.sides) == 1:
        return say("{who} sits out", who=match.sides[0])
    versus = " v ".join(map(str, match.sides))
    if kind != "teams":
        return say("{match} at table {table}", match=versus, table=match.tables[0])
    return say("{match} at tables {tables}", match=versus, tables=spans(match.tables))


# -- the movement -----------------------------------------------------------------------------------------------------


def begun(kind: Kind, name: str, drawn: DrawnRound, *, planned: int = 1, contestants: Iterable[int] = ()) -> Movement:
    """A movement with its first drawn round.

    >>> first = drawn_round("pairs", 1, placed("pairs", [((1, 4), 1), ((2, 3), 2)]), boards=4)
    >>> swiss = begun("pairs", "Swiss pairs", first, planned=5)
    >>> swiss.rounds, swiss.to_draw, swiss.contestants
    (1, 4, (1, 2, 3, 4))
    """
    empty = Movement(
        name=name,
        family=FAMILY_NAME,
        kind=kind,
        contestants=tuple(sorted(set(contestants))),
        rounds=0,
        boards_per_round=0,
        winners=1,
        meetings=(),
        planned=planned,
    )
    return added(empty, drawn)


def added(movement: Movement, drawn: DrawnRound) -> Movement:
    """The movement with one more drawn round; who is new has sat out before."""
    contestants = tuple(sorted({*movement.contestants, *_everybody(drawn.draw.matches)}))
    meetings = (*movement.meetings, *drawn.meetings)
    draws = (*movement.draws, drawn.draw)
    teams = movement.kind == "teams"
    return replace(
        movement,
        contestants=contestants,
        rounds=drawn.draw.last,
        boards_per_round=max(movement.boards_per_round, *(len(each.boards) for each in drawn.meetings)),
        meetings=meetings,
        sit_outs=sit_outs(contestants, drawn.draw.last, meetings),
        shares=tuple(dict.fromkeys((*movement.shares, *drawn.shares))),
        copies=max(movement.copies, drawn.copies),
        instructions=(*movement.instructions, *drawn.instructions),
        labels={number: f"Team {number}" for number in contestants} if teams else {},
        draws=draws,
        planned=max(movement.planned, len(draws)),
    )


def redrawn(movement: Movement, drawn: DrawnRound) -> Movement:
    """The movement with one of its rounds drawn anew; those before and after it stay as they are.

    >>> first = drawn_round("pairs", 1, placed("pairs", [((1, 2), 1), ((3, 4), 2)]), boards=4)
    >>> again = drawn_round("pairs", 1, placed("pairs", [((1, 3), 1), ((2, 4), 2)]), boards=4)
    >>> [m.ew for m in redrawn(begun("pairs", "Swiss", first), again).meetings]
    [3, 4]
    """
    draw = drawn.draw
    old = next(each for each in movement.draws if each.number == draw.number)
    later = old is not movement.draws[-1]
    if later and (draw.first, draw.last) != (old.first, old.last):
        raise ImpossibleWish(say("Later rounds have been drawn: round {number} keeps its length.", number=draw.number))
    without = replace(
        movement,
        meetings=tuple(each for each in movement.meetings if not old.first <= each.round <= old.last),
        instructions=tuple(each for each in movement.instructions if not old.first - 1 <= each.after < old.last),
    )
    night = added(without, drawn)
    rounds = max(movement.rounds if later else 0, draw.last)
    return replace(
        night,
        rounds=rounds,
        meetings=tuple(sorted(night.meetings, key=lambda each: (each.round, each.table))),
        sit_outs=sit_outs(night.contestants, rounds, night.meetings),
        instructions=tuple(sorted(night.instructions, key=lambda each: each.after)),
        draws=tuple(draw if each is old else each for each in movement.draws),
        planned=movement.planned,
    )


def up_to(movement: Movement, number: int) -> Movement | None:
    """The movement before a draw of that number was made; None if it was the first.

    >>> first = drawn_round("pairs", 1, placed("pairs", [((1, 2), 1), ((3, 4), 2)]), boards=4)
    >>> up_to(begun("pairs", "Swiss", first), 1) is None
    True
    """
    earlier = [each for each in movement.draws if each.number < number]
    if not earlier:
        return None
    last = earlier[-1].last
    return replace(
        movement,
        rounds=last,
        meetings=tuple(each for each in movement.meetings if each.round <= last),
        sit_outs=tuple(each for each in movement.sit_outs if each.round <= last),
        instructions=tuple(each for each in movement.instructions if each.after < last),
        draws=tuple(earlier),
    )
