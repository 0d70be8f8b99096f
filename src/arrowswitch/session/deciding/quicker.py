"""Was somebody quicker? What the sender had before him is compared with what is there now.

A line has a version of its own; of a board, a pair's penalties or seats the sender says how many entries of the journal he saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from arrowswitch.session.journal import Act, Command, JournalEntry, Outdated
from arrowswitch.session.night import LineKey, Place, SeatedPlayer, State, place_told, player_at, record_told
from arrowswitch.session.night.replay import replay
from arrowswitch.session.story import at_last, last_change, nameless, touches
from arrowswitch.words import say


def check_line_seen(state: State, command: Command, key: LineKey) -> None:
    """Refuses a change of a line that somebody else has changed since it was looked at."""
    if command.seen is None or command.seen == state.version(key):
        return
    change = last_change(state, key)
    if change is None:
        raise Outdated(say("This line has changed since you saw it: {place}.", place=state.place(key)))
    raise Outdated(
        say(
            "{name} was faster: {place} is now {after}, and was {before}. Look again before you change it.",
            name=change.entry.by.called,
            place=state.place(key),
            after=record_told(change.after, key.board),
            before=record_told(change.before, key.board),
        )
    )


def check_board_seen(state: State, command: Command, board: int) -> None:
    """Refuses a change of a board that somebody has changed since."""
    _check_since(
        state,
        command,
        lambda act: (
            ("board", board) in act.concerns(state) or any(key.board == board for key in act.lines_touched(state))
        ),
    )


def check_movement_seen(state: State, command: Command, section: str, through: int) -> None:
    """Refuses another movement if the one that it was made from has changed since, or a round, or a result after round `through`."""
    if command.seen is None:
        return
    before = replay(state.journal[: max(command.seen, 0)])
    then, now = before.sections.get(section), state.sections[section]
    if then is not None and (then.movement, then.round) == (now.movement, now.round):
        coming = [each for each in {*before.lines, *state.lines} if each.section == section and each.round > through]
        if all(before.lines.get(each) == state.lines.get(each) for each in coming):
            return
    raise Outdated(say("Something has happened since you looked: look at the ways out again."))


def check_penalties_seen(state: State, command: Command, section: str, contestant: int) -> None:
    """Refuses a penalty for somebody whose penalties have changed since."""
    _check_since(state, command, lambda act: ("penalties", section, contestant) in act.concerns(state))


def check_seats_seen(state: State, command: Command, wanted: Mapping[Place, SeatedPlayer | None]) -> None:
    """Refuses names for seats that somebody has named since, unless it is the same name."""
    for entry in _since(state, command):
        named = (thing[1] for thing in touches(entry, state) if thing[0] == "seat")
        for place in sorted(place for place in named if place in wanted):
            now = player_at(state, place)
            if now != wanted[place]:
                raise Outdated(
                    say(
                        "{name} was faster: {where} is {who} now. Look again before you change it.",
                        name=entry.by.called,
                        where=place_told(state, place),
                        who=now.name if now else say("empty"),
                    )
                )


def _since(state: State, command: Command) -> Iterator[JournalEntry]:
    """What was done since the sender looked, the last first."""
    return reversed(state.journal[max(command.seen, 0) :]) if command.seen is not None else iter(())


def _check_since(state: State, command: Command, concerns: Callable[[Act], bool]) -> None:
    for entry in _since(state, command):
        if concerns(at_last(state, entry).act):
            raise Outdated(
                say(
                    "{name} was faster: {what}. Look again before you change it.",
                    name=entry.by.called,
                    what=nameless(state, entry.act),
                )
            )
