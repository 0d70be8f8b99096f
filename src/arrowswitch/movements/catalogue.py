"""Every family of movements under the name that the command line, the pages and the library call it by.

The families collect themselves: each module of `families`, `teams` and `individuals` that has a `FAMILY` is one. `build` reads
what people write, finds the family, makes the movement and turns the arrow switches; it is the one door to all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from arrowswitch.movements import families, individuals, teams
from arrowswitch.movements.family import Family, Trait
from arrowswitch.movements.faults import crowded
from arrowswitch.movements.model import ImpossibleWish, Kind, Movement
from arrowswitch.movements.switches import parse_switch
from arrowswitch.movements.wishes import MOST_LISTED, Wish, read_phantom, read_tables
from arrowswitch.words import counted, half, say, say_count

MOST_MATCH_BOARDS = 40
"""Boards in one round of a teams movement: a whole match may be a round."""
SIZES = range(4, 2 * MOST_LISTED + 1)
"""Pairs for which families are listed."""


def _collected(*rooms: ModuleType) -> dict[str, Family]:
    """The families that are in these packages, in the order in which they are listed."""
    modules = (import_module(f"{room.__name__}.{each.name}") for room in rooms for each in iter_modules(room.__path__))
    found = [module.FAMILY for module in modules if isinstance(getattr(module, "FAMILY", None), Family)]
    return {family.name: family for family in sorted(found, key=lambda family: (family.place, family.name))}


FAMILIES: Mapping[str, Family] = _collected(families, teams, individuals)


def has(family: str, *traits: Trait) -> bool:
    """Whether a family has one of these traits; one that nobody knows, of a movement that came in a file, has none.

    >>> has("howell", "guide cards"), has("skip-mitchell", "plain", "skip"), has("somebody's own", "skip")
    (True, True, False)
    """
    return family in FAMILIES and not FAMILIES[family].traits.isdisjoint(traits)


def with_traits(*traits: Trait) -> tuple[str, ...]:
    """The names of the families that have one of these traits, those with the first one first.

    >>> with_traits("skip", "special move")
    ('skip-mitchell', 'extended-mitchell', 'blackpool')
    """
    return tuple(name for trait in traits for name, family in FAMILIES.items() if trait in family.traits)


def find_family(name: str) -> Family:
    """The family of that name; a sentence with the names when there is none.

    >>> find_family("Skip Mitchell").name
    'skip-mitchell'
    """
    key = name.strip().lower().replace(" ", "-").replace("_", "-")
    if key not in FAMILIES:
        raise ImpossibleWish(
            say("There is no movement “{name}”; there are: {names}.", name=name, names=", ".join(sorted(FAMILIES)))
        )
    return FAMILIES[key]


def build(
    family: str,
    *,
    tables: str | float | None = None,
    teams: int | None = None,
    players: int | None = None,
    rounds: int | None = None,
    boards_per_round: int | None = None,
    boards: int | None = None,
    skip_after: int | None = None,
    phantom: str = "auto",
    switch: str | None = None,
    side: str = "ns",
    stationary: int | None = None,
    stanzas: int | None = None,
    card: str | None = None,
) -> Movement:
    """Make a movement; what is left out is chosen as the manuals would.

    >>> movement = build("mitchell", tables="7½", phantom="ns:3", rounds=4)
    >>> movement.entry, movement.boards_per_round, len(movement.sit_outs)
    ('7½', 6, 4)
    """
    found = find_family(family)
    one_size(tables, teams, players)
    if found.kind == "individual":
        if players is None:
            raise ImpossibleWish(say("How many players? Say --players 12, for instance."))
        size = players
    elif players is not None:
        raise ImpossibleWish(say("{title} is not for single players; an individual is.", title=found.title))
    elif found.kind == "teams":
        pairs = read_tables(tables) if tables is not None else 0
        if pairs % 2:
            raise ImpossibleWish(say("{tables} tables are not whole teams.", tables=half(pairs)))
        size = pairs // 2 if teams is None else teams
        if teams is None and tables is None:
            raise ImpossibleWish(say("How many teams? Say --teams 9, for instance."))
    else:
        if tables is None:
            raise ImpossibleWish(say("How many tables? Say --tables 7½, for instance."))
        size = read_tables(tables)
    if side not in ("ns", "ew"):
        raise ImpossibleWish(say("“{side}” is not a side; the rover sits ns or ew.", side=side))
    for name, value in (
        ("rounds", rounds),
        ("boards-per-round", boards_per_round),
        ("boards", boards),
        ("skip-after", skip_after),
    ):
        if value is not None and value < 1:
            raise ImpossibleWish(say("{name} must be 1 or more, not {value}.", name=name, value=value))
    if found.kind == "teams" and boards_per_round is not None and boards_per_round > MOST_MATCH_BOARDS:
        raise ImpossibleWish(
            say(
                "A round cannot have {boards}; 1 to {most} can be.",
                boards=counted("boards", boards_per_round),
                most=MOST_MATCH_BOARDS,
            )
        )
    if stationary is not None and stationary < 0:
        raise ImpossibleWish(say("Pairs that cannot move are 0 or more, not {number}.", number=stationary))
    wish = Wish(
        size,
        rounds=rounds,
        boards_per_round=boards_per_round,
        boards=boards,
        skip_after=skip_after,
        phantom=phantom,
        side="ew" if side == "ew" else "ns",
        stationary=stationary or 0,
        stanzas=stanzas,
        card=card,
    )
    _heeded(found, wish, switch)
    if phantom != "auto" and "guide cards" not in found.traits:  # a Howell knows its pairs by bare numbers
        read_phantom(phantom)
    movement = _shared_well(found, wish)
    if stationary and found.kind == "pairs" and len(movement.stationary) < stationary:
        raise ImpossibleWish(
            say_count(
                "In this {title} {n} pair keeps its seat, fewer than {wanted}; a Mitchell seats half the field.",
                "In this {title} {n} pairs keep their seats, fewer than {wanted}; a Mitchell seats half the field.",
                len(movement.stationary),
                title=found.title,
                wanted=stationary,
            )
        )
    return parse_switch(switch, movement) if switch else movement


def one_size(tables: object, teams: object, players: object) -> None:
    """Refuse an entry that is counted in two ways."""
    if tables is not None and teams is not None and players is None:
        raise ImpossibleWish(say("Say how many tables or how many teams, not both."))
    if players is not None and (tables is not None or teams is not None):
        raise ImpossibleWish(say("Say how many players alone: an individual is not counted in tables or teams."))


def _shared_well(family: Family, wish: Wish) -> Movement:
    """No sharing with one board a round (NZ Club Directors Manual L1269): two are taken, unless the wish says otherwise."""
    movement = family.build(wish)
    fault = next(crowded(movement), None)
    if fault and wish.boards_per_round is None and wish.boards is None:
        movement = family.build(replace(wish, boards_per_round=movement.boards_per_round + 1))
        fault = next(crowded(movement), None)
    if fault:
        raise ImpossibleWish(
            say("In this {title} tables share their boards, which needs more boards a round.", title=family.title)
        )
    return movement


def _heeded(family: Family, wish: Wish, switch: str | None) -> None:
    """An option that the family does not know is refused, not passed over."""
    given = {
        "skip-after": wish.skip_after,
        "side": wish.side != "ns",
        "stanzas": wish.stanzas,
        "card": wish.card,
        "phantom": wish.phantom != "auto",
        "switch": switch,
    }
    for name, value in given.items():
        if value and name not in family.options:
            raise ImpossibleWish(
                say(
                    "{title} has no option --{name}; it has {options}.",
                    title=family.title,
                    name=name,
                    options=", ".join(f"--{option}" for option in family.options),
                )
            )


@dataclass(frozen=True, slots=True)
class CatalogueLine:
    """One line of the catalogue: a family at one size, with a card where there is one."""

    family: str
    kind: Kind
    entry: str
    size: int
    card: str


def listing(family: str | None = None) -> Iterator[CatalogueLine]:
    """Every family at every size it can be had for, and every printed card.

    >>> [line.card for line in listing("howell") if line.entry == "4"][:3]
    ['nz-howell-4', 'acbl-howell-4', 'busbridge-howell-4']
    """
    for found in [find_family(family)] if family else FAMILIES.values():
        for size in _sizes(found.name):
            entry = half(size) if found.kind == "pairs" else str(size)
            for card in found.cards(size) or ("",):
                yield CatalogueLine(found.name, found.kind, entry, size, card)


@cache
def _sizes(name: str) -> tuple[int, ...]:
    """Written down in sizes.json, since to build every family at every size takes seconds."""
    return FAMILIES[name].sizes or tuple(_written_sizes().get(name) or possible_sizes(name))


@cache
def _written_sizes() -> dict[str, list[int]]:
    found: dict[str, list[int]] = json.loads((Path(__file__).with_name("sizes.json")).read_text("utf-8"))
    return found


def possible_sizes(name: str) -> tuple[int, ...]:
    """The numbers of pairs at which a family can be built, found by building it at each.

    >>> possible_sizes("fat-mitchell")[:3]
    (9, 10, 13)
    """
    return tuple(_possible(FAMILIES[name], SIZES))


def _possible(family: Family, sizes: Iterable[int]) -> Iterator[int]:
    for size in sizes:
        try:
            family.build(Wish(size))
        except ImpossibleWish:
            continue
        yield size
