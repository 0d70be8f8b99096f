"""The formats, one function each, and the advice: those that fit, the best first.

The order is that of the manuals: a full round robin where it can be played (NZ Club Directors Manual, L3292-3298), otherwise a
Swiss, or pools and a play-off; odd numbers up to 13 can play American Whist. For one evening the Bridge Director's Companion
(L3808-3818, L3917-3946) says how many rounds and boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from arrowswitch.contests.advice.choice import EventChoice, EventWish, boards_in_play, fact, facts
from arrowswitch.contests.knockout.plan import MOST as MOST_IN_KNOCKOUT
from arrowswitch.contests.knockout.plan import plans
from arrowswitch.contests.reading import BadContest
from arrowswitch.words import Sentence, counted, say, say_count

MOST_ROUND_ROBIN = 40


def advise(wish: EventWish) -> list[EventChoice]:
    """What can be played, the best first.

    >>> [choice.format for choice in advise(EventWish(teams=10, evenings=3))][:2]
    ['round-robin', 'swiss']
    >>> [(choice.format, choice.rounds) for choice in advise(EventWish(teams=20, evenings=3))][0]
    ('swiss', 6)
    """
    found = [_warned(wish, choice) for format in FORMATS for choice in format(wish)]
    fitting = [choice for choice in found if wish.minutes is None or choice.minutes <= wish.minutes]
    if not fitting:
        raise BadContest(say("Nothing fits: there is too little time for {n} entries.", n=wish.entries))
    return sorted(fitting, key=lambda choice: choice.fit)


def _warned(wish: EventWish, choice: EventChoice) -> EventChoice:
    if wish.stock is None or choice.boards_in_play <= wish.stock:
        return choice
    short = say(
        "In play at once: {due}. There are {there}; tables would have to share.",
        due=counted("boards", choice.boards_in_play),
        there=wish.stock,
    )
    return replace(choice, warnings=(*choice.warnings, short), fit=choice.fit + 1)


def _choice(
    wish: EventWish,
    format: str,
    name: Sentence,
    rounds: int,
    matches: int,
    fit: Fraction | int,
    reasons: list[Sentence],
    warnings: list[Sentence] | None = None,
    boards: int = 0,
    command: str = "",
) -> EventChoice:
    boards = boards or wish.boards_of_a_match(matches)
    evenings = -(-rounds // matches)
    if evenings < wish.evenings:
        reasons = [*reasons, say_count("It takes {n} evening.", "It takes {n} evenings.", evenings)]
    return EventChoice(
        format,
        name,
        rounds,
        evenings,
        matches,
        boards,
        boards_in_play(wish.entries, boards),
        wish.minutes_of(matches, boards),
        tuple(reasons),
        tuple(warnings or ()),
        command,
        Fraction(fit),
    )


def _a_night(rounds: int, evenings: int) -> int:
    return -(-rounds // evenings)


def round_robin(wish: EventWish) -> Iterator[EventChoice]:
    """Everybody meets everybody; an odd number with triples, which take no round more."""
    teams = wish.entries
    if teams > MOST_ROUND_ROBIN or (wish.pairs and teams % 2) or (teams, wish.evenings) == (3, 1):
        return
    rounds = teams - 1
    matches = _a_night(rounds, wish.evenings)
    most = fact("most_matches")
    met = say("Everybody meets everybody.")
    odd = (
        [say("An odd number: three play a triple over two rounds, and compare after the second.")] if teams % 2 else []
    )
    if matches <= most:
        within = say(
            "{teams} teams are no more than {most}, for which there is room: {evenings}, {matches} each.",
            teams=teams,
            most=most * wish.evenings + 1,
            evenings=counted("evenings", wish.evenings),
            matches=counted("matches", most),
        )
        yield _choice(wish, "round-robin", say("Round robin"), rounds, matches, 0, [met, within], odd)
        left = matches * wish.evenings - rounds
        if left == 1 and teams % 2 == 0:
            last = say("The last round is a graded play-off: first against second, third against fourth.")
            yield _choice(
                wish, "round-robin-play-off", say("Round robin and play-off"), rounds + 1, matches, 1, [met, last]
            )
        finals = teams // 2 - 1 + 2
        if teams % 4 == 0 and teams >= 8 and rounds + finals <= most * wish.evenings:
            parted = say(
                "After the round robin the upper half plays for the championship and the lower half for the plate, each a round "
                "robin; then two matches first against second, third against fourth, with {share} carried over.",
                share=fact("carry_over"),
            )
            name = say("Round robin, championship and plate")
            per = _a_night(rounds + finals, wish.evenings)
            yield _choice(wish, "round-robin-finals", name, rounds + finals, per, Fraction(3, 2), [met, parted])
        if 2 * rounds <= most * wish.evenings:
            twice = say("Everybody meets everybody twice, at home and away.")
            per = _a_night(2 * rounds, wish.evenings)
            yield _choice(
                wish, "double-round-robin", say("Double round robin"), 2 * rounds, per, Fraction(1, 2), [twice], odd
            )
    elif wish.evenings == 1 and wish.teams in (6, 8):  # odd numbers play American Whist
        short = say("In one evening 3 to 7 teams play a round robin of short matches, and 8 can.")
        boards = _fitted(wish, rounds, *facts()["short_round_robin"][str(teams)])
        fit = 0 if teams < 8 else 3
        yield _choice(wish, "round-robin", say("Round robin"), rounds, rounds, fit, [met, short], boards=boards)


def triple_event(wish: EventWish) -> Iterator[EventChoice]:
    """Three teams on one evening: the round robin of three, played twice."""
    if wish.teams == 3 and wish.evenings == 1:
        rounds, *boards = facts()["one_session"]["3"]
        reasons = [
            say(
                "Three teams meet one another at three tables; the scores are compared after two rounds, then all again."
            )
        ]
        yield _choice(
            wish,
            "round-robin",
            say("Round robin of three"),
            rounds,
            rounds,
            -1,
            reasons,
            boards=_fitted(wish, rounds, *boards),
        )


def american_whist(wish: EventWish) -> Iterator[EventChoice]:
    """All in one evening, and again on every other."""
    if wish.teams not in fact("whist_teams"):
        return
    sets, boards = facts()["whist"][str(wish.teams)]
    reasons = [
        say("Each team meets 8 of 10 others in one evening.")
        if wish.teams == 11
        else say("Everybody meets everybody in one evening."),
        say("An odd number without bye or triple, and one set of boards."),
    ]
    if wish.evenings > 1:
        reasons.append(say("The same is played every evening, and the scores are added."))
    timing = wish.regulations.timing
    fit = 0 if wish.evenings == 1 else 1
    choice = _choice(
        wish,
        "american-whist",
        say("American Whist"),
        sets * wish.evenings,
        sets,
        fit,
        reasons,
        [say("East-West make the first move before a board is played.")],
        boards,
        f"arrowswitch movement show american-whist --teams {wish.teams}",
    )
    minutes = int(sets * boards * timing.match_board_minutes) + timing.match_scoring_minutes
    yield replace(choice, boards_in_play=wish.teams * boards, minutes=minutes)


def swiss(wish: EventWish) -> Iterator[EventChoice]:
    """Like scores meet: about as many rounds as a third of the entries, eight at the most; and what fills all evenings."""
    entries = wish.entries
    if entries < 8:
        return
    if wish.evenings == 1:
        rounds, *boards = facts()["one_session"].get(str(entries), (5, 5, 5) if entries <= 32 else (6, 4, 4))
        enough = say("In one evening so many rounds find one winner: {rounds}.", rounds=rounds)
        if 2**rounds < entries:
            enough = say("More rounds than {rounds} do not fit into one evening.", rounds=rounds)
        yield _swiss(wish, rounds, rounds, enough, boards=_fitted(wish, rounds, *boards))
        if row := facts()["another_session"].get(str(entries)):
            rounds, *boards = row
            shorter = say("One round more than is needed, and shorter matches.")
            yield _swiss(wish, rounds, rounds, shorter, Fraction(1, 4), _fitted(wish, rounds, *boards))
        return
    rounds, per = _about_a_third(wish, range(1, wish.evenings + 1))
    most = fact("most_swiss_rounds")
    wanted = say("{rounds}: about a third of {entries} entries, and {most} at the most.")
    if abs(rounds - min(Fraction(entries, 3), most)) >= 1:
        wanted = say("{rounds}: a third of {entries} entries, or {most}, would be right; this is as near as fits.")
    yield _swiss(wish, rounds, per, say(wanted, rounds=counted("rounds", rounds), entries=entries, most=most))
    if -(-rounds // per) < wish.evenings:
        more, per = _about_a_third(wish, [wish.evenings])
        if more > rounds:
            fills = say("{rounds} fill all evenings; fewer would find a winner.", rounds=counted("rounds", more))
            yield _swiss(wish, more, per, fills, later=Fraction(1, 4))


def _about_a_third(wish: EventWish, evenings: Iterable[int]) -> tuple[int, int]:
    """Rounds of a Swiss and matches an evening: a third of the entries, up or down, on as many of the evenings as can be."""
    third = Fraction(wish.entries, 3)
    most = min(fact("most_swiss_rounds"), wish.entries - 2)
    even = bool(wish.entries % 2 and wish.teams)  # a triple takes two rounds
    ways = [
        (abs(per * each - third) >= 1, -each, abs(per * each - third), per * each, per)
        for each in evenings
        for per in range(1, fact("most_matches") + 1)
        if per * each <= most and not (even and per * each % 2)
    ]
    if ways:
        return min(ways)[-2:]
    last = min(most, max(evenings))
    return (last // 2 * 2 if even else last), 1


def _swiss(
    wish: EventWish, rounds: int, matches: int, reason: Sentence, later: Fraction = Fraction(0), boards: int = 0
) -> EventChoice:
    entries = wish.entries
    warnings = []
    if entries % 2:
        warnings = [
            say("An odd number: the lowest three play a triple over two rounds.")
            if wish.teams
            else say("An odd number: one pair sits out in every round.")
        ]
        if wish.teams and rounds % 2:
            warnings.append(say("The number of rounds is odd, so the triple of the last round has half matches."))
    kind = say("Swiss teams") if wish.teams else say("Swiss pairs")
    fit = (Fraction(2) if entries % 2 == 0 or entries > 13 else Fraction(5, 2)) + later
    command = "arrowswitch swiss draw FILE.json"
    return _choice(wish, "swiss", kind, rounds, matches, fit, [reason], warnings, boards, command)


def pools(wish: EventWish) -> Iterator[EventChoice]:
    """Round robins in pools, then the best of each play off."""
    entries = wish.entries
    most = fact("most_matches")
    if wish.evenings < 2 or entries <= most * wish.evenings + 1 or wish.pairs:
        return
    for count in (2, 3, 4):
        size = -(-entries // count)
        rounds = size - 1
        if size >= 4 and rounds + 1 <= most * wish.evenings and entries // count >= 3:
            even = entries % count == 0
            reasons = [
                say(
                    "{count} pools of {size}, each a round robin of {rounds} rounds; the winners play off.",
                    count=count,
                    size=size,
                    rounds=rounds,
                )
                if even
                else say(
                    "{count} pools of {least} or {size}; the winners play off.",
                    count=count,
                    least=entries // count,
                    size=size,
                )
            ]
            odd = (
                [
                    say(
                        "Pools of an odd number: with two pools, everybody can meet the teams of the other pool rather than of their own."
                    )
                ]
                if size % 2 and even
                else []
            )
            per = _a_night(rounds + 1, wish.evenings)
            yield _choice(wish, "pools", say("Pools and a play-off"), rounds + 1, per, 3, reasons, odd)
            return


def knockout(wish: EventWish) -> Iterator[EventChoice]:
    """One match an evening; who loses is out."""
    if not wish.teams or wish.teams > MOST_IN_KNOCKOUT:
        return
    for plan in plans(wish.teams):
        if len(plan.rounds) <= wish.evenings:
            yield _choice(
                wish,
                "knockout",
                say("Knockout"),
                len(plan.rounds),
                1,
                4,
                list(plan.reasons),
                [say("Who has lost has nothing to play, unless there is a consolation.")],
                command=f"arrowswitch knockout plan --teams {wish.teams}",
            )
            return


def pairs_sessions(wish: EventWish) -> Iterator[EventChoice]:
    """Sessions of pairs, and one list of all."""
    if wish.pairs:
        timing = wish.regulations.timing
        reasons = [
            say(
                "A movement every evening, and one list of all; who misses one may leave it out if a ladder counts the best."
            )
        ]
        minutes = int(LEAST_PAIR_BOARDS * timing.board_minutes)
        command = f"arrowswitch movement choose --tables {wish.pairs // 2}{'½' if wish.pairs % 2 else ''}"
        name = say("Sessions with one list")
        choice = _choice(wish, "sessions", name, wish.evenings, 1, 1, reasons, [], LEAST_PAIR_BOARDS, command)
        yield replace(choice, minutes=minutes, boards_in_play=LEAST_PAIR_BOARDS)


LEAST_PAIR_BOARDS = 24


def _fitted(wish: EventWish, matches: int, least: int, most: int) -> int:
    """The printed number of boards, the larger one if it is known that there is time for it, or fewer if time is short."""
    boards = least if wish.minutes is None else most
    while boards > 1 and wish.minutes is not None and wish.minutes_of(matches, boards) > wish.minutes:
        boards -= 1
    return boards


FORMATS: tuple[Callable[[EventWish], Iterator[EventChoice]], ...] = (
    round_robin,
    triple_event,
    american_whist,
    swiss,
    pools,
    knockout,
    pairs_sessions,
)
