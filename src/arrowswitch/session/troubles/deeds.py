"""What several ways out have in common: a board played later, single boards, seats of those who come, and something that was
wrong since the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.repair.tools import Repair, meeting_at, only_pairs
from arrowswitch.session import acts
from arrowswitch.session.night import LatePlay, LineKey, Section, State, seats_of
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct, from_repair
from arrowswitch.session.troubles.trouble import Answers, Remedy
from arrowswitch.words import say


def late_play(movement: Movement, key: LineKey) -> ProposedAct:
    """A board to be played later by those who were to play it, whatever the movement has there by then."""
    there = meeting_at(movement, key.round, key.table)
    return ProposedAct(acts.Enter(key, LatePlay(), ns=there.ns, ew=there.ew), force=True)


def with_single_boards(state: State, section: Section, idea: Idea, repair: Repair) -> Idea:
    """An idea with its single boards: results are given to those who played them, the others are still to be entered."""
    deeds: list[ProposedAct] = []
    tasks: list[acts.LeaveTask] = []
    for single in repair.single_boards:
        for board in single.boards:
            key = LineKey(section.name, single.round, single.table, board)
            record = state.lines.get(key)
            if record is None or not record.entry:
                tasks.append(acts.LeaveTask("enter", *key[:3], (board,), *single.sides))
            elif (record.ns, record.ew) != single.sides:
                correct = acts.Correct(key, record.entry, ns=single.ns, ew=single.ew, error="scorer")
                deeds.append(ProposedAct(correct, force=True))
    return replace(idea, deeds=(*idea.deeds, *deeds), tasks=(*idea.tasks, *tasks))


def seats_taken(section: Section, movement: Movement, new: tuple[int, ...], told: Answers) -> Iterator[ProposedAct]:
    """The names, if they were told."""
    places = [acts.Place(section.name, pair, seat) for pair in new for seat in seats_of(movement, pair)]
    seatings = tuple(
        acts.Seating(place, player) for place, player in zip(places, told.people, strict=False) if player.name
    )
    if seatings:
        yield ProposedAct(acts.SeatPlayers(seatings))


def from_the_start(remedies: Mapping[str, Remedy]) -> Callable[[State, Section, Answers], Iterator[LazyIdea]]:
    """The one way out: the remedy for `which` it was, put right before a round that is still to come."""

    def ways(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
        def idea() -> Idea:
            only_pairs(section.movement)
            remedy = remedies.get(told.which, next(iter(remedies.values())))
            repair = remedy.mend(section.movement, told)
            if repair.from_round < section.round:
                raise ImpossibleWish(
                    say(
                        "This had to be put right before round {round}. Now compare boards and pairs at each table, "
                        "and change the meetings that are left by hand.",
                        round=repair.from_round,
                    )
                )
            title = say("Put it right before round {round}.", round=repair.from_round)
            return from_repair(section, "right", title, repair, 1, follow=told.follow)

        yield idea

    return ways
