"""The movement of a record, rebuilt from its lines: sections, numbers, rounds and tables.

Where the file says rounds and tables they are kept; elsewhere they are made up (`rounds`), so that nobody is at two tables. Every
contestant gets a number of its section, that of the file wherever it can.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.formats.bringing.rounds import Encounter, Seated, seated
from arrowswitch.formats.format import BadFile
from arrowswitch.formats.record import Record, RecordContestant, RecordLine
from arrowswitch.movements import Meeting, Movement, SitOut
from arrowswitch.movements.model import MOST_PLAYERS, partnership
from arrowswitch.session import LineKey, SectionPlan
from arrowswitch.words import Sentence, say, say_count

MOST_NUMBER, MOST_ROUNDS, MOST_SECTIONS = 999, 99, 100
NAME = "As played"
"""What a movement is called that nobody knows the name of."""


class Numbered(NamedTuple):
    """Who a contestant of a record is in the session."""

    section: str
    number: int


class PlacedLine(NamedTuple):
    """A line of a record, and where it stands in the session."""

    key: LineKey
    ns: int
    ew: int
    record: RecordLine


@dataclass(frozen=True)
class RebuiltPlan:
    """The sections of a session with their movements, and where everybody and every line is."""

    sections: tuple[SectionPlan, ...]
    numbers: Mapping[str, Numbered]
    """By the id that the record has for a contestant."""
    contestants: Mapping[str, RecordContestant]
    lines: tuple[PlacedLine, ...]
    winners: int
    notes: tuple[Sentence, ...] = ()


def rebuilt(record: Record) -> RebuiltPlan:
    """The sections of a record, with what was made up or could not be kept."""
    notes: list[Sentence] = []
    people = {each.id: each for each in _everybody(record)}
    if not people:
        raise BadFile(say("Nobody plays in this file: there is no result and no ranking in it."))
    where = _sections(record, people)
    numbers, labels, winners = _numbers(record, people, where, notes)
    plans, placed = [], []
    for section in dict.fromkeys(where.values()):
        mine = {who: number.number for who, number in numbers.items() if number.section == section}
        lines = [each for each in record.lines if where[_first(record, each)] == section]
        here = _placed(record, section, lines, mine, notes)
        plans.append(SectionPlan(section, _movement(record, section, here, mine, labels[section], winners)))
        placed += here
    return RebuiltPlan(tuple(plans), numbers, people, tuple(placed), winners, tuple(notes))


def members(record: Record, side: str) -> tuple[str, ...]:
    """Who is a side of a line: one, or the two partners of an individual."""
    return record.partnerships.get(side, (side,))


def _first(record: Record, each: RecordLine) -> str:
    return members(record, each.line.ns)[0]


def _everybody(record: Record) -> Iterator[RecordContestant]:
    """The contestants of a record, and those that only its lines, matches or ranking know."""
    known = {each.id for each in record.contestants}
    yield from record.contestants
    for each in record.lines:
        for side, direction in ((each.line.ns, Side.NS), (each.line.ew, Side.EW)):
            for who in members(record, side):
                if who not in known:
                    known.add(who)
                    two = record.winners == 2 and record.kind == "pairs"
                    yield RecordContestant(who, section=each.line.section, direction=direction if two else None)
    for who in (
        *(who for match in record.matches for who in (match.one, match.other)),
        *(place.contestant for place in record.ranking),
    ):
        if who not in known:
            known.add(who)
            yield RecordContestant(who)


# -- sections and numbers -----------------------------------------------------------------------------------------------


def _sections(record: Record, people: Mapping[str, RecordContestant]) -> dict[str, str]:
    """The section of everybody, by a name that a section may have; all in one where they play across sections."""
    given = {who: each.section for who, each in people.items()}
    for each in record.lines:
        for who in (*members(record, each.line.ns), *members(record, each.line.ew)):
            given[who] = given[who] or each.line.section
    for match in record.matches:
        for who in (match.one, match.other):
            given[who] = given[who] or match.section
    across = any(
        len({given[who] for side in (each.line.ns, each.line.ew) for who in members(record, side)}) > 1
        for each in record.lines
    ) or any(given[match.one] != given[match.other] for match in record.matches)
    names = [""] if across else sorted(dict.fromkeys(given.values()), key=_in_order(record))
    if len(names) > MOST_SECTIONS:
        raise BadFile(say("This file has more than {most} sections; no session has so many.", most=MOST_SECTIONS))
    called = _called(names)
    return {who: called["" if across else section] for who, section in given.items()}


def _in_order(record: Record) -> Callable[[str], tuple[int, str]]:
    """Sections as the file lists them, others by their name."""
    listed = {section.name: place for place, section in enumerate(record.sections)}
    return lambda name: (listed.get(name, len(listed)), name)


def _called(names: Sequence[str]) -> dict[str, str]:
    """Names by letters for sections, as the file has them if they are such.

    >>> _called(["A", "B"]), _called(["1", "2"]), _called([""])
    ({'A': 'A', 'B': 'B'}, {'1': 'A', '2': 'B'}, {'': 'A'})
    """
    fit = all(name.isalpha() and len(name) <= 12 for name in names)
    if fit and len({name.casefold() for name in names}) == len(names):
        return {name: name for name in names}
    return {name: _letters(place) for place, name in enumerate(names)}


def _letters(place: int) -> str:
    """A, B ... Z, AA, AB."""
    more, last = divmod(place, 26)
    return (_letters(more - 1) if more else "") + chr(ord("A") + last)


def _numbers(
    record: Record, people: Mapping[str, RecordContestant], where: Mapping[str, str], notes: list[Sentence]
) -> tuple[dict[str, Numbered], dict[str, dict[int, str]], int]:
    """A number for everybody in the section, what the cards call them, and how many winners there can be."""
    sides = _sides(record, people)
    winners = 2 if record.winners == 2 and record.kind == "pairs" and all(sides.values()) else 1
    if record.winners == 2 and winners == 1:
        notes.append(say("There is one list: not everybody keeps to one side of the table."))
    found: dict[str, Numbered] = {}
    labels: dict[str, dict[int, str]] = {}
    for section in dict.fromkeys(where.values()):
        mine = [who for who in people if where[who] == section]
        most = MOST_PLAYERS if record.kind == "individual" else MOST_NUMBER
        if len(mine) > most:
            raise BadFile(say("More than {most} play in one section; no session has so many.", most=most))
        labels[section] = {}
        taken: dict[str, int] = {}
        groups: tuple[Side | None, ...] = (Side.NS, Side.EW) if winners == 2 else (None,)
        for side in groups:
            group = [who for who in mine if side is None or sides[who] is side]
            offset = max(taken.values(), default=0) if side is Side.EW else 0
            taken |= _in_group(group, people, offset, most)
            for who in group:
                written = _written(people[who]) or str(taken[who] - offset)
                label = f"{side} {written}" if side else written
                if label != str(taken[who]) and label not in labels[section].values():
                    labels[section][taken[who]] = label
        found |= {who: Numbered(section, number) for who, number in taken.items()}
    return found, labels, winners


def _sides(record: Record, people: Mapping[str, RecordContestant]) -> dict[str, Side | None]:
    """On which side everybody sits all the time; None for who sits on both, or whom nobody has seen."""
    seen: defaultdict[str, set[Side]] = defaultdict(set)
    for each in record.lines:
        if each.line.status != "struck":
            seen[each.line.ns].add(Side.NS)
            seen[each.line.ew].add(Side.EW)
    return {
        who: next(iter(seen[who])) if len(seen[who]) == 1 else None if seen[who] else each.direction
        for who, each in people.items()
    }


_DIGITS = re.compile(r"[0-9]{1,3}")


def _written(each: RecordContestant) -> str:
    """What the cards call a contestant: its number, or the number in its id."""
    text = each.number.strip() or each.id.strip()
    bare = text.removeprefix(each.section).strip() if each.section else text
    return " ".join(bare.split())[:20]


def _in_group(group: Sequence[str], people: Mapping[str, RecordContestant], offset: int, most: int) -> dict[str, int]:
    """Numbers of the file, if everybody has one of their own; otherwise in order."""
    given: dict[str, int] = {}
    for who in group:
        found = _DIGITS.findall(_written(people[who]))
        if len(found) == 1 and int(found[0]) > 0:
            given[who] = int(found[0]) + offset
    if len(set(given.values())) == len(group) == len(given) and max(given.values(), default=0) <= most:
        return given
    return {who: offset + place for place, who in enumerate(group, 1)}


# -- rounds and tables ----------------------------------------------------------------------------------------------------


def _placed(
    record: Record, section: str, lines: Sequence[RecordLine], numbers: Mapping[str, int], notes: list[Sentence]
) -> list[PlacedLine]:
    """The lines of a section at their tables."""
    sides = {side: _side(record, side, numbers, notes) for each in lines for side in (each.line.ns, each.line.ew)}
    if not lines:
        return []
    if all(_told(each) for each in lines):
        return _as_told(section, lines, sides, notes)
    notes.append(
        say(
            "Section {section}: the file does not say who met in which round; rounds and tables are made up.",
            section=section,
        )
        if section != "A"
        else say("The file does not say who met in which round; rounds and tables are made up.")
    )
    return _made_up(record, section, lines, sides)


def _side(record: Record, side: str, numbers: Mapping[str, int], notes: list[Sentence]) -> int:
    who = members(record, side)
    if record.kind != "individual":
        return numbers[who[0]]
    if len(who) != 2:
        raise BadFile(say("{side}: two players are a side in an individual.", side=side[:40]))
    return partnership(numbers[who[0]], numbers[who[1]])


def _told(each: RecordLine) -> bool:
    line = each.line
    return bool(line.round and line.table and 1 <= line.round <= MOST_ROUNDS and 1 <= line.table <= MOST_NUMBER)


def _as_told(
    section: str, lines: Sequence[RecordLine], sides: Mapping[str, int], notes: list[Sentence]
) -> list[PlacedLine]:
    """Every line at the table that the file names; who cannot be there, because others are, sits at a further one."""
    usual: dict[tuple[int, int], tuple[int, int]] = {}
    for place, there in _by_place(lines).items():
        usual[place] = Counter((sides[each.line.ns], sides[each.line.ew]) for each in there).most_common(1)[0][0]
    last = max(each.line.table or 0 for each in lines)
    further: dict[tuple[int, int, int], int] = {}
    taken: set[LineKey] = set()
    found = []
    for each in lines:
        number, table = each.line.round or 0, each.line.table or 0
        ns, ew = sides[each.line.ns], sides[each.line.ew]
        key = LineKey(section, number, table, each.line.board)
        if (ns, ew) != usual[number, table] or key in taken:
            table = further.setdefault((number, ns, ew), last + 1 + len(further))
            key = key._replace(table=table)
        while key in taken and key.table < MOST_NUMBER:
            key = key._replace(table=key.table + 1)
        taken.add(key)
        found.append(PlacedLine(key, ns, ew, each))
    if further:
        notes.append(
            say_count(
                "{n} table has two pairs of opponents in one round; the second sits at a further table.",
                "{n} tables have two pairs of opponents in one round; the second sit at further tables.",
                len(further),
            )
        )
    return found


def _by_place(lines: Iterable[RecordLine]) -> dict[tuple[int, int], list[RecordLine]]:
    found: defaultdict[tuple[int, int], list[RecordLine]] = defaultdict(list)
    for each in lines:
        found[each.line.round or 0, each.line.table or 0].append(each)
    return found


def _made_up(record: Record, section: str, lines: Sequence[RecordLine], sides: Mapping[str, int]) -> list[PlacedLine]:
    together: dict[tuple[object, ...], list[RecordLine]] = {}
    for common, line in _in_sets(record, lines, sides):
        together.setdefault(common, []).append(line)
    if record.kind == "teams":
        return _matches_made_up(section, together, sides)
    met = {
        Encounter(ns, ew, tuple(sorted({each.line.board for each in here})), _bodies(record, ns, ew)): here
        for (ns, ew, *_), here in together.items()
        if isinstance(ns, int) and isinstance(ew, int)
    }
    found = []
    for each in _checked(seated(tuple(met))):
        taken: set[int] = set()
        for line in met[each.met]:
            table = each.table
            if line.line.board in taken:  # twice on one board: the second stands at a table of its own
                table = MOST_NUMBER - len(taken)
            taken.add(line.line.board)
            key = LineKey(section, each.round, table, line.line.board)
            found.append(PlacedLine(key, each.met.ns, each.met.ew, line))
    return found


def _checked(found: Sequence[Seated]) -> Sequence[Seated]:
    """Refuses more rounds than there can be."""
    if max((each.round for each in found), default=0) > MOST_ROUNDS:
        raise BadFile(
            say("These results would take more than {most} rounds; no session has so many.", most=MOST_ROUNDS)
        )
    return found


def _bodies(record: Record, ns: int, ew: int) -> frozenset[object]:
    if record.kind != "individual":
        return frozenset((ns, ew))
    return frozenset((*divmod(ns, MOST_PLAYERS + 1), *divmod(ew, MOST_PLAYERS + 1)))


def _in_sets(
    record: Record, lines: Sequence[RecordLine], sides: Mapping[str, int]
) -> Iterator[tuple[tuple[object, ...], RecordLine]]:
    """Each line with what it has in common with those of the same meeting: who met, and which set of boards it was."""
    counts = Counter((each.line.ns, each.line.ew) for each in lines)
    usual = Counter(counts.values()).most_common(1)[0][0]
    size = record.boards_per_round or usual
    first = min(each.line.board for each in lines)
    teams = record.kind == "teams"
    for each in lines:
        line = each.line
        couple = (sides[line.ns], sides[line.ew])
        many = counts[line.ns, line.ew] > size and not teams
        rest = ((line.board - first) // size,) if many else ()
        yield (*couple, line.round, *rest), each


def _matches_made_up(
    section: str, together: Mapping[tuple[object, ...], Sequence[RecordLine]], sides: Mapping[str, int]
) -> list[PlacedLine]:
    """Matches in rounds: both halves at once, each at the home table of the team that sits North-South."""
    matches: dict[Encounter, list[RecordLine]] = {}
    couples: defaultdict[tuple[int, int], list[RecordLine]] = defaultdict(list)
    for (ns, ew, *_), here in together.items():
        if isinstance(ns, int) and isinstance(ew, int):
            couples[min(ns, ew), max(ns, ew)] += here
    for (one, other), here in couples.items():
        boards = tuple(sorted({each.line.board for each in here}))
        matches[Encounter(one, other, boards, frozenset((one, other)))] = here
    wanted = [each._replace(boards=()) for each in matches]  # its boards are at two tables anyway
    rounds = {(each.met.ns, each.met.ew): each.round for each in _checked(seated(wanted))}
    found = []
    for match, here in matches.items():
        for each in here:
            ns, ew = sides[each.line.ns], sides[each.line.ew]
            key = LineKey(section, rounds[match.ns, match.ew], min(ns, MOST_NUMBER), each.line.board)
            found.append(PlacedLine(key, ns, ew, each))
    return found


# -- the movement -----------------------------------------------------------------------------------------------------------


def _movement(
    record: Record,
    section: str,
    lines: Sequence[PlacedLine],
    numbers: Mapping[str, int],
    labels: Mapping[int, str],
    winners: int,
) -> Movement:
    boards: defaultdict[tuple[int, int, int, int], list[int]] = defaultdict(list)
    for each in lines:
        boards[each.key.round, each.key.table, each.ns, each.ew].append(each.key.board)
    meetings = [
        Meeting(number, table, ns, ew, tuple(sorted(dict.fromkeys(there))))
        for (number, table, ns, ew), there in sorted(boards.items())
    ]
    meetings += _without_lines(record, numbers, meetings)
    rounds = max((each.round for each in meetings), default=1)
    movement = Movement(
        name=NAME,
        family="",
        kind=record.kind,
        contestants=tuple(sorted(numbers.values())),
        rounds=rounds,
        boards_per_round=max((len(each.boards) for each in meetings), default=1),
        winners=winners,
        meetings=tuple(sorted(meetings, key=lambda each: (each.round, each.table))),
        stanzas=(rounds,) if _in_parts(record, meetings) else (),
        copies=_copies(meetings),
        labels=dict(labels),
    )
    return replace(movement, sit_outs=tuple(_sitting_out(movement)))


def _in_parts(record: Record, meetings: Sequence[Meeting]) -> bool:
    """Whether matches of teams are played in several parts: two teams meet with different boards, and have one match."""
    met: defaultdict[frozenset[int], set[tuple[int, ...]]] = defaultdict(set)
    for each in meetings:
        met[frozenset(each.sides)].add(each.boards)
    longest = max((len(sets) for sets in met.values()), default=1)
    often = Counter(frozenset((match.one, match.other)) for match in record.matches)
    return record.kind == "teams" and longest > 1 and max(often.values(), default=longest) < longest


def _without_lines(record: Record, numbers: Mapping[str, int], played: Sequence[Meeting]) -> list[Meeting]:
    """Matches of teams of which only the result is known: their boards are those that the file names, or made up."""
    if record.kind != "teams":
        return []
    met = {frozenset(each.sides) for each in played}
    length = max((len(each.boards) for each in record.matches), default=0) or record.boards_per_round or 1
    wanted, told = [], {}
    for match in record.matches:
        if match.one not in numbers or match.other not in numbers or match.one == match.other:
            continue
        one, other = sorted((numbers[match.one], numbers[match.other]))
        if frozenset((one, other)) in met:
            continue
        met.add(frozenset((one, other)))
        each = Encounter(one, other, (), frozenset((one, other)))
        boards = match.boards or tuple(range(1, length + 1))
        told[one, other] = match.round, boards
        wanted.append(each)
    begin = max((each.round for each in played), default=0)
    made_up = {(each.met.ns, each.met.ew): begin + each.round for each in seated(wanted)} if wanted else {}
    all_told = not begin and all(number for number, _ in told.values())
    found = []
    for (one, other), (number, boards) in told.items():
        where = number if all_told and number else made_up[one, other]
        if where > MOST_ROUNDS:
            raise BadFile(
                say("These results would take more than {most} rounds; no session has so many.", most=MOST_ROUNDS)
            )
        found += [Meeting(where, one, one, other, boards), Meeting(where, other, other, one, boards)]
    return found


def _copies(meetings: Sequence[Meeting]) -> int:
    """How many copies of a board there must have been, with so many tables that play it in one round."""
    often = Counter((each.round, board) for each in meetings for board in each.boards)
    return min(max(often.values(), default=1), MOST_NUMBER)


def _sitting_out(movement: Movement) -> Iterator[SitOut]:
    for number in range(1, movement.rounds + 1):
        playing: Counter[int] = Counter()
        for each in movement.by_round.get(number, ()):
            playing.update(movement.seated(each))
        whole = 2 if movement.kind == "teams" else 1
        for who in movement.contestants:
            if playing[who] < whole and not (movement.kind == "teams" and playing[who]):
                yield SitOut(number, who)
