"""The questions about a player, and about pairs with a table of their own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session.journal import seen_text
from arrowswitch.site.club.models import Club, Player, StandingPair
from arrowswitch.site.club.players.file import problem_of
from arrowswitch.site.club.players.search import called, known
from arrowswitch.site.club.understanding import Unclear, understood
from arrowswitch.site.forms import FormOf

TYPED = ("given", "family", "number", "federation_number", "grade")


class PlayerForm(FormOf[Player]):
    """A player's particulars. A second person of the same name must be meant."""

    why = forms.CharField(
        label=_("Why (it is kept with the change)"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    another = forms.BooleanField(label=_("This is another person of the same name"), required=False)

    class Meta:
        model = Player
        fields = ("given", "family", "number", "federation_number", "grade", "must_sit", "active")
        labels = {  # noqa: RUF012
            "given": _("Given name"),
            "family": _("Family name"),
            "number": _("Number"),
            "federation_number": _("Federation’s number, if it is another"),
            "grade": _("Grade"),
            "must_sit": _("Cannot move: needs a seat that stays"),
            "active": _("Plays here (is offered when names are typed)"),
        }
        help_texts = {"number": _("The federation’s or the club’s. Only the desk sees it.")}  # noqa: RUF012

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.club = club
        self.namesakes: list[Player] = []
        for name in TYPED:
            self.fields[name].widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        for name in TYPED:
            values[name] = " ".join(seen_text(values.get(name, "")).split())
        problem = problem_of(values) if not self.errors else ""
        if problem:
            self.add_error("family" if values["given"] else "given", problem)
        others = known(self.instance.club).exclude(pk=self.instance.pk)
        for name in ("number", "federation_number"):
            holder = others.filter(**{name: values[name]}).first() if values[name] else None
            if holder:
                self.add_error(
                    name, gettext("%(name)s has the number %(number)s.") % {"name": holder, "number": values[name]}
                )
        if values.get("federation_number") == values.get("number"):
            values["federation_number"] = ""  # one number is enough
        if not self.errors and not values.get("another"):
            self.namesakes = called(others, f"{values['given']} {values['family']}")
            if self.namesakes and {"given", "family"} & set(self.changed_data):
                self.add_error(
                    "another",
                    gettext("There is a %(name)s in the register already. Tick this if it is somebody else.")
                    % {"name": self.namesakes[0].with_number},
                )
        return values

    @property
    def asks_for_another(self) -> bool:
        """Whether there is somebody of the same name."""
        return bool(self.namesakes) or bool(self.data.get("another"))


class StandingPairForm(forms.Form):
    """Two players and the table that is theirs."""

    first = forms.CharField(label=_("Player"), max_length=200, help_text=_("Name or number."))
    second = forms.CharField(label=_("Partner"), max_length=200)
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=200,
        required=False,
        help_text=_("Empty for a pair that comes every week and sits anywhere."),
    )
    side = forms.ChoiceField(
        label=_("Side"), choices=(("NS", _("North-South")), ("EW", _("East-West"))), required=False
    )
    weekday = forms.TypedChoiceField(
        label=_("Day"),
        coerce=int,
        choices=lambda: [(0, gettext("every day")), *((number + 1, name) for number, name in WEEKDAYS.items())],
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club

    def _player(self, name: str) -> Player:
        try:
            return understood(self.club, self.cleaned_data[name])
        except Unclear as problem:
            raise forms.ValidationError(str(problem)) from None

    def clean_first(self) -> Player:
        return self._player("first")

    def clean_second(self) -> Player:
        return self._player("second")

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        if self.errors:
            return values
        if values["first"] == values["second"]:
            self.add_error("second", gettext("A pair is two people."))
        there = StandingPair.objects.filter(club=self.club, weekday=values["weekday"])
        if not values["table"]:
            values["side"] = ""
            if there.filter(table=None, first=values["first"], second=values["second"]).exists():
                self.add_error("first", gettext("This pair is in the list already."))
            return values
        values["side"] = values["side"] or "NS"
        taken = there.filter(table=values["table"], side=values["side"]).first()
        if taken:
            self.add_error("table", gettext("These seats belong to %(pair)s.") % {"pair": taken})
        return values

    def save(self) -> StandingPair:
        """The pair with its table."""
        return StandingPair.objects.create(club=self.club, **self.cleaned_data)
