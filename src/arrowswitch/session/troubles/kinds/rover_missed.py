"""Play began before the rover came, for a round or one board."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements.repair.table import rover_missed
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.deeds import with_single_boards
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import TABLE, Answers, Ask, Remedy, Trouble, with_trait
from arrowswitch.words import say


def rover(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """Play began before the rover came, for a round or one board."""

    def missed() -> Idea:
        repair = rover_missed(section.movement, told.at_round, (told.board,) if told.board else ())
        title = (
            say("Board {board} stands for those who played it; the rover plays the rest.", board=told.board)
            if told.board
            else say("The round stands as it was played, without the rover.")
        )
        made = from_repair(section, "rover", title, repair, told.at_round, follow=told.follow)
        return with_single_boards(state, section, made, repair)

    yield missed


TROUBLE = Trouble(
    name="rover-missed",
    place=40,
    title=say("Play began before the rover came"),
    hint=say("For a round or one board."),
    group=TABLE,
    asks=(Ask("at_round"), Ask("board", optional=True)),
    ways=rover,
    otherwise=say("If another table was visited, name the two pairs under “Pairs played the wrong opponents”."),
    where=with_trait("rover"),
    remedies={
        "rover-missed": Remedy(
            ("at_round",),
            ("board",),
            lambda m, told: rover_missed(m, told.at_round, (told.board,) if told.board else ()),
        )
    },
)
