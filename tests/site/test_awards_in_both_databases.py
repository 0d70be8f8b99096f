"""The register of awards in SQLite and in PostgreSQL: made, superseded, added up, and every page of it."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role, our_club

from arrowswitch.movements import build
from arrowswitch.session import BareScore, Correct, LineKey, Publish
from arrowswitch.site.merits import award_keeper, award_reading
from arrowswitch.site.merits.models import AwardRun, AwardsWay, HandCredit, MadeAward

pytestmark = pytest.mark.usefixtures("club")
PAGES = (
    "awards",
    "award-titles",
    "award-titles-file",
    "awards-federation",
    "awards-federation-file",
    "settings-awards",
)


def test_awards_are_made_superseded_and_shown() -> None:
    AwardsWay.objects.create(club=our_club(), scheme="nzb", since=date(2026, 1, 1), by="Olive Owner")
    night = a_night(build("mitchell", tables=5, boards_per_round=5))
    play_on(night)
    for table in (1, 2):
        line = LineKey("A", 1, table, 5 * table - 4)
        do(night, Correct(line, BareScore(140), consent=("NS", "EW")), why="score slip")
        do(night, Publish())
        while award_keeper.in_step(our_club()):
            pass
    assert [(each.version, each.current) for each in AwardRun.objects.order_by("pk")] == [(1, False), (2, True)]
    best = MadeAward.objects.filter(run__current=True, label="NS 1").first()
    assert best is not None
    assert best.player is not None
    assert award_reading.totals_of(best.player).all == ("30",)
    HandCredit.objects.create(
        club=our_club(), player=best.player, day=date(2026, 2, 1), unit="B points", amount="50", why="list", by="x"
    )
    award_keeper.add_up(our_club(), {(best.player.pk, 2026)})
    desk = as_role("director")
    for name in PAGES:
        assert desk.get(reverse(name), {"year": "2026", "first": "2026-01-01"}).status_code == 200, name
    for name, gap in (("player-awards", best.player.pk), ("award-credit", best.player.pk), ("award-working", best.pk)):
        assert desk.get(reverse(name, args=[gap])).status_code == 200, name
    assert "Local Master" in desk.get(reverse("award-titles"), {"year": "2026"}).content.decode()
    assert desk.get(reverse("night-results-awards", args=[night])).status_code == 200
