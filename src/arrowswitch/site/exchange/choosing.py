"""Who is sent the club's results: what is usual in its federation, and what the club has decided."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext

from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.exchange.models import ClubReceiver, decided
from arrowswitch.site.exchange.receivers import Receiver, receivers
from arrowswitch.site.exchange.sending import FACTS
from arrowswitch.site.forms import Sent
from arrowswitch.site.requests import MemberRequest

EVERY_TIME = ("club number", "charge code")
"""What is the same, or usually the same, for every session."""


class ReceiversForm(forms.Form):
    """A tick for each receiver, and what it knows the club by."""

    def __init__(self, club: Club, data: Sent = None) -> None:
        super().__init__(data)
        self.club, found = club, decided(club)
        for each in receivers().values():
            choice = found.get(each.id)
            self.fields[each.id] = forms.BooleanField(
                label=gettext(each.title),
                required=False,
                initial=choice.wanted if choice else each.is_usual(club.federation),
            )
            for fact in self._facts(each):
                self.fields[f"{each.id}-{fact}".replace(" ", "-")] = forms.CharField(
                    label=FACTS[fact],
                    required=False,
                    max_length=60,
                    initial=choice.facts.get(fact, "") if choice else "",
                    widget=forms.TextInput(attrs={"autocomplete": "off"}),
                )

    def _facts(self, receiver: Receiver) -> list[str]:
        return [fact for fact in receiver.facts if fact in EVERY_TIME]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each receiver with its fields."""
        for each in receivers().values():
            facts = [self[f"{each.id}-{fact}".replace(" ", "-")] for fact in self._facts(each)]
            yield {"receiver": each, "wanted": self[each.id], "facts": facts}

    @transaction.atomic
    def save(self) -> None:
        """Keeps what was decided."""
        for each in receivers().values():
            facts = {
                fact: self.cleaned_data[f"{each.id}-{fact}".replace(" ", "-")].strip() for fact in self._facts(each)
            }
            ClubReceiver.objects.update_or_create(
                club=self.club,
                receiver=each.id,
                defaults={
                    "wanted": self.cleaned_data[each.id],
                    "written": json.dumps({name: value for name, value in facts.items() if value}),
                },
            )


@allow(*DIRECTORS)
@ask_or_send
def page(request: MemberRequest) -> HttpResponse:
    """Who is sent results, and what the club is called there."""
    form = ReceiversForm(request.club, request.POST if request.method == "POST" else None)
    if form.is_valid():
        form.save()
        return HttpResponseRedirect(f"{request.path}?saved")
    context = {"form": form, "saved": "saved" in request.GET}
    return render(request, "exchange/receivers.html", context, status=422 if form.errors else 200)
