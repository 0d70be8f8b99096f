"""The partner finder: who looks for a partner, who would play, and who fills in when somebody is missing."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arrowswitch.site.accounts.gate import DESK, MEMBERS, allow, ask_or_send
from arrowswitch.site.calendar.agreeing import settle
from arrowswitch.site.calendar.forms import PartnerOfferForm, PartnerWishForm, StandInForm
from arrowswitch.site.calendar.models import Attendance, CalendarDate, PartnerOffer, PartnerWish, StandIn
from arrowswitch.site.club.models import Player
from arrowswitch.site.requests import MemberRequest

KEPT_IN_SIGHT = 10
"""Wishes of one's own that are settled and still listed."""


def _me(request: MemberRequest) -> Player | None:
    return request.user.player


def _live(request: MemberRequest) -> Any:
    """The club's wishes that may still come true: of no date, or of one to come that is on."""
    ahead = Q(date=None) | Q(date__day__gte=timezone.localdate(), date__cancelled=None)
    wishes = PartnerWish.objects.filter(ahead, club=request.club, state="open", player__active=True)
    return wishes.select_related("player", "date")


@allow(*MEMBERS)
@ask_or_send
def partners(request: MemberRequest) -> HttpResponse:
    """Everybody who looks for a partner; one's own wishes, and the list of who fills in."""
    me = _me(request)
    form = None
    if me:
        asked = request.GET.get("date", "")
        initial = {"date": asked} if asked.isascii() and asked.isdigit() and len(asked) < 19 else {}
        sent = request.POST if request.method == "POST" else None
        form = PartnerWishForm(sent, player=me, initial=initial)
        if form.is_bound and form.is_valid():
            form.save()
            return HttpResponseRedirect(f"{reverse('partners')}?done=asked")
    mine = PartnerWish.objects.filter(player=me).select_related("date").order_by("-pk") if me else ()
    stand_in = StandIn.objects.filter(player=me).first() if me else None
    shown = {
        "me": me,
        "form": form,
        "wishes": _live(request).exclude(player=me) if me else _live(request),
        "mine": [(each, list(each.offers.select_related("player"))) for each in mine[:KEPT_IN_SIGHT]],
        "offered": _offered(me) if me else (),
        "stand_ins": StandIn.objects.filter(club=request.club, player__active=True).select_related("player"),
        "stand_in": stand_in,
        "stand_in_form": StandInForm(instance=stand_in, auto_id="fill_%s") if me else None,
        "is_desk_role": request.actor.role in DESK,
        "done": _done(request.GET.get("done", "")),
    }
    return render(request, "calendar/partners.html", shown, status=422 if form and form.errors else 200)


def _offered(me: Player) -> Any:
    """Whom I have asked, the last first; the way to reach somebody is shown only where I was accepted."""
    return (
        PartnerOffer.objects.filter(player=me)
        .select_related("wish__player", "wish__date")
        .order_by("-pk")[:KEPT_IN_SIGHT]
    )


def _done(what: str) -> str:
    return {
        "asked": _("Your wish is on the list."),
        "offered": _("You have asked. The answer will stand on this page."),
        "accepted": _("You have a partner. Both of you are expected."),
        "declined": _("You have said no."),
        "withdrawn": _("It is taken back."),
        "listed": _("You are on the list of who fills in."),
        "unlisted": _("You are no longer on the list of who fills in."),
    }.get(what, "")


def _go(done: str) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('partners')}?done={done}")


def _sorry(request: MemberRequest, text: str) -> HttpResponse:
    return render(request, "sorry.html", {"title": _("Find a partner"), "text": text}, status=422)


@allow(*MEMBERS)
@ask_or_send
def wish(request: MemberRequest, wish: int) -> HttpResponse:
    """One wish: ask to be the partner, or take one's own wish back."""
    found = get_object_or_404(
        PartnerWish.objects.select_related("player", "date"), club=request.club, pk=wish if wish < 2**63 else 0
    )
    me = _me(request)
    if me and found.player == me:
        if request.method == "POST" and request.POST.get("what") == "withdraw":
            _withdraw_wish(found)
            return _go("withdrawn")
        return redirect("partners")
    if not _live(request).filter(pk=found.pk).exists():
        return _sorry(request, _("This wish is no longer open."))
    if me is None:
        return _sorry(request, _not_tied())
    form = PartnerOfferForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        PartnerOffer.objects.get_or_create(wish=found, player=me, state="asked", defaults=form.cleaned_data)
        return _go("offered")
    return render(request, "calendar/wish.html", {"wish": found, "form": form}, status=422 if form.errors else 200)


def _not_tied() -> str:
    return _("Your account is not tied to your name in the register; the owner of the pages can do that.")


def _withdraw_wish(wish: PartnerWish) -> None:
    with transaction.atomic():
        if PartnerWish.objects.filter(pk=wish.pk, state="open").update(state="withdrawn"):
            wish.offers.filter(state="asked").update(state="declined")


@allow(*MEMBERS)
@require_POST
def offer(request: MemberRequest, offer: int) -> HttpResponse:
    """The answer to who asks, by whose wish it is. Who asked takes it back, and either of a pair that was agreed."""
    found = get_object_or_404(
        PartnerOffer.objects.select_related("wish__date", "wish__player", "player"),
        wish__club=request.club,
        pk=offer if offer < 2**63 else 0,
    )
    me, what = _me(request), request.POST.get("what", "")
    if me is None or me not in (found.player, found.wish.player):
        raise Http404
    if what == "withdraw" and (me == found.player or found.state == "accepted"):
        problem = "" if _taken_back(found) else _settled()
    elif what == "decline" and me == found.wish.player:
        problem = "" if _answered(found, "declined") else _settled()
    elif what == "accept" and me == found.wish.player:
        problem = _accepted(found, request.actor.name)
    else:
        raise Http404
    done = {"withdraw": "withdrawn", "decline": "declined", "accept": "accepted"}[what]
    return _sorry(request, problem) if problem else _go(done)


def _answered(offer: PartnerOffer, state: str) -> bool:
    return bool(PartnerOffer.objects.filter(pk=offer.pk, state="asked").update(state=state))


def _accepted(offer: PartnerOffer, by: str) -> str:
    """Both have a partner, whoever else asked is told no, and on a date both are expected; otherwise the sentence why not."""
    wish = offer.wish
    with transaction.atomic():
        if problem := _hindered(offer):
            return problem
        if not PartnerWish.objects.filter(pk=wish.pk, state="open").update(state="found"):
            return _settled()
        if not _answered(offer, "accepted"):
            transaction.set_rollback(True)
            return _settled()
        wish.offers.filter(state="asked").update(state="declined")
        if wish.date:
            _expect(wish.date, wish.player, offer.player, by)
    return ""


def _settled() -> str:
    return _("This is settled already.")


def _hindered(offer: PartnerOffer) -> str:
    """Why two cannot be partners on their date any more; nothing if they can."""
    date, both = offer.wish.date, (offer.player, offer.wish.player)
    if date is None:
        return ""
    held = CalendarDate.objects.select_for_update(no_key=True).get(pk=date.pk)
    if held.cancelled or held.day < timezone.localdate():
        return _("This date is over or cancelled.")
    agreed = PartnerOffer.objects.filter(Q(player__in=both) | Q(wish__player__in=both), wish__date=date)
    return _("One of you has a partner for that date already.") if agreed.filter(state="accepted").exists() else ""


def _expect(date: CalendarDate, one: Player, other: Player, by: str) -> None:
    """Both come with each other; what else either of them had asked, or was asked, for the date is off."""
    both, now = (one, other), timezone.now()
    settle(date, both, "found")
    for player, partner in (both, both[::-1]):
        said = {"partner": partner, "away": False, "by": by, "at": now}
        Attendance.objects.update_or_create(date=date, player=player, defaults=said)


def _taken_back(offer: PartnerOffer) -> bool:
    """Before the answer nothing comes of it; afterwards the wish is open again, and neither is expected with the other."""
    wish = offer.wish
    if _answered(offer, "withdrawn"):
        return True
    with transaction.atomic():
        if not PartnerOffer.objects.filter(pk=offer.pk, state="accepted").update(state="withdrawn"):
            return False
        open_again = not PartnerWish.objects.filter(player=wish.player, date=wish.date, state="open").exists()
        PartnerWish.objects.filter(pk=wish.pk).update(state="open" if open_again else "withdrawn")
        pairs = Q(player=wish.player, partner=offer.player) | Q(player=offer.player, partner=wish.player)
        Attendance.objects.filter(pairs, date=wish.date).delete()
    return True


@allow(*MEMBERS)
@require_POST
def stand_in(request: MemberRequest) -> HttpResponse:
    """Puts who asks on the list of who fills in, or takes the name off."""
    me = _me(request)
    if me is None:
        return _sorry(request, _not_tied())
    kept = StandIn.objects.filter(player=me).first()
    if request.POST.get("what") == "remove":
        if kept:
            kept.delete()
        return _go("unlisted")
    form = StandInForm(request.POST, instance=kept or StandIn(player=me, club=request.club))
    if not form.is_valid():
        return _sorry(request, _("Say it in fewer letters."))
    form.save()
    return _go("listed")
