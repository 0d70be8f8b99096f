"""The books themselves: every row, the opposite of one that was a mistake, and what has nothing to do with players."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import TREASURERS, allow, ask_or_send
from arrowswitch.site.money.accounts import A_PAGE, command_of
from arrowswitch.site.money.books import Books, MoneyRefused, opened
from arrowswitch.site.money.forms import OtherEntryForm, ReverseForm
from arrowswitch.site.money.models import MoneyEntry, MoneySettings
from arrowswitch.site.requests import MemberRequest


@allow(*TREASURERS)
@require_safe
def books(request: MemberRequest) -> HttpResponse:
    """Every row of the books, the latest first."""
    rows = MoneyEntry.objects.filter(club=request.club).select_related("session", "player", "kind", "by", "reversed_by")
    shown = {
        "page": Paginator(rows, A_PAGE).get_page(request.GET.get("page")),
        "currency": MoneySettings.of(request.club).currency,
        "may_reverse": True,
        "done": "done" in request.GET,
    }
    return render(request, "money/books.html", shown)


@allow(*TREASURERS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """Money that came in or went out and has nothing to do with a player: rent, cards, a gift."""
    settings = MoneySettings.of(request.club)
    form = OtherEntryForm(request.POST if request.method == "POST" else None, currency=settings.currency)
    problem = ""
    if form.is_bound and form.is_valid():
        about = form.cleaned_data
        try:
            with opened(request.club):
                Books(request.club, request.user).write(
                    about["what"],
                    about["way"],
                    about["amount"],
                    command=command_of(request),
                    day=about["day"],
                    text=about["text"],
                )
            return redirect(f"{reverse('money-books')}?done")
        except MoneyRefused as refused:
            problem = str(refused)
    shown = {"form": form, "problem": problem}
    return render(request, "money/new.html", shown, status=422 if form.errors or problem else 200)


@allow(*TREASURERS)
@ask_or_send
def entry(request: MemberRequest, entry: int) -> HttpResponse:
    """One row; and its opposite, if it was a mistake."""
    rows = MoneyEntry.objects.select_related("session", "player", "kind", "by", "reverses", "reversed_by")
    row = get_object_or_404(rows, club=request.club, pk=entry if entry < 2**63 else 0)
    form = ReverseForm(request.POST if request.method == "POST" else None)
    problem = ""
    if form.is_bound and form.is_valid():
        try:
            if row.what == "over":
                raise MoneyRefused(
                    _("What is over or under is put right by counting again, on the page of the session.")
                )
            with opened(request.club):
                Books(request.club, request.user).reverse(row, form.cleaned_data["why"], command_of(request))
            return redirect(f"{reverse('money-books')}?done")
        except MoneyRefused as refused:
            problem = str(refused)
    shown: dict[str, Any] = {
        "row": row,
        "form": form,
        "problem": problem,
        "currency": MoneySettings.of(request.club).currency,
        "reversed": getattr(row, "reversed_by", None),
    }
    return render(request, "money/entry.html", shown, status=422 if form.errors or problem else 200)
