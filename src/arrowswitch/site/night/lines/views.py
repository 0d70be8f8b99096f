"""A board, a line, a pair, a table, the penalties: everything about it, its story, and what may be done to it.

The desk may look and correct; rulings and penalties are the director's. Everything that is done shows its effect first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.session import Act, LineKey, NotPlayed
from arrowswitch.session import acts as do
from arrowswitch.session.deciding import closes
from arrowswitch.session.night import players_of
from arrowswitch.session.story import (
    Offence,
    amount_told,
    board_story,
    line_story,
    offence_told,
    pair_story,
    table_story,
)
from arrowswitch.site.accounts.gate import DESK, ask_or_send
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.lines import forms, penalty_forms, shown
from arrowswitch.site.night.lines.doing import Context, FormOffer, answered
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.night.lines.register import Register
from arrowswitch.site.night.tasks.shown import tasks
from arrowswitch.site.requests import MemberRequest

A_PAGE = 200
"""So many offences of the register are listed."""


@at_desk(*DESK)
@require_safe
def boards(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Every board of the night."""
    context = {"desk": desk, "rows": shown.board_index(desk), "sections": desk.state.sections.values()}
    return render(request, "night/lines/boards.html", context)


# -- a board ----------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@ask_or_send
def board(request: MemberRequest, desk: Desk, board: int) -> HttpResponse:
    """All results of a board; it can be split into groups, removed, or put back."""
    state = desk.state
    in_play = {each for section in state.sections.values() for each in section.movement.boards} | set(state.on_board)
    if board not in in_play:
        raise Http404
    offer, offers = _offering(request, desk, board), []
    if state.on_board.get(board):
        about = _("For a fouled board, which some tables played with changed cards: each group is compared by itself.")
        page = "night/lines/_split.html"
        offers.append(
            offer("split", _("Split into groups"), forms.SplitForm, do.SplitBoard, template=page, about=about)
        )
    removed = {name for name, each in state.removed if each == board}
    playing = {name for name, section in state.sections.items() if board in section.movement.boards}
    if playing - removed:
        offers.append(offer("remove", _("Remove the board"), forms.RemoveForm, do.RemoveBoard))
    if removed:
        offers.append(offer("back", _("Put it back"), forms.PutBackForm, do.RemoveBoard))

    def context() -> dict[str, Any]:
        look = shown.Look(desk)
        numbers = sorted(in_play)
        place = numbers.index(board)
        return {
            "board": board,
            "sheets": look.board_rows(board),
            "frequencies": look.frequencies(board),
            "removed": sorted(name for name, each in desk.state.removed if each == board),
            "deals": shown.deals_at_desk(desk.state, board),
            "story": board_story(desk.state, board),
            "tasks": tasks(desk, board),
            "previous": numbers[place - 1] if place else None,
            "next": numbers[place + 1] if place + 1 < len(numbers) else None,
        }

    return answered(request, desk, "night/lines/board.html", offers, context)


# -- a line -----------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@ask_or_send
def line(request: MemberRequest, desk: Desk, section: str, round: int, table: int, board: int) -> HttpResponse:
    """One result: correct it, rule on it, strike it out."""
    key = LineKey(section, round, table, board)
    where = desk.state.sections.get(section)
    meeting = where.meeting(round, table) if where else None
    if key not in desk.state.lines and (meeting is None or board not in meeting.boards):
        raise Http404
    offers = _line_offers(request, desk, key)

    def context() -> dict[str, Any]:
        look = shown.Look(desk)
        return {
            "row": look.line(key),
            "story": line_story(desk.state, key),
            "closes": closes(desk.state),
            "rules": desk.state.regulations.corrections,
            "rules_source": desk.state.regulations.source("corrections.minutes"),
            "in_movement": meeting is not None,
            "called": round <= desk.state.sections[section].round,
            "seen": desk.state.version(key),
            "to_settle": not desk.tried(do.Settle(key))[1],  # what looks wrong, and nobody has called right
        }

    if request.method == "POST" and request.POST.get("do") == "settle":
        return _settled(request, desk, key, {"offers": {each.slug: each for each in offers}}, context)
    return answered(request, desk, "night/lines/line.html", offers, context)


def _settled(
    request: MemberRequest, desk: Desk, key: LineKey, offers: dict[str, Any], context: Context
) -> HttpResponse:
    """What looks wrong is right: said with one button, for it changes no score."""
    seen = request.POST.get("seen", "")
    command = desk.command(do.Settle(key), seen=int(seen) if seen.isdecimal() and len(seen) < 10 else None)
    done = desk.give(command)
    if done.ok:
        return redirect(f"{request.path}?did={command.id}")
    page = {"desk": desk, "done": done, **offers, **context()}
    return render(request, "night/lines/line.html", page, status=done.status)


def _line_offers(request: MemberRequest, desk: Desk, key: LineKey) -> list[FormOffer]:
    offer = _offering(request, desk, key)
    record = desk.state.lines.get(key)
    entered = record is not None and record.entry is not None
    title, act = (_("Correct the result"), do.Correct) if entered else (_("Enter the result"), do.Enter)
    offers = [offer("result", title, forms.ResultForm, act, template="night/lines/_result.html")]
    if record is None or not isinstance(record.entry, NotPlayed):
        offers.append(offer("mark", _("Late play, not played"), forms.MarkForm, act))
    page = "night/lines/_adjust.html"
    offers.append(offer("adjust", _("Adjust the score"), forms.AdjustForm, do.Adjust, template=page))
    if record is not None and record.adjusted:
        offers.append(offer("take-back", _("Take the adjustment back"), forms.TakeBackForm, do.Adjust))
    if record is not None:
        title = _("Let it count again") if record.void else _("Strike it out")
        offers.append(offer("strike", title, forms.StrikeForm, do.Strike))
    if entered and desk.state.settings.confirm and record is not None and not record.confirmed:
        offers.append(offer("confirm", _("Confirm for a side"), forms.ConfirmForm, do.Confirm))
    return offers


# -- a pair -----------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@ask_or_send
def pair(request: MemberRequest, desk: Desk, section: str, number: int) -> HttpResponse:
    """A pair or team: its evening, its lines, its penalties."""
    where = desk.state.sections.get(section)
    if where is None or number not in where.movement.contestants:
        raise Http404
    offer = _offering(request, desk, (section, number))
    title, page = _("Penalty or warning"), "night/lines/_penalty.html"
    offers = [offer("fine", title, penalty_forms.PenaltyForm, do.Penalise, template=page)]
    for penalty in shown.penalties_of(desk.state, section, number):
        slug = f"withdraw-{penalty.id}"
        if not penalty.withdrawn or request.POST.get("do") == slug:
            made = offer(slug, _("Withdraw it"), penalty_forms.WithdrawForm, do.WithdrawPenalty)
            made.form.initial["penalty"] = penalty.id
            made.form.auto_id = f"w{len(offers)}_%s"
            offers.append(made)

    def context() -> dict[str, Any]:
        look = shown.Look(desk)
        mine = shown.penalties_of(desk.state, section, number)
        kept = {each.slug: each for each in offers}
        return {
            "section": section,
            "number": number,
            "label": desk.names.label(section, number),
            "names": desk.names.players(section, number),
            "path": shown.pair_path(look, section, number),
            "elsewhere": shown.elsewhere(look, section, number),
            "standing": look.standings.get(desk.state.name(section, number)),
            "penalties": [
                {
                    "penalty": penalty,
                    "offence": offence_told(penalty.offence) if penalty.offence else "",
                    "amount": amount_told(penalty.share, penalty.points, penalty.vps),
                    "who": desk.names.player(penalty.player) if penalty.player else "",
                    "offer": kept.get(f"withdraw-{penalty.id}"),
                }
                for penalty in mine
            ],
            "register": _against(desk, section, number),
            "story": pair_story(desk.state, section, number),
        }

    return answered(request, desk, "night/lines/pair.html", offers, context)


def _against(desk: Desk, section: str, number: int) -> list[dict[str, Any]]:
    """What the register has against the players of a pair from other sessions."""
    register = Register(desk.request.club, players_of(desk.state, section, number))
    return _offences_shown(desk, register, [each for each in register.of_any if each.id not in desk.state.penalties])


# -- a table ----------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@require_safe
def table(request: MemberRequest, desk: Desk, section: str, table: int) -> HttpResponse:
    """A table: its rounds and lines, and its calls."""
    where = desk.state.sections.get(section)
    if where is None or table not in {meeting.table for meeting in where.movement.meetings}:
        raise Http404
    look = shown.Look(desk)
    context = {
        "desk": desk,
        "section": section,
        "table": table,
        "name": desk.names.table(section, table),
        "rounds": shown.table_rounds(look, section, table),
        "calls": shown.calls_of(desk.state, section, table),
        "story": table_story(desk.state, section, table),
    }
    return render(request, "night/lines/table.html", context)


# -- penalties --------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@require_safe
def penalties(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Tonight's penalties, and the club's offence register."""
    register = Register(request.club)
    wanted = " ".join(request.GET.get("name", "").split())[:80]
    listed = _offences_shown(desk, register, register.offences)
    tonight = [each for each in listed if each["here"]]
    if wanted:
        listed = [each for each in listed if wanted.casefold() in each["names"].casefold()]
    return render(
        request,
        "night/lines/penalties.html",
        {
            "desk": desk,
            "tonight": tonight,
            "register": listed[:A_PAGE],
            "more": max(0, len(listed) - A_PAGE),
            "wanted": wanted,
            "rules": desk.state.regulations,
        },
    )


def _offences_shown(desk: Desk, register: Register, offences: Iterable[Offence]) -> list[dict[str, Any]]:
    """Offences with the names that the club's list of players has now, the newest first."""
    newest = sorted(offences, key=lambda each: (each.date, each.at), reverse=True)
    return [
        {"offence": each, "names": register.names(each), "here": each.id in desk.state.penalties} for each in newest
    ]


def _offering(request: MemberRequest, desk: Desk, subject: Any) -> Callable[..., FormOffer]:
    """How a form about a board, a line or a pair is put on its page: with what was sent from it, for who asks."""

    def offer(slug: str, title: str, form: Callable[..., ActForm], kind: type[Act], **more: Any) -> FormOffer:
        sent = request.POST if request.method == "POST" and request.POST.get("do") == slug else None
        return FormOffer(slug, title, form(desk, subject, sent), kind, request.actor.role, **more)

    return offer
