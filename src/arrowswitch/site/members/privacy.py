"""Privacy in one place: what is kept about a person, who sees it, what is withheld, taking it away, asking to be forgotten."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.site import outbox
from arrowswitch.site.accounts.gate import DIRECTORS, EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.search import known
from arrowswitch.site.members.changes import FIELDS, Author, entry_of, write_down
from arrowswitch.site.members.forms import AskErasureForm, ContactForm, WithheldForm
from arrowswitch.site.members.keeping import facts_about, kept_by_the_club
from arrowswitch.site.members.models import EntryChange, ErasureRequest, MembersSettings, Particulars
from arrowswitch.site.members.take_away import as_data, everything_about
from arrowswitch.site.outbox.models import MailServer
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.website.unnamed import as_read
from arrowswitch.words import say_count

SHOWN = 100
"""Changes on a page; the file has them all."""


def one_of(request: MemberRequest, number: int) -> Player:
    """A player of this club's register."""
    return get_object_or_404(known(request.club), pk=number if number < 2**63 else 0)


@allow(*EVERYONE)
@require_safe
def notice(request: ClubRequest) -> HttpResponse:
    """What the club keeps about people, made from what it has decided."""
    if request.club is None:
        return redirect("welcome")
    settings = as_read(request.club, "public", [MembersSettings.of(request.club)], "keeper", "notice")[0]
    shown = {"settings": settings, "kept": kept_by_the_club(settings)}
    return render(request, "members/notice.html", shown)


@allow(*MEMBERS)
@ask_or_send
def mine(request: MemberRequest) -> HttpResponse:
    """What is kept about whoever is signed in, and what they want of it."""
    me = request.user.player.now if request.user.player else None
    if me is None or me.erased:
        text = _("Your account is not tied to your name in the register; the owner of the pages can do that.")
        return render(request, "sorry.html", {"title": _("What is kept about me"), "text": text})
    return _page(request, me, own=True)


@allow(*DIRECTORS)
@ask_or_send
def theirs(request: MemberRequest, player: int) -> HttpResponse:
    """The same for directors, about anybody of the register."""
    return _page(request, one_of(request, player), own=False)


def _page(request: MemberRequest, player: Player, *, own: bool) -> HttpResponse:
    settings = MembersSettings.of(request.club)
    sent = request.POST if request.method == "POST" else None
    what = request.POST.get("what", "")
    before = entry_of(player)
    withheld = WithheldForm(sent if what == "withheld" else None, instance=player)
    contact = ContactForm(
        sent if what == "contact" else None, instance=Particulars.of(player), settings=settings, prefix="contact"
    )
    here = reverse("my-privacy") if own else reverse("player-privacy", args=[player.pk])
    for form in (withheld, contact):
        if form.is_bound and form.is_valid():
            with transaction.atomic():
                form.save()
                write_down(Player.objects.get(pk=player.pk), before, Author(request.user, "self" if own else "desk"))
                if own:
                    _tell_the_old_address(player, before["email"])
            return redirect(f"{here}?done=saved")
    faulty = bool(withheld.errors or contact.errors)
    shown: dict[str, Any] = {
        "player": Player.objects.get(pk=player.pk),
        "own": own,
        "facts": facts_about(Player.objects.get(pk=player.pk), settings),
        "withheld_form": withheld,
        "contact_form": contact,
        "settings": settings,
        "asked": ErasureRequest.objects.filter(player=player, state="open").first(),
        "answered": ErasureRequest.objects.filter(player=player).exclude(state="open").first(),
        "ask_form": AskErasureForm(),
        "changes": changes_of(player),
        "done": {
            "saved": _("Saved."),
            "asked": _("Your wish is with the club’s owner. The answer will stand on this page."),
            "withdrawn": _("Your wish is taken back."),
        }.get(request.GET.get("done", ""), ""),
    }
    return render(request, "members/privacy.html", shown, status=422 if faulty else 200)


def _tell_the_old_address(player: Player, old: str) -> None:
    """Links to sign in with go to the new address: if somebody else has put it in, the person learns of it at the old one."""
    club = player.club
    if not old or old == Particulars.of(player).email or not MailServer.objects.filter(club=club).exists():
        return
    text = _(
        "In your entry at %(club)s your e-mail address was just changed. Mails of the club go to the new one from now on.\n\n"
        "If it was not you, tell the club."
    ) % {"club": club.name}
    with suppress(outbox.BadAddress):  # it was typed long ago
        outbox.send(club, old, _("%(club)s: your e-mail address was changed") % {"club": club.name}, text)


def changes_of(player: Player) -> list[tuple[str, EntryChange]]:
    """What was changed in an entry last, each with the name of the field."""
    found = EntryChange.objects.filter(player=player)[:SHOWN]
    return [(str(FIELDS.get(each.field, each.field)), each) for each in found]


@allow(*MEMBERS)
@require_POST
def ask_erasure(request: MemberRequest) -> HttpResponse:
    """Whoever is signed in asks to be forgotten, or takes that back."""
    me = request.user.player.now if request.user.player else None
    if me is None or me.erased:
        raise Http404
    if request.POST.get("what") == "withdraw":
        waiting = ErasureRequest.objects.filter(player=me, state="open")
        waiting.update(state="withdrawn", answered=timezone.now())
        return redirect(f"{reverse('my-privacy')}?done=withdrawn")
    form = AskErasureForm(request.POST)
    note = " ".join(form.cleaned_data["note"].split()) if form.is_valid() else ""
    try:
        with transaction.atomic():
            ErasureRequest.objects.create(club=request.club, player=me, note=note)
    except IntegrityError:
        pass  # asked already
    return redirect(f"{reverse('my-privacy')}?done=asked")


@allow(*MEMBERS)
@require_safe
def my_file(request: MemberRequest, ending: str) -> HttpResponse:
    """Everything about whoever is signed in, to take away."""
    me = request.user.player.now if request.user.player else None
    if me is None or me.erased:
        raise Http404
    return _file(request, me, ending)


@allow(*DIRECTORS)
@require_safe
def their_file(request: MemberRequest, player: int, ending: str) -> HttpResponse:
    """Everything about somebody who asks a director for it."""
    return _file(request, one_of(request, player), ending)


def _file(request: MemberRequest, player: Player, ending: str) -> HttpResponse:
    if ending == "json":
        answer: HttpResponse = JsonResponse(as_data(player), json_dumps_params={"ensure_ascii": False, "indent": 2})
    elif ending == "html":
        shown = {"player": player, "parts": everything_about(player), "made": timezone.localtime()}
        answer = render(request, "members/take_away.html", shown)
    else:
        raise Http404
    answer["Content-Disposition"] = f'attachment; filename="about-me.{ending}"'
    return answer


def erasures_asked_of(account: Account) -> list[tuple[str, str]]:
    """What the owner is to answer, in a sentence with the page where that is done."""
    asked = ErasureRequest.objects.filter(club=account.club_id, state="open").count() if account.role == "owner" else 0
    said = say_count("{n} wish to be erased has no answer yet.", "{n} wishes to be erased have no answer yet.", asked)
    return [(spoken(said), reverse("erasure-requests"))] if asked else []


@allow("owner")
@ask_or_send
def requests(request: MemberRequest) -> HttpResponse:
    """Who asks to be forgotten: the owner erases, or says why not."""
    waiting = ErasureRequest.objects.filter(club=request.club).select_related("player")
    problem = ""
    if request.method == "POST":
        number = request.POST.get("request", "")
        found = get_object_or_404(
            waiting, pk=int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
        )
        answer = " ".join(request.POST.get("answer", "").split())[:300]
        if not answer:
            problem = _("Say why not: the person reads it.")
        else:
            ErasureRequest.objects.filter(pk=found.pk, state="open").update(
                state="declined", answered=timezone.now(), answered_by=request.user.name, answer=answer
            )
            return redirect("erasure-requests")
    shown = {
        "waiting": waiting.filter(state="open"),
        "settled": waiting.exclude(state="open")[:SHOWN],
        "problem": problem,
    }
    return render(request, "members/requests.html", shown, status=422 if problem else 200)
