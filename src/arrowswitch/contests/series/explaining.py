"""The working of a number in the list of a series: every session, what of it counts and why the rest does not."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.contests.series.plan import OF_PERCENTAGES, SeriesPlan
from arrowswitch.contests.series.ranked import EventPlace
from arrowswitch.contests.series.taken import SessionShare
from arrowswitch.scoring import Explanation, Step
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, counted, say


def explain_place(placed: EventPlace, plan: SeriesPlan | None = None, name: str = "") -> Explanation:
    """The working of a contestant's result in the event.

    >>> from arrowswitch.contests.series import EventPart, SessionScore, series
    >>> first = EventPart("Monday", (SessionScore("1", 24, 60, 100), SessionScore("2", 24, 40, 100)))
    >>> second = EventPart("Tuesday", (SessionScore("1", 12, 24, 50), SessionScore("2", 12, 26, 50)))
    >>> print(explain_place(series([first, second]).placed[0], name="Ann & Bob"))
    Ann & Bob: the whole event
      Monday: 60% on 24 boards; boards times percent = 1440
      Tuesday: 48% on 12 boards; boards times percent = 576
      Together 2016, divided by 36 boards = 56
    """
    plan = plan or SeriesPlan()
    steps = [_step(each, plan) for each in placed.taken if each.share or each.entry is not None]
    together = sum((step.result for step in steps), Fraction(0))
    weighing = [each for each in placed.taken if each.weighs]
    if placed.value is None or plan.way not in OF_PERCENTAGES:
        steps.append(Step(say("Together"), placed.value or 0))
    else:
        if plan.way == "percent":
            weight = sum((each.share * each.entry.boards for each in weighing if each.entry), Fraction(0))
            divisor = counted("boards", weight, shown(weight))
        else:
            weight = sum((each.share for each in weighing), Fraction(0))
            divisor = counted("sessions", weight, shown(weight))
        steps.append(
            Step(say("Together {sum}, divided by {boards}", sum=shown(together, 4), boards=divisor), placed.value)
        )
    said = [] if placed.why is None else [say("No place: {name} {why}.", name=name or placed.who, why=placed.why)]
    if placed.tie_broken_by:
        said.append(say("Placed among those with the same result by {step}.", step=placed.tie_broken_by))
    return Explanation(say("{name}: the whole event", name=name or placed.who), tuple(steps), tuple(said))


def _step(each: SessionShare, plan: SeriesPlan) -> Step:
    if each.entry is None or each.value is None:
        return Step(say("{session}: did not play", session=each.session), 0)
    unit = "%" if plan.way in OF_PERCENTAGES else ""
    value = f"{shown(each.value)}{unit}"
    if not each.counts:
        reason = say("{session}: {value}, not among the best {n}", session=each.session, value=value, n=plan.counted)
        if plan.partners > 1:
            reason = say(
                "{session}: {value}, not in the best choice of {n} with {partners} different partners",
                session=each.session,
                value=value,
                n=plan.counted,
                partners=plan.partners,
            )
        return Step(reason, 0)
    if not each.share:
        return Step(say("{session}: {value}, which does not count", session=each.session, value=value), 0)
    if plan.way == "percent":
        return Step(_of_boards(each, each.entry.boards, plan), tidy(each.share * each.entry.boards * each.value))
    text = _with_handicap(each, plan)
    if plan.way == "places":
        text = say("{session}: place {place}", session=each.session, place=each.entry.rank)
    if plan.way == "factored" and each.factor != 1:
        text = say(
            "{text}: {points} on {boards} with a top of {top}, times {factor}",
            text=text,
            points=counted("points", each.entry.points, shown(each.entry.points)),
            boards=counted("boards", each.entry.boards),
            top=shown(Fraction(each.entry.maximum or 0) / each.entry.boards),
            factor=shown(each.factor, 4),
        )
    if each.share != 1:
        text = say(
            "{session}: {share}% of {value}", session=text, share=shown(each.share * 100), value=shown(each.value)
        )
    return Step(text, tidy(each.share * each.value))


def _with_handicap(each: SessionShare, plan: SeriesPlan) -> Sentence:
    if not plan.handicap or each.entry is None or not each.entry.handicap:
        return say("{session}", session=each.session)
    return say(
        "{session}, {percent}% with a handicap of {handicap}",
        session=each.session,
        percent=shown(each.entry.percent or 0),
        handicap=shown(each.entry.handicap),
    )


def _of_boards(each: SessionShare, boards: int, plan: SeriesPlan) -> Sentence:
    values = {
        "session": _with_handicap(each, plan),
        "percent": shown(each.value or 0),
        "boards": counted("boards", boards),
    }
    if each.share == 1:
        return say("{session}: {percent}% on {boards}; boards times percent", **values)
    return say(
        "{session}: {percent}% on {boards}, of which {share}% count; boards times percent",
        share=shown(each.share * 100),
        **values,
    )
