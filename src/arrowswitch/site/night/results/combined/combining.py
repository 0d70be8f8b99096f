"""Sessions of an event brought together: who is who in them, what each may show, and the list that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from django.utils import formats
from django.utils.translation import gettext as _

from arrowswitch.contests import BadContest, EventPart, EventPlace, SessionScore, SessionShare, series
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.scoring.numbers import Number
from arrowswitch.session import Actor, Place, SeatedPlayer, State
from arrowswitch.session.night import Contestant, boards_by_player, contestants, player_at, seats_of
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.night.results.shown import unit_of
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence


@dataclass(frozen=True, slots=True)
class SessionColumn:
    """A session of the event, with the address of its own results."""

    title: str
    head: str
    """What stands over its column: its name, or its date where several have the same name."""
    address: str
    counts: bool
    """Whether it is part of the list; not so while its results may not be seen, or when their link was withdrawn."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """A contestant in the event."""

    id: str
    placed: EventPlace
    names: str
    cells: tuple[str, ...]
    total: str


@dataclass(frozen=True)
class EventList:
    """The list of an event, or the sentence why there is none."""

    columns: tuple[SessionColumn, ...]
    lists: tuple[tuple[str, tuple[EventRow, ...]], ...]
    notes: tuple[Sentence, ...] = ()
    problem: str = ""

    def find(self, row: str) -> EventRow | None:
        """The contestant of an address."""
        return next((each for _title, rows in self.lists for each in rows if each.id == row), None)

    @property
    def brackets(self) -> bool:
        """Whether a result stands there that does not count."""
        return any(cell.startswith("(") for _title, rows in self.lists for row in rows for cell in row.cells)


def event_list(event: Event, by: Actor) -> EventList:
    """The sessions of an event, as far as somebody may see their lists, as one list."""
    sessions = [each.session for each in event.parts.select_related("session")]
    viewers = [Viewer(each.pk, store.state(each.pk), by) for each in sessions]
    called = _called(sessions)
    columns = tuple(_column(session, look, called) for session, look in zip(sessions, viewers, strict=True))
    looks = zip(sessions, viewers, columns, strict=True)
    seen = [(session, look) for session, look, column in looks if column.counts]
    names: dict[str, str] = {}
    parts = [
        EventPart(called[session.pk][0], _entries(session, look, event, names), session.date) for session, look in seen
    ]
    if not parts:
        return EventList(columns, (), problem=_("No session of this event has results to show yet."))
    try:
        combined = series(parts, event.plan)
    except BadContest as error:
        return EventList(columns, (), problem=spoken(error))
    signed = event.way == "points" and unit_of(seen[0][1].state).signed
    lists = []
    for direction in dict.fromkeys(each.direction for each in combined.placed):
        title = {"NS": _("North-South"), "EW": _("East-West")}.get(str(direction or ""), "")
        rows = tuple(
            EventRow(
                blake2s(each.who.encode(), digest_size=6).hexdigest(),
                each,
                each.who if event.listed == "players" else names[each.who],
                tuple(_cell(taken, event, sign=signed) for taken in each.taken),
                _value(each.value, event, sign=signed),
            )
            for each in combined.placed
            if each.direction is direction
        )
        lists.append((title, rows))
    return EventList(columns, tuple(lists), combined.notes)


def _called(sessions: Sequence[Session]) -> dict[int, tuple[str, str]]:
    """What each session is called in a sentence and over a column; a weekly one has the same name every week."""
    often = Counter(session.title for session in sessions)
    dates = {session.pk: formats.date_format(session.date, "j M") if session.date else "" for session in sessions}
    return {
        session.pk: (f"{session.title}, {dates[session.pk]}", dates[session.pk])
        if often[session.title] > 1
        else (session.title, session.title)
        for session in sessions
    }


def _column(session: Session, look: Viewer, called: Mapping[int, tuple[str, str]]) -> SessionColumn:
    link = Link.of(session)
    return SessionColumn(
        *called[session.pk], link.token if link else "", look.ranking and (look.desk or link is not None)
    )


def _cell(taken: SessionShare, event: Event, *, sign: bool) -> str:
    """What somebody has from a session; in brackets where it is not among the best that count."""
    text = _value(taken.value, event, sign=sign)
    return text if taken.counts or not text else f"({text})"


def _value(value: Number | None, event: Event, *, sign: bool) -> str:
    if value is None:
        return ""
    if event.way == "points":
        return signed(value) if sign else written(value)
    return percentage(value)


def _entries(session: Session, look: Viewer, event: Event, names: dict[str, str]) -> tuple[SessionScore, ...]:
    who, state = contestants(look.state), look.state
    register = Names(state, event.club, "desk" if look.desk else "public")
    entries = []
    for each in look.standings:
        contestant = who[each.contestant]
        key = _key(session, state, contestant, event)
        if event.listed == "players":
            players = _players(state, contestant, register, names)
        else:
            players, names[key] = (), register.contestant(*contestant) or register.label(*contestant)
        entries.append(
            SessionScore(
                key, each.boards, each.points, each.maximum, each.vps, each.direction, each.rank, players=players
            )
        )
    return tuple(entries)


def _key(session: Session, state: State, who: Contestant, event: Event) -> str:
    """By what a contestant is known again in another session."""
    if event.matched == "numbers":
        return state.name(*who)
    movement = state.sections[who.section].movement
    seats = [Place(*who, seat) for seat in seats_of(movement, who.number)]
    people = [main_player(state, place) for place in seats]
    known = sorted(each.id or f"~{each.name.casefold()}" for each in people if each)
    return "+".join(known) if known else f"?{session.pk}/{state.name(*who)}"


def _players(state: State, who: Contestant, register: Names, names: dict[str, str]) -> tuple[str, ...]:
    """Those who played, as they are called in lists and sentences; nobody, unless all have a name. `names` says who is meant by one."""
    seats = [Place(*who, seat) for seat in seats_of(state.sections[who.section].movement, who.number)]
    people = [main_player(state, place) for place in seats]
    if not all(people):
        return ()
    found = []
    for each in people:
        if each is not None:
            label = register.player(each)
            if names.setdefault(label, each.id) != each.id:  # two of the same name
                label = f"{label} ({each.id or '?'})"
            found.append(label)
    return tuple(found)


def main_player(state: State, place: Place) -> SeatedPlayer | None:
    """Who played most on a seat (NZ manual SUB-01)."""
    if len(state.seats.get(place, ())) > 1:
        played = boards_by_player(state, place)
        if played:
            return max(played, key=lambda player: played[player])
    return player_at(state, place)


def sessions_to_choose(club: Club, chosen: Sequence[int] = (), most: int = 80) -> list[Session]:
    """The sessions that can be part of an event: the last ones, and those that are part of it."""
    last = list(store.listed(club)[:most])
    known = {each.pk for each in last}
    return [*last, *store.sessions(club).filter(pk__in=[pk for pk in chosen if pk not in known])]
