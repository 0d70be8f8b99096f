"""Results at the desk: the list as it stands, what is left to do, posting, reopening, the link to share."""

from __future__ import annotations

import segno
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import Publish, RankAsPrinted, Reopen
from arrowswitch.session.deciding import closes, is_closed
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, ask_or_send
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.night.awards.in_time import nothing_awarded
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.night.results import pages
from arrowswitch.site.night.results.cards import moved
from arrowswitch.site.night.results.lists.forms import FillForm, ListsForm
from arrowswitch.site.night.results.lists.prizes import SpotForm, won_prizes
from arrowswitch.site.night.results.models import EventSession, Link
from arrowswitch.site.night.results.opening import at_the_desk as reader_of
from arrowswitch.site.night.results.seeing import checks, pending, versions_of
from arrowswitch.site.night.tasks.shown import tasks
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.serving.network import for_phones, reach


@at_desk(*DESK)
@require_safe
def results(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The desk's own page."""
    if request.htmx:
        return pages.ranking(reader_of(desk))
    return _page(desk)


def _page(desk: Desk, done: Done | None = None) -> HttpResponse:
    reader = reader_of(desk)
    state = desk.state
    link = Link.of(desk.session)
    address = desk.request.build_absolute_uri(reverse("results", args=[link.token])) if link else ""
    elsewhere, reached = for_phones(address)
    address = elsewhere if reached else address
    changes = pending(desk.session.pk, state)
    context = {
        **pages.ranking_context(reader),
        "checks": checks(desk.session.pk, state),
        "versions": versions_of(desk.session.pk, state),
        "pending": changes,
        "pending_moves": moved(state, changes, desk.names),
        "pending_other": [text for _entry, text in changes.other],
        "link": link,
        "address": address,
        "qr": segno.make(address, micro=False).svg_data_uri(scale=4, border=3, light="#fff") if link else "",
        "reach": reach(address) if reached else "here",
        "closes": closes(state),
        "closed": is_closed(state, desk.now),
        "posted": "posted" in desk.request.GET,
        "events": [each.event for each in EventSession.objects.filter(session=desk.session).select_related("event")],
        "director": desk.request.actor.role in DIRECTORS,
        "teams": state.method in TEAMS,
        "nothing_awarded": () if state.phase == "published" else nothing_awarded(desk),
        "done": done,
        "why": desk.request.POST.get("why", "") if done else "",
    }
    return render(desk.request, "night/results/desk.html", context, status=done.status if done else 200)


def reach_of(desk: Desk) -> str:
    """From where the link of the results can be opened."""
    address, reached = for_phones(desk.request.build_absolute_uri("/"))
    return reach(address) if reached else "here"


@at_desk(*DESK)
@ask_or_send
def publish(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Asks once, with what others will see, and posts."""
    done, sent = None, request.POST or request.GET
    if request.method == "POST":
        why, force = request.POST.get("why", ""), bool(request.POST.get("force"))
        done = _lacks(desk, why, force) or desk.do(Publish(), why, force=force)
        if done.ok:
            Link.make(desk.session)
            award_keeper.when_posted(desk.session)
            return HttpResponseRedirect(f"{reverse('night-results', args=[desk.session.pk])}?posted")
    after, problem = desk.tried(Publish())
    insisted, refused = desk.tried(Publish(), "-", force=True) if problem else (after, "")
    shown = insisted if problem and not refused else after
    context = {
        "desk": desk,
        "done": done,
        "problem": problem if not done else "",
        "can_insist": bool(problem) and not refused,
        "blocked": refused,
        "why": sent.get("why", ""),
        "force": bool(sent.get("force")),
        "settings": shown.settings,
        "version": len(desk.state.publications) + 1,
        "checks": [
            check
            for check in checks(desk.session.pk, desk.state)
            if not check.in_order and check.weight != "know" and check.kind not in ("tasks", "later")
        ],
        "changes": pending(desk.session.pk, desk.state),
        "unticked": bool(done) and not request.POST.get("force"),
        "unreasoned": bool(done) and not request.POST.get("why", "").strip(),
        "other": [text for _entry, text in pending(desk.session.pk, desk.state).other],
        "moves": moved(desk.state, pending(desk.session.pk, desk.state), desk.names),
        "reach": reach_of(desk),
        "tasks": tasks(desk),
        "asked": any(each["ticked"] for each in tasks(desk)),
        "left": next(check.findings for check in checks(desk.session.pk, desk.state) if check.kind == "left"),
        "hands": len(desk.state.hands),
        "nothing_awarded": nothing_awarded(desk),
        "tonight": reader_of(desk),
        "minutes": desk.state.regulations.corrections.minutes,
        "days": desk.state.regulations.corrections.days,
    }
    return render(request, "night/results/publish.html", context, status=done.status if done else 200)


def _lacks(desk: Desk, why: str, force: bool) -> Done | None:
    """What must still be filled in by a director who may post all the same."""
    _state, problem = desk.tried(Publish())
    _state, refused = desk.tried(Publish(), "-", force=True)
    if not problem or refused or (force and why.strip()):
        return None
    if force:
        return Done(_("Give a reason: it goes into the journal."))
    return Done(
        _("Nothing was posted. To post all the same, tick it below and give a reason. %(why)s") % {"why": problem}
    )


@at_desk(*DIRECTORS)
@require_POST
def reopen(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Opens posted results again, with a reason."""
    done = desk.do(Reopen(), request.POST.get("why", ""))
    return redirect("night-results", desk.session.pk) if done.ok else _page(desk, done)


@at_desk(*DIRECTORS)
@ask_or_send
def lists(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Strata and handicaps, for lists of their own."""
    fill = FillForm(desk, request.GET or None)
    form = ListsForm(desk, request.POST or None, fill.proposal() if request.GET and not request.POST else None)
    done = None
    if request.method == "POST" and form.is_valid():
        done = desk.do(form.act())
        if done.ok:
            return redirect("night-results", desk.session.pk)
    context = reader_of(desk).context("lists", form=form, fill=fill, done=done)
    return render(request, "night/results/lists.html", context, status=done.status if done else 200)


@at_desk(*DESK)
@require_safe
def prizes(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Who has won a prize for a result, and seats drawn by lot; nothing of it is kept."""
    form = SpotForm(request.GET if "seed" in request.GET else None)
    context = reader_of(desk).context("prizes", won=won_prizes(desk), form=form, spots=form.spots(desk))
    return render(request, "night/results/prizes.html", context, status=422 if form.errors else 200)


@at_desk(*DIRECTORS)
@require_POST
def whose_ranking(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Takes the ranking of the file that the session was brought in from, or ours; it is posted like any correction."""
    done = desk.do(RankAsPrinted(request.POST.get("whose") != "ours"))
    return redirect("night-results", desk.session.pk) if done.ok else _page(desk, done)


@at_desk(*DESK)
@require_POST
def link(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Makes the link, withdraws it, or changes whether the session stands in the club's list."""
    wish = request.POST.get("wish", "")
    known = Link.of(desk.session)
    if wish == "make":
        Link.make(desk.session)
    elif known and wish == "withdraw":
        known.withdraw()
    elif known and wish in ("list", "unlist"):
        known.listed = wish == "list"
        known.save(update_fields=["listed"])
    return HttpResponseRedirect(f"{reverse('night-results', args=[desk.session.pk])}#share")
