"""The next draw, what another would cost, and whether the draws that were made would still be made on the same results.

A draw is never changed behind anybody's back: a correction of an earlier match marks it, and says who had what at the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.state import EventState, RoundDraw, StageSource
from arrowswitch.contests.events.tables import qualifiers
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.reading import BadContest
from arrowswitch.journals import Refused
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, counted, say


def next_draw(state: EventState, feeds: Feeds = (), stage: str = "") -> RoundDraw:
    """The draw of the next round of a stage, as it would be now; `Refused` says why there is none."""
    return next_draws(state, feeds, stage, 1)[0]


def next_draws(state: EventState, feeds: Feeds, stage: str, count: int) -> tuple[RoundDraw, ...]:
    """The draws of the next rounds: of more than one only where no result can change them."""
    view = StageView.of(state, feeds, stage)
    if view.stage.closed:
        raise Refused(say("{stage} is closed.", stage=view.stage.name))
    first = len(view.stage.rounds) + 1
    last = view.stage.plan.rounds_of(view.stage)
    if last is not None and first > last:
        raise Refused(
            say(
                "{stage} has {rounds}, and nothing is left to draw.",
                stage=view.stage.name,
                rounds=counted("rounds", last),
            )
        )
    if count < 1:
        raise Refused(say("One round or more is drawn."))
    if count > 1 and view.stage.plan.contest != "round-robin":
        raise Refused(say("Later rounds depend on results: one is drawn at a time."))
    numbers = range(first, first + count) if last is None else range(first, min(last, first + count - 1) + 1)
    try:
        return tuple(_noted(state, _at_home(state, view.stage.plan.draw(view, number))) for number in numbers)
    except BadContest as problem:
        raise Refused(problem.args[0]) from None


def _at_home(state: EventState, drawn: RoundDraw) -> RoundDraw:
    """The draw with those at home who cannot leave their table; the match that was there changes places with theirs."""
    matches = [*drawn.matches]
    for at, match in enumerate(matches):
        home = next((home for side in match.sides if (home := state.home_of(side)) is not None), None)
        if home is None or match.is_bye or match.table == home:
            continue
        there = next((other for other, each in enumerate(matches) if each.table == home), None)
        if there is not None:
            matches[there] = replace(matches[there], table=match.table)
        matches[at] = replace(match, table=home)
    return replace(drawn, matches=tuple(matches)) if matches != [*drawn.matches] else drawn


def _noted(state: EventState, drawn: RoundDraw) -> RoundDraw:
    """The draw with a note of those who are in it by the fixtures or the bracket, and have withdrawn."""
    gone = [
        say("{who} has withdrawn: forfeit {match}.", who=state.called(side), match=state.called(*match.sides))
        for match in drawn.matches
        for side in match.sides
        if state.entries[side].withdrawn and not match.is_bye
    ]
    return replace(drawn, notes=(*drawn.notes, *gone)) if gone else drawn


def draw_cost(
    state: EventState, feeds: Feeds, stage: str, number: int, matches: Sequence[tuple[int, ...]]
) -> list[Sentence]:
    """What is worse about another draw of a round than about the best; nothing if it is as good."""
    view = StageView.of(state, feeds, stage)
    try:
        return view.stage.plan.price(view, number, matches)
    except BadContest as problem:
        raise Refused(problem.args[0]) from None


@dataclass(frozen=True, slots=True)
class ScoreThen:
    """A contestant's score when a draw was made, and as it is now; none where it was not, or is not, in it."""

    contestant: int
    then: Fraction | None
    now: Fraction | None


@dataclass(frozen=True, slots=True)
class DrawMark:
    """A round, or the field of a stage (round 0), that was made on other results than there are now."""

    stage: str
    round: int
    changed: tuple[ScoreThen, ...]
    sentence: Sentence


def draw_marks(state: EventState, feeds: Feeds = ()) -> tuple[DrawMark, ...]:
    """Every draw that was made on other results, with what differs. Nothing is changed by it."""
    found: list[DrawMark] = []
    for stage in state.stages.values():
        view = StageView(state, feeds, stage)
        if stage.source is not None:
            found += _field_mark(view, stage.source)
        for drawn in stage.rounds:
            if not drawn.made_on:
                continue
            then = {each.contestant: each.score for each in drawn.made_on}
            try:
                now = {each.contestant: each.score for each in stage.plan.made_on(view, drawn.round)}
            except (BadContest, Refused):
                now = {}
            changed = tuple(
                ScoreThen(number, then.get(number), now.get(number))
                for number in sorted({*then, *now})
                if then.get(number) != now.get(number)
            )
            if changed:
                told = _told(state, stage.plan.contest, drawn.round, changed)
                found.append(DrawMark(stage.name, drawn.round, changed, told))
    return tuple(found)


def _told(state: EventState, contest: str, number: int, changed: Sequence[ScoreThen]) -> Sentence:
    if contest == "knockout":
        in_now = [each.contestant for each in changed if each.then is None]
        out_now = [each.contestant for each in changed if each.now is None]
        if out_now:
            return say(
                "Round {round} was made on other results: {out} would not be in it now, but {in_now}.",
                round=number,
                out=", ".join(state.called(each) for each in out_now),
                in_now=", ".join(state.called(each) for each in in_now) or say("nobody yet"),
            )
        return say("Round {round} was made on other results: the places of the bracket were others.", round=number)
    parts = [
        say(
            "{who} had {then} and has {now}",
            who=state.called(each.contestant),
            then=say("nothing") if each.then is None else shown(each.then),
            now=say("nothing") if each.now is None else shown(each.now),
        )
        for each in changed[:3]
    ]
    said = "; ".join(map(str, parts))
    if len(changed) > len(parts):
        said = say("{said}; and {n} more", said=said, n=len(changed) - len(parts))
    return say("Round {round} was made on other results: {said}.", round=number, said=said)


def _field_mark(view: StageView, source: StageSource) -> list[DrawMark]:
    """Whether others would have qualified for a stage by now."""
    members = {*view.stage.members}
    now = {*qualifiers(view.state, view.feeds, source, members).through}
    gone = {number for number in members - now if view.state.entries[number].withdrawn}
    changed = tuple(
        ScoreThen(number, Fraction(1) if number in members else None, Fraction(1) if number in now else None)
        for number in sorted((members ^ now) - gone)
    )
    if not changed:
        return []
    parts = [_in_or_out(view.state, each) for each in changed]
    said = ", ".join(map(str, parts))
    told = say("The field of {stage} was made on other results: {said}.", stage=view.stage.name, said=said)
    return [DrawMark(view.stage.name, 0, changed, told)]


def _in_or_out(state: EventState, each: ScoreThen) -> Sentence:
    who = state.called(each.contestant)
    return (
        say("{who} would be in it now", who=who) if each.then is None else say("{who} would not be in it now", who=who)
    )
