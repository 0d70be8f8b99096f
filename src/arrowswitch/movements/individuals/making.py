"""What the families of individuals share: how long one is, how it is told, and how rows become a movement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arrowswitch.movements.build import sit_outs
from arrowswitch.movements.individuals.starters import FEWEST, MOST, Starter
from arrowswitch.movements.model import (
    ImpossibleWish,
    Instruction,
    Meeting,
    Movement,
    Occasion,
    Relay,
    partners,
)
from arrowswitch.movements.wishes import MOST_BOARDS_PER_ROUND, USUAL_BOARDS, Wish
from arrowswitch.words import Sentence, counted, say, spans

OPTIONS = ("rounds", "boards-per-round", "boards")


def check_players(title: Sentence, players: int, sizes: Sequence[int]) -> None:
    """Refuse a number of players that a family does not serve, and name the nearest that it does."""
    if players in sizes:
        return
    if players < FEWEST or players > MOST:
        raise ImpossibleWish(
            say(
                "An individual is for {least} to {most} players, not {players}.",
                least=FEWEST,
                most=MOST,
                players=players,
            )
        )
    nearest = min(sizes, key=lambda size: (abs(size - players), size))
    raise ImpossibleWish(
        say(
            "{title} is for {sizes} players, not {players}; the nearest is {nearest}.",
            title=title,
            sizes=spans(sizes),
            players=players,
            nearest=nearest,
        )
    )


def fitted(wish: Wish, whole: Iterable[int]) -> tuple[int, int, int]:
    """Which of the whole lengths to take, how many of its rounds, and the boards to a round.

    A round left out is as bad as two boards too few or too many. Of two that are as good, the longer one, with more partners.

    >>> fitted(Wish(12), [9, 10, 11]), fitted(Wish(12, rounds=8), [9, 10, 11]), fitted(Wish(12, boards=27), [9, 10, 11])
    ((11, 11, 2), (9, 8, 3), (9, 9, 3))
    """
    lengths = sorted(whole)
    most = lengths[-1]
    if wish.rounds is not None and wish.rounds > most:
        raise ImpossibleWish(
            say(
                "With {players} players this movement has at most {most}, not {rounds}.",
                players=wish.pairs,
                most=counted("rounds", most),
                rounds=wish.rounds,
            )
        )
    if wish.boards_per_round is not None and wish.boards_per_round > MOST_BOARDS_PER_ROUND:
        raise ImpossibleWish(
            say(
                "A round cannot have {boards}; 1 to {most} can be.",
                boards=counted("boards", wish.boards_per_round),
                most=MOST_BOARDS_PER_ROUND,
            )
        )
    sizes = [wish.boards_per_round] if wish.boards_per_round else range(1, MOST_BOARDS_PER_ROUND + 1)
    possible = [
        (length, rounds, each)
        for length in lengths
        for rounds in ([wish.rounds] if wish.rounds else range(1, length + 1))
        if rounds <= length
        for each in sizes
        if wish.boards in (None, rounds * each)
    ]
    if not possible:
        raise ImpossibleWish(
            say(
                "With {players} players this movement has no place for {boards}.",
                players=wish.pairs,
                boards=counted("boards", wish.boards or 0),
            )
        )
    aim = wish.boards or USUAL_BOARDS

    def price(one: tuple[int, int, int]) -> tuple[int, int]:
        length, rounds, each = one
        unpartnered = 4 * (length < most and wish.rounds is None)
        hurried = 6 * (each == 1)  # after every board everybody would have to move
        return abs(rounds * each - aim) + 2 * (length - rounds) + unpartnered + hurried, -rounds

    return min(possible, key=price)


def individual(
    meetings: Iterable[Meeting],
    *,
    players: int,
    name: str,
    family: str,
    rounds: int,
    boards_per_round: int,
    stationary: Iterable[int] = (),
    relays: Iterable[Relay] = (),
    shares: Iterable[tuple[int, ...]] = (),
    copies: int = 1,
    instructions: Iterable[Instruction] = (),
    source: str = "",
) -> Movement:
    """A movement of single players, with one winner."""
    played = tuple(meetings)
    everybody = range(1, players + 1)
    return Movement(
        name=name,
        family=family,
        kind="individual",
        contestants=tuple(everybody),
        rounds=rounds,
        boards_per_round=boards_per_round,
        winners=1,
        meetings=played,
        sit_outs=sit_outs(everybody, rounds, played, seated=lambda m: (*partners(m.ns), *partners(m.ew))),
        stationary=tuple(stationary),
        relays=tuple(relays),
        shares=tuple(shares),
        copies=copies,
        instructions=tuple(instructions),
        source=source,
    )


def told(starter: Starter, rounds: int, boards: Sentence) -> tuple[Instruction, ...]:
    """What is read out: who sits where, who follows whom, and what happens to the boards."""
    seats = "; ".join(f"{table}: " + "-".join(map(str, chairs)) for table, chairs in enumerate(starter.tables, 1))
    lines: list[tuple[Occasion, int, Sentence]] = [
        ("start", 0, say("Round 1, North, South, East and West by table: {seats}.", seats=seats)),
        ("move", 0, _follow(starter)),
        ("move", 0, boards),
        ("last", rounds - 1, say("Round {round} is the last.", round=rounds)),
    ]
    return tuple(Instruction(occasion, after, text) for occasion, after, text in lines)


def _follow(starter: Starter) -> Sentence:
    if starter.group:
        return say("After each round everybody goes where the guide card says.")
    circles = ", ".join(f"{circle[0]}-{circle[-1]}" for circle in starter.circles)
    if starter.stationary:
        return say(
            "Players {circles} follow the player one number lower, the first of a group the last; players who stay: {staying}."
            " Go where your guide card says.",
            circles=circles,
            staying=spans(starter.stationary),
        )
    return say(
        "Players {circles} follow the player one number lower, the first of a group the last. Go where your guide card says.",
        circles=circles,
    )
