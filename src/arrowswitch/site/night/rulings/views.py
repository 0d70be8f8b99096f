"""When the director is called: from the call to the ruling, from the ruling to the log, and from there to the score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast, get_args
from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch import press
from arrowswitch.rulings import DEFAULT_EDITION, EDITIONS, book
from arrowswitch.rulings.facts import board_told
from arrowswitch.rulings.follows import told
from arrowswitch.session import LineKey
from arrowswitch.session.acts import (
    Adjust,
    RulingStatus,
    TrackCards,
    Undo,
    award_wanted,
    conclusion_of,
    ruling_standing,
    text_shown,
    written_by,
)
from arrowswitch.session.night import Ruling, SeatLetter
from arrowswitch.session.story import done_by
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.lines.doing import FormOffer, answered
from arrowswitch.site.night.room.shown import open_calls
from arrowswitch.site.night.rulings.appeals import appeal_shown
from arrowswitch.site.night.rulings.applying import ApplyForm, traveller
from arrowswitch.site.night.rulings.forms import RuleForm, written
from arrowswitch.site.night.rulings.place import Spot, begun, cards_lying, cards_told, in_play, spot_of, spot_shown
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.rulings.views import carried, facts_page, found, tracker_page
from arrowswitch.site.rulings.walking import SEATS, asked, facts_of, walk_shown
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.paper import on_paper


@at_desk(*DIRECTORS)
@require_safe
def log(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Who calls, what is still open, and what has been ruled."""
    rulings = sorted(desk.state.rulings.values(), key=lambda each: each.at, reverse=True)
    tables = [
        (section.name, table, desk.names.table(section.name, table))
        for section in desk.state.sections.values()
        for table in sorted({meeting.table for meeting in section.movement.meetings})
    ]
    context = {
        "desk": desk,
        "calls": open_calls(desk),
        "tracked": [
            (
                Spot(key.section, key.table, key.round, key.board),
                desk.names.table(key.section, key.table),
                cards_told(lying),
            )
            for key in sorted(desk.state.tracked)
            if (lying := cards_lying(desk, key))
        ],
        "tables": tables,
        "open": [_row(desk, each) for each in rulings if ruling_standing(desk.state, each) != "closed"],
        "closed": [_row(desk, each) for each in rulings if ruling_standing(desk.state, each) == "closed"],
    }
    return render(request, "night/rulings/log.html", context)


def _row(desk: Desk, ruling: Ruling) -> dict[str, Any]:
    return appeal_shown(desk, ruling)


@at_desk(*DIRECTORS)
@require_safe
def find(request: MemberRequest, desk: Desk, section: str, table: int) -> HttpResponse:
    """At a table: which board, and what happened."""
    spot = spot_of(desk, request.GET, section, table)
    if "board" not in request.GET:
        spot = replace(spot, board=in_play(desk, spot))
    shown = spot_shown(desk, spot)
    text = request.GET.get("q", "")
    if not text and spot.call and not request.htmx and "q" not in request.GET:
        text = desk.state.calls[spot.call].about
    facts = carried(request.GET, reverse("night-rulings", args=[desk.session.pk]), spot.carried)
    onward = spot.carried | ({"f": facts["facts_text"]} if facts["facts_text"] else {})
    context = {"desk": desk, **shown, **found(text), **facts, "carried": onward}
    page = "rulings/_found.html" if request.htmx else "night/rulings/find.html"
    context["boards"] = [
        (board, urlencode({**onward, "board": board, **({"q": text} if text else {})}))
        for board in (*shown["boards"], 0)
    ]
    where = {"call": spot.call} if spot.call else {}
    context["rounds"] = [(number, urlencode({**where, "round": number})) for number in shown["rounds"]]
    return render(request, page, context)


@at_desk(*DIRECTORS)
@require_safe
def facts(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The facts by tapping, begun with what the board and its result say."""
    spot = spot_of(desk, request.GET)
    shown = spot_shown(desk, spot)
    context = {"desk": desk, **shown, **facts_page(request.GET, begun(desk, spot)), "carried": spot.carried}
    context["board_told"] = spoken(board_told(spot.board)) if spot.board else ""
    return render(request, "night/rulings/facts.html", context)


@at_desk(*DIRECTORS)
@ask_or_send
def cards(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The penalty cards of a table on a board: by tapping, or one step a line where there is no script."""
    spot = spot_of(desk, request.GET)
    spot = spot if spot.board else replace(spot, board=in_play(desk, spot))
    if spot.board is None:
        raise Http404
    shown = spot_shown(desk, spot)
    kept = desk.state.tracked.get(LineKey(spot.section, spot.round, spot.table, spot.board))
    declarer = kept.declarer if kept else shown["declarer"]
    done = None
    if request.method == "POST":
        steps = tuple(each.strip() for each in request.POST.get("steps", "").splitlines() if each.strip())
        by, edition = request.POST.get("declarer", ""), request.POST.get("laws", "")
        if by in SEATS and edition in EDITIONS:
            done = desk.do(
                TrackCards(spot.section, spot.round, spot.table, spot.board, cast(SeatLetter, by), steps, edition)
            )
            if done.ok:
                return redirect(request.get_full_path())
    story = {
        "declarer": declarer,
        "edition": kept.edition if kept else DEFAULT_EDITION,
        "steps": list(kept.steps) if kept else [],
    }
    tracker = tracker_page(story) | {
        "spot": {"section": spot.section, "round": spot.round, "table": spot.table, "board": spot.board},
        "names": shown["names"],
        "base": reverse("night-rulings", args=[desk.session.pk]),
        "address": reverse("night-commands", args=[desk.session.pk]),
    }
    context = {
        "desk": desk,
        "done": done,
        **shown,
        "tracker": tracker,
        "story": story,
        "seats": SEATS,
        "editions": EDITIONS,
    }
    return render(request, "night/rulings/cards.html", context, status=done.status if done else 200)


@at_desk(*DIRECTORS)
@ask_or_send
def ruling(request: MemberRequest, desk: Desk, slug: str) -> HttpResponse:
    """The walk at the table; written down at its end, or left open before."""
    if slug not in book():
        raise Http404
    spot = spot_of(desk, request.GET)
    shown = spot_shown(desk, spot)
    base = reverse("night-rulings", args=[desk.session.pk])
    wish = asked(book()[slug], request.GET, spot.carried, names=shown["names"], begun=begun(desk, spot), base=base)
    before = desk.state.rulings.get(spot.ruling)
    initial = written(before.act) if before else {}
    form = RuleForm(request.POST if request.method == "POST" else None, initial=initial)
    done = None
    if request.method == "POST" and form.is_valid():
        sent = request.POST.get("status", "")
        status: RulingStatus = next((each for each in get_args(RulingStatus) if each == sent), "closed")
        act = form.act(wish, spot, status)
        command = desk.command(act)
        done = desk.give(command)
        if done.ok:
            return redirect("night-ruled", session=desk.session.pk, ruling=spot.ruling or command.id)
    status_code = done.status if done else 422 if form.errors else 200
    context = {"desk": desk, "done": done, "form": form, **shown, **walk_shown(wish)}
    return render(request, "night/rulings/walk.html", context, status=status_code)


@at_desk(*DIRECTORS)
@ask_or_send
def ruled(request: MemberRequest, desk: Desk, ruling: str) -> HttpResponse:
    """A ruling of the log, and what follows from it for the score."""
    kept = desk.state.rulings.get(ruling)
    if kept is None:
        raise Http404
    form = ApplyForm(desk, kept, request.POST if request.method == "POST" else None)
    offers = []
    if kept.act.outcome and (request.method == "POST" or not form.idle):
        title = _("Put it into the score")
        offers.append(
            FormOffer("follow", title, form, Adjust, request.actor.role, template="night/rulings/_apply.html")
        )
    return answered(request, desk, "night/rulings/ruled.html", offers, lambda: _ruled_shown(desk, kept, form))


def _ruled_shown(desk: Desk, kept: Ruling, form: ApplyForm) -> dict[str, Any]:
    """What the page of a ruling says besides its form."""
    weighs = bool(form.award and award_wanted(kept.act) and not form.changed)
    return {
        **_row(desk, kept),
        "follows": form.follows.told(desk.state) if form.follows else "",
        "did_all": [entry.act.told(desk.state) for entry in done_by(desk.state, kept)],
        "sums": form.sums,
        "rows": traveller(desk, form.award.key, form.award.scores()) if form.award and weighs else [],
        "line": kept.line,
        "call": desk.state.calls.get(kept.call),
        "goes_on": _goes_on(desk, kept),
        "answers": [
            tuple(spoken(text_shown(each)) for each in (pair.question, pair.answer))
            for pair in conclusion_of(kept.act).answers
        ],
        "facts_told": [spoken(each) for each in told(facts_of(kept.act.known)[0])],
    }


@at_desk(*DIRECTORS)
@require_POST
def take_back(request: MemberRequest, desk: Desk, ruling: str) -> HttpResponse:
    """Takes back what a ruling did to the scores, or the ruling with all of it; all of that, or nothing."""
    kept = desk.state.rulings.get(ruling)
    if kept is None:
        raise Http404
    whole = request.POST.get("what") == "ruling"
    entries = [*done_by(desk.state, kept), *(written_by(desk.state, kept) if whole else ())]
    entries.sort(key=lambda entry: desk.state.journal.index(entry), reverse=True)
    if not entries:
        return redirect("night-ruled", session=desk.session.pk, ruling=ruling)
    why = _("Ruling taken back")
    done = desk.give(*(replace(desk.command(Undo(entry.id), why), id=str(uuid4())) for entry in entries))
    if done.ok and whole:
        return redirect("night-rulings", session=desk.session.pk)
    if done.ok:
        return redirect("night-ruled", session=desk.session.pk, ruling=ruling)
    context = {"desk": desk, "done": done, **_ruled_shown(desk, kept, ApplyForm(desk, kept))}
    return render(request, "night/rulings/ruled.html", context, status=done.status)


def _query(kept: Ruling) -> str:
    act = kept.act
    given = {"a": ",".join(act.answers), "laws": act.edition, "offender": act.offender, "declarer": act.declarer}
    given["f"] = act.known
    return urlencode({name: value for name, value in given.items() if value})


def _goes_on(desk: Desk, kept: Ruling) -> str:
    """The query that takes up a ruling that was left open."""
    act = kept.act
    place = {
        "section": act.section,
        "table": act.table,
        "round": act.round,
        "board": act.board or "",
        "ruling": kept.id,
    }
    return f"{_query(kept)}&{urlencode({name: value for name, value in place.items() if value})}"


@at_desk(*DIRECTORS)
@require_safe
def report(request: MemberRequest, desk: Desk, ruling: str = "") -> HttpResponse:
    """All rulings of the night, or one."""
    return _pdf(request, desk, "report", ruling)


@at_desk(*DIRECTORS)
@require_safe
def form(request: MemberRequest, desk: Desk, ruling: str) -> HttpResponse:
    """The form of an appeal, filled in as far as it is known."""
    return _pdf(request, desk, "appeal-form", ruling)


def _pdf(request: MemberRequest, desk: Desk, what: str, ruling: str) -> HttpResponse:
    if ruling and ruling not in desk.state.rulings:
        raise Http404
    return on_paper(
        request,
        f"{desk.state.date}-{what}",
        lambda: press.render_rulings(
            what,
            desk.state,
            ruling=ruling,
            paper=request.GET.get("paper", "a4"),
            club=request.club.name,
            player=desk.names.player,
            local=timezone.localtime,
            gettext=gettext,
            ngettext=ngettext,
            lang=get_language() or "en",
        ),
    )
