"""The evenings of an event: a session is opened for its next rounds, and one that should not count is left out."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arrowswitch.contests.events import EventState, LeaveOutSession, RoundRobinPlan
from arrowswitch.journals import Refused
from arrowswitch.session import Settings
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.events import running, store
from arrowswitch.site.events.desk import EventDesk, at_event
from arrowswitch.site.events.feeds import state_of
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.journal import store as sessions
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import COMMAND, Done, told
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import say

LONG_EVENING = 8
"""Nobody plays more rounds than this in one go, unless they say so."""


class EveningForm(forms.Form):
    """The session in which the next rounds are played."""

    title = forms.CharField(label=gettext_lazy("Name of the session"), max_length=80)
    day = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    rounds = forms.IntegerField(label=gettext_lazy("Rounds on this evening"), min_value=1, max_value=60)
    method = forms.ChoiceField(
        label=gettext_lazy("Scoring"),
        choices=(
            ("cross-imps", gettext_lazy("cross-IMPs")),
            ("butler", gettext_lazy("Butler")),
            ("matchpoints", gettext_lazy("matchpoints")),
        ),
    )

    def __init__(self, desk: EventDesk, to_play: range, data: Sent = None) -> None:
        rounds = _usual(desk.state, to_play)
        super().__init__(
            data,
            initial={"title": _called(desk.state, to_play[:rounds]), "day": timezone.localdate(), "rounds": rounds},
        )
        field_of(self, "rounds", forms.IntegerField).help_text = _("It begins with round %(round)s.") % {
            "round": to_play[0]
        }
        if desk.state.kind == "teams":
            del self.fields["method"]


def _usual(event: EventState, to_play: range) -> int:
    """How many rounds an evening is likely to have."""
    stage = event.stage()
    if stage.plan.contest == "knockout":
        return 1
    if isinstance(stage.plan, RoundRobinPlan) and stage.plan.dates:
        return min(len(to_play), stage.plan.rounds_an_evening)
    return min(len(to_play), LONG_EVENING if stage.plan.rounds_of(stage) else 4)


def _called(event: EventState, rounds: range) -> str:
    stage = event.stage()
    if rounds[0] == 1 and len(rounds) == stage.plan.rounds_of(stage) and len(event.stages) == 1:
        return event.title
    if len(rounds) == 1:
        return _("%(event)s, round %(round)s") % {"event": event.title, "round": rounds[0]}
    numbers = {"event": event.title, "first": rounds[0], "last": rounds[-1]}
    return _("%(event)s, rounds %(first)s to %(last)s") % numbers


@at_event(*DIRECTORS)
@ask_or_send
def nights(request: MemberRequest, desk: EventDesk) -> HttpResponse:
    """The sessions of an event, and the next."""
    to_play = running.rounds_to_play(desk.state)
    form = EveningForm(desk, to_play, request.POST if request.POST.get("wish") == "open" else None) if to_play else None
    done = None
    if request.method == "POST":
        try:
            answer = _sent(request, desk, form)
        except Refused as refusal:
            answer = Done(told(refusal))
        except store.StoreFault as fault:
            answer = Done(told(fault), broken=True)
        if isinstance(answer, HttpResponse):
            return answer
        done = answer
        if done and done.ok and not done.notes:
            return redirect("contest-nights", desk.header.pk)
    context = {
        "contest": desk,
        "done": done,
        "form": form,
        "waits": running.bring_into_line(desk.header.pk, club=request.club),
        "nights": sessions_of(desk),
        "nothing_drawn": not desk.state.stages,
    }
    status = done.status if done else 422 if form and form.errors else 200
    return render(request, "contests/nights.html", context, status=status)


def _sent(request: MemberRequest, desk: EventDesk, form: EveningForm | None) -> Done | HttpResponse | None:
    wish, _space, which = request.POST.get("wish", "").partition(" ")
    if wish in ("out", "in"):
        if wish == "in":
            _check_counts(request, desk.state, which)
        return desk.do(LeaveOutSession(which[:20], wish == "out"), why=request.POST.get("why", ""))
    if wish != "open":
        raise Refused(say("That cannot be done here."))
    given = request.POST.get("command", "")
    command = given if COMMAND.fullmatch(given) else str(uuid4())
    known = sessions.sessions(request.club).filter(opened=f"event-{desk.header.pk}-{command}").first()
    if known:  # sent a second time
        return redirect("night", known.pk)
    if form is None:
        raise Refused(say("{stage} has no rounds left to play.", stage=desk.state.current))
    if not form.is_valid():
        return None
    wanted = form.cleaned_data
    session = running.open_evening(
        desk.header.pk,
        club=request.club,
        by=request.actor,
        command=command,
        title=wanted["title"],
        day=wanted["day"],
        rounds=wanted["rounds"],
        method=wanted.get("method", ""),
        settings=Settings(scores="round"),  # so that captains can compare, and confirm their slips
        now=desk.now,
    )
    return redirect("night", session)


def _check_counts(request: MemberRequest, event: EventState, which: str) -> None:
    """Refuses to count a session that was put away, or a round twice."""
    added = event.sessions.get(which)
    if added is None:
        return
    other = running.overlapping(event, added)
    if other is not None:
        raise Refused(say("Its rounds are played in {session}; leave that out first.", session=other.name))
    played = state_of(which, request.club)
    if played is not None and played.away:
        raise Refused(say("This session was put away; bring it back there first."))


def sessions_of(desk: EventDesk) -> list[dict[str, Any]]:
    """The evenings of an event with their headers; those that are gone are left out."""
    added = desk.state.sessions
    keys = [int(each) for each in added if each.isdecimal() and len(each) < 19]
    headers: dict[str, Session] = {
        str(each.pk): each for each in sessions.sessions(desk.request.club).filter(pk__in=keys)
    }
    return [
        {"added": each, "session": headers[number], "rounds": ", ".join(map(str, each.rounds))}
        for number, each in added.items()
        if number in headers
    ]
