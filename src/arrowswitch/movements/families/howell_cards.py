"""The cards of Howells: printed ones, and the best that the search has found for all other lengths.

Printed cards are in howells.toml, generated ones in generated_howells.json, those that were designed for half tables in
designed_howells.json. A card is the line-up of round 1 with its sets; where everybody goes next, and where the spare boards lie,
follows from it. Of a card in which nobody follows anybody every round is written down.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arrowswitch.movements.build import SketchRow, boards_of_sets, one_field
from arrowswitch.movements.faults import CHECKS
from arrowswitch.movements.model import ImpossibleWish, Movement, Relay
from arrowswitch.words import Sentence, say

HERE = Path(__file__).parent


DESIGNED = say("Designed for the entry")
MOST_OWN_PAIRS = 60
HOWELL, THREE_QUARTER = "howell", "three-quarter-howell"
HOWELL_TITLE, THREE_QUARTER_TITLE = say("Howell"), say("Three-quarter Howell")


@dataclass(frozen=True, slots=True)
class LineUp:
    """Round 1 of a cyclic Howell. Pairs above `rounds` are stationary; numbers and sets rise by one each round."""

    pairs: int
    rounds: int
    seats: tuple[tuple[int, int], ...]
    """NS and EW at tables 1, 2, ... in round 1."""
    sets: tuple[int, ...]
    """The set at tables 1, 2, ... in round 1."""
    switched: frozenset[tuple[int, int]] = frozenset()
    """(round, table) where the two sides sit the other way."""
    by_round: tuple[tuple[tuple[int, int], ...], ...] = ()
    """NS and EW at each table, round by round, where nobody follows anybody."""

    def pair(self, number: int, round_: int) -> int:
        """Who sits in a later round where this pair sat in round 1."""
        return number if number > self.rounds else (number + round_ - 2) % self.rounds + 1

    def rows(self) -> Iterator[SketchRow]:
        """Every table of every round."""
        for number in range(1, self.rounds + 1):
            for table, ((ns, ew), start) in enumerate(zip(self.seats, self.sets, strict=True), 1):
                here = self.pair(ns, number), self.pair(ew, number)
                if self.by_round:
                    here = self.by_round[number - 1][table - 1]
                if (number, table) in self.switched:
                    here = here[::-1]
                yield SketchRow(number, table, *here, (start + number - 2) % self.rounds + 1)

    def movement(self, play: int | None = None) -> Movement:
        """The bare movement, or its first rounds, for measuring."""
        rows = (row for row in self.rows() if row.round <= (play or self.rounds))
        return one_field(rows, name="Howell", family="howell", boards_per_round=1)


@dataclass(frozen=True, slots=True)
class HowellCard:
    """One Howell card: the line-up of round 1 and what is known about it."""

    id: str
    line_up: LineUp
    boards_per_round: int
    source: str
    sets_by_round: tuple[tuple[int, ...], ...] = ()
    """The set at each table, round by round, where the boards do not travel in a circle."""
    derived: bool = False
    """The printed card is lost; this one was rebuilt from what is known of it."""
    qf: float | None = None
    """The quality of a generated card, found when it was made; None for a printed one."""
    length: int = 0
    """The rounds it is meant for, of the `rounds` of its circle."""
    missing: int = 0
    """The pair that is not there, where the card was made for a half table; 0 for a card of full tables."""

    @property
    def pairs(self) -> int:
        return self.line_up.pairs

    @property
    def rounds(self) -> int:
        """The rounds of the whole circle: moving pairs and sets are as many."""
        return self.line_up.rounds

    @property
    def stationary(self) -> tuple[int, ...]:
        return tuple(range(self.rounds + 1, self.pairs + 1))

    @property
    def three_quarter(self) -> bool:
        """Fewer rounds than a complete Howell, and so more than one pair that keeps its table."""
        return len(self.stationary) > 1

    @property
    def family(self) -> str:
        """The family that a movement of this card is of."""
        return THREE_QUARTER if self.three_quarter else HOWELL

    @property
    def title(self) -> Sentence:
        return THREE_QUARTER_TITLE if self.three_quarter else HOWELL_TITLE

    def rows(self) -> Iterator[SketchRow]:
        for row in self.line_up.rows():
            yield row._replace(set=self.sets_by_round[row.round - 1][row.table - 1]) if self.sets_by_round else row


@cache
def cards() -> Mapping[str, HowellCard]:
    """Every card by its id, printed ones first.

    >>> cards()["busbridge-howell-6"].line_up.seats[0]
    (5, 8)
    """
    printed = [_printed(entry) for entry in _toml()["card"]]
    generated = [_generated(entry) for entry in json.loads((HERE / "generated_howells.json").read_text("utf-8"))]
    designed = [_designed(entry) for entry in json.loads((HERE / "designed_howells.json").read_text("utf-8"))]
    return {card.id: card for card in (*printed, *generated, *designed)}


def fitting_cards(pairs: int) -> Iterator[HowellCard]:
    """The cards for so many pairs, the printed ones first: at a half table those with a pair more, and those made for it.

    >>> [card.id for card in fitting_cards(9) if card.missing][-1], any(card.missing for card in fitting_cards(10))
    ('designed-howell-9-pairs-9', False)
    """
    for card in cards().values():
        if card.pairs == pairs + pairs % 2 and (pairs % 2 or not card.missing):
            yield card


@cache
def _toml() -> dict[str, Any]:
    return tomllib.loads((HERE / "howells.toml").read_text("utf-8"))


def _pair(text: str, between: str) -> tuple[int, int]:
    first, second = text.split(between)
    return int(first), int(second)


def _printed(entry: Mapping[str, Any]) -> HowellCard:
    switched = frozenset((number, table) for table, number in (_pair(text, ":") for text in entry.get("switched", ())))
    by_round = isinstance(entry["sets"][0], list)
    return HowellCard(
        id=entry["id"],
        line_up=LineUp(
            entry["pairs"],
            entry["rounds"],
            tuple(_pair(text, "-") for text in entry["line_up"]),
            tuple(entry["sets"][0] if by_round else entry["sets"]),
            switched,
        ),
        boards_per_round=entry["boards_per_round"],
        source=entry["source"],
        sets_by_round=tuple(tuple(line) for line in entry["sets"]) if by_round else (),
        derived=entry.get("derived", False),
        length=entry["rounds"],
    )


def _generated(entry: Mapping[str, Any]) -> HowellCard:
    line_up = LineUp(
        entry["pairs"],
        entry["rounds"],
        tuple(_pair(text, "-") for text in entry["line_up"].split()),
        tuple(entry["sets"]),
        frozenset((number, table) for table, number in (_pair(text, ":") for text in entry["switched"].split())),
    )
    length = entry.get("play", line_up.rounds)
    return HowellCard(
        id=f"generated-howell-{line_up.pairs // 2}-{length}",
        line_up=line_up,
        boards_per_round=usual_boards_per_round(length),
        source=f"generated by search, quality {entry['qf']:.2f} of 100",
        qf=entry["qf"],
        length=length,
    )


def _designed(entry: Mapping[str, Any]) -> HowellCard:
    """A card of our own search for a half table: with the pair that is missing, its quality and what none can exceed."""
    seats = tuple(tuple(_pair(text, "-") for text in line.split()) for line in entry["line_up"])
    by_round = len(seats) > 1
    sets = tuple(tuple(line) for line in entry["sets"])
    length = entry.get("play", entry["rounds"])
    switched = frozenset((number, table) for table, number in (_pair(text, ":") for text in entry["switched"].split()))
    proof = "proved: none is better" if entry["qf"] >= entry["bound"] else f"none can be above {entry['bound']:.2f}"
    return HowellCard(
        id=f"designed-howell-{entry['pairs'] - 1}-pairs-{length}",
        line_up=LineUp(entry["pairs"], entry["rounds"], seats[0], sets[0], switched, seats if by_round else ()),
        boards_per_round=usual_boards_per_round(length),
        source=f"our own search, quality {entry['qf']:.2f} of 100; {proof}",
        sets_by_round=sets if by_round else (),
        qf=entry["qf"],
        length=length,
        missing=entry["missing"],
    )


# -- a card in one word -----------------------------------------------------------------------------------------------

OWN = "own_"
LONGEST_WORD = 2000
_ONE, _TWO = r"[0-9]{1,3}", r"[0-9]{1,3}-[0-9]{1,3}"
OWN_WORD = re.compile(rf"{OWN}({_ONE})_({_ONE})_({_TWO}(?:\.{_TWO})*)_({_ONE}(?:\.{_ONE})*)_((?:{_TWO}(?:\.{_TWO})*)?)")


def word_of(line_up: LineUp) -> str:
    """A line-up in one word, which an address or a command can carry: its size, its seats, its sets, its switched places.

    >>> word_of(LineUp(4, 3, ((4, 1), (2, 3)), (1, 1), frozenset({(2, 1)})))
    'own_4_3_4-1.2-3_1.1_1-2'
    """
    seats = ".".join(f"{ns}-{ew}" for ns, ew in line_up.seats)
    switched = ".".join(f"{table}-{number}" for number, table in sorted(line_up.switched))
    return f"{OWN}{line_up.pairs}_{line_up.rounds}_{seats}_{'.'.join(map(str, line_up.sets))}_{switched}"


def card_of(word: str) -> HowellCard:
    """The card that a word says, if it is one that can be played.

    >>> card_of("own_8_7_8-7.2-6.4-5.3-1_1.2.3.5_1-2").line_up.switched
    frozenset({(2, 1)})
    """
    refusal = ImpossibleWish(say("“{word}” is no Howell card.", word=word[:40]))
    found = OWN_WORD.fullmatch(word) if len(word) <= LONGEST_WORD else None
    if found is None:
        raise refusal
    pairs, rounds = int(found[1]), int(found[2])
    switched = frozenset(
        (played, table) for table, played in (_pair(text, "-") for text in found[5].split(".") if text)
    )
    line_up = LineUp(
        pairs,
        rounds,
        tuple(_pair(text, "-") for text in found[3].split(".")),
        tuple(map(int, found[4].split("."))),
        switched,
    )
    named = [side for seats in line_up.seats for side in seats]
    fits = len(line_up.seats) == len(line_up.sets) and max(named) <= pairs <= MOST_OWN_PAIRS and 0 < rounds <= pairs
    if not fits or min(named) < 1 or not 1 <= min(line_up.sets) <= max(line_up.sets) <= rounds:
        raise refusal
    if any(faults for check in CHECKS if (faults := tuple(check(line_up.movement())))):
        raise refusal
    return HowellCard(word, line_up, usual_boards_per_round(rounds), str(DESIGNED), length=rounds)


def usual_boards_per_round(rounds: int) -> int:
    """The boards per round that come nearest to a session of 24 to 28 boards.

    >>> [usual_boards_per_round(rounds) for rounds in (5, 7, 9, 13)]
    [5, 4, 3, 2]
    """
    return min(range(1, 9), key=lambda b: (max(24 - rounds * b, rounds * b - 28, 0), abs(rounds * b - 26)))


def default_card(pairs: int) -> str | None:
    """The printed card that a size takes when nothing else is wished for."""
    name: str | None = _toml()["default"].get(str(pairs))
    return name


def relays(card: HowellCard, boards_per_round: int) -> tuple[Relay, ...]:
    """The sets that are at no table in round 1, between the tables that have their neighbours."""
    tables = len(card.line_up.sets)
    found: list[Relay] = []
    for table, (here, after) in enumerate(
        zip(card.line_up.sets, (*card.line_up.sets[1:], card.line_up.sets[0]), strict=True), 1
    ):
        gap = (after - here) % card.rounds - 1
        if gap > 0:
            between = [(here + n) % card.rounds + 1 for n in range(gap)]
            lying = boards_of_sets(between, boards_per_round)
            found.append(Relay((table, table % tables + 1), gap, lying))
    return tuple(found)
