"""The question for one value: asked in the way its kind is best typed, read by the rules of the schema."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.regulations import Regulations, RegulationsError, allowed, kind, understood, written
from arrowswitch.site.forms import Sent
from arrowswitch.site.movement.templatetags.spoken import said

HINTS = {
    "int": _("A whole number."),
    "Fraction": _("A number, such as 7 or 6.5."),
    "tuple[Fraction, ...]": _("Numbers, one on each line or with commas between them. None: write none."),
    "tuple[int, ...]": _("Whole numbers, one on each line or with commas between them. None: write none."),
    "tuple[tuple[Fraction, ...], ...]": _("One line for each step: three numbers with commas between them."),
    "tuple[PenaltyScale, ...]": _(
        "One line for each time it happens: a warning, or 10%, 3 IMPs, 1 VP. For lateness begin the line with “from 5 minutes”."
    ),
    "Mapping[Length, Fraction]": _("One line for each: rounds x boards, a colon, minutes. For instance 13x2: 13"),
    "Mapping[str, Fraction]": _("One line for each: a word, a colon, a number. For instance junior: 1"),
    "Mapping[int, int]": _("One line for each: a number of results, a colon, how many. For instance 8: 1"),
    "Mapping[int, tuple[Fraction, ...]]": _(
        "One line for each: a number of results, a colon, percentages with commas."
    ),
}
"""How each sort of value is typed."""
YES_NO = (("yes", _("Yes")), ("no", _("No")))


class ValueForm(forms.Form):
    """A new value for one key, and who decided it."""

    value = forms.CharField(label=_("Our value"), required=False, strip=True, max_length=2000)
    source = forms.CharField(
        label=_("Who decided it, and when"),
        max_length=200,
        help_text=_("For instance: Committee, 3 March 2026. It stands beside the value."),
        error_messages={"required": _("Write who decided it, so that members can ask.")},
    )

    def __init__(self, data: Sent = None, *, key: str, rules: Regulations, source: str = "") -> None:
        now = attrgetter(key)(rules)
        super().__init__(data, initial={"value": typed(key, now), "source": source})
        self.key, self.now = key, now
        field, sort, words = self.fields["value"], kind(key), allowed(key)
        if sort == "bool":
            field.widget = forms.RadioSelect(choices=YES_NO)
        elif sort == "str" and words:
            field.widget = forms.Select(choices=[(each, each) for each in words])
        elif sort not in ("int", "Fraction", "str"):
            field.widget = forms.Textarea(attrs={"rows": max(3, typed(key, now).count("\n") + 2)})
        field.help_text = (
            gettext("In this order: %(words)s. Leave out what you do not use.") % {"words": ", ".join(words)}
            if sort == "tuple[str, ...]"
            else HINTS.get(sort, "")
        )
        self.is_choice = sort == "bool"

    def clean_value(self) -> Any:
        """The value as it could stand in a profile."""
        try:
            return understood(self.key, self.cleaned_data["value"])
        except RegulationsError as error:
            raise forms.ValidationError(said(error.args[0])) from None


def typed(key: str, value: object) -> str:
    """A value as it stands in the field: what has several parts on several lines."""
    text = written(value)
    sort = kind(key)
    if sort.startswith(("tuple[Penalty", "tuple[tuple")):
        return text.replace(" / ", "\n")
    if sort.startswith("Mapping"):
        return text.replace("; ", "\n") if "tuple" in sort else text.replace(", ", "\n")
    return text
