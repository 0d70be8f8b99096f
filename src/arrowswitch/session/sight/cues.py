"""What the director should say at this moment, and what comes next: NZ manual 2.4 and 6.3, Busbridge instructions 2.2.

The words come from the movement; here they are matched with the clock and with what the tables have finished. Moving is
announced when the time is up or every table is done, the warning when the last minutes begin, and an unusual move is
told of well before it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from arrowswitch.movements.cards.announcements import Announcement, break_words, special_moves
from arrowswitch.session.night import ClockFace, State, clock_face, table_map, to_announce
from arrowswitch.words import Sentence, say, say_count

SPECIAL = ("skip", "special", "double", "switch", "stanza")
"""What is not said after every round."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Words to read out; `special` if they are not those of every round."""

    text: Sentence
    special: bool = False


@dataclass(frozen=True, slots=True)
class Cues:
    """What to say in a section: now, when this round ends, and later."""

    now: tuple[Cue, ...] = ()
    next: tuple[Cue, ...] = ()
    ahead: Sentence | None = None
    """The next move that is not the ordinary one, if it comes after a later round."""
    due: bool = False
    """The round can be ended: its time is up or every table has finished."""


def cues(state: State, section: str, now: datetime) -> Cues:
    """What to say in a section at this moment."""
    said = to_announce(state, section)
    if state.phase == "open":
        return Cues(now=tuple(_cue(each) for each in said if each.moment == "before"), ahead=_ahead(state, section))
    face = clock_face(state, section, now)
    if face is None or state.phase != "playing":
        return Cues()
    during = tuple(_cue(each) for each in said if each.moment == "during")
    after = tuple(_cue(each) for each in said if each.moment == "after")
    ahead = _ahead(state, section)
    if face.held:
        return Cues((Cue(say("The clock is held.")),), after, ahead)
    if face.pause or face.left <= timedelta(0) or _all_done(state, section):
        pause = (_break(state, section),) if face.break_next else ()
        return Cues((*pause, *after), (), ahead, due=True)
    if face.warning:
        return Cues((Cue(_warning(face)), *during), after, ahead)
    return Cues(during, after, ahead)


def _cue(said: Announcement) -> Cue:
    return Cue(said.text, said.occasion in SPECIAL)


def _warning(face: ClockFace) -> Sentence:
    minutes = max(1, -(-int(face.left.total_seconds()) // 60))
    if face.no_new_board:
        return say_count(
            "{n} minute left. Do not begin another board.", "{n} minutes left. Do not begin another board.", minutes
        )
    return say_count("The last minute.", "The last {n} minutes.", minutes)


def _break(state: State, section: str) -> Cue:
    return Cue(break_words(state.sections[section].break_minutes), special=True)


def _all_done(state: State, section: str) -> bool:
    return all(table.done for table in table_map(state) if table.section == section)


def _ahead(state: State, section: str) -> Sentence | None:
    where = state.sections[section]
    for after, (_, text) in special_moves(where.movement).items():
        if after > where.round:
            return say("After round {round}: {text}", round=after, text=text)
    return None
