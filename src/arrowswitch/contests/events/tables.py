"""What an event comes to: results, tables, cross tables, who qualifies, what is still possible, and the working of each number."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.contests.events.feeds import Feeds, Number
from arrowswitch.contests.events.formats.round_robin import RoundRobinPlan
from arrowswitch.contests.events.state import EventMatchKey, EventState, StageSource
from arrowswitch.contests.events.view import EventMatchResult, StageView
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.round_robin import CarriedOver, LeagueMove, season_moves
from arrowswitch.contests.standings import StandingsTable
from arrowswitch.journals import Refused
from arrowswitch.scoring import Explanation, Step, Working, victory_points
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.matches.matches import in_proportion
from arrowswitch.scoring.matches.victory_points import scale
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, counted, say, say_count


def results(state: EventState, feeds: Feeds = ()) -> Mapping[EventMatchKey, EventMatchResult]:
    """Every match that was drawn, with what is known of it."""
    return {
        key: result for stage in state.stages.values() for key, result in StageView(state, feeds, stage).results.items()
    }


def standings(state: EventState, feeds: Feeds = (), stage: str = "", group: str = "") -> StandingsTable:
    """The table of a stage, or of one of its pools, the best first; contestants by their numbers, as text."""
    return StageView.of(state, feeds, stage).table(group)


def carried(state: EventState, feeds: Feeds = (), stage: str = "") -> Mapping[int, CarriedOver]:
    """What each contestant of a stage began with, and the working."""
    return StageView.of(state, feeds, stage).carried


# -- who meets whom ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A match in a cross table, as the contestant of the row sees it."""

    key: EventMatchKey
    vps: Number | None
    """Nothing while the result is out."""
    imps: Number = 0


@dataclass(frozen=True)
class CrossTable:
    """Everybody against everybody, the best first; a match of three stands in the columns of both others."""

    order: tuple[int, ...]
    cells: Mapping[tuple[int, int], tuple[CrossCell, ...]]
    byes: Mapping[int, tuple[CrossCell, ...]]
    totals: Mapping[int, Number]
    ranks: Mapping[int, str]


def cross_table(state: EventState, feeds: Feeds = (), stage: str = "", group: str = "") -> CrossTable:
    """The cross table of a stage, or of one of its pools."""
    view = StageView.of(state, feeds, stage)
    table = view.table(group)
    order = tuple(int(line.contestant) for line in table.standings)
    cells: dict[tuple[int, int], tuple[CrossCell, ...]] = {}
    byes: dict[int, tuple[CrossCell, ...]] = {}
    for key, result in view.results.items():
        for place, side in enumerate(result.match.sides):
            if side not in order:
                continue
            share = None if result.shares is None else result.shares[place]
            cell = CrossCell(key, result.vps(side), 0 if share is None else tidy(share.net))
            for other in result.match.sides:
                if other != side:
                    cells[side, other] = (*cells.get((side, other), ()), cell)
            if result.match.is_bye:
                byes[side] = (*byes.get(side, ()), cell)
    totals = {int(line.contestant): line.vps for line in table.standings}
    ranks = {int(line.contestant): line.rank for line in table.standings}
    return CrossTable(order, cells, byes, totals, ranks)


# -- who goes on ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StageCut:
    """Who has places of a stage; `tied` share the place at one end of them with others who are not through."""

    through: tuple[int, ...]
    tied: tuple[int, ...] = ()
    notes: tuple[Sentence, ...] = ()


def qualifiers(state: EventState, feeds: Feeds, source: StageSource, playing: Container[int] = frozenset()) -> StageCut:
    """Who has places of a stage: of every pool, or those left in a knockout.

    A tie over the last place lets all of them through, if that is wanted, and a tie over the place before the first none;
    otherwise it must be broken first. The next in the list takes the place of who has withdrawn (Bridge NSW 11), unless that
    one is `playing` already.
    """
    view = StageView.of(state, feeds, source.stage)
    if not 1 <= source.first <= source.last:
        raise Refused(say("Places are counted from 1, the first before the last."))
    through: list[tuple[int, int, int]] = []
    tied: tuple[int, ...] = ()
    notes: list[Sentence] = []
    for at, group in enumerate(view.stage.groups):
        order = [
            (number, rank)
            for number, rank in _order(view, group.name)
            if number in playing or not state.entries[number].withdrawn
        ]
        above, last = source.first - 1, source.last
        if sharing := _parted(order, above):
            if source.with_ties:
                above += sum(number in sharing for number, _ in order[above:])
                notes.append(
                    say("{who} share a place above these, and none of them goes on.", who=_all(state, sharing))
                )
            else:
                tied = (*tied, *sharing)
        if sharing := _parted(order, last):
            if source.with_ties:
                last += sum(number in sharing for number, _ in order[last:])
                notes.append(say("{who} share a place, and all go on.", who=_all(state, sharing)))
            else:
                tied = (*tied, *(number for number in sharing if number not in tied))
        through += [(place, at, number) for place, (number, _) in enumerate(order[:last], 1) if place > above]
    return StageCut(tuple(number for _, _, number in sorted(through)), tied, tuple(notes))


def _parted(order: Sequence[tuple[int, str]], place: int) -> tuple[int, ...]:
    """Those who share a place, some before a cut and some after it."""
    if not 0 < place < len(order) or order[place - 1][1] != order[place][1]:
        return ()
    return tuple(number for number, rank in order if rank == order[place][1])


def cut(state: EventState, feeds: Feeds, source: StageSource) -> StageCut:
    """Who goes on from a stage; `Refused` if a tie over the first or the last place is not broken."""
    found = qualifiers(state, feeds, source)
    if found.tied:
        raise Refused(
            say(
                "{who} share a place of {stage}, and places {first} to {last} go on: break the tie, or let ties stay together.",
                who=_all(state, found.tied),
                stage=source.stage,
                first=source.first,
                last=source.last,
            )
        )
    return found


def _order(view: StageView, group: str) -> list[tuple[int, str]]:
    """Contestants of a group with their ranks, the best first; of a knockout by the round in which they went out."""
    if view.stage.plan.contest != "knockout":
        return [(int(line.contestant), line.rank) for line in view.table(group).standings]
    reached: dict[int, int] = dict.fromkeys(view.group(group).contestants, 0)
    for key, result in view.results.items():
        order = view.decided(key)
        if result.match.group == group:
            for side in result.match.sides:
                went_on = order is not None and side in order[: result.match.survivors]
                reached[side] = max(reached[side], key.round + went_on)
    rounds = sorted(set(reached.values()), reverse=True)
    found: list[tuple[int, str]] = []
    for number in rounds:
        level = [each for each, last in reached.items() if last == number]
        rank = f"{len(found) + 1}=" if len(level) > 1 else str(len(found) + 1)
        found += [(each, rank) for each in level]
    return found


def _all(state: EventState, numbers: Sequence[int]) -> str:
    return ", ".join(state.called(number) for number in numbers)


def league_moves(state: EventState, feeds: Feeds = ()) -> list[LeagueMove]:
    """Who goes up and down at the end of a season: the stages that are divisions, the highest first."""
    plans = [(stage.plan, stage) for stage in state.stages.values()]
    divisions = sorted(
        (plan.division, plan.moves, stage.name)
        for plan, stage in plans
        if isinstance(plan, RoundRobinPlan) and plan.division is not None
    )
    if len(divisions) < 2:
        raise Refused(say("A league has two divisions or more."))
    tables = [standings(state, feeds, name) for _, _, name in divisions]
    places = max(moving for _, moving, _ in divisions)
    try:
        return season_moves(tables, places)
    except BadContest as problem:
        raise Refused(problem.args[0]) from None


# -- what is still possible -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chance:
    """What is still possible for a contestant: `qualified`, `out` or `open`, in its last case with what it needs."""

    contestant: int
    verdict: str
    least: Number
    most: Number
    """Its total at the end, at least and at most."""
    needs: Number | None
    """Victory points that make it safe, whatever the others do; nothing if no number does, or none is needed."""
    sentence: Sentence


def still_possible(
    state: EventState, feeds: Feeds = (), places: int = 1, stage: str = "", group: str = ""
) -> tuple[Chance, ...]:
    """Who is sure of one of the first places, who cannot reach them any more, and what the others need.

    Everybody's total is looked at with nothing and with everything from the matches that are left. Who is called qualified or
    out is so, whatever happens; a tie for the last place makes nobody safe.
    """
    view = StageView.of(state, feeds, stage)
    chosen = view.group(group)
    if not 1 <= places < len(chosen.contestants):
        raise Refused(
            say("The places that count are 1 to {most}, not {n}.", most=len(chosen.contestants) - 1, n=places)
        )
    rounds = view.stage.plan.rounds_of(view.stage)
    if rounds is None or view.stage.plan.contest == "knockout":
        raise Refused(say("How many rounds are to come is not settled."))
    whole = tidy(Fraction(scale(state.scale_name).total))
    table = view.table(chosen.name)
    total = {int(line.contestant): line.vps for line in table.standings}
    left = _matches_left(view, rounds)
    most = {number: tidy(total[number] + left[number] * whole) for number in total}
    found: list[Chance] = []
    best = sorted(most.values(), reverse=True)
    totals = sorted(total.values())
    for number in total:
        bound = best[places] if most[number] >= best[places - 1] else best[places - 1]  # of the others
        above = len(totals) - bisect_right(totals, most[number])
        needs = tidy(max(bound - total[number], 0))
        safe = total[number] > bound
        if safe:
            verdict, said = "qualified", say("qualified: nobody can catch it")
            if places > 1:
                said = say_count(
                    "qualified: no more than {n} can catch it", "qualified: no more than {n} can catch it", places - 1
                )
        elif above >= places:
            verdict, said = "out", say("can no longer be among the first {places}", places=places)
            if places == 1:
                said = say("can no longer catch the first")
        else:
            verdict, said = "open", _needed(needs, left[number], whole)
        reachable = verdict == "open" and needs < left[number] * whole
        found.append(Chance(number, verdict, total[number], most[number], needs if reachable else None, said))
    return tuple(found)


def _needed(needs: Number, left: int, whole: Number) -> Sentence:
    matches = counted("matches", left)
    if not left:
        return say("has no match left; it depends on the others")
    if needs >= left * whole:
        return say("in with a chance, with {matches} left, but not by itself", matches=matches)
    return say(
        "needs more than {vps} from {matches} to be sure",
        vps=counted("VPs", needs, shown(needs)),
        matches=matches,
    )


def _matches_left(view: StageView, rounds: int) -> Mapping[int, int]:
    """The matches that everybody has to play still: those that are out, and rounds that are not drawn."""
    drawn, plan = len(view.stage.rounds), view.stage.plan
    left: Counter[int] = Counter()
    for key, result in view.results.items():
        if result.out:  # two matches hang on a match of three that has been played over two rounds
            worth = len(view.together(key.round, result.match)) if len(result.match.sides) == 3 else 1
            left.update(dict.fromkeys(result.match.sides, worth))
    if plan.contest == "round-robin":  # byes that are to come are no matches
        to_come = [match for number in range(drawn + 1, rounds + 1) for match in plan.draw(view, number).matches]
        left.update(side for match in to_come if not match.is_bye for side in match.sides)
        return left
    for number, member in view.stage.members.items():
        last = rounds if member.until is None else min(rounds, member.until)
        left[number] += max(0, last - max(drawn, member.since - 1))
    return left


# -- the working ------------------------------------------------------------------------------------------------------


def explain_match(state: EventState, feeds: Feeds, key: EventMatchKey, number: int) -> Explanation:
    """How the victory points of one side of a match came about."""
    view = StageView(state, feeds, state.stage(key.stage))
    match = state.match(key)
    if number not in match.sides:
        raise Refused(say("{who} is not in this match.", who=state.called(number)))
    title = say("{who}: round {round}", who=state.called(*match.sides), round=key.round)
    return Explanation(title, tuple(_steps(view, view.results[key], number)))


def explain_total(state: EventState, feeds: Feeds, number: int, stage: str = "") -> Explanation:
    """How the total of a contestant in a stage came about."""
    view = StageView.of(state, feeds, stage)
    group = next((each.name for each in view.stage.groups if number in each.contestants), None)
    if group is None:
        raise Refused(say("{who} does not play in {stage}.", who=state.called(number), stage=view.stage.name))
    steps: list[Step] = []
    if number in view.carried:
        brought = view.carried[number]
        before = view.stage.carried.before if view.stage.carried else ""
        text = say("Carried over from {stage}: {working}", stage=before, working=brought.working)
        steps.append(Step(text, tidy(brought.vps)))
    for key, result in view.results.items():
        if number in result.match.sides and result.shares is not None:
            text = say("Round {round}: {match}", round=key.round, match=state.called(*result.match.sides))
            steps.append(Step(text, result.vps(number) or 0))
    for each in view.stage.penalties:
        if each.contestant == number and each.vps:
            steps.append(Step(say("Penalty: {why}", why=each.why), tidy(-each.vps)))
    total = next(line.vps for line in view.table(group).standings if line.contestant == str(number))
    steps.append(Step(say("Together"), total))
    return Explanation(say("{who} in {stage}", who=state.called(number), stage=view.stage.name), tuple(steps))


def _steps(view: StageView, result: EventMatchResult, number: int) -> Iterator[Step]:
    state, match = view.state, result.match
    place = match.sides.index(number)
    counted_as = result.counted
    if result.shares is None:
        yield Step(say("The result is not in"), 0)
        return
    vps = tidy(result.shares[place].vps)
    matches = state.regulations.matches
    if match.is_bye:
        own = "bye" in state.own_rules
        yield Step(say("A bye"), vps, rule="" if own else state.regulations.source("matches.bye"))
    elif counted_as.forfeit:
        yield from _forfeit_steps(view, result, number, vps)
    elif counted_as.same_way:
        yield Step(
            say("Both pairs of both teams sat the same way"), vps, rule=state.regulations.source("matches.same_way")
        )
    elif len(match.sides) == 3 and view.between(result.key.round, match):
        for part in view.between(result.key.round, match):
            if number in (part.a, part.b):
                mine, theirs = part.imps if number == part.a else part.imps[::-1]
                other = part.b if number == part.a else part.a
                text = say(
                    "Against {who}: {mine} - {theirs}", who=state.called(other), mine=shown(mine), theirs=shown(theirs)
                )
                yield Step(text, tidy(mine - theirs))
        yield Step(say("The matches of three together"), vps)
    elif counted_as.vps is not None or counted_as.imps is None:
        yield Step(say("Victory points as they were given"), vps)
    else:
        won, lost = counted_as.imps[place], counted_as.imps[1 - place]
        yield Step(
            say("{won} won, {lost} lost", won=counted("IMPs", won, shown(won)), lost=shown(lost)), tidy(won - lost)
        )
        if counted_as.penalties and counted_as.penalties[place]:
            yield Step(say("IMPs taken as a penalty"), tidy(-counted_as.penalties[place]))
        net = tidy(result.shares[place].net)
        if counted_as.unplayed:
            boards = counted("boards", counted_as.unplayed)
            text = say("{boards} could not be played: IMPs for them, net", boards=boards)
            yield Step(text, net, rule=state.regulations.source("matches.unplayed_imps"))
        whole = counted_as.boards or state.boards
        if counted_as.played is not None and counted_as.played < whole:
            doubled = whole < matches.half_match_doubled_below
            text = (
                say("A half match of {boards}: the IMPs doubled, on the whole scale", boards=counted("boards", whole))
                if doubled
                else say("A half match, on the scale of {boards}", boards=counted("boards", counted_as.played))
            )
            yield Step(text, vps, rule=state.regulations.source("matches.half_match_doubled_below"))
            return
        work = Working()
        victory_points(net, whole, state.scale_name, work)
        yield from work.steps


def _forfeit_steps(view: StageView, result: EventMatchResult, number: int, vps: Number) -> Iterator[Step]:
    regulations = view.state.regulations
    if str(number) == result.counted.forfeit:
        yield Step(say("It did not come"), vps, rule=regulations.source("matches.forfeit"))
        return
    least = tidy(in_proportion(regulations.matches, view.state.scale_name).forfeit)
    yield Step(say("A forfeit is worth at least"), least, rule=regulations.source("matches.forfeit"))
    if vps != least:
        yield Step(say("Its own mean, or the mean of those who met the absent side, is more"), vps)
