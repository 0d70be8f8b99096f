"""What is said of awards before results are posted: too few tables or boards, while something can still be done about it."""

from __future__ import annotations

from django.utils.timezone import localdate

from arrowswitch.contests.awards import AwardScheme, scheme_of
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.deciding import said_of, scheme_by
from arrowswitch.site.night.awards.made import SCHEMES, lacking_of
from arrowswitch.site.night.desk import Desk
from arrowswitch.words import Sentence


def scheme_for(desk: Desk) -> AwardScheme | None:
    """The scheme that the session will be awarded by: what the club has decided, else that of its regulations."""
    way = award_keeper.way_for(desk.session, desk.state.date or localdate())
    if way is not None:
        return scheme_by(way)
    name = SCHEMES.get(desk.state.regulations.name, "")
    return scheme_of(name) if name else None


def nothing_awarded(desk: Desk) -> tuple[Sentence, ...]:
    """Why nothing will be awarded as the session is planned; nothing where something will, or the club awards nothing."""
    scheme = scheme_for(desk)
    return lacking_of(desk.state, desk.names, scheme, said_of(desk.session)) if scheme else ()
