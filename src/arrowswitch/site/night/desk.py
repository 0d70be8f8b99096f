"""What every page of a session stands on: the session itself, who asks, and the one way to do something to it.

A page is a view of the state. What a form asks for becomes one command; it is granted and on disk, or refused with a
sentence, and then nothing has changed.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone

from arrowswitch.session import Act, Command, Outdated, Refused, State, Undo, tried
from arrowswitch.session.story import together
from arrowswitch.site.accounts.gate import allow
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence

COMMAND = re.compile(r"[0-9A-Za-z-]{8,64}")


@dataclass(frozen=True)
class Done:
    """What became of a wish: done and on disk, or not done and why."""

    problem: str = ""
    """Why nothing was done, in the reader's language."""
    notes: tuple[Sentence, ...] = ()
    """What was noticed while it was done: a score that looks wrong, tables that have not finished."""
    stale: bool = False
    """Not done, because somebody else has changed the same thing meanwhile; the problem says who and what."""
    broken: bool = False
    """Not done, because the database could not keep it."""

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return not self.problem

    @property
    def status(self) -> int:
        """What a page that shows the problem answers with."""
        if self.ok:
            return 200
        return 503 if self.broken else 409 if self.stale else 422


@dataclass
class Desk:
    """One session on the desk of the person who asks."""

    request: MemberRequest
    session: Session
    state: State
    now: datetime = field(default_factory=timezone.now)

    @cached_property
    def _names(self) -> tuple[State, Names]:
        return self.state, Names(self.state, self.request.club, "desk")

    @property
    def names(self) -> Names:
        """Who is who, as the register has it now."""
        if self._names[0] is not self.state:
            del self._names
        return self._names[1]

    @property
    def results(self) -> Viewer:
        """The results as they stand, scored once for all pages."""
        return Viewer(self.session.pk, self.state, self.request.actor)

    def command(self, act: Act, why: str = "", *, force: bool = False, seen: int | None = None) -> Command:
        """A wish of this person; the form's own id makes sure that sending it twice does it once."""
        given = self.request.POST.get("command", "")
        name = given if COMMAND.fullmatch(given) else str(uuid.uuid4())
        return Command(name, self.request.actor, self.now, act, why.strip(), force, seen)

    def do(self, act: Act, why: str = "", *, force: bool = False, seen: int | None = None) -> Done:
        """Does it, or says why not."""
        return self.give(self.command(act, why, force=force, seen=seen))

    def give(self, *commands: Command) -> Done:
        """Gives a command to the session and takes up the state that it left; of several all are done, or none."""
        try:
            kept = (store.append if len(commands) == 1 else _append_all)(self.session.pk, *commands)
        except Refused as refusal:
            self.state = store.state(self.session.pk)
            return Done(told(refusal), stale=isinstance(refusal, Outdated))
        except store.StoreFault as fault:
            return Done(told(fault), broken=True)
        self.state = kept.state
        return Done(notes=tuple(note for entry in kept.entries for note in entry.notes))

    def take_back(self, command: str, why: str) -> Done:
        """Undoes an act with all that was done together with it, the last first; all of it, or nothing."""
        entries = together(self.state, command)
        if len(entries) < 2:
            return self.do(Undo(command), why)
        first = self.command(Undo(entries[-1].id), why)
        rest = (
            replace(first, id=f"{first.id}-{number}", act=Undo(entry.id))
            for number, entry in enumerate(reversed(entries[:-1]), 1)
        )
        return self.give(first, *rest)

    def tried(self, act: Act, why: str = "", *, force: bool = False, seen: int | None = None) -> tuple[State, str]:
        """The session as it would be, and why it cannot be if it cannot: for a look before it is done."""
        try:
            return tried(self.state, self.command(act, why, force=force, seen=seen)), ""
        except Refused as refusal:
            return self.state, told(refusal)


def _append_all(session: int, *commands: Command) -> store.Acknowledged:
    return store.append_all(session, commands)


def told(problem: Exception) -> str:
    """What an exception says, in the reader's language."""
    said = problem.args[0] if problem.args else ""
    return spoken(_of_here(said)) if isinstance(said, Sentence) else str(said)


def _of_here(said: Sentence) -> Sentence:
    """A sentence with its times as the clock of the club has them; the session knows only its own."""
    times = {
        name: timezone.localtime(value)
        for name, value in said.values.items()
        if isinstance(value, datetime) and value.tzinfo
    }
    return Sentence(said.template, {**said.values, **times}, said.one) if times else said


View = Callable[..., HttpResponse]


def at_desk(*roles: str) -> Callable[[View], View]:
    """A view of one session, for these roles: it gets the `Desk` instead of the session's number."""

    def decorate(view: View) -> View:
        @allow(*roles)
        @wraps(view)
        def answer(request: MemberRequest, session: int, **more: Any) -> HttpResponse:
            return view(request, desk_of(request, session), **more)

        return answer

    return decorate


def desk_of(request: MemberRequest, number: int) -> Desk:
    """The session of this number, if it is one of the visitor's club."""
    header = store.sessions(request.club).filter(pk=number).first() if number < 2**63 else None
    if header is None:
        raise Http404
    now = timezone.now()
    return Desk(request, header, store.at_moment(number, now), now)
