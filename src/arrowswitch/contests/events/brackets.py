"""The bracket of a knockout as a value from which a picture is drawn: what was played, and what is to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrowswitch.contests.events.feeds import Feeds, Number
from arrowswitch.contests.events.formats.knockout import BracketPlan, places_held
from arrowswitch.contests.events.state import EventMatchKey, EventState, StageGroup
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.knockout import first_round
from arrowswitch.journals import Refused
from arrowswitch.words import Sentence, counted, say


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: who it is, or from which match it comes."""

    contestant: int | None
    place: int
    """In the bracket; at first the seed."""
    after: int | None = None
    """The number of the match in the round before from which it comes; none for a first match or after a bye."""
    score: Number | None = None
    through: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match of the picture; one with one side is a bye."""

    number: int
    """In its round, from 1, from top to bottom."""
    sides: tuple[BracketSide, ...]
    key: EventMatchKey | None = None
    """Once it is drawn."""
    survivors: int = 1
    note: Sentence | None = None


@dataclass(frozen=True)
class BracketPicture:
    """One bracket, round by round."""

    group: str
    rounds: tuple[tuple[BracketBox, ...], ...]
    winners: tuple[int, ...] = ()
    """Who is left at the end, once that is known."""


@dataclass(slots=True)
class _Held:
    """What holds a place of the bracket."""

    contestant: int | None
    after: int | None = None


def bracket(state: EventState, feeds: Feeds = (), stage: str = "") -> tuple[BracketPicture, ...]:
    """The brackets of a knockout, up to the final."""
    view = StageView.of(state, feeds, stage)
    plan = view.stage.plan
    if not isinstance(plan, BracketPlan):
        raise Refused(say("{stage} is no knockout.", stage=view.stage.name))
    return tuple(_picture(view, plan, group) for group in view.stage.groups)


def _picture(view: StageView, plan: BracketPlan, group: StageGroup) -> BracketPicture:
    held = {place: _Held(number) for place, number in enumerate(group.contestants, 1)}
    rounds: list[tuple[BracketBox, ...]] = []
    for number, planned in enumerate(plan.rounds_for(len(group.contestants)), 1):
        if number <= len(view.stage.rounds):
            boxes, held = _drawn(view, group, number, rounds[-1] if rounds else ())
        else:
            boxes, held = _to_come(first_round(planned), planned.three_way_two, held)
        rounds.append(tuple(boxes))
    left = [each.contestant for each in held.values()]
    winners = tuple(each for each in left if each is not None)
    return BracketPicture(group.name, tuple(rounds), winners if len(winners) == len(left) else ())


Places = dict[int, _Held]


def _drawn(
    view: StageView, group: StageGroup, number: int, before: Sequence[BracketBox]
) -> tuple[list[BracketBox], Places]:
    """A round as it was drawn, whatever has become of the results that it was drawn on."""
    at = places_held(view, group, number)
    came_from = {side.contestant: box.number for box in before if len(box.sides) > 1 for side in box.sides}
    boxes: list[BracketBox] = []
    after: Places = {}
    for place, match in enumerate(view.stage.rounds[number - 1].matches, 1):
        if match.group != group.name:
            continue
        key = EventMatchKey(view.stage.name, number, place)
        order, scores = view.decided(key), None if match.is_bye else view.scores(key)
        through = order[: match.survivors] if order is not None else ()
        seats = [at[side] for side in match.sides]
        sides = tuple(
            BracketSide(
                side,
                seat,
                came_from.get(side),
                None if scores is None else scores[side][0],
                side in through,
            )
            for side, seat in zip(match.sides, seats, strict=True)
        )
        boxes.append(BracketBox(len(boxes) + 1, sides, key, match.survivors, _note(view, key, order, scores)))
        came = None if match.is_bye else len(boxes)
        for rank, seat in enumerate(sorted(seats)[: match.survivors]):
            after[seat] = _Held(through[rank] if through else None, came)
    return boxes, _closed_up(after)


def _note(view: StageView, key: EventMatchKey, order: object, scores: object) -> Sentence | None:
    record = view.stage.record(key)
    if record.forfeit is not None:
        return say("{who} forfeited", who=view.state.called(record.forfeit))
    if order is None and scores is not None:
        boards = view.state.regulations.ties.knockout_boards
        if boards:
            return say("Level: a play-off of {boards}", boards=counted("boards", boards[0]))
        return say("Level: the tie is to be broken")
    return None


def _to_come(seats: list[tuple[int, ...]], two_go_on: int, held: Places) -> tuple[list[BracketBox], Places]:
    boxes: list[BracketBox] = []
    after: Places = {}
    for match in sorted(seats, key=lambda each: len(each) == 1):
        survivors = 2 if len(match) == 3 and two_go_on else 1
        two_go_on -= survivors - 1
        sides = tuple(BracketSide(held[seat].contestant, seat, held[seat].after) for seat in match)
        boxes.append(BracketBox(len(boxes) + 1, sides, None, survivors))
        for seat in sorted(match)[:survivors]:
            after[seat] = held[seat] if len(match) == 1 else _Held(None, len(boxes))
    return boxes, _closed_up(after)


def _closed_up(after: Places) -> Places:
    return {place: after[seat] for place, seat in enumerate(sorted(after), 1)}
