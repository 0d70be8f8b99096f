"""Who has no percentage: everybody at one table alone, and who went home before the first board. Pages and lists go on."""

from __future__ import annotations

from datetime import date

import pytest
from ladders_kept import competition
from nights import a_night, do, play_on
from people import as_role, our_club
from yearbook_rows import person, sat

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.movements.files import from_dict
from arrowswitch.scoring.ranking.formulas import FORMULAS
from arrowswitch.session import Publish
from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.handicaps import worked_out
from arrowswitch.site.ladders.keeping import in_step
from arrowswitch.site.website.winners import winners_of
from arrowswitch.site.yearbook import keeper
from arrowswitch.site.yearbook.models import PlayedLine

pytestmark = pytest.mark.django_db
ONE_TABLE = from_dict(
    {
        "name": "Lesson",
        "tables": 1,
        "pairs": 2,
        "rounds": 1,
        "boards_per_round": 2,
        "winners": 1,
        "meetings": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": [1, 2]}],
    }
)


def test_one_table_has_winners_and_handicaps_without_a_percentage() -> None:
    night = a_night(ONE_TABLE)
    play_on(night)
    do(night, Publish())
    assert keeper.in_step(our_club()) == 0
    lines = PlayedLine.objects.filter(played=night)
    assert {(line.points, line.maximum, line.exact_percent) for line in lines} == {("0", "0", None)}
    assert {won["percent"] for won in winners_of([night])[night]} == {""}
    assert as_role("public").get("/").status_code == 200
    players = Player.objects.filter(pk__in=[line.player_id for line in lines])
    found = worked_out(players, FORMULAS["ten-games"], date(2026, 6, 1))
    assert [(each.handicap, each.used) for each in found.values()] == [(0, ())] * 4


def test_a_pair_that_went_home_before_its_first_board_keeps_no_session_from_counting() -> None:
    played = sat(date(2026, 1, 6), {"ann bob": 60, "cy dee": 40, "eve flo": 0})
    gone = PlayedLine.objects.filter(played=played, player__in=(person("eve"), person("flo")))
    gone.update(boards=0, points="0", maximum="0", percent=None)
    made = in_step(competition(SeriesPlan("percent", needed=1))).made
    assert made is not None
    assert made.held == 1
    assert [(line.rank, line.value, line.played) for line in made.places.order_by("turn")] == [
        ("1", "60", 1),
        ("2", "40", 1),
        ("", "", 0),
    ]
