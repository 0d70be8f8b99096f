"""The journal of an event: every act with who, when and why; what can be taken back is taken back here."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render

from arrowswitch.contests.events import ChangeEntry, EnterContestant, EventAct, UndoInEvent
from arrowswitch.site.accounts.gate import DESK, ask_or_send
from arrowswitch.site.events.desk import EventDesk, at_event
from arrowswitch.site.events.pasting import forgotten_names, without
from arrowswitch.site.requests import MemberRequest

A_PAGE = 100


@at_event(*DESK)
@ask_or_send
def journal(request: MemberRequest, desk: EventDesk) -> HttpResponse:
    """The newest first."""
    done = None
    if request.method == "POST":
        done = desk.do(UndoInEvent(request.POST.get("undo", "")[:100]), why=request.POST.get("why", ""))
        if done.ok:
            return redirect("contest-journal", desk.header.pk)
    state = desk.state
    page = Paginator(tuple(reversed(state.journal)), A_PAGE).get_page(request.GET.get("page"))
    rows = []
    forgotten = forgotten_names(state, request.club)
    for entry in page:
        target = state.journal.find(entry.act.undoes) if entry.act.undoes else None
        undone = entry.id in state.undone
        rows.append(
            {
                "entry": entry,
                "by": without(entry.by.name, forgotten),
                "told": _nameless((target or entry).act, forgotten).told(state),
                "notes": [note for note in entry.notes if not any(name in note for name in forgotten)],
                "took_back": target is not None,
                "undone": undone,
                "can_undo": entry.act.can_be_undone and not entry.act.undoes and not undone,
            }
        )
    context = {"contest": desk, "done": done, "rows": rows, "page": page}
    return render(request, "contests/journal.html", context, status=done.status if done else 200)


def _nameless(act: EventAct, forgotten: Set[str]) -> EventAct:
    """An act without the names of those who have asked to be forgotten."""
    if isinstance(act, EnterContestant | ChangeEntry):
        return replace(act, name=without(act.name, forgotten))
    return act
