"""A table played a board that was not due: the result stands if the board was new to both, otherwise it is void."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.table import wrong_board
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import acts
from arrowswitch.session.night import Adjustment, LineKey, Section, State
from arrowswitch.session.troubles.deeds import late_play
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct, from_repair
from arrowswitch.session.troubles.trouble import TABLE, Answers, Ask, Remedy, Trouble
from arrowswitch.words import Sentence, say


def wrong_boards(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """A table played a board that was not due: the result stands if the board was new to both, otherwise it is void."""
    movement = section.movement
    due = LineKey(section.name, told.at_round, told.table, told.board)
    odd = due._replace(board=told.played)

    def stands() -> Idea:
        repair = wrong_board(movement, told.at_round, told.table, told.board, told.played)
        if repair.void:
            raise ImpossibleWish(repair.steps[0])
        title = say("The result of board {board} stands.", board=told.played)
        record = state.lines.get(due)
        later = () if record and record.entry else (late_play(movement, due),)
        return from_repair(section, "stands", title, repair, told.at_round, follow=told.follow, more=later)

    def void(name: str, title: Sentence, deed: ProposedAct) -> Idea:
        repair = wrong_board(movement, told.at_round, told.table, told.board, told.played)
        if not repair.void:
            raise ImpossibleWish(say("Nobody had played board {board} before.", board=told.played))
        record = state.lines.get(odd)
        struck = (ProposedAct(acts.Strike(odd)),) if record and not record.void else ()
        idea = from_repair(section, name, title, repair, told.at_round, follow=False, more=(*struck, deed))
        return replace(idea, lost=tuple(one for one in idea.lost if one.why == "seen"))

    yield stands
    yield lambda: void(
        "later",
        say("The wrong play does not count; board {board} is played later.", board=told.board),
        late_play(movement, due),
    )
    yield lambda: void(
        "ns",
        say("North-South should have looked: 40% and 60% on board {board}.", board=told.board),
        ProposedAct(acts.Adjust(due, Adjustment(MINUS, PLUS, "directly"))),
    )
    yield lambda: void(
        "both",
        say("Both sides should have looked: 40% each on board {board}.", board=told.board),
        ProposedAct(acts.Adjust(due, Adjustment(MINUS, MINUS, "directly", "directly"))),
    )


TROUBLE = Trouble(
    name="wrong-board",
    place=10,
    title=say("The wrong board was played"),
    hint=say("A table played a board that was not due."),
    group=TABLE,
    asks=(
        Ask("table"),
        Ask("at_round"),
        Ask("board", say("The board that was due")),
        Ask("played", say("The board that they played")),
    ),
    ways=wrong_boards,
    otherwise=say("Award an adjusted score on the board that was due: average plus to a side not at fault."),
    remedies={
        "wrong-board": Remedy(
            ("at_round", "table", "board", "played"),
            (),
            lambda m, told: wrong_board(m, told.at_round, told.table, told.board, told.played),
        )
    },
)
