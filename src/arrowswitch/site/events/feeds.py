"""What the sessions of an event say of its matches, for whoever decides or shows something of it."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.contests.events import EventState, FedMatch, SessionFeed
from arrowswitch.journals import Actor, JournalFault, Refused
from arrowswitch.session import State
from arrowswitch.session.night import as_far_as_ranked, drawn_results
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.work.memory import Memory

Rounds = Mapping[int, tuple[FedMatch, ...]]
_memory: Memory[tuple[int, bool], Rounds] = Memory(64)
"""What sessions have said, all of it or what others than the desk may know; good as long as the journal is the same."""


def feeds(event: EventState, club: Club, by: Actor | None = None) -> tuple[SessionFeed, ...]:
    """What the sessions of an event have brought so far; only sessions of its own club. Somebody who looks from outside is told
    of each as much as its ranked list tells: what was posted, or the rounds that its settings show."""
    found = []
    for each in event.sessions.values():
        state = state_of(each.session, club)
        if state is None or state.away:
            continue
        viewer = Viewer(int(each.session), state, by) if by else None
        if viewer is None or viewer.desk:
            found.append(SessionFeed(each.session, _rounds(int(each.session), state, state)))
        elif viewer.ranking:
            seen = as_far_as_ranked(viewer.state, viewer.by)
            found.append(SessionFeed(each.session, _rounds(int(each.session), state, seen)))
    return tuple(found)


def state_of(session: str, club: Club) -> State | None:
    """How a session of an event stands; nothing for one of another club, or that cannot be read."""
    number = int(session) if session.isdecimal() and len(session) < 19 else 0
    if not store.is_of(number, club):
        return None
    try:
        return store.state(number)
    except (Refused, JournalFault):
        return None


def _rounds(session: int, now: State, seen: State) -> Rounds:
    return _memory.made((session, seen is now), lambda: told(seen), now.journal)


def told(state: State) -> Rounds:
    """The matches of a session, as an event takes them."""
    return {
        place: tuple(
            FedMatch(each.sides, each.imps, each.vps, each.boards, each.complete, each.absent) for each in results
        )
        for place, results in drawn_results(state).items()
    }
