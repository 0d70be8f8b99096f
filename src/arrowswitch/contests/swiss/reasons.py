"""Why a pairing is in the draw, in a sentence that a player can check against the list."""

from __future__ import annotations

from arrowswitch.contests.swiss.field import FLAT, SwissField
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, counted, say

MOST_NAMED = 4
"""More opponents than these are not named one by one."""


def reason(field: SwissField, group: tuple[int, ...]) -> Sentence:
    """Why these meet, or why this one sits out."""
    if len(group) == 2:
        return _first_round(field, group) if field.order in FLAT else _by_score(field, *group)
    if group == field.continuing:
        return say("The second round of the triple that began in round {round}.", round=field.round - 1)
    before = [field.sat_out[place] for place in group]
    if sum(before) > sum(sorted(field.sat_out)[: len(group)]):
        return say("An odd number: with those who have had fewer triples there would be more rematches.")
    if any(before):
        return say("An odd number: nobody has had fewer byes or triples, and these are the lowest who can be spared.")
    if len(group) == 1:
        return say("An odd number: {name} is the lowest who has had no bye and can be spared.", name=field.id(group[0]))
    rules = field.event.rules
    if rules.triple_rounds == 2 and rules.rounds == field.round:
        return say("An odd number: the lowest three who can be spared play half matches, since this is the last round.")
    return say("An odd number: the lowest three who have been in no triple and can be spared play one another.")


def _first_round(field: SwissField, group: tuple[int, ...]) -> Sentence:
    a, b = group
    if rounds := field.met[a].get(b):
        return say("A rematch of round {round}: no draw without one is left.", round=rounds[-1])
    said = {
        "first-slide": say("The upper half meets the lower half: places {a} and {b} of the seeds.", a=a + 1, b=b + 1),
        "first-fold": say("The first meets the last: places {a} and {b} of the seeds.", a=a + 1, b=b + 1),
        "structured-1": say(
            "Round 1 of two that were set beforehand: places {a} and {b} of the seeds.", a=a + 1, b=b + 1
        ),
        "structured-2": say(
            "Round 2 of two that were set beforehand: places {a} and {b}; the seeds of both opponents should add up to {sum}.",
            a=a + 1,
            b=b + 1,
            sum=field.equals[a] + 1,
        ),
    }
    if field.event.rules.first == "random":
        return say("Drawn by lot from the seed “{seed}”.", seed=field.event.seed)
    return said.get(field.order, say("Neighbours among the seeds: places {a} and {b}.", a=a + 1, b=b + 1))


def _by_score(field: SwissField, a: int, b: int) -> Sentence:
    if rounds := field.met[a].get(b):
        return say(
            "A rematch of round {round}, {vps} apart: no draw without one is left.",
            round=rounds[-1],
            vps=_apart(field, a, b),
        )
    together = {"a": a + 1, "b": b + 1, "vps": _apart(field, a, b)}
    if field.scores[a] == field.scores[b]:
        score = field.vps(field.scores[a])
        return say(
            "Places {a} and {b}, both with {score}.", a=a + 1, b=b + 1, score=counted("VPs", score, shown(score))
        )
    met = [place for place in range(a + 1, b) if place in field.met[a]]
    if b == a + 1:
        return say("Neighbours in the list: places {a} and {b}, {vps} apart.", **together)
    if len(met) == b - a - 1 and len(met) <= MOST_NAMED:
        names = ", ".join(say("{name} (round {round})", name=field.id(p), round=field.met[a][p][-1]) for p in met)
        return say("Places {a} and {b}, {vps} apart: {name} has met {met}.", name=field.id(a), met=names, **together)
    return say("Places {a} and {b}, {vps} apart: so that all matches together are closest.", **together)


def _apart(field: SwissField, a: int, b: int) -> Sentence:
    vps = field.vps(field.scores[a] - field.scores[b])
    return counted("VPs", vps, shown(vps))
