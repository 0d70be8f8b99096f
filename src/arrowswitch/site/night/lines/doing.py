"""How something is done to a line, a board or a pair: first a look at the effect, then the confirmation.

A page offers several forms. The one that was sent is looked at, or done; it stays on the page as it was filled in, with
what speaks against it. A page that was sent from an old view is told who was faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from arrowswitch.session import Command, Outdated, Refused, tried
from arrowswitch.session.acts import Act
from arrowswitch.session.deciding import ROLE_NAMES
from arrowswitch.site.night.desk import Desk, Done, told
from arrowswitch.site.night.lines.effect import LineEffect, effect_of
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import Sentence

Context = Callable[[], dict[str, Any]]
"""What a page shows besides its forms, worked out only when it is shown."""


@dataclass
class FormOffer:
    """A form on a page: what it is called, who may send it, and what came of it if it was sent."""

    slug: str
    title: str
    form: ActForm
    kind: type[Act]
    role: str
    button: str = ""
    template: str = "night/lines/_fields.html"
    about: str = ""
    sent: bool = False
    problem: str = ""
    effect: LineEffect | None = None
    remarks: Sequence[Sentence] = ()
    notes: tuple[Sentence, ...] = field(default=())
    """What was noticed by trying it: a score that looks wrong."""
    shown: str = ""
    """What the effect was shown of; nothing else can be confirmed."""

    @property
    def allowed(self) -> bool:
        """Whether this person may do it."""
        return self.role in self.kind.who

    @property
    def whose(self) -> list[Sentence]:
        """Who may."""
        return [ROLE_NAMES[role] for role in ("director", "owner") if role in self.kind.who]

    @property
    def may_insist(self) -> bool:
        """Whether the box for insisting is shown: to who may, once it was refused."""
        refused = bool(self.problem) and self.effect is None
        return self.role in ("owner", "director") and (refused or bool(self.form["force"].value()))


def answered(
    request: MemberRequest, desk: Desk, template: str, offers: Sequence[FormOffer], context: Context
) -> HttpResponse:
    """The page, or what came of the form that was sent; `context` is asked for what the page shows."""
    status = 200
    done = None
    if request.method == "POST":
        offer = next((each for each in offers if each.slug == request.POST.get("do")), None)
        if offer is None:
            done, status = Done(_("The form was not complete. Open the page again and send it once more.")), 422
        else:
            outcome = _send(request, desk, offer)
            if outcome.ok and request.POST.get("step") == "confirm":
                return redirect(f"{request.path}?did={outcome.command}")
            status = outcome.status
            if request.htmx:
                return render(request, "night/lines/_offer.html", {"desk": desk, "offer": offer})
    shown = {"desk": desk, "offers": {each.slug: each for each in offers}, "done": done, **context()}
    event = desk.state.journal.find(request.GET.get("did", "")[:100]) if request.GET.get("did") else None
    return render(request, template, {**shown, "did": event}, status=status)


@dataclass(frozen=True)
class FormOutcome:
    """What came of a form."""

    ok: bool
    status: int = 200
    command: str = ""


def _send(request: MemberRequest, desk: Desk, offer: FormOffer) -> FormOutcome:
    form = offer.form
    offer.sent = True
    if not form.is_valid():
        return FormOutcome(False, 422)
    try:
        commands = _commands(desk, form)
        offer.remarks = form.remarks()
        if request.POST.get("step") == "confirm" and request.POST.get("shown", "") != _print(commands):
            look_at(desk, offer, commands)
            offer.problem = _("This has changed since its effect was shown. Look at the effect now, then confirm.")
            return FormOutcome(False, 422)
        if request.POST.get("step") == "confirm":
            done = desk.give(*commands)
            if done.ok:
                return FormOutcome(True, command=commands[0].id)
            offer.problem = done.problem
            if done.stale:
                form.renewed()
            return FormOutcome(False, done.status)
        look_at(desk, offer, commands)
    except Outdated as refusal:
        offer.problem = told(refusal)
        form.renewed()
        return FormOutcome(False, 409)
    except Refused as refusal:
        offer.problem = told(refusal)
        return FormOutcome(False, 422)
    return FormOutcome(True)


def look(desk: Desk, offer: FormOffer) -> None:
    """Shows the effect of a form that needs nothing more to be filled in, before anybody asks for it."""
    offer.sent = True
    if offer.form.is_valid():
        try:
            offer.remarks = offer.form.remarks()
            look_at(desk, offer, _commands(desk, offer.form))
        except Refused as refusal:
            offer.problem = told(refusal)


def look_at(desk: Desk, offer: FormOffer, commands: Sequence[Command]) -> None:
    """What the commands of a form would do."""
    after = desk.state
    for command in commands:
        after = tried(after, command)
    offer.shown = _print(commands)
    offer.effect = effect_of(desk.state, after, desk.names, offer.form.concerns, getattr(offer.form, "key", None))
    made = after.journal[len(desk.state.journal) :]
    offer.notes = tuple(note for event in made for note in event.notes if not offer.form.expected)


def _print(commands: Sequence[Command]) -> str:
    """Whether what is confirmed is what was shown: everything but the reason."""
    return sha256(repr([(command.act, command.force) for command in commands]).encode()).hexdigest()[:16]


def _commands(desk: Desk, form: ActForm) -> list[Command]:
    """What a form asks for; where it is several things, each has a name of its own that is made of the first."""
    cleaned = form.cleaned_data
    found: list[Command] = []
    for act, seen in form.acts():
        command = desk.command(act, cleaned["why"], force=cleaned["force"], seen=seen)
        command = replace(command, repair=cleaned.get("repair", False))
        found.append(replace(command, id=f"{found[0].id}-{len(found) + 1}") if found else command)
    return found
