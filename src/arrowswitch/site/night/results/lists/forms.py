"""The form of the lists besides the ranking: a stratum and a handicap for each pair or team."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.ranking.formulas import FORMULAS
from arrowswitch.session import SetLists
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.ladders.models import HandicapEntry
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.results.lists.past import ListProposal, grades_of, proposal
from arrowswitch.site.spoken import spoken

REGISTER = "register"
STRATA = (("", "A"), *((letter, letter) for letter in "BCDE"))
KINDS = (
    ("percent", _("percent, added to the percentage")),
    ("matchpoints", _("points, added to the total")),
    ("boards", _("boards, each worth its top")),
)


class FillForm(forms.Form):
    """From what the strata and handicaps below are to be filled in: nothing is kept by it."""

    formula = forms.ChoiceField(label=_("Handicaps from earlier sessions"), required=False)

    def __init__(self, desk: Desk, data: Sent = None) -> None:
        super().__init__(data)
        self.desk = desk
        self.grades = grades_of(desk)
        percent = METHODS[desk.state.method].percent
        named = [(name, spoken(each.title)) for name, each in FORMULAS.items()] if percent else []
        if percent and HandicapEntry.objects.filter(player__club=desk.session.club).exists():
            named.insert(0, (REGISTER, gettext("from the club’s register, as it holds on the day")))
        field_of(self, "formula", forms.ChoiceField).choices = [("", gettext("as they are")), *named]
        for place, grade in enumerate(self.grades):
            self.fields[f"grade-{place}"] = forms.ChoiceField(
                label=gettext("Stratum of the grade %(grade)s") % {"grade": grade},
                choices=(("", gettext("as it is")), *((letter, letter) for letter in "ABCDE")),
                required=False,
            )

    def proposal(self) -> ListProposal:
        """What the choices come to."""
        if not self.is_valid():
            return ListProposal()
        chosen = {
            grade: letter
            for place, grade in enumerate(self.grades)
            if (letter := self.cleaned_data.get(f"grade-{place}"))
        }
        asked = self.cleaned_data.get("formula", "")
        return proposal(self.desk, FORMULAS.get(asked), chosen, register=asked == REGISTER)


class ListsForm(forms.Form):
    """Who is in which stratum, and what the club grants to whom."""

    kind = forms.ChoiceField(label=_("Handicaps are"), choices=KINDS, required=False)

    def __init__(self, desk: Desk, data: Sent = None, proposal: ListProposal | None = None) -> None:
        super().__init__(data)
        self.proposal = proposal or ListProposal()
        self.desk = desk
        state = desk.state
        granted = state.handicaps.of if state.handicaps else {}
        percent = METHODS[state.method].percent
        kind = field_of(self, "kind", forms.ChoiceField)
        kind.choices = [each for each in KINDS if percent or each[0] == "matchpoints"]
        kind.initial = state.handicaps.kind if state.handicaps and not self.proposal.handicaps else "percent"
        for who, place in desk.names.by_scoring_name.items():
            pair = {"pair": desk.names.label(*place)}
            self.fields[f"stratum-{who}"] = forms.ChoiceField(
                label=gettext("Stratum of %(pair)s") % pair,
                choices=STRATA,
                required=False,
                initial=self.proposal.strata.get(who, state.strata.get(who, "")),
            )
            self.fields[f"handicap-{who}"] = forms.CharField(
                label=gettext("Handicap of %(pair)s") % pair,
                required=False,
                max_length=9,
                initial=self._handicap(who, granted),
                widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5}),
            )

    def _handicap(self, who: str, granted: Mapping[str, Number]) -> str:
        worked = self.proposal.handicaps.get(who)
        if worked is not None:
            return shown(worked.handicap, 2)
        return shown(granted[who], 3) if who in granted else ""

    def rows(self) -> Iterator[dict[str, Any]]:
        """Everybody, in the order of the numbers, with how a handicap that is proposed came about."""
        names = self.desk.names
        for who, place in names.by_scoring_name.items():
            worked = self.proposal.handicaps.get(who)
            yield {
                "label": names.label(*place),
                "names": names.contestant(*place),
                "stratum": self[f"stratum-{who}"],
                "handicap": self[f"handicap-{who}"],
                "working": worked.steps if worked else (),
            }

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
