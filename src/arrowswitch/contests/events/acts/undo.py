"""Whether an act can be taken back: not if something else has been built on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.contests.events.deciding import check_rights
from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import EventState
from arrowswitch.journals import ANYBODY, DIRECTORS, GrantedAct, Refused, Thing, act
from arrowswitch.words import say


@act("undo-in-event")
class UndoInEvent(EventAct):
    """Take an act back; without an id the last that the same person did."""

    who = ANYBODY - {"table"}
    while_away = True
    settled = ("command",)
    in_words = say("undid something")

    command: str = ""

    @property
    def undoes(self) -> str:
        return self.command

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        target = state.journal.find(self.command) if self.command else _last(state, command)
        if target is None:
            raise Refused(say("There is nothing to undo."))
        if target.id in state.undone:
            raise Refused(say("This has been undone already."))
        first = _at_last(state, target)
        if not target.act.can_be_undone:
            raise Refused(say("This cannot be undone."))
        if command.by.role == "player" and target.by != command.by:
            raise Refused(say("A player can undo only what the same player did."))
        check_rights(state, replace(command, act=first.act, why=command.why or target.why, force=False))
        if target.forced and command.by.role not in DIRECTORS:
            raise Refused(say("The director insisted on this; only the director can undo it."))
        later = in_the_way(state, target)
        if later is not None:
            raise Refused(
                say(
                    "{name} has gone on from there since ({what}); undo that first, or correct it.",
                    name=later.by.called,
                    what=later.act.told(state),
                )
            )
        return GrantedAct(UndoInEvent(target.id))

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        return state  # what it takes back is left out (see `deciding`)

    def touches(self, state: EventState) -> Iterable[Thing]:
        target = state.journal.find(self.command)
        return target.act.touches(state) if target else ()

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        target = state.journal.find(self.command)
        return target.act.rests_on(state) if target else ()


def _at_last(state: EventState, target: EventJournalEntry) -> EventJournalEntry:
    """What is really undone or done again: of the undoing of an undo, the first act."""
    while target.act.undoes and (before := state.journal.find(target.act.undoes)):
        target = before
    return target


def _last(state: EventState, command: EventCommand) -> EventJournalEntry | None:
    mine = (
        entry
        for entry in reversed(state.journal)
        if entry.by == command.by and entry.id not in state.undone and not entry.act.undoes
    )
    return next(mine, None)


def in_the_way(state: EventState, target: EventJournalEntry) -> EventJournalEntry | None:
    """What came later and rests on an act, so that it cannot be taken back."""
    changed = {*target.act.touches(state)}
    needed = {*target.act.rests_on(state)} if target.act.undoes else set()  # what is done again needs what it needed
    place = state.journal.place(target.id) or 0
    later = state.journal[place + 1 :]
    later_ids = {entry.id for entry in later}
    for entry in later:
        if entry.id in state.undone or entry.act.undoes in later_ids:
            continue  # undone, or the undoing of it
        touched = {*entry.act.touches(state)}
        if changed & {*touched, *entry.act.rests_on(state)} or needed & touched:
            return entry
    return None
