"""One candidate for tonight, weighed: what it costs, what speaks for it and what to mind, in sentences.

Costs are in boards' worth, the smaller the better. What a manual calls unfit stands below what one recommends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.movements.advice import Advice, manuals
from arrowswitch.movements.audit import Facts, facts
from arrowswitch.movements.balance import balance
from arrowswitch.movements.describe import describe, hard, longest_sit_out, usual_boards
from arrowswitch.movements.evening import Choice, Evening
from arrowswitch.movements.families import build
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import announced
from arrowswitch.words import Sentence, half, say

EASE = {
    "mitchell": 0, "share-relay": 3, "skip-mitchell": 5, "howell": 5, "three-quarter-howell": 6, "hesitation": 8,
    "rover": 9, "appendix": 8, "extended-mitchell": 9, "blackpool": 9, "web": 8, "twinned": 11, "bowman-ewing": 13,
    "fat-mitchell": 15, "double-weave": 13,
}  # fmt: skip
"""How much can go wrong, family by family, in the units of `_cost`."""


@dataclass(frozen=True)
class Prepared:
    """A movement made and measured."""

    movement: Movement
    facts: Facts
    qf: float
    switched: tuple[int, ...] = ()


@lru_cache(maxsize=2048)
def prepared(family: str, pairs: int, rounds: int, size: int, stationary: int, one_winner: bool) -> Prepared | None:
    """The movement of this family and length, with one winner when that is wanted; None where there is none."""
    try:
        wanted = stationary if family.endswith("howell") else None
        made = build(family, tables=half(pairs), rounds=rounds, boards_per_round=size, stationary=wanted)
    except ImpossibleWish:
        return None
    switched: tuple[int, ...] = ()
    if one_winner and made.winners == 2:
        made, switched = _one_winner(made)
    return Prepared(made, facts(made), balance(made).fairness, switched)


def _one_winner(movement: Movement) -> tuple[Movement, tuple[int, ...]]:
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
    evening: Evening,
    family: str,
    made: tuple[Prepared, ...],
    options: Mapping[str, str | int],
    told: tuple[Advice, ...],
) -> Choice:
    """The choice that these movements make, one or a section each, with its reasons and its cost."""
    parts = tuple(one.movement for one in made)
    first = parts[0]
    several = len(parts) > 1
    boards = [usual_boards(part) for part in parts]
    ns, ew = min(b for b, _ in boards), min(b for _, b in boards)
    minutes = math.ceil(first.rounds * evening.regulations.timing.round_minutes(first.boards_per_round))
    sit_out = max(longest_sit_out(part) for part in parts)
    lines = [line for line in told if _speaks_of(line, family, parts)]
    warnings, unmet = _warnings(evening, made, ns, ew, minutes, sit_out)
    warnings += _bans(evening, lines)
    standing = _standing(evening, lines)
    cost = _cost(evening, made, ns, ew, sit_out, lines) + 25 * unmet
    return Choice(
        family=family,
        name=first.name if not several else _sections_name(parts),
        entry=evening.entry,
        rounds=first.rounds,
        boards_per_round=first.boards_per_round,
        boards_ns=ns,
        boards_ew=ew,
        winners=first.winners if not several else max(part.winners for part in parts),
        minutes=minutes,
        sit_out_boards=sit_out,
        qf=min(one.qf for one in made),
        reasons=tuple(_reasons(evening, made, lines)),
        warnings=tuple(warnings),
        options=options,
        movement=first,
        parts=parts if several else (),
        cost=cost,
        fits=unmet == 0,
        standing=standing,
    )


def _sections_name(parts: tuple[Movement, ...]) -> str:
    titles = [f"{part.entry} {part.name}" for part in parts]
    if len(set(titles)) == 1:
        return say("{count} sections of {title}", count=len(parts), title=titles[0])
    return say("{count} sections: {titles}", count=len(parts), titles=" + ".join(titles))


def _speaks_of(line: Advice, family: str, parts: tuple[Movement, ...]) -> bool:
    same_family = line.family == family or {line.family, family} <= {"howell", "three-quarter-howell"}
    same_length = (line.rounds, line.boards_per_round) == (parts[0].rounds, parts[0].boards_per_round)
    same_split = not line.sections or line.sections == tuple(len(part.contestants) // 2 for part in parts)
    return same_family and same_length and same_split


def _standing(evening: Evening, lines: Iterable[Advice]) -> int:
    """Recommended, unfit or neither. The federation's own manual decides; else a recommendation outweighs a ban."""
    spoken = list(lines)
    own = [line for line in spoken if line.manual == evening.manual]
    for group in (own, spoken):
        if any(not line.unfit for line in group):
            return 0
        if group:
            return 2
    return 1


def _cost(
    evening: Evening, made: tuple[Prepared, ...], ns: int, ew: int, sit_out: int, lines: Iterable[Advice]
) -> float:
    """What speaks against a movement, in boards' worth: the smaller the better."""
    low, high = evening.boards
    middle = (low + high) / 2
    cost = 0.3 * abs(ns - middle) + 0.3 * abs(ew - middle)
    for one in made:
        part, found, quality = one.movement, one.facts, one.qf
        count = len(part.contestants)
        could = count * (count - 1) / 2 if part.winners == 1 else (count // 2) ** 2
        cost += EASE.get(part.family, 10)
        cost += (20 if part.winners == 2 else 10) * len(found.missed) / could
        cost += 15 * sum(times - 1 for *_, times in found.repeated) / could
        cost += 0.15 * (100 - quality)
        cost += 4 * (part.copies - 1) + (4 if part.shares and part.boards_per_round <= 3 else 2 if part.shares else 0)
        cost += 2 * sum(times > 1 for times in found.sit_outs.values())
        cost += 8 if part.boards_per_round == 1 else 0
        cost += 0.4 * (len(part.boards) - max(part.boards_played.values()))
        cost += 6 if part.family.endswith("howell") and count > 16 else 0
    cost /= len(made)
    cost += 3 * (len(made) - 1)
    sizes = [len(one.movement.contestants) for one in made]
    cost += 0.5 * (max(sizes) - min(sizes))
    cost += 5 * max(0, sit_out - 3) + (1.5 * sit_out if sit_out else 0)
    for line in lines:
        weight = 1.0 if line.manual == evening.manual or evening.manual is None else 0.25
        cost -= weight * {1: 28, 2: 13, 3: 4, 0: 0}[line.rank] / (1 if evening.manual else 1.5)
    return cost


def _reasons(evening: Evening, made: tuple[Prepared, ...], lines: Iterable[Advice]) -> Iterator[Sentence]:
    first, quality = made[0].movement, made[0].qf
    words = {1: say("First choice"), 2: say("Second choice"), 3: say("Worth considering")}
    titles = manuals()["manuals"]
    for line in sorted(lines, key=lambda one: (one.manual != evening.manual, one.rank)):
        if line.unfit:
            continue
        yield say(
            "{rank} in {manual} for {entry} tables.",
            rank=words[line.rank],
            manual=titles[line.manual],
            entry=evening.entry,
        )
    if len(made) > 1:
        yield say("{count} sections with identical boards, ranked across the room.", count=len(made))
        if len({boards for one in made for boards in one.movement.boards_played.values()}) == 1:
            yield say("Every pair plays the same number of boards.")
    else:
        yield from describe(first, made[0].facts)
    if first.winners == 1:
        turned = sorted({m.round for m in first.meetings if m.switched})
        if turned and not first.family.endswith("howell"):
            yield say(
                "One winner: arrow switch in round {rounds}; balance {quality} of 100.",
                rounds=", ".join(map(str, turned)),
                quality=round(quality),
            )
        else:
            yield say("One winner; balance {quality} of 100.", quality=round(quality))


def _bans(evening: Evening, lines: Iterable[Advice]) -> list[Sentence]:
    titles = manuals()["manuals"]
    return [
        say("Called unfit in {manual} for {entry} tables.", manual=titles[line.manual], entry=evening.entry)
        for line in lines
        if line.unfit
    ]


def _warnings(
    evening: Evening, made: tuple[Prepared, ...], ns: int, ew: int, minutes: int, sit_out: int
) -> tuple[list[Sentence], int]:
    """What to mind, and how many wishes are not met."""
    parts = tuple(one.movement for one in made)
    found = made[0].facts
    first = parts[0]
    low, high = evening.boards
    unmet: list[Sentence] = []
    if not evening.boards_asked and min(ns, ew) < low - 4:
        unmet.append(say("Only {boards} boards.", boards=min(ns, ew)))
    elif evening.boards_asked and not (low <= ns <= high or low <= ew <= high):
        unmet.append(
            say("{boards} boards instead of {low} to {high}.", boards=ns, low=low, high=high)
            if low != high
            else say("{boards} boards instead of {low}.", boards=ns, low=low)
        )
    elif not evening.boards_asked and max(ns, ew) > high + 2:
        unmet.append(say("{boards} boards are a long session.", boards=max(ns, ew)))
    if evening.minutes is not None and minutes > evening.minutes:
        unmet.append(
            say("It takes about {minutes} minutes, {over} too long.", minutes=minutes, over=minutes - evening.minutes)
        )
    if evening.winners is not None and first.winners != evening.winners:
        unmet.append(say("It has one winner.") if first.winners == 1 else say("It has two winners."))
    still = sum(len(part.stationary) for part in parts)
    if still < evening.stationary:
        unmet.append(say("Only {still} pairs keep their seats, not {wanted}.", still=still, wanted=evening.stationary))
    awards = evening.regulations.awards
    if first.winners == 2 and evening.complete_tables < awards.one_winner_below:
        unmet.append(
            say(
                "With fewer than {tables} complete tables the federation wants one winner.",
                tables=awards.one_winner_below,
            )
        )
    notes = list(unmet)
    if evening.complete_tables < awards.least_complete_tables:
        notes.append(say("Fewer than {tables} complete tables earn no awards.", tables=awards.least_complete_tables))
    share = min(boards / len(part.boards) for part in parts for boards in part.boards_played.values())
    if share < awards.least_share_of_boards:
        notes.append(
            say(
                "Some pairs play only {share}% of the boards in use; awards need {least}%.",
                share=math.floor(100 * share),
                least=math.ceil(100 * awards.least_share_of_boards),
            )
        )
    if sit_out >= 5:
        notes.append(say("A sit-out of {boards} boards is too long.", boards=sit_out))
    elif sit_out == 4:
        notes.append(say("A sit-out of 4 boards is long; rounds of 2 or 3 are kinder."))
    if first.family == "skip-mitchell" and found.sit_outs:
        notes.append(say("The manuals advise against a skip with a half table."))
    if any(times > 1 for one in made for times in one.facts.sit_outs.values()):
        notes.append(say("Some pairs sit out more than once."))
    if (copies := sum(part.copies for part in parts)) > 1:
        notes.append(say("{copies} copies of the boards are needed.", copies=copies))
    notes += dict.fromkeys(sentence for part in parts if (sentence := hard(part)))
    return notes, len(unmet)
