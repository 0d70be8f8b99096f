"""Matches: results as IMPs, victory points or points of both tables, and all that can go wrong with a match.

What a forfeit, a half match, boards that could not be played and a wrong line-up are worth, the regulations say
(`contests.standings`); here it is only recorded what happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.contests.events.deciding import check_seen, insist
from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import (
    BrokenTie,
    EventMatchKey,
    EventState,
    MatchDraw,
    MatchRecord,
    Stage,
    StagePenalty,
    SubMatch,
)
from arrowswitch.contests.events.view import StageView
from arrowswitch.journals import ADDED, DESK, GrantedAct, Refused, Thing, act, check_text
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.matches.matches import in_proportion
from arrowswitch.scoring.matches.victory_points import scale
from arrowswitch.scoring.penalties import MatchFine, late_for_match
from arrowswitch.words import Sentence, counted, say, say_count

MOST_IMPS = 2000
MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class OfMatch(EventAct):
    """An act about one match."""

    who = DESK

    match: EventMatchKey

    def drawn(self, state: EventState, command: EventCommand) -> MatchDraw:
        """The match, if anything can be recorded of it."""
        drawn = state.match(self.match)
        if state.stages[self.match.stage].closed:
            insist(command, [say("{stage} is closed.", stage=self.match.stage)])
        if drawn.is_bye:
            raise Refused(say("Nobody plays in a bye."))
        check_seen(state, command, ("match", *self.match))
        return drawn

    def recorded(self, before: MatchRecord) -> MatchRecord:
        """What is recorded of the match after it."""
        raise NotImplementedError

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        stage = state.stages[self.match.stage]
        return state.with_stage(stage.with_record(self.match, self.recorded(stage.record(self.match))))

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("match", *self.match)]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        return [("round", self.match.stage, self.match.round), ("stage", self.match.stage)]

    def called(self, state: EventState) -> str:
        """The match in words."""
        return state.match_called(self.match)


def without_result(record: MatchRecord) -> MatchRecord:
    """What is recorded of a match, without any result."""
    return MatchRecord(postponed=record.postponed, day=record.day, line_ups=record.line_ups, confirmed=record.confirmed)


@act("record-result")
class RecordResult(OfMatch):
    """Record the result of a match: IMPs of both sides, or victory points, or points of both tables.

    It takes the place of any that was recorded before, and counts before what a session says.
    """

    imps: tuple[Fraction, ...] | None = None
    vps: tuple[Fraction, ...] | None = None
    total: tuple[Fraction, ...] | None = None
    boards: int | None = None
    """Of the whole match, if it is not as long as the others."""
    played: int | None = None
    """Of a half match: the boards that were played."""
    unplayed: int = 0
    """Boards that could not be played, nobody at fault."""
    between: tuple[SubMatch, ...] = ()
    """Of a match of three: the matches of two in it, as far as they are known."""
    playoff: tuple[Fraction, ...] | None = None
    """Boards that broke a tie in a knockout."""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        match = self.drawn(state, command)
        if len(match.sides) == 3 and self.vps is None:
            self._check_three(match)
        elif len(match.sides) == 3:
            self._check_numbers("vps", 3)
        else:
            self._check_two(state)
        for boards in (self.boards, self.played):
            if boards is not None and not 1 <= boards <= 200:
                raise Refused(say("A match has 1 to 200 boards, not {boards}.", boards=boards))
        whole = self.boards or state.boards
        if self.played is not None and self.played > whole:
            raise Refused(say("Of {whole} no more than these can be played.", whole=counted("boards", whole)))
        if not 0 <= self.unplayed <= whole:
            raise Refused(say("Of {whole} no more than these can be left out.", whole=counted("boards", whole)))
        return GrantedAct(self, insist(command, self._doubts(state)))

    def _check_two(self, state: EventState) -> None:
        if self.between:
            raise Refused(say("Only a match of three has matches of two in it."))
        given = [name for name in ("imps", "vps", "total") if getattr(self, name) is not None]
        if not given:
            raise Refused(say("Say the result: IMPs, victory points or points of both tables."))
        for name in given:
            self._check_numbers(name, 2)
        if self.playoff is not None:
            self._check_numbers("playoff", 2)
        knockout = state.stages[self.match.stage].plan.contest == "knockout"
        if self.playoff is not None and not knockout:
            raise Refused(say("Only a knockout is decided by further boards."))
        if given == ["total"] and not knockout:
            raise Refused(say("Points of both tables decide a knockout; here say the IMPs, or the victory points."))

    def _check_numbers(self, name: str, count: int) -> None:
        values = getattr(self, name)
        most = MOST_POINTS if name == "total" else MOST_IMPS
        if len(values) != count:
            raise Refused(say("A number is wanted for each side."))
        if any(abs(value) > most for value in values):
            raise Refused(say("{value} is too much for a match.", value=shown(max(values, key=abs))))

    def _check_three(self, match: MatchDraw) -> None:
        if not self.between:
            raise Refused(say("Say the results of the matches of two, or the victory points of all three."))
        seen = set()
        for part in self.between:
            if part.a == part.b or not {part.a, part.b} <= {*match.sides}:
                raise Refused(say("{a} v {b} is no part of this match.", a=part.a, b=part.b))
            if frozenset((part.a, part.b)) in seen:
                raise Refused(say("{a} v {b} is there twice.", a=part.a, b=part.b))
            seen.add(frozenset((part.a, part.b)))
            if len(part.imps) != 2 or any(abs(value) > MOST_IMPS for value in part.imps):
                raise Refused(say("{a} v {b}: IMPs are wanted for both sides.", a=part.a, b=part.b))

    def _doubts(self, state: EventState) -> list[Sentence]:
        """What a slip of the pen looks like: victory points that do not make the whole of the scale, or more than it has."""
        if self.vps is None:
            return []
        whole = Fraction(scale(state.scale_name).total)
        if any(not 0 <= each <= 2 * whole for each in self.vps) or (len(self.vps) == 2 and max(self.vps) > whole):
            return [say("A match on this scale has {whole}.", whole=counted("VPs", whole, shown(whole)))]
        if len(self.vps) == 2 and sum(self.vps) > whole:
            said = counted("VPs", sum(self.vps), shown(sum(self.vps)))
            return [say("Both together have {said}; a match has {whole}.", said=said, whole=shown(whole))]
        return []

    def recorded(self, before: MatchRecord) -> MatchRecord:
        kept = {(part.a, part.b): part for part in before.between}
        if self.between:
            kept = {
                key: part for key, part in kept.items() if {*key} not in [{each.a, each.b} for each in self.between]
            }
            kept.update({(part.a, part.b): part for part in self.between})
        return replace(
            without_result(before),
            imps=self.imps,
            vps=self.vps,
            total=self.total,
            boards=self.boards,
            played=self.played,
            unplayed=self.unplayed,
            between=tuple(kept.values()) if self.between else (),
            playoff=self.playoff,
        )

    def told(self, state: EventState) -> Sentence:
        for values, unit in ((self.imps, "IMPs"), (self.vps, "VPs"), (self.total, say("points"))):
            if values is not None:
                score = " - ".join(shown(each) for each in values)
                return say("recorded {match}: {score} {unit}", match=self.called(state), score=score, unit=unit)
        parts = ", ".join(f"{part.a} v {part.b} {shown(part.imps[0])} - {shown(part.imps[1])}" for part in self.between)
        return say("recorded {match}: {parts}", match=self.called(state), parts=parts)


@act("clear-result")
class ClearResult(OfMatch):
    """Take a recorded result away: the match is out again, or as its session has it."""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        self.drawn(state, command)
        if not state.stages[self.match.stage].record(self.match).has_result:
            raise Refused(say("Nothing is recorded of this match."))
        return GrantedAct(self)

    def recorded(self, before: MatchRecord) -> MatchRecord:
        return without_result(before)

    def told(self, state: EventState) -> Sentence:
        return say("cleared the result of {match}", match=self.called(state))


@act("forfeit-match")
class ForfeitMatch(OfMatch):
    """Somebody did not come: the others get what the regulations give for a forfeit."""

    absent: int

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        match = self.drawn(state, command)
        if self.absent not in match.sides:
            raise Refused(say("{who} is not in this match.", who=state.called(self.absent)))
        if len(match.sides) != 2:
            raise Refused(say("A match of three is recorded as it was played, by its matches of two."))
        provisional = in_proportion(state.regulations.matches, state.scale_name).forfeit
        note = say(
            "For now {vps}; at the end as many as its own mean, or the mean against {who}, if either is more.",
            vps=counted("VPs", provisional, shown(provisional)),
            who=state.called(self.absent),
        )
        knockout = state.stages[self.match.stage].plan.contest == "knockout"
        return GrantedAct(self, () if knockout or not state.regulations.matches.forfeit_means else (note,))

    def recorded(self, before: MatchRecord) -> MatchRecord:
        return replace(without_result(before), forfeit=self.absent)

    def told(self, state: EventState) -> Sentence:
        return say("{match}: {who} forfeited", match=self.called(state), who=state.called(self.absent))


@act("same-way")
class SitSameWay(OfMatch):
    """Both pairs of both teams sat the same way, and it is too late to play again (NZ manual TEA-11)."""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        match = self.drawn(state, command)
        if state.kind != "teams" or len(match.sides) != 2:
            raise Refused(say("Only two teams can both sit the same way."))
        if state.stages[self.match.stage].plan.contest == "knockout":
            raise Refused(say("A knockout needs a winner: play further boards."))
        return GrantedAct(self)

    def recorded(self, before: MatchRecord) -> MatchRecord:
        return replace(without_result(before), same_way=True)

    def told(self, state: EventState) -> Sentence:
        return say("{match}: all pairs sat the same way", match=self.called(state))


@act("penalise-contestant")
class PenaliseContestant(EventAct):
    """Take victory points of a contestant's total, or IMPs in the match of a round. For lateness the regulations say how much."""

    needs_reason = True
    settled = ("stage", "vps", "imps")

    contestant: int
    vps: Fraction = Fraction(0)
    imps: Fraction = Fraction(0)
    round: int | None = None
    stage: str = ""
    minutes: int | None = field(default=None, metadata={ADDED: True})
    """How late it was; without an amount the regulations give one, in a knockout in IMPs."""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        stage = state.stage(self.stage)
        if self.minutes is not None and not self.vps and not self.imps:
            late = _for_lateness(state, stage, self.minutes)
            taken = replace(self, vps=Fraction(late.vps), imps=Fraction(late.imps + late.board_imps))
            return GrantedAct(taken.decide(state, command, feeds).act, _less_to_play(late))
        if self.contestant not in stage.members:
            raise Refused(say("{who} does not play in {stage}.", who=state.called(self.contestant), stage=stage.name))
        if bool(self.vps) == bool(self.imps):
            raise Refused(say("Take victory points, or IMPs."))
        if not 0 <= self.vps + self.imps <= 200:
            raise Refused(say("From 0 to 200 can be taken."))
        if self.imps:
            self._check_match(state, stage)
        elif stage.plan.contest == "knockout":
            raise Refused(say("In a knockout IMPs are taken, in the match of a round."))
        return GrantedAct(replace(self, stage=stage.name))

    def _check_match(self, state: EventState, stage: Stage) -> None:
        if self.round is None or not 1 <= self.round <= len(stage.rounds):
            raise Refused(say("Say in the match of which round the IMPs are taken."))
        match = stage.rounds[self.round - 1].of(self.contestant)
        if match is None or match.is_bye:
            raise Refused(
                say("{who} has no match in round {round}.", who=state.called(self.contestant), round=self.round)
            )
        if len(match.sides) == 3:
            raise Refused(say("In a match of three, take them in the result of one of its matches of two."))

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        stage = state.stages[self.stage]
        taken = StagePenalty(self.contestant, self.vps, self.imps, self.round, len(stage.rounds), entry.why)
        return state.with_stage(replace(stage, penalties=(*stage.penalties, taken)))

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("penalties", self.stage, self.contestant)]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        yield from (("contestant", self.contestant), ("stage", self.stage))
        if self.round is not None:
            yield ("round", self.stage, self.round)

    def told(self, state: EventState) -> Sentence:
        taken = counted("VPs", self.vps, shown(self.vps)) if self.vps else counted("IMPs", self.imps, shown(self.imps))
        return say("took {taken} from {who}", taken=taken, who=state.called(self.contestant))


def _for_lateness(state: EventState, stage: Stage, minutes: int) -> MatchFine:
    """What so many minutes cost by the regulations: victory points, or IMPs."""
    found = late_for_match(minutes, state.regulations, stage.plan.contest)
    if isinstance(found, Sentence):
        raise Refused(found)
    if found is None:
        raise Refused(say("{minutes} late cost nothing here.", minutes=counted("minutes", minutes)))
    if found.forfeit:
        raise Refused(say("{minutes} late: the match is forfeited.", minutes=counted("minutes", minutes)))
    return found


def _less_to_play(late: MatchFine) -> tuple[Sentence, ...]:
    if not late.boards_withdrawn:
        return ()
    return (say("{boards} less to play.", boards=counted("boards", late.boards_withdrawn)),)


@act("break-tie")
class BreakTie(EventAct):
    """Say in which order the tied stand, and how that was found: by lot, by a play-off, by agreement."""

    settled = ("stage",)

    order: tuple[int, ...]
    how: str
    stage: str = ""

    def decide(self, state: EventState, command: EventCommand, feeds: Feeds) -> GrantedAct:
        view = StageView.of(state, feeds, self.stage)
        if len(set(self.order)) < max(2, len(self.order)):
            raise Refused(say("A tie is between two or more."))
        if not self.how.strip():
            raise Refused(say("Say how the tie was broken."))
        check_text(self.how, say("How the tie was broken"))
        for number in self.order:
            if number not in view.stage.members:
                raise Refused(say("{who} does not play in {stage}.", who=state.called(number), stage=view.stage.name))
        if not _are_tied(view, self.order):
            raise Refused(say("They are not tied."))
        return GrantedAct(replace(self, stage=view.stage.name))

    def evolve(self, state: EventState, entry: EventJournalEntry) -> EventState:
        stage = state.stages[self.stage]
        return state.with_stage(replace(stage, ties=(*stage.ties, BrokenTie(self.order, self.how.strip()))))

    def touches(self, state: EventState) -> Iterable[Thing]:
        return [("tie", self.stage, frozenset(self.order))]

    def rests_on(self, state: EventState) -> Iterable[Thing]:
        return [("stage", self.stage)]

    def told(self, state: EventState) -> Sentence:
        order = ", ".join(state.called(number) for number in self.order)
        return say_count(
            "broke the tie: {order} ({how})", "broke the tie: {order} ({how})", 2, order=order, how=self.how
        )


def _are_tied(view: StageView, order: tuple[int, ...]) -> bool:
    """Whether these share a place of a table, or play a match of a knockout that is not decided."""
    if view.stage.plan.contest == "knockout":
        return any(
            {*each.match.sides} == {*order} and view.scores(key) is not None and view.decided(key) is None
            for key, each in view.results.items()
        )
    names = {str(number) for number in order}
    for group in view.stage.groups:
        ranks: dict[str, set[str]] = {}
        for line in view.table(group.name).standings:
            ranks.setdefault(line.rank, set()).add(line.contestant)
        if any(tied == names for rank, tied in ranks.items() if rank.endswith("=")):
            return True
    return False
