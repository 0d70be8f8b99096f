"""An evening as it stands: what was really played, who and what is here, what was planned for the rest.

What goes wrong is a small function from one standing to another, so that any number of troubles can come together. Nothing is asked
about how it came about: only what was played and what is true now decide how to go on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from arrowswitch.movements.audit import audit
from arrowswitch.movements.build import sit_outs
from arrowswitch.movements.files import from_dict, to_dict
from arrowswitch.movements.model import ImpossibleWish, Meeting, Movement
from arrowswitch.words import say, spans

MINUTES_A_BOARD = Fraction(15, 2)
Body = tuple[int, str]
"""Who holds cards: a pair, a player, or the half of a team that sits North-South (or East-West)."""


@dataclass(frozen=True)
class NightStanding:
    """Where an evening has come to, and what there is to finish it with."""

    night: Movement
    """The rounds gone by as they were really played, the others as they were planned."""
    played: int
    """Rounds that are over, or that are being played and stay as they are."""
    plan: Movement | None = None
    """The evening as it was planned, where rounds gone by went otherwise; None for as they went."""
    besides: tuple[Meeting, ...] = ()
    """Boards that somebody held in rounds gone by, and that the movement does not tell of."""
    gone: frozenset[int] = frozenset()
    """Who has left."""
    come: tuple[int, ...] = ()
    """Who has come and has no seat yet; numbers that the movement does not have."""
    broken: frozenset[int] = frozenset()
    """Tables that cannot be used any more."""
    out: frozenset[int] = frozenset()
    """Boards that cannot be played any more: fouled beyond repair, seen by the room, lost."""
    last: int = 0
    """The last round that there is time for; 0 for all that were planned."""
    most: int = 0
    """How many boards there is time for in a round; 0 for as many as planned."""
    lying: tuple[tuple[int, int], ...] = ()
    """Boards that lie elsewhere than where they were last played: the board and its table."""
    apart: bool | None = None
    """Whether everybody must keep to North-South or East-West; None for as the movement has it."""
    a_board: Fraction = MINUTES_A_BOARD
    """Minutes for a board, with the time to move."""
    break_after: int = 0
    """The round after which there is a break; 0 for none."""
    break_minutes: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.played <= self.night.rounds:
            raise ImpossibleWish(
                say(
                    "Round {played} cannot be over: the last one is {rounds}.",
                    played=self.played,
                    rounds=self.night.rounds,
                )
            )

    def pause(self, last: int) -> int:
        """Minutes of the break, if it comes before a round that is still to be played, the last of which is this."""
        return self.break_minutes if self.played <= self.break_after < last else 0

    # -- who and what is here -----------------------------------------------------------------------------------------

    @property
    def rounds(self) -> range:
        """The rounds that are still to be played."""
        return range(self.played + 1, (self.last or self.night.rounds) + 1)

    @property
    def two_fields(self) -> bool:
        """Whether nobody may change sides, because each side has a winner of its own."""
        return self.night.winners == 2 if self.apart is None else self.apart

    @cached_property
    def lines(self) -> tuple[frozenset[int], frozenset[int]]:
        """Who sits North-South, and who East-West; those who come join the shorter line, East-West where both are as long."""
        north_south, east_west = map(set, self.night.sides_taken)
        for each in self.come:
            (north_south if len(north_south - self.gone) < len(east_west - self.gone) else east_west).add(each)
        return frozenset(north_south), frozenset(east_west)

    @cached_property
    def here(self) -> tuple[int, ...]:
        """Everybody who can play."""
        return tuple(each for each in (*self.night.contestants, *self.come) if each not in self.gone)

    @cached_property
    def whole(self) -> Movement:
        """The movement with those who have come, as it would go on."""
        return replace(self.night, contestants=tuple(sorted({*self.night.contestants, *self.come})))

    @cached_property
    def past(self) -> tuple[Meeting, ...]:
        """What was played."""
        return tuple(each for each in self.night.meetings if each.round <= self.played)

    @cached_property
    def planned(self) -> tuple[Meeting, ...]:
        """What was to come."""
        return tuple(each for each in self.night.meetings if each.round > self.played)

    @cached_property
    def seen(self) -> Mapping[Body, frozenset[int]]:
        """The boards that each has held."""
        found: defaultdict[Body, set[int]] = defaultdict(set)
        for meeting in (*self.past, *self.besides):
            for body in bodies(self.night, meeting):
                found[body].update(meeting.boards)
        return {body: frozenset(boards) for body, boards in found.items()}

    @cached_property
    def lies(self) -> Mapping[int, int]:
        """At which table each board lies: where it was last, or would first have been; 0 if nobody knows."""
        found: dict[int, int] = {}
        for meeting in sorted(self.night.meetings, key=lambda each: -each.round if each.round > self.played else 0):
            if meeting.round > self.played:
                found.update(dict.fromkeys(meeting.boards, 0))
        for meeting in sorted(self.past, key=lambda each: each.round):
            found.update(dict.fromkeys(meeting.boards, meeting.table))
        return {**found, **dict(self.lying)}

    @cached_property
    def known_faults(self) -> frozenset[str]:
        """What the audit has against the evening as it is: no plan can undo it, and none is charged with it."""
        begun = [replace(self.night, meetings=self.past, rounds=self.played)] if self.past else []
        return frozenset(str(fault.text) for each in (self.night, *begun) for fault in audit(each, mended=True).faults)

    # -- for other programs -------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The standing as a file has it; `read_standing` reads it."""
        return {
            "movement": to_dict(self.night),
            "played": self.played,
            "plan": to_dict(self.plan) if self.plan and self.plan.meetings != self.night.meetings else None,
            "besides": [
                {"round": m.round, "table": m.table, "ns": m.ns, "ew": m.ew, "boards": list(m.boards)}
                for m in self.besides
            ],
            "gone": sorted(self.gone),
            "come": list(self.come),
            "broken_tables": sorted(self.broken),
            "boards_out": sorted(self.out),
            "last_round": self.last,
            "boards_a_round": self.most,
            "lying": {str(board): table for board, table in self.lying},
            "minutes_a_board": float(self.a_board),
            "break_after": self.break_after,
            "break_minutes": self.break_minutes,
            "two_winners": self.two_fields,
        }


def bodies(movement: Movement, meeting: Meeting) -> tuple[Body, ...]:
    """Who holds cards at a table."""
    if movement.kind == "teams":
        return (meeting.ns, "ns"), (meeting.ew, "ew")
    return tuple((each, "") for each in movement.seated(meeting))


def standing(movement: Movement, played: int) -> NightStanding:
    """A movement of which some rounds have been played, so far as planned.

    >>> from arrowswitch.movements import build
    >>> standing(build("mitchell", tables=7), 3).rounds
    range(4, 8)
    """
    return NightStanding(movement, played, movement)


def read_standing(data: Mapping[str, Any]) -> NightStanding:
    """A standing from its file; a movement alone is one of which no round has been played.

    >>> from arrowswitch.movements import build
    >>> here = without(standing(build("mitchell", tables=7), 3), 9)
    >>> read_standing(here.to_dict()).to_dict() == here.to_dict()
    True
    """
    given: Mapping[str, Any] = data if "movement" in data else {"movement": data}
    known = set(NightStanding(_NOTHING, 0).to_dict())
    if unknown := sorted(set(given) - known):
        raise ImpossibleWish(
            say("“{key}” is not a part of a standing; there are {keys}.", key=unknown[0], keys=", ".join(sorted(known)))
        )
    night = from_dict(given["movement"])
    try:
        return NightStanding(
            night,
            int(given.get("played", 0)),
            from_dict(given["plan"]) if given.get("plan") else night,
            besides=tuple(
                Meeting(int(m["round"]), int(m["table"]), int(m["ns"]), int(m["ew"]), tuple(map(int, m["boards"])))
                for m in given.get("besides", ())
            ),
            gone=frozenset(map(int, given.get("gone", ()))),
            come=tuple(map(int, given.get("come", ()))),
            broken=frozenset(map(int, given.get("broken_tables", ()))),
            out=frozenset(map(int, given.get("boards_out", ()))),
            last=int(given.get("last_round", 0)),
            most=int(given.get("boards_a_round", 0)),
            lying=tuple((int(board), int(table)) for board, table in dict(given.get("lying", {})).items()),
            a_board=Fraction(str(given.get("minutes_a_board", float(MINUTES_A_BOARD)))),
            break_after=int(given.get("break_after", 0)),
            break_minutes=int(given.get("break_minutes", 0)),
            apart=bool(given["two_winners"]) if "two_winners" in given else None,
        )
    except (TypeError, ValueError, KeyError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, ImpossibleWish):
            raise
        raise ImpossibleWish(
            say("The standing cannot be read: everything but the movement is a whole number, or a list of them.")
        ) from None


_NOTHING = Movement("", "", "pairs", (), 0, 0, 1, ())


# -- what goes wrong --------------------------------------------------------------------------------------------------


def _check(numbers: Iterable[int], allowed: Iterable[int], template: str) -> None:
    known = set(allowed)
    for number in numbers:
        if number not in known:
            raise ImpossibleWish(say(template, number=number, allowed=spans(known)))


def _check_over(here: NightStanding, number: int) -> None:
    if not here.played:
        raise ImpossibleWish(say("Round {round} has not been played yet.", round=number))
    _check([number], range(1, here.played + 1), "Round {number} is not over; rounds {allowed} are.")


def check_tables(here: NightStanding, *tables: int) -> None:
    """Say no to a table that the evening does not have; at one where somebody sits out boards may lie too."""
    there = {m.table for m in here.night.meetings} | {out.table for out in here.night.sit_outs if out.table}
    _check(tables, there, "There is no table {number}; there are {allowed}.")


def _whole(night: Movement, meetings: Iterable[Meeting]) -> Movement:
    """The movement with these meetings; whoever has none sits out."""
    kept = tuple(sorted(meetings, key=lambda each: (each.round, each.table)))
    waiting = {(one.round, one.pair): one.table for one in night.sit_outs if one.table}
    taken = {(each.round, each.table) for each in kept}
    waiting = {who: table for who, table in waiting.items() if (who[0], table) not in taken}
    idle = sit_outs(night.contestants, night.rounds, kept, waiting, night.seated)
    return replace(night, meetings=kept, sit_outs=idle)


def really_played(here: NightStanding, meeting: Meeting) -> NightStanding:
    """One table in one round gone by, as it was really played.

    >>> from arrowswitch.movements import build
    >>> here = really_played(standing(build("mitchell", tables=7), 2), Meeting(2, 1, 1, 13, (9, 10, 11, 12)))
    >>> sorted(here.seen[1, ""])
    [1, 2, 3, 4, 9, 10, 11, 12]
    """
    _check_over(here, meeting.round)
    others = [m for m in here.night.meetings if (m.round, m.table) != (meeting.round, meeting.table)]
    meetings = [*others, meeting] if meeting.boards else others
    return replace(here, night=_whole(here.night, meetings))


def changed_seats(here: NightStanding, number: int, one: int, other: int) -> NightStanding:
    """Two pairs (players, teams as visitors) sat in each other's seats in a round gone by."""
    change = {one: other, other: one}
    night = here.night

    def turned(side: int) -> int:
        if night.kind != "individual":
            return change.get(side, side)
        first, second = night.members(side)
        return change.get(first, first) * 100 + change.get(second, second)

    meetings = [
        replace(m, ns=m.ns if night.kind == "teams" else turned(m.ns), ew=turned(m.ew)) if m.round == number else m
        for m in night.meetings
    ]
    if any(m.ns == m.ew for m in meetings):
        raise ImpossibleWish(say("{one} and {other} met in round {round}.", one=one, other=other, round=number))
    return replace(here, night=_whole(night, meetings))


def boards_lay_wrong(here: NightStanding, number: int, table: int, other: int) -> NightStanding:
    """Two tables had each other's boards in a round gone by, and played them."""
    _check_over(here, number)
    if table == other:
        raise ImpossibleWish(say("Name two different tables."))
    at = here.night.at
    _check([table, other], (t for r, t in at if r == number), "Nobody played at table {number}; at {allowed} they did.")
    one, two = at[number, table], at[number, other]
    swapped = {id(one): replace(one, boards=two.boards), id(two): replace(two, boards=one.boards)}
    return replace(here, night=_whole(here.night, (swapped.get(id(m), m) for m in here.night.meetings)))


def round_not_moved(here: NightStanding, number: int, *, people: bool) -> NightStanding:
    """For a round gone by everybody stayed where they were (`people`), or the boards did."""
    before = {m.table: m for m in here.night.by_round.get(number - 1, ())}
    meetings = []
    for m in here.night.meetings:
        was = before.get(m.table) if m.round == number else None
        if was:
            m = replace(m, ns=was.ns, ew=was.ew) if people else replace(m, boards=was.boards)
        meetings.append(m)
    return as_played(here, meetings)


def as_played(here: NightStanding, meetings: Iterable[Meeting]) -> NightStanding:
    """The evening with these meetings; of two that have the same pair in one round the first is kept."""
    seated: set[tuple[int, Body]] = set()
    kept = []
    for m in meetings:
        sides = {(m.round, body) for body in bodies(here.night, m)}
        if not sides & seated:
            kept.append(m)
            seated |= sides
    return replace(here, night=_whole(here.night, kept))


def without(here: NightStanding, *contestants: int) -> NightStanding:
    """Somebody has gone home."""
    _check(contestants, here.night.contestants, "{number} does not play here; {allowed} do.")
    return replace(here, gone=here.gone | set(contestants))


def with_more(here: NightStanding, *contestants: int) -> NightStanding:
    """Somebody comes late."""
    if here.night.kind != "pairs":
        raise ImpossibleWish(say("Only pairs can come late."))
    taken = [each for each in contestants if each in here.night.contestants]
    if taken:
        raise ImpossibleWish(say("{number} is taken: who comes late needs another number.", number=taken[0]))
    return replace(here, come=(*here.come, *contestants))


def table_broken(here: NightStanding, *tables: int) -> NightStanding:
    """A table cannot be used any more."""
    check_tables(here, *tables)
    return replace(here, broken=here.broken | set(tables))


def boards_spoilt(here: NightStanding, *boards: int) -> NightStanding:
    """Boards cannot be played any more."""
    _check(boards, here.night.boards, "Board {number} is not in play; boards {allowed} are.")
    return replace(here, out=here.out | set(boards))


def ending_after(here: NightStanding, last: int) -> NightStanding:
    """A round is to be the last."""
    _check(
        [last], range(max(here.played, 1), here.night.rounds + 1), "Round {number} cannot be the last; {allowed} can."
    )
    return replace(here, last=last)


def within(here: NightStanding, minutes: int) -> tuple[NightStanding, ...]:
    """What can be played in so many minutes: fewer rounds, or all of them with fewer boards in each.

    >>> from arrowswitch.movements import build
    >>> [(each.last, each.most) for each in within(standing(build("mitchell", tables=7), 3), 90)]
    [(6, 0), (0, 3)]
    """
    left, last = len(here.rounds), here.rounds.stop - 1
    a_round = here.night.boards_per_round * here.a_board
    ends = [end for end in here.rounds if (end - here.played) * a_round + here.pause(end) <= minutes]
    if not left or last in ends:
        return (here,)
    found = [replace(here, last=ends[-1])] if ends else []
    if (boards := int((minutes - here.pause(last)) // (left * here.a_board))) > 0:
        found.append(replace(here, most=boards))
    return tuple(found) or (replace(here, last=max(here.played, 1)),)
