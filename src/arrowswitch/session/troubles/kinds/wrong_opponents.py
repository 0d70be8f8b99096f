"""Two pairs sat in each other's seats, for a round or until it was noticed after a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.movements.repair.rest import courses_exchanged, exchanged_again, opponents_for_one_board
from arrowswitch.movements.repair.table import pairs_exchanged
from arrowswitch.movements.repair.tools import Repair
from arrowswitch.scoring import PLUS
from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.session import acts
from arrowswitch.session.night import Adjustment, Section, State
from arrowswitch.session.troubles.deeds import with_single_boards
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, by_fault, from_repair
from arrowswitch.session.troubles.trouble import TABLE, Answers, Ask, Remedy, Trouble
from arrowswitch.words import Sentence, say


def wrong_opponents(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """Two pairs sat in each other's seats, for the round or until it was noticed after a board."""
    movement = section.movement
    number, one, other = told.at_round, told.pair, told.other_pair

    def idea(name: str, title: Sentence, repair: Repair) -> Idea:
        made = from_repair(section, name, title, repair, number, follow=told.follow)
        due = (each for each in made.tasks if each.what == "award")
        others = tuple(each for each in made.tasks if each.what != "award")
        if movement.kind == "pairs":
            awarded = by_fault(due, [(one, other)], repair.movement, repair.single_boards)
            made = replace(made, tasks=(*awarded, *others))
        return with_single_boards(state, section, made, repair)

    if told.board:
        yield lambda: _with_award(
            idea(
                "board",
                say("Only board {board} was played so; it stands, and the rest is as planned.", board=told.board),
                opponents_for_one_board(movement, number, one, other, told.board),
            ),
            section,
            told,
        )
        return
    yield lambda: idea(
        "round",
        say("The results of round {round} stand; then both go where the plan sends them.", round=number),
        pairs_exchanged(movement, number, one, other),
    )
    yield lambda: idea(
        "rest", say("They stay on each other's course to the end."), courses_exchanged(movement, number, one, other)
    )
    yield lambda: idea(
        "again",
        say("They exchange seats again in some later rounds, where it costs least."),
        exchanged_again(movement, number, one, other),
    )


def _with_award(idea: Idea, section: Section, told: Answers) -> Idea:
    """And average plus for the pair that does not play the board: its line stands at the table where it sat meanwhile."""
    meetings = section.movement.by_round[told.at_round]
    place = next(m for m in meetings if told.board in m.boards and {told.pair, told.other_pair} & set(m.sides))
    astray = next((m for m in meetings if m is not place and {told.pair, told.other_pair} & set(m.sides)), None)
    if astray is None:
        return idea
    award = Adjustment(PLUS, ELSEWHERE) if place.ns in (told.pair, told.other_pair) else Adjustment(ELSEWHERE, PLUS)
    task = acts.LeaveTask("award", section.name, told.at_round, astray.table, (told.board,), *place.sides, award)
    return replace(idea, tasks=(*idea.tasks, task))


TROUBLE = Trouble(
    name="wrong-opponents",
    place=20,
    title=say("Pairs played the wrong opponents"),
    hint=say("Two pairs sat in each other's seats."),
    group=TABLE,
    asks=(Ask("pair"), Ask("other_pair"), Ask("at_round"), Ask("board", optional=True)),
    ways=wrong_opponents,
    otherwise=say("Enter each result with the pairs that played it, and adjust the boards that somebody gets twice."),
    remedies={
        "wrong-opponents": Remedy(
            ("at_round", "pair", "other_pair"),
            (),
            lambda m, told: pairs_exchanged(m, told.at_round, told.pair, told.other_pair),
        )
    },
)
