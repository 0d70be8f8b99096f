"""A ladder of every kind of thing that it keeps, for the tests that try every address."""

from __future__ import annotations

from people import our_club
from urls_by_role import LADDER, LADDER_PLACE, WINNER

from arrowswitch.contests.series import LadderRules, SeriesPlan, SessionChoice, written_rules
from arrowswitch.site.ladders.keeping import in_step
from arrowswitch.site.ladders.models import Competition, MadePlace, Trophy, Winner

EVERY_TUESDAY = SessionChoice(weekdays=(2,))


def competition(
    plan: SeriesPlan | None = None,
    choice: SessionChoice = EVERY_TUESDAY,
    *,
    title: str = "Winter ladder",
    **more: object,
) -> Competition:
    """A competition of the tests' club over its Tuesdays."""
    rules = LadderRules(plan or SeriesPlan.ladder(6, 5, 5), choice, **more)  # type: ignore[arg-type]
    made = Competition.objects.create(club=our_club(), title=title, year=2026)
    made.rules.create(text=written_rules(rules))
    return made


def laddered() -> dict[str, int]:
    """A ladder of the club of the tests over all its pairs, and a place in it."""
    kept = competition(
        SeriesPlan("mean", needed=1), SessionChoice(kinds=("pairs",)), title="Winter ladder of Riverside"
    )
    made = in_step(kept).made
    assert made is not None
    place = made.places.first() or MadePlace.objects.create(made=made, turn=0, played=0, boards=0, taken="[]")
    bowl = Trophy.objects.create(club=our_club(), title="Rose bowl of Riverside")
    winner = Winner.objects.create(trophy=bowl, year=1987)
    winner.names.create(name="Olive Elder")
    return {LADDER: kept.pk, LADDER_PLACE: place.pk, WINNER: winner.pk}
