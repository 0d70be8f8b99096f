"""A pair is late: it gets the half table, a new table, or a seat in a Howell."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.repair.late_howell import at_a_howell
from arrowswitch.movements.repair.late_pairs import late_pair, relay_last
from arrowswitch.movements.repair.tools import Repair
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import acts
from arrowswitch.session.night import Adjustment, LineKey, NotPlayed, Section, State
from arrowswitch.session.troubles.deeds import seats_taken
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct, from_repair
from arrowswitch.session.troubles.trouble import PEOPLE, Answers, Ask, Remedy, Rounds, Trouble
from arrowswitch.words import say

AWARDS = {"yes": say("average minus; average plus for who waited"), "no": say("no score")}


def late_pairs(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """A pair is late: at the half table, at a new table, or in a Howell."""
    movement = section.movement

    def begin(name: str, at_round: int) -> Idea:
        full_howell = has(movement.family, "guide cards") and not len(movement.contestants) % 2
        repair = (
            at_a_howell(movement, at_round=at_round, keep_numbers=True)
            if full_howell
            else late_pair(movement, at_round)
        )
        if full_howell and section.round > 1:
            raise ImpossibleWish(say("A pair can join a full Howell only during the first round."))
        first = max(2 if full_howell else at_round, section.round, 1)
        (new,) = set(repair.movement.contestants) - set(movement.contestants)
        idea = from_repair(
            section,
            name,
            say("Let them in as {pair}, from round {round}.", pair=repair.movement.label(new), round=first),
            repair,
            first,
            follow=False,
        )
        deeds = tuple(
            ProposedAct(acts.LatePair(section.name, new, deed.act.movement, first))
            if isinstance(deed.act, acts.ChangeMovement)
            else deed
            for deed in idea.deeds
        )
        awards = tuple(_missed(section, repair, new)) if told.award else ()
        seats = seats_taken(section, repair.movement, (new,), told)
        return Idea(idea.name, idea.title, (*deeds, *seats, *awards), idea.steps, idea.lost)

    yield lambda: begin("now", told.at_round)
    if len(movement.contestants) % 2 and told.at_round == section.round < movement.rounds:
        yield lambda: begin("next", told.at_round + 1)


def _missed(section: Section, repair: Repair, late: int) -> Iterator[ProposedAct]:
    """Average minus for who came too late, average plus for who waited (Busbridge directors' instructions L326)."""
    missed = [one for one in repair.boards_to_adjust if one.why == "missed"]
    sides = {(one.round, one.table): one for one in missed if one.pair != late}
    for one in missed:
        if one.pair != late or one.round > section.round:
            continue
        other = sides[one.round, one.table].pair
        north_south = late in repair.movement.stationary or repair.movement.label(late).startswith("NS")
        ns, ew = (late, other) if north_south else (other, late)
        for board in one.boards:
            key = LineKey(section.name, one.round, one.table, board)
            award = (
                Adjustment(MINUS, PLUS, "directly", "none")
                if north_south
                else Adjustment(PLUS, MINUS, "none", "directly")
            )
            yield ProposedAct(acts.Enter(key, NotPlayed(), ns=ns, ew=ew), force=True)
            yield ProposedAct(acts.Adjust(key, award), force=True)


def _rounds(section: Section) -> Rounds:
    now, last = max(section.round, 1), section.movement.rounds
    half = len(section.movement.contestants) % 2
    return Rounds(now, last, now if half else min(max(now, 2), last))


def _mended(movement: Movement, told: Answers) -> Repair:
    return late_pair(relay_last(movement) if told.relay_last else movement, told.at_round or 2)


TROUBLE = Trouble(
    name="late-pair",
    place=10,
    title=say("A pair is late"),
    hint=say("Half table, new table, or a seat in a Howell."),
    group=PEOPLE,
    asks=(Ask("at_round", say("They play from round"), rounds=_rounds), Ask("award", optional=True, choices=AWARDS)),
    ways=late_pairs,
    otherwise=say(
        "Nobody is obliged to take a late pair. Send it home, or keep it as a reserve for a pair that leaves."
    ),
    people=2,
    remedies={"late-pair": Remedy((), ("at_round", "relay_last"), _mended)},
)
