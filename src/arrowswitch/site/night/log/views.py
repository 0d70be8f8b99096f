"""The journal: every act with who, when and why; what can be taken back is taken back here."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.session import (
    Open,
    OpenDeals,
    Publish,
    Reopen,
    SealDeals,
    SeatPlayers,
    Substitute,
    TakeDeals,
    Undo,
)
from arrowswitch.session.journal import dumps
from arrowswitch.session.story import first_of, nameless
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.requests import MemberRequest

A_PAGE = 100
FOR_GOOD = (Open, OpenDeals, Publish, Reopen, SealDeals, TakeDeals)


@at_desk(*DESK)
@require_safe
def journal(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The newest first."""
    return render(request, "night/log/journal.html", _seen(request, desk))


def _seen(request: MemberRequest, desk: Desk, done: Done | None = None) -> dict[str, Any]:
    entries = tuple(reversed(desk.state.journal))
    sizes = Counter(first_of(desk.state, entry.id) for entry in entries if entry.id not in desk.state.undone)
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    return {
        "desk": desk,
        "done": done,
        "page": page,
        "rows": [
            {
                "entry": entry,
                "told": _told(desk, entry.act),
                "undone": entry.id in desk.state.undone,
                "together": sizes[first_of(desk.state, entry.id)],
                "can_undo": not isinstance(entry.act, (*FOR_GOOD, Undo)) and entry.id not in desk.state.undone,
            }
            for entry in page
        ],
    }


def _told(desk: Desk, act: Any) -> Any:
    """An act in words; names of players are the register's, because some may have asked to be forgotten."""
    match act:
        case Undo(command) if target := desk.state.journal.find(command):
            return ("undo", nameless(desk.state, target.act))
        case SeatPlayers(seatings):
            return (
                "seat",
                [
                    (
                        f"{desk.names.label(*each.place[:2])} {each.place.seat}",
                        desk.names.player(each.player) if each.player else "–",
                    )
                    for each in seatings
                ],
            )
        case Substitute(place, player, from_round):
            return (
                "substitute",
                (f"{desk.names.label(*place[:2])} {place.seat}", desk.names.player(player), from_round),
            )
    return ("act", nameless(desk.state, act))


@at_desk(*DESK)
@require_POST
def undo(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Takes an act back, with all that was done together with it."""
    done = desk.take_back(request.POST.get("undo", "")[:100], request.POST.get("why", ""))
    if done.ok:
        return redirect("night-journal", session=desk.session.pk)
    return render(request, "night/log/journal.html", _seen(request, desk, done), status=done.status)


@at_desk("owner", "director")
@require_safe
def as_file(_request: MemberRequest, desk: Desk) -> HttpResponse:
    """The whole journal, one entry a line, for keeping or for `arrowswitch print`."""
    response = HttpResponse(dumps(desk.state.journal), content_type="application/x-ndjson; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.state.date}-{desk.session.pk}.jsonl"'
    return response
