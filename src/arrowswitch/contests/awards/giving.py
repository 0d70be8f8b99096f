"""Awards made: whether a session has what it must have, what its lists are awarded, and who of a contestant has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import floor

from arrowswitch.contests.awards.award import AwardSheet, PointsAward, cited, part_of, round_as
from arrowswitch.contests.awards.lists import AwardedSession, AwardList
from arrowswitch.contests.awards.matches import for_matches
from arrowswitch.contests.awards.overall import overall_awards
from arrowswitch.contests.awards.places import ListToAward, awards_of, scale_for
from arrowswitch.contests.awards.scheme import AwardScheme
from arrowswitch.contests.reading import BadContest
from arrowswitch.scoring import Step
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, say


def give(session: AwardedSession, scheme: AwardScheme) -> AwardSheet:
    """The awards of a session.

    >>> from fractions import Fraction
    >>> from arrowswitch.contests.awards import PlacedContestant, scheme_of
    >>> field = AwardList(tuple(PlacedContestant(str(n), n) for n in range(1, 12)), direction="NS")
    >>> night = AwardedSession(lists=(field,), winners=2, tables=Fraction(11), boards_in_use=24, boards_played={})
    >>> [int(each.amount) for each in give(night, scheme_of("ebu")).awards]
    [40, 30, 20, 10]
    """
    if not any(each.places for each in session.lists):
        return AwardSheet(scheme, (), (say("Nobody is placed yet."),))
    notes: list[Sentence] = []
    made: list[PointsAward] = []
    for name, part in session.sections():
        refused = list(_lacking(part, scheme))
        notes += _in_section(refused, name)
        if not refused:
            made += _of_section(part, scheme, notes)
    if session.overall and made:
        made += overall_awards(session, scheme, session.overall)
    made = [_to_players(each, session, scheme, notes) for each in made if _may_have(each, session, scheme, notes)]
    return AwardSheet(scheme, tuple(_highest(made)), tuple(dict.fromkeys(notes)))


def lacking(session: AwardedSession, scheme: AwardScheme) -> Iterator[Sentence]:
    """What a session lacks for anything to be awarded; that can be asked before it is played.

    >>> from arrowswitch.contests.awards import PlacedContestant, scheme_of
    >>> field = AwardList(tuple(PlacedContestant(str(n), 1) for n in range(1, 5)))
    >>> night = AwardedSession(lists=(field,), winners=1, boards_in_use=8, boards_played={})
    >>> print(*lacking(night, scheme_of("nzb")))
    Nothing is awarded: 11 boards are needed; in play: 8 (New Zealand Bridge: C points).
    """
    for name, part in session.sections():
        yield from _in_section(_not_there(part, scheme), name)


def _not_there(session: AwardedSession, scheme: AwardScheme) -> list[Sentence]:
    """What a section lacks by the regulations, or else by the scheme: a scale that it falls under, what the first has."""
    said = list(_lacking(session, scheme))
    if said or (scheme.match and session.matches):
        return said
    scale = scale_for(session, scheme, said)
    if scale and scale.way == "parts" and scale.first is None and scale.rate is None:
        try:
            scheme.rate_of(session.game, session.limit)
        except BadContest as problem:
            said.append(say("Nothing is awarded: {problem}", problem=problem.args[0]))
    return said


def _in_section(said: Iterable[Sentence], name: str) -> list[Sentence]:
    """What is said of a section, with its name where it has one."""
    return [say("{list}: {text}", list=name, text=each) if name else each for each in said]


def _lacking(session: AwardedSession, scheme: AwardScheme) -> Iterator[Sentence]:
    """What one section lacks."""
    needs = scheme.needs
    if needs is None:
        return
    title, in_use = scheme.title, session.boards_in_use
    complete = min((floor(session.tables_of(each)) for each in session.lists), default=0)
    if complete < needs.least_complete_tables:
        yield say(
            "Nothing is awarded: {least} complete tables are needed, and there are {n} ({scheme}).",
            least=needs.least_complete_tables,
            n=complete,
            scheme=title,
        )
    elif session.kind == "pairs" and session.winners == 2 and complete < needs.one_winner_below:
        yield say(
            "Nothing is awarded: with fewer than {least} complete tables a session must have one winner ({scheme}).",
            least=needs.one_winner_below,
            scheme=title,
        )
    least = needs.half_award_boards if scheme.half else needs.least_boards
    if in_use < least and not (scheme.match and session.matches):
        yield say(
            "Nothing is awarded: {least} boards are needed; in play: {n} ({scheme}).",
            least=least,
            n=in_use,
            scheme=title,
        )
    short = [who for who, boards in session.boards_played.items() if boards < needs.least_share_of_boards * in_use]
    if short:
        yield say(
            "Nothing is awarded: everybody must be scheduled for {share}% of the {n} boards in play; {names} were not ({scheme}).",
            share=shown(needs.least_share_of_boards * 100),
            n=in_use,
            names=", ".join(session.called.get(who, who) for who in short),
            scheme=title,
        )


def _of_section(session: AwardedSession, scheme: AwardScheme, notes: list[Sentence]) -> list[PointsAward]:
    """What the matches of a section are awarded, where the scheme awards matches, or its lists."""
    if scheme.match and session.matches:
        return for_matches(session, scheme, scheme.match)
    lists = (*session.lists, *session.strata)
    return [award for given in lists for award in _of_list(session, scheme, given, notes)]


def _of_list(
    session: AwardedSession, scheme: AwardScheme, given: AwardList, notes: list[Sentence]
) -> list[PointsAward]:
    if given.stratum and scheme.strata is None:
        notes.append(say("Strata are not awarded: {scheme} has no rule for them in our sources.", scheme=scheme.title))
        return []
    if given.stratum and scheme.strata and len(given.places) < scheme.strata.least:
        notes.append(
            say(
                "{list} is not awarded, with {n} in it. {rule}.",
                list=given.title,
                n=len(given.places),
                rule=cited(scheme.strata.rule),
            )
        )
        return []
    scale = scale_for(session, scheme, notes)
    if scale is None:
        return []
    if scale.full_boards > session.boards_in_use and scale.fewer_boards:
        notes.append(say("{text}", text=scale.fewer_boards))
    return awards_of(ListToAward(session, scheme, scale, given, notes))


# -- who has them -------------------------------------------------------------------------------------------------------


def _may_have(award: PointsAward, session: AwardedSession, scheme: AwardScheme, notes: list[Sentence]) -> bool:
    """Whether a contestant may have its award; where it may not, the others keep theirs."""
    if award.contestant not in session.ineligible:
        return True
    rule = cited(scheme.ineligible.rule)
    name = session.called.get(award.contestant, award.contestant)
    said = say("{name} has no award, and nobody moves up.", name=name)
    notes.append(say("{said} {rule}.", said=said, rule=rule) if rule else said)
    return False


def _to_players(award: PointsAward, session: AwardedSession, scheme: AwardScheme, notes: list[Sentence]) -> PointsAward:
    """The award with those who have it, and a large team's part of it."""
    if award.players:  # of matches: each has it for the boards that he played
        return award
    played = session.players.get(award.contestant, {})
    having = tuple(played)
    if scheme.substitutes:
        rule = scheme.substitutes
        scheduled = session.boards_played.get(award.contestant, session.boards_in_use)
        boards = session.boards_done.get(award.contestant, scheduled)
        having = tuple(who for who, own in played.items() if own is None or own > rule.more_than * boards)
        notes += [
            say("{name} has no award: {rule}.", name=session.called.get(who, who), rule=cited(rule.rule))
            for who in played
            if who not in having
        ]
    award = replace(award, players=having)
    sizes = scheme.team_sizes
    if sizes is None or session.kind != "teams" or str(len(having)) not in sizes.of:
        return award
    part = sizes.of[str(len(having))]
    amount = round_as(award.amount * part, scheme.step, "nearest")
    step = Step(say("Each of {n} has {share} of it", n=len(having), share=part_of(part)), tidy(amount), rule=sizes.rule)
    return replace(award, amount=amount, working=replace(award.working, steps=(*award.working.steps, step)))


def _highest(made: Sequence[PointsAward]) -> list[PointsAward]:
    """All awards, marked so that of each contestant's the highest counts; players who have one of their own keep it."""
    best: dict[tuple[str, tuple[str, ...]], int] = {}
    for number, each in enumerate(made):
        key = each.contestant, each.players
        if key not in best or each.amount > made[best[key]].amount:
            best[key] = number
    return [replace(each, counts=best[each.contestant, each.players] == number) for number, each in enumerate(made)]
