"""The register of awards in SQLite and in PostgreSQL: made, superseded, added up, and every page of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from time import sleep

import pytest
from clubs import used
from django.db import transaction
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role, our_club

from arrowswitch.movements import build
from arrowswitch.scoring.figures import written
from arrowswitch.session import BareScore, Correct, LineKey, Publish, Seating, SeatPlayers, Start
from arrowswitch.session.night import player_at
from arrowswitch.session.night.seats import places
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
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


def two_nights() -> tuple[int, int]:
    """Two nights of the same people on the same seats, posted; the pair 1 is in front of both."""
    movement = build("mitchell", tables=5, boards_per_round=5)
    first, second = a_night(movement), a_night(movement, names=False, start=False, date=date(2026, 1, 13))
    before = store.state(first)
    seated = ((place, player_at(before, place)) for place in places(before))
    do(second, SeatPlayers(tuple(Seating(place, player) for place, player in seated)))
    do(second, Start())
    for night in (first, second):
        play_on(night)
        do(night, Correct(LineKey("A", 1, 1, 1), BareScore(140), consent=("NS", "EW")), why="score slip")
        do(night, Publish())
    return first, second


def test_two_nights_of_the_same_people_awarded_at_once_are_both_in_the_totals(club: dict[str, str]) -> None:
    AwardsWay.objects.create(club=our_club(), scheme="nzb", since=date(2026, 1, 1), by="Olive Owner")
    first, second = two_nights()

    def other() -> None:
        with used(Path(club["ARROWSWITCH_DATA"]), club.get("ARROWSWITCH_DATABASE", "")):
            award_keeper.make(Session.objects.get(pk=second))

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            award_keeper.make(Session.objects.get(pk=first))
            late = pool.submit(other)
            sleep(1)  # it comes as far as it can, and waits
        late.result(60)
    best = MadeAward.objects.filter(label="NS 1")
    assert len({each.player_id for each in best}) == 2
    for player in {each.player for each in best if each.player}:
        mine = [each.exact for each in best if each.player == player]
        assert len(mine) == 2
        assert award_reading.totals_of(player).all == (written(sum(mine)),)
