"""The rules of a draw, each a named weight: what it costs that two contestants meet, or that some sit out.

Draw and check both price a pairing here, so they cannot disagree. Prices are whole numbers; draws are compared weight by
weight, in the order that the federation gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from arrowswitch.contests.swiss.field import DOWN, UP, SwissField
from arrowswitch.contests.swiss.orders import ORDERS
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, counted, say, say_count

Cost = tuple[int, ...]
"""A number for each weight of the rules, in their order."""


class Weight(NamedTuple):
    """One rule: what it counts, and how a price is said."""

    about: Sentence
    pair: Callable[[SwissField, int, int], int] | None
    """What it costs that two meet, the higher placed one first."""
    said: Callable[[SwissField, int], Sentence]
    """A difference in words."""
    barrier: bool = False
    """A barrier costs nothing between most, so a draw without any is looked for first."""
    squares: bool = False
    """Counted in squares of the unit of scores."""
    in_vps: bool = False
    aside: bool = False
    """Said only where nothing more important is to be said."""


def _clubs(field: SwissField, a: int, b: int) -> int:
    club = field.entries[a].club
    return int(field.round <= field.event.rules.clubs_apart and bool(club) and club == field.entries[b].club)


def _homes(field: SwissField, a: int, b: int) -> int:
    mine, theirs = field.entries[a].home, field.entries[b].home
    return int(mine is not None and theirs is not None and mine != theirs)


def _same_float(field: SwissField, a: int, b: int) -> int:
    if field.scores[a] == field.scores[b]:
        return 0
    return (field.last_float[a] == DOWN) + (field.last_float[b] == UP)


def _float_load(field: SwissField, a: int, b: int) -> int:
    if field.scores[a] == field.scores[b]:
        return 0
    return field.floated[a].get(DOWN, 0) + field.floated[b].get(UP, 0)


def _vps(field: SwissField, units: int) -> Sentence:
    vps = field.vps(units)
    return counted("VPs", vps, shown(vps))


WEIGHTS: Mapping[str, Weight] = {
    "bye-again": Weight(
        say("Nobody has a second bye while somebody has had none."),
        None,
        lambda field, n: say_count("{n} more bye for the same", "{n} more byes for the same", n),
    ),
    "rematches": Weight(
        say("Nobody meets the same opponent twice while that can be helped."),
        lambda field, a, b: len(field.met[a].get(b, ())),
        lambda field, n: say_count("{n} rematch", "{n} rematches", n),
        barrier=True,
    ),
    "recent-rematches": Weight(
        say("If there must be a rematch, then of those who met longest ago."),
        lambda field, a, b: max(field.met[a].get(b, (0,))),
        lambda field, n: say_count("a rematch {n} round more recent", "a rematch {n} rounds more recent", n),
        barrier=True,
        aside=True,
    ),
    "triple-again": Weight(
        say("Nobody plays a second triple while somebody has played none."),
        None,
        lambda field, n: say_count("{n} more triple for the same", "{n} more triples for the same", n),
    ),
    "clubs": Weight(
        say("In early rounds, if the organiser wants it, members of one club do not meet."),
        _clubs,
        lambda field, n: say_count("{n} match within a club", "{n} matches within a club", n),
        barrier=True,
    ),
    "homes": Weight(
        say("Two who cannot leave their tables do not meet."),
        _homes,
        lambda field, n: say_count(
            "{n} match of two who cannot leave their tables", "{n} matches of two who cannot leave their tables", n
        ),
        barrier=True,
    ),
    "odd-place": Weight(
        say("The bye or the triple goes to the lowest placed."),
        None,
        lambda field, n: say_count("a bye or triple {n} place higher", "a bye or triple {n} places higher", n),
    ),
    "distance": Weight(
        say("Opponents are as close in score as can be: the differences of all matches, added up."),
        lambda field, a, b: field.scores[a] - field.scores[b],
        lambda field, n: say("{vps} of distance", vps=_vps(field, n)),
        in_vps=True,
    ),
    "gaps": Weight(
        say("No single difference is wider than it need be: the squares of the differences, added up."),
        lambda field, a, b: (field.scores[a] - field.scores[b]) ** 2,
        lambda field, n: say("wider single gaps"),
        squares=True,
        in_vps=True,
        aside=True,
    ),
    "floats": Weight(
        say("As few as can be float, that is, meet another score than their own."),
        lambda field, a, b: 2 * (field.scores[a] != field.scores[b]),
        lambda field, n: say_count("{n} float", "{n} floats", n),
        aside=True,
    ),
    "same-float": Weight(
        say("Nobody floats the same way in two rounds on end."),
        _same_float,
        lambda field, n: say_count("{n} float the same way twice", "{n} floats the same way twice", n),
        aside=True,
    ),
    "float-load": Weight(
        say("Floats go to those who have had fewest of them."),
        _float_load,
        lambda field, n: say("floats for those who have had more"),
        aside=True,
    ),
    "order": Weight(
        say("Among equal scores the federation's order holds: by place, fold, slide or lot."),
        lambda field, a, b: ORDERS[field.order](field, a, b),
        lambda field, n: say("another order among equals"),
        aside=True,
    ),
}


def pair_price(field: SwissField, a: int, b: int) -> Cost:
    """What it costs that two meet."""
    if a > b:
        a, b = b, a
    return tuple(weight.pair(field, a, b) if weight.pair else 0 for weight in weights_of(field))


def price_of(field: SwissField, group: Sequence[int]) -> Cost:
    """What it costs that two meet, that one has a bye, or that three play a triple; its second round costs nothing."""
    if len(group) == 2:
        return pair_price(field, *group)
    if tuple(sorted(group)) == field.continuing:
        return (0,) * len(field.event.rules.weights)
    last = len(field.entries) - 1
    own = {
        again(len(group)): sum(field.sat_out[place] for place in group),
        "odd-place": sum(last - place for place in group) - sum(range(len(group))),
    }
    met = [pair_price(field, a, b) for a, b in combinations(group, 2)]
    return tuple(
        own.get(name, 0) + sum(price[number] for price in met) for number, name in enumerate(field.event.rules.weights)
    )


def again(size: int) -> str:
    """The weight of sitting out again: in a bye, which is one, or in a triple.

    >>> again(1), again(3)
    ('bye-again', 'triple-again')
    """
    return "bye-again" if size == 1 else "triple-again"


def weights_of(field: SwissField) -> list[Weight]:
    """The weights of the rules, in their order."""
    return [WEIGHTS[name] for name in field.event.rules.weights]


def added(costs: Sequence[Cost], length: int) -> Cost:
    """Costs together.

    >>> added([(1, 2), (0, 3)], 2)
    (1, 5)
    """
    return tuple(map(sum, zip(*costs, strict=True))) if costs else (0,) * length


def in_numbers(field: SwissField, cost: Cost) -> dict[str, int | Fraction]:
    """A cost by the names of the weights, scores in victory points."""
    found: dict[str, int | Fraction] = {}
    for name, amount in zip(field.event.rules.weights, cost, strict=True):
        weight = WEIGHTS[name]
        scale = field.unit**2 if weight.squares else field.unit
        found[name] = Fraction(amount, scale) if weight.in_vps else amount
    return found


def in_words(field: SwissField, more: Cost) -> list[Sentence]:
    """How much worse one cost is than another, the weight that decides first; what is better after it is left out."""
    worse = [
        (WEIGHTS[name], amount) for name, amount in zip(field.event.rules.weights, more, strict=True) if amount > 0
    ]
    told = [(weight, amount) for weight, amount in worse if not weight.aside] or worse[:1]
    return [weight.said(field, amount) for weight, amount in told]
