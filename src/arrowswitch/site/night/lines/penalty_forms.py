"""The forms of penalties: what the scale says stands on the club's offence register, and the director decides."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring import METHODS
from arrowswitch.session import Act, Penalise, WithdrawPenalty
from arrowswitch.session.night import all_players_of, players_of
from arrowswitch.session.story import OFFENCE_KINDS, PenaltyAdvice, advise, amount_told, earlier
from arrowswitch.site.forms import Sent, field_of, send_anew
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.night.lines.register import Register
from arrowswitch.words import Sentence

WHOLE = {"pairs": _("the pair"), "teams": _("the team"), "individual": _("the player")}


class PairForm(ActForm):
    """A form about a contestant."""

    def __init__(self, desk: Desk, place: tuple[str, int], data: Sent = None) -> None:
        self.place = place
        super().__init__(desk, len(desk.state.journal), data)


class PenaltyForm(PairForm):
    """A penalty or a warning, by the scale or as the director chooses."""

    offence = forms.ChoiceField(
        label=_("For"), choices=tuple((name, kind.title) for name, kind in OFFENCE_KINDS.items()), initial="slow"
    )
    player = forms.ChoiceField(label=_("Who did it"), required=False)
    minutes = forms.IntegerField(
        label=_("Minutes late"), required=False, min_value=0, max_value=999, help_text=_("Only for being late.")
    )
    amount = forms.ChoiceField(label=_("Penalty"), initial="scale", widget=forms.RadioSelect)
    value = forms.DecimalField(
        label=_("How much"),
        required=False,
        min_value=0,
        max_value=10_000,
        max_digits=8,
        decimal_places=2,
        help_text=_("Not for a warning, nor for what the scale says."),
    )

    match = forms.ChoiceField(
        label=_("In the match of"), required=False, help_text=_("IMPs are taken before the victory points.")
    )
    agreed = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    """What the scale said when the director looked."""

    def __init__(self, desk: Desk, place: tuple[str, int], data: Sent = None) -> None:
        super().__init__(desk, place, data)
        state = desk.state
        self.players = dict(enumerate(dict.fromkeys(all_players_of(state, *place))))
        field_of(self, "player", forms.ChoiceField).choices = [
            ("", WHOLE[state.sections[place[0]].movement.kind]),
            *((str(number), desk.names.player(player)) for number, player in self.players.items()),
        ]
        self.vps = state.on_victory_points
        if self.vps:
            rounds = [("", _("the round that is being played")), *self._matches()]
            field_of(self, "match", forms.ChoiceField).choices = rounds
        else:
            del self.fields["match"]
        field_of(self, "amount", forms.ChoiceField).choices = [
            ("scale", _("as the scale says")),
            ("warning", _("a warning")),
            *([("share", _("percent of a top"))] if METHODS[state.method].percent else []),
            ("points", _("points") if METHODS[state.method].percent else _("points (IMPs)")),
            *([("vps", _("victory points"))] if self.vps else []),
        ]

    def _matches(self) -> list[tuple[str, str]]:
        """The matches of a team, round by round, as its North-South pair plays them."""
        section, number = self.place
        names = self.desk.names
        return [
            (
                str(each.round),
                gettext("round %(round)d, against %(opponent)s")
                % {"round": each.round, "opponent": names.label(section, each.ew)},
            )
            for each in self.desk.state.sections[section].movement.meetings
            if each.ns == number
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if (
            cleaned.get("amount") in ("share", "points", "vps")
            and not cleaned.get("value")
            and "value" not in self.errors
        ):
            self.add_error("value", gettext("Write how much is taken, more than 0."))
        if cleaned.get("offence") == "late" and cleaned.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", gettext("Write how many minutes late they were."))
        if not self.errors and cleaned["amount"] == "scale" and not self._has_scale(self.advice):
            self.add_error("amount", gettext("The scale does not say how much; choose it."))
        if not self.errors and cleaned["amount"] == "scale":
            said = str(amount_told(self.advice.share, self.advice.points, self.advice.vps))
            if self.data.get("step") == "confirm" and cleaned["agreed"] not in ("", said):
                self.add_error(
                    "amount", gettext("The offence register has changed meanwhile. Look at the effect again.")
                )
            send_anew(self, **{self.add_prefix("agreed"): said})
        return cleaned

    @staticmethod
    def _has_scale(advice: PenaltyAdvice) -> bool:
        penalty = advice.penalty
        given = (advice.share, advice.points, advice.vps)
        return penalty is not None and (penalty.warning or any(each is not None for each in given))

    @property
    def advice(self) -> PenaltyAdvice:
        """What the regulations say, with the club's register behind it."""
        if not hasattr(self, "_advice"):
            state, cleaned = self.desk.state, self.cleaned_data
            chosen = self.players.get(int(cleaned["player"])) if cleaned.get("player") else None
            here = state.sections[self.place[0]].round
            blamed = (chosen,) if chosen else players_of(state, *self.place, max(here, 1))
            mine = self.data.get("command")  # sent twice, it does not count itself
            kept = Register(self.desk.request.club, blamed)
            register = [each for each in kept.offences if each.id != mine]
            before = earlier(register, cleaned["offence"], kept.players, state.regulations)
            if not blamed:  # without names only tonight's are known
                before = tuple(
                    each
                    for each in register
                    if each.id in state.penalties
                    and (each.section, each.contestant) == self.place
                    and each.kind == cleaned["offence"]
                    and not each.withdrawn
                )
            self._advice = advise(
                cleaned["offence"],
                before,
                state.date or self.desk.now.date(),
                state.regulations,
                state.method,
                victory_points=self.vps,
                minutes=cleaned.get("minutes") or 0,
            )
        return self._advice

    def act(self) -> Act:
        cleaned = self.cleaned_data
        player = self.players.get(int(cleaned["player"])) if cleaned["player"] else None
        share = points = vps = None
        value = Fraction(cleaned["value"]) if cleaned["value"] else None
        match cleaned["amount"]:
            case "scale":
                share, points, vps = self.advice.share, self.advice.points, self.advice.vps
            case "share":
                share = value / 100 if value is not None else None
            case "points":
                points = value
            case "vps":
                vps = value
        match = int(cleaned["match"]) if points is not None and cleaned.get("match") else None
        return Penalise(
            *self.place,
            share=share,
            points=points,
            vps=vps,
            offence=cleaned["offence"],
            player=player,
            match_round=match,
        )

    def remarks(self) -> Sequence[Sentence]:
        return self.advice.sentences


class WithdrawForm(PairForm):
    """A penalty taken back."""

    penalty = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def act(self) -> Act:
        return WithdrawPenalty(self.cleaned_data["penalty"])
