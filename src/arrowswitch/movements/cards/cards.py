"""What lies on the tables and in the players' hands: table cards, guide cards, rover cards, slips.

Every card is a frozen value made from the meetings alone, so that a movement from any file has cards. `press` prints
them; nothing here knows paper. Models: the guide cards of NZ manual (3.5) and the bump cards of ACBL notes (3.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from arrowswitch.movements.cards.announcements import special_moves
from arrowswitch.movements.cards.moves import (
    OTHER,
    Partnership,
    Paths,
    Seat,
    Stop,
    home_table,
    ordinary,
    seating,
    side_move,
    stays,
    top_table,
    usual_steps,
)
from arrowswitch.movements.cards.room import relay_ways
from arrowswitch.movements.model import Movement, Side
from arrowswitch.words import Sentence, say

# ---------------------------------------------------------------------------------------------------- words for places


def seat_word(side: Side | None) -> Sentence:
    """A side as the cards abbreviate it.

    >>> seat_word("ew")
    'EW'
    """
    return {"ns": say("NS"), "ew": say("EW"), None: say("")}[side]


def name(movement: Movement, who: Partnership) -> Sentence:
    """A partnership's full name: 'NS 3', 'Pair 12', 'Team 4 EW'."""
    if movement.kind == "teams":
        number = short(movement, who.number, None)
        return say("Team {number} {seat}", number=number, seat=seat_word(who.half or None))
    if movement.kind == "individual":
        return say("Player {number}", number=movement.label(who.number))
    if who.number in movement.labels:
        return say("{label}", label=movement.label(who.number))
    return say("Pair {number}", number=who.number)


def short(movement: Movement, number: int, side: Side | None) -> str:
    """A pair as it stands in a column of its own side: 'NS 3' is just 3 there.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> table = two_fields([SketchRow(1, 1, 1, 1, 1)], name="Match", family="match", boards_per_round=8)
    >>> short(table, 2, "ew"), short(table, 2, "ns")
    ('1', 'EW 1')
    """
    label = movement.label(number)
    if movement.kind == "teams":
        return label.removeprefix("Team ")
    return label.removeprefix(f"{side.upper()} ") if side else label


def goes(now: Stop, then: Stop | None) -> Sentence:
    """Where a partnership goes next, in as few words as a card has room for.

    >>> goes(Stop(1, 3, "ew", "ew", 3), Stop(2, 4, "ew", "ew", 4))
    '4'
    >>> goes(Stop(1, 3, "ew", "ew", 3), Stop(2, 4, "ns", "ns", 4))
    '4 NS'
    """
    if then is None:
        return say("")
    if then.sits_out:
        if not then.table:
            return say("sit out")
        return say("sit out here") if then.table == now.table else say("sit out at {table}", table=then.table)
    same = (then.seat, then.chair) == (now.seat, now.chair)
    seat = then.chair or seat_word(then.seat)
    if then.table == now.table:
        return say("stay") if same else say("here, {seat}", seat=seat)
    if same:
        return say("{table}", table=then.table)
    return say("{table} {seat}", table=then.table, seat=seat)


# --------------------------------------------------------------------------------------------------------- table cards


@dataclass(frozen=True, slots=True)
class TableRow:
    """One round at a table; without players `ns` and `ew` are empty and `note` says why."""

    round: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    switched: bool
    ns_goes: Sentence
    ew_goes: Sentence
    note: Sentence

    @property
    def empty(self) -> bool:
        return not self.boards


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card on a table: its number, who stays, and every round."""

    table: int
    fixed: tuple[Sentence, ...]
    ns_goes: Sentence
    ew_goes: Sentence
    """Where each side usually goes from here; empty where that varies."""
    rows: tuple[TableRow, ...]
    notes: tuple[Sentence, ...]


def table_cards(movement: Movement) -> tuple[TableCard, ...]:
    """One card for every table, also for one where pairs only wait.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> rows = [SketchRow(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> card = table_cards(two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8))[0]
    >>> card.fixed, card.ew_goes, [row.ew for row in card.rows]
    (('NS 1',), '2', ['1', '3', '2'])
    """
    whole = seating(movement)
    usual = usual_steps(movement, whole)
    waiting: dict[tuple[int, int], list[Partnership]] = {}
    for who, path in whole.items():
        for stop in path:
            if stop.sits_out and stop.table:
                waiting.setdefault((stop.round, stop.table), []).append(who)
    tables = sorted({meeting.table for meeting in movement.meetings} | {table for _, table in waiting})
    cards = []
    for table in tables:
        residents = [who for who, path in whole.items() if home_table(path) == table]
        cards.append(
            TableCard(
                table,
                tuple(name(movement, who) for who in residents),
                _usual_way(usual, (table, "ns")),
                _usual_way(usual, (table, "ew")),
                tuple(
                    _table_row(movement, whole, number, table, residents, waiting.get((number, table), []))
                    for number in range(1, movement.rounds + 1)
                ),
                tuple(_table_notes(movement, table)),
            )
        )
    return tuple(cards)


def _usual_way(usual: Mapping[Seat, Seat], start: Seat) -> Sentence:
    if start not in usual:
        return say("")
    (table, seat), (then, next_seat) = start, usual[start]
    return goes(Stop(1, table, seat, seat, 0), Stop(2, then, next_seat, next_seat, 0))


def _table_row(
    movement: Movement,
    whole: Paths,
    number: int,
    table: int,
    residents: list[Partnership],
    waiting: list[Partnership],
) -> TableRow:
    meeting = movement.at.get((number, table))
    if meeting is None:
        note = say("no play here")
        if waiting:
            note = say("{who} sit out here", who=_and([name(movement, who) for who in waiting]))
        return TableRow(number, "", "", (), False, say(""), say(""), note)
    if movement.kind == "individual":  # four go four ways, as their cards say
        ours, theirs = short(movement, meeting.ns, "ns"), short(movement, meeting.ew, "ew")
        return TableRow(number, ours, theirs, meeting.boards, False, say("by card"), say("by card"), say(""))
    team = movement.kind == "teams"
    ns = whole[Partnership(meeting.ns, "ns" if team else "")]
    ew = whole[Partnership(meeting.ew, "ew" if team else "")]
    last = number == movement.rounds
    ns_goes, ew_goes = (goes(path[number - 1], None if last else path[number]) for path in (ns, ew))
    displaced = [who for who in residents if whole[who][number - 1].sits_out]
    note = say("{who} sit out", who=_and([name(movement, who) for who in displaced])) if displaced else say("")
    return TableRow(
        number,
        short(movement, meeting.ns, "ns"),
        short(movement, meeting.ew, "ew"),
        meeting.boards,
        ns[number - 1].switched,
        ns_goes,
        ew_goes,
        note,
    )


def _and(names: list[Sentence]) -> str:
    return ", ".join(names)


def _table_notes(movement: Movement, table: int) -> Iterable[Sentence]:
    if all(meeting.table != table for meeting in movement.meetings):
        yield say("No boards come to this table: whoever comes here sits out.")
    for group in movement.shares:
        if table in group:
            others = ", ".join(str(other) for other in group if other != table)
            yield say("Shares its boards with table {others} in every round.", others=others)
    for way in relay_ways(movement):
        if way.takes_from == table:
            yield say("After the round put the boards on the relay on the way to table {table}.", table=way.gives_to)
        if way.gives_to == table:
            yield say("Take the next boards from the relay; check them off on the slip.")


# --------------------------------------------------------------------------------------------------------- guide cards


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One round of a pair's way: `seat` is where to sit, `plays` which cards, after an arrow switch the other ones."""

    round: int
    table: int | None
    seat: Side | None
    plays: Side | None
    opponent: str
    boards: tuple[int, ...]
    switched: bool
    deviation: bool
    goes: Sentence
    partner: str = ""
    """In an individual, with whom."""
    chair: str = ""
    """In an individual, the one chair: N, S, E or W."""

    @property
    def sits_out(self) -> bool:
        return not self.boards


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card that a moving pair carries. `rover` marks a pair that moves where its field sits still."""

    who: Partnership
    name: Sentence
    rover: bool
    step: int
    """A rover's usual step in tables; rows that break it are marked as deviations."""
    rows: tuple[GuideRow, ...]

    @property
    def irregular(self) -> bool:
        return self.rover or any(row.deviation for row in self.rows)


def guide_cards(movement: Movement) -> tuple[GuideCard, ...]:
    """One card for every pair (or half of a team) that does not keep its seat.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> rows = [SketchRow(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> cards = guide_cards(two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8))
    >>> [(card.name, [row.table for row in card.rows]) for card in cards]
    [('EW 1', [1, 2, 3]), ('EW 2', [2, 3, 1]), ('EW 3', [3, 1, 2])]
    """
    whole = seating(movement)
    usual = ordinary(movement, whole)
    off_course = _off_course(movement, whole)
    cards = []
    for who, path in whole.items():
        if stays(path) and movement.kind != "individual":  # a player who stays has other partners
            continue
        seats = {stop.seat for stop in path if not stop.sits_out}
        rover = movement.kind == "pairs" and any(
            seats == {side} and move.kind == "stay" for side, move in (("ns", usual.ns), ("ew", usual.ew))
        )
        step, marked = _rover_step(path) if rover else (0, off_course.get(who, frozenset()))
        cards.append(GuideCard(who, name(movement, who), rover, step, _guide_rows(movement, path, marked)))
    return tuple(cards)


def rover_cards(movement: Movement) -> tuple[GuideCard, ...]:
    """The guide cards that nobody could do without: rovers, and pairs that leave the regular move."""
    return tuple(card for card in guide_cards(movement) if card.irregular)


def _guide_rows(movement: Movement, path: tuple[Stop, ...], marked: frozenset[int]) -> tuple[GuideRow, ...]:
    rows = []
    for stop, then in pairwise([*path, None]):
        assert stop is not None  # noqa: S101 - only the last is
        opponent = ""
        if stop.opponent is not None and stop.plays:
            opponent = short(movement, stop.opponent, OTHER[stop.plays])
        rows.append(
            GuideRow(
                stop.round,
                stop.table,
                stop.seat,
                stop.plays,
                opponent,
                stop.boards,
                stop.switched,
                stop.round in marked,
                goes(stop, then),
                short(movement, stop.partner, None) if stop.partner is not None else "",
                stop.chair,
            )
        )
    return tuple(rows)


def _rover_step(path: tuple[Stop, ...]) -> tuple[int, frozenset[int]]:
    """A rover's usual step, and the rounds in which it does something else (ACBL notes, L5234-5420: brackets)."""
    played = [(stop.round, stop.table) for stop in path if stop.table and not stop.sits_out]
    differences = [(number, then - now) for (_, now), (number, then) in pairwise(played)]
    if not differences:
        return 0, frozenset()
    step = Counter(difference for _, difference in differences).most_common(1)[0][0]
    return step, frozenset(number for number, difference in differences if difference != step)


def _off_course(movement: Movement, whole: Paths) -> Mapping[Partnership, frozenset[int]]:
    """Pairs that leave the regular move of their field, and the rounds in which they are not where it leads."""
    found: dict[Partnership, frozenset[int]] = {}
    top = top_table(movement)
    for side in ("ns", "ew"):
        rules = [side_move(movement, whole, side, after) for after in range(1, movement.rounds)]
        if any(move.kind not in ("shift", "mirror") for move in rules):
            continue
        field = [who for who, path in whole.items() if {stop.seat for stop in path} == {side} and not stays(path)]
        strays = {}
        for who in field:
            expected: int | None = None
            rounds = set()
            for stop, move in zip(whole[who], [None, *rules], strict=True):
                if expected is not None and move is not None:
                    expected = move.goes(expected)
                if stop.table is None or expected is None or expected > top:
                    expected = stop.table
                elif stop.table != expected:
                    rounds.add(stop.round)
            if rounds:
                strays[who] = frozenset(rounds)
        if len(strays) * 3 <= len(field):
            found |= strays
    return found


# --------------------------------------------------------------------------------------------------------------- slips


@dataclass(frozen=True, slots=True)
class CheckOffRow:
    """The boards that must come in a round; `marks` are the labels stuck on relay boards (R1, R2)."""

    round: int
    boards: tuple[int, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckOffSlip:
    """For North at a table that takes boards from a relay or a feed-in: the order in which they must come."""

    table: int
    source: Literal["relay", "feed-in"]
    rows: tuple[CheckOffRow, ...]
    text: Sentence


def check_off_slips(movement: Movement) -> tuple[CheckOffSlip, ...]:
    """NZ manual, SET-07: slips for the table below each relay and for the highest table with feed-ins."""
    slips = []
    for way in relay_ways(movement):
        marks = {} if way.feed_in else {board: f"R{place}" for place, board in enumerate(way.relay.boards, start=1)}
        rows = tuple(
            CheckOffRow(meeting.round, meeting.boards, tuple(marks[b] for b in meeting.boards if b in marks))
            for meeting in sorted(movement.meetings, key=lambda meeting: meeting.round)
            if meeting.table == way.gives_to
        )
        text = say("North: cross off each board as it comes. Call the director if one comes out of order.")
        slips.append(CheckOffSlip(way.gives_to, "feed-in" if way.feed_in else "relay", rows, text))
    return tuple(slips)


@dataclass(frozen=True, slots=True)
class ReminderSlip:
    """For North-South at table 1: remind the director of what is due after these boards (NZ manual, SET-08)."""

    table: int
    after: int
    boards: tuple[int, ...]
    text: Sentence


def reminder_slips(movement: Movement) -> tuple[ReminderSlip, ...]:
    """A slip for every skip, special or double move; none for a movement that changes all the time."""
    special = special_moves(movement)
    if not special or len(special) > 3:
        return ()
    table = min(meeting.table for meeting in movement.meetings)
    return tuple(
        ReminderSlip(table, after, movement.at[after, table].boards, text)
        for after, (_, text) in special.items()
        if (after, table) in movement.at
    )


@dataclass(frozen=True, slots=True)
class NameSlip:
    """Who starts where, with room for two names."""

    name: Sentence
    table: int | None
    seat: Side | None


def name_slips(movement: Movement) -> tuple[NameSlip, ...]:
    """One for every pair, in the order of tables."""
    slips = [NameSlip(name(movement, who), path[0].table, path[0].seat) for who, path in seating(movement).items()]
    return tuple(sorted(slips, key=lambda slip: (slip.table or top_table(movement) + 1, slip.seat != "ns")))
