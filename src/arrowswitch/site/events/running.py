"""An event while it is played: its evenings are sessions, and what it draws comes into them.

Whatever is done to an event that may have sessions goes through `append`: first it is asked whether the sessions take it too, then the
event is written, then they are. If the program is stopped in between, `bring_into_line` does what is left, whoever looks next.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import count
from typing import Any

from django.db.models import Q
from django.utils import timezone

from arrowswitch.contests.events import (
    AddedSession,
    AddSession,
    ContestPlayer,
    DrawRound,
    EventCommand,
    EventJournalEntry,
    EventState,
    LeaveOutSession,
    decide,
    evolve,
)
from arrowswitch.journals import Actor, JournalFault, Refused
from arrowswitch.session import Command, Open, SectionPlan, Settings, State
from arrowswitch.session import decide as decide_in_session
from arrowswitch.session import evolve as evolve_session
from arrowswitch.session.acts import PutAway
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.events import store
from arrowswitch.site.events.evenings import (
    OF_EVENT,
    SECTION,
    Register,
    first_movement,
    kind_of,
    line_up_steps,
    next_draw_step,
    people_steps,
    section_of,
)
from arrowswitch.site.events.feeds import feeds, state_of
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.journal import store as sessions
from arrowswitch.site.journal.models import Session
from arrowswitch.words import Sentence, say

MOST_STEPS = 200
LAST_WRITTEN = 8
"""So many events may have been in play when the program was stopped."""
log = logging.getLogger("arrowswitch.events")


# -- evenings ---------------------------------------------------------------------------------------------------------


def rounds_to_play(event: EventState, stage: str = "") -> range:
    """The rounds of a stage that no session has yet; without an end where the number of rounds is not settled.

    >>> rounds_to_play(EventState())
    range(0, 0)
    """
    if not event.stages:
        return range(0)
    found = event.stage(stage)
    taken = {number for each in counting(event, found.name) for number in each.rounds}
    first = next(number for number in count(1) if number not in taken)
    last = found.plan.rounds_of(found)
    end = first + 99 if last is None else last
    return range(first, min((number for number in taken if number > first), default=end + 1))


def counting(event: EventState, stage: str) -> list[AddedSession]:
    """The sessions of a stage that count."""
    return [each for each in event.sessions.values() if each.stage == stage and not each.left_out]


def open_evening(
    event: int,
    *,
    club: Club,
    by: Actor,
    command: str,
    title: str,
    day: date,
    rounds: int,
    stage: str = "",
    method: str = "",
    settings: Settings | None = None,
    now: datetime | None = None,
) -> int:
    """Opens the session in which the next rounds of an event are played, the first of them drawn, and gives its number.

    Teams and pairs have their numbers of the event, and their names. The same command again gives the same session.
    """
    now = now or timezone.now()
    opening = f"event-{event}-{command}"
    known = sessions.sessions(club).filter(opened=opening).first()
    if known is None:
        state = store.state(event, club=club)
        found = state.stage(stage)
        to_play = rounds_to_play(state, stage)[:rounds]
        if rounds < 1 or not to_play:
            raise Refused(say("{stage} has no rounds left to play.", stage=found.name))
        if len(found.rounds) < to_play[0]:
            draw = EventCommand(f"{command}-draw", by, now, DrawRound(found.name))
            state = append(event, draw, club=club).state
        act = _opening(state, found.name, tuple(to_play), title, day, method, settings or Settings())
        session = sessions.begin(Command(opening, by, now, act), club=club).session
    else:
        session = known.pk
    bring_into_line(event, club=club, now=now)
    return session


def _opening(
    event: EventState, stage: str, rounds: tuple[int, ...], title: str, day: date, method: str, settings: Settings
) -> Open:
    teams = kind_of(event) == "teams"
    movement = first_movement(event, event.stage(stage), rounds)
    return Open(
        title,
        day,
        (SectionPlan(SECTION, movement),),
        method or ("imps" if teams else "cross-imps"),
        regulations=event.regulations.name,
        overrides=_overrides(event),
        boards_per_match=event.boards if teams else None,
        settings=settings,
    )


def _overrides(event: EventState) -> Mapping[str, Any]:
    """What the event has decided otherwise than the regulations, its scale too."""
    if not event.scale:
        return event.overrides
    return {**event.overrides, "matches": {**event.overrides.get("matches", {}), "scale": event.scale}}


# -- what is done to an event, and so to its sessions -----------------------------------------------------------------


def append(event: int, command: EventCommand, *, club: Club) -> store.KeptCommands:
    """Gives an event a command, and its sessions what follows from it: both, or neither.

    `Refused` says why the event or one of its sessions does not grant it, `StoreFault` why it could not be kept.
    """
    return append_all(event, (command,), club=club)


def append_all(event: int, commands: Sequence[EventCommand], *, club: Club) -> store.KeptCommands:
    """Gives an event commands that belong together, as `append` gives it one."""
    before = store.state(event, club=club)
    after = before
    for command in commands:
        for entry in decide(after, command, feeds(after, club)):
            after = evolve(after, entry)
    if _drawn(after) != _drawn(before):
        for _, state, added in _played_in(after, club):
            _tried(event, after, added, state, commands[-1].at)
    kept = store.append_all(event, commands, club=club)
    bring_into_line(event, club=club, now=commands[-1].at)
    return kept


def _drawn(event: EventState) -> tuple[object, object]:
    """What the sessions of an event must have of it."""
    return [stage.rounds for stage in event.stages.values()], event.sessions


def _tried(event: int, after: EventState, added: AddedSession, state: State, now: datetime) -> None:
    """Refuses what a session would not take."""
    for _ in range(MOST_STEPS):
        step = next_draw_step(event, after, added, state, now)
        if step is None:
            return
        entries = decide_in_session(state, step)
        if not entries:
            return
        for entry in entries:
            state = evolve_session(state, entry)


def _played_in(event: EventState, club: Club) -> Iterator[tuple[int, State, AddedSession]]:
    """The sessions of an event whose rounds are drawn."""
    for added in event.sessions.values():
        state = state_of(added.session, club)
        if state is not None and section_of(state) is not None:
            yield int(added.session), state, added


def bring_into_line(event: int, *, club: Club, now: datetime | None = None) -> tuple[Sentence, ...]:
    """Does whatever an event has decided and its sessions do not have yet; says what they do not take.

    It does nothing where all is done, so whoever looks at an event may ask for it.
    """
    now = now or timezone.now()
    refused: list[Sentence] = []
    state = _with_its_sessions(event, club, now)
    for session, _, added in _played_in(state, club):
        try:
            why = _bring_draws(event, state, session, added, now)
        except Refused as refusal:
            why = refusal.args[0]
        if why:
            refused.append(say("{session}: {why}", session=added.name, why=why))
        _bring_people(event, state, session, added, club, now)
    return tuple(refused)


def make_ready() -> None:
    """Brings the events that were written last into line: the program may have been stopped between an event and its session."""
    for kept in KeptEvent.objects.filter(away=False).select_related("club").order_by("-changed")[:LAST_WRITTEN]:
        with suppress(Refused, sessions.StoreFault, JournalFault):
            bring_into_line(kept.pk, club=kept.club)


def _with_its_sessions(event: int, club: Club, now: datetime) -> EventState:
    """The event with every session that was opened for it; the last may not have been written down."""
    state = store.state(event, club=club)
    if state.away:
        return state
    for session in sessions.listed(club).filter(opened__startswith=f"event-{event}-"):
        if str(session.pk) in state.sessions:
            continue
        with suppress(Refused, JournalFault):
            played = sessions.state(session.pk)
            section = section_of(played)
            if section is None:
                continue
            draws, opened = section.movement.draws, played.journal[0]
            rounds = tuple(range(draws[0].number, draws[0].number + section.movement.planned))
            act = AddSession(str(session.pk), played.title, rounds, section.movement.name)
            command = EventCommand(f"{opened.id}-added", opened.by, now, act)
            state = store.append(event, command, club=club).state
    for added in tuple(state.sessions.values()):
        with suppress(Refused):
            wish = _put_away(state, added, club, now)
            state = store.append(event, wish, club=club).state if wish else state
    return state


def _put_away(event: EventState, added: AddedSession, club: Club, now: datetime) -> EventCommand | None:
    """A session that was put away is left out, so that its rounds can be played in another; one that was brought back counts again."""
    played = state_of(added.session, club)
    if played is None or played.away == added.left_out:
        return None
    last = next(
        entry for entry in reversed(played.journal) if isinstance(entry.act, PutAway) or entry is played.journal[0]
    )
    name = f"{OF_EVENT}away-{added.session}-"
    if added.left_out:
        said = [entry.id for entry in event.journal if _leaves_out(event, entry, added.session)]
        if not said or not said[-1].startswith(name) or overlapping(event, added):
            return None  # the director left it out, or has another by now
    return EventCommand(f"{name}{last.id}", last.by, now, LeaveOutSession(added.session, played.away))


def _leaves_out(event: EventState, entry: EventJournalEntry, session: str) -> bool:
    act = entry.act
    return isinstance(act, LeaveOutSession) and act.session == session and entry.id not in event.undone


def overlapping(event: EventState, added: AddedSession) -> AddedSession | None:
    """Another session that counts, in which a round of this one is played."""
    others = (each for each in counting(event, added.stage) if each.session != added.session)
    return next((each for each in others if not {*each.rounds}.isdisjoint(added.rounds)), None)


TAKEN_BACK = say(
    "the draw was taken back in this session. Take it back in the journal of the event too, or bring it back in the journal of the session."
)


def _bring_draws(event: int, state: EventState, session: int, added: AddedSession, now: datetime) -> Sentence | None:
    """Brings a session what is missing; what the director has taken back there is not brought again, but said."""
    for _ in range(MOST_STEPS):
        step = next_draw_step(event, state, added, sessions.state(session), now)
        if step is None:
            return None
        if not sessions.append(session, step).entries:
            return TAKEN_BACK
    return None


def _bring_people(event: int, state: EventState, session: int, added: AddedSession, club: Club, now: datetime) -> None:
    played = sessions.state(session)
    if played.phase == "published":
        return
    register = _register(state, club)
    _give(session, tuple(people_steps(event, state, played, now, register)))
    _give(session, tuple(line_up_steps(event, state, added, sessions.state(session), now, register)))


def _give(session: int, steps: Sequence[Command]) -> None:
    for answer in sessions.append_each(session, steps) if steps else ():
        if isinstance(answer, Refused):
            log.info("A name was not taken: %s", answer)


def _register(event: EventState, club: Club) -> Register:
    """Those of the entries whom the club's register knows: by their number in it or the federation's, and by their name, unless the
    person has asked to be forgotten."""
    entered = {player for each in event.entries.values() for player in each.players if player.number}
    numbers = [player.number for player in entered]
    keys = [int(number) for number in numbers if number.isdecimal() and len(number) < 19]
    known = Player.objects.filter(Q(pk__in=keys) | Q(number__in=numbers), club=club).select_related("merged_into")
    found: dict[ContestPlayer, str] = {}
    for person in known:
        for player in entered:
            same = str(person.now).casefold() == player.name.casefold()
            if (player.number == str(person.pk) and (same or person.now.erased)) or (
                player.number == person.number and same
            ):
                found[player] = str(person.pk)
    return found


# -- where a session belongs ------------------------------------------------------------------------------------------


def event_of(session: Session) -> KeptEvent | None:
    """The event whose evening a session is, if it was opened for one."""
    word, _, rest = session.opened.partition("-")
    number = rest.partition("-")[0]
    if word != "event" or not number.isdecimal() or len(number) > 18:
        return None
    return KeptEvent.objects.filter(club_id=session.club_id, pk=int(number), away=False).first()
