"""How something is done to a line, a board or a pair: first a look at the effect, then the confirmation.

A page offers several forms. The one that was sent is looked at, or done; it stays on the page as it was filled in, with
what speaks against it. A page that was sent from an old view is told who was faster. The effect is everybody whose
place or score changes, as it is and as it would be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from arrowswitch.bridge import Side
from arrowswitch.scoring import Standing
from arrowswitch.scoring.points import Points
from arrowswitch.session import Command, LineKey, Outdated, Refused, State, tried
from arrowswitch.session.acts import Act
from arrowswitch.session.deciding import ROLE_NAMES
from arrowswitch.session.night import changed_standings, scored, sheet_line
from arrowswitch.site.night.desk import Desk, Done, told
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.night.naming import Names
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
    effect: dict[str, Any] | None = None
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
    entry = desk.state.journal.find(request.GET.get("did", "")[:100]) if request.GET.get("did") else None
    return render(request, template, {**shown, "did": entry}, status=status)


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
    offer.notes = tuple(note for entry in made for note in entry.notes if not offer.form.expected)


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


def worth(standing: Standing | None) -> Fraction | int | None:
    """The number that a contestant is ranked by: percent, victory points, or points."""
    if standing is None:
        return None
    if standing.percent is not None:
        return standing.percent
    return standing.vps if standing.vps is not None else standing.points


def effect_of(
    before: State,
    after: State,
    names: Names,
    concerns: Sequence[tuple[str, int]] = (),
    line: LineKey | None = None,
) -> dict[str, Any]:
    """The effect of what lies between two states: those whose place or score changes, first whom it concerns, because they
    sat at the table that a ruling is about; and where it is about a line, what its sides get for the board."""
    found: list[dict[str, Any]] = []
    for old, new in changed_standings(before, after):
        standing = new or old
        assert standing is not None  # noqa: S101 - one of them is there
        section, number = names.by_scoring_name[standing.contestant]
        was, becomes = worth(old), worth(new)
        found.append(
            {
                "section": section,
                "number": number,
                "label": names.label(section, number),
                "names": names.contestant(section, number),
                "before": old,
                "after": new,
                "concerned": (section, number) in concerns,
                "direction": standing.direction.value if standing.direction else "",  # the list, where there are two
                "was": was,
                "becomes": becomes,
                "by": None if was is None or becomes is None else becomes - was,
            }
        )
    found.sort(key=lambda each: not each["concerned"])
    percent = any(each[when] and each[when].percent is not None for each in found for when in ("before", "after"))
    return {"changes": found, "percent": percent, "here": _on_the_board(before, after, line) if line else ()}


def _on_the_board(before: State, after: State, key: LineKey) -> list[dict[str, Any]]:
    """Each side's points for the board of a line, as they are and as they would be, in percent where there is a top."""
    was, becomes = (_points(state, key) for state in (before, after))
    return [
        {
            "side": side,
            "before": was.get(side),
            "after": now,
            "percent": Fraction(now.share) * 100 if now.maximum else None,
        }
        for side in Side
        if (now := becomes.get(side))
    ]


def _points(state: State, key: LineKey) -> dict[Side, Points | None]:
    """What the sides of a line have for its board."""
    line = sheet_line(state, scored(state), key) if key in state.lines else None
    return {side: line.points(side) for side in Side} if line else {}
