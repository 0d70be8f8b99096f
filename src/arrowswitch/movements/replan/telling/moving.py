"""How people move otherwise than planned, in words: whole lines that go further or less far, and those who go elsewhere one by one.

Here it is also told apart whether all goes on as planned, whether whole lines are shifted, and what nobody plays.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from arrowswitch.movements.cards.announcements import special_moves
from arrowswitch.movements.cards.moves import paths, side_move
from arrowswitch.movements.model import Meeting, Occasion
from arrowswitch.movements.replan.displaced import Displaced, displaced
from arrowswitch.movements.replan.standing import NightStanding
from arrowswitch.words import Sentence, say

FEW = 8
"""So many changes of a round are named one by one; with more, everybody looks at the pad or the card."""


def goes_on(here: NightStanding, rest: Iterable[Meeting]) -> bool:
    """Whether nothing is otherwise than planned but what falls out."""
    planned = {(m.round, m.table): m for m in here.planned}
    return all(
        (was := planned.get((m.round, m.table))) and was.sides == m.sides and set(m.boards) <= set(was.boards)
        for m in rest
    )


def nobody_plays(here: NightStanding, rest: Iterable[Meeting]) -> tuple[int, ...]:
    """The rounds before the last in which there is nothing left to play.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> seven = standing(build("mitchell", tables=7), 3)
    >>> nobody_plays(seven, [m for m in seven.planned if m.round != 5])
    (5,)
    """
    there = {m.round for m in rest}
    return tuple(number for number in here.rounds if number < max(there, default=0) and number not in there)


def shifts(here: NightStanding, rest: tuple[Meeting, ...]) -> list[tuple[int, Sentence]] | None:
    """The words for whole lines that are shifted; none where it is otherwise."""
    if here.night.kind != "pairs" or here.come:
        return None
    by_round: defaultdict[int, dict[int, Meeting]] = defaultdict(dict)
    for m in rest:
        by_round[m.round][m.table] = m
    told: list[tuple[int, Sentence]] = []
    aside = displaced(here)
    at_once = {board for m in rest if m.round == here.played + 1 for board in m.boards}
    if any(board in aside.boards - at_once for m in rest for board in m.boards):
        return None  # they are brought later, by name
    before = (aside.people_by, aside.boards_by)
    for number in sorted(by_round):
        there = here.night.by_round.get(number, ())
        size = len(there)
        at_east = {m.ew: place for place, m in enumerate(there)}
        of_board = {board: place for place, m in enumerate(there) for board in m.boards}
        people: set[int] = set()
        boards: set[int] = set()
        for place, was in enumerate(there):
            now = by_round[number].get(was.table)
            if now is None:
                continue
            if now.ns != was.ns or now.ew not in at_east or any(board not in of_board for board in now.boards):
                return None
            people.add((place - at_east[now.ew]) % size)
            boards.update((of_board[board] - place) % size for board in now.boards)
        if len(people) > 1 or len(boards) > 1 or not set(by_round[number]) <= {m.table for m in there}:
            return None
        shift = (people.pop(), boards.pop())
        if shift != before:
            people_on = (shift[0] - before[0] + _further(here, number - 1)) % size
            told.append((number - 1, shift_told(number, people_on, (shift[1] - before[1]) % size, size)))
        before = shift
    if not told and not goes_on(here, rest):
        told.append((here.played, say("From where they are now everybody and all boards move as usual.")))
    elif told:
        rounds = say(
            "{some} and {last}", some=", ".join(str(after + 1) for after, _ in told[:-1]), last=told[-1][0] + 1
        )
        when = rounds if len(told) > 1 else told[0][0] + 1
        text = (
            say("After that everybody and all boards move on as usual.")
            if [after for after, _ in told] == [here.played]
            else say(
                "Everybody and all boards move as usual, but for what is said before rounds {rounds}.", rounds=when
            )
            if len(told) > 1
            else say("Everybody and all boards move as usual, but for what is said before round {rounds}.", rounds=when)
        )
        told.append((here.played, text))
        told += back(here, rest, aside)
    return told


def catching_up(here: NightStanding, rest: Iterable[Meeting], aside: Displaced) -> Iterator[tuple[int, Sentence]]:
    """What brings the line and the boards to where the plan has them; a skip of people alone is told as such."""
    occasion, _ = specials(here, (*here.past, *rest)).get(here.played, ("move", None))
    if aside.boards_by or (aside.people_by and occasion != "skip"):
        further = (_further(here, here.played) - aside.people_by) % aside.tables
        yield here.played, shift_told(here.played + 1, further, -aside.boards_by % aside.tables, aside.tables)


def _further(here: NightStanding, after: int) -> int:
    """So many tables further than usual East-West move by the plan after a round: 1 for a skip."""
    plan = here.plan or here.night
    steps: dict[int, int] = {}
    for number, rows in plan.by_round.items():
        following = {m.ew: place for place, m in enumerate(plan.by_round.get(number + 1, ()))}
        moves = Counter((following[m.ew] - place) % len(rows) for place, m in enumerate(rows) if m.ew in following)
        if moves:
            steps[number] = moves.most_common(1)[0][0]
    usual = Counter(steps.values()).most_common(1)
    return (steps[after] - usual[0][0]) if after in steps else 0


def _comes_back(here: NightStanding, rest: Iterable[Meeting], aside: Displaced) -> dict[tuple[int, int], Meeting]:
    """Where those sit next who sat elsewhere: they do not come there by the usual move."""
    found: dict[tuple[int, int], Meeting] = {}
    for m in sorted(rest, key=lambda each: each.round):
        for seat, side in enumerate(m.sides):
            who = (side, seat if here.night.kind == "teams" else 0)
            if who in aside.who:
                found.setdefault(who, m)
    return found


def back(here: NightStanding, rest: Iterable[Meeting], aside: Displaced) -> Iterator[tuple[int, Sentence]]:
    """Where those go who sat elsewhere, if all goes on as planned."""
    by_round: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for (side, _half), m in _comes_back(here, rest, aside).items():
        by_round[m.round].append((side, m.table, m.sides.index(side)))
    for number, seats in sorted(by_round.items()):
        if len(seats) > FEW:
            text = say(
                "For round {round} do not go by where you sit now: look at your table's pad or your card, which says where you "
                "sit.",
                round=number,
            )
        else:
            text = elsewhere(here, number, sorted(seats, key=lambda each: each[1:]))
        yield number - 1, text


def elsewhere(here: NightStanding, number: int, seats: Iterable[tuple[int, int, int]]) -> Sentence:
    where = ", ".join(
        str(
            say(
                "{who} to table {table} {side}",
                who=here.whole.label(side),
                table=table,
                side="EW" if seat else "NS",
            )
        )
        for side, table, seat in seats
    )
    return say("For round {round} these go elsewhere: {seats}.", round=number, seats=where)


def specials(here: NightStanding, meetings: Iterable[Meeting]) -> Mapping[int, tuple[Occasion, Sentence | None]]:
    """The skips and the like of an evening with these meetings."""
    if here.night.draws or here.night.kind != "pairs":
        return {}
    night = replace(here.night, meetings=tuple(meetings), instructions=())
    whole = paths(night)
    # Where people go here and there they are named, or look at what they have
    return {
        after: each
        for after, each in special_moves(night).items()
        if all(side_move(night, whole, side, after).kind != "arrows" for side in ("ns", "ew"))
    }


def shift_told(number: int, people: int, boards: int, size: int) -> Sentence:
    if not people and not boards:
        return say("For round {round}, counted in tables: everybody and all boards move as usual.", round=number)
    back, up = size - people, size - boards
    texts = []
    if people:
        texts.append(
            say("East-West go {n} further up than usual", n=people)
            if people <= back
            else say("East-West go {n} less far up than usual", n=back)
        )
    if boards:
        texts.append(
            say("the boards go {n} further down than usual", n=boards)
            if boards <= up
            else say("the boards go {n} less far down than usual", n=up)
        )
    what = texts[0] if len(texts) == 1 else say("{one}, and {other}", one=texts[0], other=texts[1])
    return say("For round {round}, counted in tables: {what}.", round=number, what=what)
