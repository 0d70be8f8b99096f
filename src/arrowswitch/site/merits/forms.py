"""The questions about awards: what the club decides, and what is written in by hand."""

from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.awards import read_scheme, scheme_names, scheme_of, title_rules
from arrowswitch.contests.reading import BadContest
from arrowswitch.site.calendar.forms import DaySelect
from arrowswitch.site.club.models import Club
from arrowswitch.site.forms import FormOf, Sent, field_of
from arrowswitch.site.merits.award_reading import RANKED_BY
from arrowswitch.site.merits.deciding import OWN, way_of
from arrowswitch.site.merits.models import RATING, SEEN_BY, AwardsWay, HandCredit, PlayerYear
from arrowswitch.site.spoken import spoken

EARLIEST = date(1950, 1, 1)
MOST_LETTERS = 20_000
MOST_PLACES = 50
MOST_OF_UNIT = 60


def amount_of(text: str) -> Fraction | None:
    """A number of points as people write it, with a point or a comma; nothing if it is none, or beyond all sense.

    >>> amount_of("12"), amount_of("0,94"), amount_of("-2.5"), amount_of("1e9"), amount_of("9" * 12)
    (Fraction(12, 1), Fraction(47, 50), Fraction(-5, 2), None, None)
    """
    plain = text.strip().replace(",", ".").replace("−", "-")
    return Fraction(plain) if re.fullmatch(r"-?[0-9]{1,7}(\.[0-9]{1,4})?", plain) else None


class AwardsWayForm(FormOf[AwardsWay]):
    """What the club decides about awards and ratings."""

    scheme = forms.ChoiceField(label=_("What is awarded"), required=False)
    own_unit = forms.CharField(
        label=_("What your points are called"),
        required=False,
        max_length=MOST_OF_UNIT,
        help_text=_("For example: cup points."),
    )
    own_amounts = forms.CharField(
        label=_("What each place has"),
        required=False,
        max_length=400,
        help_text=_("The first, the second and so on: 10 7 5 4 3 2 1. Those who tie share what their places have."),
    )
    own = forms.CharField(
        label=_("Or the whole scheme, as a file has it"),
        required=False,
        max_length=MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_("Instead of the two lines above. The guide tells what can stand in it."),
    )

    class Meta:
        model = AwardsWay
        fields = ("scheme", "since", "seen_by", "ratings_seen_by", "own", "why")
        labels = {  # noqa: RUF012
            "since": _("From which day of play"),
            "seen_by": _("Who sees awards"),
            "ratings_seen_by": _("Who sees ratings"),
            "why": _("Why"),
        }
        help_texts = {  # noqa: RUF012
            "since": _(
                "What was played before keeps what was decided earlier. Left empty, it holds for all that was ever posted."
            ),
            "seen_by": _("Players see their own in any case."),
            "ratings_seen_by": _("With “nobody” the club has no ratings on its pages, for anybody."),
            "why": _("Stays in the history."),
        }
        widgets = {"since": DaySelect()}  # noqa: RUF012

    def __init__(self, sent: Sent, *, club: Club) -> None:
        now = way_of(club)
        begins = {name: getattr(now, name) for name in ("scheme", "since", "own", "seen_by", "ratings_seen_by")}
        super().__init__(sent, initial=begins)
        self.club, self.now = club, now
        titles = [(name, scheme_of(name).title) for name in scheme_names()]
        choices = [*titles, (OWN, gettext("points of our own")), ("", gettext("nothing"))]
        field_of(self, "scheme", forms.ChoiceField).choices = choices
        seen = [(name, title) for name, title in SEEN_BY.items() if name != "nobody"]
        field_of(self, "seen_by", forms.ChoiceField).choices = seen

    def clean_since(self) -> date | None:
        """A day that club records may reach back to."""
        day: date | None = self.cleaned_data["since"]
        if day and not EARLIEST <= day <= date(2100, 1, 1):
            raise forms.ValidationError(gettext("Give a day between 1950 and 2100, or none."))
        return day

    def clean(self) -> dict[str, Any]:
        """The club's own scheme must be one that awards can be made by."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("scheme") != OWN:
            values["own"] = ""
            return values
        where = "own" if values.get("own", "").strip() else "own_amounts"
        if where == "own_amounts":
            values["own"] = self._from_table(values.get("own_unit", ""), values.get("own_amounts", ""))
        if values["own"]:
            try:
                unit = read_scheme(values["own"], gettext("Your scheme")).unit
            except BadContest as problem:
                self.add_error(where, spoken(problem))
            else:
                self._check_unit(unit, where if where == "own" else "own_unit")
        return values

    def _check_unit(self, unit: str, where: str) -> None:
        """What points are called fits into the register, and is not what a rating is called there."""
        if not 0 < len(unit.strip()) <= MOST_OF_UNIT:
            self.add_error(
                where, gettext("Give your points a name of up to %(most)s letters.") % {"most": MOST_OF_UNIT}
            )
        if unit.strip() == RATING:
            self.add_error(where, gettext("Rating points are something else here: call yours by another name."))

    def _from_table(self, unit: str, amounts: str) -> str:
        """The small table as a scheme."""
        numbers = [amount_of(word) for word in re.split(r"[\s;]+", amounts.strip()) if word]
        if not numbers or len(numbers) > MOST_PLACES or any(each is None or each < 0 for each in numbers):
            self.add_error(
                "own_amounts", gettext("Write one number for each place, with blanks between them: 10 7 5 4 3 2 1.")
            )
            return ""
        said = ", ".join(json.dumps(str(number)) for number in numbers)
        called = unit.strip() or gettext("points")
        name = json.dumps(called, ensure_ascii=False)
        title = json.dumps(f"{self.club.name}: {called}", ensure_ascii=False)
        today = localdate().isoformat()
        rule = json.dumps(gettext("What the club has decided"))
        return (
            f'title = {title}\nedition = "{today}"\nsince = {today}\nsource = {rule}\nunit = {name}\nstep = 0.01\n\n'
            f'[[scale]]\nrule = {rule}\nway = "listed"\namounts = [{said}]\n\n[ties]\nrule = {rule}\n'
        )

    def keep(self, by: str) -> bool:
        """Writes a new row, if anything is different from what holds."""
        wanted = {name: self.cleaned_data[name] for name in ("scheme", "since", "own", "seen_by", "ratings_seen_by")}
        if self.now.pk and all(getattr(self.now, name) == value for name, value in wanted.items()):
            return False
        AwardsWay.objects.create(club=self.club, by=by[:80], why=self.cleaned_data["why"], **wanted)
        return True


class HandCreditForm(FormOf[HandCredit]):
    """Points that were earned elsewhere, or a rating from the federation's list."""

    unit = forms.ChoiceField(label=_("Of which kind"))
    amount = forms.CharField(
        label=_("How many"), max_length=20, help_text=_("With a minus in front, points are taken away.")
    )

    class Meta:
        model = HandCredit
        fields = ("day", "unit", "amount", "why")
        labels = {"day": _("On which day"), "why": _("Why")}  # noqa: RUF012
        help_texts = {"why": _("The congress, or the list that it is from. It stays in the register.")}  # noqa: RUF012
        widgets = {"day": DaySelect()}  # noqa: RUF012

    def __init__(self, sent: Sent, *, club: Club) -> None:
        super().__init__(sent, initial={"day": localdate()})
        field_of(self, "unit", forms.ChoiceField).choices = [(unit, unit) for unit in units_of(club)]

    def clean_day(self) -> date:
        """No day to come."""
        day: date = self.cleaned_data["day"]
        if not EARLIEST <= day <= localdate():
            raise forms.ValidationError(gettext("Give a day that has been, from 1950 on."))
        return day

    def clean_amount(self) -> str:
        """A number."""
        found = amount_of(self.cleaned_data["amount"])
        if not found:
            raise forms.ValidationError(gettext("Write a number of points, such as 3 or 0.94."))
        return str(found)


def units_of(club: Club) -> list[str]:
    """The kinds of points that can be written in: those of the scheme, those that ranks are made of, those that somebody has."""
    way = way_of(club)
    found: list[str] = []
    if way.scheme in RANKED_BY:
        found += [*title_rules(RANKED_BY[way.scheme]).units.values(), RATING]
    elif way.scheme == OWN:
        found.append(read_scheme(way.own).unit)
    elif way.scheme:
        found.append(scheme_of(way.scheme).unit)
    had = PlayerYear.objects.filter(club=club, year=0).order_by("unit").values_list("unit", flat=True).distinct()
    return list(dict.fromkeys((*found, *had))) or [gettext("points")]
