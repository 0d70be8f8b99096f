"""How people and boards get from one round to the next, read off the meetings of any movement.

Nothing here knows a family: "East-West up one table" is what most East-West pairs are seen to do. So a movement from a
stranger's file gets the same cards, map and announcements as one of ours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from arrowswitch.movements.build import wrap
from arrowswitch.movements.model import Meeting, Movement, Side, partners

Seat = tuple[int, Side]
OTHER: dict[Side, Side] = {"ns": "ew", "ew": "ns"}
MOST = 2 / 3
"""The share of a side that must do the same for it to be called the move."""


@dataclass(frozen=True, slots=True, order=True)
class Partnership:
    """A pair, or one half of a team."""

    number: int
    half: Side | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a partnership is in one round: `seat` is the chairs, `plays` the cards, which an arrow switch turns."""

    round: int
    table: int | None
    seat: Side | None
    plays: Side | None = None
    opponent: int | None = None
    boards: tuple[int, ...] = ()
    switched: bool = False
    partner: int | None = None
    """In an individual, with whom."""
    chair: str = ""
    """In an individual, the one chair of the side: N, S, E or W."""

    @property
    def sits_out(self) -> bool:
        return self.opponent is None


Paths = Mapping[Partnership, tuple[Stop, ...]]


def paths(movement: Movement) -> Paths:
    """Where everybody is in every round, sit-outs included.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> rows = [SketchRow(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> mitchell = two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8)
    >>> [(stop.table, stop.seat) for stop in paths(mitchell)[Partnership(4)]]
    [(1, 'ew'), (2, 'ew'), (3, 'ew')]
    """
    found: defaultdict[Partnership, dict[int, Stop]] = defaultdict(dict)
    for meeting in movement.meetings:
        if movement.kind == "individual":
            for player, stop in _four(meeting):
                found[Partnership(player)][meeting.round] = stop
            continue
        for number, plays, opponent in ((meeting.ns, "ns", meeting.ew), (meeting.ew, "ew", meeting.ns)):
            side: Side = "ns" if plays == "ns" else "ew"
            who = Partnership(number, side if movement.kind == "teams" else "")
            seat = OTHER[side] if meeting.switched else side
            found[who][meeting.round] = Stop(
                meeting.round, meeting.table, seat, side, opponent, meeting.boards, meeting.switched
            )
    halves: tuple[Side | Literal[""], ...] = ("ns", "ew") if movement.kind == "teams" else ("",)
    waits = {(sit.round, sit.pair): sit.table for sit in movement.sit_outs}
    everybody = {Partnership(number, half) for number in movement.contestants for half in halves}
    whole: dict[Partnership, tuple[Stop, ...]] = {}
    for who in sorted(everybody | set(found)):
        known = found[who]
        seats = {stop.seat for stop in known.values()}
        usual = seats.pop() if len(seats) == 1 else None
        whole[who] = tuple(
            known.get(number) or Stop(number, waits.get((number, who.number)), usual)
            for number in range(1, movement.rounds + 1)
        )
    return whole


def _four(meeting: Meeting) -> Iterator[tuple[int, Stop]]:
    """The four players of an individual at a table."""
    sides: tuple[tuple[Side, int, int], ...] = (("ns", meeting.ns, meeting.ew), ("ew", meeting.ew, meeting.ns))
    for side, ours, theirs in sides:
        couple = partners(ours)
        for player, partner, chair in zip(couple, reversed(couple), side.upper(), strict=True):
            stop = Stop(meeting.round, meeting.table, side, side, theirs, meeting.boards, False, partner, chair)
            yield player, stop


def seating(movement: Movement) -> Paths:
    """Everybody's chairs as the cards tell them.

    Where sides keep to their chairs an arrow switch turns the boards; in a Howell, where everybody reads a guide card,
    the pairs simply sit the way they play.
    """
    whole = paths(movement)
    if not follows_cards(movement, whole):
        return whole
    return {
        who: tuple(replace(stop, seat=stop.plays or stop.seat, switched=False) for stop in path)
        for who, path in whole.items()
    }


def follows_cards(movement: Movement, whole: Paths | None = None) -> bool:
    """Whether people can only move by their cards, as in a Howell."""
    usual = ordinary(movement, whole)
    return movement.kind == "pairs" and "arrows" in (usual.ns.kind, usual.ew.kind)


def stays(path: Iterable[Stop]) -> bool:
    """Whether a partnership keeps its chairs all session (a round without play does not count as a move)."""
    return len({(stop.table, stop.seat, stop.chair) for stop in path if not stop.sits_out}) == 1


def home_table(path: Iterable[Stop]) -> int | None:
    """The one table at which a partnership plays all session, whichever way it sits; None if it moves."""
    tables = {stop.table for stop in path if not stop.sits_out}
    return tables.pop() if len(tables) == 1 else None


def top_table(movement: Movement) -> int:
    """The highest table number that anybody goes to, to play or to wait."""
    return max([movement.tables, *(sit.table for sit in movement.sit_outs if sit.table)])


@dataclass(frozen=True, slots=True)
class PairMove:
    """One partnership's way from its chairs to the next ones."""

    who: Partnership
    start: Seat
    end: Seat


def steps(whole: Paths, after: int) -> tuple[PairMove, ...]:
    """Everybody's step after a round, as far as both tables are known."""
    ways = ((who, path[after - 1], path[after]) for who, path in whole.items())
    return tuple(
        PairMove(who, (now.table, now.seat), (then.table, then.seat))
        for who, now, then in ways
        if now.table and then.table and now.seat and then.seat
    )


@dataclass(frozen=True, slots=True)
class Move:
    """What one side (or the boards) does after a round: so many tables up (+) or down (-), or something irregular."""

    kind: Literal["stay", "shift", "mirror", "new", "arrows", "none"]
    by: int = 0
    modulus: int = 0
    others: tuple[PairMove, ...] = ()
    """Those who do something else than the rest."""

    def goes(self, table: int) -> int:
        """Where this move leads from a table.

        >>> Move("shift", 1, 7).goes(7), Move("mirror", 0, 11).goes(3), Move("stay").goes(5)
        (1, 9, 5)
        """
        if self.kind == "shift":
            return wrap(table + self.by, self.modulus)
        return self.modulus + 1 - table if self.kind == "mirror" else table

    @property
    def rule(self) -> Move:
        return replace(self, others=())


def side_move(movement: Movement, whole: Paths, side: Side, after: int) -> Move:
    """What the partnerships in these chairs do after a round."""
    mine = [step for step in steps(whole, after) if step.start[1] == side]
    if not mine:
        return Move("none")
    top = top_table(movement)
    kept = [(step.start[0], step.end[0]) for step in mine if step.end[1] == side]
    move = _shift(kept, (top, movement.tables), len(mine))
    if move is None:
        mirrored = sum(end == top + 1 - start for start, end in kept)
        move = Move("mirror", 0, top) if mirrored >= MOST * len(mine) else Move("arrows")
    if move.kind == "arrows":
        return replace(move, others=tuple(mine))
    return replace(move, others=tuple(step for step in mine if step.end != (move.goes(step.start[0]), side)))


def _shift(ways: list[tuple[int, int]], moduli: Iterable[int], out_of: int) -> Move | None:
    """The shift that most ways have in common; a stay is a shift of nothing."""
    votes: Counter[tuple[int, int]] = Counter()
    for start, end in ways:
        for modulus in dict.fromkeys(moduli):
            votes[(end - start) % modulus, modulus] += 1
    if not votes:
        return None
    (by, modulus), count = votes.most_common(1)[0]
    if count < MOST * out_of:
        return None
    return _signed(by, modulus)


def _signed(by: int, modulus: int) -> Move:
    return Move("stay") if by == 0 else Move("shift", by - modulus if by > modulus / 2 else by, modulus)


def seats_of_sets(movement: Movement, number: int) -> Mapping[frozenset[int], tuple[int, ...]]:
    """At which tables each set is in a round (several when it is shared, or there are copies)."""
    places: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for meeting in movement.by_round.get(number, ()):
        places[frozenset(meeting.boards)].append(meeting.table)
    return {boards: tuple(tables) for boards, tables in places.items()}


def board_move(movement: Movement, after: int) -> Move:
    """What the boards do after a round; sets that come from a relay have no say."""
    before, later = seats_of_sets(movement, after), seats_of_sets(movement, after + 1)
    top = top_table(movement)
    ways = [(start, end) for boards, ends in later.items() for end in ends for start in before.get(boards, ())]
    if not ways:
        return Move("new")
    votes: Counter[tuple[int, int]] = Counter()
    for modulus in dict.fromkeys((top, movement.tables)):
        votes.update((by, modulus) for by, _ in {((end - start) % modulus, end) for start, end in ways})
    enough = max(max(votes.values()), MOST * len({end for _, end in ways}))
    likely = [_signed(by, modulus) for (by, modulus), count in votes.items() if count >= enough]
    if not likely or movement.copies > 2:  # each of three copies goes its own way
        return Move("arrows")
    return min(likely, key=lambda move: abs(move.by))  # of two copies one might be taken for the other


@dataclass(frozen=True, slots=True)
class Ordinary:
    """What usually happens after a round."""

    ns: Move
    ew: Move
    boards: Move


def ordinary(movement: Movement, whole: Paths | None = None) -> Ordinary:
    """The move that is made after most rounds."""
    known = whole or paths(movement)
    rounds = range(1, movement.rounds)

    def usual(found: Iterable[Move]) -> Move:
        return max(Counter(found).items(), key=lambda item: item[1], default=(Move("none"), 0))[0]

    return Ordinary(
        usual(side_move(movement, known, "ns", number).rule for number in rounds),
        usual(side_move(movement, known, "ew", number).rule for number in rounds),
        usual(board_move(movement, number) for number in rounds),
    )


def usual_steps(movement: Movement, whole: Paths | None = None) -> Mapping[Seat, Seat]:
    """Where those who sit in each pair of chairs usually go next; chairs without a rule are left out."""
    known = whole or paths(movement)
    votes: defaultdict[Seat, Counter[Seat]] = defaultdict(Counter)
    for number in range(1, movement.rounds):
        for step in steps(known, number):
            votes[step.start][step.end] += 1
    usual: dict[Seat, Seat] = {}
    for start in sorted(votes):
        end, count = votes[start].most_common(1)[0]
        if count * 2 > sum(votes[start].values()) and (count > 1 or movement.rounds < 4):
            usual[start] = end
    return usual
