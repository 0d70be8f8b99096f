"""Every repair by the name that a director would look for, with what must be told about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.repair.late_pairs import late_pair, late_table, relay_last
from arrowswitch.movements.repair.mitchell import (
    boards_left_on_sit_out_table,
    forgotten_skip,
    no_boards_on_sit_out_table,
    skip_at_the_wrong_time,
)
from arrowswitch.movements.repair.relay import relay_forgotten, relay_misplaced
from arrowswitch.movements.repair.special import missed_special_move
from arrowswitch.movements.repair.table import (
    boards_out_of_sequence,
    pair_leaves,
    pairs_exchanged,
    rounds_cut,
    rover_missed,
    sides_turned,
    wrong_board,
)
from arrowswitch.movements.repair.tools import Repair, only_pairs
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Happened:
    """What the director tells about a mistake; nothing of it is told by 0 or an empty value."""

    at_round: int = 0
    table: int = 0
    board: int = 0
    played: int = 0
    pair: int = 0
    other_pair: int = 0
    made_after: int = 0
    seated: bool = False
    relay_last: bool = False
    switch_last: bool = False
    really: Mapping[int, int] = field(default_factory=dict)

    def told(self) -> tuple[str, ...]:
        """The names of what was told."""
        return tuple(each.name for each in fields(self) if getattr(self, each.name))


class Kind(NamedTuple):
    """One sort of repair: what it is for, what must and what may be told, and how it is done."""

    about: Sentence
    needs: tuple[str, ...]
    may: tuple[str, ...]
    mend: Callable[[Movement, Happened], Repair]


def _late(fit_in: Callable[[Movement, int], Repair]) -> Callable[[Movement, Happened], Repair]:
    return lambda m, h: fit_in(relay_last(m) if h.relay_last else m, h.at_round or 2)


KINDS: Mapping[str, Kind] = {
    "late-pair": Kind(
        say("A pair is late: the half table, a new table, or a seat in a Howell."),
        (),
        ("at_round", "relay_last"),
        _late(late_pair),
    ),
    "late-table": Kind(
        say("Two pairs are late and make a new table."), (), ("at_round", "relay_last"), _late(late_table)
    ),
    "forgotten-skip": Kind(
        say("The skip was forgotten."),
        ("at_round",),
        ("seated",),
        lambda m, h: forgotten_skip(m, h.at_round, seated=h.seated),
    ),
    "wrong-skip": Kind(
        say("The skip was made after another round."),
        ("at_round", "made_after"),
        (),
        lambda m, h: skip_at_the_wrong_time(m, h.made_after, h.at_round),
    ),
    "missed-special": Kind(
        say("The special move was forgotten, or made after another round."),
        ("at_round",),
        ("made_after",),
        lambda m, h: missed_special_move(m, h.at_round, h.made_after),
    ),
    "relay-too-low": Kind(
        say("The relay stood one table too low."),
        (),
        ("at_round",),
        lambda m, h: relay_misplaced(m, "low", h.at_round or None),
    ),
    "relay-too-high": Kind(
        say("The relay stood one table too high."),
        (),
        ("at_round",),
        lambda m, h: relay_misplaced(m, "high", h.at_round or None),
    ),
    "no-relay": Kind(
        say("The relay was forgotten."), (), ("at_round",), lambda m, h: relay_forgotten(m, h.at_round or 2)
    ),
    "boards-left": Kind(
        say("The boards stayed on the sit-out table."),
        (),
        ("at_round",),
        lambda m, h: boards_left_on_sit_out_table(m, h.at_round or 3),
    ),
    "no-sit-out-boards": Kind(
        say("No boards were put on the sit-out table."), (), (), lambda m, _: no_boards_on_sit_out_table(m)
    ),
    "turned": Kind(
        say("Two pairs sat the wrong way round, for a round or one board."),
        ("at_round", "table"),
        ("board",),
        lambda m, h: sides_turned(m, h.at_round, h.table, h.board or None),
    ),
    "boards-out-of-order": Kind(
        say("Boards lay in each other's places at the start."),
        ("really",),
        ("at_round",),
        lambda m, h: boards_out_of_sequence(m, h.really, right_again=h.at_round or None),
    ),
    "rover-missed": Kind(
        say("Play began before the rover came, for a round or one board."),
        ("at_round",),
        ("board",),
        lambda m, h: rover_missed(m, h.at_round, (h.board,) if h.board else ()),
    ),
    "wrong-opponents": Kind(
        say("Two pairs played in each other's seats."),
        ("at_round", "pair", "other_pair"),
        (),
        lambda m, h: pairs_exchanged(m, h.at_round, h.pair, h.other_pair),
    ),
    "wrong-board": Kind(
        say("A table played a board that was not due."),
        ("at_round", "table", "board", "played"),
        (),
        lambda m, h: wrong_board(m, h.at_round, h.table, h.board, h.played),
    ),
    "pair-leaves": Kind(
        say("A pair goes home before a round."),
        ("at_round", "pair"),
        (),
        lambda m, h: pair_leaves(m, h.pair, h.at_round),
    ),
    "rounds-cut": Kind(
        say("The evening ends before a round."),
        ("at_round",),
        ("switch_last",),
        lambda m, h: rounds_cut(m, h.at_round - 1, switch_last=h.switch_last),
    ),
}


def mend(kind: str, movement: Movement, happened: Happened) -> Repair:
    """Repair a movement.

    >>> from arrowswitch.movements import build
    >>> mend("rounds-cut", build("mitchell", tables=7), Happened(at_round=6)).steps[0]
    'Round 5 is the last one.'
    """
    if kind not in KINDS:
        raise ImpossibleWish(say("There is no repair “{kind}”; there are {kinds}.", kind=kind, kinds=", ".join(KINDS)))
    chosen = KINDS[kind]
    only_pairs(movement)
    told = happened.told()
    missing = [name for name in chosen.needs if name not in told]
    if missing:
        raise ImpossibleWish(
            say("For {kind} tell also --{option}.", kind=kind, option=" and --".join(missing).replace("_", "-"))
        )
    useless = [name for name in told if name not in (*chosen.needs, *chosen.may)]
    if useless:
        raise ImpossibleWish(
            say("{kind} has no use for --{option}.", kind=kind, option=" and --".join(useless).replace("_", "-"))
        )
    negative = [name for name in told if isinstance(value := getattr(happened, name), int) and value < 0]
    if negative:
        raise ImpossibleWish(say("--{option} must be 1 or more.", option=negative[0].replace("_", "-")))
    return chosen.mend(movement, happened)


def read_places(text: str) -> dict[int, int]:
    """Which board lay in the place of which: 1:5,5:1.

    >>> read_places("1:5, 5:1")
    {1: 5, 5: 1}
    """
    places: dict[int, int] = {}
    for part in text.split(","):
        old, colon, new = part.partition(":")
        if not (colon and old.strip().isdecimal() and new.strip().isdecimal()):
            raise ImpossibleWish(say("“{text}” does not say which board lay where; write 1:5,5:1.", text=text))
        places[int(old)] = int(new)
    return places
