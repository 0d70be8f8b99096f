"""What to say to the room, now and before the rounds to come: one or two sentences at a time.

How people and lines move is worded in `moving`, which boards are carried in `carrying`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from arrowswitch.movements.model import Instruction, Meeting
from arrowswitch.movements.replan.displaced import Displaced, displaced
from arrowswitch.movements.replan.standing import NightStanding
from arrowswitch.movements.replan.telling.carrying import brought, kept_until, tables_of, to_bring
from arrowswitch.movements.replan.telling.moving import (
    FEW,
    back,
    catching_up,
    elsewhere,
    goes_on,
    nobody_plays,
    shift_told,
    shifts,
    specials,
)
from arrowswitch.words import Sentence, say, say_count, spans

INSTEAD = ("From round {round} on do not move", "For round {round}, counted")
"""How the sentences begin that tell everybody's move themselves."""
BEFORE_A_ROUND = (
    "For round {round} these go",
    "Round {round}: {who} sit",
    "Round {round}: tables",
    "Boards of round {round}",
)
"""How the sentences begin that are said before one round, and hold as long as it stays as it is."""


def instructions(
    here: NightStanding,
    rest: tuple[Meeting, ...],
    shares: Iterable[tuple[int, ...]] = (),
    more: Iterable[Instruction] = (),
) -> tuple[Instruction, ...]:
    """What is said after which round, with what else there is to say; first of all what is said now."""
    if not rest:  # nobody moves any more
        return (*_ended(here), *more)
    found = [Instruction("special", after, text) for after, text in _told(here, rest)]
    found += more
    found = [*_moves_of_all(here, rest, found), *found]
    groups = tuple(shares)
    found += [
        Instruction("share", number - 1, text) for number in here.rounds for text in _shared(number, rest, groups)
    ]
    found += _still_true(here, rest)
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.after))


def _ended(here: NightStanding) -> Iterator[Instruction]:
    if here.played:
        yield Instruction("special", here.played, say("Round {round} is the last.", round=here.played))


def _moves_of_all(here: NightStanding, rest: tuple[Meeting, ...], told: Iterable[Instruction]) -> Iterator[Instruction]:
    """The skips and other moves of the whole room that are due where something else is told, and would be forgotten beside it.

    They follow from where people really sit: after a forgotten skip everybody skips before going on as planned.
    """
    aside = displaced(here)
    # Now it follows from where they sit; later, whoever is not named does what the plan has everybody do
    moves = {
        **specials(here, (here.plan or here.night).meetings),
        **{after: each for after, each in specials(here, (*here.past, *rest)).items() if after == here.played},
    }
    otherwise = {each.after for each in told if each.text.template.startswith(INSTEAD)}
    moments = {each.after for each in told}
    if not any(each.text.template.startswith(INSTEAD[0]) for each in told):
        moments |= {after for after in moves if here.played < after < max((m.round for m in rest), default=0)}
    for after in sorted(moments - otherwise):
        occasion, text = moves.get(after, ("move", None))
        # Who sat wrongly is told where to go; only a skip says the same in fewer words
        if text and (occasion == "skip" or after > here.played or not (aside.people_by or aside.who)):
            yield Instruction(occasion, after, text)


def _still_true(here: NightStanding, rest: Iterable[Meeting]) -> Iterator[Instruction]:
    """What an earlier plan of this evening has to say before rounds that stay as they are."""
    coming = {(m.round, m.table, m.sides) for m in rest}
    for each in here.night.instructions:
        there = {(m.round, m.table, m.sides) for m in here.planned if m.round == each.after + 1}
        same = {seats for seats in coming if seats[0] == each.after + 1}
        if there == same != set() and each.text.template.startswith(BEFORE_A_ROUND):
            yield each


def _shared(number: int, rest: Iterable[Meeting], groups: Iterable[tuple[int, ...]]) -> Iterator[Sentence]:
    """Which tables share which boards in a round, where they did not before."""
    found: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for board, tables in tables_of(number, rest).items():
        if len(tables) > 1 and any(set(tables) <= set(group) for group in groups):
            found[tuple(sorted(tables))].append(board)
    for together, boards in sorted(found.items()):
        yield say(
            "Round {round}: tables {tables} share boards {boards}.",
            round=number,
            tables=spans(together),
            boards=spans(boards),
        )


def _told(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    now, night = here.played, here.night
    last = max((m.round for m in rest), default=now)
    aside = displaced(here)
    if goes_on(here, rest):
        yield from catching_up(here, rest, aside)
        yield from back(here, rest, aside)
        yield from kept_until(here, rest)
        due = [m for m in here.planned if m.round <= last]
        usual = [m for m in due if not here.gone & set(night.seated(m))]
        most = here.most or night.boards_per_round
        if len(rest) == len(usual) and sum(len(m.boards) for m in rest) == sum(min(len(m.boards), most) for m in usual):
            waits = len(due) > len(usual)
            yield now, say("Go on as planned; who has no opponents waits.") if waits else say("Go on as planned.")
        else:
            yield now, say("Go on as planned, and leave out the boards that the list names; who has none waits.")
    elif (moved := shifts(here, rest)) is not None:
        yield from moved
    elif displaced(here) == Displaced() and not here.lying and (instead := _instead(here, rest)):
        for table, new in sorted(instead.items()):
            yield (
                now,
                say(
                    "Table {new} stands in place of table {table} from now on: who and what would go to table {table} goes to table {new}, "
                    "and on from there as from table {table}.",
                    new=new,
                    table=table,
                ),
            )
        yield now, say("Everybody and all boards else move as usual.")
    else:
        yield from _changes(here, rest)
    for number in nobody_plays(here, rest):
        text = say(
            "Nobody plays round {round}: go on with round {following} at once.", round=number, following=number + 1
        )
        yield now, text
        if number - 1 > now:
            yield number - 1, text
    if here.most:
        yield now, say_count("Play only {n} board in each round.", "Play only {n} boards in each round.", here.most)
    if last < night.rounds:
        yield now, say("Round {round} is the last.", round=last)


def _instead(here: NightStanding, rest: tuple[Meeting, ...]) -> dict[int, int]:
    """The new tables for the broken ones, if all else is as planned; nothing if anything is otherwise."""
    at = {(m.round, side, seat): m.table for m in rest for seat, side in enumerate(m.sides)}
    found = {
        m.table: at.get((m.round, m.ns, 0), 0)
        for m in here.planned
        if m.round in here.rounds and m.table in here.broken
    }
    there = tuple(
        sorted(
            (replace(m, table=found.get(m.table, m.table)) for m in here.planned if m.round in here.rounds),
            key=lambda each: (each.round, each.table),
        )
    )
    return found if 0 not in found.values() and there == rest else {}


def _sitting_out(number: int, who: list[str]) -> Sentence:
    if len(who) == 1:
        return say("Round {round}: {who} sits out.", round=number, who=who[0])
    return say("Round {round}: {who} sit out.", round=number, who=", ".join(who))


def _changes(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    night, aside = here.night, displaced(here)
    away = set(aside.who)  # who sat elsewhere before, and comes to no seat by the usual move
    where = {(m.round, side, seat): m.table for m in here.planned for seat, side in enumerate(m.sides)}
    label = here.whole.label
    many = False
    due = to_bring(here, rest)
    said: list[tuple[int, Sentence]] = []
    later: list[tuple[int, Sentence]] = []
    for number in here.rounds:
        meetings = [m for m in rest if m.round == number]
        moved = []
        for m in meetings:
            for seat, side in enumerate(m.sides):
                who = (side, seat if night.kind == "teams" else 0)
                usual = where.get((number, side, seat)) == m.table
                if not usual or who in away:
                    moved.append((side, m.table, seat))
                if usual:
                    away.discard(who)
                else:
                    away.add(who)
        boards = due[number]
        if boards and number > here.played + 1:
            later.append((number - 1, brought(number, ((m.table, m.boards) for m in boards))))
        playing = {each for m in meetings for each in night.seated(m)}
        idle = [
            each
            for each in here.here
            if meetings
            and each not in playing
            and any(each in night.seated(m) for m in here.planned if m.round == number)
        ]
        if len(moved) > FEW or night.kind == "individual":
            many = True
            continue
        if moved:
            said.append((number - 1, elsewhere(here, number, moved)))
        if idle:
            said.append((number - 1, _sitting_out(number, list(map(label, idle)))))
    if many:
        yield (
            here.played,
            say(
                "From round {round} on do not move as before: before each round look at your table's pad or your new card, "
                "which says where you sit and with which boards.",
                round=here.played + 1,
            ),
        )
        if aside.boards_by:
            yield here.played, shift_told(here.played + 1, 0, -aside.boards_by % aside.tables, aside.tables)
        yield here.played, say("Boards move as before; the director brings those that do not come by themselves.")
        yield from later
        return
    yield from catching_up(here, rest, aside)
    said += later
    if said:
        yield (
            here.played,
            say("Everybody moves as before, but for those whom I name now and before the rounds to come."),
        )
    yield from said
