"""What players have with the club: everybody who owes or has something, one player's account, and one's own."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import MEMBERS, TREASURERS, allow, ask_or_send
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.search import known, matching
from arrowswitch.site.money.books import Books, MoneyRefused, opened
from arrowswitch.site.money.forms import PayInForm
from arrowswitch.site.money.models import MoneySettings
from arrowswitch.site.money.reading import PlayerBalance, balance_of, balances_of, entries_of
from arrowswitch.site.night.desk import COMMAND
from arrowswitch.site.requests import MemberRequest

A_PAGE = 50


def command_of(request: MemberRequest) -> str:
    """The id of what was sent, so that sending it twice does it once."""
    given = request.POST.get("command", "")
    return given if COMMAND.fullmatch(given) else str(uuid.uuid4())


@allow(*TREASURERS)
@require_safe
def accounts(request: MemberRequest) -> HttpResponse:
    """Everybody who owes something, has something with the club, or has vouchers; and finding a player."""
    settings = MoneySettings.of(request.club)
    query = request.GET.get("q", "").strip()[:200]
    has = balances_of(request.club)
    if query:
        people = list(matching(known(request.club), query)[:A_PAGE])
        page = None
    else:
        page = Paginator(sorted(has, key=lambda pk: (has[pk].account, pk)), A_PAGE).get_page(request.GET.get("page"))
        kept = Player.objects.in_bulk(list(page))
        people = [kept[pk] for pk in page]
    nothing = PlayerBalance(settings.currency)
    shown = {
        "rows": [(each, has.get(each.pk, nothing)) for each in people],
        "page": page,
        "query": query,
        "owed": -sum(each.account for each in has.values() if each.account < 0),
        "prepaid": sum(each.account for each in has.values() if each.account > 0),
        "currency": settings.currency,
    }
    return render(request, "money/accounts.html", shown)


@allow(*TREASURERS)
@ask_or_send
def account(request: MemberRequest, player: int) -> HttpResponse:
    """One player's account: what was written, what is there, and paying in or out, vouchers, a subscription."""
    kept = Player.objects.filter(club=request.club, merged_into=None)
    person = get_object_or_404(kept, pk=player if player < 2**63 else 0)
    settings = MoneySettings.of(request.club)
    form = PayInForm(request.POST if request.method == "POST" else None, settings=settings)
    problem = ""
    if form.is_bound and form.is_valid():
        problem = do_with_account(request, person, form.cleaned_data)
        if not problem:
            return redirect(f"{reverse('money-account', args=[person.pk])}?done")
    page = Paginator(entries_of(person), A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "player": person,
        "name": str(person) or _("(name withheld)"),
        "form": form,
        "balance": balance_of(person),
        "page": page,
        "currency": settings.currency,
        "may_reverse": True,
        "problem": problem,
        "done": "done" in request.GET,
    }
    return render(request, "money/account.html", shown, status=422 if form.errors or problem else 200)


def do_with_account(request: MemberRequest, player: Player, about: dict[str, Any], **more: Any) -> str:
    """Writes what was asked for into the books; why not, if it cannot be."""
    try:
        with opened(request.club):
            Books(request.club, request.user).write(
                about["what"],
                "none" if about["what"] == "free" else about["way"],
                about["amount"] or 0,
                command=command_of(request),
                count=about["count"] or 0,
                player=player,
                text=about["text"],
                **{"day": about.get("day"), **more},
            )
    except MoneyRefused as refused:
        return str(refused)
    return ""


@allow(*MEMBERS)
@require_safe
def mine(request: MemberRequest) -> HttpResponse:
    """What one has with the club oneself, and all that is written of it."""
    player = request.user.player
    shown: dict[str, Any] = {"player": player, "currency": MoneySettings.of(request.club).currency}
    if player is not None:
        page = Paginator(entries_of(player), A_PAGE).get_page(request.GET.get("page"))
        shown |= {"balance": balance_of(player), "page": page}
    return render(request, "money/mine.html", shown)
