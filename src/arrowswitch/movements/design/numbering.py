"""Who gets which number of a movement, so that the right pairs keep their seats, meet, and do not meet.

A movement says what happens to its numbers; who has which is free. The numbers are dealt so that as few wishes as possible are
broken, by exchanging two at a time.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.movements.design.asking import DesignWish
from arrowswitch.movements.model import Instruction, Movement
from arrowswitch.words import Sentence, say, spans

EXCHANGES = 4000
NO_PAIR_NAMED = frozenset({"layout", "relay", "share", "switch", "skip", "special", "double", "stanza", "last"})
"""Occasions on which tables and boards are named, never pairs."""


def dealt(wish: DesignWish, movement: Movement, dice: random.Random) -> Mapping[int, int]:
    """The new number of each number of the movement; empty where all may stay as they are.

    >>> from arrowswitch.movements import build
    >>> wish = DesignWish(8, 6, 4, never=((1, 2),))
    >>> numbers = dealt(wish, build("howell", tables=4, rounds=6), random.Random(0))
    >>> sorted(numbers) == sorted(numbers.values()) == list(range(1, 9))
    True
    """
    numbers = movement.contestants
    wanted = {seat.pair for seat in wish.seats}
    named = sorted(wanted | {pair for couple in (*wish.never, *wish.must) for pair in couple})
    if not named or len(numbers) != wish.pairs:
        return {}
    met = {frozenset(meeting.sides) for meeting in movement.meetings}
    still = set(movement.stationary)
    holder = dict(zip(range(1, wish.pairs + 1), numbers, strict=True))
    """Which number of the movement each pair of the wish has."""
    lines = {number: movement.winners == 2 and number in movement.sides_taken[0] for number in numbers}

    def broken() -> int:
        moved = sum(holder[pair] not in still for pair in wanted)
        together = sum(frozenset((holder[one], holder[other])) in met for one, other in wish.never)
        apart = sum(frozenset((holder[one], holder[other])) not in met for one, other in wish.must)
        return 3 * moved + together + apart

    least = broken()
    if least == 0 and all(pair == number for pair, number in holder.items()):
        return {}
    for _ in range(EXCHANGES):
        if least == 0:
            break
        one, other = dice.choice(named), dice.randint(1, wish.pairs)
        if lines[holder[one]] != lines[holder[other]]:
            continue
        holder[one], holder[other] = holder[other], holder[one]
        now = broken()
        if now <= least:
            least = now
        else:
            holder[one], holder[other] = holder[other], holder[one]
    return {number: pair for pair, number in holder.items()} if any(a != b for a, b in holder.items()) else {}


def renumbered(movement: Movement, numbers: Mapping[int, int]) -> Movement:
    """The movement with these numbers, and with words that still hold."""
    if not numbers:
        return movement
    new = replace(
        movement,
        contestants=tuple(sorted(numbers[number] for number in movement.contestants)),
        meetings=tuple(replace(m, ns=numbers[m.ns], ew=numbers[m.ew]) for m in movement.meetings),
        sit_outs=tuple(replace(rest, pair=numbers[rest.pair]) for rest in movement.sit_outs),
        stationary=tuple(sorted(numbers[number] for number in movement.stationary)),
        labels={numbers[number]: label for number, label in movement.labels.items()},
    )
    kept = [each for each in movement.instructions if each.occasion in NO_PAIR_NAMED or _names_nobody(each)]
    seats = ", ".join(f"{m.table}: {new.label(m.ns)}-{new.label(m.ew)}" for m in new.by_round[1])
    kept.append(Instruction("start", 0, say("Round 1, North-South and East-West by table: {seats}.", seats=seats)))
    if new.sit_outs:
        kept.append(Instruction("sit-out", 0, say("Whoever comes to a table without opponents sits out that round.")))
    if any(each.occasion == "move" and not _names_nobody(each) for each in movement.instructions):
        kept.append(Instruction("move", 1, _follow_the_cards(spans(new.stationary))))
    return replace(new, instructions=tuple(sorted(kept, key=lambda each: each.after)))


def _names_nobody(instruction: Instruction) -> bool:
    """Whether what is said to move is the same whoever has which number."""
    return instruction.occasion == "move" and not instruction.text.values


def _follow_the_cards(stationary: str) -> Sentence:
    if not stationary:
        return say("Go where your guide card says.")
    return say("Stationary: {stationary}. All others go where their guide cards say.", stationary=stationary)
