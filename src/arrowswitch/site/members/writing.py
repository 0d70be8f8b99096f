"""The questions about letters: to whom, and what is printed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.press import LABEL_SHEETS
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.members.models import MembersSettings
from arrowswitch.site.money.forms import DayField
from arrowswitch.site.spoken import spoken
from arrowswitch.words import parts

REACHED = (
    ("", _("anybody")),
    ("address", _("those with an address")),
    ("paper", _("those with an address and no e-mail")),
)


class ChoosingForm(forms.Form):
    """Who gets a letter."""

    kind = forms.ChoiceField(label=_("Membership"), required=False)
    reached = forms.ChoiceField(label=_("How they are reached"), choices=REACHED, required=False)
    promoted = DayField(label=_("Grade or rank changed since"), required=False)
    absent = DayField(label=_("Has not played since"), required=False)
    unpaid = DayField(label=_("No subscription paid since"), required=False)
    birthday = forms.ChoiceField(label=_("Birthday in"), required=False)
    everybody = forms.BooleanField(label=_("also those who no longer play here"), required=False)

    def __init__(self, sent: Sent, *, settings: MembersSettings, money: bool) -> None:
        super().__init__(sent)
        kinds = [*settings.kinds_of_members, *settings.kinds_of_others]
        field_of(self, "kind", forms.ChoiceField).choices = [("", _("any")), *((each, each) for each in kinds)]
        months = [(f"{number:02}", str(name)) for number, name in MONTHS.items()]
        field_of(self, "birthday", forms.ChoiceField).choices = [("", _("any month")), *months]
        if not settings.birthdays:
            del self.fields["birthday"]
        if not money:
            del self.fields["unpaid"]


class WritingForm(forms.Form):
    """What is printed."""

    what = forms.ChoiceField(label=_("What to print"))
    skip = forms.IntegerField(
        label=_("Labels of the first sheet that are used up"), required=False, min_value=0, max_value=30
    )
    title = forms.CharField(label=_("Heading of the letter"), max_length=80, required=False)
    text = forms.CharField(
        label=_("Letter"), max_length=8000, required=False, widget=forms.Textarea(attrs={"rows": 10})
    )
    keep = forms.BooleanField(label=_("Keep this letter for another time"), required=False)

    def __init__(self, sent: Sent, *, names: tuple[str, ...], **options: Any) -> None:
        super().__init__(sent, **options)
        self.names = names
        field_of(self, "what", forms.ChoiceField).choices = [
            *((name, spoken(sheet.title)) for name, sheet in LABEL_SHEETS.items()),
            ("letter", gettext("The letter below")),
            ("csv", gettext("Data for mail merge (CSV)")),
        ]

    def clean_text(self) -> str:
        """Only names that are known stand in braces."""
        text: str = self.cleaned_data["text"]
        try:
            unknown = [each.blank for each in parts(text) if each.blank and each.blank not in self.names]
            formed = [each for each in parts(text) if each.form]
        except ValueError:
            unknown, formed = ["{"], []
        if unknown or formed:
            raise forms.ValidationError(
                gettext("Braces may hold only these: %(names)s.")
                % {"names": ", ".join(f"{{{name}}}" for name in self.names)}
            )
        return text

    def clean(self) -> dict[str, Any]:
        """A letter has a heading and something in it."""
        about = super().clean() or {}
        if about.get("what") == "letter":
            for name in ("title", "text"):
                if not str(about.get(name, "")).strip() and name not in self.errors:
                    self.add_error(name, gettext("Write it first."))
        return about
