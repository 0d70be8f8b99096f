"""The ranked ways to finish a session, tried on it before they are shown, and the one confirmation that does all of one.

Looking for them is dear and is done apart from the session (`ways_to_finish`); what comes of it is tried here (`proposals`). With a way go:
the movement, the pairs that have left, and a task for each score that the Laws then ask for (Laws 15, 12C2 and 86).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from arrowswitch.movements import ImpossibleWish, Meeting, Movement, replan
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.repair.rest import new_losses
from arrowswitch.movements.repair.tools import Repair, ToAdjust, seen_again
from arrowswitch.movements.replan import NightStanding, Way
from arrowswitch.session import acts
from arrowswitch.session.acts.movement import contradicted
from arrowswitch.session.deciding.granting import one_way
from arrowswitch.session.journal.entries import Refused
from arrowswitch.session.night.lines import PLAYED, LineKey
from arrowswitch.session.night.mending import changed
from arrowswitch.session.night.replay import replay
from arrowswitch.session.night.sections import fits
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.finishing.facts import Fact, manuals, standings
from arrowswitch.session.troubles.finishing.tonight import tonight
from arrowswitch.session.troubles.proposals import (
    Idea,
    Proposal,
    ProposedAct,
    attempt,
    awards,
    by_fault,
    first_difference,
    played_by,
)
from arrowswitch.session.troubles.repaired import repairs_standing
from arrowswitch.words import Sentence, counted, say, say_count, spans

MOST_WAYS = 5
HALF_PLAYED = "Teams {first} and {second}: boards {boards} are played at one table only"
Manuals = tuple[tuple[str, Sentence, Repair], ...]


class FinishWish(NamedTuple):
    """What the search is given: it knows nothing of the session."""

    standings: tuple[NightStanding, ...]
    manuals: Manuals
    exchanged: tuple[tuple[int, int], ...] = ()
    """Pairs that sat in each other's seats: what they miss by it they miss by their own fault."""


@dataclass(frozen=True)
class Finish:
    """A way to finish that the session would grant."""

    way: Way
    proposal: Proposal


def wish_of(state: State, section: str, facts: Iterable[Fact], first: int = 0) -> FinishWish:
    """The evening as it stands with what is told; `Refused` says what cannot be."""
    here, told = tonight(state, section, first), tuple(facts)
    for fact in _known_already(state, section, told):
        raise Refused(
            say(
                "That has been put right already: {fact}. Take it out, or undo what was done.",
                fact=fact.said(here.night),
            )
        )
    try:
        found = tuple(each for each in standings(here, told) if each.rounds)
        wish = FinishWish(found, tuple(manuals(here, told)), tuple(_exchanged(here, told)))
    except ImpossibleWish as problem:
        raise Refused(problem.args[0]) from None
    if not found:
        raise Refused(say("There is no time for another round: end the session after this one."))
    if any(len(each.here) < 2 for each in found):
        raise Refused(say("Nobody is left who could play."))
    return wish


def _exchanged(here: NightStanding, told: Iterable[Fact]) -> Iterator[tuple[int, int]]:
    """Who sat in each other's seats, of pairs."""
    for fact in told if here.night.kind == "pairs" else ():
        if fact.kind == "seats":
            yield fact.told.pair, fact.told.other_pair


def _known_already(state: State, section: str, told: tuple[Fact, ...]) -> Iterator[Fact]:
    """Facts about rounds gone by that an earlier change of the movement has written down: told again they would be turned round."""
    now = set(state.sections[section].movement.meetings)
    for entry in repairs_standing(state) if told else ():
        if not isinstance(entry.act, acts.ChangeMovement) or entry.act.section != section:
            continue
        before = replay(state.journal[: state.journal.place(entry.id)]).sections[section].movement
        here = replan.standing(before, min(entry.act.through, before.rounds))
        for fact in told:
            try:
                fact.must_fit(before)
                happened = set(fact.happens(here).past) - set(before.meetings)
            except ImpossibleWish:
                continue
            if happened and happened <= now:
                yield fact


def ways_to_finish(wish: FinishWish, tries: int, seconds: float) -> tuple[Way, ...]:
    """The ways, best first; where time can be saved in two ways, of both.

    >>> from arrowswitch.movements import build
    >>> here = replan.standing(build("mitchell", tables=7), 3)
    >>> [str(way.title) for way in ways_to_finish(FinishWish((here,), ()), 100, 1)]
    ['Go on as planned']
    """
    found: list[Way] = []
    many = len(wish.standings)
    for here in wish.standings:
        for way in replan.ways(here, tries=tries // many, seconds=seconds / many, manuals=wish.manuals):
            found.append(
                replace(way, title=_titled(here, way.title), name=f"{way.name}-{here.last}-{here.most}")
                if many > 1
                else way
            )
    ranked = sorted(found, key=lambda way: (way.costs.rank, not way.manual))
    return tuple(ranked[:MOST_WAYS])


def _titled(here: NightStanding, title: Sentence) -> Sentence:
    if here.most:
        return say_count("{n} board in each round: {what}", "{n} boards in each round: {what}", here.most, what=title)
    return say("Round {round} is the last: {what}", round=here.last, what=title)


def proposals(state: State, section: str, wish: FinishWish, found: Iterable[Way]) -> tuple[Finish, ...]:
    """The ways that the session grants, with all that is done at once; `Refused` says why there is none."""
    where = state.sections[section]
    kept: list[Finish] = []
    reason: Sentence | None = None
    for way in found:
        try:
            kept.append(Finish(way, attempt(state, where, _idea(state, where, wish, way))))
        except Refused as refusal:
            reason = reason or refusal.args[0]
    if not kept:
        raise Refused(reason or say("There is nothing to put right."))
    return tuple(kept)


def _idea(state: State, section: Section, wish: FinishWish, way: Way) -> Idea:
    """All that one confirmation does."""
    here = wish.standings[0]
    before, after = section.movement, way.movement
    since = min(first_difference(before, after), way.from_round)
    lost = tuple(sorted({*_second_plays(way, before), *(one for one in way.lost if one.why == "seen")}))
    strikes, entries = _moved_results(state, section, after, way.from_round)
    again = _struck_second_plays(state, section, lost, way.from_round)
    deeds: list[ProposedAct] = [*strikes, *again]
    if (after.meetings, after.rounds) != (before.meetings, before.rounds):
        follow = since < way.from_round
        change = acts.ChangeMovement(section.name, after, min(since, after.rounds), follow, way.from_round - 1)
        night = changed(section.movement, after, change.from_round)
        struck = {each.act.line for each in strikes if isinstance(each.act, acts.Strike)}
        against = set(contradicted(state, section, night, follow=follow)) - struck
        # What the audit says of rounds gone by is no fault of the way, which is proved without them.
        deeds.append(ProposedAct(change, force=not against and not _against(way, here)))
    deeds += entries
    deeds += _departures(state, section, here, way)
    deeds += _two_winners(state, section, way)
    steps = tuple(each for each in way.instructions if each.after >= way.from_round - 1)
    teams = before.kind == "teams"
    due = (*_matches_to_award(section, way, lost), *_half_matches(section, way, lost)) if teams else ()
    tasks = due or tuple(by_fault(awards(section, lost, after, before), wish.exchanged, after, here.besides, here.gone))
    return Idea(way.name, way.title, tuple(deeds), steps, lost, tasks=tasks)


def _against(way: Way, here: NightStanding) -> list[Fault]:
    """What stands against a way; not what a task is left for: a board of a match that the other table cannot play any more."""
    half_played = any(one.why == "missed" for one in way.lost)
    return [each for each in way.new_faults(here) if not (half_played and each.text.template.startswith(HALF_PLAYED))]


def _moved_results(
    state: State, section: Section, after: Movement, first: int
) -> tuple[list[ProposedAct], list[ProposedAct]]:
    """Results that were written for boards that were not there: struck out there, and entered for the boards that were."""
    strikes, entries = [], []
    for there in section.movement.meetings:
        really = after.at.get((there.round, there.table))
        if there.round >= first or really is None or really.boards == there.boards:
            continue
        gone = [board for board in there.boards if board not in really.boards]
        new = [board for board in really.boards if board not in there.boards]
        for old, board in zip(gone, new, strict=False):
            key = LineKey(section.name, there.round, there.table, old)
            record = state.lines.get(key)
            if record and isinstance(record.entry, PLAYED) and not record.void and fits(section.movement, key, record):
                strikes.append(ProposedAct(acts.Strike(key)))
                moved = acts.Enter(key._replace(board=board), record.entry, ns=really.ns, ew=really.ew)
                entries.append(ProposedAct(moved, force=True))
    return strikes, entries


def _struck_second_plays(state: State, section: Section, lost: Iterable[ToAdjust], first: int) -> Iterator[ProposedAct]:
    """Results of boards that somebody had really played before: the first score stands (Law 15B)."""
    keys = (
        LineKey(section.name, one.round, one.table, board)
        for one in lost
        if one.why == "seen" and one.round < first
        for board in one.boards
    )
    for key in sorted(set(keys)):
        record = state.lines.get(key)
        if record and isinstance(record.entry, PLAYED) and not record.void:
            yield ProposedAct(acts.Strike(key))


def _second_plays(way: Way, before: Movement) -> Iterator[ToAdjust]:
    """Boards that somebody has really played twice (Law 15B), as was not known before."""
    past = [m for m in way.movement.meetings if m.round < way.from_round]
    if way.movement.kind == "pairs":
        yield from new_losses(before, seen_again(past))
    elif way.movement.kind == "individual":
        yield from new_losses(before, _seen_by_players(way.movement, past))
    else:
        known = set(_seen_by_halves(before.meetings))
        yield from (one for one in _seen_by_halves(past) if one not in known)


def _seen_by_halves(meetings: Iterable[Meeting]) -> Iterator[ToAdjust]:
    """The same of teams: the half that sits at home, or the visitors, have had the board."""
    seen: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for meeting in sorted(meetings, key=lambda each: (each.round, each.table)):
        for half in enumerate(meeting.sides):
            if had := tuple(board for board in meeting.boards if board in seen[half]):
                yield ToAdjust(meeting.round, meeting.table, half[1], had)
            seen[half].update(meeting.boards)


def _seen_by_players(movement: Movement, past: Iterable[Meeting]) -> Iterator[ToAdjust]:
    """The same of an individual: a side whose one player has had the board."""
    seen: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in sorted(past, key=lambda each: (each.round, each.table)):
        boards = set(meeting.boards)
        for side in meeting.sides:
            had = set().union(*(seen[player] & boards for player in movement.members(side)))
            if had:
                yield ToAdjust(meeting.round, meeting.table, side, tuple(sorted(had)))
        for player in movement.seated(meeting):
            seen[player] |= boards


def _departures(state: State, section: Section, here: NightStanding, way: Way) -> Iterator[ProposedAct]:
    """Pairs that have gone are not ranked; what they played stands if it is half of it or more."""
    if section.movement.kind != "pairs":
        return
    for each in sorted(here.gone):
        # Of who has never played nobody knows any more
        if (section.name, each) not in state.left and each in way.movement.contestants:
            planned = section.movement.boards_played.get(each, 0)
            played = sum(len(m.boards) for m in section.movement.path(each) if m.round < way.from_round)
            yield ProposedAct(acts.PairLeaves(section.name, each, way.from_round, stands=2 * played >= planned))


def departures_told(section: Section, proposal: Proposal) -> Iterator[Sentence]:
    """What becomes of those who have gone, and of what they have played: a director reads it before anything is done."""
    for gone in (each.act for each in proposal.deeds if isinstance(each.act, acts.PairLeaves)):
        boards = counted("boards", sum(len(each.boards) for each in played_by(section, gone)))
        pair = section.movement.label(gone.contestant)
        if gone.stands:
            yield say("{pair} is not ranked; what it has played ({boards}) stands", pair=pair, boards=boards)
        else:
            yield say(
                "{pair} is not ranked, and what it has played ({boards}) is cancelled, for its opponents too",
                pair=pair,
                boards=boards,
            )


def _two_winners(state: State, section: Section, way: Way) -> Iterator[ProposedAct]:
    """Where no arrow switch is left, the lines are ranked apart, if nobody sits both ways in another section."""
    others = (each.movement for name, each in state.sections.items() if name != section.name)
    if way.costs.lines_apart and state.winners == 1 and all(one_way(each) for each in others):
        yield ProposedAct(acts.ChangeSettings(state.settings, 2))


def _matches_to_award(section: Section, way: Way, lost: Iterable[ToAdjust]) -> Iterator[acts.LeaveTask]:
    """Boards of a match that a half of a team had played before: that result does not count (Laws 15B and 86B)."""
    for one in lost:
        if one.round < way.from_round:
            text = say(
                "{team} has had boards {boards} before, at table {table} in round {round} they do not count: "
                "award the match a score (Laws 15 and 86).",
                team=way.movement.label(one.pair),
                boards=spans(one.boards),
                round=one.round,
                table=one.table,
            )
            yield acts.LeaveTask("remind", section.name, min(way.from_round, way.movement.rounds), text=text)


def _half_matches(section: Section, way: Way, lost: Iterable[ToAdjust]) -> Iterator[acts.LeaveTask]:
    """Boards of a match that were played at one table only (Law 86B)."""
    told = {(one.round, one.table, one.boards) for one in lost}  # what does not count is awarded already
    for one in way.lost:
        if one.why != "missed" or (one.round, one.table, one.boards) in told:
            continue
        told.add((one.round, one.table, one.boards))
        text = say(
            "Boards {boards} of round {round} were played at table {table} only: award the match a score (Law 86).",
            boards=spans(one.boards),
            round=one.round,
            table=one.table,
        )
        yield acts.LeaveTask("remind", section.name, min(way.from_round, way.movement.rounds), text=text)
