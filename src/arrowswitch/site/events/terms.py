"""What holds of an event: its rules, scale, boards and seed, who may enter and look, and its stages."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.events import CarryOver, CloseStage, OpenStage, PutEventAway, StageSource, terms
from arrowswitch.contests.swiss.rules import rule_names
from arrowswitch.journals import Refused
from arrowswitch.regulations.schema import SCALES
from arrowswitch.site import federations
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.events.desk import EventDesk, at_event, in_a_row, whole_in
from arrowswitch.site.events.planning import FORMATS, KNOCKOUT_WAYS, STAGE_NAMES, plan_asked
from arrowswitch.site.forms import field_of
from arrowswitch.site.night.desk import Done, told
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import say


class EventTermsForm(forms.Form):
    """What was said of the event when it was opened."""

    title = forms.CharField(label=_("Name of the event"), max_length=80)
    boards = forms.IntegerField(label=_("Boards a match"), min_value=1, max_value=200)
    regulations = forms.ChoiceField(label=_("Regulations"))
    scale = forms.ChoiceField(label=_("Victory points"), required=False)
    rules = forms.ChoiceField(label=_("The draw follows"))
    odd = forms.ChoiceField(
        label=_("With an odd number"),
        required=False,
        choices=(("", _("as the rules say")), ("bye", _("a bye")), ("triple", _("three play each other"))),
    )
    seed = forms.CharField(
        label=_("Seed of the lots"),
        required=False,
        max_length=40,
        help_text=_("Publish it before the first draw: everything that is drawn by lot follows from it."),
    )
    entries_open = forms.BooleanField(label=_("Captains enter themselves by the link"), required=False)
    shared = forms.BooleanField(label=_("Those who have the link may look at it"), required=False)

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        field_of(self, "regulations", forms.ChoiceField).choices = federations.choices()
        field_of(self, "scale", forms.ChoiceField).choices = [
            ("", _("as the regulations say")),
            *((each, each) for each in SCALES),
        ]
        field_of(self, "rules", forms.ChoiceField).choices = [(each, each.upper()) for each in rule_names()]


@at_event(*DIRECTORS)
@ask_or_send
def settings(request: MemberRequest, desk: EventDesk) -> HttpResponse:
    """What holds of the event, and its stages."""
    wish = request.POST.get("wish", "")
    form = EventTermsForm(request.POST if wish == "terms" else None, initial=_held(desk))
    done = None
    if request.method == "POST":
        try:
            done = _done(request, desk, form, wish)
        except Refused as refusal:
            done = Done(told(refusal))
        if done and done.ok and not done.notes:
            return redirect("contest-settings", desk.header.pk)
    address = request.build_absolute_uri(reverse("contest-link", args=[desk.header.token]))
    entering = request.build_absolute_uri(reverse("contest-enter", args=[desk.header.token]))
    context = {
        "contest": desk,
        "done": done,
        "form": form,
        "address": address,
        "entering": entering,
        "formats": STAGE_NAMES.items(),
        "ways": KNOCKOUT_WAYS,
    }
    status = done.status if done else 422 if form.errors else 200
    return render(request, "contests/settings.html", context, status=status)


def _held(desk: EventDesk) -> dict[str, object]:
    state = desk.state
    return {
        "title": state.title,
        "boards": state.boards,
        "regulations": state.regulations.name,
        "scale": state.scale,
        "rules": state.rules.name,
        "odd": state.own_rules.get("odd", ""),
        "seed": state.seed,
        "entries_open": state.entries_open,
        "shared": desk.header.shared,
    }


def _done(request: MemberRequest, desk: EventDesk, form: EventTermsForm, wish: str) -> Done | None:
    match wish:
        case "terms":
            return _changed(desk, form) if form.is_valid() else None
        case "away" | "back":
            return desk.do(PutEventAway(wish == "away"))
        case "close":
            return desk.do(CloseStage(request.POST.get("stage", "")[:200]))
        case "open":
            return _opened(request, desk)
    return Done(told(Refused(say("That cannot be done here."))))


def _changed(desk: EventDesk, form: EventTermsForm) -> Done:
    given = form.cleaned_data
    own = {key: value for key, value in desk.state.own_rules.items() if key != "odd"}
    wished = replace(
        terms(desk.state),
        own_rules={**own, "odd": given["odd"]} if given["odd"] else own,
        **{name: given[name] for name in ("title", "boards", "regulations", "scale", "rules", "seed", "entries_open")},
    )
    done = Done() if wished == terms(desk.state) else desk.do(wished)
    if done.ok and given["shared"] != desk.header.shared:
        desk.header.shared = given["shared"]
        desk.header.save(update_fields=["shared"])
    return done


def _opened(request: MemberRequest, desk: EventDesk) -> Done:
    """Opens a further stage: for all, or for places of an earlier one, with what is carried over."""
    format = request.POST.get("format", "")
    if format not in FORMATS:
        raise Refused(say("There is no such format here."))
    before = request.POST.get("before", "")[:200]
    source = None
    if before:
        first, last = whole_in(request.POST.get("first", "")[:6]), whole_in(request.POST.get("last", "")[:6])
        if first is None or last is None:
            raise Refused(say("Say which places go on."))
        source = StageSource(before, first, last, bool(request.POST.get("with_ties")))
    name = " ".join(request.POST.get("name", "")[:200].split())
    entries = (source.last - source.first + 1) if source else len(desk.state.seeded)
    rounds = whole_in(request.POST.get("rounds", "")[:6])
    commands = [desk.command(OpenStage(name, plan_asked(format, rounds, entries, request.POST), source=source))]
    carry = request.POST.get("carry", "nothing")
    if source and carry in ("difference", "share", "fellows"):
        commands.append(desk.command(CarryOver(name, before, carry)))  # type: ignore[arg-type]  # one of its ways
    return desk.give(*in_a_row(commands))
