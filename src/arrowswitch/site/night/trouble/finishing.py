"""The best way to finish: what has happened is put down fact by fact, then the ranked ways are shown, and one of them is done.

The facts are in the address, so that nothing is kept before a way is used. Looking for ways is dear: it is done in the workshop, quickly at
first, and for up to ten seconds if the director wants to look further.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from arrowswitch.movements import ImpossibleWish, replan
from arrowswitch.movements.replan import Way, carry_told
from arrowswitch.session import Refused
from arrowswitch.session.night import Section
from arrowswitch.session.troubles import finishing
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.night.desk import Desk, Done, at_desk, told
from arrowswitch.site.night.trouble.asking import TroubleQuestions, chosen_section
from arrowswitch.site.night.trouble.views import carry_out, entries_of, shown_way, to_done
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work import workshop
from arrowswitch.site.work.dear import dear
from arrowswitch.site.work.memory import Memory

AT_ONCE = (replan.TRIES, 6.0)
FURTHER = (replan.LONGER, 9.0)
"""Tries and seconds of the first look, and of the longer one."""
FOUND: Memory[Hashable, tuple[Way, ...]] = Memory(60)
"""The ways that were found last, by the evening that they are for."""


class FactQuestions(TroubleQuestions):
    """The questions about one fact."""

    kinds = finishing.FACTS


@dataclass(frozen=True)
class TellingSoFar:
    """What the address tells: the section, the round to begin with, and the facts."""

    section: Section
    first: int
    facts: tuple[finishing.Fact, ...]
    query: QueryDict

    def address(self, **changes: str) -> str:
        """The same with something else; an empty text takes it out."""
        query = self.query.copy()
        for name, value in changes.items():
            query.pop(name, None)
            if value:
                query[name] = value
        return f"?{query.urlencode()}"

    def with_facts(self, facts: tuple[finishing.Fact, ...]) -> str:
        """The address with these facts, and no question open."""
        query = QueryDict(mutable=True)
        query["section"] = self.section.name
        if self.first:
            query["first"] = str(self.first)
        query.setlist("fact", list(dict.fromkeys(finishing.write_fact(fact) for fact in facts)))
        return f"?{query.urlencode()}"


@at_desk(*DIRECTORS)
@ask_or_send
def finish(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What has happened, fact by fact; then the ways to finish; once one is chosen, all of it at once."""
    if request.method == "POST" and entries_of(desk, request.POST.get("command", "")):
        return to_done(desk, request.POST["command"])  # sent twice, done once
    telling, unread = _read(request, desk)
    question = _question(request, desk)
    if question is not None and "put" in request.GET and question.is_valid():
        return redirect(
            request.path + telling.with_facts((*telling.facts, finishing.Fact(request.GET["add"], question.answers())))
        )
    asked = "show" in request.GET
    ways, problem = _ways(request, desk, telling) if asked and not unread else ((), unread)
    done = Done()
    if request.method == "POST":
        answer = _use(request, desk, ways, problem)
        if isinstance(answer, HttpResponse):
            return answer
        done = answer
        ways, problem = _ways(request, desk, telling) if asked and not unread else ((), unread)
    if "standing" in request.GET and not problem:
        return _standing(desk, telling)
    rounds = finishing.rounds_to_plan(desk.state, telling.section)
    movement = telling.section.movement
    context = {
        "desk": desk,
        "section": telling.section,
        "several": len(desk.state.sections) > 1,
        "facts": [
            (
                spoken(fact.said(movement)),
                telling.with_facts(tuple(other for at, other in enumerate(telling.facts) if at != place)),
            )
            for place, fact in enumerate(telling.facts)
        ],
        "written": [finishing.write_fact(fact) for fact in telling.facts],
        "kinds": [(name, spoken(kind.title)) for name, kind in finishing.FACTS.items() if kind.where(movement)],
        "full": len(telling.facts) >= finishing.MOST_FACTS,
        "question": question,
        "rounds": [
            (number, number == (telling.first or rounds.usual)) for number in range(rounds.first, rounds.last + 1)
        ],
        "asked": asked,
        "stop": _can_be_stopped(telling, rounds.first, ways),
        "ways": [_shown(desk, telling.section.name, each) for each in ways],
        "first": telling.first or "",
        "further": telling.address(deep="1") if ways and "deep" not in request.GET else "",
        "file": telling.address(standing="1", show="", deep="") if ways else "",
        "problem": problem,
        "done": done,
        "why": request.POST.get("why", ""),
    }
    return render(request, "night/trouble/finish.html", context, status=done.status)


def _read(request: MemberRequest, desk: Desk) -> tuple[TellingSoFar, str]:
    section = chosen_section(desk, request.GET)
    facts: list[finishing.Fact] = []
    problem = ""
    for text in request.GET.getlist("fact")[: finishing.MOST_FACTS]:
        try:
            fact = finishing.read_fact(text)
            fact.said(section.movement)
            facts.append(fact)
        except ImpossibleWish as unread:
            problem = problem or told(unread)
    given = request.GET.get("first", "")
    first = int(given) if given.isascii() and given.isdecimal() and len(given) < 4 else 0
    return TellingSoFar(section, first, tuple(facts), request.GET), problem


def _question(request: MemberRequest, desk: Desk) -> FactQuestions | None:
    kind = request.GET.get("add", "")
    if kind not in finishing.FACTS:
        return None
    return FactQuestions(desk, kind, request.GET if "put" in request.GET else None, request.GET)


def _ways(request: MemberRequest, desk: Desk, telling: TellingSoFar) -> tuple[tuple[finishing.Finish, ...], str]:
    name = telling.section.name
    effort = FURTHER if "deep" in request.GET else AT_ONCE
    try:
        wish = finishing.wish_of(desk.state, name, telling.facts, telling.first)
        key = sha256(repr((wish, effort)).encode()).digest()
        found = dear(request, FOUND, key, finishing.ways_to_finish, wish, *effort)
        return finishing.proposals(desk.state, name, wish, found), ""
    except (Refused, ImpossibleWish, workshop.NotMade) as problem:
        return (), told(problem)


def _can_be_stopped(telling: TellingSoFar, first: int, ways: tuple[finishing.Finish, ...]) -> int:
    """The round that is being played without a result, if boards come up in it that somebody has had; 0 otherwise."""
    now = telling.section.round
    spoilt = {one.round for each in ways for one in each.proposal.lost if one.why == "seen"}
    return now if first == now and now in spoilt else 0


def _standing(desk: Desk, telling: TellingSoFar) -> HttpResponse:
    """The evening as it stands, without names, for `movement replan`."""
    try:
        wish = finishing.wish_of(desk.state, telling.section.name, telling.facts, telling.first)
    except (Refused, ImpossibleWish) as problem:
        return HttpResponse(told(problem), content_type="text/plain; charset=utf-8", status=422)
    answer = JsonResponse(wish.standings[0].to_dict(), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="standing.json"'
    return answer


def _use(request: MemberRequest, desk: Desk, ways: tuple[finishing.Finish, ...], problem: str) -> Done | HttpResponse:
    """Does what was chosen, all of it or nothing."""
    chosen = next((each for each in ways if each.way.name == request.POST.get("way")), None)
    if chosen is None or chosen.proposal.fingerprint != request.POST.get("print"):
        return Done(
            problem or _("Something has happened since you looked: look at the ways to finish again."), stale=True
        )
    insists, why = "force" in request.POST, request.POST.get("why", "").strip()
    if not chosen.proposal.legal and not (insists and why):
        return Done(_("This is not legal as it stands. To do it all the same, insist and give a reason."))
    reason = why or _("The best way to finish")
    return carry_out(desk, chosen.proposal.deeds, reason, insists=insists and not chosen.proposal.legal)


def _shown(desk: Desk, section: str, each: finishing.Finish) -> dict[str, Any]:
    way = each.way
    carried = [carry_told(carry) for carry in way.carries]
    said = [text for text in way.say if text not in carried]
    tone = "costly" if way.costs.unplayed or way.costs.sit_outs or each.proposal.lost else "fine"
    shown = shown_way(desk, each.proposal, knows=False)
    return {
        **shown,
        "way": way,
        "costs": [*finishing.departures_told(desk.state.sections[section], each.proposal), *way.costs.told()],
        "tone": tone if each.proposal.legal else "faulty",
        "verdict": _verdict(each),
        "say": said,
        "carry": carried,
        "later": [(text, moment) for moment, text in shown["steps"] if text not in way.say],
    }


def _verdict(each: finishing.Finish) -> str:
    """What a director reads first."""
    if not each.proposal.legal:
        return spoken(each.proposal.verdict)
    worst = next(iter(each.way.costs.told()), None)
    nothing = not any(each.way.costs[:3])
    if nothing and each.proposal.lost:
        return _("nothing more lost, but scores to adjust")
    return _("nothing lost") if nothing or worst is None else spoken(worst)
