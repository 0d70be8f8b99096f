"""Changes to a movement, each a function that gives a new one (ACBL club director's notes L4631-4901: edit a cell, edit pairs,
edit boards, swap the sides, over some rounds).

A change of who sits where takes the family's name and announcements off: they told of another movement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from arrowswitch.movements.build import boards_of_set, sit_outs, truly_shared, wrap
from arrowswitch.movements.editing.cells import read_cell, read_numbers, set_names, write_cell
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.files import MOST_ROUNDS
from arrowswitch.movements.model import ImpossibleWish, Kind, Meeting, Movement, Side, SitOut
from arrowswitch.words import say

Place = tuple[int, int]
"""A round and a table."""
EXCHANGED = {
    "all": say("everything"),
    "pairs": say("both pairs"),
    "ns": say("North-South"),
    "ew": say("East-West"),
    "boards": say("the boards"),
}
"""What two cells may exchange."""
MOST_ENTRY = 198


def empty_grid(
    contestants: int, rounds: int, boards_per_round: int, *, winners: int = 1, kind: Kind = "pairs"
) -> Movement:
    """A movement in which nobody sits yet.

    >>> empty_grid(8, 7, 4).contestants[-1]
    8
    """
    for what, value, least, most in (
        (say("pairs"), contestants, 2, MOST_ENTRY),
        (say("rounds"), rounds, 1, MOST_ROUNDS),
        (say("boards a round"), boards_per_round, 1, MOST_ROUNDS),
    ):
        if not least <= value <= most:
            raise ImpossibleWish(
                say(
                    "{what}: {value} cannot be, only {least} to {most}.", what=what, value=value, least=least, most=most
                )
            )
    return Movement(
        name="",
        family="",
        kind=kind,
        contestants=tuple(range(1, contestants + 1)),
        rounds=rounds,
        boards_per_round=boards_per_round,
        winners=winners,
        meetings=(),
    )


def grid_tables(movement: Movement) -> int:
    """How many tables the grid has: those in play, those to wait at, and room for all."""
    room = {"pairs": 2, "teams": 1, "individual": 4}[movement.kind]
    waiting = (rest.table or 0 for rest in movement.sit_outs)
    return max(movement.tables, len(movement.contestants) // room, *waiting, 1)


def _drawn_anew(movement: Movement, meetings: Iterable[Meeting], rests: Iterable[SitOut] | None = None) -> Movement:
    """The movement with these meetings and sit-outs; nothing is lost where all stays as it was."""
    ordered = tuple(sorted(meetings, key=lambda m: (m.round, m.table)))
    idle = movement.sit_outs if rests is None else tuple(rests)
    if (ordered, idle) == (movement.meetings, movement.sit_outs):
        return movement
    if ordered == movement.meetings:
        return replace(movement, sit_outs=idle)
    return _plain(replace(movement, meetings=ordered, sit_outs=idle))


def _plain(movement: Movement) -> Movement:
    """Without what was said of another movement: its family, its announcements, its draws."""
    return replace(movement, family="", card="", instructions=(), stanzas=(), draws=(), planned=0)


def _check_place(movement: Movement, place: Place) -> None:
    number, table = place
    if not (1 <= number <= movement.rounds and 1 <= table <= MOST_ENTRY):
        raise ImpossibleWish(say("There is no table {table} in round {round}.", table=table, round=number))


def _rounds(movement: Movement, first: int, last: int | None) -> range:
    end = movement.rounds if last is None else last
    if not 1 <= first <= end <= movement.rounds:
        raise ImpossibleWish(say("Rounds {first} to {last} are not in this movement.", first=first, last=end))
    return range(first, end + 1)


# -- one cell ---------------------------------------------------------------------------------------------------------


def typed(movement: Movement, number: int, table: int, text: str) -> Movement:
    """The movement with what somebody typed into a cell.

    Who is put at a table no longer sits out. Two sides that change places are an arrow switch, and are marked so.

    >>> from arrowswitch.movements import build
    >>> movement = build("howell", tables=4)
    >>> write_cell(movement, 1, 1)
    '3-6 A'
    >>> typed(movement, 1, 1, "6-3").at[1, 1].switched, typed(movement, 1, 1, "").at.get((1, 1))
    (True, None)
    """
    _check_place(movement, (number, table))
    if text.strip() == write_cell(movement, number, table):
        return movement
    cell = read_cell(movement, text)
    others = [meeting for meeting in movement.meetings if (meeting.round, meeting.table) != (number, table)]
    rests = [rest for rest in movement.sit_outs if (rest.round, rest.table) != (number, table)]
    if cell.is_empty:
        return _drawn_anew(movement, others, rests)
    if cell.waits:
        idle = [rest for rest in rests if rest.round != number or rest.pair not in cell.waits]
        return _drawn_anew(movement, others, [*idle, *(SitOut(number, pair, table) for pair in cell.waits)])
    before = movement.at.get((number, table))
    ns = cell.ns if cell.ns is not None else before and before.ns
    ew = cell.ew if cell.ew is not None else before and before.ew
    boards = cell.boards if cell.boards is not None else before and before.boards
    if not ns or not ew or not boards:
        raise ImpossibleWish(
            say("Round {round}, table {table}: say both sides and the set, such as 3-12 A.", round=number, table=table)
        )
    is_turned = before is not None and before.switched != ((ns, ew) == (before.ew, before.ns))
    meeting = Meeting(number, table, ns, ew, boards, is_turned and movement.kind == "pairs")
    at_table = movement.seated(meeting)
    idle = [rest for rest in rests if rest.round != number or rest.pair not in at_table]
    return _drawn_anew(movement, [*others, meeting], idle)


def rested(movement: Movement, number: int, text: str) -> Movement:
    """The movement in which these sit out in a round, without a table to wait at; whoever did before does no more.

    >>> from arrowswitch.movements import build
    >>> rested(empty_grid(5, 2, 2), 2, "3, 5").sit_outs
    (SitOut(round=2, pair=3, table=None), SitOut(round=2, pair=5, table=None))
    """
    _check_place(movement, (number, 1))
    wanted = read_numbers(text)
    others = [
        rest
        for rest in movement.sit_outs
        if rest.round != number or (rest.table is not None and rest.pair not in wanted)
    ]
    found = sorted([*others, *(SitOut(number, pair) for pair in wanted)], key=lambda rest: rest.round)
    same = {(rest.round, rest.pair, rest.table) for rest in found}
    if same == {(rest.round, rest.pair, rest.table) for rest in movement.sit_outs}:
        return movement
    return _drawn_anew(movement, movement.meetings, found)


def seated(movement: Movement, number: int, pair: int, table: int, side: Side) -> Movement:
    """The movement in which a pair sits there in a round; whoever sat there goes where it was.

    >>> from arrowswitch.movements import build
    >>> movement = build("howell", tables=4)
    >>> [(m.ns, m.ew) for m in movement.by_round[1][:2]]
    [(3, 6), (7, 2)]
    >>> [(m.ns, m.ew) for m in seated(movement, 1, 3, 2, "ns").by_round[1][:2]]
    [(7, 6), (3, 2)]
    """
    _check_place(movement, (number, table))
    there = movement.at.get((number, table))
    if there is None or movement.kind == "individual":
        raise ImpossibleWish(
            say("Nobody plays at table {table} in round {round}; write that table first.", table=table, round=number)
        )
    return pairs_exchanged(movement, pair, there.ns if side == "ns" else there.ew, number, number)


# -- two cells --------------------------------------------------------------------------------------------------------


def exchanged(movement: Movement, one: Place, other: Place, what: str = "all") -> Movement:
    """The movement in which two cells have exchanged what they have, or a part of it. A set that is dragged is one.

    >>> from arrowswitch.movements import build
    >>> movement = build("mitchell", tables=3, boards_per_round=2)
    >>> [write_cell(exchanged(movement, (1, 1), (1, 2), "boards"), 1, table) for table in (1, 2)]
    ['1-4 B', '2-5 A']
    """
    if what not in EXCHANGED:
        raise ImpossibleWish(say("“{what}” cannot be exchanged.", what=what[:20]))
    for place in (one, other):
        _check_place(movement, place)
    here, there = movement.at.get(one), movement.at.get(other)
    if one == other:
        return movement
    if what != "all":
        if here is None or there is None:
            raise ImpossibleWish(say("Only two tables that play can exchange that."))
        names = {"pairs": ("ns", "ew"), "ns": ("ns",), "ew": ("ew",), "boards": ("boards",)}[what]
        mine = replace(here, **{name: getattr(there, name) for name in names})
        theirs = replace(there, **{name: getattr(here, name) for name in names})
        kept = [meeting for meeting in movement.meetings if meeting not in (here, there)]
        return _drawn_anew(movement, [*kept, mine, theirs])
    goes = {one: other, other: one}
    meetings = (
        replace(m, round=goes[m.round, m.table][0], table=goes[m.round, m.table][1])
        if (m.round, m.table) in goes
        else m
        for m in movement.meetings
    )
    rests = (
        replace(r, round=goes[r.round, r.table][0], table=goes[r.round, r.table][1])
        if r.table and (r.round, r.table) in goes
        else r
        for r in movement.sit_outs
    )
    return _drawn_anew(movement, meetings, rests)


# -- many cells -------------------------------------------------------------------------------------------------------


def _renamed(movement: Movement, rounds: range, new: Callable[[int, Side | None], int]) -> Movement:
    """Every number of these rounds by another; who sits out has no side."""

    def side(number: int, where: Side) -> int:
        if movement.kind != "individual":
            return new(number, where)
        first, second = movement.members(number)
        return new(first, where) * 100 + new(second, where)

    meetings = (
        replace(m, ns=side(m.ns, "ns"), ew=side(m.ew, "ew")) if m.round in rounds else m for m in movement.meetings
    )
    rests = (replace(r, pair=new(r.pair, None)) if r.round in rounds else r for r in movement.sit_outs)
    return _drawn_anew(movement, meetings, rests)


def pairs_exchanged(movement: Movement, one: int, other: int, first: int = 1, last: int | None = None) -> Movement:
    """The movement in which two pairs have changed places in these rounds.

    >>> from arrowswitch.movements import build
    >>> movement = build("mitchell", tables=3)
    >>> write_cell(pairs_exchanged(movement, 1, 2, 2), 1, 1), write_cell(pairs_exchanged(movement, 1, 2, 2), 2, 1)
    ('1-4 A', '2-6 B')
    """
    for number in (one, other):
        if number not in movement.contestants:
            raise ImpossibleWish(say("Number {number} is not in this movement.", number=number))
    swaps = {one: other, other: one}
    return _renamed(movement, _rounds(movement, first, last), lambda number, _side: swaps.get(number, number))


def pairs_added(
    movement: Movement, side: Side, by: int, low: int, high: int, first: int = 1, last: int | None = None
) -> Movement:
    """The movement in which the pairs of one side have numbers higher by so many, within a cycle, in these rounds.

    >>> from arrowswitch.movements import build
    >>> movement = pairs_added(build("mitchell", tables=3), "ew", 1, 4, 6, 2)
    >>> [write_cell(movement, number, 1) for number in (1, 2, 3)]
    ['1-4 A', '1-4 B', '1-6 C']
    """
    if not 1 <= low < high:
        raise ImpossibleWish(say("Say the lowest and the highest number of the cycle, such as 8 and 14."))

    def added(number: int, where: Side | None) -> int:
        if not low <= number <= high or where not in (side, None):
            return number
        return low - 1 + wrap(number - low + 1 + by, high - low + 1)

    return _renamed(movement, _rounds(movement, first, last), added)


def sets_added(movement: Movement, by: int, first: int = 1, last: int | None = None) -> Movement:
    """The movement in which every table has the set that comes so many later, in these rounds; after the last comes A.

    >>> from arrowswitch.movements import build
    >>> write_cell(sets_added(build("mitchell", tables=3), 1, 3), 3, 1)
    '1-5 A'
    """
    rounds, sets = _rounds(movement, first, last), sorted(set_names(movement))
    later = {boards: sets[(place + by) % len(sets)] for place, boards in enumerate(sets)}
    return _drawn_anew(
        movement,
        (replace(m, boards=later.get(m.boards, m.boards)) if m.round in rounds else m for m in movement.meetings),
    )


def turned(movement: Movement, first: int, last: int | None = None, table: int | None = None) -> Movement:
    """The movement with these rounds arrow-switched, at one table or at all; there is one winner then.

    >>> from arrowswitch.movements import build
    >>> write_cell(turned(build("mitchell", tables=3), 3), 3, 1)
    '5-1 C'
    """
    rounds = _rounds(movement, first, last)
    places = [(m.round, m.table) for m in movement.meetings if m.round in rounds and table in (None, m.table)]
    if not places:
        raise ImpossibleWish(say("Nobody plays there, so that nothing can be turned."))
    made = movement.switched(places)
    return replace(_drawn_anew(movement, made.meetings), winners=1, labels={})


# -- rounds and tables ------------------------------------------------------------------------------------------------


def with_round(movement: Movement, after: int) -> Movement:
    """The movement with a round more after this one, in which nobody sits yet; 0 is before the first.

    >>> from arrowswitch.movements import build
    >>> made = with_round(build("mitchell", tables=3), 1)
    >>> made.rounds, write_cell(made, 2, 1), write_cell(made, 3, 1)
    (4, '', '1-6 B')
    """
    if not 0 <= after <= movement.rounds or movement.rounds >= MOST_ROUNDS:
        raise ImpossibleWish(say("A round cannot be put in there."))
    return _moved(replace(movement, rounds=movement.rounds + 1), lambda number: number + (number > after))


def without_round(movement: Movement, number: int) -> Movement:
    """The movement without a round; those after it come earlier.

    >>> from arrowswitch.movements import build
    >>> write_cell(without_round(build("mitchell", tables=3), 1), 1, 1)
    '1-6 B'
    """
    if not 1 <= number <= movement.rounds or movement.rounds == 1:
        raise ImpossibleWish(say("That round cannot be taken out."))
    made = replace(
        movement,
        meetings=tuple(m for m in movement.meetings if m.round != number),
        sit_outs=tuple(r for r in movement.sit_outs if r.round != number),
        rounds=movement.rounds - 1,
    )
    return _moved(made, lambda each: each - (each > number))


def _moved(movement: Movement, to: Callable[[int], int]) -> Movement:
    return _plain(
        replace(
            movement,
            meetings=tuple(replace(m, round=to(m.round)) for m in movement.meetings),
            sit_outs=tuple(replace(r, round=to(r.round)) for r in movement.sit_outs),
        )
    )


def without_table(movement: Movement, table: int) -> Movement:
    """The movement without a table; those with higher numbers get one less. Who sat there has no place.

    >>> from arrowswitch.movements import build
    >>> made = without_table(build("mitchell", tables=3), 2)
    >>> write_cell(made, 1, 2), made.tables
    ('3-6 C', 2)
    """
    if not 1 <= table <= grid_tables(movement):
        raise ImpossibleWish(say("There is no table {table}.", table=table))

    def nearer(number: int) -> int:
        return number - (number > table)

    return _plain(
        replace(
            movement,
            meetings=tuple(replace(m, table=nearer(m.table)) for m in movement.meetings if m.table != table),
            sit_outs=tuple(
                replace(r, table=None if r.table == table else r.table and nearer(r.table)) for r in movement.sit_outs
            ),
            relays=tuple(
                replace(r, between=(nearer(r.between[0]), nearer(r.between[1])))
                for r in movement.relays
                if table not in r.between
            ),
            shares=tuple(
                group
                for group in (tuple(nearer(each) for each in whole if each != table) for whole in movement.shares)
                if len(group) > 1
            ),
        )
    )


def resized(movement: Movement, *, contestants: int, rounds: int, boards_per_round: int, winners: int) -> Movement:
    """The movement for another number of pairs, rounds or boards: rounds come and go at the end, the highest pairs too.

    >>> from arrowswitch.movements import build
    >>> made = resized(build("mitchell", tables=3), contestants=8, rounds=2, boards_per_round=2, winners=2)
    >>> made.rounds, made.contestants[-1], made.boards
    (2, 8, (1, 2, 3, 4, 5, 6))
    """
    head = empty_grid(contestants, rounds, boards_per_round)  # which refuses what cannot be
    numbers = movement.contestants
    if len(numbers) != contestants:
        numbers = (
            numbers[:contestants]
            if contestants < len(numbers)
            else (*numbers, *range(max(numbers) + 1, max(numbers) + 1 + contestants - len(numbers)))
        )
    sets = set_names(movement)
    usual = all(boards_of_set((each[0] - 1) // len(each) + 1, movement.boards_per_round) == each for each in sets)
    boards = {each: boards_of_set((each[0] - 1) // len(each) + 1, boards_per_round) if usual else each for each in sets}
    same = (len(movement.contestants), movement.rounds, movement.boards_per_round) == (
        contestants,
        rounds,
        boards_per_round,
    )
    if same:
        labels = movement.labels if winners == movement.winners else {}
        return replace(movement, winners=winners, labels=labels)
    return _plain(
        replace(
            movement,
            contestants=numbers,
            rounds=head.rounds,
            boards_per_round=boards_per_round,
            winners=winners,
            meetings=tuple(
                replace(m, boards=boards.get(m.boards, m.boards)) for m in movement.meetings if m.round <= rounds
            ),
            sit_outs=tuple(r for r in movement.sit_outs if r.round <= rounds and r.pair in numbers),
            relays=tuple(replace(r, boards=()) for r in movement.relays),
            stationary=tuple(pair for pair in movement.stationary if pair in numbers),
            labels={},
        )
    )


def settled(movement: Movement) -> Movement:
    """The movement that says of itself what its grid shows: who sits out, who keeps a seat, which tables share.

    >>> made = typed(typed(empty_grid(5, 1, 2), 1, 1, "1-2 A"), 1, 2, "3-4 A")
    >>> settled(made).sit_outs, settled(made).shares
    ((SitOut(round=1, pair=5, table=None),), ((1, 2),))
    """
    together: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for meeting in movement.meetings:
        together.setdefault((meeting.round, meeting.boards), []).append(meeting.table)
    groups = sorted({tuple(sorted(tables)) for tables in together.values() if len(tables) > movement.copies})
    waiting = {(rest.round, rest.pair): rest.table for rest in movement.sit_outs if rest.table}
    stays = tuple(
        one
        for one in movement.contestants
        if len(path := movement.path(one)) > 1 and len({meeting.table for meeting in path}) == 1
    )
    north, east = movement.sides_taken
    return replace(
        movement,
        sit_outs=sit_outs(movement.contestants, movement.rounds, movement.meetings, waiting, movement.seated),
        shares=truly_shared(groups, movement.meetings),
        stationary=stays if movement.kind != "teams" else movement.stationary,
        winners=movement.winners if movement.kind != "pairs" or north.isdisjoint(east) else 1,
        labels=movement.labels if north.isdisjoint(east) else {},
    )


# -- where a fault is -------------------------------------------------------------------------------------------------


def fault_places(movement: Movement, fault: Fault) -> tuple[Place, ...]:
    """The cells that a fault is about; table 0 is the line of those who sit out.

    >>> from arrowswitch.movements import audit, build
    >>> movement = typed(build("howell", tables=4), 1, 1, "7-")
    >>> [fault_places(movement, fault) for fault in audit(movement).faults if fault.round == 1]
    [((1, 1), (1, 2)), ((1, 0),)]
    """
    number, table = fault.round, fault.table
    if number is None:
        return ()
    if fault.pair is None and fault.board is None:
        return ((number, table),) if table else ()
    here = movement.by_round.get(number, ())
    if fault.pair is not None:
        if table and (meeting := movement.at.get((number, table))) and fault.board is not None:
            return ((number, meeting.table),)
        found = [(number, m.table) for m in here if fault.pair in movement.seated(m) or fault.pair in m.sides]
        waits = [(number, r.table or 0) for r in movement.sit_outs if (r.round, r.pair) == (number, fault.pair)]
        return tuple(dict.fromkeys([*found, *waits])) or ((number, 0),)
    return tuple((number, m.table) for m in here if fault.board in m.boards) or ((number, table or 0),)
