"""A board is taken from a slow table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.movements import ImpossibleWish, Instruction
from arrowswitch.movements.repair.tools import meeting_at
from arrowswitch.scoring import AVERAGE, MINUS, PLUS
from arrowswitch.session import acts
from arrowswitch.session.night import Adjustment, LineKey, NotPlayed, Section, State
from arrowswitch.session.troubles.deeds import late_play
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct
from arrowswitch.session.troubles.trouble import PEOPLE, Answers, Ask, Trouble, anywhere
from arrowswitch.words import Sentence, say, spans

SLOW: Mapping[str, tuple[Sentence, Adjustment]] = {
    "nobody": (say("Nobody was at fault: average plus to both."), Adjustment(PLUS, PLUS)),
    "partly": (say("Both were slow at times: average to both."), Adjustment(AVERAGE, AVERAGE, "partly", "partly")),
    "ns": (
        say("North-South were slow: average minus to them, average plus to East-West."),
        Adjustment(MINUS, PLUS, "directly"),
    ),
    "ew": (
        say("East-West were slow: average minus to them, average plus to North-South."),
        Adjustment(PLUS, MINUS, "none", "directly"),
    ),
    "both": (say("Both were slow: average minus to both."), Adjustment(MINUS, MINUS, "directly", "directly")),
}
"""Who was slow, and what a board that is taken away is worth then (Busbridge directors' instructions L342-348)."""


def slow_table(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """A board that has not been begun is taken from a slow table: a score by fault, a late play, or nothing."""
    key = LineKey(section.name, told.at_round, told.table, told.board)
    only_new = say("Take a board away only while nobody has looked at it.")

    def take(name: str, title: Sentence, deed: ProposedAct) -> Idea:
        meeting = meeting_at(section.movement, told.at_round, told.table)
        if told.board not in meeting.boards:
            raise ImpossibleWish(
                say(
                    "Table {table} has boards {boards} in round {round}.",
                    table=told.table,
                    boards=spans(meeting.boards),
                    round=told.at_round,
                )
            )
        return Idea(name, title, (deed,), (Instruction("special", told.at_round, only_new),))

    title, adjustment = SLOW.get(told.which, SLOW["partly"])
    yield lambda: take("award", title, ProposedAct(acts.Adjust(key, adjustment)))
    yield lambda: take(
        "later", say("They play it later, in the break or at the end."), late_play(section.movement, key)
    )
    yield lambda: take(
        "none", say("It is not played and counts for nobody."), ProposedAct(acts.Enter(key, NotPlayed()))
    )


TROUBLE = Trouble(
    name="slow-table",
    place=50,
    title=say("A board is taken away for slow play"),
    hint=say("A score by fault, a late play, or none."),
    group=PEOPLE,
    asks=(
        Ask("table"),
        Ask("at_round"),
        Ask("board", last_board=True),
        Ask("which", say("Who was slow?"), choices={name: words for name, (words, _) in SLOW.items()}),
    ),
    ways=slow_table,
    otherwise=say("A board that has been begun is finished; fine the slow side instead."),
    where=anywhere,
    ranked=False,
)
