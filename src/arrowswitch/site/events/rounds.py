"""Running a round: the draw is looked at and taken, changed by hand at a price, and the results of its matches come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arrowswitch.contests.events import (
    ChangeDraw,
    DrawMark,
    DrawRound,
    EventCommand,
    EventMatchKey,
    EventMatchResult,
    MatchDraw,
    MatchRecord,
    OpenStage,
    RecordResult,
    RoundDraw,
    Stage,
    StageView,
    SubMatch,
    draw_cost,
    draw_marks,
    next_draw,
)
from arrowswitch.journals import Refused
from arrowswitch.scoring.figures import shown
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, ask_or_send
from arrowswitch.site.events import running
from arrowswitch.site.events.desk import EventDesk, at_event, in_a_row, number_in, whole_in
from arrowswitch.site.events.making import advised, clicked
from arrowswitch.site.events.planning import FORMATS, KNOCKOUT_WAYS, STAGE_NAMES, plan_asked
from arrowswitch.site.events.seats import session_of, tables_of_matches
from arrowswitch.site.events.tables import version_of
from arrowswitch.site.night.desk import Done, told
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import Sentence, say


@dataclass(frozen=True)
class ScoreBox:
    """Two numbers to fill in: those of a match, or of two in a match of three."""

    name: str
    """Of the fields in the form."""
    a: int
    b: int
    imps: tuple[str, str]


@dataclass(frozen=True)
class DrawnMatchLine:
    """A match of a round on the page."""

    number: int
    match: MatchDraw
    result: EventMatchResult
    sides: tuple[tuple[int, str, str], ...]
    """Each with its number, its name and what it has from the match."""
    boxes: tuple[ScoreBox, ...]
    version: int
    record: MatchRecord
    tables: str = ""
    """Where it is played: of teams, at two tables."""

    @property
    def score(self) -> str:
        """The IMPs of both sides, or how they stand while not all is in; nothing where there are none."""
        found = self.result.counted.imps or self.result.running
        return "" if found is None or len(found) != 2 else f"{shown(found[0])} : {shown(found[1])}"


def lines_of(view: StageView, number: int) -> list[DrawnMatchLine]:
    """The matches of a round, with what is known of them and what can be filled in."""
    tables = tables_of_matches(view.state, view.stage, view.stage.rounds[number - 1])
    return [replace(_line(view, result), tables=at) for result, at in zip(view.round(number), tables, strict=True)]


def _line(view: StageView, result: EventMatchResult) -> DrawnMatchLine:
    state, match, key = view.state, result.match, result.key
    sides = tuple(
        (side, state.entries[side].name, "" if result.vps(side) is None else shown(result.vps(side) or 0))
        for side in match.sides
    )
    record = view.stage.record(key)
    return DrawnMatchLine(key.match, match, result, sides, tuple(_boxes(view, result)), state.version(key), record)


def _boxes(view: StageView, result: EventMatchResult) -> Iterator[ScoreBox]:
    match, key = result.match, result.key
    if len(match.sides) == 2:
        imps = result.counted.imps or ()
        filled = (shown(imps[0]), shown(imps[1])) if len(imps) == 2 else ("", "")
        yield ScoreBox(f"m{key.match}", *match.sides, filled)
        return
    known = {frozenset((part.a, part.b)): part for part in view.between(key.round, match)} if not match.is_bye else {}
    for a, b in combinations(match.sides, 2):
        part = known.get(frozenset((a, b)))
        both = () if part is None else part.imps if part.a == a else part.imps[::-1]
        filled = (shown(both[0]), shown(both[1])) if both else ("", "")
        yield ScoreBox(f"m{key.match}-{a}-{b}", a, b, filled)


@at_event(*DESK)
@ask_or_send
def play(request: MemberRequest, desk: EventDesk, stage: int = 0, round: int = 0) -> HttpResponse:
    """A round of a stage: who meets whom and why, and the results of its matches."""
    if not desk.state.stages:
        return _how(request, desk)
    view, asked = desk.view(stage), bool(round)
    round = round or len(view.stage.rounds)
    if round > len(view.stage.rounds):
        raise Http404
    done = None
    if request.method == "POST":
        try:
            done = desk.give(*_results(request, desk, view, round))
        except Refused as refusal:
            done = Done(told(refusal))
        if done.ok and not done.notes:
            return redirect("contest-round", desk.header.pk, desk.number_of(view.stage.name), round)
        view = desk.view(desk.number_of(view.stage.name))
    last = view.stage.plan.rounds_of(view.stage)
    played = session_of(desk.state, request.club, view.stage.name, round)
    context = {
        "contest": desk,
        "done": done,
        "view": view,
        "stage": view.stage,
        "stage_number": desk.number_of(view.stage.name),
        "round": round,
        "asked": asked,
        "drawn": view.stage.rounds[round - 1] if round else None,
        "lines": _shown_again(request, lines_of(view, round), done) if round else [],
        "rounds": range(1, len(view.stage.rounds) + 1),
        "planned": last,
        "more": not view.stage.closed and (last is None or len(view.stage.rounds) < last),
        "next_round": len(view.stage.rounds) + 1,
        "marks": _marks(desk, view.stage.name),
        "plan": view.stage.plan.told(),
        "session": played[0] if played else None,
        "waits": running.bring_into_line(desk.header.pk, club=request.club) if request.method == "GET" else (),
    }
    return render(request, "contests/play.html", context, status=done.status if done else 200)


def _shown_again(request: MemberRequest, lines: list[DrawnMatchLine], done: Done | None) -> list[DrawnMatchLine]:
    """The matches with what was typed, if something is wrong with it; what somebody else has saved meanwhile is shown anew."""
    if done is None or done.ok or done.stale:
        return lines
    return [replace(line, boxes=tuple(replace(box, imps=_typed(request, box)) for box in line.boxes)) for line in lines]


def _typed(request: MemberRequest, box: ScoreBox) -> tuple[str, str]:
    one, other = (request.POST.get(f"{box.name}-{side}", "")[:12].strip() for side in "ab")
    return one, other


def _marks(desk: EventDesk, stage: str) -> list[DrawMark]:
    return [mark for mark in draw_marks(desk.state, desk.feeds) if mark.stage == stage]


def _results(request: MemberRequest, desk: EventDesk, view: StageView, round: int) -> list[EventCommand]:
    """What was filled in and is not as it was, a command for each match."""
    found: list[EventCommand] = []
    for line in lines_of(view, round):
        parts: list[SubMatch] = []
        changed = False
        for box in line.boxes:
            a, b = map(number_in, _typed(request, box))
            if (a is None) != (b is None):
                raise Refused(say("{match}: IMPs are wanted for both sides.", match=desk.state.called(box.a, box.b)))
            if a is not None and b is not None:
                parts.append(SubMatch(box.a, box.b, (a, b)))
                changed |= (shown(a), shown(b)) != box.imps
        if not changed:
            continue
        key = EventMatchKey(view.stage.name, round, line.number)
        three = len(line.match.sides) == 3
        act = RecordResult(key, between=tuple(parts)) if three else RecordResult(key, imps=parts[0].imps)
        seen = whole_in(request.POST.get(f"seen{line.number}", ""))
        command = desk.command(act, request.POST.get("why", ""), seen=seen)
        # The page was gone back to, and filled in anew: that is another wish
        found.append(replace(command, id=str(uuid4())) if desk.was_done else command)
    return in_a_row(found)


def _how(request: MemberRequest, desk: EventDesk) -> HttpResponse:
    """How it is to be played, while no stage is open: what fits, and one click opens it."""
    entries = len(desk.state.seeded)
    problem = ""
    choices = []
    evenings = 1
    try:
        evenings = whole_in(request.POST.get("evenings", request.GET.get("evenings", "1"))) or 1
        choices = advised(desk.state.kind, entries, evenings, request.club) if entries > 1 else []
        if request.method == "POST" and not desk.is_director:
            raise Refused(say("The director says how it is played."))
        if request.method == "POST":
            format, chosen = clicked(request.POST.get("format", ""), choices)
            rounds = whole_in(request.POST.get("rounds", "")) or (chosen.rounds if chosen else None)
            done = desk.do(
                OpenStage(str(STAGE_NAMES.get(format, "")), plan_asked(format, rounds, entries, request.POST))
            )
            if done.ok:
                return redirect("contest", desk.header.pk)
            problem = done.problem
    except Refused as refusal:
        problem = told(refusal)
    context = {
        "contest": desk,
        "choices": choices,
        "entries": entries,
        "evenings": evenings,
        "problem": problem,
        "formats": FORMATS,
        "ways": KNOCKOUT_WAYS,
        "teams": desk.state.kind == "teams",
        "count": entries,
    }
    return render(request, "contests/how.html", context, status=422 if problem and request.method == "POST" else 200)


# -- the draw ---------------------------------------------------------------------------------------------------------


def _print(drawn: RoundDraw) -> str:
    """Whether the draw that is taken is the one that was shown."""
    pairings = [(match.sides, match.table) for match in drawn.matches]
    return sha256(repr((drawn.round, pairings)).encode()).hexdigest()[:20]


@at_event(*DIRECTORS)
@ask_or_send
def draw(request: MemberRequest, desk: EventDesk, stage: int) -> HttpResponse:
    """The next draw as it would be now; it is made when it is confirmed, just as it was shown."""
    view = desk.view(stage)
    name = view.stage.name
    problem, drawn, status = "", None, 200
    if request.method == "POST" and desk.was_done:
        return redirect("contest-round", desk.header.pk, stage, max(1, len(view.stage.rounds)))
    try:
        drawn = next_draw(desk.state, desk.feeds, name)
        if request.method == "POST":
            if request.POST.get("wish") == "all":
                done = desk.do(DrawRound(name, rounds=99))
            elif request.POST.get("shown") != _print(drawn):
                done = Done(told(Refused(say("This is not the draw that you saw; look again."))), stale=True)
            else:
                done = desk.do(DrawRound(name, drawn=(drawn,)))
            if done.ok:
                return redirect("contest-round", desk.header.pk, stage, drawn.round)
            problem, status = done.problem, done.status
            drawn = next_draw(desk.state, desk.feeds, name)
    except Refused as refusal:
        problem, status = told(refusal), 422
    context = {
        "contest": desk,
        "stage": view.stage,
        "stage_number": stage,
        "drawn": drawn,
        "shown": _print(drawn) if drawn else "",
        "pairings": _named(desk, view.stage, drawn),
        "problem": problem,
        "open_matches": [each for each in view.results.values() if each.out and not each.match.is_bye],
        "all": view.stage.plan.contest == "round-robin",
    }
    return render(request, "contests/draw.html", context, status=status)


def _named(desk: EventDesk, stage: Stage, drawn: RoundDraw | None) -> list[tuple[MatchDraw, str, str]]:
    """Each match with its tables, and who meets."""
    if drawn is None:
        return []
    tables = tables_of_matches(desk.state, stage, drawn)
    return [(match, at, desk.state.called(*match.sides)) for match, at in zip(drawn.matches, tables, strict=True)]


@at_event(*DESK)
@require_safe
def screen(request: MemberRequest, desk: EventDesk, stage: int, round: int) -> HttpResponse:
    """The draw in large letters, for the wall."""
    view = desk.view(stage)
    if not 1 <= round <= len(view.stage.rounds):
        raise Http404
    seen = version_of(desk.state, request.club)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    drawn, last = view.stage.rounds[round - 1], len(view.stage.rounds)
    context = {
        "contest": desk,
        "stage_number": stage,
        "drawn": drawn,
        "pairings": _named(desk, view.stage, drawn),
        "newer": last if last > round else None,
        "seen": seen,
    }
    return render(request, "contests/screen.html", context)


@at_event(*DIRECTORS)
@ask_or_send
def change(request: MemberRequest, desk: EventDesk, stage: int, round: int) -> HttpResponse:
    """A draw put together by hand: first its price, then it is taken, with a reason."""
    view = desk.view(stage)
    if not 1 <= round <= len(view.stage.rounds):
        raise Http404
    before = view.stage.rounds[round - 1].matches
    matches = before
    cost: list[Sentence] | None = None
    done = None
    if request.method == "POST":
        try:
            matches = _wished(request, desk, before)
            cost = draw_cost(desk.state, desk.feeds, view.stage.name, round, [match.sides for match in matches])
            if request.POST.get("wish") == "take":
                done = desk.do(ChangeDraw(view.stage.name, round, matches), why=request.POST.get("why", ""))
                if done.ok:
                    return redirect("contest-round", desk.header.pk, stage, round)
        except Refused as refusal:
            done = Done(told(refusal))
    due = sorted(side for match in before for side in match.sides)
    context = {
        "contest": desk,
        "done": done,
        "stage": view.stage,
        "stage_number": stage,
        "round": round,
        "matches": [(place, match, _first_table(desk, match)) for place, match in enumerate(matches, 1)],
        "due": [(number, desk.state.called(number)) for number in due],
        "cost": cost,
        "why": request.POST.get("why", "")[:500],
        "back": reverse("contest-round", args=(desk.header.pk, stage, round)),
    }
    return render(request, "contests/change.html", context, status=done.status if done else 200)


def _first_table(desk: EventDesk, match: MatchDraw) -> int | None:
    return None if match.table is None else desk.state.first_table(match.table)


def _wished(request: MemberRequest, desk: EventDesk, before: Sequence[MatchDraw]) -> tuple[MatchDraw, ...]:
    """The matches as they were put together in the form; of the two tables of a match of teams either will do."""
    found: list[MatchDraw] = []
    for place, _match in enumerate(before, 1):
        sides = tuple(
            side for text in request.POST.getlist(f"side{place}")[:3] if (side := whole_in(text[:6])) is not None
        )
        if sides:
            table = whole_in(request.POST.get(f"table{place}", "")[:6])
            found.append(MatchDraw(sides, None if table is None else desk.state.place_of(table)))
    return tuple(found)
