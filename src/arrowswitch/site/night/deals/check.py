"""Anybody checks a promise of deals: with the seed that was published, or with the deals and their secret."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from arrowswitch.deals import BoardHands, dealt
from arrowswitch.deals.promises import BadPromise, SealedDeals, is_kept, promise_text, read_promise
from arrowswitch.site.accounts.gate import EVERYONE, allow, ask_or_send
from arrowswitch.site.forms import Sent
from arrowswitch.site.night.setup.forms import DealsField
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.spoken import spoken


class PromiseForm(forms.Form):
    """What was published before play and after it."""

    promise = forms.CharField(
        label=_("The promise"),
        max_length=200,
        help_text=_("What the club published before play: 64 digits and letters."),
    )
    secret = forms.CharField(
        label=_("The seed or secret"), max_length=200, help_text=_("What the club published after play.")
    )
    first = forms.IntegerField(label=_("First board"), min_value=1, max_value=999, initial=1, required=False)
    boards = forms.IntegerField(label=_("How many boards"), min_value=1, max_value=200, initial=24, required=False)
    deals = DealsField(
        label=_("The deals, if they were not dealt from the seed"),
        required=False,
        help_text=_("A file of deals, in any format."),
    )

    def clean_promise(self) -> str:
        try:
            return read_promise(self.cleaned_data["promise"])
        except BadPromise as fault:
            raise forms.ValidationError(spoken(fault)) from None

    def clean_secret(self) -> str:
        return " ".join(self.cleaned_data["secret"].split())

    def hands(self) -> tuple[BoardHands, ...]:
        """The deals that are to be checked."""
        data = self.cleaned_data
        if data["deals"]:
            return tuple(data["deals"])
        first = data["first"] or 1
        last = min(first + (data["boards"] or 24), 1000)
        return dealt(data["secret"], range(first, last))


@allow(*EVERYONE)
@ask_or_send
def check(request: ClubRequest) -> HttpResponse:
    """The form, and below it the answer. A link may have filled it in."""
    asked: Sent = request.POST if request.method == "POST" else request.GET if "promise" in request.GET else None
    form = PromiseForm(asked, request.FILES or None)
    context: dict[str, Any] = {"form": form}
    if form.is_bound and form.is_valid():
        sealed = SealedDeals(form.hands(), form.cleaned_data["secret"])
        context |= {
            "checked": True,
            "kept": is_kept(form.cleaned_data["promise"], sealed.deals, sealed.secret),
            "from_seed": sealed.from_seed,
            "text": promise_text(sealed.deals, sealed.secret),
        }
    return render(request, "night/deals/check.html", context, status=422 if form.errors else 200)
