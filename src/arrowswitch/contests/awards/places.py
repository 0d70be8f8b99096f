"""What the places of one list have: how many have an award, what each place is worth, what ties share.

The function that makes a number writes its step down while it does so, with the rule that asked for it. Rounding comes where the
scheme has it: of each award, and of what ties share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, exp, floor

from arrowswitch.contests.awards.award import PointsAward, cited, explained_award, part_of, rank_of, round_as
from arrowswitch.contests.awards.lists import AwardedSession, AwardList, PlacedContestant
from arrowswitch.contests.awards.scheme import UNKNOWN_STRATUM, AwardRate, AwardScale, AwardScheme, Rounded
from arrowswitch.scoring import Step
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import round_step, tidy
from arrowswitch.scoring.working import Working
from arrowswitch.words import Sentence, counted, say


@dataclass(frozen=True)
class ListToAward:
    """A list of a session with the scale that it falls under; what is to be said of it gathers in `notes`."""

    session: AwardedSession
    scheme: AwardScheme
    scale: AwardScale
    given: AwardList
    notes: list[Sentence] = field(default_factory=list)

    @property
    def counting(self) -> int:
        """How many contestants it has for the number and the size of its awards: half tables as the scale has them."""
        everybody = len(self.given.places)
        half_tables, kind = self.scale.half_tables, self.session.kind
        if self.given.stratum or half_tables == "counted" or kind == "teams":
            return everybody
        tables = self.session.tables_of(self.given)
        if kind == "pairs" and self.session.winners == 2:
            return max(ceil(tables), everybody) if half_tables == "full" else min(floor(tables), everybody)
        if half_tables == "full":  # in one list half a table is as many as there are
            return everybody
        return min(everybody, floor(tables) * (2 if kind == "pairs" else 4))


@dataclass(frozen=True)
class PlaceWorth:
    """What one place is worth, before and after rounding, and how that came about."""

    exact: Fraction
    amount: Fraction
    steps: tuple[Step, ...]


def awards_of(case: ListToAward, before: Sequence[Step] = (), count: int | None = None) -> list[PointsAward]:
    """The awards of a list, for as many places as its scale says, or for `count`."""
    start = Working(list(before))
    if count is None:
        count = _depth(case, start)
    worths = _worths(case, count)
    found = []
    for group in case.given.groups():
        first = group[0].place - 1
        mine = worths[first : first + len(group)]
        if mine:
            found += [_award(case, placed, group, mine, start) for placed in group]
    return found


def _depth(case: ListToAward, work: Working) -> int:
    """How many places have an award."""
    scale, session, by_match = case.scale, case.session, case.scheme.matches
    if scale.way == "listed":
        return len(scale.amounts)
    share, rounded, rule = scale.share, scale.rounded, scale.rule
    if by_match and session.method in by_match.methods and session.match_boards >= by_match.boards:
        share, rounded, rule = by_match.share, by_match.rounded, by_match.rule
    count = int(round_as(case.counting * share, 1, rounded))
    with_half = int(round_as(len(case.given.places) * share, 1, rounded))
    if scale.half_tables == "left out" and with_half != count:
        case.notes.append(
            say(
                "{list}: the half table is left out of the number of awards, which makes {n} of them and not {more}."
                " Results of a club's program agree; the handbook's own words are not in our sources.",
                list=case.given.title,
                n=count,
                more=with_half,
            )
        )
    work.note(_depth_told(share, case.counting, rounded), count, rule=rule)
    return count


def _depth_told(share: Fraction, counting: int, rounded: Rounded) -> Sentence:
    """How many have an award, and which way a part of a place went."""
    values = {"share": part_of(share), "n": counting}
    if (share * counting).denominator == 1:
        return say("{share} of {n} contestants have an award", **values)
    if rounded == "up":
        return say("{share} of {n} contestants have an award, rounded up", **values)
    if rounded == "down":
        return say("{share} of {n} contestants have an award, rounded down", **values)
    return say("{share} of {n} contestants have an award, to the nearest number", **values)


def _worths(case: ListToAward, count: int) -> list[PlaceWorth]:
    """What the places are worth, the first one first."""
    scale, scheme = case.scale, case.scheme
    before = Working()
    first = _first(case, before)
    to_least = scale.way == "even" and count > 1 and round_step(first / count, scheme.step) < scale.least
    if to_least and scale.beyond:
        case.notes.append(say("{list}: {text}", list=case.given.title, text=scale.beyond))
    found = []
    for place in range(1, count + 1):
        work = Working(list(before.steps))
        value = _at_place(scale, first, place, count, work, to_least=to_least)
        if value < scale.least:
            value = scale.least
            work.note(say("No award is under {least}", least=shown(scale.least)), tidy(value), rule=scale.rule)
        amount = round_as(value, scheme.step, "nearest")
        if amount != value:
            work.note(say("Rounded"), tidy(amount))
        found.append(_halved(case, PlaceWorth(value, amount, tuple(work.steps))))
    return found


def _halved(case: ListToAward, worth: PlaceWorth) -> PlaceWorth:
    """Half of it, where the regulations grant half for a short session."""
    half, needs, boards = case.scheme.half, case.scheme.needs, case.session.boards_in_use
    if half is None or needs is None or boards >= needs.least_boards:
        return worth
    amount = round_as(worth.amount / 2, case.scheme.step, half.rounded)
    step = Step(say("Half of it, because {n} boards were in play", n=boards), tidy(amount), rule=half.rule)
    return PlaceWorth(amount, amount, (*worth.steps, step))


# -- the first ----------------------------------------------------------------------------------------------------------


def _first(case: ListToAward, work: Working) -> Fraction:
    """What the first has, before rounding; nothing where a scale begins from below."""
    scale = case.scale
    if scale.way in ("steps", "listed"):
        return Fraction(0)
    if scale.first is not None:
        work.note(say("The first has"), tidy(scale.first), rule=scale.rule)
        return scale.first
    if scale.rate is None:
        rate = _rate(case)
        if rate.game == UNKNOWN_STRATUM:
            case.notes.append(
                say("{list}: its limit of masterpoints was not said. {rule}.", list=case.given.title, rule=rate.rule)
            )
        return _for_each(case.counting, rate.rate, rate.most, rate.rule, work)
    if scale.per == "contestant":
        return _for_each(case.counting, scale.rate, scale.most, scale.rule, work)
    return _for_tables(case, scale.rate, work)


def _for_each(count: int, rate: Fraction, most: Fraction | None, rule: str, work: Working) -> Fraction:
    value = rate * count
    work.note(
        say("The first has {rate} for each of {n} contestants", rate=shown(rate), n=count), tidy(value), rule=rule
    )
    if most is None or value <= most:
        return value
    work.note(say("But no more than"), tidy(most), rule=rule)
    return most


def _for_tables(case: ListToAward, rate: Fraction, work: Working) -> Fraction:
    scale, own = case.scale, case.session.weight
    weight = case.scheme.weight if own is None else own
    tables = ceil(case.session.tables_of(case.given))
    if scale.curve and tables > scale.curve.from_:
        value = weight * Fraction(1 - exp(-tables / scale.curve.over)).limit_denominator(10**9)
        said = say(
            "{tables}: 1 - exp(-{n} / {over}), times the weight {weight}",
            tables=counted("tables", tables),
            n=tables,
            over=scale.curve.over,
            weight=shown(weight),
        )
    else:
        value = rate * weight * tables
        said = say(
            "{tables}, {rate} for each, times the weight {weight}",
            tables=counted("tables", tables),
            rate=shown(rate),
            weight=shown(weight),
        )
    work.note(said, tidy(value), rule=scale.rule)
    return value


def _rate(case: ListToAward) -> AwardRate:
    """The rate of the session's game, or of the players that a stratum is limited to."""
    if not case.given.stratum:
        return case.scheme.rate_of(case.session.game, case.session.limit)
    limit = case.given.limit
    return case.scheme.rate_of(UNKNOWN_STRATUM if limit is None else "limited", limit)


# -- down the list ------------------------------------------------------------------------------------------------------


def _at_place(scale: AwardScale, first: Fraction, place: int, count: int, work: Working, *, to_least: bool) -> Fraction:
    """What a place is worth, before rounding."""
    match scale.way:
        case "even":
            value = first * (count + 1 - place) / count
            if to_least:
                value = first - (first - scale.least) * (place - 1) / (count - 1)
            said = say("Place {place} of {n} in equal steps", place=place, n=count)
        case "steps":
            steps = count + 1 - place
            value = scale.by * steps
            said = say("Place {place} of {n}: {steps} × {by}", place=place, n=count, steps=steps, by=shown(scale.by))
        case "parts" if place <= len(scale.parts):
            part = scale.parts[place - 1]
            value = first * part
            said = say("Place {place}: {share} of the first", place=place, share=f"{shown(part * 100)}%")
        case "parts":
            divisor = place - scale.place_less
            value = first / divisor
            said = say("Place {place}: the first divided by {n}", place=place, n=divisor)
        case "ratio":
            value = first * scale.ratio ** (place - 1)
            said = say("Place {place}: {ratio} of the one before", place=place, ratio=f"{shown(scale.ratio * 100)}%")
        case _:
            value = scale.amounts[place - 1]
            said = say("Place {place}", place=place)
    work.note(said, tidy(value), rule=scale.rule)
    return value


def _award(
    case: ListToAward,
    placed: PlacedContestant,
    group: Sequence[PlacedContestant],
    mine: Sequence[PlaceWorth],
    before: Working,
) -> PointsAward:
    work = Working([*before.steps, *mine[0].steps])
    amount = mine[0].amount if len(group) == 1 else _shared(case.scheme, len(group), mine, work)
    rank = rank_of(placed, group)
    rules = [case.scale.rule, *([case.scheme.ties.rule] if len(group) > 1 else [])]
    reason = say(
        "Place {rank} of {n} ({list}). {rules}",
        rank=rank,
        n=len(case.given.places),
        list=case.given.title,
        rules=" ".join(f"{cited(rule)}." for rule in rules if rule),
    )
    return explained_award(case.scheme, placed.contestant, rank, amount, case.given.title, reason, work)


def _shared(scheme: AwardScheme, sharing: int, mine: Sequence[PlaceWorth], work: Working) -> Fraction:
    """What each of those who tie has; places beyond the awards bring nothing."""
    ties = scheme.ties
    worths = [worth.exact if ties.exact else worth.amount for worth in mine]
    value = sum(worths, Fraction(0)) / sharing
    added = " + ".join([*(shown(worth, 4) for worth in worths), *["0"] * (sharing - len(worths))])
    work.note(say("{n} share {awards}", n=sharing, awards=f"({added}) / {sharing}"), tidy(value), rule=ties.rule)
    amount = max(round_as(value, scheme.step, ties.rounded), ties.least)
    if amount != value:
        said = say("Rounded, and not under {least}", least=shown(ties.least)) if ties.least else say("Rounded")
        work.note(said, tidy(amount), rule=ties.rule)
    return amount


def scale_for(session: AwardedSession, scheme: AwardScheme, notes: list[Sentence]) -> AwardScale | None:
    """The scale that a session falls under, with what the organiser has settled; none, and why, where there is none."""
    mine = [each for each in scheme.scale if session.kind in each.kinds and each.winners in (None, session.winners)]
    fitting = [each for each in mine if not each.boards or each.boards[0] <= session.boards_in_use <= each.boards[1]]
    if not fitting:
        if not mine and scheme.match and session.kind == "teams":
            notes.append(
                say(
                    "Nothing is awarded: matches won are what teams have points for ({scheme}), and none are known.",
                    scheme=scheme.title,
                )
            )
        elif not mine:
            notes.append(say("Nothing is awarded: {scheme} has no scale for this in our sources.", scheme=scheme.title))
        else:
            notes.append(
                say(
                    "Nothing is awarded: the scale of {scheme} that is in our sources is for {low} to {high} boards;"
                    " in play: {n}.",
                    scheme=scheme.title,
                    low=mine[0].boards[0],
                    high=mine[0].boards[1],
                    n=session.boards_in_use,
                )
            )
        return None
    scale = fitting[0]
    if session.first is not None:
        return replace(scale, first=session.first, rate=None)
    if scale.way == "parts" and scale.first is None and scale.rate is None and not scheme.rates:
        notes.append(
            say(
                "Nothing is awarded: what the first has is not in our sources for {scheme};"
                " it is said for the session (in a file under “first”).",
                scheme=scheme.title,
            )
        )
        return None
    return scale
