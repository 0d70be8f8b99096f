"""Whether an act can be taken back: not if something else has been built on it, nor what others have seen already."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from arrowswitch.session.acts.results import Publish
from arrowswitch.session.deciding.granting import scorable
from arrowswitch.session.deciding.rights import check_current, check_rights
from arrowswitch.session.journal.act import AT_TABLE, DIRECTORS, Act, GrantedAct, Thing, act
from arrowswitch.session.journal.events import Command, JournalEntry, Refused
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.replay import evolve, replay
from arrowswitch.session.night.state import State
from arrowswitch.session.story.touches import meetings_changed, rests_on, touches
from arrowswitch.words import Sentence, say


@act("undo")
class Undo(Act):
    """Take an act back; without an id the last that the same person did."""

    who = AT_TABLE
    while_posted = "always"

    command: str = ""

    @property
    def undoes(self) -> str:
        return self.command

    def decide(self, state: State, command: Command) -> GrantedAct:
        """An act taken back, the last of the same person or a named one."""
        target = state.journal.find(self.command) if self.command else _last(state, command)
        if target is None:
            raise Refused(say("There is nothing to undo."))
        if target.id in state.undone:
            raise Refused(say("This has been undone already."))
        if isinstance(target.act, Publish):
            raise Refused(say("What was posted has been seen; reopen the results instead."))
        if not target.act.can_be_undone:
            raise Refused(say("This cannot be undone."))
        if command.by.role == "table" and target.by != command.by:
            raise Refused(say("A pad can undo only what it did itself."))
        _check_undo_rights(state, command, _undone_at_last(state, target))
        _check_later(state, target)
        return scorable(state, command, GrantedAct(Undo(target.id)))

    def evolve(self, state: State, event: JournalEntry) -> State:
        return state  # what it takes back is left out (see `replay`)

    def as_granted(self, granted: Undo) -> Undo:
        return replace(self, command=self.command or granted.command)

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        target = state.journal.find(self.command)
        return target.act.lines_touched(state) if target else ()

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        target = state.journal.find(self.command)
        return target.act.touches(state, target.id) if target else ()

    def rests_on(self, state: State) -> Iterable[Thing]:
        target = state.journal.find(self.command)
        return target.act.rests_on(state) if target else ()

    def told(self, state: State) -> Sentence:
        return say("undid something")

    def told_as_news(self, state: State) -> None:
        return None


def _undone_at_last(state: State, target: JournalEntry) -> JournalEntry:
    """What is really undone or done again: of the undoing of an undo, the first act."""
    while target.act.undoes and (before := state.journal.find(target.act.undoes)):
        target = before
    return target


def _check_undo_rights(state: State, command: Command, target: JournalEntry) -> None:
    """Whoever may not do it now may not undo it either, and what the director insisted on is the director's."""
    check_rights(state, replace(command, act=target.act, why=command.why or target.why, force=False))
    if target.forced and command.by.role not in DIRECTORS:
        raise Refused(say("The director insisted on this; only the director can undo it."))
    if command.by.role == "table":
        for key in target.act.lines_touched(state):
            check_current(state, key)
    over = (key.round < state.sections[key.section].round for key in target.act.lines_touched(state))
    if any(over) and not command.why.strip():
        raise Refused(say("The round is over: give a reason."))


def _last(state: State, command: Command) -> JournalEntry | None:
    mine = (
        event
        for event in reversed(state.journal)
        if event.by == command.by and event.id not in state.undone and not event.act.undoes
    )
    return next(mine, None)


def _check_later(state: State, target: JournalEntry) -> None:
    event = in_the_way(state, target)
    if event is None:
        return
    if event.act.seen_by_all:
        raise Refused(say("The results have been posted since; correct it instead."))
    raise Refused(
        say(
            "{name} has gone on from there since ({what} at {time}); undo that first, or correct it.",
            name=event.by.called,
            what=event.act.told(state),
            time=f"{event.at:%H:%M}",
        )
    )


def in_the_way(state: State, target: JournalEntry, together: Collection[str] = ()) -> JournalEntry | None:
    """What came later and rests on an act, so that it cannot be taken back; not what is taken back `together` with it."""
    place = state.journal.place(target.id) or 0
    changed = _changed(state, target, place)
    later = state.journal[place + 1 :]
    later_ids = {event.id for event in later}
    for event in later:
        if event.id in {*state.undone, *together} or (event.act.undoes in later_ids):
            continue  # undone, or the undoing of it
        if event.act.seen_by_all or changed & (touches(event, state) | rests_on(event, state)):
            return event
    return None


def _changed(state: State, target: JournalEntry, place: int) -> frozenset[Thing]:
    """What an act changed: of the movement only the meetings that were others before, with their results."""
    changed = touches(target, state)
    if not any(thing[0] == "movement" for thing in changed):
        return changed
    before = replay(state.journal[:place])
    return frozenset(
        (*(thing for thing in changed if thing[0] != "line"), *meetings_changed(before, evolve(before, target)))
    )
