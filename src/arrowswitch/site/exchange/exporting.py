"""A session of the club as a record: what was posted, with the names and numbers of the register, withheld where that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version

from arrowswitch.formats import Record, RecordPlayer
from arrowswitch.formats.from_session import record_of
from arrowswitch.press.printed_session import director_of
from arrowswitch.session import SeatedPlayer, State
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.seeing import posted


def posted_record(session: int, club: Club, further: Mapping[str, str] | None = None) -> Record:
    """A session of the club as it was posted last; one that never was, as it stands.

    Who may see that, the caller asks.
    """
    state = store.state(session)
    return club_record(posted(session, state) or state, club, further)


def club_record(state: State, club: Club, further: Mapping[str, str] | None = None) -> Record:
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
    return replace(made, deals=()) if state.settings.hands == "never" else made
