"""Prizes at the desk: read off the results, or drawn by lot from a seed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arrowswitch.scoring.prizes import PRIZES, drawn, prizes
from arrowswitch.session.night import contestants, places, player_at
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.results.seeing import scored_of


class SpotForm(forms.Form):
    """What a lot is drawn from."""

    seed = forms.CharField(
        label=_("A word that was said aloud"), max_length=80, help_text=_("The same word draws the same seats again.")
    )
    count = forms.IntegerField(label=_("Prizes"), min_value=1, max_value=40, initial=1)

    def spots(self, desk: Desk) -> list[dict[str, str]]:
        """The seats that were drawn, with who began there; nothing until a word was given."""
        if not self.is_valid():
            return []
        seats = {f"{place.section}{place.contestant}{place.seat}": place for place in places(desk.state)}
        chosen = drawn(seats, self.cleaned_data["seed"].strip().casefold(), self.cleaned_data["count"])
        found = []
        for name in chosen:
            place = seats[name]
            player = player_at(desk.state, place)
            found.append(
                {
                    "label": f"{desk.names.label(place.section, place.contestant)}, {place.seat}",
                    "name": desk.names.player(player) if player else "",
                }
            )
        return found


def won_prizes(desk: Desk) -> list[dict[str, Any]]:
    """Every prize with who has won it, or nobody yet."""
    by_name = contestants(desk.state)
    session = scored_of(desk.session.pk, desk.state)[0].session
    won = {each.name: each for each in prizes(session.lines)}
    found = []
    for name, prize in PRIZES.items():
        each = won.get(name)
        who = by_name[each.contestant] if each else None
        found.append(
            {
                "title": prize.title,
                "label": desk.names.label(*who) if who else "",
                "names": desk.names.contestant(*who) if who else "",
                "board": each.line.board if each else None,
                "result": each.line.result if each else None,
            }
        )
    return found
