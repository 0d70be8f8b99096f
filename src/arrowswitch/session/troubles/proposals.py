"""A way out of a trouble, tried on the state before anything is done: what it does, what it costs, what stands against it.

An idea is a title with its acts; a proposal is an idea that the session would grant, if need be on the director's
word, with the evening that would follow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256

from arrowswitch.movements import ImpossibleWish, Instruction, Meeting, Movement, facts
from arrowswitch.movements.repair.rest import new_losses, second_plays_left_out
from arrowswitch.movements.repair.tools import Repair, ToAdjust
from arrowswitch.scoring.lines import ELSEWHERE, MINUS, PLUS
from arrowswitch.session import acts
from arrowswitch.session.acts import Act, Actor, LeaveTask
from arrowswitch.session.acts.movement import contradicted, faults_apart
from arrowswitch.session.deciding.decide import decide
from arrowswitch.session.journal.entries import Command, Refused
from arrowswitch.session.night import Adjustment, LatePlay, LineKey, Section, State, changed, evolve
from arrowswitch.session.troubles.effects import effects
from arrowswitch.words import Sentence, say, say_count, spans


@dataclass(frozen=True)
class ProposedAct:
    """An act; some are only possible on the director's word and are done so."""

    act: Act
    force: bool = False


@dataclass(frozen=True)
class Idea:
    """A way out, not tried yet."""

    name: str
    title: Sentence
    deeds: tuple[ProposedAct, ...]
    steps: tuple[Instruction, ...] = ()
    lost: tuple[ToAdjust, ...] = ()
    to_enter: tuple[LineKey, ...] = ()
    """Lines that somebody must still write."""
    tasks: tuple[LeaveTask, ...] = ()
    """What it promises."""

    @property
    def all_deeds(self) -> tuple[ProposedAct, ...]:
        """What is done, and then what is promised: also that a board is played late."""
        late = (
            LeaveTask("play", key.section, key.round, key.table, (key.board,), deed.act.ns or 0, deed.act.ew or 0)
            for deed in self.deeds
            if isinstance(deed.act, acts.Enter) and isinstance(deed.act.entry, LatePlay)
            for key in (deed.act.line,)
        )
        return (*self.deeds, *(ProposedAct(task) for task in (*late, *self.tasks)))


@dataclass(frozen=True)
class Proposal:
    """A way out that the session would grant."""

    name: str
    title: Sentence
    deeds: tuple[ProposedAct, ...]
    steps: tuple[Instruction, ...]
    before: Movement
    after: Movement
    first: int
    """The first round that is different."""
    problems: tuple[Sentence, ...]
    """What stands against it: the director must insist."""
    settled: tuple[Sentence, ...]
    """What was wrong in rounds gone by and cannot be undone."""
    effects: tuple[Sentence, ...]
    lost: tuple[ToAdjust, ...]
    to_enter: tuple[LineKey, ...]
    contradicted: tuple[LineKey, ...]
    """Results entered for the pairs of the plan, which is not what was played."""
    cancelled: int = 0
    """Boards that were played and are not to count."""

    @property
    def legal(self) -> bool:
        """Whether nothing stands against it."""
        return not self.problems

    @property
    def to_adjust(self) -> int:
        """Boards that were or would be played twice by somebody, or not at all, and need an adjusted score."""
        return len({(one.round, one.table, board) for one in self.lost for board in one.boards})

    @property
    def rounds_lost(self) -> int:
        """Rounds that were to be played and in which nobody plays any more."""
        return len(set(self.before.by_round) - set(self.after.by_round))

    @property
    def boards_lost(self) -> Mapping[int, int]:
        """How many boards fewer each pair plays, of those that play fewer."""
        planned, left = self.before.boards_played, self.after.boards_played
        return {pair: planned[pair] - left.get(pair, 0) for pair in planned if planned[pair] > left.get(pair, 0)}

    @property
    def sent_out(self) -> frozenset[int]:
        """Pairs that sit out in a round in which they were to play."""
        known = {(each.round, each.pair) for each in self.before.sit_outs}
        here = set(self.before.contestants)
        return frozenset(
            each.pair for each in self.after.sit_outs if each.pair in here and (each.round, each.pair) not in known
        )

    @property
    def costs(self) -> tuple[Sentence, ...]:
        """What anybody loses by it, the worst first."""
        rounds, adjust, pairs, out = self.rounds_lost, self.to_adjust, len(self.boards_lost), len(self.sent_out)
        told = (
            (rounds, say_count("{n} round fewer for everybody", "{n} rounds fewer for everybody", rounds)),
            (adjust, say_count("{n} result to adjust", "{n} results to adjust", adjust)),
            (self.cancelled, say_count("{n} result cancelled", "{n} results cancelled", self.cancelled)),
            (pairs, say_count("{n} pair plays fewer boards", "{n} pairs play fewer boards", pairs)),
            (out, say_count("{n} pair more sits out", "{n} pairs more sit out", out)),
        )
        return tuple(sentence for number, sentence in told if number)

    @property
    def verdict(self) -> Sentence:
        """What a director reads first: whether it is legal, and the worst that it costs."""
        if not self.legal:
            return say("not legal as it stands")
        return say("legal; {cost}", cost=self.costs[0]) if self.costs else say("legal, nothing lost")

    @property
    def fingerprint(self) -> str:
        """Whether it is still the same proposal, with the same against it, after something else happened."""
        return sha256(repr((self.deeds, self.problems)).encode()).hexdigest()[:16]

    @property
    def harm(self) -> tuple[int, int, int, int]:
        """How bad it is: illegal, boards without a result, meetings too many, rounds out."""
        repeated = sum(times - 1 for _, _, times in facts(self.after).repeated)
        cut = sum(len(m.boards) for m in self.before.meetings) - sum(len(m.boards) for m in self.after.meetings)
        return len(self.problems), self.to_adjust, repeated, cut


LazyIdea = Callable[[], Idea]
"""An idea that may turn out impossible when it is thought through."""
DIRECTOR = Actor("director")


def weigh(state: State, section: Section, thoughts: Iterable[LazyIdea], *, ranked: bool = True) -> tuple[Proposal, ...]:
    """The ideas that are possible, best first; if there is none, `Refused` says why."""
    found: list[Proposal] = []
    reasons: list[str] = []
    for thought in thoughts:
        try:
            found.append(attempt(state, section, thought()))
        except (ImpossibleWish, Refused) as error:
            reasons.append(error.args[0])
    if not found:
        raise Refused(reasons[0] if reasons else say("There is nothing to put right."))
    return tuple(sorted(found, key=lambda each: (each.rounds_lost > 0, each.harm))) if ranked else tuple(found)


def attempt(state: State, section: Section, idea: Idea) -> Proposal:
    """An idea tried on the state; `Refused` if not even the director's word helps."""
    after = state
    notes: list[Sentence] = []
    for number, deed in enumerate(idea.all_deeds):
        command = Command(f"trial {number}", DIRECTOR, _now(state), deed.act, "trial", force=deed.force)
        try:
            entries = decide(after, command)
        except Refused:
            if deed.force:
                raise
            entries = decide(after, replace(command, force=True))
            notes += entries[0].notes
        for entry in entries:
            after = evolve(after, entry)
    movement = after.sections[section.name].movement
    settled = tuple(
        text
        for deed in idea.deeds
        if isinstance(deed.act, acts.ChangeMovement)
        for text in faults_apart(section, deed.act, movement)[1]
    )
    leaving = [each.act for each in idea.deeds if isinstance(each.act, acts.PairLeaves)]
    struck = [each for each in leaving if not each.stands]
    return Proposal(
        name=idea.name,
        title=idea.title,
        deeds=idea.all_deeds,
        steps=idea.steps,
        before=section.movement,
        after=movement,
        first=first_difference(section.movement, movement),
        problems=tuple(dict.fromkeys(note for note in notes if str(note) not in set(map(str, settled)))),
        settled=settled,
        effects=(
            *effects(section.movement, movement, [gone.contestant for gone in leaving]),
            *(_cancelled_told(section, gone) for gone in struck),
        ),
        lost=idea.lost,
        to_enter=idea.to_enter,
        contradicted=_contradicted(state, section, idea),
        cancelled=sum(len(meeting.boards) for gone in struck for meeting in played_by(section, gone)),
    )


def played_by(section: Section, gone: acts.PairLeaves) -> tuple[Meeting, ...]:
    """What a pair that leaves has played."""
    return tuple(each for each in section.movement.path(gone.contestant) if each.round < gone.from_round)


def _cancelled_told(section: Section, gone: acts.PairLeaves) -> Sentence:
    """Whose boards against a pair that leaves do not count."""
    others = [(other, each) for each in played_by(section, gone) for other in each.sides if other != gone.contestant]
    return say(
        "Boards that do not count: {boards}.",
        boards=", ".join(f"{section.movement.label(other)} {spans(each.boards)}" for other, each in others),
    )


def _now(state: State) -> datetime:
    return state.journal[-1].at if state.journal else datetime(2000, 1, 1, tzinfo=UTC)


def _contradicted(state: State, section: Section, idea: Idea) -> tuple[LineKey, ...]:
    for deed in idea.deeds:
        if isinstance(deed.act, acts.ChangeMovement):
            night = changed(section.movement, deed.act.movement, deed.act.from_round)
            return tuple(contradicted(state, section, night))
    return ()


def first_difference(before: Movement, after: Movement) -> int:
    """The first round that is not the same; the last but one more if all are."""
    for number in range(1, max(before.rounds, after.rounds) + 1):
        if before.by_round.get(number) != after.by_round.get(number):
            return number
    return after.rounds + 1


def from_repair(
    section: Section,
    name: str,
    title: Sentence,
    repair: Repair,
    since: int,
    *,
    follow: bool,
    more: tuple[ProposedAct, ...] = (),
) -> Idea:
    """A repair as it can be done: rounds before `since` stay, boards seen before are left out of what is left."""
    night = changed(section.movement, repair.movement, since)
    first = max(repair.from_round, section.round)
    otherwise = (*repair.single_boards, *repair.void)
    night, left_out = second_plays_left_out(night, first, otherwise, section.movement)
    known = {(one.round, one.table, one.pair) for one in left_out}
    found = (one for one in repair.boards_to_adjust if (one.round, one.table, one.pair) not in known)
    lost = (*new_losses(section.movement, found), *left_out)
    deeds: tuple[ProposedAct, ...] = ()
    if night.meetings != section.movement.meetings or night.rounds != section.movement.rounds:
        through = min(section.round, repair.from_round - 1)
        deeds = (ProposedAct(acts.ChangeMovement(section.name, night, since, follow, through)),)
    told = tuple(each for each in night.instructions if each not in section.movement.instructions)
    steps = tuple(dict.fromkeys((*repair.instructions, *(each for each in told if each.occasion == "special"))))
    return Idea(
        name,
        title,
        (*deeds, *more),
        tuple(sorted(steps, key=lambda each: each.after)),
        tuple(sorted(lost)),
        tuple(
            LineKey(section.name, single.round, single.table, board)
            for single in repair.single_boards
            for board in single.boards
        ),
        (*awards(section, lost, night, repair.movement), *_reminders(section, repair)),
    )


def awards(section: Section, lost: Iterable[ToAdjust], *plans: Movement) -> Iterator[LeaveTask]:
    """Average plus for a pair whose opponents have had the boards before, and keep their first score (Law 15B)."""
    seen: dict[tuple[int, int], dict[int, set[int]]] = {}
    for one in lost:
        if one.why == "seen":
            seen.setdefault((one.round, one.table), {}).setdefault(one.pair, set()).update(one.boards)
    for place, had in sorted(seen.items()):
        there = next((plan.at[place] for plan in plans if place in plan.at), None)
        if there is None:
            continue
        mine, theirs = (had.get(pair, set()) for pair in there.sides)
        for boards, award in (
            (mine - theirs, Adjustment(ELSEWHERE, PLUS)),
            (theirs - mine, Adjustment(PLUS, ELSEWHERE)),
        ):
            if boards:
                yield LeaveTask("award", section.name, *place, tuple(sorted(boards)), *there.sides, award)


def by_fault(
    due: Iterable[LeaveTask],
    exchanged: Iterable[tuple[int, int]],
    night: Movement,
    besides: Iterable[Meeting] = (),
    gone: Collection[int] = (),
) -> Iterator[LeaveTask]:
    """Who sat in another's seat and misses boards by it for good gets average minus for them (Law 12C2(a)).

    The line of such a board is the one where that other pair would have it a second time: its opponents have average plus there.
    """
    instead = dict(each for one, other in exchanged for each in ((one, other), (other, one)))
    played = (*night.meetings, *besides)
    north_south, east_west = night.sides_taken
    for task in due:
        had = task.ns if task.award.ns == ELSEWHERE else task.ew
        pair = instead.get(had, 0)
        held = {board for m in played if pair in m.sides for board in m.boards}
        missed = tuple(board for board in task.boards if board not in held)
        # With two winners nobody can stand where the other line sits
        across = north_south.isdisjoint(east_west) and (had in north_south) != (pair in north_south)
        if pair in {0, task.ns, task.ew, *gone} or not missed or across:
            yield task
            continue
        if rest := tuple(board for board in task.boards if board in held):
            yield replace(task, boards=rest)
        yield (
            replace(task, boards=missed, ns=pair, award=Adjustment(MINUS, PLUS, ns_fault="directly"))
            if had == task.ns
            else replace(task, boards=missed, ew=pair, award=Adjustment(PLUS, MINUS, ew_fault="directly"))
        )


def _reminders(section: Section, repair: Repair) -> Iterator[LeaveTask]:
    """What is to be done or said only later; the rest is told at once."""
    for each in repair.instructions:
        if section.round < each.after < repair.movement.rounds:
            yield LeaveTask("remind", section.name, each.after, text=each.text)
