"""Which movement tonight: every family that fits the entry, weighed and ranked, with the reasons in words.

Wishes come first (boards, time, winners, seats that cannot move), then what the manuals advise for that size, then
what can be counted: sit-outs, opponents missed, balance, and how hard it is to run. What a manual calls unfit never
stands above what one recommends.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from arrowswitch.movements.audit import Facts, facts
from arrowswitch.movements.balance import balance
from arrowswitch.movements.describe import describe, hard, longest_sit_out, usual_boards
from arrowswitch.movements.families import FAMILIES, build
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import announced
from arrowswitch.movements.wishes import read_range, read_tables
from arrowswitch.regulations import Regulations, load
from arrowswitch.words import Sentence, half, say

AIM = (24, 30)
"""Boards to play when nobody says otherwise."""

EASE = {
    "mitchell": 0, "share-relay": 3, "skip-mitchell": 5, "howell": 5, "three-quarter-howell": 6, "hesitation": 8,
    "rover": 9, "appendix": 8, "extended-mitchell": 9, "blackpool": 9, "web": 8, "twinned": 11, "bowman-ewing": 13,
    "fat-mitchell": 15, "double-weave": 13,
}  # fmt: skip
"""How much can go wrong, family by family, in the units of `_cost`."""

MANUAL_OF = {"ebu": "busbridge", "acbl": "acbl", "nzb": "nz"}
"""The manual that speaks for a federation."""


@dataclass(frozen=True)
class Advice:
    """One line of a manual about one movement at one size."""

    manual: str
    family: str
    rounds: int
    boards_per_round: int
    rank: int

    @property
    def unfit(self) -> bool:
        return self.rank == 0


@dataclass(frozen=True)
class Choice:
    """One movement to choose, with what speaks for and against it."""

    family: str
    name: str
    entry: str
    rounds: int
    boards_per_round: int
    boards_ns: int
    boards_ew: int
    winners: int
    minutes: int
    sit_out_boards: int
    qf: float | None
    reasons: tuple[Sentence, ...]
    warnings: tuple[Sentence, ...]
    options: Mapping[str, str | int]
    movement: Movement
    parts: tuple[Movement, ...] = ()
    """The sections, when there are several."""
    cost: float = field(default=0.0, repr=False)
    fits: bool = True
    """All the wishes are met."""
    standing: int = 1
    """0 recommended for this size, 1 neither, 2 unfit."""

    @property
    def sections(self) -> int:
        return len(self.parts) or 1

    @property
    def boards(self) -> str:
        """Boards as the manuals write them: 27, or 28 (24) when EW play fewer."""
        return str(self.boards_ns) if self.boards_ns == self.boards_ew else f"{self.boards_ns} ({self.boards_ew})"

    @property
    def time(self) -> str:
        return f"{self.minutes // 60}h{self.minutes % 60:02}"

    @property
    def headline(self) -> str:
        """One line: the name, rounds and boards, time, winners and balance."""
        rounds = f"{self.rounds} × {self.boards_per_round}"
        quality = f"  Qf {self.qf:.0f}" if self.qf is not None else ""
        winners = (
            say("one winner")
            if self.winners == 1
            else say("two winners")
            if self.winners == 2
            else say("several winners")
        )
        return f"{self.name}  {rounds} = {self.boards}  {self.time}  {winners}{quality}"

    @property
    def command(self) -> str:
        """The command that shows this movement."""
        if self.parts:
            return " ; ".join(dict.fromkeys(_command(part) for part in self.parts))
        return _options_command(self.family, self.options)

    def to_dict(self) -> dict[str, Any]:
        """The contract of `movement choose --json`."""
        size = len(self.movement.contestants) if not self.parts else sum(len(part.contestants) for part in self.parts)
        teams = self.movement.kind == "teams"
        return {
            "family": self.family,
            "name": str(self.name),
            "tables": size if teams else (size / 2 if size % 2 else size // 2),
            "rounds": self.rounds,
            "boards_per_round": self.boards_per_round,
            "boards_ns": self.boards_ns,
            "boards_ew": self.boards_ew,
            "winners": self.winners,
            "sections": self.sections,
            "minutes": self.minutes,
            "sit_out_boards": self.sit_out_boards,
            "qf": None if self.qf is None else round(self.qf, 2),
            "reasons": [str(reason) for reason in self.reasons],
            "warnings": [str(warning) for warning in self.warnings],
            "command": self.command,
        }


def _options_command(family: str, options: Mapping[str, str | int]) -> str:
    words = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in options.items())
    return f"arrowswitch movement show {family} {words}"


def _command(part: Movement) -> str:
    options: dict[str, str | int] = {
        "tables": part.entry,
        "rounds": part.rounds,
        "boards_per_round": part.boards_per_round,
    }
    if part.card:
        options["card"] = part.card
    elif turned := sorted({meeting.round for meeting in part.meetings if meeting.switched}):
        options["switch"] = ",".join(map(str, turned))
    return _options_command(part.family, options)


# -- what the manuals say ---------------------------------------------------------------------------------------------


@cache
def _manuals() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data" / "advice.toml").read_text("utf-8"))


def advice(entry: str) -> tuple[Advice, ...]:
    """What the manuals say about a size.

    >>> [(line.manual, line.family, line.rank) for line in advice("8½")][:2]
    [('acbl', 'mitchell', 1), ('acbl', 'appendix', 2)]
    """
    data = _manuals()
    return tuple(
        Advice(manual, family, rounds, size, rank)
        for manual in data["manuals"]
        for family, rounds, size, rank in data[manual].get(entry, [])
    )


# -- the wishes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Evening:
    """What the director said about tonight."""

    pairs: int
    boards: tuple[int, int]
    boards_asked: bool
    minutes: int | None
    winners: int | None
    stationary: int
    regulations: Regulations
    manual: str | None

    @property
    def entry(self) -> str:
        return half(self.pairs)

    @property
    def complete_tables(self) -> int:
        return self.pairs // 2

    @property
    def one_winner(self) -> bool:
        """One winner is asked for, or the federation wants it of so small a field."""
        if self.winners is not None:
            return self.winners == 1
        return self.complete_tables < self.regulations.awards.one_winner_below


def choose(
    *,
    tables: str | float | None = None,
    teams: int | None = None,
    boards: str | int | tuple[int, int] | None = None,
    minutes: int | None = None,
    winners: int | None = None,
    stationary: int = 0,
    regulations: str | Regulations = "wbf",
) -> tuple[Choice, ...]:
    """The movements for an entry, best first.

    >>> best = choose(tables="8½")[0]
    >>> best.name, best.boards
    ('Mitchell', '27 (24)')
    """
    rules = load(regulations) if isinstance(regulations, str) else regulations
    wanted = read_range(boards) if boards is not None else AIM
    if winners not in (None, 1, 2):
        raise ImpossibleWish(say("There are one or two winners, not {winners}.", winners=winners))
    if stationary < 0:
        raise ImpossibleWish(say("Pairs that cannot move are 0 or more, not {number}.", number=stationary))
    if minutes is not None and minutes < 1:
        raise ImpossibleWish(say("{minutes} minutes are no time to play in.", minutes=minutes))
    name = regulations if isinstance(regulations, str) else ""
    if teams is not None:
        return _choose_teams(teams, wanted, boards is not None, minutes, rules)
    if tables is None:
        raise ImpossibleWish(say("How many tables? Say 7½, for instance."))
    pairs = read_tables(tables)
    if pairs > 80:
        raise ImpossibleWish(
            say(
                "{tables} tables are too many to choose for at once; split the room and ask for each part (up to 40).",
                tables=half(pairs),
            )
        )
    evening = Evening(pairs, wanted, boards is not None, minutes, winners, stationary, rules, MANUAL_OF.get(name))
    _possible(evening)
    choices = _weighed(evening)
    if not any(choice.fits for choice in choices):
        _refuse(evening, choices)
    return tuple(choices)


def _possible(evening: Evening) -> None:
    """Wishes that contradict one another are refused before anything is built."""
    if evening.minutes is not None:
        fastest = min(evening.regulations.timing.round_minutes(size) / size for size in (1, 2, 3, 4))
        least = evening.boards[0]
        if least * fastest > evening.minutes:
            room = int(evening.minutes / fastest)
            raise ImpossibleWish(
                say(
                    "{boards} boards need about {needed} minutes; in {minutes} minutes about {room} can be played.",
                    boards=least,
                    needed=math.ceil(least * fastest),
                    minutes=evening.minutes,
                    room=room,
                )
            )
    if evening.stationary > evening.pairs // 2:
        raise ImpossibleWish(
            say(
                "{wanted} pairs cannot all keep their seats: with {entry} tables at most {most} can.",
                wanted=evening.stationary,
                entry=evening.entry,
                most=evening.pairs // 2,
            )
        )


def _refuse(evening: Evening, choices: Iterable[Choice]) -> None:
    near = next(iter(choices), None)
    if near is None:
        raise ImpossibleWish(say("No movement is known for {entry} tables with these wishes.", entry=evening.entry))
    if near.warnings:
        raise ImpossibleWish(
            say(
                "No movement for {entry} tables meets all of that. Nearest: {headline}. {warning}",
                entry=evening.entry,
                headline=near.headline,
                warning=near.warnings[0],
            )
        )


# -- the candidates ---------------------------------------------------------------------------------------------------


def _weighed(evening: Evening) -> list[Choice]:
    told = advice(evening.entry)
    found: dict[tuple[Any, ...], Choice] = {}
    for family, rounds, size in _candidates(evening, told):
        choice = _choice(evening, family, rounds, size, told)
        if choice is not None:
            key = (
                choice.name,
                choice.rounds,
                choice.boards_per_round,
                choice.movement.card if family.endswith("howell") else "",
            )
            if key not in found or choice.cost < found[key].cost:
                found[key] = choice
    for choice in _in_sections(evening, told):
        found["sections", choice.name, choice.rounds, choice.boards_per_round] = choice
    ranked = sorted(found.values(), key=lambda one: (one.standing == 2, not one.fits, one.cost))
    return _trimmed(ranked)


def _trimmed(ranked: list[Choice], most: int = 12) -> list[Choice]:
    """Enough to choose from: of each family the best two, and whatever a manual recommends."""
    seen: dict[str, int] = {}
    kept: list[Choice] = []
    for choice in ranked:
        seen[choice.family] = seen.get(choice.family, 0) + 1
        first_of_family = seen[choice.family] == 1
        among_best = seen[choice.family] <= 2 and len(kept) < most and (choice.fits or len(kept) < 4)
        if choice.standing == 0 or among_best or (choice.standing == 2 and first_of_family):
            kept.append(choice)
    return kept


def _candidates(evening: Evening, told: Iterable[Advice]) -> Iterator[tuple[str, int, int]]:
    """Families with a length: as the manuals have it, and what comes nearest to the boards asked for."""
    seen: set[tuple[str, int, int]] = set()
    for line in told:
        if line.family != "sections":
            seen.add((line.family, line.rounds, line.boards_per_round))
    tables = (evening.pairs + 1) // 2
    for family in EASE:
        seen.update((family, rounds, size) for rounds, size in _lengths(family, tables, evening))
    yield from sorted(seen)


def _most_rounds(family: str, tables: int, halved: bool) -> int | None:
    """Rounds of the complete movement, or None where the size does not fit."""
    odd = tables % 2 == 1
    full = tables - 1 if halved else tables
    table: dict[str, int | None] = {
        "mitchell": tables if odd else None,
        "skip-mitchell": None if odd else tables - 1,
        "share-relay": None if odd else tables,
        "rover": (full if full % 2 else full - 1) if halved and full >= 5 else None,
        "appendix": full - 1 if halved and full >= 7 else None,
        "hesitation": tables + 1 if 4 <= tables <= 13 else None,
        "blackpool": tables + 2 if tables in (10, 11) else None,
        "extended-mitchell": 2 * tables - 2 if tables >= 7 else None,
        "web": min(13, tables - 1) if tables >= 14 else None,
        "bowman-ewing": tables - 2 if odd and tables in (9, 11, 15) and not halved else None,
        "double-weave": tables if tables == 12 and not halved else None,
        "fat-mitchell": 8 if tables == 7 and not halved else None,
        "twinned": tables if tables in (6, 10, 14) and not halved else None,
        "howell": 2 * tables - 1 if tables <= 7 else None,
        "three-quarter-howell": 2 * tables - 2 if 5 <= tables <= 10 else None,
    }
    return table[family]


def _lengths(family: str, tables: int, evening: Evening) -> list[tuple[int, int]]:
    """Up to two lengths (rounds, boards per round) for a family, nearest the boards asked for and most complete."""
    most = _most_rounds(family, tables, bool(evening.pairs % 2))
    if most is None:
        return []
    low, high = evening.boards
    middle = (low + high) / 2
    possible = []
    for size in range(1, 8):
        if family == "extended-mitchell":
            rounds = [tables + extra for extra in range(2, tables - 1, 2)]
        elif family == "web":
            rounds = [13, 11, 9]
        elif family == "howell":
            rounds = [most]
        elif family == "three-quarter-howell":
            rounds = [number for number in (9, 12, 13) if number < most]
        else:
            rounds = list(range(max(3, most // 2), most + 1))
        for number in rounds:
            off = max(low - size * number, size * number - high, 0)
            left_out = most - number if family not in ("extended-mitchell", "web", "three-quarter-howell") else 0
            extra = number - tables if family == "extended-mitchell" else 0
            possible.append(
                (4 * off + left_out + extra + abs(size * number - middle) / 4 + (3 if size == 1 else 0), number, size)
            )
    return [(number, size) for _, number, size in sorted(possible)[: 2 if family != "extended-mitchell" else 1]]


@dataclass(frozen=True)
class Prepared:
    """A movement made and measured."""

    movement: Movement
    facts: Facts
    qf: float
    switched: tuple[int, ...] = ()


@lru_cache(maxsize=2048)
def _prepared(family: str, pairs: int, rounds: int, size: int, stationary: int, one_winner: bool) -> Prepared | None:
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


def _choice(evening: Evening, family: str, rounds: int, size: int, told: tuple[Advice, ...]) -> Choice | None:
    part = _prepared(family, evening.pairs, rounds, size, evening.stationary, evening.one_winner)
    if part is None:
        return None
    options: dict[str, str | int] = {"tables": evening.entry, "rounds": rounds, "boards_per_round": size}
    if part.switched:
        options["switch"] = ",".join(map(str, part.switched))
    if part.movement.card:
        options["card"] = part.movement.card
    return _assembled(evening, family, (part,), options, told)


# -- one candidate weighed ----------------------------------------------------------------------------------------------


def _assembled(
    evening: Evening,
    family: str,
    made: tuple[Prepared, ...],
    options: Mapping[str, str | int],
    told: tuple[Advice, ...],
) -> Choice:
    parts = tuple(one.movement for one in made)
    first = parts[0]
    several = len(parts) > 1
    boards = [usual_boards(part) for part in parts]
    ns, ew = min(b for b, _ in boards), min(b for _, b in boards)
    minutes = math.ceil(first.rounds * evening.regulations.timing.round_minutes(first.boards_per_round))
    sit_out = max(longest_sit_out(part) for part in parts)
    lines = [line for line in told if _speaks_of(line, family, first)]
    warnings, unmet = _warnings(evening, made, ns, ew, minutes, sit_out)
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


def _speaks_of(line: Advice, family: str, movement: Movement) -> bool:
    same_family = line.family == family or {line.family, family} <= {"howell", "three-quarter-howell"}
    return same_family and (line.rounds, line.boards_per_round) == (movement.rounds, movement.boards_per_round)


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
    words = {1: say("First choice"), 2: say("Second choice"), 3: say("Worth considering"), 0: say("Called unfit")}
    manuals = _manuals()["manuals"]
    for line in sorted(lines, key=lambda one: (one.manual != evening.manual, one.unfit, one.rank)):
        yield say(
            "{rank} in {manual} for {entry} tables.",
            rank=words[line.rank],
            manual=manuals[line.manual],
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
    if len(parts) > 1:
        copies = sum(part.copies for part in parts)
        notes.append(say("{copies} copies of the boards are needed.", copies=copies))
    elif first.copies > 1 and first.family not in ("web", "bowman-ewing", "twinned"):
        notes.append(say("{copies} copies of the boards are needed.", copies=first.copies))
    notes += dict.fromkeys(sentence for part in parts if (sentence := hard(part)))
    return notes, len(unmet)


# -- several sections -----------------------------------------------------------------------------------------------

SECTION_LENGTHS = ((13, 2), (12, 2), (8, 3), (9, 3), (14, 2), (7, 4), (6, 4), (10, 3))


def _in_sections(evening: Evening, told: tuple[Advice, ...]) -> list[Choice]:
    """The room in two to four sections that play the same boards; the two best ways."""
    if evening.pairs < 28:
        return []
    ways = sorted(
        (
            (_section_estimate(evening, sizes, rounds, size), sizes, rounds, size)
            for count in range(2, 5)
            if 14 <= evening.pairs / count <= 44
            for rounds, size in SECTION_LENGTHS
            for sizes in _splits(evening.pairs, count)
            if all(_section_family(pairs, rounds) for pairs in sizes)
        ),
        key=lambda way: way[0],
    )
    advised = [
        way
        for way in ways
        if any(line.family == "sections" and (line.rounds, line.boards_per_round) == way[2:] for line in told)
    ]
    choices: list[Choice] = []
    for _, sizes, rounds, size in dict.fromkeys((*advised[:1], *ways[:3])):
        parts = [
            _prepared(_section_family(pairs, rounds), pairs, rounds, size, 0, evening.one_winner) for pairs in sizes
        ]
        made = tuple(part for part in parts if part is not None)
        if len(made) == len(sizes):
            options: dict[str, str | int] = {"tables": half(sizes[0]), "rounds": rounds, "boards_per_round": size}
            choices.append(_assembled(evening, "sections", made, options, told))
    return sorted(choices, key=lambda choice: (choice.standing, not choice.fits, choice.cost))[:2]


def _section_estimate(evening: Evening, sizes: tuple[int, ...], rounds: int, size: int) -> float:
    """About what `_cost` will say, without building anything."""
    middle = sum(evening.boards) / 2
    tables = [(pairs + 1) // 2 for pairs in sizes]
    families = [_section_family(pairs, rounds) for pairs in sizes]
    ease = sum(EASE[name] + 4 * (name == "web") for name in families) / len(sizes)
    unplayed = sum(
        0.4 * size * max(0, count - rounds) for count, name in zip(tables, families, strict=True) if name != "web"
    )
    low, high = evening.boards
    outside = 25 * (not low <= rounds * size <= high)
    return (
        outside
        + ease
        + unplayed / len(sizes)
        + 0.5 * (max(sizes) - min(sizes))
        + 3 * len(sizes)
        + 0.6 * abs(rounds * size - middle)
    )


def _splits(pairs: int, count: int) -> list[tuple[int, ...]]:
    """Ways to split the pairs into sections of full tables, the last taking the half one."""
    tables, odd = divmod(pairs, 2)
    base, rest = divmod(tables, count)
    splits = []
    for shift in (0, 1, 2) if count == 2 else (0, 1):
        sizes = [base + (1 if i < rest else 0) for i in range(count)]
        sizes[0] += shift
        sizes[-1] -= shift
        for place in range(count) if odd else (0,):
            pairs_each = [2 * size for size in sizes]
            if odd:
                pairs_each[place] += 1
            splits.append(tuple(sorted(pairs_each, reverse=True)))
    return list(dict.fromkeys(splits))


def _section_family(pairs: int, rounds: int) -> str:
    """The simplest movement with two fields for a section of so many pairs and rounds; empty where there is none."""
    tables = (pairs + 1) // 2
    if tables % 2:
        return "mitchell" if rounds <= tables else ""
    if rounds == tables:
        return "share-relay"
    if 16 <= tables <= 24 and rounds == 13:
        return "web"
    return "skip-mitchell" if rounds < tables and not pairs % 2 else ""


def _sections_name(parts: tuple[Movement, ...]) -> str:
    titles = [f"{part.entry} {part.name}" for part in parts]
    if len(set(titles)) == 1:
        return say("{count} sections of {title}", count=len(parts), title=titles[0])
    return say("{count} sections: {titles}", count=len(parts), titles=" + ".join(titles))


# -- teams ------------------------------------------------------------------------------------------------------------

TEAM_EASE = {
    "american-whist": 0,
    "stagger": 2,
    "circulation": 0,
    "board-a-match": 4,
    "new-england": 6,
    "round-robin": 6,
    "troika": 3,
}


def _choose_teams(
    teams: int, wanted: tuple[int, int], asked: bool, minutes: int | None, rules: Regulations
) -> tuple[Choice, ...]:
    if not 3 <= teams <= 20:
        raise ImpossibleWish(
            say("Teams movements are for 3 to 20 teams, not {teams}; for more, a Swiss draw is usual.", teams=teams)
        )
    low, high = wanted
    choices: list[Choice] = []
    for name, family in FAMILIES.items():
        if family.kind != "teams" or teams not in family.sizes:
            continue
        for card in family.cards(teams) or (None,):
            options: dict[str, str | int] = {"teams": teams} | ({"card": card} if card else {})
            try:
                movement = build(name, teams=teams, card=card)
                if movement.boards_played[1] > high:
                    each = max(1, high // movement.rounds)
                    movement = build(name, teams=teams, card=card, boards_per_round=each)
                    options["boards_per_round"] = each
            except ImpossibleWish:
                continue
            choices.append(_team_choice(name, movement, options, (low, high), asked, minutes, rules))
    if not choices:
        raise ImpossibleWish(say("No teams movement is known for {teams} teams.", teams=teams))
    if not any(choice.fits for choice in choices):
        near = min(choices, key=lambda choice: choice.cost)
        raise ImpossibleWish(
            say(
                "No movement for {teams} teams meets all of that. Nearest: {headline}. {warning}",
                teams=teams,
                headline=near.headline,
                warning=near.warnings[0],
            )
        )
    return tuple(sorted(choices, key=lambda choice: (not choice.fits, choice.cost)))


def _team_choice(
    family: str,
    movement: Movement,
    options: Mapping[str, str | int],
    wanted: tuple[int, int],
    asked: bool,
    minutes: int | None,
    rules: Regulations,
) -> Choice:
    low, high = wanted
    found = facts(movement)
    boards = usual_boards(movement)[0]
    rivals = len(movement.contestants) - 1
    takes = math.ceil(
        boards * rules.timing.match_board_minutes + max(1, len(movement.stanzas)) * rules.timing.match_scoring_minutes
    )
    unmet: list[Sentence] = []
    if not low <= boards <= high:
        unmet.append(say("{boards} boards instead of {low} to {high}.", boards=boards, low=low, high=high))
    if minutes is not None and takes > minutes:
        unmet.append(say("It takes about {minutes} minutes, {over} too long.", minutes=takes, over=takes - minutes))
    missed = rivals - min(found.opponents.values())
    cost = (
        TEAM_EASE.get(family, 8)
        + 3 * missed
        + 0.5 * abs(boards - (low + high) / 2)
        + 25 * len(unmet)
        + 3 * (movement.copies - 1)
    )
    copies = [say("{copies} copies of the boards are needed.", copies=movement.copies)] if movement.copies > 1 else []
    return Choice(
        family=family,
        name=movement.name,
        entry=str(len(movement.contestants)),
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        boards_ns=boards,
        boards_ew=boards,
        winners=1,
        minutes=takes,
        sit_out_boards=longest_sit_out(movement),
        qf=None,
        reasons=describe(movement, found),
        warnings=(*unmet, *copies, *([sentence] if (sentence := hard(movement)) else [])),
        options=options,
        movement=movement,
        cost=cost,
        fits=not unmet or (not asked and unmet[0].template.startswith("{boards} boards instead") and len(unmet) == 1),
    )
