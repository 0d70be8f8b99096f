"""A large room in two to four sections that play the same boards: how to split it, and what each section plays."""

from __future__ import annotations

from arrowswitch.movements.catalogue import FAMILIES, has
from arrowswitch.movements.choosing.advice import Advice
from arrowswitch.movements.choosing.tonight import Choice, Tonight
from arrowswitch.movements.choosing.weighing import assembled, prepared
from arrowswitch.words import half

SECTION_LENGTHS = (
    *((13, 2), (12, 2), (8, 3), (9, 3), (14, 2), (7, 4), (6, 4), (10, 3)),
    *((11, 2), (10, 2), (9, 2), (7, 3), (6, 3)),
)

COPIES = 4
"""What it costs that the boards are wanted twice."""


def in_sections(tonight: Tonight, told: tuple[Advice, ...]) -> list[Choice]:
    """The room in two to four sections that play the same boards; the two best ways."""
    if tonight.pairs < 28:
        return []
    ways = sorted(
        (
            (_section_estimate(tonight, sizes, rounds, size), sizes, rounds, size)
            for count in range(2, 5)
            if 14 <= tonight.pairs / count <= 44
            for rounds, size in SECTION_LENGTHS
            for sizes in _splits(tonight.pairs, count)
            if all(_section_family(pairs, rounds) for pairs in sizes)
        ),
        key=lambda way: way[0],
    )
    said = [line for line in told if line.family == "sections"]
    exact = [
        (0.0, tuple(2 * tables for tables in line.sections), line.rounds, line.boards_per_round)
        for line in said
        if line.sections
    ]
    advised = [way for way in ways if any((line.rounds, line.boards_per_round) == way[2:] for line in said)]
    choices: list[Choice] = []
    for sizes, rounds, size in dict.fromkeys(way[1:] for way in (*exact, *advised[:1], *ways[:3])):
        parts = [
            prepared(_section_family(pairs, rounds), pairs, rounds, size, 0, tonight.one_winner) for pairs in sizes
        ]
        made = tuple(part for part in parts if part is not None)
        if len(made) == len(sizes):
            options: dict[str, str | int] = {"tables": half(sizes[0]), "rounds": rounds, "boards_per_round": size}
            choices.append(assembled(tonight, "sections", made, options, told))
    return sorted(choices, key=lambda one: (one.last_resort, one.standing, *one.order))[:2]


def _section_estimate(tonight: Tonight, sizes: tuple[int, ...], rounds: int, size: int) -> float:
    """About what `_cost` will say, without building anything."""
    middle = sum(tonight.boards) / 2
    tables = [(pairs + 1) // 2 for pairs in sizes]
    families = [_section_family(pairs, rounds) for pairs in sizes]
    ease = sum(FAMILIES[name].ease + COPIES * has(name, "copies") for name in families) / len(sizes)
    unplayed = sum(
        0.4 * size * max(0, count - rounds)
        for count, name in zip(tables, families, strict=True)
        if not has(name, "copies")
    )
    low, high = tonight.boards
    sitting_out = size * (any(pairs % 2 for pairs in sizes))
    outside = 25 * (not low <= rounds * size - (sitting_out if tonight.boards_asked else 0) <= high)
    over = 0.0
    if tonight.minutes is not None:
        over = max(over, float(tonight.pace.session_minutes(rounds, size) - tonight.minutes))
    return (
        outside
        + over
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
    """The simplest movement for a section of so many pairs and rounds; empty where there is none."""
    best = max(FAMILIES.values(), key=lambda family: family.serves_section(pairs, rounds))
    return best.name if best.serves_section(pairs, rounds) else ""
