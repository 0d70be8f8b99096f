"""Whether an act can be taken back: not if something else has been built on it, nor what others have seen already."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from arrowswitch.session.acts.results import Publish
from arrowswitch.session.deciding import check_current, check_rights, scorable
from arrowswitch.session.journal import AT_TABLE, DIRECTORS, Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import LineKey, State, evolve, replay
from arrowswitch.session.story.touches import at_last, meetings_changed, rests_on, touches
from arrowswitch.words import say


@act("undo")
class Undo(Act):
    """Take an act back; without an id the last that the same person did."""

    who = AT_TABLE
    while_posted = "always"
    in_words = say("undid something")

    command: str = ""

    @property
    def undoes(self) -> str:
        return self.command

    def decide(self, state: State, command: Command) -> GrantedAct:
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
        _check_undo_rights(state, command, at_last(state, target))
        later = in_the_way(state, target)
        if later and later.act.seen_by_all:
            raise Refused(say("The results have been posted since; correct it instead."))
        if later:
            raise Refused(
                say(
                    "{name} has gone on from there since ({what} at {time}); undo that first, or correct it.",
                    name=later.by.called,
                    what=later.act.told(state),
                    time=f"{later.at:%H:%M}",
                )
            )
        return scorable(state, command, GrantedAct(Undo(target.id)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
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

    def told_as_news(self, state: State) -> None:
        return None


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
        entry
        for entry in reversed(state.journal)
        if entry.by == command.by and entry.id not in state.undone and not entry.act.undoes
    )
    return next(mine, None)


def in_the_way(state: State, target: JournalEntry, together: Collection[str] = ()) -> JournalEntry | None:
    """What came later and rests on an act, so that it cannot be taken back; not what is taken back `together` with it."""
    place = state.journal.place(target.id) or 0
    changed = _changed(state, target, place)
    later = state.journal[place + 1 :]
    later_ids = {entry.id for entry in later}
    for entry in later:
        if entry.id in {*state.undone, *together} or (entry.act.undoes in later_ids):
            continue  # undone, or the undoing of it
        if entry.act.seen_by_all or changed & (touches(entry, state) | rests_on(entry, state)):
            return entry
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
