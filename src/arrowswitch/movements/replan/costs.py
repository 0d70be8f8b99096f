"""What a way to finish costs, as a tuple that is compared from the left.

Boards not played come first: that is what people came for. Then sit-outs; then together, weighed, opponents met again, comparisons
and the confusion of moving otherwise than planned (`Costs.rank`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from arrowswitch.movements.model import Meeting, Movement
from arrowswitch.movements.replan.standing import NightStanding
from arrowswitch.words import Sentence, say, say_count


class Costs(NamedTuple):
    """What is lost against the plan; nothing is below zero."""

    unplayed: int
    """Boards that somebody here was to play and does not, counted for each of them."""
    sit_outs: int
    """Rounds that somebody here sits out, beyond those that were planned."""
    repeated: int
    """Meetings with opponents that were met before, beyond those that were planned."""
    comparisons: int
    """Comparisons of two results of a board that there are no more."""
    confusion: int
    """Seats and sets of boards that are elsewhere than planned, and tables that now share."""
    minutes: int = 0
    """How long the rest takes; told, not compared."""
    out_again: int = 0
    """Sit-outs of somebody who has sat out before, beyond those that were planned."""
    lines_apart: int = 0
    """1 where nobody sits both ways any more, so that the two lines cannot be compared and each has its winner."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """What ways are ranked by: boards, sit-outs, then a burden in which a meeting again weighs as much as six seats or sets
        elsewhere, and so do twelve comparisons: nobody turns the room upside down to save one pair from meeting another twice.
        That the same sit out again weighs twenty, and that one winner becomes two more than a turned round does.

        >>> Costs(0, 0, 1, 0, 0).rank < Costs(0, 0, 0, 0, 40).rank < Costs(2, 0, 0, 0, 0).rank
        True
        """
        burden = 6 * self.repeated + self.comparisons // 2 + self.confusion
        return self.unplayed, self.sit_outs, burden + 20 * self.out_again + 500 * self.lines_apart

    @property
    def loss(self) -> tuple[int, int, int, int]:
        """What is lost at the tables; two ways that lose the same differ only in confusion."""
        return self[:4]

    def told(self) -> Iterator[Sentence]:
        """What is lost, in words, the worst first.

        >>> list(map(str, Costs(8, 2, 0, 0, 3).told()))
        ['8 boards fewer are played, counted for each side', '2 more sit-outs', '3 seats or sets elsewhere than planned']
        """
        lines = (
            (
                self.unplayed,
                "{n} board fewer is played, counted for each side",
                "{n} boards fewer are played, counted for each side",
            ),
            (self.sit_outs, "{n} more sit-out", "{n} more sit-outs"),
            (
                self.out_again,
                "{n} sit-out of somebody who has sat out before",
                "{n} sit-outs of those who have sat out before",
            ),
            (self.repeated, "{n} meeting of opponents who have met", "{n} meetings of opponents who have met"),
            (self.comparisons, "{n} comparison fewer", "{n} comparisons fewer"),
            (self.confusion, "{n} seat or set elsewhere than planned", "{n} seats or sets elsewhere than planned"),
        )
        yield from (say_count(one, many, number) for number, one, many in lines if number)
        if self.lines_apart:
            yield say("nobody sits both ways: there are two winners")
        if self.minutes:
            yield say("about {minutes} minutes", minutes=self.minutes)


def costs(here: NightStanding, rest: Iterable[Meeting], shares: int = 0) -> Costs:
    """What these meetings cost, as the rest of this evening.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> three = standing(build("mitchell", tables=7), 3)
    >>> costs(three, three.planned).loss
    (0, 0, 0, 0)
    """
    coming = tuple(rest)
    night = here.night
    present = set(here.here)
    # Whoever has gone loses nothing more; whoever comes was to play from now on.
    usual = [m for m in here.planned if present.issuperset(night.seated(m))]
    due = _boards(night, (m for m in here.planned if not here.gone.issuperset(night.seated(m))), present)
    due.update(dict.fromkeys(here.come, len(here.rounds) * night.boards_per_round))
    plays = _boards(night, coming, present)
    unplayed = sum(max(0, due[each] - plays[each]) for each in present)
    idle = _idle(here, coming, here.here) - _idle(here, here.planned, set(here.here) - set(here.come))
    repeats = _repeats(night, (*here.past, *coming)) - _repeats(night, (*here.past, *usual))
    planned, now = _comparisons((*here.past, *usual)), _comparisons((*here.past, *coming))
    lost = sum(max(0, times - now[board]) for board, times in planned.items())
    seats, sets = _places(here.planned)
    new_seats, new_sets = _places(coming)
    moved = sum(not boards <= sets[place] for place, boards in new_sets.items())  # fewer of a set are no other set
    confusion = len(new_seats - seats) + moved + shares
    longest = Counter[int]()
    for meeting in coming:
        longest[meeting.round] = max(longest[meeting.round], len(meeting.boards))
    minutes = round(sum(longest.values()) * here.a_board) + here.pause(max(longest, default=0))
    again = _out_again(here, coming, here.here) - _out_again(here, here.planned, set(here.here) - set(here.come))
    one_field = night.winners == 1 and night.kind == "pairs" and not apart(night.meetings)
    split = int(one_field and apart((*here.past, *coming)))
    return Costs(unplayed, max(0, idle), max(0, repeats), lost, confusion, minutes, max(0, again), split)


def apart(meetings: Iterable[Meeting]) -> bool:
    """Whether everybody keeps to one side of the table."""
    listed = tuple(meetings)
    return {m.ns for m in listed}.isdisjoint(m.ew for m in listed)


def _boards(night: Movement, meetings: Iterable[Meeting], present: set[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for meeting in meetings:
        for each in night.seated(meeting):
            if each in present:
                found[each] += len(meeting.boards)
    return found


def _idle(here: NightStanding, meetings: Iterable[Meeting], who: Collection[int]) -> int:
    playing = {(m.round, each) for m in meetings if m.round in here.rounds for each in here.night.seated(m)}
    return sum((number, each) not in playing for number in here.rounds for each in who)


def _out_again(here: NightStanding, meetings: Iterable[Meeting], who: Collection[int]) -> int:
    """Sit-outs of the whole evening beyond the first of each; whoever comes late has sat out none before."""
    playing = {(m.round, each) for m in (*here.past, *meetings) for each in here.night.seated(m)}
    rounds = range(1, here.rounds.stop)
    times = (
        sum((number, each) not in playing for number in (here.rounds if each in here.come else rounds)) for each in who
    )
    return sum(max(0, number - 1) for number in times)


def couples(night: Movement, meeting: Meeting) -> Iterator[tuple[int, int]]:
    """The opponents of a table, two by two; a match of teams is counted at the lower one's home table only."""
    if night.kind == "teams":
        if meeting.ns < meeting.ew:
            yield meeting.sides
        return
    for one, other in product(night.members(meeting.ns), night.members(meeting.ew)):
        yield (one, other) if one < other else (other, one)


def usual_meetings(night: Movement) -> int:
    """How often two meet as a matter of course: once, but in an individual as often as need be."""
    if night.kind != "individual":
        return 1
    return -(-2 * night.rounds // max(len(night.contestants) - 1, 1))


def _repeats(night: Movement, meetings: Iterable[Meeting]) -> int:
    met = Counter(couple for meeting in meetings for couple in couples(night, meeting))
    usual = usual_meetings(night)
    return sum(times - usual for times in met.values() if times > usual)


def _comparisons(meetings: Iterable[Meeting]) -> Counter[int]:
    times = Counter(board for meeting in meetings for board in meeting.boards)
    return Counter({board: number * (number - 1) // 2 for board, number in times.items()})


def _places(
    meetings: Iterable[Meeting],
) -> tuple[set[tuple[int, int, int]], defaultdict[tuple[int, int], set[int]]]:
    """Who sits where in each round, and which boards lie on each table."""
    seats: set[tuple[int, int, int]] = set()
    sets: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for m in meetings:
        seats.update({(m.round, m.table, m.ns), (m.round, m.table, -m.ew)})
        sets[m.round, m.table].update(m.boards)
    return seats, sets
