"""The pages of competitions: all of them, one with its list, and the working of a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.contests.series import LadderRules, SeriesPlan, SessionFacts
from arrowswitch.press.lists import render_list
from arrowswitch.site.accounts.gate import DIRECTORS, EVERYONE, allow
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club
from arrowswitch.site.ladders.closing import different
from arrowswitch.site.ladders.keeping import StandingNow, in_step
from arrowswitch.site.ladders.models import Competition, MadeList, MadePlace
from arrowswitch.site.ladders.reading import result_of
from arrowswitch.site.ladders.sentences import kept_again
from arrowswitch.site.ladders.shown import names_of, nights_called, parts_shown, sessions_shown, with_people, working_of
from arrowswitch.site.ladders.told import rules_told
from arrowswitch.site.merits.deciding import club_of, eyes_of, eyes_of_file, is_desk, sees
from arrowswitch.site.night.naming import Eyes
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.website.unnamed import as_read
from arrowswitch.site.work.paper import paper_of, pdf
from arrowswitch.site.work.spreadsheet import spreadsheet
from arrowswitch.words import Sentence

A_PAGE = 100
SESSIONS = 60
COMING = 8
PAST = 60


def one(request: ClubRequest, number: int) -> Competition:
    """A competition of the club of who asks; there is none of another's."""
    found = Competition.objects.filter(club=club_of(request), pk=number if number < 2**63 else 0).first()
    if found is None:
        raise Http404
    found.club = club_of(request)
    return found


def visible(request: ClubRequest, number: int) -> Competition | None:
    """The competition, if who asks may look at it."""
    found = one(request, number)
    return found if sees(request, found.shown_to) else None


def hidden(request: ClubRequest) -> HttpResponse:
    """Said to who may not look at a competition."""
    return render(request, "merits/not_shown.html", {"heading": _("Ladders and trophies")})


@allow(*EVERYONE)
@require_safe
def ladders(request: ClubRequest) -> HttpResponse:
    """Every competition that who asks may look at: the open ones, and what is over by year."""
    club = club_of(request)
    shown_to = [name for name in ("public", "members", "desk") if sees(request, name)]
    mine = Competition.objects.filter(club=club, shown_to__in=shown_to)
    context = {
        "open": mine.filter(closed=None),
        "page": Paginator(mine.exclude(closed=None), PAST).get_page(request.GET.get("page")),
        "may_manage": request.actor.role in DIRECTORS,
        "is_member": request.actor.role != "public",
    }
    return render(request, "ladders/ladders.html", context)


@allow(*EVERYONE)
@require_safe
def ladder(request: ClubRequest, ladder: int) -> HttpResponse:
    """A competition as things stand, or as it ended."""
    competition = visible(request, ladder)
    if competition is None:
        return hidden(request)
    now = in_step(competition)
    rules = competition.in_force
    value = rules.value
    eyes = eyes_of(request)
    made = now.fixed or now.made
    lines = with_people(MadePlace.objects.filter(made=made)) if made else MadePlace.objects.none()
    page = Paginator(lines.order_by("turn"), A_PAGE).get_page(request.GET.get("page"))
    plan = made.rules.value.plan if made else value.plan
    changed = _changed(now, eyes)
    context: dict[str, Any] = {
        "competition": competition,
        "made": made,
        "now": now,
        "page": page,
        "parts": parts_shown(list(page), plan, eyes, competition.club),
        "problem": [*kept_again(made.problem)] if made else [],
        "notes": _notes(made) if made else [],
        "sessions": sessions_shown(made, most=SESSIONS) if made else [],
        "coming": _coming(competition.club, value) if competition.closed is None else [],
        "left": max((plan.sessions or 0) - made.held, 0) if made else 0,
        "told": rules_told(value, nights_called(competition.club, value.choice.nights)),
        "rules": rules,
        "may_manage": request.actor.role in DIRECTORS,
        "at_desk": is_desk(request),
        "changed": changed[:MOST_CHANGED],
        "more_changed": len(changed) > MOST_CHANGED,
    }
    return render(request, "ladders/ladder.html", context)


def _notes(made: MadeList) -> list[Sentence]:
    """What must be said about the list, but for how many sessions are to come: the head of the page says that."""
    return [each for each in kept_again(made.notes) if not {"played", "sessions"} <= each.values.keys()]


def _coming(club: Club, rules: LadderRules) -> list[CalendarDate]:
    """The next dates of the calendar that will count."""
    if rules.choice.by_hand:
        return []
    dates = CalendarDate.objects.filter(club=club, day__gte=timezone.localdate(), cancelled=None).exclude(kind="other")
    found = []
    for each in dates[:400]:
        if rules.choice.takes(SessionFacts(0, each.day, each.title, each.kind, each.series)):
            found.append(each)
        if len(found) == COMING:
            break
    return as_read(club, "public", found, "title")


MOST_CHANGED = 40
"""Lines that are told to be different since closing."""


@dataclass(frozen=True)
class ChangedLine:
    """A line that would be different now."""

    names: str
    then: str
    now: str


def _changed(now: StandingNow, eyes: Eyes) -> list[ChangedLine]:
    """What corrections would change in a list that was closed."""
    if now.fixed is None or now.made is None or now.fixed.pk == now.made.pk:
        return []
    plan = now.fixed.rules.value.plan
    return [
        ChangedLine(names_of(each.either, eyes), _told(each.then, plan), _told(each.now, plan))
        for each in different(now.fixed, now.made)
    ]


def _told(line: MadePlace | None, plan: SeriesPlan) -> str:
    if line is None:
        return "–"
    return " · ".join(each for each in (line.rank or _("no place"), result_of(line, plan)) if each)


@allow(*EVERYONE)
@require_safe
def place(request: ClubRequest, ladder: int, place: int) -> HttpResponse:
    """How the result of a line came about."""
    competition = visible(request, ladder)
    if competition is None:
        return hidden(request)
    lines = with_people(MadePlace.objects.filter(made__competition=competition)).select_related("made__rules")
    line = lines.filter(pk=place if place < 2**63 else 0).first()
    if line is None:
        return render(request, "ladders/anew.html", {"competition": competition}, status=404)
    plan = line.made.rules.value.plan
    working = working_of(line, plan, eyes_of(request), competition.club)
    context = {
        "competition": competition,
        "line": line,
        "working": working,
        "account": working.account,
        "at_desk": is_desk(request),
    }
    return render(request, "ladders/place.html", context)


@allow(*EVERYONE)
@require_safe
def file(request: ClubRequest, ladder: int, ending: str) -> HttpResponse:
    """The whole list on paper, or for a spreadsheet."""
    competition = visible(request, ladder)
    if competition is None or ending not in ("pdf", "csv"):
        raise Http404
    now = in_step(competition)
    made = now.fixed or now.made
    if made is None:
        raise Http404
    plan = made.rules.value.plan
    lines = list(with_people(MadePlace.objects.filter(made=made).order_by("turn")))
    parts = parts_shown(lines, plan, eyes_of_file(request, ending), competition.club)
    name = f"{competition.year}-{slugify(competition.title) or competition.pk}"
    if ending == "csv":
        rows = [
            (part.title, row.rank, row.names, row.played, row.boards, row.result, " ".join(row.notes))
            for part in parts
            for row in part.rows
        ]
        return spreadsheet(name, (("list", "place", "names", "played", "boards", "result", "notes"), *rows))
    several = len(parts) > 1
    columns = [(_("Place"), "number"), (_("Names"), "wide"), (_("Played"), "number"), (_("Result"), "number strong")]
    if several:
        columns.insert(0, (_("List"), "small"))
    table = [
        [*([part.title] if several else []), row.rank or "–", row.names, str(row.played), row.result]
        for part in parts
        for row in part.rows
    ]
    told = rules_told(made.rules.value, nights_called(competition.club, made.rules.value.choice.nights))
    state = _("As it ended") if competition.closed else _("As things stand")
    body = render_list(
        f"{competition.title} {competition.year}",
        f"{competition.club.name} · {state}",
        columns,
        table,
        notes=told,
        club=competition.club.name,
        paper=paper_of(request),
        lang=get_language() or "en",
    )
    return pdf(body, name)
