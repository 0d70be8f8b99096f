"""Matches at the desk: what each has come to, a result without boards, what went wrong; and who is in which team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.movements.teams.fixtures import PlannedMatch
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.scoring.matches.matches import Match, matches
from arrowswitch.session import Refused
from arrowswitch.session.acts import AwardMatch, EnterMatch
from arrowswitch.session.night import MatchKey, matches_of, missing
from arrowswitch.site.accounts.gate import DESK, ask_or_send
from arrowswitch.site.night.desk import Desk, Done, at_desk, told
from arrowswitch.site.night.lines.doing import FormOffer, answered
from arrowswitch.site.night.matches.forms import LineUpForm, MatchAwardForm, TeamForm, WholeMatchForm
from arrowswitch.site.night.results.shown import unit_of
from arrowswitch.site.requests import MemberRequest


@at_desk(*DESK)
@require_safe
def overview(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Every match, round by round, and the teams."""
    played, state = matches(desk.results.scored), desk.state
    lacking = [(each.line.section, frozenset((each.ns, each.ew)), each.line.round) for each in missing(state)]
    found = [_listed(desk, key, plan, played, lacking) for key, plan in matches_of(state)]
    teams = [
        {
            "section": section.name,
            "number": number,
            "label": desk.names.label(section.name, number),
            "name": state.team(section.name, number).name,
            "people": desk.names.people(section.name, number),
            "captain": desk.names.captain(section.name, number),
        }
        for section in state.sections.values()
        if section.movement.kind == "teams"
        for number in section.movement.contestants
    ]
    context = {"desk": desk, "matches": found, "teams": teams, "unit": unit_of(state), "vps": state.on_victory_points}
    return render(request, "night/matches/matches.html", context)


def _listed(
    desk: Desk,
    key: MatchKey,
    plan: PlannedMatch,
    played: Mapping[str, Sequence[Match]],
    lacking: list[tuple[str, frozenset[int], int]],
) -> dict[str, Any]:
    state = desk.state
    name, opponent = (state.name(key.section, number) for number in (key.one, key.other))
    match, back = _in(plan, played.get(name, ()), opponent), _in(plan, played.get(opponent, ()), name)
    points = vps = ""
    if match is not None and not match.awarded:
        net = match.net + match.aggregate_points
        points = signed(net) if unit_of(state).signed else written(net)
    if match is not None and back is not None and match.vps is not None and back.vps is not None:
        vps = f"{percentage(match.vps)} – {percentage(back.vps)}"
    return {
        "key": key,
        "rounds": ", ".join(map(str, plan.rounds)),
        "tables": ", ".join(desk.names.table(key.section, table) for table in plan.tables),
        "one": desk.names.team(key.section, key.one),
        "other": desk.names.team(key.section, key.other),
        "points": points,
        "vps": vps,
        # How many results of its boards are still to come
        "missing": sum(
            1
            for section, teams, number in lacking
            if (section, teams) == (key.section, plan.teams) and number in plan.rounds
        ),
        "whole": bool(match and match.settled),
    }


def _in(plan: PlannedMatch, played: Sequence[Match], opponent: str) -> Match | None:
    """What a planned match has come to, of all that a team has played: two may meet twice."""
    return next(
        (each for each in played if each.opponent == opponent and not set(plan.rounds).isdisjoint(each.rounds)), None
    )


@at_desk(*DESK)
@ask_or_send
def one_match(request: MemberRequest, desk: Desk, section: str, one: int, other: int, number: int) -> HttpResponse:
    """One match: entered as a whole, or settled; the effect on the ranking is seen first."""
    key = MatchKey(section, one, other, number)
    plan = next((plan for each, plan in matches_of(desk.state) if each == key), None)
    if plan is None:
        raise Http404
    role = request.actor.role

    def sent(slug: str) -> Any:
        return request.POST if request.method == "POST" and request.POST.get("do") == slug else None

    offers = [
        FormOffer("whole", _("Enter it as a whole"), WholeMatchForm(desk, key, sent("whole")), EnterMatch, role),
        FormOffer("award", _("Something went wrong"), MatchAwardForm(desk, key, sent("award")), AwardMatch, role),
    ]
    offers[0].about = _("Only where there are no boards to enter: the result of the match is all that is known.")
    offers[1].about = _("The regulations say what each team has for it; what was scored on its boards does not count.")

    def context() -> dict[str, Any]:
        result = desk.state.matches.get(key)
        teams = [(each, desk.names.team(section, each), desk.state.name(section, each)) for each in (one, other)]
        return {"key": key, "plan": plan, "teams": teams, "result": result, "boards": len(plan.boards)}

    return answered(request, desk, "night/matches/match.html", offers, context)


@at_desk(*DESK)
@ask_or_send
def team(request: MemberRequest, desk: Desk, section: str, number: int) -> HttpResponse:
    """A team: what it is called, who is in it, and who plays where in which round."""
    where = desk.state.sections.get(section)
    if where is None or where.movement.kind != "teams" or number not in where.movement.contestants:
        raise Http404
    form, line_up, done = TeamForm(desk, section, number), LineUpForm(desk, section, number), Done()
    if request.method == "POST":
        chosen: TeamForm | LineUpForm
        if request.POST.get("do") == "line-up":
            chosen = line_up = LineUpForm(desk, section, number, request.POST)
        else:
            chosen = form = TeamForm(desk, section, number, request.POST)
        done = _sent(desk, chosen)
        if done.ok:
            return redirect("night-team", desk.session.pk, section, number)
    context = {
        "desk": desk,
        "done": done,
        "form": form,
        "line_up": line_up,
        "label": desk.names.label(section, number),
        "name": desk.state.team(section, number).name,
        "captain": desk.names.captain(section, number),
        "rounds": _rounds(desk, section, number),
    }
    return render(request, "night/matches/team.html", context, status=done.status)


def _sent(desk: Desk, form: TeamForm | LineUpForm) -> Done:
    if not form.is_valid():
        return Done(_("Nothing was changed yet: see below."))
    try:
        return desk.do(form.act())
    except Refused as refusal:
        return Done(told(refusal))


def _rounds(desk: Desk, section: str, number: int) -> list[dict[str, Any]]:
    """Where each half of a team sits, round by round, against whom, and who it is."""
    movement, names = desk.state.sections[section].movement, desk.names
    found = []
    for round_number, meetings in movement.by_round.items():
        for meeting in meetings:
            if number in meeting.sides:
                side: Any = "NS" if meeting.ns == number else "EW"
                against = meeting.ew if side == "NS" else meeting.ns
                found.append(
                    {
                        "round": round_number,
                        "table": names.table(section, meeting.table),
                        "side": side,
                        "pair": names.sitting(section, number, side, round_number),
                        "against": names.team(section, against),
                        "now": round_number == desk.state.sections[section].round,
                    }
                )
    return found
