"""What every page of an event stands on: the event itself, who asks, and the one way to do something to it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.events import EventAct, EventCommand, EventState, Feeds, Stage, StageView
from arrowswitch.journals import Outdated, Refused
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.events import running, store
from arrowswitch.site.events.feeds import feeds
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.events.pasting import as_known
from arrowswitch.site.night.desk import COMMAND, Done, told
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.words import say

View = Callable[..., HttpResponse]
NUMBER = re.compile(r"[-−]?\d{1,6}([.,]\d{1,4})?")
BELONGS = {
    "contest-round": "contest",
    "contest-draw": "contest",
    "contest-change": "contest",
    "contest-match": "contest",
    "contest-print": "contest",
    "contest-stage-standings": "contest-standings",
    "contest-butler": "contest-standings",
    "contest-entry": "contest-entries",
}
"""The tab of a page that has none of its own."""
TABS = (
    ("contest", _("Rounds"), DESK),
    ("contest-standings", _("Standings"), DESK),
    ("contest-entries", _("Entries"), DESK),
    ("contest-nights", _("Evenings"), DIRECTORS),
    ("contest-journal", _("Journal"), DESK),
    ("contest-settings", _("Settings"), DIRECTORS),
)


@dataclass
class EventDesk:
    """One event on the desk of the person who asks."""

    request: MemberRequest
    header: KeptEvent
    state: EventState
    now: datetime = field(default_factory=timezone.now)

    @cached_property
    def _feeds(self) -> tuple[EventState, Feeds]:
        return self.state, feeds(self.state, self.request.club)

    @property
    def feeds(self) -> Feeds:
        """What its sessions say."""
        if self._feeds[0] is not self.state:
            del self._feeds
        return self._feeds[1]

    @property
    def is_director(self) -> bool:
        """Whether this person may draw and change."""
        return self.request.actor.role in DIRECTORS

    @property
    def stages(self) -> list[tuple[int, Stage]]:
        """The stages with the numbers that their addresses have."""
        return list(enumerate(self.state.stages.values(), 1))

    def number_of(self, stage: str) -> int:
        """The number of a stage in addresses."""
        return [*self.state.stages].index(stage) + 1

    def view(self, number: int = 0) -> StageView:
        """A stage by its number, or the current one, with all that is known of it."""
        names = [*self.state.stages]
        if not number and names:
            number = names.index(self.state.current) + 1
        if not 1 <= number <= len(names):
            raise Http404
        return StageView.of(self.state, self.feeds, names[number - 1])

    @property
    def tabs(self) -> list[dict[str, Any]]:
        """The pages of the event that this person may open."""
        match = self.request.resolver_match
        here = (match.url_name if match else "") or ""
        here = BELONGS.get(here, here)
        return [
            {"address": reverse(name, args=[self.header.pk]), "title": title, "current": name == here}
            for name, title, roles in TABS
            if self.request.actor.role in roles
        ]

    def command(self, act: EventAct, why: str = "", *, force: bool = False, seen: int | None = None) -> EventCommand:
        """A wish of this person; the form's own id makes sure that sending it twice does it once."""
        return command_of(self.request, act, self.now, why, force=force, seen=seen)

    @property
    def was_done(self) -> bool:
        """Whether what this form asks for was done already: it is sent a second time."""
        return self.request.POST.get("command", "") in self.state.ids

    def do(self, *acts: EventAct, why: str = "", force: bool = False, seen: int | None = None) -> Done:
        """Does all of it, or says why not."""
        return self.give(*in_a_row([self.command(act, why, force=force, seen=seen) for act in acts]))

    def give(self, *commands: EventCommand) -> Done:
        """Gives commands to the event and takes up the state that they left; all are done, or none."""
        if not commands:
            return Done()
        try:
            kept = running.append_all(self.header.pk, commands, club=self.request.club)
        except Refused as refusal:
            self.state = as_known(store.state(self.header.pk, club=self.request.club), self.request.club, "desk")
            return Done(told(refusal), stale=isinstance(refusal, Outdated))
        except store.StoreFault as fault:
            return Done(told(fault), broken=True)
        self.state = as_known(kept.state, self.request.club, "desk")
        return Done(notes=tuple(note for entry in kept.entries for note in entry.notes))


def command_of(
    request: ClubRequest,
    act: EventAct,
    now: datetime,
    why: str = "",
    *,
    force: bool = False,
    seen: int | None = None,
) -> EventCommand:
    """A wish of whoever sends a form."""
    given = request.POST.get("command", "")
    name = given if COMMAND.fullmatch(given) else str(uuid.uuid4())
    return EventCommand(name, request.actor, now, act, why.strip()[:500], force, seen)


def in_a_row(commands: list[EventCommand]) -> list[EventCommand]:
    """Commands of one form: each after the first has a name of its own that is made of the first."""
    return [
        replace(command, id=f"{command.id}-{place}") if place > 1 else command
        for place, command in enumerate(commands, 1)
    ]


def at_event(*roles: str) -> Callable[[View], View]:
    """A view of one event, for these roles: it gets the `EventDesk` instead of the event's number."""

    def decorate(view: View) -> View:
        @allow(*roles)
        @wraps(view)
        def answer(request: MemberRequest, contest: int, **more: Any) -> HttpResponse:
            return view(request, event_desk(request, contest), **more)

        return answer

    return decorate


def event_desk(request: MemberRequest, number: int) -> EventDesk:
    """The event of this number, if it is one of the visitor's club."""
    header, state = found(number, request.club)
    return EventDesk(request, header, state)


def found(number: int, club: Club) -> tuple[KeptEvent, EventState]:
    """An event of a club, or a page that says there is none."""
    try:
        return store.header(number, club), as_known(store.state(number, club=club), club, "desk")
    except Refused:
        raise Http404 from None


def number_in(text: str) -> Fraction | None:
    """A number as somebody has typed it; nothing for an empty field.

    >>> number_in("12,5"), number_in(" "), number_in("−3")
    (Fraction(25, 2), None, Fraction(-3, 1))
    """
    text = text.strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Refused(say("“{text}” is no number.", text=text[:20]))
    return Fraction(text.replace(",", ".").replace("−", "-"))


def whole_in(text: str) -> int | None:
    """A whole number as somebody has typed it; nothing for an empty field."""
    value = number_in(text)
    if value is not None and value.denominator != 1:
        raise Refused(say("“{text}” is no whole number.", text=text.strip()[:20]))
    return None if value is None else int(value)
