"""The pairs within an event of teams, by Butler: everything that its sessions have, as one list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arrowswitch.contests.events import EventState
from arrowswitch.journals import Actor
from arrowswitch.scoring.figures import signed
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.session import State
from arrowswitch.session.night import PairWithin, as_far_as_ranked, pairs_by_butler
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.desk import EventDesk, at_event
from arrowswitch.site.events.feeds import state_of
from arrowswitch.site.night.naming import Eyes, Names
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.memory import Memory

_memory: Memory[tuple[int, bool], tuple[PairWithin, ...]] = Memory(64)
"""By session, all of it or what others than the desk may know; good as long as the journal is the same."""


@dataclass(frozen=True, slots=True)
class ButlerRow:
    """A pair of the list, with what it made."""

    place: str
    names: str
    team: str
    boards: int
    imps: str
    mean: str


def butler_rows(event: EventState, club: Club, by: Actor, eyes: Eyes = "public") -> list[ButlerRow]:
    """Every pair that has played for a team, the best mean first, as far as somebody may see it."""
    found: dict[tuple[int, tuple[str, ...], str], list[PairWithin]] = {}
    for each in event.sessions.values():
        state = None if each.left_out else state_of(each.session, club)
        if state is None or state.away:
            continue
        viewer = Viewer(int(each.session), state, by)
        if not (viewer.desk or viewer.ranking):
            continue
        seen = state if viewer.desk else as_far_as_ranked(viewer.state, by)
        names = Names(seen, club, eyes)
        for pair in _pairs(int(each.session), state, seen):
            people = " & ".join(names.player(player) for player in pair.players) or str(pair.side or "")
            found.setdefault((pair.team.number, _persons(names, pair), people), []).append(pair)
    rows = [(team, people, *_together(pairs)) for (team, _who, people), pairs in found.items()]
    rows.sort(key=lambda row: (-row[4], row[0], row[1]))
    means = [row[4] for row in rows]
    return [
        ButlerRow(_place(means, mean), people, event.called(team), boards, signed(imps), signed(mean))
        for team, people, boards, imps, mean in rows
    ]


def _persons(names: Names, pair: PairWithin) -> tuple[str, ...]:
    """Who the two are: by the register where they are in it, because two without a name are not the same two."""
    known = (names.register.get(player.id) for player in pair.players)
    return tuple(str(one.pk) if one else "" for one in known)


def _pairs(session: int, now: State, seen: State) -> tuple[PairWithin, ...]:
    return _memory.made((session, seen is now), lambda: pairs_by_butler(seen), now.journal)


def _together(pairs: Iterable[PairWithin]) -> tuple[int, Number, Number]:
    pairs = list(pairs)
    boards = sum(pair.boards for pair in pairs)
    imps = tidy(sum((Fraction(pair.imps) for pair in pairs), Fraction(0)))
    return boards, imps, tidy(Fraction(imps) / boards) if boards else 0


def _place(means: list[Number], mean: Number) -> str:
    """A place, with those who share it."""
    return f"{means.index(mean) + 1}{'=' if means.count(mean) > 1 else ''}"


@at_event(*DESK)
@require_safe
def butler(request: MemberRequest, desk: EventDesk) -> HttpResponse:
    """The pairs at the desk."""
    if desk.state.kind != "teams":
        raise Http404
    context: dict[str, Any] = {"contest": desk, "pairs": butler_rows(desk.state, request.club, request.actor, "desk")}
    return render(request, "contests/butler.html", context)
