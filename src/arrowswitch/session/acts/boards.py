"""Boards: one that was fouled is split into groups, one that cannot be scored is taken out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.session.deciding import check_board_seen, check_text, scorable, sections_of
from arrowswitch.session.journal import Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import LineKey, State, named, record_at
from arrowswitch.words import Sentence, say, say_count


@act("split-board")
class SplitBoard(Act):
    """Put lines of a fouled board into a group of their own; the group without a name has the true board."""

    needs_reason = True
    while_posted = "in time"

    lines: tuple[LineKey, ...]
    group: str

    def decide(self, state: State, command: Command) -> GrantedAct:
        if not self.lines:
            raise Refused(say("Say which tables are in this group."))
        if len({line.board for line in self.lines}) > 1:
            raise Refused(say("These are lines of several boards; a board is split by itself."))
        check_text(self.group, say("The name of the group"))
        check_board_seen(state, command, self.lines[0].board)
        for line in self.lines:
            if line not in state.lines:
                raise Refused(say("There is no result yet: {place}.", place=state.place(line)))
        if all(state.lines[line].group == self.group for line in self.lines):
            raise Refused(say("Nothing would change: they are in this group already."))
        return scorable(state, command, GrantedAct(self.as_granted(self)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        lines = {key: replace(record_at(state, key), group=self.group) for key in self.lines}
        return replace(state, lines=state.lines | lines)

    def as_granted(self, granted: SplitBoard) -> SplitBoard:
        return replace(self, lines=tuple(dict.fromkeys(self.lines)))

    def lines_touched(self, state: State) -> tuple[LineKey, ...]:
        return self.lines

    def told(self, state: State) -> Sentence:
        values = {"board": self.lines[0].board, "group": f"“{self.group}”"}
        if self.group:
            return say_count(
                "put a result of board {board} into group {group}",
                "put {n} results of board {board} into group {group}",
                len(self.lines),
                **values,
            )
        return say_count(
            "put a result of board {board} back to the true board",
            "put {n} results of board {board} back to the true board",
            len(self.lines),
            **values,
        )


@act("remove-board")
class RemoveBoard(Act):
    """Take a board out of the scoring, in one section or in all; or put it back."""

    needs_reason = True
    while_posted = "in time"
    story_of = ("board board",)

    board: int
    section: str | None = None
    removed: bool = True

    def decide(self, state: State, command: Command) -> GrantedAct:
        check_board_seen(state, command, self.board)
        sections = [each for each in sections_of(state, self.section) if self.board in each.movement.boards]
        if not sections:
            raise Refused(say("Board {board} is not in play in this session.", board=self.board))
        if all(((each.name, self.board) in state.removed) == self.removed for each in sections):
            raise Refused(
                say("Board {board} is removed already.", board=self.board)
                if self.removed
                else say("Board {board} is not removed.", board=self.board)
            )
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        boards = {(name, self.board) for name in named(state, self.section)}
        return replace(state, removed=state.removed | boards if self.removed else state.removed - boards)

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        return [("board", name, self.board) for name in named(state, self.section)]

    def told(self, state: State) -> Sentence:
        if self.removed:
            return say("removed board {board}", board=self.board)
        return say("put board {board} back", board=self.board)
