"""What the director knows before play: read as people type it, and answered beside the field when it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.movements.wishes import MOST_TABLES, read_board_minutes, read_range, read_tables
from arrowswitch.site.club.models import Club
from arrowswitch.site.federations import choices as federations
from arrowswitch.site.rules.own import rules_for
from arrowswitch.site.spoken import spoken

KINDS = (("pairs", _("Pairs")), ("teams", _("Teams")), ("individual", _("Individual")))
COUNTED = {"pairs": "tables", "teams": "teams", "individual": "players"}
"""The field that says how many there are."""
GRADES = (
    ("open", _("Open")),
    ("intermediate", _("Intermediate")),
    ("junior", _("Junior")),
    ("social", _("Social")),
)
WINNERS = (("", _("Either")), ("1", _("One")), ("2", _("Two")))


class ReadField(forms.CharField):
    """A field read by a function of the movements, which says itself what is wrong."""

    def __init__(self, read: Callable[[str], Any], **more: Any) -> None:
        self.read = read
        super().__init__(max_length=20, **more)

    def clean(self, value: str) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return self.read(text)
        except ImpossibleWish as wish:
            raise forms.ValidationError(spoken(wish)) from None


def _written(text: str) -> str:
    """Reads a number of tables but keeps what was written, which is what the movements take."""
    read_tables(text)
    return text


class WishForm(forms.Form):
    """Tonight: how many, how long, who cannot move."""

    kind = forms.ChoiceField(
        label=_("Pairs, teams or individual"), choices=KINDS, required=False, widget=forms.RadioSelect
    )
    tables = ReadField(_written, label=_("Tables"), required=False)
    teams = forms.IntegerField(
        label=_("Teams"),
        required=False,
        min_value=3,
        max_value=40,
        error_messages={
            "invalid": _("Write the number of teams, such as 9."),
            "min_value": _("Three teams are the fewest that can play."),
            "max_value": _("Forty teams are the most for one room."),
        },
        widget=forms.TextInput,
    )
    players = forms.IntegerField(
        label=_("Players"),
        required=False,
        min_value=8,
        max_value=40,
        error_messages={
            "invalid": _("Write the number of players, such as 12."),
            "min_value": _("Eight players are the fewest for an individual."),
            "max_value": _("Forty players are the most for an individual."),
        },
        widget=forms.TextInput,
    )
    boards = ReadField(read_range, label=_("Boards"), required=False)
    minutes = forms.IntegerField(
        label=_("Minutes"),
        required=False,
        min_value=20,
        max_value=720,
        error_messages={
            "invalid": _("Write the minutes of play as a number, such as 190."),
            "min_value": _("Less than 20 minutes is too short for a movement."),
            "max_value": _("More than 720 minutes is longer than a day's play."),
        },
        widget=forms.TextInput,
    )
    grade = forms.ChoiceField(label=_("Grade"), choices=GRADES, required=False)
    board_minutes = ReadField(read_board_minutes, label=_("Per board"), required=False)
    stationary = forms.IntegerField(
        label=_("Cannot move"),
        required=False,
        min_value=0,
        max_value=MOST_TABLES,
        error_messages={
            "invalid": _("Write how many pairs must keep their seats, such as 3."),
            "min_value": _("Write how many pairs must keep their seats, such as 3."),
            "max_value": _("That is more pairs than can keep their seats."),
        },
        widget=forms.TextInput,
    )
    winners = forms.ChoiceField(label=_("Winners"), choices=WINNERS, required=False, widget=forms.RadioSelect)
    federation = forms.ChoiceField(label=_("Federation"), choices=federations, required=False)

    def __init__(self, *arguments: Any, club: Club | None = None, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.club = club
        for name, example, mode in (
            ("tables", "11½", "decimal"),
            ("teams", "9", "numeric"),
            ("players", "12", "numeric"),
            ("boards", "24–28", "text"),
            ("minutes", "190", "numeric"),
            ("board_minutes", "7½", "decimal"),
            ("stationary", "0", "numeric"),
        ):
            self.fields[name].widget.attrs.update(
                placeholder=example, inputmode=mode, autocomplete="off", **{"aria-describedby": f"error_{name}"}
            )

    @property
    def asks(self) -> bool:
        """Whether there is enough to propose something."""
        return self.is_valid() and bool(self.cleaned_data[self.counted])

    @property
    def counted(self) -> str:
        """The field that says how many there are."""
        return COUNTED.get(self.data.get("kind", ""), "tables")

    @property
    def is_teams(self) -> bool:
        """Whether teams are asked for."""
        return self.data.get("kind") == "teams"

    @property
    def size(self) -> int:
        """How many pairs, teams or players there are; 0 where that is several sections or cannot be read."""
        value = self.cleaned_data.get(self.counted)
        if self.counted != "tables":
            return int(value or 0)
        try:
            return read_tables(value or "")
        except ImpossibleWish:
            return 0

    def wish(self) -> dict[str, Any]:
        """What `movements.choose` takes."""
        data = self.cleaned_data
        return {
            self.counted: data[self.counted],
            "boards": data["boards"],
            "minutes": data["minutes"],
            "winners": int(data["winners"]) if data["winners"] else None,
            "grade": data["grade"] or "open",
            "board_minutes": data["board_minutes"],
            "stationary": data["stationary"] or 0,
            "regulations": rules_for(self.club, data["federation"] or "wbf"),
        }
