"""Movements mended during play: another one from a round on, rounds cut, one meeting written anew.

What has been played stays as it was. Everybody without a meeting sits out, so that the audit can say what is wrong and
what is only hard luck. Which movement to go on with is the director's choice (NZ manual 3.8, Busbridge instructions 3.6); the two that
are always there are made here, for a pair that leaves and for one that fills the half table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from arrowswitch.movements import Audit, ImpossibleWish, Meeting, Movement, SitOut, audit
from arrowswitch.movements.build import sit_outs
from arrowswitch.words import say


def changed(old: Movement, new: Movement, from_round: int) -> Movement:
    """The old movement before a round, and the new one from it on.

    >>> from arrowswitch.movements import build
    >>> night = changed(build("mitchell", tables=7), build("mitchell", tables=7, switch="7"), 7)
    >>> night.at[6, 1].switched, night.at[7, 1].switched, mended_audit(night).legal
    (False, True, True)
    """
    if from_round <= 1:
        return replace(new, labels={**new.labels, **old.labels})
    meetings = _ordered(
        (
            *(meeting for meeting in old.meetings if meeting.round < from_round),
            *(meeting for meeting in new.meetings if meeting.round >= from_round),
        )
    )
    night = replace(
        new,
        contestants=tuple(sorted({*old.contestants, *new.contestants})),
        meetings=meetings,
        stationary=(),
        relays=(),  # boards come to the new places by the director's hand, not by a relay
        shares=tuple(dict.fromkeys((*old.shares, *new.shares))),
        copies=max(old.copies, new.copies),
        instructions=(
            *(each for each in old.instructions if each.after < from_round - 1),
            *(each for each in new.instructions if each.after >= from_round - 1),
        ),
        labels={**new.labels, **old.labels},
        stanzas=tuple(
            sorted({*(s for s in old.stanzas if s < from_round), *(s for s in new.stanzas if s >= from_round)})
        ),
    )
    return _seated(replace(night, shares=_sharing(night)), old, new)


def cut(movement: Movement, rounds: int) -> Movement:
    """The movement with its last rounds left out.

    >>> from arrowswitch.movements import build
    >>> shorter = cut(build("mitchell", tables=7), 5)
    >>> shorter.rounds, len(shorter.meetings), mended_audit(shorter).legal
    (5, 35, True)
    """
    shorter = replace(
        movement,
        rounds=rounds,
        meetings=tuple(meeting for meeting in movement.meetings if meeting.round <= rounds),
        sit_outs=tuple(each for each in movement.sit_outs if each.round <= rounds),
        instructions=tuple(each for each in movement.instructions if each.after < rounds),
        stanzas=tuple(last for last in movement.stanzas if last <= rounds),
    )
    return replace(shorter, shares=_sharing(shorter))


def swapped(movement: Movement, round_number: int, table: int) -> Movement:
    """The movement with the two sides of one meeting exchanged."""
    meetings = (
        replace(each, ns=each.ew, ew=each.ns, switched=not each.switched)
        if (each.round, each.table) == (round_number, table)
        else each
        for each in movement.meetings
    )
    return replace(movement, meetings=tuple(meetings))


def edited(movement: Movement, meeting: Meeting) -> Movement:
    """The movement with one meeting written anew; taken out if it has no boards.

    >>> from arrowswitch.movements import build
    >>> [len(edited(build("mitchell", tables=7), Meeting(2, 3, 3, 9, boards)).sit_outs) for boards in ((), (13, 14))]
    [2, 0]
    """
    others = [each for each in movement.meetings if (each.round, each.table) != (meeting.round, meeting.table)]
    night = replace(movement, meetings=_ordered([*others, meeting] if meeting.boards else others))
    return _seated(replace(night, shares=_sharing(night)), movement)


def without(movement: Movement, contestant: int) -> Movement:
    """The movement without a pair that leaves; whoever was to meet it sits out.

    >>> from arrowswitch.movements import build
    >>> len(without(build("mitchell", tables=7), 14).sit_outs)
    7
    """
    staying = tuple(each for each in movement.contestants if each != contestant)
    meetings = tuple(meeting for meeting in movement.meetings if contestant not in meeting.sides)
    night = replace(movement, contestants=staying, meetings=meetings, stationary=())
    return _seated(replace(night, shares=_sharing(night)), movement)


def with_late_pair(movement: Movement, contestant: int) -> Movement:
    """The movement with a pair in the place of the phantom: it meets whoever would sit out (Busbridge instructions 2.3a).

    >>> from arrowswitch.movements import build
    >>> whole = with_late_pair(build("mitchell", tables="6½"), 14)
    >>> len(whole.meetings), whole.sit_outs, mended_audit(whole).legal
    (49, (), True)
    """
    if contestant in movement.contestants:
        raise ImpossibleWish(say("{who} plays already; a late pair needs a number of its own.", who=contestant))
    waiting = {each.round: each for each in movement.sit_outs}
    if len(waiting) < len(movement.sit_outs) or set(waiting) != set(range(1, movement.rounds + 1)):
        raise ImpossibleWish(say("There is no half table in every round that a late pair could fill."))
    boards = _boards_for(movement, waiting)
    stays = {m.ew for m in movement.meetings} >= {each.pair for each in waiting.values()}
    meetings = []
    for number, each in waiting.items():
        table = each.table or movement.tables + 1
        if (number, table) in movement.at:
            table = movement.tables + 1
        ns, ew = (contestant, each.pair) if stays else (each.pair, contestant)
        meetings.append(Meeting(number, table, ns, ew, boards[number]))
    return replace(
        movement,
        contestants=tuple(sorted((*movement.contestants, contestant))),
        meetings=_ordered((*movement.meetings, *meetings)),
        sit_outs=(),
    )


def _boards_for(movement: Movement, waiting: Mapping[int, SitOut]) -> dict[int, tuple[int, ...]]:
    """A set for each round, all different, that lies idle then and is new to the pair that waits."""
    sets = tuple(dict.fromkeys(meeting.boards for meeting in movement.meetings))
    chosen: dict[tuple[int, ...], int] = {}

    def free(number: int) -> Iterator[tuple[int, ...]]:
        in_play = {board for meeting in movement.by_round.get(number, ()) for board in meeting.boards}
        played = {board for meeting in movement.path(waiting[number].pair) for board in meeting.boards}
        return (each for each in sets if not (in_play | played) & set(each))

    def place(number: int, tried: set[tuple[int, ...]]) -> bool:
        for each in free(number):
            if each not in tried:
                tried.add(each)
                if each not in chosen or place(chosen[each], tried):
                    chosen[each] = number
                    return True
        return False

    for number in sorted(waiting):
        if not place(number, set()):
            raise ImpossibleWish(say("In round {round} there are no boards left for a late pair.", round=number))
    return {number: boards for boards, number in chosen.items()}


def mended_audit(movement: Movement) -> Audit:
    """The audit of a movement as it is played: what it once promised about relays and fixed seats is not asked."""
    return audit(movement, mended=True)


def _ordered(meetings: Iterable[Meeting]) -> tuple[Meeting, ...]:
    return tuple(sorted(meetings, key=lambda meeting: (meeting.round, meeting.table)))


def _seated(night: Movement, *known: Movement) -> Movement:
    waiting = {
        (each.round, each.pair): each.table
        for movement in known
        for each in movement.sit_outs
        if each.table is not None
    }
    return replace(night, sit_outs=sit_outs(night.contestants, night.rounds, night.meetings, waiting))


def _sharing(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """The tables that do share boards in some round."""

    def shares(group: tuple[int, ...]) -> bool:
        for meetings in movement.by_round.values():
            boards = [board for meeting in meetings if meeting.table in group for board in meeting.boards]
            if len(boards) != len(set(boards)):
                return True
        return False

    return tuple(group for group in movement.shares if shares(group))
