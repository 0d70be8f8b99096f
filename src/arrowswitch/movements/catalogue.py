"""Every family of movements under the name that the command line, the pages and the library call it by.

A family is a function from a wish to a movement. `build` reads what people write, finds the family, makes the movement
and turns the arrow switches; it is the one door to all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from arrowswitch.movements.families import copies, hesitation, howell, mitchell, rover, web
from arrowswitch.movements.faults import crowded
from arrowswitch.movements.model import ImpossibleWish, Kind, Movement
from arrowswitch.movements.switches import parse_switch
from arrowswitch.movements.teams.catalogue import TEAM_FAMILIES, TeamFamily
from arrowswitch.movements.wishes import MOST_LISTED, Wish, read_phantom, read_tables
from arrowswitch.words import Sentence, counted, half, say, say_count

MOST_MATCH_BOARDS = 40
"""Boards in one round of a teams movement: a whole match may be a round."""
SIZES = range(4, 2 * MOST_LISTED + 1)
"""Pairs for which families are listed."""
HOWELLS = frozenset({"howell", "three-quarter-howell"})
"""The families whose course is on a printed card for each pair."""


@dataclass(frozen=True)
class Family:
    """A family of movements: what it is called, what it is for, and how one is made."""

    name: str
    title: Sentence
    kind: Kind
    about: Sentence
    build: Callable[[Wish], Movement]
    options: tuple[str, ...] = ()
    cards: Callable[[int], tuple[str, ...]] = lambda size: ()
    """The printed cards for so many pairs or teams."""
    sizes: tuple[int, ...] = ()
    """Teams only: the numbers of teams it serves."""


LENGTH = ("rounds", "boards-per-round", "boards")
MITCHELL = (*LENGTH, "phantom", "switch")


def _howell_with(build: Callable[..., Movement]) -> Callable[[Wish], Movement]:
    def make(wish: Wish) -> Movement:
        def one(card: str | None) -> Movement:
            return build(
                wish.pairs,
                rounds=wish.rounds,
                boards_per_round=wish.boards_per_round,
                boards=wish.boards,
                phantom=wish.phantom.partition(":")[2] or wish.phantom,
                card=card,
            )

        usual = one(wish.card)
        if wish.card or len(usual.stationary) >= wish.stationary:
            return usual
        for card in howell_cards(wish.pairs):  # one with more seats that stay, when they are wanted
            try:
                other = one(card)
            except ImpossibleWish:
                continue
            if len(other.stationary) >= wish.stationary:
                return other
        return usual

    return make


def howell_cards(pairs: int) -> tuple[str, ...]:
    """The Howell cards for so many pairs, the printed ones first."""
    return tuple(card.id for card in howell.cards().values() if card.pairs == pairs + pairs % 2)


def three_quarter_cards(pairs: int) -> tuple[str, ...]:
    return tuple(name for name in howell_cards(pairs) if howell.cards()[name].three_quarter)


def hesitation_cards(pairs: int) -> tuple[str, ...]:
    tables = (pairs + 1) // 2
    extra = ("busbridge-hesitation-11",) if tables == 11 else ()
    return (*extra, f"nz-hesitation-{tables}") if tables in (5, 7, 8, 11, 12) else extra


PAIRS_FAMILIES = (
    Family(
        "mitchell",
        say("Mitchell"),
        "pairs",
        say("North-South sit still, East-West go up, boards go down; an odd number of tables."),
        mitchell.mitchell,
        MITCHELL,
    ),
    Family(
        "skip-mitchell",
        say("Skip Mitchell"),
        "pairs",
        say("An even number of tables; halfway East-West skip a table, and each pair misses one opponent."),
        mitchell.skip_mitchell,
        (*MITCHELL, "skip-after"),
    ),
    Family(
        "share-relay",
        say("Share-and-Relay Mitchell"),
        "pairs",
        say(
            "An even number of tables; two tables share boards and a relay stands halfway, so everybody meets everybody."
        ),
        mitchell.share_relay,
        MITCHELL,
    ),
    Family(
        "extended-mitchell",
        say("Extended Mitchell"),
        "pairs",
        say("More sets than tables: feed-ins and a special move near the end; some opponents are met twice."),
        mitchell.extended_mitchell,
        MITCHELL,
    ),
    Family(
        "rover",
        say("Rover"),
        "pairs",
        say("A half table's odd pair displaces another each round; a full table too many has its own boards."),
        rover.rover,
        (*MITCHELL, "skip-after", "side"),
    ),
    Family(
        "appendix",
        say("Appendix Mitchell"),
        "pairs",
        say("One table and a half, or several tables, appended to a Mitchell of convenient size."),
        rover.appendix,
        (*LENGTH, "switch", "skip-after"),
    ),
    Family(
        "hesitation",
        say("Hesitation Mitchell"),
        "pairs",
        say("One table fewer than convenient: moving pairs wait a round at the last table; one winner."),
        hesitation.hesitation,
        (*MITCHELL, "card"),
        hesitation_cards,
    ),
    Family(
        "fat-mitchell",
        say("Fat Mitchell"),
        "pairs",
        say("Two fields and one set more than tables; a set is put aside at each table for the last round."),
        hesitation.fat_mitchell,
        MITCHELL,
    ),
    Family(
        "blackpool",
        say("Blackpool"),
        "pairs",
        say("Two sets more than tables, for 10 and 11 tables with rounds of two boards."),
        mitchell.blackpool,
        MITCHELL,
    ),
    Family(
        "double-weave",
        say("Double Weave Mitchell"),
        "pairs",
        say("Odd East-West go up and even ones down, the boards against them; no sharing at 8, 12 or 16 tables."),
        copies.double_weave,
        MITCHELL,
    ),
    Family(
        "web",
        say("Web Mitchell"),
        "pairs",
        say("A large room plays few boards, with two copies of them (three when the tables are odd in number)."),
        web.web,
        MITCHELL,
    ),
    Family(
        "bowman-ewing",
        say("Bowman-Ewing"),
        "pairs",
        say("Two tables more than convenient: one shares, one has its own copy of the boards."),
        copies.bowman_ewing,
        MITCHELL,
    ),
    Family(
        "twinned",
        say("Twinned Mitchell"),
        "pairs",
        say("Two halves of the room with twinned boards; at half-time East-West change halves."),
        copies.twinned,
        MITCHELL,
    ),
    Family(
        "howell",
        say("Howell"),
        "pairs",
        say("One winner: almost everybody moves and meets almost everybody; 2 to 14 tables."),
        _howell_with(howell.howell),
        (*MITCHELL, "stationary", "card"),
        howell_cards,
    ),
    Family(
        "three-quarter-howell",
        say("Three-quarter Howell"),
        "pairs",
        say("A Howell with fewer rounds, so with more pairs that keep their seats."),
        _howell_with(howell.three_quarter_howell),
        (*MITCHELL, "stationary", "card"),
        three_quarter_cards,
    ),
)


def _team_family(name: str, family: TeamFamily) -> Family:
    def make(wish: Wish) -> Movement:
        return family.build(
            wish.pairs,
            rounds=wish.rounds,
            boards_per_round=wish.boards_per_round,
            boards=wish.boards,
            stanzas=wish.stanzas,
            card=wish.card,
        )

    return Family(
        name,
        family.title,
        "teams",
        family.about,
        make,
        (*LENGTH, "stanzas", "card"),
        lambda size: tuple(family.cards.get(size, ())),
        tuple(family.sizes),
    )


FAMILIES: Mapping[str, Family] = {family.name: family for family in PAIRS_FAMILIES} | {
    name: _team_family(name, family) for name, family in TEAM_FAMILIES.items()
}


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
    if tables is not None and teams is not None:
        raise ImpossibleWish(say("Say how many tables or how many teams, not both."))
    if found.kind == "teams":
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
    if phantom != "auto" and not found.name.endswith("howell"):  # a Howell knows its pairs by bare numbers
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
class Listed:
    """One line of the catalogue: a family at one size, with a card where there is one."""

    family: str
    kind: Kind
    entry: str
    size: int
    card: str


def listing(family: str | None = None) -> Iterator[Listed]:
    """Every family at every size it can be had for, and every printed card.

    >>> [line.card for line in listing("howell") if line.entry == "4"][:3]
    ['nz-howell-4', 'acbl-howell-4', 'busbridge-howell-4']
    """
    for found in [find_family(family)] if family else FAMILIES.values():
        for size in _sizes(found.name):
            entry = str(size) if found.kind == "teams" else half(size)
            for card in found.cards(size) or ("",):
                yield Listed(found.name, found.kind, entry, size, card)


@cache
def _sizes(name: str) -> tuple[int, ...]:
    """Written down in sizes.json, since to build every family at every size takes seconds."""
    return FAMILIES[name].sizes or tuple(_written_sizes()[name])


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
