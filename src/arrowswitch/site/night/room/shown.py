"""The room made ready for a page: the clocks, the words to say, the tables with their marks, what waits for the desk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.session import JournalFault
from arrowswitch.session.desk import planned_call
from arrowswitch.session.night import (
    ClockFace,
    DirectorCall,
    Missing,
    Section,
    State,
    TableView,
    awaited,
    clock_face,
    looks_wrong,
    missing,
    table_map,
)
from arrowswitch.session.sight import Cues, cues
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.phones.shown import newcomers
from arrowswitch.words import Sentence, spans

MARKS = {
    "missing": "○",
    "entered": "●",
    "unconfirmed": "◐",
    "adjusted": "A",
    "not-played": "–",
    "late": "L",
    "void": "×",
    "removed": "×",
}


@dataclass(frozen=True)
class SectionClock:
    """A section's clock and words."""

    section: Section
    face: ClockFace | None
    cues: Cues
    several: bool
    over: bool
    """Nothing of the section is left to play, or the results are posted."""
    calls_at: datetime | None = None
    """When the clock calls the next round by itself."""
    to_come: int = 0
    """Results that are still to come when all rounds have been played."""

    @property
    def left(self) -> str:
        """What is left of the round, as a clock shows it."""
        return clock_text(timedelta(seconds=self.seconds)) if self.face else ""

    @property
    def seconds(self) -> int:
        """The same in seconds; below zero once the round, with the break after it, is over time."""
        left = self._round_seconds
        pause = 60 * self.section.break_minutes if self.face and self.face.break_next else 0
        return min(left + pause, 0) if left < 0 else left

    @property
    def _round_seconds(self) -> int:
        return int(self.face.left.total_seconds()) if self.face else 0

    @property
    def break_seconds(self) -> int:
        """What is left of the break; 0 when there is none now. It begins when the time of its round is up, or it is begun."""
        if not self.face or not self.face.break_next or (self._round_seconds > 0 and not self.face.pause):
            return 0
        return max(60 * self.section.break_minutes + self._round_seconds, 0)

    @property
    def break_left(self) -> str:
        """The same, as a clock shows it."""
        return clock_text(timedelta(seconds=self.break_seconds))

    @property
    def urgency(self) -> str:
        """How the clock stands, for the style sheet."""
        if self.break_seconds:
            return "pause"
        if self.seconds < 0:
            return "over"
        return "warned" if self.face and self.face.warning else ""

    @property
    def urgency_seen(self) -> str:
        """The same on the big screen: after the last round nobody is late."""
        return "" if self.time_up and not self.break_seconds else self.urgency

    @property
    def time_up(self) -> bool:
        """Whether the time of the last round is up: after it nobody is waited for."""
        return self.face is not None and self.next_round is None and self.seconds <= 0

    @property
    def round_text(self) -> str:
        """How far it has come; a round that was drawn has the number that the event has for it."""
        return round_text(self.section)

    @property
    def next_name(self) -> str:
        """What the round is called that can be called; the second half of a match is not called like its first."""
        number, half = self.section.movement.drawn_as(self.next_round or self.section.round)
        return _("%(n)s, half %(half)s") % {"n": number, "half": half} if half > 1 else str(number)

    @property
    def to_be_drawn(self) -> int | None:
        """The number of the round for whose draw everybody waits."""
        movement = self.section.movement
        waits = movement.to_draw and self.section.round == movement.rounds and not self.section.over
        return movement.draws[-1].number + 1 if waits else None

    @property
    def next_round(self) -> int | None:
        """The round that can be called."""
        return self.section.round + 1 if self.section.round < self.section.movement.rounds else None


def round_text(section: Section) -> str:
    """Which round of how many is being played."""
    movement = section.movement
    number, half = movement.drawn_as(section.round)
    values = {"n": number, "of": movement.last_drawn or movement.rounds, "half": half}
    return (_("Round %(n)s of %(of)s, half %(half)s") if half else _("Round %(n)s of %(of)s")) % values


def clock_text(left: timedelta) -> str:
    """Minutes and seconds; with a sign when the time is over.

    >>> clock_text(timedelta(minutes=8, seconds=4)), clock_text(timedelta(seconds=-61))
    ('08:04', '+01:01')
    """
    seconds = int(left.total_seconds())
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{minutes:02}:{rest:02}"


def clocks(state: State, now: datetime) -> list[SectionClock]:
    """The clocks; one for all while the sections keep step."""
    found = [_clock(state, section, now) for section in state.sections.values()]
    first = found[0].section
    if all(each.over for each in found) or all(
        (each.section.movement, each.section.round, each.section.clock, each.over)
        == (first.movement, first.round, first.clock, found[0].over)
        for each in found
    ):
        return found[:1]
    return [replace(each, several=True) for each in found]


def _clock(state: State, section: Section, now: datetime) -> SectionClock:
    over = _is_over(state, section)
    face = None if over else clock_face(state, section.name, now)
    return SectionClock(
        section,
        face,
        cues(state, section.name, now),
        several=False,
        over=over,
        calls_at=planned_call(state, section.name),
        to_come=len(awaited(state, section.name)) if section.over else 0,
    )


def _is_over(state: State, section: Section) -> bool:
    if state.phase != "playing" or not section.last_called:
        return state.phase == "published"
    return all(each.line.section != section.name for each in missing(state))


def look(desk: Desk, several: list[SectionClock]) -> str:
    """What a page was made from: while it stays the same, there is nothing new to show but the running clock."""
    said = [
        (
            clock.cues,
            clock.over,
            clock.face
            and (clock.face.held, clock.seconds < 0, clock.break_seconds > 0, clock.face.finish.strftime("%H:%M")),
        )
        for clock in several
    ]
    waits = [minutes for _, _, minutes in open_calls(desk)]
    new = [pad.pk for pad, _name in newcomers(desk)]
    return sha256(repr((len(desk.state.journal), said, waits, new)).encode()).hexdigest()[:16]


def under_way(session: Session) -> dict[str, Any] | None:
    """Where a session stands now; nothing if it is not being played, or its journal cannot be read."""
    if session.phase != "playing":
        return None
    now = timezone.now()
    try:
        state = store.at_moment(session.pk, now)
    except JournalFault:
        return None
    played = [section.movement for section in state.sections.values()]
    return {
        "session": session,
        "clocks": clocks(state, now),
        "teams": played[0].kind == "teams",
        "size": "+".join(movement.entry for movement in played),  # as players write it: "9½", or "7+6½" in two sections
    }


def coming(desk: Desk, clock: SectionClock) -> list[dict[str, Any]]:
    """Where everybody sits in the round that comes next: before play and between two rounds."""
    state, number = desk.state, clock.next_round
    if state.phase not in ("open", "playing") or not number or not (state.phase == "open" or clock.cues.due):
        return []
    sections = [clock.section] if clock.several else list(state.sections.values())
    return [
        {
            "name": desk.names.table(section.name, meeting.table),
            "ns": _who_comes(desk, section, meeting.ns, named=state.phase == "open"),
            "ew": _who_comes(desk, section, meeting.ew, named=state.phase == "open"),
            "boards": spans(meeting.boards),
        }
        for section in sections
        for meeting in section.movement.by_round.get(number, ())
    ]


def _who_comes(desk: Desk, section: Section, contestant: int, *, named: bool) -> str:
    """A contestant as the cards have it; before play by name, where there is one."""
    people = desk.names.contestant(section.name, contestant) if named else ""
    return people or section.movement.label(contestant)


def tables(desk: Desk) -> list[dict[str, Any]]:
    """Every table, as it is now."""
    names = desk.names
    return [
        {
            "view": view,
            "name": names.table(view.section, view.table),
            "ns": desk.state.sections[view.section].movement.label(view.ns) if view.ns else "",
            "ew": desk.state.sections[view.section].movement.label(view.ew) if view.ew else "",
            "boards": [("wrong", "?") if cell.warnings else (cell.state, MARKS[cell.state]) for cell in view.boards],
            "state": _state(view, over=desk.state.sections[view.section].over),
            "waits": _waits(desk, view),
        }
        for view in table_map(desk.state)
    ]


def _state(view: TableView, *, over: bool) -> str:
    """One word for the whole table; `over` once all rounds have been played."""
    if view.call:
        return "call"
    if not view.boards:
        return "idle"
    if any(cell.warnings for cell in view.boards):
        return "wrong"
    if view.behind:
        return "late"
    if view.done:
        return "done"
    return "to-come" if over else "waiting"


def _waits(desk: Desk, view: TableView) -> str:
    """Who sits out at a table where nobody plays; who has gone home does not."""
    movement = desk.state.sections[view.section].movement
    return ", ".join(
        movement.label(each.pair)
        for each in movement.sit_outs
        if (each.round, each.table) == (view.round, view.table) and (view.section, each.pair) not in desk.state.left
    )


def suspects(desk: Desk) -> list[tuple[str, object, tuple[Sentence, ...]]]:
    """Lines that look wrong, with the table's name and why."""
    return [(desk.names.table(key.section, key.table), key, why) for key, why in looks_wrong(desk.state)]


def behind(desk: Desk) -> list[Missing]:
    """What is missing of the rounds that are over."""
    sections = desk.state.sections
    return [
        each
        for each in awaited(desk.state)
        if each.line.round < sections[each.line.section].round or sections[each.line.section].over
    ]


def open_calls(desk: Desk) -> list[tuple[str, DirectorCall, int]]:
    """Calls that wait: the table, the call, and for how many minutes."""
    waiting = [call for call in desk.state.calls.values() if call.answered is None]
    return [
        (desk.names.table(call.section, call.table), call, max(0, int((desk.now - call.at).total_seconds() // 60)))
        for call in sorted(waiting, key=lambda each: each.at)
    ]
