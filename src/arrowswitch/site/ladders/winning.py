"""The register of winners by trophy and year, with earlier years entered by hand; and the page that closes a competition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arrowswitch.press.lists import render_list
from arrowswitch.site.accounts.gate import DIRECTORS, EVERYONE, allow, ask_or_send
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.understanding import Unclear, understood
from arrowswitch.site.forms import Sent
from arrowswitch.site.ladders.closing import (
    NothingToClose,
    close,
    different,
    open_again,
    take_back,
    trophy_called,
    winners_of,
    would_win,
)
from arrowswitch.site.ladders.keeping import in_step
from arrowswitch.site.ladders.models import Trophy, Winner, WinnerName
from arrowswitch.site.ladders.pages import one
from arrowswitch.site.ladders.reading import result_of
from arrowswitch.site.ladders.shown import names_of, part_title
from arrowswitch.site.merits.deciding import club_of, eyes_of, eyes_of_file, is_desk, sees
from arrowswitch.site.night.naming import Eyes, name_for
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.website.unnamed import withheld_names, without
from arrowswitch.site.work.paper import paper_of, pdf
from arrowswitch.site.work.spreadsheet import spreadsheet

A_PAGE = 200


@dataclass(frozen=True)
class WinnerShown:
    """A winner as pages and prints have it."""

    winner: Winner
    names: str

    @property
    def trophy(self) -> str:
        """Of the trophy, its title."""
        return self.winner.trophy.title


def winners_known(request: ClubRequest) -> QuerySet[Winner]:
    """The winners that hold, of competitions that who asks may look at."""
    shown_to = [name for name in ("public", "members", "desk") if sees(request, name)]
    found = Winner.objects.filter(trophy__club=club_of(request), replaced_by=None, nobody=False)
    found = found.filter(Q(step=None) | Q(step__competition__shown_to__in=shown_to))
    return found.select_related("trophy", "step").prefetch_related("names__player__merged_into")


def shown(club: Club, winners: Iterable[Winner], eyes: Eyes) -> list[WinnerShown]:
    """Winners with their names for the eyes of who reads."""
    found = []
    withheld = withheld_names(club) if eyes == "public" else []  # who was typed in by hand may be in the register too
    for each in winners:
        names = [
            name_for(one.player.now, eyes) if one.player else without(one.name, withheld)
            for one in each.names.all()
            if one.player or one.name  # a line is emptied when somebody in it is forgotten
        ]
        found.append(WinnerShown(each, (" & " if len(names) < 3 else ", ").join(names)))
    return found


@allow(*EVERYONE)
@require_safe
def winners(request: ClubRequest) -> HttpResponse:
    """The winners of every trophy, year by year."""
    club = club_of(request)
    asked = request.GET.get("trophy", "")
    found = winners_known(request)
    trophies = Trophy.objects.filter(club=club)
    if not is_desk(request):  # the title of what only the desk looks at is its own
        trophies = trophies.filter(pk__in=found.order_by().values("trophy"))
    if asked.isascii() and asked.isdigit() and len(asked) < 19:
        found = found.filter(trophy=int(asked))
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": shown(club, page, eyes_of(request)),
        "trophies": trophies,
        "asked": asked,
        "may_manage": request.actor.role in DIRECTORS,
    }
    return render(request, "ladders/winners.html", context)


@allow(*EVERYONE)
@require_safe
def winners_file(request: ClubRequest, ending: str) -> HttpResponse:
    """The same for the engraver: as a PDF, or for a spreadsheet."""
    club = club_of(request)
    if ending == "csv":
        rows = shown(club, winners_known(request), eyes_of_file(request, ending))
        lines = [(each.trophy, each.winner.year, each.winner.part, each.names, each.winner.result) for each in rows]
        return spreadsheet("winners", (("trophy", "year", "list", "winners", "result"), *lines))
    if ending != "pdf":
        raise Http404
    rows = shown(club, winners_known(request), eyes_of(request))
    columns = [
        (gettext("Trophy"), "strong"),
        (gettext("Year"), "number"),
        (gettext("Winners"), "wide"),
        (gettext("Result"), ""),
    ]
    table = [
        [
            each.trophy,
            str(each.winner.year),
            f"{each.names} ({each.winner.part})" if each.winner.part else each.names,
            each.winner.result,
        ]
        for each in rows
    ]
    made = render_list(
        gettext("Winners"),
        club.name,
        columns,
        table,
        club=club.name,
        paper=paper_of(request),
        lang=get_language() or "en",
    )
    return pdf(made, "winners")


# -- by hand --------------------------------------------------------------------------------------------------------------


class WinnerForm(forms.Form):
    """A winner of a year, of before or corrected."""

    trophy = forms.CharField(label=_("Trophy"), max_length=80)
    year = forms.IntegerField(label=_("Year"), min_value=1800, max_value=2200)
    part = forms.CharField(
        label=_("Which list"),
        max_length=40,
        required=False,
        help_text=_("Of several winners in a year: a grade, for example."),
    )
    names = forms.CharField(
        label=_("Winners"),
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody on a line of their own. Who is in the register is known by name or number."),
    )
    result = forms.CharField(label=_("Result"), max_length=40, required=False)
    reason = forms.CharField(label=_("Why"), max_length=200, required=False, help_text=_("Stays in the history."))

    def __init__(self, data: Sent = None, *, club: Club, winner: Winner | None = None) -> None:
        super().__init__(data)
        self.club = club
        self.people: list[tuple[Player | None, str]] = []
        if winner is not None:
            self.fields["reason"].required = True
            names = [each.player.with_number if each.player else each.name for each in winner.names.all()]
            self.initial = {
                "trophy": winner.trophy.title,
                "year": winner.year,
                "part": winner.part,
                "names": "\n".join(names),
                "result": winner.result,
            }

    def clean_names(self) -> str:
        """Finds those whom the register knows; others are kept as they are written."""
        lines = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if len(lines) > 12:
            raise forms.ValidationError(gettext("Write no more than 12 names."))
        for line in lines:
            try:
                self.people.append((understood(self.club, line), ""))
            except Unclear as problem:
                if (
                    len(problem.candidates) > 1
                    and not problem.nobody
                    and all(str(each).casefold() == line.casefold() for each in problem.candidates)
                ):
                    raise forms.ValidationError(str(problem)) from None
                self.people.append((None, line[:200]))
        return "\n".join(lines)

    def save(self, request: MemberRequest, replaces: Winner | None = None) -> Winner:
        """A new row, in the place of another or of none."""
        given = self.cleaned_data
        with transaction.atomic():
            row = Winner.objects.create(
                trophy=trophy_called(self.club, " ".join(given["trophy"].split())),
                year=given["year"],
                part=given["part"].strip(),
                result=given["result"].strip(),
                reason=given["reason"].strip(),
                by=request.user,
                step=replaces.step if replaces else None,
                replaces=replaces,
            )
            WinnerName.objects.bulk_create(
                WinnerName(winner=row, player=player, name=name) for player, name in self.people
            )
        return row


@allow(*DIRECTORS)
@ask_or_send
def winner_new(request: MemberRequest) -> HttpResponse:
    """A winner of an earlier year."""
    form = WinnerForm(request.POST if request.method == "POST" else None, club=request.club)
    if form.is_bound and form.is_valid():
        form.save(request)
        return redirect("winners")
    return _winner_asked(request, form, gettext("A winner of an earlier year"))


@allow(*DIRECTORS)
@ask_or_send
def winner_correct(request: MemberRequest, winner: int) -> HttpResponse:
    """A winner written anew, or taken back; the row before stays."""
    found = winners_known(request).filter(pk=winner if winner < 2**63 else 0).first()
    if found is None:
        return _as_it_stands(request, winner)
    form = WinnerForm(request.POST if request.method == "POST" else None, club=request.club, winner=found)
    try:
        if form.is_bound and request.POST.get("what") == "take-back":
            reason = " ".join(request.POST.get("reason", "").replace("\0", "").split())[:200]
            if reason:
                with transaction.atomic():
                    take_back(found, request.user, reason)
                return redirect("winners")
            form.add_error("reason", gettext("Write why it is taken back."))
        elif form.is_bound and form.is_valid():
            form.save(request, found)
            return redirect("winners")
    except IntegrityError:  # somebody else has just corrected it
        return _as_it_stands(request, winner)
    return _winner_asked(request, form, gettext("Correct a winner"), found)


def _as_it_stands(request: MemberRequest, winner: int) -> HttpResponse:
    """The way to the row that stands now: a button was pressed twice, or somebody else was quicker."""
    row = get_object_or_404(Winner, trophy__club=request.club, pk=winner if winner < 2**63 else 0)
    while later := Winner.objects.filter(replaces=row).first():
        row = later
    return redirect("winners") if row.nobody else redirect("winner-correct", winner=row.pk)


def _winner_asked(request: MemberRequest, form: WinnerForm, heading: str, winner: Winner | None = None) -> HttpResponse:
    history: list[WinnerShown] = []
    row = winner
    while row is not None and len(history) < 40:
        history += shown(request.club, [row], "desk")
        row = row.replaces
    context = {
        "form": form,
        "heading": heading,
        "winner": winner,
        "history": history,
        "trophies": Trophy.objects.filter(club=request.club),
    }
    return render(request, "ladders/winner.html", context, status=422 if form.errors else 200)


# -- closing ---------------------------------------------------------------------------------------------------------------


@allow(*DIRECTORS)
@ask_or_send
def closing(request: MemberRequest, ladder: int) -> HttpResponse:
    """Who would be written down, and closing, closing again or opening again."""
    competition = one(request, ladder)
    here = HttpResponseRedirect(reverse("ladder", args=[competition.pk]))
    problem = ""
    if request.method == "POST":
        reason = " ".join(request.POST.get("reason", "").replace("\0", "").split())[:200]
        wish = request.POST.get("wish", "")
        if competition.closed is not None and not reason:
            problem = gettext("Write why: it stays in the history.")
        elif wish == "open" and competition.closed is not None:
            open_again(competition, request.user, reason)
            return here
        elif wish == "close":
            try:
                close(competition, request.user, reason)
            except NothingToClose:
                problem = gettext("Nobody has the first place yet, so there is nothing to close.")
            else:
                return here
    return _closing_asked(request, competition.pk, problem)


def _closing_asked(request: MemberRequest, number: int, problem: str) -> HttpResponse:
    competition = one(request, number)
    now = in_step(competition)
    made = now.made
    first: list[dict[str, Any]] = []
    if made is not None:
        plan = made.rules.value.plan
        lines = would_win(competition) if made.is_open else winners_of(made)
        grades = any(line.part for line in lines)
        first = [
            {
                "part": part_title(line.part, line.direction, grades=grades),
                "names": names_of(line, "desk"),
                "result": result_of(line, plan),
            }
            for line in lines
        ]
    context = {
        "competition": competition,
        "made": made,
        "now": now,
        "first": first,
        "trophy": competition.trophy.title if competition.trophy else competition.title,
        "changed": different(now.fixed, made) if now.fixed and made else [],
        "problem": problem,
    }
    return render(request, "ladders/close.html", context, status=422 if problem else 200)
