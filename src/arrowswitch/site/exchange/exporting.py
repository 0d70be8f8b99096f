"""A session of the club as a record: what was posted, with the names and numbers of the register, withheld where that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import version
from types import MappingProxyType

from arrowswitch.formats import Record, RecordPlayer
from arrowswitch.formats.from_session import record_of
from arrowswitch.press.printed_session import director_of
from arrowswitch.session import SeatedPlayer, State
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.award_reading import masterpoints_of
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.seeing import posted


def posted_record(session: int, club: Club, further: Mapping[str, str] | None = None) -> Record:
    """A session of the club as it was posted last; one that never was, as it stands.

    Who may see that, the caller asks.
    """
    state = store.state(session)
    awards = awarded(Session.objects.get(pk=session), state)
    return club_record(posted(session, state) or state, club, further, awards)


def awarded(session: Session, now: State) -> Mapping[str, Fraction]:
    """The masterpoints of the results that were posted last, by what scoring calls a contestant."""
    return masterpoints_of(session, len(now.publications))


def club_record(
    state: State,
    club: Club,
    further: Mapping[str, str] | None = None,
    awards: Mapping[str, Fraction] = MappingProxyType({}),
) -> Record:
    """A state of a session with the names of the club's register, for others: without hands that nobody is to see."""
    names = Names(state, club, "files")

    def person(seated: SeatedPlayer) -> RecordPlayer:
        number = names.number(seated)
        own = names.register[seated.id].number if number else ""
        return RecordPlayer(names.player(seated), number, own if own != number else "")

    made = record_of(
        state,
        person=person,
        club=club.name,
        director=director_of(state),
        program=f"Arrowswitch {version('arrowswitch')}",
        further=further,
    )
    ranking = tuple(
        replace(place, awards=(("", awards[place.contestant]),)) if place.contestant in awards else place
        for place in made.ranking
    )
    return replace(made, ranking=ranking, deals=() if state.settings.hands == "never" else made.deals)
