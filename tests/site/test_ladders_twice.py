"""Ladders, winners and handicaps in both kinds of database."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from ladders_kept import competition
from people import account, as_role
from yearbook_rows import person, sat

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.closing import close
from arrowswitch.site.ladders.models import HandicapEntry


@pytest.mark.usefixtures("club")
def test_every_page_opens_and_a_competition_is_closed() -> None:
    for week in range(2):
        sat(date(2026, 1, 6) + timedelta(weeks=week), {"ann bob": 60, "cy LOU": 40})
    Player.objects.filter(pk=person("ann").pk).update(grade="Open")
    HandicapEntry.objects.create(player=person("ann"), since=date(2026, 1, 1), handicap="-9", way="hand")
    kept = competition(SeriesPlan("mean", needed=1, by="players", handicap=True), grades=("Open",))
    close(kept, account("director"), "")
    addresses = ("/ladders/", f"/ladders/{kept.pk}/", f"/ladders/{kept.pk}/rules/", f"/ladders/{kept.pk}/close/")
    for address in (*addresses, "/winners/", "/handicaps/", "/handicaps/work-out/?day=2026-02-01"):
        answer = as_role("director").get(address)
        assert answer.status_code == 200, address
        assert "of Riverside" in answer.content.decode() or address.endswith(("/ladders/", "/rules/"))
