"""A round of an event on paper."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.contests.events import StageView
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.desk import EventDesk, at_event
from arrowswitch.site.events.seats import directions, seats_in, session_of, tables_of_matches
from arrowswitch.site.events.shown import tables_of
from arrowswitch.site.night.prints.shown import PAPER_NAMES
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper, paper_of
from arrowswitch.words import Sentence, say

TITLES: dict[str, Sentence] = dict(press.EVENT_WHAT)


@at_event(*DESK)
@require_safe
def prints(request: MemberRequest, desk: EventDesk, stage: int, round: int) -> HttpResponse:
    """What can be printed of a round."""
    view = _round(desk, stage, round)
    paper = paper_of(request)
    context = {
        "contest": desk,
        "stage": view.stage,
        "stage_number": stage,
        "round": round,
        "paper": paper,
        "papers": [(size, PAPER_NAMES[size]) for size in press.PAPERS],
        "prints": [
            (title, reverse("contest-print-pdf", args=(desk.header.pk, stage, round, what)))
            for what, title in press.EVENT_WHAT
            if what != "standings" or view.stage.plan.contest != "knockout"
        ],
    }
    return render(request, "contests/prints.html", context)


@at_event(*DESK)
@require_safe
def pdf(request: MemberRequest, desk: EventDesk, stage: int, round: int, what: str) -> HttpResponse:
    """One of them."""
    view = _round(desk, stage, round)
    paper = request.GET.get("paper", "a4")
    if what not in TITLES or paper not in press.PAPERS:
        raise Http404
    drawn = printed(view, round, request.club)
    return on_paper(
        request,
        f"round-{round}-{what}",
        lambda: press.render_round(
            what, drawn, paper=paper, gettext=gettext, ngettext=ngettext, lang=get_language() or "en"
        ),
    )


def _round(desk: EventDesk, stage: int, round: int) -> StageView:
    view = desk.view(stage)
    if not 1 <= round <= len(view.stage.rounds):
        raise Http404
    return view


def printed(view: StageView, number: int, club: Club) -> press.PrintedRound:
    """A round as the press takes it."""
    state, stage = view.state, view.stage
    drawn = stage.rounds[number - 1]
    played = session_of(state, club, stage.name, number)
    seats = seats_in(state, stage, number, played[1] if played else None)
    tables = dict(zip(drawn.matches, tables_of_matches(state, stage, drawn), strict=True))
    matches = tuple(
        press.PrintedMatch(
            tables[match] or str(say("bye")),
            tuple((str(side), state.entries[side].name) for side in match.sides),
            match.reason,
            say("Boards: {boards}", boards=state.boards),
        )
        for match in drawn.matches
    )
    sides = tuple(
        press.PrintedSide(
            str(side),
            state.entries[side].name,
            tables[match] or str(say("bye")),
            ", ".join(f"{other} {state.entries[other].name}" for other in match.sides if other != side),
            tuple(directions(state, seats.get(side, []))) or (_nowhere(match.is_bye),),
        )
        for side, match in sorted((side, match) for match in drawn.matches for side in match.sides)
    )
    knockout = stage.plan.contest == "knockout"
    table = tuple(
        (row.rank, row.name, row.total) for each in ([] if knockout else tables_of(view)) for row in each.rows
    )
    round_called = say("Round {round}", round=number)
    return press.PrintedRound(
        state.title, round_called, matches, sides, table, drawn.notes, club.name, state.kind == "teams"
    )


def _nowhere(bye: bool) -> Sentence:
    return say("You have a bye in this round.") if bye else say("Your table is on the list.")
