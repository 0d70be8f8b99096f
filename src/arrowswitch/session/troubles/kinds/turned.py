"""Two pairs sat the wrong way round, for a round or one board."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements.repair.table import sides_turned
from arrowswitch.session import acts
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.deeds import with_single_boards
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct, from_repair
from arrowswitch.session.troubles.trouble import TABLE, Answers, Ask, Remedy, Trouble
from arrowswitch.words import say


def turned(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """Two pairs sat the wrong way round, for a round or one board."""

    def whole() -> Idea:
        repair = sides_turned(section.movement, told.at_round, told.table)
        title = say("Turn table {table} in round {round}, with its results.", table=told.table, round=told.at_round)
        swap = acts.SwapDirections(section.name, told.at_round, told.table)
        return Idea("turned", title, (ProposedAct(swap),), repair.instructions)

    def one_board() -> Idea:
        repair = sides_turned(section.movement, told.at_round, told.table, told.board)
        title = say("Board {board} was played the other way round; the rest as planned.", board=told.board)
        made = from_repair(section, "board", title, repair, told.at_round, follow=False)
        return with_single_boards(state, section, made, repair)

    yield one_board if told.board else whole


TROUBLE = Trouble(
    name="turned",
    place=30,
    title=say("A table sat the wrong way round"),
    hint=say("Howell table or arrow switch forgotten, or a board turned."),
    group=TABLE,
    asks=(Ask("table"), Ask("at_round"), Ask("board", optional=True)),
    ways=turned,
    otherwise=say("Adjust the boards that were played the wrong way, or score the session with one winner."),
    remedies={
        "turned": Remedy(
            ("at_round", "table"),
            ("board",),
            lambda m, told: sides_turned(m, told.at_round, told.table, told.board or None),
        )
    },
)
