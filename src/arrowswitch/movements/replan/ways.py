"""The ways to finish an evening from where it stands, the best first.

Candidates are: to go on as planned without what cannot be; the repairs of the manuals that are handed in; whole lines shifted; and what
the free search makes of them. All are made legal, and what each costs is counted. A manual's way stands first where it is as good.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, NamedTuple

from arrowswitch.movements.audit import audit
from arrowswitch.movements.build import sit_outs, truly_shared
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.files import to_dict
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement
from arrowswitch.movements.repair.tools import Repair, ToAdjust
from arrowswitch.movements.replan.arranging import COOL, HOT, Draft, arranged
from arrowswitch.movements.replan.bound import least_loss, least_waiting
from arrowswitch.movements.replan.costs import Costs, apart, costs
from arrowswitch.movements.replan.displaced import Displaced, displaced
from arrowswitch.movements.replan.filling import filled
from arrowswitch.movements.replan.legal import made_legal
from arrowswitch.movements.replan.shifting import shifted
from arrowswitch.movements.replan.standing import NightStanding, bodies
from arrowswitch.movements.replan.telling import (
    Carry,
    carries,
    carry_told,
    goes_on,
    instructions,
    nobody_plays,
    shifts,
)
from arrowswitch.words import Sentence, say, say_count, spans

TRIES = 150_000
"""Tries of the free search for the first answer, of all its beginnings together: within two seconds at twenty tables."""
LONGER = 7 * TRIES
"""Where the director has ten seconds."""
MOST_WAYS = 5
SHIFTED = (say("Shift the moving pairs and the boards"), say("Shift the moving pairs"), say("Shift the boards"))
MANNERS = ((HOT, False), (HOT, True), (COOL, True))
"""How hot a search begins, and whether those who are astray are sent home all the time: far for what loses least, then near the plan."""


@dataclass(frozen=True)
class Way:
    """One way to finish: the whole evening, what it costs, what to say and what to carry."""

    name: str
    title: Sentence
    movement: Movement
    """What was played, and what follows; proved."""
    from_round: int
    costs: Costs
    instructions: tuple[Instruction, ...]
    carries: tuple[Carry, ...]
    lost: tuple[ToAdjust, ...]
    """Boards that cannot have a result at a table, with whoever has held them before (Laws 15, 12C2, 86)."""
    manual: bool = False
    fewest_lost: bool = False
    """Whether it is proved that no way, whoever looks for it, plays more boards."""

    @property
    def say(self) -> tuple[Sentence, ...]:
        """What to say to the room now."""
        return tuple(each.text for each in self.instructions if each.after < self.from_round)

    def new_faults(self, here: NightStanding) -> tuple[Fault, ...]:
        """What the audit has against past and future together that it did not have before: only what cannot be helped."""
        return tuple(
            fault for fault in audit(self.movement, mended=True).faults if str(fault.text) not in here.known_faults
        )

    def to_dict(self) -> dict[str, Any]:
        """The way for other programs."""
        return {
            "name": self.name,
            "title": str(self.title),
            "from_round": self.from_round,
            "manual": self.manual,
            "fewest_lost": self.fewest_lost,
            "costs": self.costs._asdict(),
            "say": [str(text) for text in self.say],
            "steps": [{"after": each.after, "text": str(each.text)} for each in self.instructions],
            "carry": [
                {"boards": list(each.boards), "from_table": each.lie or None, "to_table": each.table or None}
                for each in self.carries
            ],
            "to_adjust": [one._asdict() | {"boards": list(one.boards)} for one in self.lost],
            "movement": to_dict(self.movement),
        }


def ways(
    here: NightStanding,
    *,
    tries: int = TRIES,
    seconds: float = math.inf,
    manuals: Iterable[tuple[str, Sentence, Repair]] = (),
) -> tuple[Way, ...]:
    """The ways to finish, best first; the search ends after so many `tries` or `seconds`.

    The same standing and the same tries give the same ways; only where the seconds run out may they differ.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import round_not_moved, standing
    >>> stayed = round_not_moved(standing(build("mitchell", tables=7), 3), 3, people=False)
    >>> best = ways(stayed, tries=500)[0]
    >>> best.costs.loss, best.fewest_lost
    ((0, 0, 7, 0), True)
    >>> str(best.say[0])
    'For round 4, counted in tables: the boards go 1 further down than usual.'
    >>> str(best.say[1])
    'Everybody and all boards move as usual, but for what is said before rounds 4, 6 and 7.'
    """
    if not here.rounds:
        raise ImpossibleWish(say("No round is left to be planned anew."))
    if len(here.here) < 2:
        raise ImpossibleWish(say("Nobody is left who could play."))
    until = monotonic() + seconds
    found: list[Way] = []
    for each in _candidates(here, manuals):
        found += _turned_too(here, each)
    lost = least_loss(here)
    least = (lost, least_waiting(here, lost), 0)
    for seed, share, manner, start in _searches(found, tries, least, until):
        rest = tuple(m for m in start.movement.meetings if m.round > here.played)
        heat, home = MANNERS[manner]
        begun = rest if start.name == "who-waits" or heat == COOL else _filled(here, rest)
        draft = arranged(here, begun, tries=share, seed=seed, until=until, heat=heat, home=home)
        found += map(_named, _turned_too(here, DraftedWay(f"anew-{seed + 1}", start.title, draft)))
    ranked = sorted(found, key=lambda each: (each.costs.rank, not each.manual))
    kept: list[Way] = []
    for way in ranked:
        if not any(_as_good(other, way) for other in kept):
            kept.append(replace(way, fewest_lost=way.costs.unplayed == lost))
    return tuple(kept[:MOST_WAYS])


def _searches(
    found: list[Way], tries: int, least: tuple[int, int, int], until: float
) -> Iterator[tuple[int, int, int, Way]]:
    """What to search next, as long as there are tries: first from the best beginnings, then ever again near the best that was found.

    So whoever looks longer never finds less.
    """
    starts = sorted(found, key=lambda each: each.costs.rank)[: len(MANNERS)]
    if not starts or _enough(starts[0].costs, least):
        return
    quick = min(tries, TRIES) // len(MANNERS)
    for seed in range(len(MANNERS)):
        yield seed, quick, seed, starts[min(seed // 2, len(starts) - 1)]
        if _enough(found[-1].costs, least) or monotonic() > until:
            break
    left, seed = tries - quick * len(MANNERS), len(MANNERS)
    while left > 0 and monotonic() < until:
        best = sorted(found, key=lambda each: each.costs.rank)[seed % 2]
        share = min(left, TRIES // 2)
        yield seed, share, 1 if seed % 4 == 3 else len(MANNERS) - 1, best
        left, seed = left - share, seed + 1


def _enough(found: Costs, least: tuple[int, int, int]) -> bool:
    """Whether there is no need to look further."""
    return found[:3] <= least and not found.out_again


def _named(way: Way) -> Way:
    """Arranged anew: what tells two such ways apart is how much is elsewhere."""
    title = say_count(
        "The rest arranged anew, {n} seat or set of it elsewhere",
        "The rest arranged anew, {n} seats and sets of it elsewhere",
        way.costs.confusion,
    )
    return replace(way, title=title)


def _as_good(one: Way, other: Way) -> bool:
    return one.movement.meetings == other.movement.meetings or (
        one.costs.rank <= other.costs.rank and one.costs.confusion <= other.costs.confusion
    )


def _filled(here: NightStanding, rest: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
    """A start for the search: where a meeting fell out, the planned one is there again, to be mended."""
    there = {(m.round, m.table) for m in rest}
    busy = {(m.round, each) for m in rest for each in here.night.seated(m)}
    return (
        *rest,
        *(
            m
            for m in here.planned
            if m.round in here.rounds
            and (m.round, m.table) not in there
            and not any((m.round, each) in busy for each in here.night.seated(m))
        ),
    )


class DraftedWay(NamedTuple):
    """Something to begin with: it is made legal before anything else."""

    name: str
    title: Sentence
    draft: Draft
    manual: bool = False
    words: tuple[Instruction, ...] = ()
    """What the manual tells the room, where all of it can be done."""
    turned: int = 0
    """The last round, if every table is turned in it."""


def _turned_too(here: NightStanding, one: DraftedWay) -> Iterator[Way]:
    """A way; and where the arrow switch falls away by it, the same with an arrow switch in the last round."""
    way = _way(here, one)
    last = way.movement.rounds
    if way.costs.lines_apart and last > here.played:
        title = say("{what}, with the arrow switch in round {round}", what=str(one.title).rstrip("."), round=last)
        yield _way(here, one._replace(name=f"{one.name}-switched", title=title, turned=last))
    yield way


def _candidates(here: NightStanding, manuals: Iterable[tuple[str, Sentence, Repair]]) -> Iterator[DraftedWay]:
    for name, title, repair in manuals:
        draft = Draft(tuple(repair.movement.meetings), tuple(repair.movement.shares))
        yield DraftedWay(name, title, draft, manual=True, words=_words(here, repair))
    due = tuple(m for m in here.planned if m.round in here.rounds and here.gone.isdisjoint(here.night.seated(m)))
    untouched = len(made_legal(here, here.planned, here.night.shares)) == len(due)
    going_on = say("Go on as planned") if untouched else say("Go on as planned, without what cannot be")
    yield DraftedWay("as-planned", going_on, Draft(here.planned, here.night.shares), manual=True)
    if here.broken & {m.table for m in here.planned}:
        yield DraftedWay(
            "another-table",
            say("Set up another table in place of what is broken"),
            Draft(_elsewhere(here), here.night.shares),
        )
    if here.night.kind == "pairs":
        draft = filled(here)
        yield DraftedWay("who-waits", _of_those_who_wait(here, draft), draft)
    for number, shift in enumerate(shifted(here)):
        yield DraftedWay(f"shift-{number + 1}", SHIFTED[number], Draft(shift, here.night.shares))


def _of_those_who_wait(here: NightStanding, draft: Draft) -> Sentence:
    """What it is called that they play each other: if everybody would wait, whole lines are shifted by it, or a round is new."""
    rest = made_legal(here, draft.meetings, draft.shares)
    planned = {(m.round, m.table): m for m in here.planned}
    if not goes_on(here, rest) and shifts(here, rest) is not None:
        there = [(m, planned[m.round, m.table]) for m in rest]
        people = any(m.ew != was.ew for m, was in there)
        boards = any(m.boards != was.boards for m, was in there)
        return SHIFTED[0 if people and boards else 1 if people else 2]
    stay = {m.round for m in rest if (was := planned.get((m.round, m.table))) and was.sides == m.sides}
    if anew := sorted({m.round for m in rest} - stay):
        return say_count(
            "Round {rounds} is arranged anew", "Rounds {rounds} are arranged anew", len(anew), rounds=spans(anew)
        )
    return say("Those who would wait play each other")


def _words(here: NightStanding, repair: Repair) -> tuple[Instruction, ...]:
    """The manual's own words, where everybody comes from where the manual thinks; nothing if something else happened too."""
    sides = {(m.table, m.sides, m.boards) for m in here.past if m.round == here.played}
    thought = {(m.table, m.sides, m.boards) for m in repair.movement.meetings if m.round == here.played}
    if sides != thought:
        return ()
    return tuple(replace(each, after=max(each.after, here.played)) for each in repair.instructions)


def _elsewhere(here: NightStanding) -> tuple[Meeting, ...]:
    """The plan with new tables for the broken ones; nobody but those who sit there is troubled."""
    new = max((here.night.tables, *here.broken)) + 1
    instead = {table: new + place for place, table in enumerate(sorted(here.broken))}
    return tuple(replace(m, table=instead.get(m.table, m.table)) for m in here.planned)


def _way(here: NightStanding, one: DraftedWay) -> Way:
    draft = one.draft
    rest = made_legal(here, draft.meetings, draft.shares)
    night = here.whole
    # A round in which nobody can play any more is none
    last = max((m.round for m in rest), default=here.last or night.rounds)
    all_shares = tuple(dict.fromkeys((*night.shares, *draft.shares)))
    shares = truly_shared(all_shares, (*here.past, *rest))
    new = tuple(group for group in shares if not any(set(group) <= set(old) for old in night.shares))
    ended = max((m.round for m in rest), default=here.played)
    lost = tuple(one for one in _lost(here, draft.meetings, rest) if one.round <= ended)
    words = _by_the_manual(here, one, rest)
    carry = () if words or not rest else carries(here, rest)
    more = [
        *(Instruction("special", here.played, carry_told(each)) for each in carry),
        *_left_out(here, lost, nobody_plays(here, rest)),
    ]
    kept = tuple(each for each in night.instructions if each.after < here.played or each.occasion == "layout")
    planned = rest
    if one.turned:
        rest = tuple(
            replace(m, ns=m.ew, ew=m.ns, switched=not m.switched) if m.round == one.turned else m for m in rest
        )
    price = costs(here, rest, len(new))
    more += _of_the_switch(one, price, here.played)
    told = (*words, *more) if words else instructions(here, planned, new, more)
    steps = tuple(sorted(told, key=lambda each: each.after))
    meetings = (*here.past, *rest)
    in_play = {each for m in meetings for each in night.seated(m)} | set(here.here)
    contestants = tuple(each for each in night.contestants if each in in_play)
    waiting = {(out.round, out.pair): out.table for out in night.sit_outs if out.table and out.round <= here.played}
    whole = replace(
        night,
        contestants=contestants,
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        rounds=last,
        relays=(),
        stationary=_stationary(night, meetings),
        shares=shares,
        stanzas=tuple(end for end in night.stanzas if end <= last),
        sit_outs=sit_outs(contestants, last, meetings, waiting, night.seated),
        instructions=tuple(sorted((*kept, *steps), key=lambda each: each.after)),
        winners=2 if price.lines_apart else night.winners if night.winners == 1 or apart(meetings) else 1,
    )
    return Way(one.name, one.title, whole, here.played + 1, price, steps, carry, lost, manual=one.manual)


def _by_the_manual(here: NightStanding, one: DraftedWay, rest: tuple[Meeting, ...]) -> tuple[Instruction, ...]:
    """The manual's own words, where it moves people or boards and all of that is done; nothing otherwise.

    Whatever is due only later is said then, and now that all goes on as it does.
    """
    coming = sorted((m for m in one.draft.meetings if m.round in here.rounds), key=lambda m: (m.round, m.table))
    as_it_was = goes_on(here, rest) and displaced(here) == Displaced()
    if not one.words or here.lying or tuple(coming) != rest or as_it_was:
        return ()
    begins = min(each.after for each in one.words)
    if begins == here.played:
        return one.words
    text = say(
        "Everybody and all boards go on as they do now; what is wrong is put right after round {round}.", round=begins
    )
    return Instruction("special", here.played, text), *one.words


def _of_the_switch(one: DraftedWay, price: Costs, played: int) -> Iterator[Instruction]:
    """What becomes of the arrow switch, where it falls away."""
    if one.turned:
        text = say("Turn every table for round {round}: the arrow switch is made then.", round=one.turned)
        yield Instruction("switch", one.turned - 1, text)
    elif price.lines_apart:
        yield Instruction("special", played, say("No arrow switch is left, so there are two winners."))


def _stationary(night: Movement, meetings: Iterable[Meeting]) -> tuple[int, ...]:
    places: dict[int, set[int]] = {}
    for m in meetings:
        for side in m.sides:
            places.setdefault(side, set()).add(m.table)
    return tuple(each for each in night.stationary if len(places.get(each, ())) == 1)


def _lost(here: NightStanding, draft: Iterable[Meeting], rest: tuple[Meeting, ...]) -> Iterator[ToAdjust]:
    """Boards left out with whoever had held them, of meetings that take place and of those for which both sides then wait, and
    halves of matches that cannot be played."""
    wanted = {(m.round, m.table): m for m in draft}
    seen = {body: set(held) for body, held in here.seen.items()}
    playing = {(m.round, body) for m in rest for body in bodies(here.night, m)}
    waiting = [
        m
        for m in here.planned
        if m.round in here.rounds
        and here.gone.isdisjoint(m.sides)
        and m.table not in here.broken
        and playing.isdisjoint((m.round, body) for body in bodies(here.night, m))
    ]
    for meeting in sorted((*rest, *waiting), key=lambda m: (m.round, m.table)):
        cast = bodies(here.night, meeting)
        played = set(meeting.boards) if (meeting.round, cast[0]) in playing else set()
        due = wanted.get((meeting.round, meeting.table), meeting) if played else meeting
        missing = set(due.boards) - played - here.out
        for side in meeting.sides if here.night.kind != "teams" else ():
            held = set().union(*(seen.get((each, ""), set()) for each in here.night.members(side)))
            if had := tuple(sorted(missing & held)):
                yield ToAdjust(meeting.round, meeting.table, side, had)
        for body in cast:
            seen.setdefault(body, set()).update(played)
    if here.night.kind == "teams":
        halves: set[tuple[int, int, int]] = {(m.ns, m.ew, board) for m in (*here.past, *rest) for board in m.boards}
        for m in here.past:
            if alone := tuple(board for board in m.boards if (m.ew, m.ns, board) not in halves):
                yield from (ToAdjust(m.round, m.table, side, alone, "missed") for side in m.sides)


def _left_out(here: NightStanding, lost: Iterable[ToAdjust], silent: Collection[int]) -> Iterator[Instruction]:
    """What is left out and why; of a round that nobody plays in one sentence."""
    for number in sorted({one.round for one in lost if one.round in silent}):
        text = say("Round {round}: who has not held the boards of their table gets average plus.", round=number)
        yield Instruction("special", number - 1, text)
    for (number, table), there in sorted(_held_there(lost, silent).items()):
        both = set.intersection(*map(set, there.values())) if len(there) > 1 else set()
        if both:
            text = say(
                "Round {round}, table {table}: boards {boards} are left out, which both pairs held before; nobody gets a score for them.",
                round=number,
                table=table,
                boards=spans(both),
            )
            yield Instruction("special", number - 1, text)
        for side, boards in sorted(there.items()):
            if alone := set(boards) - both:
                text = say(
                    "Round {round}, table {table}: boards {boards} are left out, which {pair} held before; the opponents get average plus.",
                    round=number,
                    table=table,
                    boards=spans(alone),
                    pair=here.whole.label(side),
                )
                yield Instruction("special", number - 1, text)


def _held_there(lost: Iterable[ToAdjust], silent: Collection[int]) -> dict[tuple[int, int], dict[int, tuple[int, ...]]]:
    """The boards that are left out, by round and table, and who had held which of them."""
    found: defaultdict[tuple[int, int], dict[int, tuple[int, ...]]] = defaultdict(dict)
    for one in lost:
        if one.why == "seen" and one.round not in silent:
            found[one.round, one.table][one.pair] = one.boards
    return found
