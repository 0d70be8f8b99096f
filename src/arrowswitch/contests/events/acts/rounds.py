"""Rounds: drawn by the plan on what is known, changed by hand with a reason, and matches that are put off to another day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from arrowswitch.contests.events.draws import next_draws
from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import EventMatchKey, EventState, MatchDraw, MatchRecord, RoundDraw
from arrowswitch.contests.events.view import StageView
from arrowswitch.contests.reading import BadContest
from arrowswitch.journals import GrantedAct, Outdated, Refused, Thing, act
from arrowswitch.words import Sentence, say, say_count


@act("draw-round")
class DrawRound(EventAct):
    """Draw the next round, or the next so many where no result can change them.

    Whoever has looked at a draw sends it along: if it would be another now, because a result has come in, that is said.
    """

    settled = ("stage", "drawn")

    stage: str = ""
    rounds: int = 1
    drawn: tuple[RoundDraw, ...] = ()

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        stage = state.stage(self.stage)
        drawn = next_draws(state, feeds, stage.name, self.rounds)
        if self.drawn and _pairings(self.drawn) != _pairings(drawn):
            raise Outdated(say("Results have changed since you saw this draw. Look again before you take it."))
        return GrantedAct(
            replace(self, stage=stage.name, drawn=drawn), tuple(note for each in drawn for note in each.notes)
        )

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        stage = state.stages[self.stage]
        return state.with_stage(replace(stage, rounds=(*stage.rounds, *self.drawn)))

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("round", self.stage, each.round) for each in self.drawn]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        yield from (("event",), ("seeds",), ("stage", self.stage), ("field", self.stage), ("carried", self.stage))
        if self.drawn and self.drawn[0].round > 1:
            yield ("round", self.stage, self.drawn[0].round - 1)

    def told(self, state: EventState) -> Sentence:
        rounds = ", ".join(str(each.round) for each in self.drawn)
        return say_count(
            "drew round {rounds} of {stage}",
            "drew rounds {rounds} of {stage}",
            len(self.drawn),
            rounds=rounds,
            stage=self.stage,
        )


def _pairings(drawn: Iterable[RoundDraw]) -> list[tuple[tuple[tuple[int, ...], int | None], ...]]:
    return [tuple((match.sides, match.table) for match in each.matches) for each in drawn]


@act("change-draw")
class ChangeDraw(EventAct):
    """Put the matches of a drawn round together by hand. What that costs is worked out, and kept with the reason."""

    needs_reason = True
    settled = ("stage", "matches", "cost")
    changes = ("round stage round",)
    needs = ("stage stage",)

    stage: str
    round: int
    matches: tuple[MatchDraw, ...]
    """All of the round; only the sides and the tables need to be said."""
    cost: tuple[Sentence, ...] = ()

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        view = StageView.of(state, feeds, self.stage)
        stage = view.stage
        if not 1 <= self.round <= len(stage.rounds):
            raise Refused(say("Round {round} has not been drawn.", round=self.round))
        if stage.closed:
            raise Refused(say("{stage} is closed.", stage=stage.name))
        before = stage.rounds[self.round - 1]
        _check_whole(state, before, self.matches)
        matches = _in_places(before, self.matches)
        if matches == before.matches:
            raise Refused(say("Nothing would change."))
        for place, old in enumerate(before.matches, 1):
            gone = old.sides not in {match.sides for match in matches}
            if gone and stage.records.get((self.round, place), MatchRecord()).has_result:
                raise Refused(say("{match} has a result already; clear that first.", match=state.called(*old.sides)))
        try:
            cost = tuple(stage.plan.price(view, self.round, [match.sides for match in matches]))
        except BadContest as problem:
            raise Refused(problem.args[0]) from None
        return GrantedAct(replace(self, stage=stage.name, matches=matches, cost=cost), cost)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        stage = state.stages[self.stage]
        before = stage.rounds[self.round - 1]
        after = replace(before, matches=self.matches, by_hand=True)
        rounds = (*stage.rounds[: self.round - 1], after, *stage.rounds[self.round :])
        stays = {match.sides: place for place, match in enumerate(self.matches, 1)}
        moved = {place: stays.get(match.sides) for place, match in enumerate(before.matches, 1)}
        records = {key: each for key, each in stage.records.items() if key[0] != self.round}
        for (number, place), each in stage.records.items():
            if number == self.round and (now := moved.get(place)):
                records[number, now] = each
        return state.with_stage(replace(stage, rounds=rounds, records=records))

    def told(self, state: EventState) -> Sentence:
        return say("changed the draw of round {round} of {stage}", round=self.round, stage=self.stage)


def _in_places(before: RoundDraw, wished: Sequence[MatchDraw]) -> tuple[MatchDraw, ...]:
    """The matches of a round put together anew: those that stay keep their places, by which their results are known."""
    tables = {match.sides: match.table for match in wished}
    reason = say("Put together by hand.")
    stay = {
        place: replace(match, table=tables[match.sides] or match.table)
        for place, match in enumerate(before.matches)
        if match.sides in tables
    }
    new = iter(
        replace(before.of(match.sides[0]) or match, sides=match.sides, table=match.table, reason=reason)
        for match in wished
        if match.sides not in {each.sides for each in before.matches}
    )
    places = range(max(len(wished), max(stay, default=-1) + 1))
    filled = ((stay.get(place) or next(new, None)) for place in places)
    return tuple(match for match in filled if match is not None)


def _check_whole(state: EventState, before: RoundDraw, matches: Iterable[MatchDraw]) -> None:
    """Refuses a draw in which somebody is missing, or twice, or two matches at one table."""
    due = {side for match in before.matches for side in match.sides}
    for number, times in Counter(side for match in matches for side in match.sides).items():
        state.contestant(number)
        if number not in due:
            raise Refused(say("{who} does not play in this round.", who=state.called(number)))
        if times > 1:
            raise Refused(say("{who} is in the draw more than once.", who=state.called(number)))
        due.discard(number)
    if due:
        raise Refused(say("{who} is not in the draw.", who=state.called(min(due))))
    if any(not 1 <= len(match.sides) <= 3 for match in matches):
        raise Refused(say("A match is of two, a bye of one, a triple of three."))
    tables = Counter(match.table for match in matches if match.table is not None)
    twice = [table for table, times in tables.items() if times > 1]
    if twice:
        raise Refused(say("Two matches are at table {table}.", table=state.first_table(twice[0])))


@act("postpone-match")
class PostponeMatch(EventAct):
    """Put a match off to another day, on which neither side has another."""

    match: EventMatchKey
    day: date | None = None
    """None for a day that is not settled yet."""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        mine = state.match(self.match)
        if mine.is_bye:
            raise Refused(say("Nobody plays in a bye."))
        for stage in state.stages.values():
            for drawn in stage.rounds:
                for place, match in enumerate(drawn.matches, 1):
                    key = EventMatchKey(stage.name, drawn.round, place)
                    both = {*mine.sides} & {*match.sides}
                    if key == self.match or not both or match.is_bye or self.day is None:
                        continue
                    if (stage.record(key).day or match.day) == self.day:
                        raise Refused(
                            say(
                                "{who} has another match on {day}.",
                                who=state.called(min(both)),
                                day=self.day.isoformat(),
                            )
                        )
        return GrantedAct(self)

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        stage = state.stages[self.match.stage]
        record = replace(stage.record(self.match), day=self.day, postponed=True)
        return state.with_stage(stage.with_record(self.match, record))

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("day", *self.match)]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        return [("round", self.match.stage, self.match.round)]

    def told(self, state: EventState) -> Sentence:
        who = state.match_called(self.match)
        if self.day is None:
            return say("put {match} off", match=who)
        return say("put {match} off to {day}", match=who, day=self.day.isoformat())
