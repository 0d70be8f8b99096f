"""The forms of a ruling: what is written down, and what follows for the score."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session import Polled, Rule
from arrowswitch.session.acts import SEATS, RulingStatus
from arrowswitch.session.night import Ruling, SeatLetter
from arrowswitch.site.night.rulings.place import Spot
from arrowswitch.site.rulings.walking import RulingQuery


def _seat(wish: RulingQuery, role: str) -> SeatLetter | None:
    return cast(SeatLetter | None, wish.seat(role))  # an address and the facts name no other seats


class RuleForm(forms.Form):
    """What the director writes down beside the walk."""

    facts = forms.CharField(
        label=_("What happened"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In a few words; the answers and the laws are kept by themselves."),
    )
    poll = forms.CharField(
        label=_("Poll"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One player a line: what he would do, then a slash and the name. Only directors see the names."),
    )
    ns_told = forms.BooleanField(label=_("North-South were told that they may appeal"), required=False)
    ew_told = forms.BooleanField(label=_("East-West were told that they may appeal"), required=False)

    def act(self, wish: RulingQuery, spot: Spot, status: RulingStatus) -> Rule:
        """The ruling."""
        cleaned = self.cleaned_data
        told = tuple(side for side in SEATS if cleaned[f"{side.lower()}_told"])
        return Rule(
            wish.procedure.id,
            spot.section,
            spot.round,
            spot.table,
            spot.board,
            wish.given_answers,
            wish.edition,
            _seat(wish, "offender"),
            _seat(wish, "declarer"),
            cleaned["facts"].strip(),
            status,
            told,
            _polled(cleaned["poll"]),
            spot.ruling,
            spot.call,
            known="" if wish.problem else wish.facts,
        )


def _polled(text: str) -> tuple[Polled, ...]:
    """The lines of a poll.

    >>> _polled("pass / Ann Ash\\n\\n4S")
    (Polled(would='pass', player='Ann Ash'), Polled(would='4S', player=''))
    """
    rows = (line.partition("/") for line in text.splitlines() if line.strip())
    return tuple(Polled(would.strip(), player.strip()) for would, _slash, player in rows)


def written(act: Rule) -> dict[str, Any]:
    """What stands in the form of a ruling that was left open."""
    poll = "\n".join(f"{each.would} / {each.player}" if each.player else each.would for each in act.poll)
    told = {f"{side.lower()}_told": True for side in act.told_of_appeal}
    return {"facts": act.facts, "poll": poll, **told}


def reason(ruling: Ruling) -> str:
    """The reason that is kept with a change of the score."""
    return gettext("Ruling: %(title)s (Law %(laws)s)") % {
        "title": ruling.act.title,
        "laws": ", ".join(ruling.act.laws),
    }
