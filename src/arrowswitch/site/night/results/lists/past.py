"""Strata and handicaps proposed from what is known already: the grades of the register, and the results of earlier sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone

from arrowswitch.scoring import METHODS, Step
from arrowswitch.scoring.ranking.formulas import (
    HandicapFormula,
    PastScore,
    WorkedHandicap,
    before,
    handicap_of,
    pair_by,
    stratum_by_grade,
)
from arrowswitch.session import Place, SeatedPlayer
from arrowswitch.session.night import Contestant, contestants, seats_of
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.ladders.handicaps import granted
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.results.combined.combining import main_player
from arrowswitch.site.night.results.seeing import scored_of
from arrowswitch.site.work.memory import Memory
from arrowswitch.words import say

MOST_SESSIONS = 120
"""No more are looked through, the latest first: two nights a week for a year, and a little."""

PAST: Memory[int, Mapping[str, PastScore]] = Memory(4 * MOST_SESSIONS)
"""What each player had in a session; good as long as its journal is the same."""


@dataclass(frozen=True)
class ListProposal:
    """What could be set, by the names that scoring gives contestants."""

    strata: Mapping[str, str] = field(default_factory=dict)
    handicaps: Mapping[str, WorkedHandicap] = field(default_factory=dict)
    sessions: int = 0
    """How many earlier sessions were looked through."""


def proposal(
    desk: Desk, formula: HandicapFormula | None, letters: Mapping[str, str], *, register: bool = False
) -> ListProposal:
    """Handicaps by the formula, or as the register grants them on the day, and strata by the grades, where players are known."""
    people = {who: _people(desk, contestant) for who, contestant in contestants(desk.state).items()}
    strata = {}
    if letters:
        grades = _grades(desk)
        for who, seated in people.items():
            known = [grades.get(_key(player), "") for player in seated]
            if any(grade in letters for grade in known):
                found = stratum_by_grade([grade for grade in known if grade], letters)
                strata[who] = "" if found == "A" else found
    day = desk.session.date or timezone.localdate()
    if register:
        return ListProposal(strata, _of_register(desk, people, day))
    if formula is None:
        return ListProposal(strata)
    past = earlier(desk, day, formula)
    handicaps = {}
    for who, seated in people.items():
        if seated:
            worked = [
                handicap_of([each[_key(player)] for each in past if _key(player) in each], day, formula)
                for player in seated
            ]
            handicaps[who] = pair_by(worked, formula, [player.name for player in seated])
    return ListProposal(strata, handicaps, len(past))


def _of_register(desk: Desk, people: Mapping[str, list[SeatedPlayer]], day: date) -> dict[str, WorkedHandicap]:
    """What the club's register grants to everybody whose players are known."""
    found = granted(desk.session.club)
    now = {
        str(player.pk): str(player.now.pk)
        for player in Player.objects.filter(club=desk.session.club, merged_into__isnull=False).select_related(
            "merged_into"
        )
    }
    proposed = {}
    for who, seated in people.items():
        if not seated:
            continue
        keys = [now.get(_key(player), _key(player)) for player in seated]
        each = [
            Step(say("{name}", name=player.name), found.of_player(key, day))
            for player, key in zip(seated, keys, strict=True)
        ]
        together = say("The sum of them") if found.adds(day) else say("The mean of them")
        proposed[who] = WorkedHandicap(found.of_pair(keys, day), (*each, Step(together, found.of_pair(keys, day))))
    return proposed


def earlier(desk: Desk, day: date, formula: HandicapFormula) -> list[Mapping[str, PastScore]]:
    """What players had in the sessions of the club that the formula may look at and that were posted."""
    since = before(day, formula.months) if formula.months else date(day.year - 1, 1, 1) if formula.year else date.min
    found = store.listed(desk.session.club).filter(date__gte=since, date__lt=day).order_by("-date", "-pk")
    return [scores for session in found[:MOST_SESSIONS] if (scores := _scores(session))]


def _scores(session: Session) -> Mapping[str, PastScore]:
    state = store.state(session.pk)

    def make() -> Mapping[str, PastScore]:
        if not state.publications or not METHODS[state.method].percent or session.date is None:
            return {}
        by_name = contestants(state)
        found = {}
        for standing in scored_of(session.pk, state)[1]:
            who = by_name[standing.contestant]
            seats = seats_of(state.sections[who.section].movement, who.number)
            for player in (main_player(state, Place(*who, seat)) for seat in seats):
                if player is not None and standing.percent is not None:
                    found[_key(player)] = PastScore(session.date, standing.percent)
        return found

    return PAST.made(session.pk, make, state.journal)


def _people(desk: Desk, who: Contestant) -> list[SeatedPlayer]:
    seats = seats_of(desk.state.sections[who.section].movement, who.number)
    found = (main_player(desk.state, Place(*who, seat)) for seat in seats)
    return [player for player in found if player is not None]


def _key(player: SeatedPlayer) -> str:
    return player.id or f"~{player.name.casefold()}"


def _grades(desk: Desk) -> dict[str, str]:
    ids = [
        player.id for who in contestants(desk.state).values() for player in _people(desk, who) if player.id.isdecimal()
    ]
    return _register(desk.session.club, ids)


def _register(club: Club, ids: list[str]) -> dict[str, str]:
    known = Player.objects.filter(club=club, pk__in=[int(each) for each in ids]).select_related("merged_into")
    return {str(player.pk): (player.merged_into or player).grade for player in known}


def grades_of(desk: Desk) -> list[str]:
    """The grades that the players of this session have in the register."""
    return sorted({grade for grade in _grades(desk).values() if grade})
