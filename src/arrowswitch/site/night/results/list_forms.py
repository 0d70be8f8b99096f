"""The form of the lists besides the ranking: a stratum and a handicap for each pair or team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import shown
from arrowswitch.session import SetLists
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.night.desk import Desk

STRATA = (("", "A"), *((letter, letter) for letter in "BCDE"))
KINDS = (
    ("percent", _("percent, added to the percentage")),
    ("matchpoints", _("points, added to the total")),
    ("boards", _("boards, each worth its top")),
)


class ListRow(NamedTuple):
    """A contestant with its two fields."""

    label: str
    names: str
    stratum: BoundField
    handicap: BoundField


class ListsForm(forms.Form):
    """Who is in which stratum, and what the club grants to whom."""

    kind = forms.ChoiceField(label=_("Handicaps are"), choices=KINDS, required=False)

    def __init__(self, desk: Desk, data: Sent = None) -> None:
        super().__init__(data)
        self.desk = desk
        state = desk.state
        granted = state.handicaps.of if state.handicaps else {}
        percent = METHODS[state.method].percent
        kind = field_of(self, "kind", forms.ChoiceField)
        kind.choices = [each for each in KINDS if percent or each[0] == "matchpoints"]
        kind.initial = state.handicaps.kind if state.handicaps else "percent"
        for who, place in desk.names.by_scoring_name.items():
            pair = {"pair": desk.names.label(*place)}
            self.fields[f"stratum-{who}"] = forms.ChoiceField(
                label=gettext("Stratum of %(pair)s") % pair,
                choices=STRATA,
                required=False,
                initial=state.strata.get(who, ""),
            )
            self.fields[f"handicap-{who}"] = forms.CharField(
                label=gettext("Handicap of %(pair)s") % pair,
                required=False,
                max_length=9,
                initial=shown(granted[who], 3) if who in granted else "",
                widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5}),
            )

    def rows(self) -> Iterator[ListRow]:
        """Everybody, in the order of the numbers."""
        names = self.desk.names
        for who, place in names.by_scoring_name.items():
            fields = self[f"stratum-{who}"], self[f"handicap-{who}"]
            yield ListRow(names.label(*place), names.contestant(*place), *fields)

    def act(self) -> SetLists:
        """What is asked for; a comma is a point."""
        cleaned = self.cleaned_data
        found: dict[str, dict[str, str]] = {"stratum": {}, "handicap": {}}
        for what, given in found.items():
            for who in self.desk.names.by_scoring_name:
                value = cleaned[f"{what}-{who}"].strip().replace(",", ".").replace("−", "-")
                if value:
                    given[who] = value
        return SetLists(found["stratum"], cleaned["kind"] or "percent", found["handicap"])
