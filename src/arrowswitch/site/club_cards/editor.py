"""The editor's pages: what is being edited, the grid with its faults and figures beside it, and keeping it as a card.

The grid is a form and works as one. Where scripts run, each cell is sent as it is left, and the answer is JSON: what changed,
which cells are wrong and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from arrowswitch import movements
from arrowswitch.formats.format import text_of
from arrowswitch.movements import FileFault, ImpossibleWish, Movement, editing
from arrowswitch.movements.files_of_others import read_any
from arrowswitch.site.accounts.gate import DESK, allow, ask_or_send
from arrowswitch.site.club_cards import drafts, kept
from arrowswitch.site.club_cards.forms import EmptyGridForm, KeepForm
from arrowswitch.site.club_cards.models import MovementDraft
from arrowswitch.site.club_cards.tools import tools_for
from arrowswitch.site.movement.built import options_from
from arrowswitch.site.movement.views import built
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken

SHOWN_FAULTS = 40
MOST_BYTES = 2_000_000
Place = tuple[int, int]


# -- beginning --------------------------------------------------------------------------------------------------------


@allow(*DESK)
@ask_or_send
def begin(request: MemberRequest) -> HttpResponse:
    """What is being edited, and the ways to begin: a movement there is, a file, an empty grid."""
    problem, form = "", EmptyGridForm()
    if request.method == "POST":
        try:
            if request.POST.get("do") == "throw":
                return _thrown(request)
            if request.POST.get("do") == "empty":
                form = EmptyGridForm(request.POST)
            draft = _begun(request, form)
            if draft:
                return redirect("draft", draft=draft.pk)
            problem = "" if form.errors else _("Choose a file, or paste its text.")
        except (ImpossibleWish, FileFault) as refusal:
            problem = spoken(refusal)
    offered = _offered(request)
    return render(
        request,
        "club_cards/drafts.html",
        {
            "drafts": MovementDraft.objects.filter(club=request.club).select_related("by")[:50],
            "form": form,
            "problem": problem or offered.pop("problem", ""),
            "text": request.POST.get("text", "")[:20_000],
            **offered,
        },
        status=422 if problem or form.errors else 200,
    )


def _offered(request: MemberRequest) -> dict[str, Any]:
    """The movement that an address names, to begin with."""
    family = request.GET.get("family", "")
    if not family:
        return {}
    try:
        movement, _card = _named(request, family, request.GET.dict())
    except ImpossibleWish as refusal:
        return {"problem": spoken(refusal)}
    return {"movement": movement, "family": family, "options": _options(family, request.GET.dict())}


def _options(family: str, sent: dict[str, str]) -> dict[str, Any]:
    return {"card": sent.get("card", "")[:20]} if family == kept.CLUB_CARD else dict(options_from(sent))


def _named(request: MemberRequest, family: str, sent: dict[str, str]) -> tuple[Movement, Any]:
    options = _options(family, sent)
    if family == kept.CLUB_CARD:
        version = kept.version_named(request.club, options)
        return version.movement, version.card
    return built(request, family, options), None


def _begun(request: MemberRequest, form: EmptyGridForm) -> MovementDraft | None:
    sent, do = request.POST, request.POST.get("do", "")
    if do == "movement":
        movement, card = _named(request, sent.get("family", ""), sent.dict())
        name = spoken(movement.name)
        return drafts.begin(request.user, movement, name, origin="editor", told=name, card=card)
    if do == "empty":
        if not form.is_valid():
            return None
        return drafts.begin(request.user, form.movement(), "", origin="editor", told=_("an empty grid"))
    file = request.FILES.get("file")
    if file and (file.size or 0) > MOST_BYTES:
        raise ImpossibleWish(_("That file is too large for a movement."))
    text = text_of(file.read()) if file else sent.get("text", "")
    if not text.strip():
        return None
    movement = read_any(text.replace("\x00", ""))
    name = spoken(movement.name) or (file.name.rsplit(".", 1)[0] if file and file.name else "")
    return drafts.begin(request.user, movement, name, origin="file", told=_("the file"))


def _thrown(request: MemberRequest) -> HttpResponse:
    text = request.POST.get("draft", "")
    if text.isascii() and text.isdigit() and len(text) < 16:
        MovementDraft.objects.filter(club=request.club, pk=int(text)).delete()
    return redirect("drafts")


# -- the grid ---------------------------------------------------------------------------------------------------------


@allow(*DESK)
@ask_or_send
def one(request: MemberRequest, draft: int) -> HttpResponse:
    """The grid by table or by pair. Sent: one change, many cells at once, undo, redo."""
    found = _draft(request, draft)
    by_pair = (request.POST if request.method == "POST" else request.GET).get("by") == "pair"
    problem, status = "", 200
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else -1
        try:
            drafts.changed(found, request.user, number, request.POST.get("do", ""), request.POST.dict())
        except (ImpossibleWish, drafts.DraftOvertaken) as refusal:
            problem = spoken(refusal)
            status = 409 if isinstance(refusal, drafts.DraftOvertaken) else 422
            found.refresh_from_db()
    movement = drafts.movement_of(found)
    sheet = DraftSheet(movement, by_pair=by_pair)
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse(sheet.answer(found, problem), status=status)
    if request.method == "POST" and not problem:
        return redirect(f"{reverse('draft', args=[found.pk])}{'?by=pair' if by_pair else ''}")
    undo, redo = drafts.told(found)
    context = {
        "draft": found,
        "sheet": sheet,
        "problem": problem,
        "movement": movement,
        "undo": undo,
        "redo": redo,
        "tools": tools_for(movement),
    }
    return render(request, "club_cards/editor.html", {**context, **sheet.panel}, status=status)


def _draft(request: MemberRequest, number: int) -> MovementDraft:
    found = drafts.draft_named(request.club, number)
    if found is None:
        raise Http404
    return found


class DraftSheet:
    """A movement as the editor shows it: its cells as text, what is wrong in them, and its figures."""

    def __init__(self, movement: Movement, *, by_pair: bool) -> None:
        self.movement, self.by_pair = movement, by_pair and movement.kind != "individual"
        self.rounds = range(1, movement.rounds + 1)
        self.faults = movements.audit(movement).faults
        self.places: dict[str, list[str]] = {}
        for fault in self.faults:
            for number, place in self._places(fault):
                told = self.places.setdefault(f"{number}-{place}", [])
                if len(told) < 4:
                    told.append(spoken(fault.text))

    def _places(self, fault: movements.Fault) -> Iterator[Place]:
        places = editing.fault_places(self.movement, fault)
        if not self.by_pair:
            yield from places
        elif fault.round is not None and fault.pair is not None:
            yield fault.round, fault.pair
        else:
            for place in places:
                if meeting := self.movement.at.get(place):
                    yield from ((place[0], side) for side in meeting.sides)

    @property
    def lines(self) -> range:
        """The tables, and one more to write into; or the pairs."""
        if self.by_pair:
            return range(min(self.movement.contestants), max(self.movement.contestants) + 1)
        return range(1, editing.grid_tables(self.movement) + 2)

    def text(self, number: int, line: int) -> str:
        """What stands in a cell."""
        if self.by_pair:
            return editing.write_seat(self.movement, number, line)
        return editing.write_cell(self.movement, number, line)

    @property
    def cells(self) -> dict[str, str]:
        """Every cell by round and line; line 0 has those who sit out."""
        found = {f"{number}-{line}": self.text(number, line) for line in self.lines for number in self.rounds}
        if not self.by_pair:
            found |= {f"{number}-0": editing.write_rest(self.movement, number) for number in self.rounds}
        return found

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The grid for the template."""
        last = 0 if self.by_pair else self.lines[-1]
        return [
            {
                "line": line,
                "is_new": line == last,
                "cells": [self._cell(number, line, self.text(number, line)) for number in self.rounds],
            }
            for line in self.lines
        ]

    @property
    def rests(self) -> list[dict[str, Any]]:
        """The line of those who sit out without a table to wait at."""
        return [self._cell(number, 0, editing.write_rest(self.movement, number)) for number in self.rounds]

    def _cell(self, number: int, line: int, text: str) -> dict[str, Any]:
        kind = "rest" if not line else "seat" if self.by_pair else "cell"
        labels = {
            "rest": _("Round %(round)s, sit out"),
            "seat": _("Round %(round)s, number %(line)s"),
            "cell": _("Round %(round)s, table %(line)s"),
        }
        return {
            "place": f"{number}-{line}",
            "round": number,
            "line": line,
            "kind": kind,
            "label": labels[kind] % {"round": number, "line": line},
            "text": text,
            "wrong": " ".join(self.places.get(f"{number}-{line}", ())),
            "plays": kind == "cell" and (number, line) in self.movement.at,
        }

    @property
    def shape(self) -> str:
        """What the page must be drawn anew for."""
        movement = self.movement
        return f"{len(self.lines)}×{movement.rounds}×{movement.boards_per_round}×{movement.winners}"

    @property
    def width(self) -> int:
        """Letters of the widest cell."""
        return max([5, *(len(text) for text in self.cells.values())])

    @property
    def panel(self) -> dict[str, Any]:
        """The figures and faults beside the grid."""
        movement = self.movement
        is_whole = movement.kind == "pairs" and movement.meetings and not self.faults
        facts = movements.facts(movement)
        return {
            "faults": [
                {"text": spoken(fault.text), "place": next((f"{n}-{line}" for n, line in self._places(fault)), "")}
                for fault in self.faults[:SHOWN_FAULTS]
            ],
            "fault_count": len(self.faults),
            "more_faults": max(len(self.faults) - SHOWN_FAULTS, 0),
            "balance": _balance(movement) if movement.kind == "pairs" and movement.meetings else None,
            "is_whole": is_whole,
            "missed": movements.never_meet(movement, facts),
            "repeated": len(facts.repeated),
            "sit_outs": max(facts.sit_outs.values(), default=0),
            "boards": len(movement.boards),
        }

    def answer(self, draft: MovementDraft, problem: str) -> dict[str, Any]:
        """What a page is told after a change."""
        undo, redo = drafts.told(draft)
        return {
            "at": draft.at,
            "shape": self.shape,
            "cells": self.cells,
            "wrong": {place: " ".join(told) for place, told in self.places.items()},
            "panel": render_to_string("club_cards/_panel.html", {**self.panel, "movement": self.movement}),
            "undo": undo,
            "redo": redo,
            "problem": problem,
        }


def _balance(movement: Movement) -> movements.Balance | None:
    """The balance of a grid, as far as one can be told: whoever is no contestant of it cannot be weighed."""
    known = set(movement.contestants)
    if any(side not in known or meeting.ns == meeting.ew for meeting in movement.meetings for side in meeting.sides):
        return None
    return movements.balance(movement)


# -- keeping ----------------------------------------------------------------------------------------------------------


@allow(*DESK)
@ask_or_send
def keep(request: MemberRequest, draft: int) -> HttpResponse:
    """Kept as a card: each of its faults is named, and ticked by whoever accepts it."""
    found = _draft(request, draft)
    movement, problem = drafts.movement_of(found), ""
    sent = request.POST if request.method == "POST" else None
    form = KeepForm(sent, initial={"name": found.name})
    if sent is not None and form.is_valid():
        card = found.card if sent.get("as") == "next" else None
        try:
            version = kept.keep(
                request.user,
                movement,
                form.cleaned_data["name"],
                origin=found.origin,
                accepted=sent.getlist("accepted"),
                why=form.cleaned_data["why"],
                card=card,
            )
        except kept.NotKept as refusal:
            problem = spoken(refusal)
        else:
            MovementDraft.objects.filter(pk=found.pk).update(card=version.card, name=version.name)
            return redirect("club-card", card=version.card_id)
    faults = kept.faults_of(movement)
    return render(
        request,
        "club_cards/keep.html",
        {
            "draft": found,
            "movement": movement,
            "form": form,
            "faults": faults[: kept.MOST_ACCEPTED],
            "too_many": len(faults) if len(faults) > kept.MOST_ACCEPTED else 0,
            "accepted": sent.getlist("accepted") if sent is not None else [],
            "last": kept.last_of(found.card) if found.card else None,
            "problem": problem,
        },
        status=422 if problem or form.errors else 200,
    )
