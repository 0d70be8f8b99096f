"""An award and a hand credit, for the tests that try every address."""

from __future__ import annotations

import datetime

from people import our_club
from urls_by_role import AWARD, CREDIT

from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.models import AwardRun, HandCredit, MadeAward


def awarded(ann: Player) -> dict[str, int]:
    """What somebody was awarded for the club's first session, and what was written in by hand."""
    session = Session.objects.filter(club=our_club()).order_by("pk").first()
    day = datetime.date(2026, 3, 4)
    run = AwardRun.objects.create(
        session=session, club=our_club(), scheme="nzb", version=1, day=day, title="Tuesday", unit="C points"
    )
    award = MadeAward.objects.create(
        run=run, player=ann, contestant="A1", label="1", list="NS", place="1", amount="40", unit="C points"
    )
    credit = HandCredit.objects.create(
        club=our_club(), player=ann, day=day, unit="A points", amount="3", why="Congress", by="Olive Owner"
    )
    return {AWARD: award.pk, CREDIT: credit.pk}
