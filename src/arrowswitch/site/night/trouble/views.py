"""What has happened? The list, the questions, the ways out, and the one that is used."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from arrowswitch.movements import Instruction
from arrowswitch.session import ChangeMovement, CutRounds, JournalEntry, LatePair, LineKey, Refused, SwapDirections
from arrowswitch.session.night import replay
from arrowswitch.session.story import first_of
from arrowswitch.session.troubles import (
    GROUPS,
    PEOPLE,
    ROOM,
    TABLE,
    TROUBLES,
    Proposal,
    ProposedAct,
    made_before,
    may_happen,
    repairs_standing,
    rests_on_repair,
    ways_out,
)
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.night.desk import COMMAND, Desk, Done, at_desk, told
from arrowswitch.site.night.tasks.shown import tasks
from arrowswitch.site.night.trouble.asking import TroubleQuestions
from arrowswitch.site.night.trouble.shown import changed_grid
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence, say_count, spans

SILENT = ("move", "start")
"""Instructions that are no news after a repair."""


# -- the list ---------------------------------------------------------------------------------------------------------


@at_desk(*DIRECTORS)
@require_http_methods(["GET", "HEAD"])
def listing(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What has happened? And after a repair: what was done, with the way back."""
    return _listing(request, desk)


def _listing(request: MemberRequest, desk: Desk, done: Done | None = None) -> HttpResponse:
    session = desk.session.pk
    groups: dict[Sentence, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for kind in may_happen(desk.state):
        trouble = TROUBLES[kind]
        groups[trouble.group].append(
            {
                "title": spoken(trouble.title),
                "hint": spoken(trouble.hint),
                "address": reverse("night-trouble-kind", args=[session, kind]),
            }
        )
    groups[PEOPLE].append(
        {
            "title": _("Somebody takes over a seat"),
            "hint": _("A substitute, among the names."),
            "address": reverse("night-names-substitutes", args=[session]),
        }
    )
    groups[TABLE].append(
        {
            "title": _("A board was fouled"),
            "hint": _("Hands mixed, arrow not switched: open the board."),
            "address": reverse("night-boards", args=[session]),
        }
    )
    groups[ROOM].append(
        {
            "title": _("Change any meeting by hand"),
            "hint": _("Who meets whom, boards and sides, with the audit beside it."),
            "address": reverse("night-trouble-edit", args=[session]),
        }
    )
    finish = reverse("night-trouble-finish", args=[session]) if desk.state.sections else ""
    named = [(spoken(group), items) for group, items in groups.items()]
    was_done = _was_done(desk, request.GET.get("done", ""))
    last = None if was_done else next(repairs_standing(desk.state), None)
    context = {
        "desk": desk,
        "groups": named,
        "finish": finish,
        "done": done,
        "was_done": was_done,
        "standing": _standing(desk, last) if last else None,
        "tasks": tasks(desk) if was_done else [],
    }
    return render(request, "night/trouble/list.html", context, status=done.status if done else 200)


def _was_done(desk: Desk, command: str) -> dict[str, Any] | None:
    entries = [entry for entry in entries_of(desk, command) if entry.id not in desk.state.undone]
    if not entries:
        return None
    sayings: list[Sentence] = []
    before = replay(desk.state.journal[: desk.state.journal.place(entries[0].id)])
    known = {name: section.movement.instructions for name, section in before.sections.items()}
    for entry in entries:
        act = entry.act
        if isinstance(act, ChangeMovement | LatePair):
            first, now = act.from_round, desk.state.sections[act.section].round
            moments = {first - 1, now - 1, now}
            sayings += [
                each.text
                for each in act.movement.instructions
                if each.after in moments and each.occasion not in SILENT and each not in known[act.section]
            ]
    changes = (ChangeMovement, LatePair, CutRounds, SwapDirections)
    moved = any(isinstance(entry.act, ChangeMovement | LatePair) for entry in entries)
    notes = [note for entry in entries if isinstance(entry.act, changes) for note in entry.notes]
    return {
        "command": command,
        "acts": [entry.act.told(desk.state) for entry in entries],
        "notes": notes,
        "say": list(dict.fromkeys(sayings)),
        # Who has a card is sent to the wrong table by it
        "prints": reverse("night-print", args=[desk.session.pk]) if moved else "",
    }


def _standing(desk: Desk, entry: JournalEntry) -> dict[str, Any]:
    later = rests_on_repair(desk.state, entry)
    return {
        "command": first_of(desk.state, entry.id),
        "at": entry.at,
        "what": entry.act.told(desk.state),
        "why": entry.why,
        # What rests on it, so that it cannot be taken back, and where that is
        "hindered": (later.act.told(desk.state), _address(desk, later)) if later else None,
    }


def _address(desk: Desk, entry: JournalEntry) -> str:
    """Where something can be looked at: a result at its line, anything else in the journal."""
    line = next(iter(entry.act.lines_touched(desk.state)), None)
    return _line_address(desk, line) if line else reverse("night-journal", args=[desk.session.pk])


def entries_of(desk: Desk, command: str) -> list[JournalEntry]:
    """The entries of a repair: they are numbered after the first."""
    if not COMMAND.fullmatch(command) or command not in desk.state.ids:
        return []
    return [entry for entry in desk.state.journal if first_of(desk.state, entry.id) == command]


@at_desk(*DIRECTORS)
@require_POST
def take_back(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Undo of a whole repair, last act first."""
    command = request.POST.get("repair", "")
    if all(entry.id in desk.state.undone for entry in entries_of(desk, command)):
        return _listing(request, desk, Done(_("This has been undone already.")))
    done = desk.take_back(command, _("The repair was taken back."))
    return redirect("night-trouble", session=desk.session.pk) if done.ok else _listing(request, desk, done)


# -- one trouble ------------------------------------------------------------------------------------------------------


@at_desk(*DIRECTORS)
@ask_or_send
def trouble(request: MemberRequest, desk: Desk, kind: str) -> HttpResponse:
    """The questions; once answered, the ways out; once one is chosen, the act."""
    if kind not in TROUBLES:
        raise Http404
    asked = "show" in request.GET
    question = TroubleQuestions(desk, kind, request.GET if asked else None, request.GET)
    done, problem = Done(), ""
    ways: tuple[Proposal, ...] = ()
    if request.method == "POST" and entries_of(desk, request.POST.get("command", "")):
        return to_done(desk, request.POST["command"])  # sent twice, done once
    made = None
    if asked and question.is_valid():
        made = made_before(kind, desk.state, question.where.name, question.answers())
        ways, problem = ((), "") if made else _ways(desk, kind, question)
        if request.method == "POST":
            answer = Done(_("This has been put right already.")) if made else _use(request, desk, kind, ways)
            if isinstance(answer, HttpResponse):
                return answer
            done = answer
            ways, problem = ((), "") if made else _ways(desk, kind, question)
    elif request.method == "POST":
        done = Done(_("The form was not complete. Open the page again and send it once more."))
    shown = [shown_way(desk, way, knows=_costs_rounds(kind, way)) for way in ways]
    contradicted: list[LineKey] = max((way["entered"] for way in shown), key=len, default=[])
    context = {
        "desk": desk,
        "trouble": TROUBLES[kind],
        "question": question,
        "asked": asked,
        "ways": shown,
        "problem": problem,
        "made": _standing(desk, made) if made else None,
        "done": done,
        "why": request.POST.get("why", ""),
        "contradicted": [desk.state.place(key) for key in contradicted[:6]],
        "contradicted_more": max(0, len(contradicted) - 6),
        "follow": question.data.get("follow") != "no",
        "otherwise_follow": _with(request, follow="no" if question.data.get("follow") != "no" else "yes"),
    }
    return render(request, "night/trouble/trouble.html", context, status=done.status)


def _with(request: MemberRequest, **values: str) -> str:
    query = request.GET.copy()
    for name, value in values.items():
        query[name] = value
    return f"?{query.urlencode()}"


def _ways(desk: Desk, kind: str, question: TroubleQuestions) -> tuple[tuple[Proposal, ...], str]:
    try:
        found = ways_out(kind, desk.state, question.where.name, question.answers())
    except Refused as refusal:
        return (), told(refusal)
    return found[:8], ""


def _use(request: MemberRequest, desk: Desk, kind: str, ways: tuple[Proposal, ...]) -> Done | HttpResponse:
    """Does what was chosen, all of it or nothing."""
    chosen = next((way for way in ways if way.name == request.POST.get("way")), None)
    if chosen is None or chosen.fingerprint != request.POST.get("print"):
        return Done(_("Something has happened since you looked: look at the ways out again."), stale=True)
    insists, why = "force" in request.POST, request.POST.get("why", "").strip()
    if not chosen.legal and not (insists and why):
        return Done(_("This is not legal as it stands. To do it all the same, insist and give a reason."))
    if _costs_rounds(kind, chosen) and "knows" not in request.POST:
        return Done(_("The whole room would play fewer rounds. Say that you know it, or choose another way."))
    return carry_out(desk, chosen.deeds, why or spoken(TROUBLES[kind].title), insists=insists and not chosen.legal)


def _costs_rounds(kind: str, way: Proposal) -> bool:
    """Whether the whole room plays less, and that is not what the director came for."""
    return way.rounds_lost > 0 and not TROUBLES[kind].shortens


def carry_out(desk: Desk, deeds: tuple[ProposedAct, ...], why: str, *, insists: bool) -> Done | HttpResponse:
    """One deed after the other, under numbers that go on from the form's own; nothing if the movement is not as it was looked at."""
    seen = len(desk.state.journal)
    if not deeds:
        return redirect("night-trouble", session=desk.session.pk)
    first = desk.command(deeds[0].act, why)
    done = desk.give(
        *(
            replace(
                first,
                id=f"{first.id}-{number}" if number else first.id,
                act=deed.act,
                force=deed.force or insists,
                seen=seen if isinstance(deed.act, ChangeMovement) else None,
                repair=deed.force and not insists,
            )
            for number, deed in enumerate(deeds)
        )
    )
    return to_done(desk, first.id) if done.ok else done


def to_done(desk: Desk, command: str) -> HttpResponse:
    """To the list, which tells what was done."""
    return redirect(f"{reverse('night-trouble', args=[desk.session.pk])}?done={command}")


def shown_way(desk: Desk, way: Proposal, *, knows: bool) -> dict[str, Any]:
    """A way out as its page shows it."""
    grid = changed_grid(way.before, way.after, max(1, min(way.first, way.after.rounds)))
    return {
        "proposal": way,
        "grid": grid if grid["changes"] else None,
        "steps": [(_moment(step), step.text) for step in way.steps],
        "lost": [
            (
                _("Round %(round)s, table %(table)s: %(pair)s did not play %(boards)s.")
                if one.why == "missed"
                else _("Round %(round)s, table %(table)s: %(pair)s has had %(boards)s.")
            )
            % {
                "round": one.round,
                "table": one.table,
                "pair": way.after.label(one.pair),
                "boards": _("boards %(boards)s") % {"boards": spans(one.boards)},
            }
            for one in way.lost
        ],
        "tone": "faulty" if not way.legal else "costly" if way.costs else "fine",
        # What the director must say where the whole room is to play less
        "knows": _knowing(way.rounds_lost) if knows else None,
        "entered": list(way.contradicted),
        "to_enter": [(key, _line_address(desk, key)) for key in way.to_enter],
    }


def _knowing(rounds: int) -> Sentence:
    return say_count(
        "I know that everybody plays {n} round fewer", "I know that everybody plays {n} rounds fewer", rounds
    )


def _moment(step: Instruction) -> str:
    return _("after round %(round)s") % {"round": step.after} if step.after else _("before play")


def _line_address(desk: Desk, key: LineKey) -> str:
    return reverse("night-line", args=[desk.session.pk, key.section, key.round, key.table, key.board])
