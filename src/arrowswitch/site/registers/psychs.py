"""The pages of the psych book: who psychs is expected to write it in; directors read it and say what they make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.regulations import Registers
from arrowswitch.session.story import months_after
from arrowswitch.site.accounts.gate import DIRECTORS, MEMBERS, allow, ask_or_send, is_recorder
from arrowswitch.site.club.models import Club
from arrowswitch.site.club.players.search import name_key
from arrowswitch.site.club.words import plain_words
from arrowswitch.site.forms import Sent
from arrowswitch.site.registers import from_ruling
from arrowswitch.site.registers.forms import OwnPsychForm, PsychForm
from arrowswitch.site.registers.models import Psych
from arrowswitch.site.registers.paper import printed
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.rules.own import regulations_of

A_PAGE = 50
A_YEAR = 12


def rules(club: Club) -> Registers:
    """What the club's regulations say of the books."""
    return regulations_of(club).registers


def book(club: Club) -> QuerySet[Psych]:
    """The entries that are not too old."""
    Psych.lapse(club, rules(club).psych_months, timezone.localdate())
    return Psych.objects.filter(club=club).select_related("player__merged_into", "partner__merged_into")


def reads_all(request: MemberRequest) -> bool:
    """Directors and the recorder read the whole book, players what is about themselves."""
    return request.actor.role in DIRECTORS or is_recorder(request)


@allow(*MEMBERS)
@require_safe
def psychs(request: MemberRequest) -> HttpResponse:
    """The book: everybody's entries, or one's own."""
    entries = list(book(request.club))
    everybody = reads_all(request)
    if not everybody:
        mine = request.user.player_id
        entries = [each for each in entries if mine and mine in (each.player_id, each.player and each.player.now.pk)]
    query = request.GET.get("q", "")[:200] if everybody else ""
    wanted = [each for each in entries if _names(each, query)]
    pages = Paginator(wanted, A_PAGE)
    most = rules(request.club).psychs_in_session
    page = pages.get_page(request.GET.get("page"))
    shown = {
        "page": page,
        "rows": [(each, each.entries_of(entries)) for each in page],
        "people": counted(wanted) if everybody else [],
        "pairs": counted(wanted, pairs=True) if everybody else [],
        "query": query,
        "everybody": everybody,
        "may_enter": request.actor.role in DIRECTORS or request.user.player_id is not None,
        "may_manage": request.actor.role in DIRECTORS,
        "most": most,
        "months": rules(request.club).psych_months,
        "done": request.GET.get("done", ""),
    }
    return render(request, "registers/psychs.html", shown)


def _names(entry: Psych, query: str) -> bool:
    """Whether every word of a query begins a word of the two names."""
    words = [word for name in (entry.who, entry.with_whom) for word in name_key(name)]
    return all(any(word.startswith(each) for word in words) for each in plain_words(query))


def counted(entries: Iterable[Psych], *, pairs: bool = False) -> list[dict[str, Any]]:
    """Players, or pairs, with how often they psyched: in the last year, and as far as the book goes; most first."""
    entries = [each for each in entries if each.counts and (not pairs or each.with_whom)]
    since = months_after(timezone.localdate(), -A_YEAR)
    keys = {each.pk: each.pair_key if pairs else _person(each) for each in entries}
    total = Counter(keys.values())
    year = Counter(keys[each.pk] for each in entries if each.date >= since)
    colours = {key: Counter(each.finding for each in entries if keys[each.pk] == key) for key in total}
    named = {keys[each.pk]: f"{each.who} & {each.with_whom}" if pairs else each.who for each in entries}
    rows = [
        {
            "name": named[key],
            "year": year[key],
            "total": count,
            "amber": colours[key]["amber"],
            "red": colours[key]["red"],
        }
        for key, count in total.items()
    ]
    return sorted(rows, key=lambda row: (-row["year"], -row["total"], row["name"]))


def _person(entry: Psych) -> object:
    return entry.player.now.pk if entry.player else entry.name.casefold()


@allow(*MEMBERS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new entry: by a director from a ruling or by hand, by a player of the own psych."""
    if request.actor.role not in DIRECTORS:
        return _own(request)
    source = from_ruling.named(request)
    initial: dict[str, Any] = {}
    entry = Psych()
    if source:
        desk, ruling = source
        if there := Psych.objects.filter(session=desk.session, ruling=ruling.id).first():
            return redirect("psych", psych=there.pk)
        initial = from_ruling.psych(desk, ruling)
        entry.session, entry.ruling = desk.session, ruling.id
    form = PsychForm(_sent(request), instance=entry, initial=initial, club=request.club)
    return _kept(request, form) or _form(request, form, _("New entry"), from_ruling=bool(source))


def _own(request: MemberRequest) -> HttpResponse:
    player = request.user.player
    if player is None:
        text = _("Your account is not tied to your name in the register; the owner of the pages can do that.")
        return render(request, "sorry.html", {"title": _("Psych book"), "text": text}, status=422)
    entry = Psych(player=player.now)
    form = OwnPsychForm(_sent(request), instance=entry, club=request.club)
    return _kept(request, form) or _form(request, form, _("You psyched"))


def _sent(request: MemberRequest) -> Sent:
    return request.POST if request.method == "POST" else None


def _kept(request: MemberRequest, form: OwnPsychForm) -> HttpResponse | None:
    """Where to go when it is kept."""
    if not form.is_bound or not form.is_valid():
        return None
    if not form.instance.pk:
        form.instance.reported_by, form.instance.at = request.actor.name, timezone.now()
    form.save()
    return HttpResponseRedirect(f"{reverse('psychs')}?done=saved")


def _form(request: MemberRequest, form: OwnPsychForm, heading: str, **more: Any) -> HttpResponse:
    shown = {"form": form, "heading": heading, **more}
    return render(request, "registers/psych.html", shown, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@ask_or_send
def psych(request: MemberRequest, psych: int) -> HttpResponse:
    """One entry, to look at again or to take out."""
    entry = _one(request, psych)
    if request.POST.get("what") == "remove":
        entry.delete()
        return HttpResponseRedirect(f"{reverse('psychs')}?done=removed")
    form = PsychForm(_sent(request), instance=entry, club=request.club)
    others = list(book(request.club))
    return _kept(request, form) or _form(
        request,
        form,
        str(entry.who),
        entry=entry,
        count=entry.entries_of(others),
        most=rules(request.club).psychs_in_session,
    )


def _one(request: MemberRequest, number: int) -> Psych:
    return get_object_or_404(book(request.club), pk=number if number < 2**63 else 0)


@allow(*DIRECTORS)
@require_safe
def psych_pdf(request: MemberRequest, psych: int) -> HttpResponse:
    """An entry on paper."""
    entry = _one(request, psych)
    facts: Sequence[tuple[str, str]] = (
        (_("Player"), entry.who),
        (_("Partner"), entry.with_whom),
        (_("Day"), f"{entry.date:%Y-%m-%d}"),
        (_("Session"), entry.event),
        (_("Place"), from_ruling.where({"table": entry.table, "round": entry.round, "board": entry.board})),
        (_("Call"), entry.call_shown),
        (_("Hand"), entry.hand),
        (_("Contract and result"), entry.contract),
        (_("What the director makes of it"), entry.get_finding_display()),
        (_("Against a regulation"), entry.get_breach_display() if entry.breach else ""),
        (_("Entered by"), entry.reported_by),
    )
    return printed(
        request,
        _("Psych book"),
        facts,
        [(_("What happened"), entry.facts)],
        name=f"psych-{entry.pk}",
        lines=(_("Signed (director)"),),
    )
