"""A team's own page, for its captain and everybody in it: where to sit, the line-up, the slip to confirm, who is in the team.

Its address has a key that nobody can guess; whoever has it acts for the team and for nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from arrowswitch.contests.events import (
    ChangeEntry,
    ConfirmSlip,
    EventAct,
    EventCommand,
    EventMatchKey,
    EventState,
    SetLineUp,
    StageView,
)
from arrowswitch.journals import Actor, Refused
from arrowswitch.session import LineKey, State
from arrowswitch.session.night import drawn_results
from arrowswitch.site.accounts.gate import EVERYONE, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.events import running, store
from arrowswitch.site.events.entries import PLACES, written
from arrowswitch.site.events.evenings import section_of
from arrowswitch.site.events.feeds import feeds
from arrowswitch.site.events.keys import key_of
from arrowswitch.site.events.line_ups import confirmation, line_up_asked, line_up_of, people, slip_of, standing_line_up
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.events.pasting import as_known
from arrowswitch.site.events.rounds import lines_of
from arrowswitch.site.events.seats import directions, seats_in, session_of
from arrowswitch.site.night.desk import COMMAND, Done, told
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import ClubRequest
from arrowswitch.words import Sentence, say


@allow(*EVERYONE)
@ask_or_send
def team(request: ClubRequest, token: str, who: int, key: str) -> HttpResponse:
    """The page of one team or pair."""
    header = KeptEvent.objects.filter(club=request.club, token=token, shared=True, away=False).first()
    if header is None or request.club is None or not constant_time_compare(key, key_of(header, who)):
        raise Http404
    club = request.club
    state = as_known(store.state(header.pk, club=club), club, "desk")
    if who not in state.entries:
        raise Http404
    by = Actor("player", _captain(state, who), contestant=who)
    done = None
    if request.method == "POST":
        done = _sent(request, header, state, by, who)
        if done.ok:
            return redirect(request.path)
        state = as_known(store.state(header.pk, club=club), club, "desk")
    entry = state.entries[who]
    names = [each.name for each in entry.players]
    context: dict[str, Any] = {
        "event": state,
        "token": token,
        "entry": entry,
        "entered": "entered" in request.GET,
        "done": done,
        "players": list(enumerate(names + [""] * (PLACES[state.kind] - len(names)), 1)),
        "begun": any(stage.rounds for stage in state.stages.values()),
        **(_playing(state, club, by, who) if state.stages else {}),
    }
    return render(request, "contests/team.html", context, status=done.status if done else 200)


def _captain(state: EventState, who: int) -> str:
    entry = state.entries[who]
    return entry.players[entry.captain - 1].name if entry.captain <= len(entry.players) else entry.name


def _playing(state: EventState, club: Club, by: Actor, who: int) -> dict[str, Any]:
    """Where the team plays now, and its matches, the last first."""
    view = StageView.of(state, feeds(state, club), state.current)
    stage = view.stage
    found: dict[str, Any] = {"stage": stage, "matches": []}
    for drawn in reversed(stage.rounds):
        match = drawn.of(who)
        if match is None:
            continue
        key = EventMatchKey(stage.name, drawn.round, drawn.matches.index(match) + 1)
        line = lines_of(view, drawn.round)[key.match - 1]
        found["matches"].append(
            {
                "key": key,
                "line": line,
                "called": state.called(*(side for side in match.sides if side != who)),
                "slip": slip_of(view, key) if _may_see(state, club, by, stage.name, drawn.round) else None,
                "vps": line.result.vps(who),
                "line_up": None if _has_begun(state, club, key, who) else line_up_of(view, key, who),
            }
        )
        if drawn is stage.rounds[-1]:
            found["now"] = _now(view, club, drawn.round, who, key)
            found["round"] = drawn.round
    return found


def _may_see(state: EventState, club: Club, by: Actor, stage: str, number: int) -> bool:
    """Whether a player may know the result of a round: what a session does not show yet, its slips do not show either."""
    played = session_of(state, club, stage, number)
    if played is None:
        return True
    session, night = played
    section = section_of(night)
    if night.settings.scores == "round" and _is_over(night, number):
        return True
    name = section.name if section else ""
    look = Viewer(session, night, Actor("player", by.name, name, contestant=by.contestant))
    return all(look.line(key) for key in _written(night, number, by.contestant))


def _is_over(night: State, number: int) -> bool:
    """Whether every match of a round is in: then it is over, though the next was not called, or drawn, or there is none."""
    section = section_of(night)
    draws = [each.number for each in section.movement.draws] if section else []
    matches = drawn_results(night).get(draws.index(number) + 1, ()) if number in draws else ()
    return bool(matches) and all(each.complete for each in matches)


def _has_begun(state: EventState, club: Club, key: EventMatchKey, who: int) -> bool:
    """Whether anything is in of a match: then its line-up is history, and the director's to correct."""
    if state.stages[key.stage].record(key).has_result:
        return True
    played = session_of(state, club, key.stage, key.round)
    return played is not None and any(True for _ in _written(played[1], key.round, who))


def _written(night: State, number: int, who: int | None) -> Iterator[LineKey]:
    """The results that a session has of a contestant in a round of the event."""
    section = section_of(night)
    draw = next((each for each in section.movement.draws if each.number == number), None) if section else None
    if section is None or draw is None:
        return
    for meeting in section.movement.meetings:
        if draw.first <= meeting.round <= draw.last and who in meeting.sides:
            keys = (LineKey(section.name, meeting.round, meeting.table, board) for board in meeting.boards)
            yield from (key for key in keys if key in night.lines)


def _now(view: StageView, club: Club, number: int, who: int, key: EventMatchKey) -> list[tuple[str, list[Sentence]]]:
    """Who of the team goes where in a round."""
    state, stage = view.state, view.stage
    played = session_of(state, club, stage.name, number)
    seats = seats_in(state, stage, number, played[1] if played else None).get(who, [])
    entry = state.entries[who]
    if not seats:
        return [(entry.name, [say("You have a bye in this round.")])] if state.match(key).is_bye else []
    if state.kind != "teams":
        return [(entry.name, directions(state, seats))]
    chosen = standing_line_up(stage, number, who)
    return [(people(entry, chosen, ns), directions(state, seats, ns)) for ns in (True, False)]


def _sent(request: ClubRequest, header: KeptEvent, state: EventState, by: Actor, who: int) -> Done:
    given = request.POST.get("command", "")
    name = given if COMMAND.fullmatch(given) else str(uuid4())
    try:
        act = _asked(request, header, state, who)
        _check_time(act, state, header.club, by)
        running.append(header.pk, EventCommand(name, by, timezone.now(), act), club=header.club)
    except Refused as refusal:
        return Done(told(refusal))
    except store.StoreFault as fault:
        return Done(told(fault), broken=True)
    return Done()


def _check_time(act: EventAct, state: EventState, club: Club, by: Actor) -> None:
    """Refuses what a page does not offer now: a refusal would tell a result too early, a line-up would change what was played."""
    if isinstance(act, ConfirmSlip) and not _may_see(state, club, by, act.match.stage, act.match.round):
        raise Refused(say("The match has no result yet."))
    if isinstance(act, SetLineUp) and _has_begun(state, club, act.match, act.contestant):
        raise Refused(say("The match has begun; ask the director."))


def _asked(request: ClubRequest, header: KeptEvent, state: EventState, who: int) -> EventAct:
    wish, _space, place = request.POST.get("wish", "").partition(" ")
    if wish == "entry":
        known = state.entries[who]
        wanted = written(request, header.club, known.players)
        kept = {"club": known.club, "home": known.home, "seed": known.seed}
        return replace(ChangeEntry(**{**wanted, **kept}), number=who)
    round_text, _dot, match_text = place.partition(".")
    if not (state.stages and round_text.isdecimal() and match_text.isdecimal() and len(place) < 12):
        raise Refused(say("That cannot be done here."))
    key = EventMatchKey(state.current, int(round_text), int(match_text))
    if wish == "line-up":
        return line_up_asked(key, who, request.POST)
    if wish == "confirm":
        return confirmation(key, who, request.POST.get("score", ""))
    raise Refused(say("That cannot be done here."))
