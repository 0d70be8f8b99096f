"""Time is short: fewer rounds, or fewer boards in each."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.edit import all_sides_turned
from arrowswitch.movements.repair.rest import fewer_boards
from arrowswitch.movements.repair.table import rounds_cut
from arrowswitch.movements.repair.tools import check_round
from arrowswitch.session import acts
from arrowswitch.session.night import Section, State, cut, minutes_of
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct, from_repair
from arrowswitch.session.troubles.trouble import PEOPLE, Answers, Ask, Remedy, Rounds, Trouble, anywhere
from arrowswitch.words import Sentence, counted, say


def too_late(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """The evening must end earlier: fewer rounds, or fewer boards in each."""
    movement, last = section.movement, told.at_round
    a_round = minutes_of(state, section)
    turned = {m.round for m in movement.meetings if m.switched}

    def saved(minutes: float) -> Sentence:
        return counted("minutes", round(minutes))

    def end(name: str, everywhere: bool) -> Idea:
        repair = rounds_cut(movement, last)
        where = None if everywhere else section.name
        minutes = saved((movement.rounds - last) * a_round)
        title = (
            say("Round {round} is the last in every section: about {minutes} saved.", round=last, minutes=minutes)
            if everywhere
            else say("Round {round} is the last: about {minutes} saved.", round=last, minutes=minutes)
        )
        return Idea(name, title, (ProposedAct(acts.CutRounds(last, where)),), repair.instructions)

    def end_switched() -> Idea:
        if not turned or max(turned) <= last or last <= section.round:
            raise ImpossibleWish(say("No arrow switch falls away."))
        repair = all_sides_turned(cut(movement, last), last)
        title = say("Round {round} is the last, and the arrow switch is made then.", round=last)
        idea = from_repair(section, "switched", title, repair, last, follow=False)
        return Idea(idea.name, title, (ProposedAct(acts.CutRounds(last, section.name)), *idea.deeds), idea.steps)

    def shorter() -> Idea:
        first = section.round + 1
        check_round(movement, first)
        repair = fewer_boards(movement, first)
        minutes = (movement.rounds - section.round) * a_round / movement.boards_per_round
        title = say(
            "All rounds are played, from round {round} on with {boards}: about {minutes} saved.",
            round=first,
            boards=counted("boards", movement.boards_per_round - 1),
            minutes=saved(minutes),
        )
        return from_repair(section, "shorter", title, repair, first, follow=False)

    yield lambda: end("cut", everywhere=False)
    yield end_switched
    if len(state.sections) > 1:
        yield lambda: end("cut-all", everywhere=True)
    yield shorter


def _rounds(section: Section) -> Rounds:
    now = max(section.round, 1)
    last_but_one = max(section.movement.rounds - 1, now)
    return Rounds(now, last_but_one, last_but_one)


TROUBLE = Trouble(
    name="we-are-late",
    place=40,
    title=say("We are late: finish earlier"),
    hint=say("Cut rounds, or play fewer boards in each."),
    group=PEOPLE,
    asks=(Ask("at_round", say("The last round to play"), rounds=_rounds),),
    ways=too_late,
    otherwise=say("Take boards away from slow tables one by one, or let them be played later."),
    where=anywhere,
    ranked=False,
    shortens=True,
    remedies={
        "rounds-cut": Remedy(
            ("at_round",),
            ("switch_last",),
            lambda m, told: rounds_cut(m, told.at_round - 1, switch_last=told.switch_last),
        )
    },
)
