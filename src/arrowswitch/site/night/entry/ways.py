"""How this browser types: which sheets in which order, scores in tens or in full, and whose the plus key is.

Where nobody has chosen for this session, its sheets are those on which its scores come.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arrowswitch.session import State
from arrowswitch.session.desk import POSTING_WAYS, SLIPS, TRAVELLERS, Habits, Sheet, sheets
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.spoken import spoken

KEPT = "entry"


@dataclass(frozen=True)
class TypingWay:
    """How somebody types."""

    method: int = TRAVELLERS
    rounds: int = 1
    """Rounds that are on travellers, where the rest are on slips."""
    full: bool = False
    plus_key: str = "NS"

    @property
    def habits(self) -> Habits:
        """How what is typed is read."""
        return Habits(tens=not self.full, plus_key="EW" if self.plus_key == "EW" else "NS")

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """The sheets of a session, in the order of this way."""
        return sheets(state, self.method, self.rounds)

    def every_sheet(self, state: State) -> tuple[Sheet, ...]:
        """The same, and those of rounds that were not called yet."""
        return sheets(state, self.method, self.rounds, every=True)


class WayForm(forms.Form):
    """The choice of a way."""

    method = forms.TypedChoiceField(label=_("Posted from"), coerce=int)
    rounds = forms.IntegerField(
        label=_("Rounds on travellers"),
        min_value=1,
        max_value=99,
        help_text=_("Only where travellers come first and slips later."),
    )
    full = forms.TypedChoiceField(
        label=_("Scores are typed"),
        choices=[("0", _("in tens: 42 is 420")), ("1", _("in full: 420"))],
        coerce=lambda value: value == "1",
    )
    plus_key = forms.ChoiceField(
        label=_("A score that ends with the + key is a plus for"),
        choices=[("NS", _("North-South")), ("EW", _("East-West"))],
    )

    def __init__(self, data: Sent = None, **more: Any) -> None:
        super().__init__(data, **more)
        field_of(self, "method", forms.ChoiceField).choices = [
            (number, spoken(method.means)) for number, method in POSTING_WAYS.items()
        ]

    @classmethod
    def of(cls, way: TypingWay) -> WayForm:
        """The form with a way in it."""
        return cls(initial={**asdict(way), "full": "1" if way.full else "0"})


def way_of(desk: Desk) -> TypingWay:
    """The way that this browser has chosen; how it types for every session, and from which sheets for this one."""
    kept = desk.request.session.get(KEPT)
    form = WayForm({**kept, "full": "1" if kept.get("full") else "0"}) if isinstance(kept, dict) else None
    way = TypingWay(**form.cleaned_data) if form and form.is_valid() else TypingWay()
    source = desk.state.settings.source
    if source == "phones" or (isinstance(kept, dict) and kept.get("session") == desk.session.pk):
        return way
    return replace(way, method=SLIPS if source == "slips" else TRAVELLERS)


def keep(desk: Desk, way: TypingWay) -> None:
    """Remembers a way for this browser."""
    desk.request.session[KEPT] = {**asdict(way), "session": desk.session.pk}
