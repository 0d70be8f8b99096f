"""The deals of a night: files are dropped here, deals are promised and opened, and hand records are printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.deals import dealt
from arrowswitch.deals.promises import SealedDeals, loads_sealed, new_secret
from arrowswitch.formats.deal_files import deals_as
from arrowswitch.session import AttachHands, AttachOwnHands, Command, OpenDeals, SealDeals, TakeDeals
from arrowswitch.session.night import OpensWhen
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, ask_or_send
from arrowswitch.site.night.deals import shown
from arrowswitch.site.night.deals.dropped import attaching, read_dropped
from arrowswitch.site.night.deals.models import SealedSet
from arrowswitch.site.night.deals.paper import hand_pdf, printed_deals
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper
from arrowswitch.words import spans


@at_desk(*DESK)
@ask_or_send
def deals(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Everything about the deals of the session."""
    done = Done()
    if request.method == "POST":
        answer = DEEDS.get(request.POST.get("do", ""), _unknown)(request, desk)
        if isinstance(answer, HttpResponse):
            return answer
        done = answer
        if done.ok and not done.notes:
            return redirect("night-deals", session=desk.session.pk)
    state = desk.state
    played = sorted({board for section in state.sections.values() for board in section.movement.boards})
    context = {
        "desk": desk,
        "done": done,
        "progress": shown.progress(state),
        "attached": spans(state.hands),
        "own": shown.own_sets(state),
        "lacking": shown.lacking_boards(state),
        "groups": sorted({record.group for record in state.lines.values() if record.group}),
        "director": request.actor.role in DIRECTORS,
        "can_seal": state.phase == "open" and not state.hands and not state.own_hands,
        "is_kept": state.promise is not None and _kept(desk) is not None,
        "until": shown.UNTIL,
        "opens": dict(shown.UNTIL).get(state.promise.until) if state.promise else "",
        "machines": shown.MACHINES,
        "played": spans(played),
        "prints": shown.prints(desk),
    }
    return render(request, "night/deals/deals.html", context, status=done.status)


@at_desk(*DESK)
@require_safe
def progress(request: MemberRequest, desk: Desk) -> HttpResponse:
    """How far the solver is; asked again and again until it has finished."""
    return render(request, "night/deals/_progress.html", {"desk": desk, "progress": shown.progress(desk.state)})


@at_desk(*DESK)
@require_safe
def pdf(request: MemberRequest, desk: Desk, what: str) -> HttpResponse:
    """Hand records, curtain cards or redeal lists, of all boards or of one."""
    if what not in dict(press.HANDS_WHAT):
        raise Http404
    board = request.GET.get("board", "")
    wanted = {int(board)} if board.isascii() and board.isdigit() and len(board) < 4 else None
    found = printed_deals(desk.state, wanted)
    if not found:
        raise Http404
    return on_paper(request, f"{desk.state.date}-{what}", lambda: hand_pdf(request, what, found, desk.state.title))


# -- what can be done --------------------------------------------------------------------------------------------------


def _unknown(_request: MemberRequest, _desk: Desk) -> Done:
    return Done(_("The form was not complete. Open the page again and send it once more."))


def _attach(request: MemberRequest, desk: Desk) -> Done:
    files = request.FILES.getlist("files")
    if not files:
        return Done(_("Choose a file of deals, or drop some on this page."))
    section, group = request.POST.get("section", ""), request.POST.get("group", "")[:40].strip()
    if section and section not in desk.state.sections:
        return Done(_("There is no such section."))
    found = read_dropped(files, desk.state, section, group)
    if found.problems:
        return Done(" ".join(found.problems))
    if found.sealed:
        return _sealed_file(request, desk, found.sealed)
    force = "force" in request.POST
    acts = list(attaching(desk.state, found.hands))
    commands = [_numbered(desk, act, number, force=force) for number, act in enumerate(acts)]
    done = desk.give(*commands)
    return replace(done, notes=(*done.notes, *found.notes)) if done.ok else done


def _numbered(desk: Desk, act: AttachHands | AttachOwnHands | Any, number: int, *, force: bool) -> Command:
    command = desk.command(act, _("These hands were played") if force else "", force=force)
    return replace(command, id=f"{command.id}-{number}") if number else command


def _sealed_file(request: MemberRequest, desk: Desk, sealed: SealedDeals) -> Done:
    """A file of sealed deals promises them before play, and opens them after it."""
    if desk.state.promise is None or desk.state.promise.promise != sealed.promise:
        return _promise(request, desk, sealed)
    _keep(desk, sealed)
    return _open(request, desk)


def _seal(request: MemberRequest, desk: Desk) -> Done:
    """Deals the boards of the night, and seals them at once: nobody has seen them."""
    boards = sorted({board for section in desk.state.sections.values() for board in section.movement.boards})
    secret = new_secret()
    return _promise(request, desk, SealedDeals(dealt(secret, boards), secret))


def _promise(request: MemberRequest, desk: Desk, sealed: SealedDeals) -> Done:
    until = request.POST.get("until", "over")
    if until not in get_args(OpensWhen):
        return _unknown(request, desk)
    boards = tuple(hands.board for hands in sealed.deals)
    act = SealDeals(sealed.promise, boards, until)  # type: ignore[arg-type]  # one of the words, as was just asked
    _, problem = desk.tried(act)
    if problem:
        return Done(problem)
    _keep(desk, sealed)  # first: a promise whose deals were lost could never be kept
    return desk.do(act)


def _keep(desk: Desk, sealed: SealedDeals) -> None:
    SealedSet.objects.get_or_create(session=desk.session, promise=sealed.promise, defaults={"body": sealed.dumps()})


def _kept(desk: Desk) -> SealedDeals | None:
    """The sealed deals of the promise, if they are here."""
    if desk.state.promise is None:
        return None
    found = SealedSet.objects.filter(session=desk.session, promise=desk.state.promise.promise).first()
    return loads_sealed(found.body) if found else None


def _take(request: MemberRequest, desk: Desk) -> Done | HttpResponse:
    """The file for the dealing machine. Who has it stands in the journal."""
    sealed, wanted = _kept(desk), request.POST.get("format", "pbn")
    if sealed is None or wanted not in dict(shown.MACHINES):
        return Done(_("The sealed deals are not here. Who promised them has the file."))
    done = desk.do(TakeDeals())
    if not done.ok:
        return done
    response = HttpResponse(deals_as(sealed.deals, wanted).data, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{desk.state.date}.{wanted}"'
    return response


def _open(request: MemberRequest, desk: Desk) -> Done:
    sealed = _kept(desk)
    if sealed is None:
        return Done(_("The sealed deals are not here. Drop the file that “deal commit” wrote."))
    return desk.do(OpenDeals(sealed.secret, sealed.deals), request.POST.get("why", "")[:500])


DEEDS: dict[str, Callable[[MemberRequest, Desk], Done | HttpResponse]] = {
    "attach": _attach,
    "seal": _seal,
    "take": _take,
    "open": _open,
}
