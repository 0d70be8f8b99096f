"""A stage with everything that is known of it: what was recorded, what sessions say, what is carried over, and the tables.

Where both know a match, what the desk has recorded counts, and the difference is said. A match that a session has not finished
is shown as it stands and counts as out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from typing import NamedTuple

from arrowswitch.contests.events.feeds import FedMatch, Feeds, Number
from arrowswitch.contests.events.state import (
    BrokenTie,
    EventMatchKey,
    EventState,
    MatchDraw,
    MatchRecord,
    RoundDraw,
    Stage,
    StageGroup,
    SubMatch,
)
from arrowswitch.contests.round_robin import CarriedOver, carry
from arrowswitch.contests.standings import Contest, ContestResult, ContestStanding, StandingsTable, standings
from arrowswitch.contests.standings.results import Share, shares
from arrowswitch.journals import Refused
from arrowswitch.scoring import half_match, victory_points
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, say

DESK_SOURCE = "desk"
NOTHING = MatchRecord()


@dataclass(frozen=True, slots=True)
class EventMatchResult:
    """A match of the draw with what is known of it."""

    key: EventMatchKey
    match: MatchDraw
    counted: ContestResult
    """As it counts; out while nothing is known, or not enough."""
    shares: tuple[Share, ...] | None
    """What it brings to each side; nothing while it is out."""
    source: str = ""
    """`desk`, the session it comes from, or nothing."""
    running: tuple[Number, ...] | None = None
    """IMPs so far, of a match that a session has not finished."""
    notes: tuple[Sentence, ...] = ()
    by_points: bool = False
    """Whether it was decided by the points of both tables, which are worth no victory points."""
    goes_on: bool = False
    """Whether it is a match of three that is played on in the next round, and brings its points there."""

    @property
    def out(self) -> bool:
        """Whether its result is still wanted."""
        return self.shares is None and not self.by_points and not self.goes_on

    def vps(self, number: int) -> Number | None:
        """What a contestant has from it."""
        return None if self.shares is None else tidy(self.shares[self.match.sides.index(number)].vps)


class _Found(NamedTuple):
    counted: ContestResult
    source: str = ""
    running: tuple[Number, ...] | None = None
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class StageView:
    """A stage of an event, seen with what the sessions say."""

    state: EventState
    feeds: Feeds
    stage: Stage

    @classmethod
    def of(cls, state: EventState, feeds: Feeds, stage: str = "") -> StageView:
        """The view of a stage, by its name, or of the current one."""
        return cls(state, feeds, state.stage(stage))

    # -- what is known of matches --------------------------------------------------------------------------------------

    @cached_property
    def _fed(self) -> Mapping[int, list[tuple[str, FedMatch]]]:
        """What sessions say of each round, the parts of a match one after the other."""
        found: dict[int, list[tuple[str, FedMatch]]] = defaultdict(list)
        for feed in self.feeds:
            session = self.state.sessions.get(feed.session)
            if session is None or session.left_out or session.stage != self.stage.name:
                continue
            for own, matches in sorted(feed.rounds.items()):
                number = session.round_of(own)
                if number is not None:
                    found[number] += [(session.name, match) for match in matches]
        return found

    @cached_property
    def _by_sides(self) -> Mapping[tuple[int, frozenset[int]], list[tuple[str, FedMatch]]]:
        found: dict[tuple[int, frozenset[int]], list[tuple[str, FedMatch]]] = defaultdict(list)
        for number, matches in self._fed.items():
            for each in matches:
                found[number, frozenset(each[1].sides)].append(each)
        return found

    @cached_property
    def _known(self) -> tuple[tuple[_Found, ...], ...]:
        """Every match of every round as it counts."""
        return tuple(
            tuple(self._counted(drawn, place, match) for place, match in enumerate(drawn.matches, 1))
            for drawn in self.stage.rounds
        )

    def _counted(self, drawn: RoundDraw, place: int, match: MatchDraw) -> _Found:
        record = self.stage.records.get((drawn.round, place))
        sides = tuple(map(str, match.sides))
        if match.is_bye:
            return _Found(ContestResult(sides, vps=None if self.stage.plan.contest == "swiss" else (0,)))
        fines = self._fines.get(drawn.round)
        owed = tuple(tidy(fines[side]) for side in match.sides) if fines else ()
        made = partial(ContestResult, sides, table=match.table, penalties=owed if any(owed) else ())
        if len(sides) == 3 and (record is None or record.vps is None):
            return self._triple(drawn.round, match, made())
        fed = _joined(match, self._by_sides.get((drawn.round, frozenset(match.sides)), ()))
        if record is not None and record.has_result:
            notes = () if fed is None or not fed[1].complete else tuple(_differs(self.state, record, fed))
            return _Found(_recorded(made(), record), DESK_SOURCE, None, notes)
        if fed is None:
            return _Found(made())
        name, said = fed
        if said.forfeit is not None:
            return _Found(made(forfeit=str(said.forfeit)), name)
        if not said.complete:
            return _Found(made(), name, said.imps)
        boards = said.boards if self._on_played_boards else None
        two = None if said.imps is None else (said.imps[0], said.imps[1])
        return _Found(made(vps=said.vps, imps=two, boards=boards), name)

    @cached_property
    def _on_played_boards(self) -> bool:
        return self.state.regulations.matches.incomplete == "played"

    @cached_property
    def _fines(self) -> Mapping[int, Mapping[int, Fraction]]:
        """IMPs that were taken, by round and contestant."""
        found: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for each in self.stage.penalties:
            if each.round is not None:
                found[each.round][each.contestant] += each.imps
        return found

    # -- matches of three ----------------------------------------------------------------------------------------------

    def between(self, number: int, match: MatchDraw) -> tuple[SubMatch, ...]:
        """The matches of two within a match of three, over both rounds if it is played in two."""
        rounds = self.together(number, match)
        found: dict[frozenset[int], SubMatch] = {}
        for each in rounds:
            drawn = self.stage.rounds[each - 1]
            place = next(at for at, other in enumerate(drawn.matches, 1) if {*other.sides} == {*match.sides})
            for part in self.stage.records.get((each, place), NOTHING).between:
                found[frozenset((part.a, part.b))] = part
            for one, other in combinations(match.sides, 2):
                fed = _joined(MatchDraw((one, other)), self._by_sides.get((each, frozenset((one, other))), ()))
                if fed is not None and fed[1].complete and fed[1].imps is not None:
                    part = SubMatch(one, other, tuple(map(Fraction, fed[1].imps)))
                    found.setdefault(frozenset((one, other)), part)
        return tuple(found.values())

    def together(self, number: int, match: MatchDraw) -> list[int]:
        """The rounds over which these three play one another, up to this one."""
        found = [number]
        while len(found) < self._triple_rounds and number > 1:
            number -= 1
            if not any({*other.sides} == {*match.sides} for other in self.stage.rounds[number - 1].matches):
                break
            found.insert(0, number)
        return found

    def _goes_on(self, number: int, match: MatchDraw) -> bool:
        if len(match.sides) != 3 or len(self.together(number, match)) == self._triple_rounds:
            return False
        following = self.stage.rounds[number : number + 1]
        return any({*other.sides} == {*match.sides} for drawn in following for other in drawn.matches)

    @property
    def _triple_rounds(self) -> int:
        return self.state.rules.triple_rounds if self.stage.plan.contest == "swiss" else 1

    def _triple(self, number: int, match: MatchDraw, plain: ContestResult) -> _Found:
        """A match of three is worth its two matches each; if it is played in one round, the mean of the two short ones."""
        parts = self.between(number, match)
        rounds = self.together(number, match)
        whole = len(rounds) == self._triple_rounds
        if len(parts) < 3 or not whole:
            return _Found(plain)
        vps = dict.fromkeys(match.sides, Fraction(0))
        for part in parts:
            margin = part.imps[0] - part.imps[1]
            for side, won in ((part.a, margin), (part.b, -margin)):
                vps[side] += self._part_of_three(won)
        return _Found(replace(plain, vps=tuple(tidy(each) for each in vps.values())), self._source(rounds, match))

    def _part_of_three(self, margin: Fraction) -> Fraction:
        """Victory points of one of the two matches that each of three plays; of half a match, half of what it is worth."""
        boards, scale_name = self.state.boards, self.state.scale_name
        if self._triple_rounds > 1:
            return Fraction(victory_points(margin, boards, scale_name)[0])
        return Fraction(half_match(margin, max(1, boards // 2), boards, self.state.regulations, scale_name)) / 2

    def _source(self, rounds: Sequence[int], match: MatchDraw) -> str:
        """Where the parts of a match of three come from: the first session that has one, or the desk."""
        for number in rounds:
            for two in combinations(match.sides, 2):
                for name, _ in self._by_sides.get((number, frozenset(two)), ()):
                    return name
        return DESK_SOURCE

    # -- results and tables --------------------------------------------------------------------------------------------

    def contest(self, group: str = "") -> Contest:
        """The matches of a group, for whoever makes tables or draws of them."""
        state, stage = self.state, self.stage
        chosen = self.group(group)
        rounds = tuple(
            tuple(
                found.counted
                for match, found in zip(drawn.matches, known, strict=True)
                if match.group == chosen.name or len(stage.groups) == 1
            )
            for drawn, known in zip(stage.rounds, self._known, strict=True)
        )
        penalties: dict[str, Number] = {}
        for each in stage.penalties:
            if each.vps:
                name = str(each.contestant)
                penalties[name] = tidy(penalties.get(name, 0) + each.vps)
        names = tuple(map(str, chosen.contestants))
        return Contest(
            names,
            rounds,
            state.regulations,
            state.boards,
            state.scale,
            stage.plan.contest,
            {str(number): each.vps for number, each in self.carried.items()},
            {name: amount for name, amount in penalties.items() if name in names},
            bye=state.rules.bye if "bye" in state.own_rules else None,
        )

    def group(self, name: str = "") -> StageGroup:
        """A group by its name; the first where none is named."""
        for group in self.stage.groups:
            if group.name == name or not name:
                return group
        names = ", ".join(group.name for group in self.stage.groups)
        raise Refused(say("There is no group “{name}”; there are {names}.", name=name, names=names))

    @cached_property
    def carried(self) -> Mapping[int, CarriedOver]:
        """What each contestant begins with."""
        rule = self.stage.carried
        if rule is None:
            return {}
        before = StageView.of(self.state, self.feeds, rule.before)
        found: dict[int, CarriedOver] = {}
        for group in before.stage.groups:
            here = [str(number) for number in group.contestants if number in self.stage.members]
            if here:
                for each in carry(before.table(group.name), here, rule.way, rule.share):
                    found[int(each.contestant)] = each
        return found

    @cached_property
    def _shares(self) -> Mapping[EventMatchKey, tuple[Share, ...] | None]:
        found: dict[EventMatchKey, tuple[Share, ...] | None] = {}
        for group in self.stage.groups:
            counted = shares(self.contest(group.name))
            for drawn, matches in zip(self.stage.rounds, counted, strict=True):
                places = [
                    place
                    for place, match in enumerate(drawn.matches, 1)
                    if match.group == group.name or len(self.stage.groups) == 1
                ]
                for place, (_, brought) in zip(places, matches, strict=True):
                    found[EventMatchKey(self.stage.name, drawn.round, place)] = brought
        return found

    @cached_property
    def results(self) -> Mapping[EventMatchKey, EventMatchResult]:
        """Every match that was drawn, with what is known of it."""
        found: dict[EventMatchKey, EventMatchResult] = {}
        for drawn, known in zip(self.stage.rounds, self._known, strict=True):
            for place, (match, each) in enumerate(zip(drawn.matches, known, strict=True), 1):
                key = EventMatchKey(self.stage.name, drawn.round, place)
                brought = self._shares[key]
                by_points = self.stage.record(key).total is not None
                found[key] = EventMatchResult(
                    key,
                    match,
                    each.counted,
                    brought,
                    each.source,
                    each.running,
                    each.notes,
                    by_points,
                    self._goes_on(drawn.round, match),
                )
        return found

    def round(self, number: int) -> list[EventMatchResult]:
        """The matches of a round."""
        return [each for key, each in self.results.items() if key.round == number]

    def to_come(self, number: int) -> int:
        """How many matches of a contestant were drawn and have no result yet."""
        return sum(each.out and not each.match.is_bye for each in self.results.values() if number in each.match.sides)

    def table(self, group: str = "") -> StandingsTable:
        """The table of a group, ties broken by the regulations, and what is left by people."""
        table = standings(self.contest(group))
        return replace(table, standings=tuple(_untied(table.standings, self.stage.ties)))

    # -- knockouts -----------------------------------------------------------------------------------------------------

    def decided(self, key: EventMatchKey) -> tuple[int, ...] | None:
        """The sides of a match, the winner first; nothing while that is open, or all are level."""
        match, record = self.state.match(key), self.stage.record(key)
        if match.is_bye:
            return match.sides
        scores = self.scores(key)
        if record.forfeit is not None:
            return tuple(sorted(match.sides, key=lambda side: side == record.forfeit))
        if scores is None:
            return None
        order = sorted(match.sides, key=lambda side: scores[side], reverse=True)
        edge = match.survivors
        if scores[order[edge - 1]] != scores[order[edge]]:
            return tuple(order)  # also where a correction has parted what people had to part before (Bridge NSW 11.2.2)
        broken = next((tie.order for tie in self.stage.ties if {*tie.order} == {*match.sides}), None)
        return None if broken is None else tuple(sorted(broken, key=lambda side: scores[side], reverse=True))

    def scores(self, key: EventMatchKey) -> Mapping[int, tuple[Number, ...]] | None:
        """By what a match is decided: what each side scored, boards that broke a tie after it; of three, the matches won,
        and then the IMPs won divided by those lost, unless a loss and a tie leave two level: they play each other."""
        match, record = self.state.match(key), self.stage.record(key)
        if len(match.sides) == 3:
            return self._of_three(key, match)
        found = self.results[key]
        scored: Sequence[Number] | None = record.total if record.total is not None else found.counted.imps
        if scored is None and found.shares is not None:
            scored = [share.vps for share in found.shares]
        if scored is None:
            return None
        fines = found.counted.penalties or (0, 0)
        extra = record.playoff or (0, 0)
        return {
            side: (tidy(scored[place] - fines[place]), tidy(extra[place])) for place, side in enumerate(match.sides)
        }

    def _of_three(self, key: EventMatchKey, match: MatchDraw) -> Mapping[int, tuple[Number, ...]] | None:
        parts = self.between(key.round, match)
        if len(parts) < 3:
            return None
        found: dict[int, tuple[Number, ...]] = {}
        for side in match.sides:
            mine = [(part.imps if side == part.a else part.imps[::-1]) for part in parts if side in (part.a, part.b)]
            wins = sum((Fraction(1 + (won > lost) - (won < lost), 2) for won, lost in mine), Fraction(0))
            lost_in_all = sum((lost for _, lost in mine), Fraction(0))
            won_in_all = sum((won for won, _ in mine), Fraction(0))
            quotient = won_in_all / lost_in_all if lost_in_all else won_in_all + 10**6  # nothing lost beats everything
            lost_and_tied = wins == Fraction(1, 2)  # Bridge Director's Companion, L4134-4143
            found[side] = (tidy(wins), 0 if lost_and_tied else tidy(quotient))
        return found


def _joined(match: MatchDraw, parts: Sequence[tuple[str, FedMatch]]) -> tuple[str, FedMatch] | None:
    """The parts of a match that sessions have, as one, with its sides as they were drawn."""
    if not parts:
        return None
    turned = [_turned(match, each) for _, each in parts]
    if len(turned) == 1:
        return parts[0][0], turned[0]
    with_imps = [each.imps for each in turned if each.imps is not None]
    imps = tuple(sum(column) for column in zip(*with_imps, strict=True)) if len(with_imps) == len(turned) else None
    boards = [each.boards for each in turned if each.boards is not None]
    whole = FedMatch(
        match.sides,
        imps,
        boards=sum(boards) if boards else None,
        complete=imps is not None and all(each.complete for each in turned),
        forfeit=next((each.forfeit for each in turned if each.forfeit is not None), None),
    )
    return parts[0][0], whole


def _turned(match: MatchDraw, fed: FedMatch) -> FedMatch:
    if fed.sides == match.sides:
        return fed
    places = [fed.sides.index(side) for side in match.sides]
    return replace(fed, sides=match.sides, imps=_in_places(fed.imps, places), vps=_in_places(fed.vps, places))


def _in_places(values: tuple[Number, ...] | None, places: Sequence[int]) -> tuple[Number, ...] | None:
    return None if values is None else tuple(values[place] for place in places)


def _recorded(plain: ContestResult, record: MatchRecord) -> ContestResult:
    two = len(plain.sides) == 2
    return ContestResult(
        plain.sides,
        vps=None if record.vps is None else tuple(map(tidy, record.vps)),
        imps=None if record.imps is None else (tidy(record.imps[0]), tidy(record.imps[1])),
        boards=record.boards,
        played=record.played,
        unplayed=record.unplayed,
        penalties=plain.penalties,
        forfeit=str(record.forfeit) if record.forfeit is not None and two else "",
        same_way=record.same_way,
        table=plain.table,
    )


def _differs(state: EventState, record: MatchRecord, fed: tuple[str, FedMatch]) -> Iterator[Sentence]:
    name, said = fed
    if record.imps is not None and said.imps is not None and tuple(said.imps) != record.imps:
        yield say(
            "The desk has recorded {mine} IMPs; {session} has {theirs}.",
            mine=" - ".join(shown(each) for each in record.imps),
            session=name,
            theirs=" - ".join(shown(each) for each in said.imps),
        )


def _untied(lines: Sequence[ContestStanding], ties: Sequence[BrokenTie]) -> Iterator[ContestStanding]:
    """Lines with ties broken by people, where they are ties still."""
    place = 0
    while place < len(lines):
        rank = lines[place].rank
        tied = [each for each in lines[place:] if each.rank == rank] if rank.endswith("=") else [lines[place]]
        numbers = {int(each.contestant) for each in tied}
        broken = next((tie for tie in reversed(ties) if numbers <= {*tie.order}), None) if len(tied) > 1 else None
        if broken is None:
            yield from tied
        else:
            order = {number: at for at, number in enumerate(broken.order)}
            tied.sort(key=lambda each: order[int(each.contestant)])
            for at, each in enumerate(tied):
                yield replace(each, rank=str(place + at + 1), tie_broken_by=say("{how}", how=broken.how))
        place += len(tied)
