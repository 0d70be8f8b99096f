"""The list for the federation: what was awarded in a span of days, who has no number there, and the file."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DIRECTORS, allow
from arrowswitch.site.calendar.forms import DaySelect
from arrowswitch.site.merits.award_file import awards_of_span
from arrowswitch.site.merits.award_keeper import in_step
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.spreadsheet import spreadsheet

A_FILE = 10
"""Seconds that a file waits for awards to be made: with some missing it is not to be sent."""
SHOWN = 300
"""Lines on the page; the file has them all."""


class SpanForm(forms.Form):
    """From one day to another; without any, this year until today."""

    first = forms.DateField(label=_("From"), widget=DaySelect)
    last = forms.DateField(label=_("To, that day included"), widget=DaySelect)

    def clean(self) -> dict[str, Any]:
        """The right way round."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("first") and values.get("last") and values["first"] > values["last"]:
            self.add_error("last", gettext("The last day is before the first."))
        return values


def _span(request: MemberRequest) -> tuple[SpanForm, date, date]:
    """The days that are asked for; this year, where they are none."""
    today = localdate()
    begins = {"first": date(today.year, 1, 1), "last": today}
    asked = {name: request.GET.get(name, f"{day}") for name, day in begins.items()}
    form = SpanForm(asked)
    values = form.cleaned_data if form.is_valid() else begins
    return form, values["first"], values["last"]


@allow(*DIRECTORS)
@require_safe
def federation(request: MemberRequest) -> HttpResponse:
    """The list as it stands, with what is missing in it."""
    left = in_step(request.club)
    form, first, last = _span(request)
    found = awards_of_span(request.club, first, last)
    head, *lines = found.lines()
    context = {"form": form, "first": first, "last": last, "found": found, "left": left}
    shown = [(number, f"{given} {family}".strip(), amounts) for number, given, family, *amounts in lines[:SHOWN]]
    context |= {"head": head[3:], "lines": shown, "more": len(lines) - len(shown)}
    return render(request, "merits/federation.html", context)


@allow(*DIRECTORS)
@require_safe
def federation_file(request: MemberRequest) -> HttpResponse:
    """The list as a file, when nothing is missing in it and these are days; else the page, which says what is wrong."""
    form, first, last = _span(request)
    if not form.is_valid() or in_step(request.club, A_FILE):
        return redirect(f"{reverse('awards-federation')}?{request.GET.urlencode()}")
    return spreadsheet(f"awards-{first}-{last}", awards_of_span(request.club, first, last).lines())
