"""The forms of a match and of a team: a result as a whole, what went wrong, names, line-ups."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session import Act, Place, Refused, SeatedPlayer, Seating
from arrowswitch.session.acts import AwardMatch, EnterMatch, GiveLineUp, NameTeam
from arrowswitch.session.night import TEAM_SEATS, MatchAward, MatchKey, members_of, player_at
from arrowswitch.site.club.understanding import Unclear
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.night.names.seating import player_typed
from arrowswitch.words import say


class WholeMatchForm(ActForm):
    """A match as a whole: what each team scored."""

    one = forms.DecimalField(
        min_value=0,
        max_value=10_000,
        decimal_places=2,
        error_messages={"invalid": _("Write a number, such as 34.")},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    other = forms.DecimalField(
        min_value=0,
        max_value=10_000,
        decimal_places=2,
        error_messages={"invalid": _("Write a number, such as 21.")},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def __init__(self, desk: Desk, key: MatchKey, data: Sent = None) -> None:
        self.match = key
        super().__init__(desk, len(desk.state.journal), data)
        for name, number in (("one", key.one), ("other", key.other)):
            self.fields[name].label = desk.names.both(key.section, number)

    def begun(self) -> dict[str, Any]:
        result = self.desk.state.matches.get(self.match)
        return {} if result is None or result.award else {"one": result.one, "other": result.other}

    @property
    def concerns(self) -> Sequence[tuple[str, int]]:
        return (self.match.section, self.match.one), (self.match.section, self.match.other)

    def act(self) -> Act:
        one, other = (Fraction(self.cleaned_data[name]) for name in ("one", "other"))
        return EnterMatch(self.match, one, other)


class MatchAwardForm(ActForm):
    """What went wrong with a match: the regulations say what it is worth."""

    award = forms.ChoiceField(label=_("What went wrong"), widget=forms.RadioSelect)

    def __init__(self, desk: Desk, key: MatchKey, data: Sent = None) -> None:
        self.match = key
        super().__init__(desk, len(desk.state.journal), data)
        called = {str(number): desk.names.both(key.section, number) for number in (key.one, key.other)}
        field_of(self, "award", forms.ChoiceField).choices = [
            ("same-way", gettext("Both pairs of both teams sat the same way, and it cannot be played again")),
            ("unplayable", gettext("More than half of the boards could not be played, nobody at fault")),
            *(
                (f"forfeit-{number}", gettext("Forfeited by %(team)s") % {"team": who})
                for number, who in called.items()
            ),
        ]

    @property
    def concerns(self) -> Sequence[tuple[str, int]]:
        return (self.match.section, self.match.one), (self.match.section, self.match.other)

    def act(self) -> Act:
        kind, _dash, absent = self.cleaned_data["award"].partition("-")
        award: MatchAward = "forfeit" if kind == "forfeit" else "same-way" if kind == "same" else "unplayable"
        return AwardMatch(self.match, award, int(absent) if award == "forfeit" else None)


class TeamForm(forms.Form):
    """A team: its name, its fifth and its sixth player, its captain."""

    name = forms.CharField(label=_("Name of the team"), max_length=80, required=False)
    fifth = forms.CharField(label=_("Fifth player"), max_length=120, required=False)
    sixth = forms.CharField(label=_("Sixth player"), max_length=120, required=False)
    captain = forms.ChoiceField(label=_("Captain"), required=False)

    def __init__(self, desk: Desk, section: str, number: int, data: Sent = None) -> None:
        self.desk, self.place = desk, (section, number)
        team = desk.state.team(section, number)
        self.members = members_of(desk.state, section, number)
        spares = [desk.names.player(player) for player in team.spares]
        super().__init__(
            data,
            prefix="team",
            initial={
                "name": team.name,
                **dict(zip(("fifth", "sixth"), spares, strict=False)),
                "captain": str(self.members.index(team.captain)) if team.captain in self.members else "",
            },
        )
        field_of(self, "captain", forms.ChoiceField).choices = [
            ("", gettext("not named")),
            *((str(place), desk.names.player(player)) for place, player in enumerate(self.members)),
        ]
        for each in ("fifth", "sixth"):
            self.fields[each].help_text = gettext("A name or number of the register; others are taken as visitors.")

    def _spare(self, name: str) -> SeatedPlayer | None:
        """Who was typed; the same person as before, if it is the same name."""
        text = " ".join(self.cleaned_data[name].split())
        if not text:
            return None
        for player in self.desk.state.team(*self.place).spares:
            if self.desk.names.player(player) == text:
                return player
        return player_typed(self.desk.request.club, text)

    def act(self) -> Act:
        try:
            spares = tuple(player for name in ("fifth", "sixth") if (player := self._spare(name)))
        except Unclear as unclear:
            raise Refused(say("{text}", text=str(unclear))) from None
        chosen = self.cleaned_data["captain"]
        captain = self.members[int(chosen)] if chosen else None
        return NameTeam(*self.place, self.cleaned_data["name"], spares, captain)


class LineUpForm(forms.Form):
    """Who plays where from a round on."""

    round = forms.TypedChoiceField(label=_("From round"), coerce=int)
    n = forms.ChoiceField(label=_("North"))
    s = forms.ChoiceField(label=_("South"))
    e = forms.ChoiceField(label=_("East"))
    w = forms.ChoiceField(label=_("West"))

    def __init__(self, desk: Desk, section: str, number: int, data: Sent = None) -> None:
        self.desk, self.place = desk, (section, number)
        where = desk.state.sections[section]
        first = max(where.round, 1)
        self.members = members_of(desk.state, section, number)
        now = {seat: player_at(desk.state, Place(section, number, seat), first) for seat in TEAM_SEATS}
        super().__init__(
            data,
            prefix="line-up",
            initial={
                "round": first,
                **{seat.lower(): str(self.members.index(who)) for seat, who in now.items() if who in self.members},
            },
        )
        rounds = range(1, where.movement.rounds + 1)
        field_of(self, "round", forms.ChoiceField).choices = [(str(each), str(each)) for each in rounds]
        people = [(str(place), desk.names.player(player)) for place, player in enumerate(self.members)]
        for seat in TEAM_SEATS:
            field_of(self, seat.lower(), forms.ChoiceField).choices = people

    def act(self) -> Act:
        data = self.cleaned_data
        return GiveLineUp(
            *self.place,
            data["round"],
            tuple(Seating(Place(*self.place, seat), self.members[int(data[seat.lower()])]) for seat in TEAM_SEATS),
        )
