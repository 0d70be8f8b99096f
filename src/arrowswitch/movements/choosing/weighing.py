"""One candidate for tonight, weighed: what it costs, what speaks for it and what to mind, in sentences.

Costs are in boards' worth, the smaller the better. What a manual calls unfit stands below what one recommends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from arrowswitch.movements.audit import MovementFacts, facts
from arrowswitch.movements.balance import balance
from arrowswitch.movements.catalogue import FAMILIES, build, find_family, has
from arrowswitch.movements.choosing.advice import Advice, manuals
from arrowswitch.movements.choosing.tonight import SPARE_MINUTES, Choice, Tonight
from arrowswitch.movements.describe import describe, hard, least_boards, longest_sit_out
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import announced
from arrowswitch.words import Sentence, counted, half, say, say_count, spans

TOO_LONG_A_SIT_OUT = 5
"""Boards; a sit-out of so many is never chosen while there is anything else."""
SHORT, LONG = 4, 2
"""Boards fewer or more than usual with which a session still passes for one, when nobody said how many."""
OWN_CARD = 4
"""What it is worth that the federation's own manual prints the card: a card must balance much better to be preferred."""
AWARDS_LOST = 8
"""What it costs that a session is too short for the full award."""
ADVISED = {1: 28, 2: 13, 3: 6, 0: 0}
"""What it is worth that a manual names it first, second or as worth considering, and not at all what it bans."""
TOO_MANY = 6
"""What it costs that there are more pairs than such a movement is easily run for."""
OTHER_BOARDS = 5
"""What it costs that sections ranked as one have not all the same boards."""
NOT_AS_ASKED = 1
"""What each board more or fewer costs when one number was asked for."""
ONE_WINNER_BALANCE = 0.25
"""What a point of balance is worth where there is one ranking."""
HALF_FAIR = 50
"""The balance of two fields ranked as one: at this or less nothing has been gained by the switches."""


@dataclass(frozen=True)
class MeasuredMovement:
    """A movement made and measured."""

    movement: Movement
    facts: MovementFacts
    qf: float
    switched: tuple[int, ...] = ()


@lru_cache(maxsize=2048)
def prepared(
    family: str, pairs: int, rounds: int, size: int, stationary: int, one_winner: bool, card: str | None = None
) -> MeasuredMovement | None:
    """The movement of this family and length, with one winner when that is wanted; None where there is none."""
    try:
        wanted = stationary if "stationary" in find_family(family).options else None
        made = build(family, tables=half(pairs), rounds=rounds, boards_per_round=size, stationary=wanted, card=card)
    except ImpossibleWish:
        return None
    switched: tuple[int, ...] = ()
    if one_winner and made.winners == 2:
        made, switched = with_one_winner(made)
    return replace(measured(made), switched=switched)


def measured(movement: Movement) -> MeasuredMovement:
    """A movement with its facts and its balance, wherever it comes from."""
    return MeasuredMovement(movement, facts(movement), balance(movement).fairness)


def counted_cost(tonight: Tonight, one: MeasuredMovement) -> float:
    """What can be counted against a movement, in boards' worth, whatever a manual says of its family."""
    return _cost(tonight, (one,), *least_boards(one.movement), longest_sit_out(one.movement), ())


def with_one_winner(movement: Movement) -> tuple[Movement, tuple[int, ...]]:
    """A two-field movement with its last rounds switched, one in about eight: whichever number balances best."""
    ways = []
    for count in (1, 2, 3):
        rounds = tuple(range(movement.rounds - count + 1, movement.rounds + 1))
        places = [(m.round, m.table) for m in movement.meetings if m.round in rounds]
        switched = movement.switched(places)
        ways.append((balance(switched).qf, -count, announced(switched, places), rounds))
    _, _, best, rounds = max(ways, key=lambda way: way[:2])
    return best, rounds


def assembled(
    tonight: Tonight,
    family: str,
    made: tuple[MeasuredMovement, ...],
    options: Mapping[str, str | int],
    told: tuple[Advice, ...],
) -> Choice:
    """The choice that these movements make, one or a section each, with its reasons and its cost."""
    parts = tuple(one.movement for one in made)
    first = parts[0]
    several = len(parts) > 1
    boards = [least_boards(part) for part in parts]
    ns, ew = min(b for b, _ in boards), min(b for _, b in boards)
    minutes = math.ceil(tonight.pace.session_minutes(first.rounds, first.boards_per_round))
    sit_out = max(longest_sit_out(part) for part in parts)
    lines = [line for line in told if _speaks_of(line, family, parts)]
    unmet = _unmet(tonight, parts, min(ns, ew), minutes)
    sitting_out = any(part.sit_outs for part in parts)
    off = odd_length(tonight, ns, ew)
    warnings = [*unmet, *off, *_notes(tonight, made, minutes, sit_out), *_bans(tonight, lines)]
    standing = _standing(tonight, family, lines, told)
    over = max(0, minutes - tonight.minutes) if tonight.minutes is not None else 0
    cost = _cost(tonight, made, ns, ew, sit_out, lines) + 25 * (len(unmet) + len(off)) + 1.5 * over
    cost += 3 * max(0, tonight.boards[0] - SHORT - min(ns, ew))
    in_play = first.rounds * first.boards_per_round
    cost += 2 * max(0, tonight.boards[0] - in_play)
    cost += AWARDS_LOST if in_play < tonight.regulations.awards.least_boards else 0
    return Choice(
        family=family,
        name=first.name if not several else _sections_name(parts),
        entry=tonight.entry,
        rounds=first.rounds,
        boards_per_round=first.boards_per_round,
        boards_ns=ns,
        boards_ew=ew,
        winners=first.winners if not several else max(part.winners for part in parts),
        minutes=minutes,
        sit_out_boards=sit_out,
        qf=min(one.qf for one in made),
        reasons=tuple(_reasons(tonight, made, lines)),
        warnings=tuple(warnings),
        options=options,
        movement=first,
        parts=parts if several else (),
        cost=cost,
        fits=not unmet,
        nearly=sitting_out and not _unmet(tonight, parts, first.rounds * first.boards_per_round, minutes),
        standing=standing,
        advised=any(not line.unfit for line in lines),
        poor=standing == 2 or bool(off),
        last_resort=sit_out >= TOO_LONG_A_SIT_OUT or _least_share(parts) < _share_needed(tonight),
    )


def _least_share(parts: tuple[Movement, ...]) -> float:
    """The share of the boards in play that the worst served pair plays."""
    return min(boards / len(part.boards) for part in parts for boards in part.boards_played.values())


def _share_needed(tonight: Tonight) -> float:
    return float(tonight.regulations.awards.least_share_of_boards)


def _sections_name(parts: tuple[Movement, ...]) -> str:
    titles = [f"{part.entry} {part.name}" for part in parts]
    if len(set(titles)) == 1:
        return say("{count} sections of {title}", count=len(parts), title=titles[0])
    return say("{count} sections: {titles}", count=len(parts), titles=" + ".join(titles))


def _speaks_of(line: Advice, family: str, parts: tuple[Movement, ...]) -> bool:
    first = parts[0]
    if line.family != family and not (has(line.family, "guide cards") and has(family, "guide cards")):
        return False
    if line.unfit:
        return line.bans(first.rounds, first.boards_per_round)
    same_length = (line.rounds, line.boards_per_round) == (first.rounds, first.boards_per_round)
    return same_length and (not line.sections or line.sections == tuple(len(part.contestants) // 2 for part in parts))


def _standing(tonight: Tonight, family: str, lines: Iterable[Advice], told: Iterable[Advice]) -> int:
    """Recommended, unfit or neither. The federation's own manual decides; else a recommendation outweighs a ban,
    and a ban of what others recommend at another length does not count."""
    spoken = list(lines)
    own = [line for line in spoken if line.manual == tonight.manual]
    for group in (own, spoken):
        if any(not line.unfit for line in group):
            return 0
        if group:
            disputed = group is not own and any(line.family == family and not line.unfit for line in told)
            return 1 if disputed else 2
    return 1


def _cost(
    tonight: Tonight, made: tuple[MeasuredMovement, ...], ns: int, ew: int, sit_out: int, lines: Iterable[Advice]
) -> float:
    """What speaks against a movement, in boards' worth: the smaller the better."""
    low, high = tonight.boards
    middle = (low + high) / 2
    cost = 0.3 * abs(ns - middle) + 0.3 * abs(ew - middle)
    worst = min(one.qf for one in made)
    for one in made:
        part, found = one.movement, one.facts
        quality = worst if tonight.winners == 1 else one.qf  # one ranking is as fair as its least fair section
        count = len(part.contestants)
        could = count * (count - 1) / 2 if part.winners == 1 else (count // 2) ** 2
        family = FAMILIES[part.family]
        cost += family.ease + family.harder(part)
        cost += (20 if part.winners == 2 else 10) * len(found.missed) / could
        cost += 15 * sum(times - 1 for *_, times in found.repeated) / could
        cost += (ONE_WINNER_BALANCE if tonight.winners == 1 else 0.15) * (100 - quality)
        cost += 4 * (part.copies - 1) + (4 if part.shares and part.boards_per_round <= 3 else 2 if part.shares else 0)
        cost += 2 * sum(times > 1 for times in found.sit_outs.values())
        cost += 8 if part.boards_per_round == 1 else 0
        cost += 0.4 * (len(part.boards) - max(part.boards_played.values()))
        cost += TOO_MANY if count > family.too_many else 0
    cost /= len(made)
    cost += 3 * (len(made) - 1)
    if tonight.boards_exactly is not None:
        cost += NOT_AS_ASKED * min(abs(boards - tonight.boards_exactly) for boards in (ns, ew))
    if tonight.winners == 1 and _not_in_all(made):
        cost += OTHER_BOARDS
    sizes = [len(one.movement.contestants) for one in made]
    cost += 0.5 * (max(sizes) - min(sizes))
    cost += 5 * max(0, sit_out - 3) + (1.5 * sit_out if sit_out else 0)
    if any(line.manual == tonight.manual and made[0].movement.card.startswith(line.manual) for line in lines):
        cost -= OWN_CARD
    trusted = min(_still_true(one) for one in made)
    for line in lines:
        weight = 1.0 if line.manual == tonight.manual or tonight.manual is None else 0.25
        cost -= trusted * weight * ADVISED[line.rank] / (1 if tonight.manual else 1.5)
    return cost


def _not_in_all(made: tuple[MeasuredMovement, ...]) -> frozenset[int]:
    """The boards that some sections play and others do not."""
    sets = [frozenset(one.movement.boards) for one in made]
    return frozenset[int]().union(*sets) - sets[0].intersection(*sets)


def _still_true(one: MeasuredMovement) -> float:
    """How far advice on a movement of two fields holds when arrow switches make one of them: as far as it balances."""
    return min(1.0, max(0.0, (one.qf - HALF_FAIR) / (90 - HALF_FAIR))) if one.switched else 1.0


def _reasons(tonight: Tonight, made: tuple[MeasuredMovement, ...], lines: Iterable[Advice]) -> Iterator[Sentence]:
    first, quality = made[0].movement, made[0].qf
    words = {1: say("First choice"), 2: say("Second choice"), 3: say("Worth considering")}
    titles = manuals()["manuals"]
    for line in sorted(lines, key=lambda one: (one.manual != tonight.manual, one.rank)):
        if line.unfit:
            continue
        yield say(
            "{rank} in {manual} for {entry} tables.",
            rank=words[line.rank],
            manual=titles[line.manual],
            entry=tonight.entry,
        )
    if len(made) > 1:
        if lacking := _not_in_all(made):
            yield say(
                "{count} sections, ranked across the room; boards {boards} are not played in all of them.",
                count=len(made),
                boards=spans(lacking),
            )
        else:
            yield say("{count} sections with identical boards, ranked across the room.", count=len(made))
        if len({boards for one in made for boards in one.movement.boards_played.values()}) == 1:
            yield say("Every pair plays the same number of boards.")
    else:
        yield from describe(first, made[0].facts)
    if first.card.startswith(("generated", "designed")):
        yield say("The card was found by search, for its balance; it is in no manual. Print the guide cards.")
    if first.winners == 1:
        turned = sorted({m.round for m in first.meetings if m.switched})
        if turned and not has(first.family, "guide cards"):
            yield say(
                "One winner: arrow switch in round {rounds}; balance {quality} of 100.",
                rounds=", ".join(map(str, turned)),
                quality=round(quality),
            )
        else:
            yield say("One winner; balance {quality} of 100.", quality=round(quality))


def _bans(tonight: Tonight, lines: Iterable[Advice]) -> list[Sentence]:
    titles = manuals()["manuals"]
    return [
        say("Called unfit in {manual} for {entry} tables.", manual=titles[line.manual], entry=tonight.entry)
        for line in lines
        if line.unfit
    ]


def _unmet(tonight: Tonight, parts: tuple[Movement, ...], boards: int, minutes: int) -> list[Sentence]:
    """The wishes that are not met, and what the federation demands. Boards are those of the worst served pair."""
    first = parts[0]
    low, high = tonight.boards
    unmet: list[Sentence] = []
    if tonight.boards_asked and not low <= boards <= high:
        unmet.append(
            say("{boards} instead of {low} to {high}.", boards=counted("boards", boards), low=low, high=high)
            if low != high
            else say("{boards} instead of {low}.", boards=counted("boards", boards), low=low)
        )
    if tonight.minutes is not None and minutes > tonight.minutes + SPARE_MINUTES:
        unmet.append(
            say(
                "It takes about {minutes}, {over} too long.",
                minutes=counted("minutes", minutes),
                over=minutes - tonight.minutes,
            )
        )
    if tonight.winners is not None and first.winners != tonight.winners:
        unmet.append(say("It has one winner.") if first.winners == 1 else say("It has two winners."))
    still = sum(len(part.stationary) for part in parts)
    if still < tonight.stationary:
        unmet.append(
            say_count(
                "Only {n} pair keeps its seat, not {wanted}.",
                "Only {n} pairs keep their seats, not {wanted}.",
                still,
                wanted=tonight.stationary,
            )
        )
    awards = tonight.regulations.awards
    if first.winners == 2 and tonight.complete_tables < awards.one_winner_below:
        unmet.append(
            say(
                "With fewer than {tables} complete tables the federation wants one winner.",
                tables=awards.one_winner_below,
            )
        )
    return unmet


def odd_length(tonight: Tonight, ns: int, ew: int) -> list[Sentence]:
    """What is not right about the number of boards, though the wish is met or nobody wished."""
    low, high = tonight.boards
    if tonight.boards_asked:
        too_many = min(ns, ew) <= high < max(ns, ew)
        return [say("Some pairs play {boards}.", boards=counted("boards", max(ns, ew)))] if too_many else []
    if min(ns, ew) < low - SHORT:
        return [say("Only {boards}.", boards=counted("boards", min(ns, ew)))]
    if max(ns, ew) > high + LONG:
        return [say("A session of {boards} is long.", boards=counted("boards", max(ns, ew)))]
    return []


def _notes(tonight: Tonight, made: tuple[MeasuredMovement, ...], minutes: int, sit_out: int) -> list[Sentence]:
    """What to mind, though no wish speaks against it."""
    parts = tuple(one.movement for one in made)
    notes: list[Sentence] = []
    if tonight.minutes is not None and 0 < minutes - tonight.minutes <= SPARE_MINUTES:
        notes.append(
            say(
                "It takes about {minutes}, {over} more than asked.",
                minutes=counted("minutes", minutes),
                over=minutes - tonight.minutes,
            )
        )
    notes += _awards(tonight, parts)
    if sit_out >= TOO_LONG_A_SIT_OUT:
        notes.append(say("A sit-out of {boards} is too long.", boards=counted("boards", sit_out)))
    elif sit_out == 4:
        notes.append(say("A sit-out of 4 boards is long; rounds of 2 or 3 are kinder."))
    if any(times > 1 for one in made for times in one.facts.sit_outs.values()):
        notes.append(say("Some pairs sit out more than once."))
    if (copies := sum(part.copies for part in parts)) > 1:
        notes.append(say("{copies} copies of the boards are needed.", copies=copies))
    notes += dict.fromkeys(sentence for part in parts if (sentence := hard(part)))
    return notes


def _awards(tonight: Tonight, parts: tuple[Movement, ...]) -> Iterator[Sentence]:
    """What the federation will not award, or not in full, for a session like this."""
    awards = tonight.regulations.awards
    if tonight.complete_tables < awards.least_complete_tables:
        yield say("Fewer than {tables} complete tables earn no awards.", tables=awards.least_complete_tables)
    boards = parts[0].rounds * parts[0].boards_per_round
    if boards < awards.least_boards:
        if not awards.half_award_boards:
            yield say("Fewer than {boards} do not earn the full award.", boards=counted("boards", awards.least_boards))
        elif boards < awards.half_award_boards:
            yield say("Fewer than {boards} earn no awards.", boards=counted("boards", awards.half_award_boards))
        else:
            yield say(
                "{half} to {most} boards earn half the award; the full one needs {boards}.",
                half=awards.half_award_boards,
                most=awards.least_boards - 1,
                boards=awards.least_boards,
            )
    share = _least_share(parts)
    if share < _share_needed(tonight):
        yield say(
            "Some pairs play only {share}% of the boards in use; awards need {least}%.",
            share=math.floor(100 * share),
            least=math.ceil(100 * awards.least_share_of_boards),
        )
