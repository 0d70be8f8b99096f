"""What to say to the room, and which boards to carry where: one or two sentences, and a list for the director's hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from arrowswitch.movements.cards.announcements import special_moves
from arrowswitch.movements.model import Instruction, Meeting, Movement, Occasion
from arrowswitch.movements.replan.displaced import Displaced, displaced
from arrowswitch.movements.replan.standing import NightStanding
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
FEW = 8
"""So many changes of a round are named one by one; with more, everybody looks at the pad or the card."""


class Carry(NamedTuple):
    """Boards to carry before the next round; the table that they lie at is 0 where nobody knows.

    Table 0 is none: they are in the way, and are kept until somebody plays them again.
    """

    boards: tuple[int, ...]
    lie: int
    table: int
    until: tuple[int, int] = (0, 0)
    """The round and the table where boards that are kept are played again; 0 and 0 if they are not."""


def carries(here: NightStanding, rest: Iterable[Meeting]) -> tuple[Carry, ...]:
    """The boards that do not come to their tables by the usual move.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> three = standing(build("mitchell", tables=3), 1)
    >>> one, two, *others = three.planned
    >>> for each in carries(three, [replace(one, boards=two.boards), replace(two, boards=one.boards)]):
    ...     print(carry_told(each))
    Carry boards 19-27 from table 3 to table 1.
    Boards 10-18 stay on table 2.
    """
    first = here.played + 1
    planned = {(board, m.table) for m in here.planned if m.round == first for board in m.boards}
    moved = dict(here.lying)
    astray = displaced(here).boards - moved.keys()
    left = {board for m in here.past if m.round == here.played for board in m.boards}
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    coming = tuple(rest)
    together = not goes_on(here, coming) and _shifts(here, coming) is not None
    for board, tables in {**_left_lying(here, coming, {*astray, *moved}), **_tables(first, coming)}.items():
        # What was not in play in the last round has moved on since, to a relay or past an empty table
        lie = here.lies.get(board, 0) if board in left or board in moved or not here.played else 0
        usual = together or any((board, table) in planned for table in tables)
        # The usual move would take away what lies right already
        if board in astray or board in moved or not usual:
            # Of tables that share one gets the boards, and the others come by them there
            found[lie, lie if lie in tables else min(tables)].append(board)
    to_tables = [Carry(tuple(sorted(boards)), *place) for place, boards in sorted(found.items(), key=lambda e: e[0][1])]
    carried = {board for boards in found.values() for board in boards}
    return (*(() if together else _in_the_way(here, coming, carried)), *to_tables)


def _in_the_way(here: NightStanding, rest: tuple[Meeting, ...], carried: Collection[int]) -> list[Carry]:
    """Boards that nobody plays in the next round, and that the usual move brings to a wrong relay, or to a table of others."""
    if not here.played:
        return []
    first, plan, aside, moved = here.played + 1, here.plan or here.night, displaced(here), dict(here.lying)
    now, due, arrives = _tables(first, rest), _tables(first, plan.meetings), _usual_way(plan, here.played)
    last = {board for m in here.past if m.round == here.played for board in m.boards}
    found: defaultdict[tuple[int, tuple[int, int]], list[int]] = defaultdict(list)
    for board in sorted({*last, *moved, *aside.boards} - {*now, *carried, *here.out}):
        if aside.boards_by and board not in aside.boards and board not in moved:
            continue  # it goes with the others where the plan has it
        # What never came to its table waits on a relay still, though the plan has it on another
        lie = here.lies.get(board, 0) if board in last or board in moved else 0
        elsewhere = board in aside.boards or board in moved
        with_others = (elsewhere and board not in due) or [
            table
            for table in ({lie} if board in moved else arrives.get(lie, {lie})) - {0}
            if table not in due.get(board, ()) or not _of_the_set(board, table, due, now)
        ]
        if with_others:
            again = min(((m.round, m.table) for m in rest if board in m.boards), default=(0, 0))
            if lie or again[0]:
                found[lie, again].append(board)
    return [Carry(tuple(boards), lie, 0, again) for (lie, again), boards in sorted(found.items())]


def _of_the_set(board: int, table: int, due: Mapping[int, list[int]], now: Mapping[int, list[int]]) -> bool:
    """Whether a table that is due to have a board has others of its set, or none at all."""
    there = {each for each, tables in now.items() if table in tables}
    return not there or any(table in due.get(each, ()) for each in there)


def _usual_way(plan: Movement, number: int) -> Mapping[int, set[int]]:
    """Where boards go from each table after a round, as the cards on the tables say; 0 is a relay."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    following = _tables(number + 1, plan.meetings)
    for board, tables in _tables(number, plan.meetings).items():
        for table in tables:
            found[table].update(following.get(board, [0]))
    return found


def _left_lying(here: NightStanding, rest: tuple[Meeting, ...], astray: Collection[int]) -> dict[int, list[int]]:
    """Boards astray that are not played in the next round: they go to their tables of the plan, from where the usual move leads on."""
    if not goes_on(here, rest):
        return {}
    return {board: tables for board, tables in _tables(here.played + 1, here.planned).items() if board in astray}


def carry_told(carry: Carry) -> Sentence:
    """One thing to carry, in words."""
    values = {"boards": spans(carry.boards), "lie": carry.lie, "table": carry.table}
    if not carry.table:
        round_number, table = carry.until
        if not round_number:
            return say("Take boards {boards} away from table {lie}: nobody plays them again.", **values)
        return say(
            "Take boards {boards} away from table {lie}, and keep them: table {table} plays them next, in round {round}."
            if carry.lie
            else "Take boards {boards} from the relay, and keep them: table {table} plays them next, in round {round}.",
            boards=spans(carry.boards),
            lie=carry.lie,
            table=table,
            round=round_number,
        )
    if carry.lie == carry.table:
        return say("Boards {boards} stay on table {table}.", **values)
    if carry.lie:
        return say("Carry boards {boards} from table {lie} to table {table}.", **values)
    return say("Lay boards {boards} on table {table}.", **values)


def instructions(
    here: NightStanding,
    rest: tuple[Meeting, ...],
    shares: Iterable[tuple[int, ...]] = (),
    more: Iterable[Instruction] = (),
) -> tuple[Instruction, ...]:
    """What is said after which round, with what else there is to say; first of all what is said now."""
    found = [Instruction("special", after, text) for after, text in _told(here, rest)]
    found += more
    found = [*_moves_of_all(here, rest, found), *found]
    groups = tuple(shares)
    found += [
        Instruction("share", number - 1, text) for number in here.rounds for text in _shared(number, rest, groups)
    ]
    found += _still_true(here, rest)
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.after))


def _moves_of_all(here: NightStanding, rest: tuple[Meeting, ...], told: Iterable[Instruction]) -> Iterator[Instruction]:
    """The skips and other moves of the whole room that are due where something else is told, and would be forgotten beside it.

    They follow from where people really sit: after a forgotten skip everybody skips before going on as planned.
    """
    aside = displaced(here)
    # Now it follows from where they sit; later, whoever is not named does what the plan has everybody do
    moves = {
        **_specials(here, (here.plan or here.night).meetings),
        **{after: each for after, each in _specials(here, (*here.past, *rest)).items() if after == here.played},
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
    for board, tables in _tables(number, rest).items():
        if len(tables) > 1 and any(set(tables) <= set(group) for group in groups):
            found[tuple(sorted(tables))].append(board)
    for together, boards in sorted(found.items()):
        yield say(
            "Round {round}: tables {tables} share boards {boards}.",
            round=number,
            tables=spans(together),
            boards=spans(boards),
        )


def _tables(number: int, meetings: Iterable[Meeting]) -> dict[int, list[int]]:
    """The tables that each board of a round is played at."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for meeting in meetings:
        for board in meeting.boards if meeting.round == number else ():
            found[board].append(meeting.table)
    return found


def _to_bring(here: NightStanding, rest: tuple[Meeting, ...]) -> dict[int, list[Meeting]]:
    """The meetings whose boards do not come by the usual move, by the round; of tables that share the first only.

    Boards that were carried elsewhere for a round do not come by the usual move to the next either.
    """
    kept = {board for each in carries(here, rest) if not each.table for board in each.boards}
    astray = set(dict(here.lying)) | displaced(here).boards | kept
    found: dict[int, list[Meeting]] = {}
    for number in here.rounds:
        planned = _tables(number, here.planned)
        now = _tables(number, rest)
        brought = {
            (min(tables), board)
            for board, tables in now.items()
            if board in astray or not set(tables) & set(planned.get(board, ()))
        }
        found[number] = [
            replace(m, boards=boards)
            for m in rest
            if m.round == number and (boards := tuple(board for board in m.boards if (m.table, board) in brought))
        ]
        for board, tables in now.items():
            if set(tables) & set(planned.get(board, ())):
                astray.discard(board)
            else:
                astray.add(board)
    return found


def _told(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    now, night = here.played, here.night
    last = max((m.round for m in rest), default=now)
    aside = displaced(here)
    if goes_on(here, rest):
        yield from _catching_up(here, rest, aside)
        yield from _back(here, rest, aside)
        yield from _kept_until(here, rest)
        due = [m for m in here.planned if m.round <= last]
        usual = [m for m in due if not here.gone & set(night.seated(m))]
        most = here.most or night.boards_per_round
        if len(rest) == len(usual) and sum(len(m.boards) for m in rest) == sum(min(len(m.boards), most) for m in usual):
            waits = len(due) > len(usual)
            yield now, say("Go on as planned; who has no opponents waits.") if waits else say("Go on as planned.")
        else:
            yield now, say("Go on as planned, and leave out the boards that the list names; who has none waits.")
    elif (shifts := _shifts(here, rest)) is not None:
        yield from shifts
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
    if here.most:
        yield now, say_count("Play only {n} board in each round.", "Play only {n} boards in each round.", here.most)
    if last < night.rounds:
        yield now, say("Round {round} is the last.", round=last)


def _kept_until(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    """What was taken away from the tables is brought when it is due."""
    by_round: defaultdict[int, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    for each in carries(here, rest):
        if not each.table and each.until[0]:
            by_round[each.until[0]].append((each.until[1], each.boards))
    for number, places in sorted(by_round.items()):
        yield number - 1, _brought(number, sorted(places))


def _brought(number: int, places: Iterable[tuple[int, tuple[int, ...]]]) -> Sentence:
    laid = ", ".join(
        str(say("{boards} at table {table}", boards=spans(boards), table=table)) for table, boards in places
    )
    return say("Boards of round {round}: {laid}.", round=number, laid=laid)


def goes_on(here: NightStanding, rest: Iterable[Meeting]) -> bool:
    """Whether nothing is otherwise than planned but what falls out."""
    planned = {(m.round, m.table): m for m in here.planned}
    return all(
        (was := planned.get((m.round, m.table))) and was.sides == m.sides and set(m.boards) <= set(was.boards)
        for m in rest
    )


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


def _shifts(here: NightStanding, rest: tuple[Meeting, ...]) -> list[tuple[int, Sentence]] | None:
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
            told.append((number - 1, _shift_told(number, people_on, (shift[1] - before[1]) % size, size)))
        before = shift
    if told:
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
        told += _back(here, rest, aside)
    return told


def _catching_up(here: NightStanding, rest: Iterable[Meeting], aside: Displaced) -> Iterator[tuple[int, Sentence]]:
    """What brings the line and the boards to where the plan has them; a skip of people alone is told as such."""
    occasion, _ = _specials(here, (*here.past, *rest)).get(here.played, ("move", None))
    if aside.boards_by or (aside.people_by and occasion != "skip"):
        further = (_further(here, here.played) - aside.people_by) % aside.tables
        yield here.played, _shift_told(here.played + 1, further, -aside.boards_by % aside.tables, aside.tables)


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


def _back(here: NightStanding, rest: Iterable[Meeting], aside: Displaced) -> Iterator[tuple[int, Sentence]]:
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
            text = _elsewhere(here, number, sorted(seats, key=lambda each: each[1:]))
        yield number - 1, text


def _elsewhere(here: NightStanding, number: int, seats: Iterable[tuple[int, int, int]]) -> Sentence:
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


def _specials(here: NightStanding, meetings: Iterable[Meeting]) -> Mapping[int, tuple[Occasion, Sentence | None]]:
    """The skips and the like of an evening with these meetings."""
    if here.night.draws or here.night.kind != "pairs":
        return {}
    return {**special_moves(replace(here.night, meetings=tuple(meetings), instructions=()))}


def _shift_told(number: int, people: int, boards: int, size: int) -> Sentence:
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
    to_bring = _to_bring(here, rest)
    said: list[tuple[int, Sentence]] = []
    brought: list[tuple[int, Sentence]] = []
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
        boards = to_bring[number]
        if boards and number > here.played + 1:
            brought.append((number - 1, _brought(number, ((m.table, m.boards) for m in boards))))
        playing = {each for m in meetings for each in night.seated(m)}
        idle = [
            each
            for each in here.here
            if each not in playing and any(each in night.seated(m) for m in here.planned if m.round == number)
        ]
        if len(moved) > FEW or night.kind == "individual":
            many = True
            continue
        if moved:
            said.append((number - 1, _elsewhere(here, number, moved)))
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
            yield here.played, _shift_told(here.played + 1, 0, -aside.boards_by % aside.tables, aside.tables)
        yield here.played, say("Boards move as before; the director brings those that do not come by themselves.")
        yield from brought
        return
    yield from _catching_up(here, rest, aside)
    said += brought
    if said:
        yield (
            here.played,
            say("Everybody moves as before, but for those whom I name now and before the rounds to come."),
        )
    yield from said
