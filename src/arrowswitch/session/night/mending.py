"""Movements mended during play: another one from a round on, rounds cut, one meeting written anew.

What has been played stays as it was. Everybody without a meeting sits out, so that the audit can say what is wrong and
what is only hard luck. Which movement to go on with is the director's choice (NZ manual 3.8, Busbridge instructions 3.6).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.movements import Audit, Meeting, Movement, audit
from arrowswitch.movements.build import sit_outs


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
        draws=new.draws or old.draws,
        planned=new.planned or old.planned,
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
    rounds = min(rounds, movement.rounds)  # of those that are still to be drawn none comes
    draws = tuple(replace(each, last=min(each.last, rounds)) for each in movement.draws if each.first <= rounds)
    shorter = replace(
        movement,
        rounds=rounds,
        draws=draws,
        planned=len(draws),
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
    return replace(night, sit_outs=sit_outs(night.contestants, night.rounds, night.meetings, waiting, night.seated))


def _sharing(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """The tables that do share boards in some round."""

    def shares(group: tuple[int, ...]) -> bool:
        for meetings in movement.by_round.values():
            boards = [board for meeting in meetings if meeting.table in group for board in meeting.boards]
            if len(boards) != len(set(boards)):
                return True
        return False

    return tuple(group for group in movement.shares if shares(group))
