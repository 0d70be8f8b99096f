"""Where a search begins: every movement of the catalogue that has the size and the length, and cyclic Howells made on the spot.

A start says who meets whom with which boards. Which way people sit is open until the search has settled it; then the start makes
the whole movement, with its words.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arrowswitch.movements.catalogue import FAMILIES, build, has
from arrowswitch.movements.design.asking import DesignWish
from arrowswitch.movements.design.numbering import dealt, renumbered
from arrowswitch.movements.design.starters import StarterPlan, difference_set, is_prime, squares, starter, turned
from arrowswitch.movements.families.howell import from_card
from arrowswitch.movements.families.howell_cards import DESIGNED, HowellCard, LineUp, fitting_cards, word_of
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import announced
from arrowswitch.words import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CYCLIC_PAIRS = 48
"""Beyond this a starter takes longer than a director waits, and a Howell is too much to run."""
MOST_AT_ONCE = 31
"""Up to here the starter of a perfect half table is found in a tenth of a second."""
SHORT_PATIENCE = 15
"""A try takes about a tenth of a second at most; there are more where it came from."""


@dataclass(frozen=True)
class DesignStart:
    """Meetings and boards to begin with."""

    how: str
    movement: Movement
    """As it is without a search, its numbers dealt."""
    card: HowellCard | None = None
    phantom: str = "auto"
    numbers: Mapping[int, int] = field(default_factory=dict)
    as_printed: bool = True
    """Whether a manual has it so."""

    def made(self, turns: NDArray[np.bool_]) -> Movement:
        """The movement with these of its meetings turned; a card is written anew, so that its guide cards say so."""
        if not turns.any():
            return self.movement
        places = [(m.round, m.table) for m, turn in zip(self.movement.meetings, turns, strict=True) if turn]
        if self.card is None or self.card.line_up.by_round:
            return announced(self.movement.switched(places), places)
        card = replace(self.card, line_up=self.line_up(places), id="", source=str(DESIGNED))
        wanted = len(self.movement.contestants)
        movement = from_card(card, wanted, self.movement.rounds, self.movement.boards_per_round, self.phantom)
        return renumbered(movement, self.numbers)

    def options(self, made: Movement) -> Mapping[str, str | int]:
        """What `build` makes this movement from again; nothing where its numbers were dealt anew."""
        if self.numbers:
            return {}
        now = {(m.round, m.table): m.sides for m in made.meetings}
        turns = [(m.round, m.table) for m in self.movement.meetings if now[m.round, m.table] != m.sides]
        options: dict[str, str | int] = {
            "tables": made.entry,
            "rounds": made.rounds,
            "boards_per_round": made.boards_per_round,
        }
        if self.card is not None and self.card.sets_by_round:
            options["card"] = self.card.id
        elif self.card is not None:
            options["card"] = self.card.id if self.card.id and not turns else word_of(self.line_up(turns))
            turns = []
        if self.phantom != "auto":
            options["phantom"] = self.phantom
        if turns:
            options["switch"] = written_switch(made, turns)
        return options

    def line_up(self, turns: list[tuple[int, int]]) -> LineUp:
        """The line-up of the card with these places turned too."""
        assert self.card is not None  # noqa: S101 - only cards have one
        line_up = self.card.line_up
        places = _places(line_up, self.movement.rounds)
        now = [(place in line_up.switched) != (place in turns) for place in places]
        return turned(replace(line_up, switched=frozenset()), now)


def written_switch(movement: Movement, places: list[tuple[int, int]]) -> str:
    """Switched places as a director writes them: whole rounds by their number.

    >>> written_switch(build("mitchell", tables=3), [(2, 1), (3, 1), (3, 2), (3, 3)])
    '1:2,3'
    """
    words = []
    for number, meetings in movement.by_round.items():
        here = [table for played, table in places if played == number]
        words += [str(number)] if len(here) == len(meetings) else [f"{table}:{number}" for table in here]
    return ",".join(words)


def _places(line_up: LineUp, rounds: int) -> list[tuple[int, int]]:
    return [(number, table) for number in range(1, rounds + 1) for table in range(1, len(line_up.seats) + 1)]


def from_catalogue(wish: DesignWish, dice: random.Random) -> Iterator[DesignStart]:
    """What the catalogue has for so many pairs and rounds, the easiest to run first."""
    if wish.resting > 1:
        return
    for family in sorted(FAMILIES.values(), key=lambda each: each.ease):
        if family.kind == "pairs" and not has(family.name, "guide cards", "in no manual"):
            yield from _of_family(wish, family.name, dice)
    if wish.winners == 1:
        for card in fitting_cards(wish.pairs):
            if wish.rounds <= card.rounds:
                yield from from_howell(wish, card, card.title, dice)


def varied(wish: DesignWish, dice: random.Random) -> Iterator[DesignStart]:
    """With two winners, where nothing can be turned: what no manual has.

    East-West may lack a pair instead of North-South, or the boards skip.
    """
    if wish.winners == 1 or wish.resting > 1:
        return
    missing = ["auto", "ew:1"] if wish.pairs % 2 else ["auto"]
    for family in sorted(FAMILIES.values(), key=lambda each: each.ease):
        if family.kind != "pairs" or has(family.name, "guide cards") or "phantom" not in family.options:
            continue
        for phantom in missing:
            if phantom != "auto" or has(family.name, "in no manual"):
                yield from _of_family(wish, family.name, dice, phantom)


def _of_family(wish: DesignWish, name: str, dice: random.Random, phantom: str = "auto") -> Iterator[DesignStart]:
    try:
        movement = build(
            name,
            tables=wish.entry,
            rounds=wish.rounds,
            boards_per_round=wish.boards_per_round,
            phantom=phantom,
        )
    except ImpossibleWish:
        return
    if len(movement.contestants) != wish.pairs or movement.winners < wish.winners:
        return
    if wish.winners == 1 and movement.winners == 2 and wish.switching == "none":
        return
    numbers = dealt(wish, movement, dice)
    yield DesignStart(
        movement.name,
        renumbered(movement, numbers),
        phantom=phantom,
        as_printed=phantom == "auto" and not has(name, "in no manual"),
        numbers=numbers,
    )


def from_howell(wish: DesignWish, card: HowellCard, how: str, dice: random.Random) -> Iterator[DesignStart]:
    """A card for this wish, with the pair left out that is missing at a half table."""
    if wish.rounds > card.rounds:
        return
    phantom = "auto"
    if card.pairs > wish.pairs:
        if len(card.stationary) <= wish.staying:
            return
        phantom = "auto" if card.id else str(dice.choice(card.stationary))
    try:
        movement = from_card(card, wish.pairs, wish.rounds, wish.boards_per_round, phantom)
    except ImpossibleWish:
        return
    if len(movement.contestants) != wish.pairs:
        return  # so many sit out that somebody never plays
    if card.pairs > wish.pairs:
        (missing,) = set(range(1, card.pairs + 1)) - set(movement.contestants)
        phantom = str(missing)
    numbers = dealt(wish, movement, dice)
    yield DesignStart(how, renumbered(movement, numbers), card, phantom, numbers)


def can_be_perfect(wish: DesignWish) -> bool:
    """Whether a half table is perfect by a starter that is soon found, so that nothing else need be tried first.

    >>> can_be_perfect(DesignWish(13, 13, 2)), can_be_perfect(DesignWish(13, 12, 2))
    (True, False)
    """
    return wish.pairs == wish.rounds <= MOST_AT_ONCE and any(plan.bye for plan in _plans(wish))


def fresh(wish: DesignWish, dice: random.Random) -> Iterator[DesignStart | None]:
    """Cyclic Howells without end, each from a new starter; None where one try found none."""
    plans = list(_plans(wish))
    perfect = [plan for plan in plans if plan.north is not None]
    while plans:
        plan = perfect.pop() if perfect else plans[min(int(dice.expovariate(1.0)), len(plans) - 1)]
        found = starter(plan, dice, tries=4 if plan.north else 1, patience=SHORT_PATIENCE)
        if found is None:
            yield None
            continue
        card = HowellCard("", found, wish.boards_per_round, str(DESIGNED), length=wish.rounds)
        started = False
        for start in from_howell(wish, card, say("Howell from a starter of its own"), dice):
            started = True
            yield start
        if not started:
            yield None


def _plans(wish: DesignWish) -> Iterator[StarterPlan]:
    """The circles on which a Howell for this wish can turn: those with the fewest boards first."""
    if wish.winners != 1 or wish.pairs > MOST_CYCLIC_PAIRS:
        return
    pairs = wish.pairs
    if wish.resting > 1:
        still = wish.staying
        circle = pairs - still
        if wish.rounds <= circle and still <= wish.full_tables:
            if wish.sit_outs_on_end == 1 and 2 * wish.resting <= circle:
                yield StarterPlan(pairs, circle, idle=wish.resting, apart=True)
            yield StarterPlan(pairs, circle, idle=wish.resting)
        return
    size = pairs + pairs % 2
    if pairs % 2 and is_prime(pairs) and wish.rounds <= pairs:
        yield StarterPlan(size, pairs, north=squares(pairs), bye=True)
    for circle in range(max(wish.rounds, size // 2), size):
        if size - circle < wish.staying + pairs % 2:
            continue
        complete = circle == size - 1
        if complete and circle == wish.rounds and (north := difference_set(circle)) is not None:
            yield StarterPlan(size, circle, north=north)
        yield StarterPlan(size, circle)
