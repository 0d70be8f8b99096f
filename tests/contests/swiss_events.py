"""Made-up Swiss events, and every draw that a small one could have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import rustworkx

from arrowswitch.contests.swiss import PlayedMatch, SwissDraw, SwissEntry, SwissEvent, SwissRules, draw, load_rules


def teams(count: int) -> tuple[SwissEntry, ...]:
    """Teams with seeds 1 to `count`."""
    return tuple(SwissEntry(str(number), seed=number) for number in range(1, count + 1))


def named(drawn: SwissDraw) -> set[frozenset[str]]:
    """Who is together."""
    return {frozenset(match.sides) for match in drawn.matches}


def played(
    groups: Sequence[Sequence[str]], random: Random, rules: SwissRules, whole: bool = False
) -> tuple[PlayedMatch, ...]:
    """A round with results by chance: the stronger, by the number of its name, win a little more often."""
    found = []
    for table, sides in enumerate(groups, 1):
        if len(sides) == 1:
            found.append(PlayedMatch(tuple(sides)))
            continue
        hundredths = max(0, min(2000, round(random.gauss(1000, 500))))
        share = Fraction(hundredths // 100) if whole else Fraction(hundredths, 100)
        vps = (share, 20 - share) if len(sides) == 2 else (share, Fraction(10), 20 - share)
        found.append(PlayedMatch(tuple(sides), vps, table))
    return tuple(found)


def simulated(
    event: SwissEvent, rounds: int, random: Random, whole: bool = False
) -> Iterator[tuple[SwissEvent, SwissDraw]]:
    """Round after round: the event as it was before, and the draw that was made for it."""
    for number in range(1, rounds + 1):
        event = replace(event, next=number)
        drawn = draw(event)
        yield event, drawn
        groups = [match.sides for match in drawn.matches]
        event = replace(event, rounds=(*event.rounds, played(groups, random, event.rules, whole)))


def some_event(
    random: Random, entries: int, rounds: int, rules: SwissRules | None = None, whole: bool = False
) -> SwissEvent:
    """An event in which so many rounds were played by chance, not by a draw."""
    rules = rules or load_rules()
    everybody = teams(entries)
    history = []
    for _ in range(rounds):
        names = [entry.id for entry in everybody]
        random.shuffle(names)
        odd = (3 if rules.odd == "triple" else 1) if entries % 2 else 0
        groups = [tuple(names[:odd])] if odd else []
        groups += list(zip(names[odd::2], names[odd + 1 :: 2], strict=True))
        history.append(played(groups, random, rules, whole))
    return SwissEvent(everybody, tuple(history), rounds + 1, rules)


def every_draw(places: Sequence[int], odd: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to pair these, with a group of `odd` left over."""
    if odd:
        for group in combinations(places, odd):
            for pairs in every_draw([place for place in places if place not in group], 0):
                yield (group, *pairs)
    elif not places:
        yield ()
    else:
        first, *rest = places
        for other in rest:
            for pairs in every_draw([place for place in rest if place != other], 0):
                yield ((first, other), *pairs)


def needless(event: SwissEvent, drawn: SwissDraw) -> Iterator[str]:
    """What is wrong with a draw, found without any of the prices: somebody missing, a needless rematch, a repeated bye.

    A second bye is worse than a rematch, so it is never given while somebody has had none. A rematch is worse than a second
    triple, so there is none if any three at all could be spared for the triple.
    """
    field = drawn.pairing.field
    sides = sorted(side for match in drawn.matches for side in match.sides)
    if sides != sorted(entry.id for entry in event.entries if entry.plays(event.next)):
        yield "not everybody is in the draw once"
    going_on = {field.id(place) for place in field.continuing}
    new = [match.sides for match in drawn.matches if {*match.sides} != going_on]
    sat = {entry.id: count for entry, count in zip(field.entries, field.sat_out, strict=True)}
    met = {frozenset(two) for matches in event.rounds for match in matches for two in combinations(match.sides, 2)}
    odd = next((group for group in new if len(group) != 2), ())
    again = sum(sat[side] for side in odd)
    fewest = sum(sorted(sat.values())[: len(odd)])
    rematches = [two for group in new for two in combinations(group, 2) if frozenset(two) in met]
    if len(odd) == 1 and again > fewest:
        yield f"{odd} sits out again"
    if rematches and _all_could_be_new(event, drawn, met, fewest if len(odd) == 1 else None):
        yield f"{rematches} meet again"
    if len(odd) == 3 and again > fewest and not rematches and _all_could_be_new(event, drawn, met, again - 1):
        yield f"{odd} play a triple again"


def _all_could_be_new(event: SwissEvent, drawn: SwissDraw, met: set[frozenset[str]], most: int | None) -> bool:
    """Whether everybody could meet somebody new, if those of the bye or triple have had `most` of them all together."""
    field = drawn.pairing.field
    names = [entry.id for entry in field.entries]
    size = (3 if event.rules.odd == "triple" else 1) if len(names) % 2 else 0
    sat = dict(zip(names, field.sat_out, strict=True))
    going_on = tuple(field.id(place) for place in field.continuing)
    for group in [going_on] if going_on else combinations(names, size):
        if not going_on and most is not None and sum(sat[side] for side in group) > most:
            continue
        if not going_on and any(frozenset(two) in met for two in combinations(group, 2)):
            continue
        rest = [name for name in names if name not in group]
        graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph()
        graph.add_nodes_from(rest)
        edges = combinations(range(len(rest)), 2)
        graph.add_edges_from([(a, b, 1) for a, b in edges if frozenset((rest[a], rest[b])) not in met])
        if 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(rest):
            return True
    return False
