"""The questions of a night about money: how somebody pays, tonight's fees, and what was counted."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.money.fees import FeesOfNight
from arrowswitch.site.money.forms import MoneyField, in_money
from arrowswitch.site.money.models import WAYS, CashReturn, MoneySettings
from arrowswitch.site.night.money.people import PayingPlayer
from arrowswitch.till import CashCount

MOST_PIECES = 9999


class HowPaidForm(forms.Form):
    """As what somebody plays tonight, and how that person pays."""

    kind = forms.ChoiceField(label=_("Pays as"))
    way = forms.ChoiceField(label=_("How"))
    why = forms.CharField(label=_("Remark"), max_length=200, required=False)

    def __init__(self, sent: Sent, person: PayingPlayer, fees: FeesOfNight) -> None:
        entry = person.entry
        first = {"way": entry.way if entry else "cash", "kind": str(person.kind.kind.pk) if person.kind else ""}
        super().__init__(sent, initial=first)
        told = fees.settings.currency.told
        field_of(self, "kind", forms.ChoiceField).choices = [
            (str(each.kind.pk), f"{each.kind}: {told(each.amount)}" if each.amount else str(each.kind))
            for each in fees.kinds
            if each.amount is not None
        ]
        ways = [("cash", str(WAYS["cash"])), *person.ways]
        if person.entry and person.entry.way not in dict(ways):
            ways.append((person.entry.way, str(WAYS[person.entry.way])))
        field_of(self, "way", forms.ChoiceField).choices = ways


class NightFeesForm(forms.Form):
    """The fees of one night where they are not the usual ones."""

    visitors = forms.ChoiceField(label=_("Who is no member pays as"), required=False)
    why = forms.CharField(label=_("Why"), max_length=200, required=False, help_text=_("Stays in the history."))

    def __init__(self, sent: Sent, fees: FeesOfNight) -> None:
        own = fees.own
        super().__init__(sent, initial={"visitors": str(own.visitors_id or "") if own else ""})
        field_of(self, "visitors", forms.ChoiceField).choices = [
            ("", gettext("as usual")),
            *((str(each.kind.pk), each.kind.name) for each in fees.kinds),
        ]
        amounts: dict[str, forms.Field] = {}
        for each in fees.kinds:
            amounts[f"kind-{each.kind.pk}"] = MoneyField(
                label=each.kind.name, required=False, initial=own.by_kind.get(each.kind.pk) if own else None
            )
        self.amount_names = list(amounts)
        self.fields = {**amounts, **self.fields}
        in_money(self, fees.settings.currency)

    @property
    def amounts(self) -> str:
        """What was typed, as it is kept."""
        found = {name.removeprefix("kind-"): self.cleaned_data[name] for name in self.amount_names}
        return json.dumps({kind: amount for kind, amount in found.items() if amount is not None})


class CashReturnForm(forms.Form):
    """Notes and coins, counted; cheques; and who counted."""

    cheques = MoneyField(label=_("Cheques together"), required=False)
    started_with = MoneyField(
        label=_("Change that was there before"), required=False, help_text=_("It goes back into the tray.")
    )
    director = forms.CharField(label=_("Director"), max_length=120, required=False)
    trainee = forms.CharField(label=_("Trainee"), max_length=120, required=False)
    note = forms.CharField(label=_("Remark"), max_length=300, required=False)

    def __init__(self, sent: Sent, settings: MoneySettings, before: CashReturn | None, director: str) -> None:
        first: dict[str, Any] = {"director": director}
        if before is not None:
            first = {name: getattr(before, name) for name in ("cheques", "started_with", "director", "trainee", "note")}
        super().__init__(sent, initial=first)
        told, had = settings.currency.told, before.pieces if before else {}
        self.pieces = {f"count-{worth}": worth for worth in sorted({*settings.pieces_sorted, *had}, reverse=True)}
        counts: dict[str, forms.Field] = {
            name: forms.IntegerField(
                label=told(worth), min_value=0, max_value=MOST_PIECES, required=False, initial=had.get(worth)
            )
            for name, worth in self.pieces.items()
        }
        self.fields = {**counts, **self.fields}
        in_money(self, settings.currency)

    def clean(self) -> dict[str, Any]:
        """An empty form is no count: whoever found an empty tray writes a nought."""
        about = super().clean() or {}
        if not self.errors and all(about[name] is None for name in (*self.pieces, "cheques")):
            self.add_error(next(iter(self.pieces)), gettext("Count first. If there is nothing in the tray, write 0."))
        return about

    @property
    def counted(self) -> list[forms.BoundField]:
        """The fields of the notes and coins."""
        return [self[name] for name in self.pieces]

    @property
    def count(self) -> CashCount:
        """What was counted."""
        about = self.cleaned_data
        pieces = {worth: about[name] for name, worth in self.pieces.items() if about[name]}
        return CashCount(pieces, about["cheques"] or 0, about["started_with"] or 0)
