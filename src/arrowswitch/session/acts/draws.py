"""Rounds that are drawn one after the other, as in a Swiss: each draw adds its meetings to the movement.

Who meets whom is decided by the event; here it comes into the session. A round can be drawn while a match of the round before is still
out, and drawn anew until it is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from arrowswitch.bridge import LAST_BOARD
from arrowswitch.journals import ADDED
from arrowswitch.movements import Draw, DrawnRound, ImpossibleWish, Movement, added, redrawn
from arrowswitch.session.acts.movement import MOST_BOARDS, MOST_TABLES, new_faults, played_otherwise, with_movement
from arrowswitch.session.acts.rounds import unfinished
from arrowswitch.session.deciding.granting import insist, scorable, section_of
from arrowswitch.session.journal.act import Act, GrantedAct, Thing, act
from arrowswitch.session.journal.entries import Command, JournalEntry, Refused
from arrowswitch.session.night.sections import change_each
from arrowswitch.session.night.state import Section, State
from arrowswitch.words import Sentence, say, spans

MOST_CONTESTANTS = 999


@dataclass(frozen=True, slots=True)
class DrawAct(Act):
    """An act upon the draw of one round."""

    section: str
    drawn: DrawnRound

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        yield ("movement", self.section)
        if _newcomers(state.sections[self.section].movement, self.drawn.draw):
            yield ("contestants", self.section)

    def told_as_news(self, state: State) -> Sentence | None:
        return None


@act("add-draw")
class AddDraw(DrawAct):
    """Add a round as it was drawn."""

    fixture: bool = field(default=False, metadata={ADDED: True})
    """Whether no result can change it, as in a league: then it is added before the round before it is called."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        section = section_of(state, self.section)
        movement, draw = section.movement, self.drawn.draw
        _check_drawn(section, draw)
        following = movement.draws[-1].number + 1
        if draw.number < following:
            raise Refused(say("Round {number} has been drawn already.", number=draw.number))
        if draw.number > following:
            raise Refused(say("Next is round {number}.", number=following))
        if draw.first != movement.rounds + 1:
            raise Refused(say("Somebody else has drawn meanwhile; look at the draw again."))
        _check_meetings(self.drawn)
        problems = [*new_faults(movement, added(movement, self.drawn))]
        if section.round < movement.draws[-1].first and not self.fixture:
            problems.insert(0, say("Round {number} has not been called yet.", number=movement.draws[-1].number))
        notes = insist(command, problems)
        out = unfinished(state, section)
        return scorable(state, command, GrantedAct(self, (*notes, *([out] if out else []))))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        after = with_movement(state, self.section, lambda movement: added(movement, self.drawn))
        return change_each(after, (self.section,), lambda section: replace(section, over=False))

    def told(self, state: State) -> Sentence:
        return say("drew round {number}: {matches}", number=self.drawn.draw.number, matches=draw_told(self.drawn.draw))


@act("replace-draw")
class ReplaceDraw(DrawAct):
    """Draw a round anew that has not been played."""

    needs_reason = True

    def decide(self, state: State, command: Command) -> GrantedAct:
        section = section_of(state, self.section)
        movement, draw = section.movement, self.drawn.draw
        _check_drawn(section, draw)
        old = next((each for each in movement.draws if each.number == draw.number), None)
        if old is None:
            raise Refused(say("Round {number} has not been drawn.", number=draw.number))
        _check_meetings(self.drawn)
        try:
            night = redrawn(movement, self.drawn)
        except ImpossibleWish as error:
            raise Refused(error.args[0]) from None
        if night == movement:
            raise Refused(say("Nothing would change."))
        begun = [key for key, record in state.lines.items() if key.section == self.section and record.entry]
        if any(old.first <= key.round <= old.last for key in begun):
            raise Refused(
                say(
                    "Round {number} is being played: results of it are in. What went wrong at a table is put right there.",
                    number=draw.number,
                )
            )
        problems = (*played_otherwise(state, section, night), *new_faults(movement, night))
        return scorable(state, command, GrantedAct(self, insist(command, problems)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return with_movement(state, self.section, lambda movement: redrawn(movement, self.drawn))

    def told(self, state: State) -> Sentence:
        return say(
            "drew round {number} anew: {matches}", number=self.drawn.draw.number, matches=draw_told(self.drawn.draw)
        )


def draw_told(draw: Draw) -> str:
    """Who meets whom.

    >>> from arrowswitch.movements import RoundMatch
    >>> draw_told(Draw(2, 2, 2, (RoundMatch((1, 4), (1, 2)), RoundMatch((5,)))))
    '1 v 4, 5'
    """
    return ", ".join(" v ".join(map(str, match.sides)) for match in draw.matches)


def _check_drawn(section: Section, draw: Draw) -> None:
    if not section.movement.draws:
        raise Refused(say("All rounds of {name} are known; none is drawn.", name=section.movement.name))
    if not draw.first <= draw.last <= draw.first + 1:
        raise Refused(say("A draw is played in one round, or in two halves."))


def _check_meetings(drawn: DrawnRound) -> None:
    """Refuses numbers that there are not: what a movement may not have is told by its audit."""
    draw = drawn.draw
    sides = [side for match in draw.matches for side in match.sides]
    if not drawn.meetings:
        raise Refused(say("Nobody plays in this round."))
    if any(not 1 <= side <= MOST_CONTESTANTS for side in sides):
        raise Refused(say("Numbers go from 1 to {most}.", most=MOST_CONTESTANTS))
    for meeting in drawn.meetings:
        if not draw.first <= meeting.round <= draw.last:
            raise Refused(say("The draw has a meeting in round {round}.", round=meeting.round))
        if not 1 <= meeting.table <= MOST_TABLES:
            raise Refused(say("There is no table {table}.", table=meeting.table))
        if not set(meeting.sides) <= set(sides):
            raise Refused(say("Table {table} has somebody who is not in the draw.", table=meeting.table))
        if len(meeting.boards) > MOST_BOARDS or any(not 1 <= board <= LAST_BOARD for board in meeting.boards):
            raise Refused(
                say("Table {table} cannot have boards {boards}.", table=meeting.table, boards=spans(meeting.boards))
            )


def _newcomers(movement: Movement, draw: Draw) -> set[int]:
    """Who is drawn for the first time."""
    earlier = {
        side for each in movement.draws if each.number < draw.number for match in each.matches for side in match.sides
    }
    return {side for match in draw.matches for side in match.sides} - earlier
