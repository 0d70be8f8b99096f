"""A card of the club and a design of it, for the tests that try every address."""

from __future__ import annotations

from people import account, our_club
from urls_by_role import CARD, DESIGN, DESIGN_EVENT, DRAFT

from arrowswitch.movements import build
from arrowswitch.site.club_cards.drafts import begin
from arrowswitch.site.club_cards.kept import keep
from arrowswitch.site.club_cards.looking import SessionsWish, seated_event
from arrowswitch.site.club_cards.models import DesignRun


def carded() -> dict[str, object]:
    """A Howell that was kept, and a design that was stopped before anything was found."""
    kept = keep(account("director"), build("howell", tables=3), "Small Howell", origin="design")
    wish = {"pairs": "8", "rounds": "7", "boards_per_round": "3"}
    run = DesignRun.objects.create(club=our_club(), token="c0ffee", wish=wish, state="stopped")
    small = SessionsWish(8, 1, 2, 3, 2, winners=1, past=(), still=(), never=(), seconds=0.1)
    event = DesignRun.objects.create(
        club=our_club(), token="decade", wish={"sessions": "2"}, state="done", found=seated_event(small, "en")
    )
    draft = begin(account("director"), build("howell", tables=2), "Two tables", origin="editor", told="Howell")
    return {DRAFT: draft.pk, CARD: kept.card_id, DESIGN: run.token, DESIGN_EVENT: event.token}
