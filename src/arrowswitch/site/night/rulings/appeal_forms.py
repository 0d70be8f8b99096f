"""The forms of an appeal: who appeals and why, the director in charge on the law, the decision, and the score."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session import Act, DecideAppeal, LineKey, LodgeAppeal, Refused, ReviewAppeal
from arrowswitch.session.acts import SEATS, SeatLetter, deposit_due, restoring
from arrowswitch.session.night import Appeal, Ruling, SideName
from arrowswitch.site.forms import Sent
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.lines.forms import ActForm, LineForm

WILLING = (("agrees", _("agrees")), ("absent", _("is not here")), ("no", _("does not agree")))
SEAT_NAMES = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}


def _long(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}), **more)


class LodgeForm(ActForm):
    """An appeal of one side."""

    grounds = _long(_("Why they appeal"), required=False)
    deposit = forms.BooleanField(required=False)

    def __init__(
        self, desk: Desk, ruling: Ruling, side: SideName, names: dict[SeatLetter, str], data: Sent = None
    ) -> None:
        self.ruling, self.side = ruling, side
        super().__init__(desk, len(desk.state.journal), data)
        self.auto_id = f"lodge_{side}_%s"
        movement = desk.state.sections[ruling.act.section].movement
        self.seats = () if movement.kind == "teams" else SEATS[side]
        for seat in self.seats:
            label = f"{SEAT_NAMES[seat]} ({names[seat]})" if names.get(seat) else SEAT_NAMES[seat]
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=label,
                choices=WILLING,
                widget=forms.RadioSelect,
                error_messages={"required": _("Ask: both of the pair must want it.")},
            )
        if not self.seats:
            choices = [("captain", _("the captain"))]
            if desk.state.regulations.appeals.team_consent == "captain-or-majority":
                choices.append(("majority", _("most of the team, which has no captain")))
            self.fields["team"] = forms.ChoiceField(
                label=_("Who speaks for the team"), choices=choices, widget=forms.RadioSelect, initial="captain"
            )
        due = deposit_due(desk.state, ruling.act.section)
        self.fields["deposit"].label = gettext("The deposit of %(amount)s was paid") % {"amount": due}
        if not due:
            del self.fields["deposit"]

    def picks(self) -> list[forms.BoundField]:
        """Who agrees."""
        return [self[name] for name in self.fields if name.startswith("seat_") or name == "team"]

    def act(self) -> Act:
        cleaned = self.cleaned_data
        said = {seat: cleaned[f"seat_{seat}"] for seat in self.seats}
        return LodgeAppeal(
            self.ruling.id,
            self.side,
            tuple(seat for seat, how in said.items() if how == "agrees"),
            tuple(seat for seat, how in said.items() if how == "absent"),
            cleaned.get("team", ""),
            cleaned["grounds"].strip(),
            bool(cleaned.get("deposit")),
        )


class StepForm(ActForm):
    """A step of an appeal that has been lodged."""

    def __init__(self, desk: Desk, appeal: Appeal, number: int, data: Sent = None) -> None:
        self.appeal = appeal
        super().__init__(desk, len(desk.state.journal), data)
        self.auto_id = f"{type(self).__name__.lower()}{number}_%s"


class ReviewForm(StepForm):
    """The law, by the director in charge."""

    comment = _long(
        _("What the law is here"),
        help_text=_("The director in charge rules on law and regulations; the committee hears the rest (Law 93B)."),
    )

    def begun(self) -> dict[str, Any]:
        return {"comment": self.appeal.review.comment if self.appeal.review else ""}

    def act(self) -> Act:
        return ReviewAppeal(self.appeal.id, self.cleaned_data["comment"].strip())


class DecideForm(StepForm):
    """What came of it."""

    outcome = forms.ChoiceField(
        label=_("What came of it"),
        choices=(
            ("stands", _("The ruling stands")),
            ("changed", _("The ruling is changed")),
            ("withdrawn", _("The appeal was withdrawn")),
        ),
        widget=forms.RadioSelect,
        initial="stands",
    )
    text = _long(_("What was decided, and why"), required=False)
    chair = forms.CharField(
        label=_("Chair of the committee"),
        max_length=200,
        required=False,
        help_text=_("Empty where there is no committee: then the director in charge decides."),
    )
    members = forms.CharField(
        label=_("The other members"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One a line. Nobody who sat at the table, and not the director who ruled."),
    )
    meritless = forms.BooleanField(label=_("The appeal was without merit"), required=False)
    notes = _long(_("Dissent, and what the committee recommends"), required=False)

    def act(self) -> Act:
        cleaned = self.cleaned_data
        members = (" ".join(line.split()) for line in cleaned["members"].splitlines())
        return DecideAppeal(
            self.appeal.id,
            cleaned["outcome"],
            cleaned["text"].strip(),
            cleaned["chair"].strip(),
            tuple(name for name in members if name),
            not cleaned["meritless"],
            cleaned["notes"].strip(),
        )


class RestoreForm(LineForm):
    """The result that the board had before the ruling."""

    def __init__(self, desk: Desk, ruling: Ruling, appeal: Appeal, key: LineKey, data: Sent = None) -> None:
        self.ruling, self.appeal = ruling, appeal
        super().__init__(desk, key, data)

    def begun(self) -> dict[str, Any]:
        return {"why": reason(self.ruling)}

    def act(self) -> Act:
        act = restoring(self.desk.state, self.ruling, self.appeal.id)
        if act is None:
            raise Refused(gettext("The board has the result that it had before the ruling."))
        return act


def reason(ruling: Ruling) -> str:
    """The reason that is kept with a change of the score."""
    return gettext("Appeal: %(title)s") % {"title": ruling.act.title}
