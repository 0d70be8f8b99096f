"""Howells: every pair meets every other (or nearly), and all but a few change both table and direction.

The cards are in `howell_cards`. A half table leaves one pair of the next whole card out; rounds may be left out at the
end, never added.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache

from arrowswitch.movements.balance import balance
from arrowswitch.movements.build import boards_of_set, one_field
from arrowswitch.movements.families.howell_cards import (
    HOWELL,
    HOWELL_TITLE,
    OWN,
    HowellCard,
    card_of,
    default_card,
    fitting_cards,
    relays,
    usual_boards_per_round,
)
from arrowswitch.movements.family import MITCHELL, Family
from arrowswitch.movements.model import ImpossibleWish, Instruction, Movement
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, counted, half, say, spans

MOST_TABLES = 14
MOST_BOARDS_PER_ROUND = 12


def howell(wish: Wish) -> Movement:
    """A Howell for 2 to 14 tables, complete or three-quarter: the card named, or the best that fits the wish.

    >>> movement = howell(Wish(10))
    >>> movement.rounds, movement.boards_per_round, movement.by_round[1][0].sides
    (9, 3, (3, 7))
    """
    return from_cards(wish, three_quarter=False)


def from_cards(wish: Wish, *, three_quarter: bool) -> Movement:
    """The Howell of the best card, or of one with more seats that stay where they are wanted."""
    usual = _from_best(wish, three_quarter)
    if wish.card or len(usual.stationary) >= wish.stationary:
        return usual
    for card in howell_cards(wish.pairs):
        with suppress(ImpossibleWish):
            other = _from_best(replace(wish, card=card), three_quarter)
            if len(other.stationary) >= wish.stationary:
                return other
    return usual


def _from_best(wish: Wish, three_quarter: bool) -> Movement:
    """The Howell of the best card, of all or of those with more than one pair that stays."""
    pairs, rounds, boards_per_round, boards = wish.pairs, wish.rounds, wish.boards_per_round, wish.boards
    if not 3 <= pairs <= 2 * MOST_TABLES and not (wish.card or "").startswith(OWN):
        raise ImpossibleWish(
            say(
                "A Howell is for 2 to {most} tables, not {tables}; nearest with one winner is a Mitchell with arrow"
                " switches.",
                most=MOST_TABLES,
                tables=half(pairs),
            )
        )
    if boards_per_round is not None and not 1 <= boards_per_round <= MOST_BOARDS_PER_ROUND:
        raise ImpossibleWish(
            say(
                "A round cannot have {boards}; 1 to {most} can be.",
                boards=counted("boards", boards_per_round),
                most=MOST_BOARDS_PER_ROUND,
            )
        )
    choice = _offered(pairs, wish.card, three_quarter)
    if rounds is None and boards is None:
        choice = choice[:1]
    if rounds is not None:
        choice = _long_enough(choice, pairs, rounds)
    if boards is not None and (boards_per_round is None or rounds is None):
        picked, rounds, boards_per_round = _by_boards(choice, pairs, rounds, boards_per_round, boards)
        choice = [picked]
    if boards is not None and rounds is not None and boards != rounds * (boards_per_round or 0):
        raise ImpossibleWish(
            say(
                "{rounds} × {each} is {total}, not {boards}.",
                rounds=rounds,
                each=boards_per_round,
                total=counted("boards", rounds * (boards_per_round or 0)),
                boards=boards,
            )
        )
    phantom = wish.phantom.partition(":")[2] or wish.phantom  # a Howell knows its pairs by bare numbers
    made = [
        from_card(one, pairs, rounds or one.length, boards_per_round or _each(one, rounds), phantom) for one in choice
    ]
    return max(made, key=lambda movement: round(balance(movement).qf, 6)) if len(made) > 1 else made[0]


def _each(card: HowellCard, rounds: int | None) -> int:
    return card.boards_per_round if rounds in (None, card.length) else usual_boards_per_round(rounds or card.length)


def _offered(pairs: int, card: str | None, three_quarter: bool) -> list[HowellCard]:
    """The cards for this size, the one to take without further wishes first."""
    size = pairs + pairs % 2
    if card is not None and card.startswith(OWN):
        own = card_of(card)
        if own.pairs in (pairs, size):
            return [own]
    fitting = [one for one in fitting_cards(pairs) if one.three_quarter or not three_quarter]
    if card is not None:
        named = [one for one in fitting if one.id == card]
        if not named:
            raise ImpossibleWish(
                say(
                    "There is no card “{card}” for {tables} tables; there are {cards}.",
                    card=card,
                    tables=half(pairs),
                    cards=", ".join(one.id for one in fitting) or say("none"),
                )
            )
        return named
    if not fitting:
        raise ImpossibleWish(
            say("There is no three-quarter Howell for {tables} tables; take the Howell.", tables=half(pairs))
        )
    default = default_card(size)
    return sorted(fitting, key=lambda one: (one.id != default, _misfit(one), -(one.qf or 0)))


def _misfit(card: HowellCard) -> int:
    """How far a card is from a session of 24 to 28 boards in rounds of two boards or more."""
    total = card.length * max(2, card.boards_per_round)
    return max(24 - total, total - 28, 0)


def _long_enough(choice: list[HowellCard], pairs: int, rounds: int) -> list[HowellCard]:
    """The cards with so many rounds, or the next longer ones, the last rounds left out; printed ones first."""
    most = max(one.length for one in choice)
    if not 1 <= rounds <= most:
        raise ImpossibleWish(
            say(
                "A Howell for {tables} tables has at most {most}, not {rounds}; complete ones are of {lengths}"
                " rounds, and the last rounds may be left out.",
                tables=half(pairs),
                most=counted("rounds", most),
                rounds=rounds,
                lengths=spans(one.length for one in choice),
            )
        )
    nearest = min(one.length for one in choice if one.length >= rounds)
    right = [one for one in choice if one.length == nearest]
    return [one for one in right if one.qf is None] or right


def _by_boards(
    choice: list[HowellCard], pairs: int, rounds: int | None, each: int | None, boards: int
) -> tuple[HowellCard, int, int]:
    """The card, rounds and boards per round that make so many boards with the fewest rounds left out."""
    ways = [
        (one.length - length, place, one, length, size)
        for place, one in enumerate(choice)
        for size in ([each] if each else range(1, MOST_BOARDS_PER_ROUND + 1))
        for length in ([rounds] if rounds else range(max(1, one.length // 2), one.length + 1))
        if length * size == boards
    ]
    if not ways:
        lengths = [rounds] if rounds else sorted({one.length for one in choice})
        sizes = [each] if each else range(1, MOST_BOARDS_PER_ROUND + 1)
        near = sorted({r * b for r in lengths for b in sizes}, key=lambda total: abs(total - boards))[:3]
        raise ImpossibleWish(
            say(
                "No Howell for {tables} tables has {boards}; nearest are {near}.",
                tables=half(pairs),
                boards=counted("boards", boards),
                near=", ".join(map(str, sorted(near))),
            )
        )
    _, _, one, length, size = min(ways, key=lambda way: way[:2])
    return one, length, size


def from_card(card: HowellCard, pairs: int, rounds: int, boards_per_round: int, phantom: str = "auto") -> Movement:
    """The first rounds of a card as a movement, with one pair left out where there is a half table."""
    rows = [row for row in card.rows() if row.round <= rounds]
    missing: int | None = None
    if card.pairs > pairs:
        missing = (card.missing or _ghost(card, rounds)) if phantom == "auto" else _number(phantom, card)
    elif phantom not in ("auto", ""):
        raise ImpossibleWish(say("{tables} tables are full: nobody is missing.", tables=half(pairs)))
    bare = one_field(
        rows,
        name=card.title,
        family=card.family,
        boards_per_round=boards_per_round,
        phantom=missing,
        stationary=card.stationary,
        relays=() if card.sets_by_round else relays(card, boards_per_round),
        shares=_shares(card, rounds),
        instructions=_instructions(card, rounds, boards_per_round, missing),
        source=card.source,
        card=card.id,
    )
    turned = tuple(replace(m, switched=(m.round, m.table) in card.line_up.switched) for m in bare.meetings)
    return replace(bare, meetings=turned)


def _number(phantom: str, card: HowellCard) -> int:
    if not phantom.isdecimal() or not 1 <= int(phantom) <= card.pairs:
        raise ImpossibleWish(
            say("The missing pair is one of 1 to {pairs}, not “{phantom}”.", pairs=card.pairs, phantom=phantom)
        )
    return int(phantom)


@cache
def _ghost(card: HowellCard, rounds: int) -> int:
    """The pair to leave out: the stationary one that leaves the best balance, so that every other sits out once."""
    if card.pairs <= 4:
        return card.pairs
    rows = [row for row in card.rows() if row.round <= rounds]

    def quality(number: int) -> float:
        without = one_field(rows, name="", family=card.family, boards_per_round=1, phantom=number)
        return round(balance(without).qf, 6)

    return max(card.stationary, key=lambda number: (quality(number), number))


# -- what the director and the players are told -------------------------------------------------------------------


def _shares(card: HowellCard, rounds: int) -> tuple[tuple[int, ...], ...]:
    groups: set[tuple[int, ...]] = set()
    for line in card.sets_by_round[:rounds]:
        for number in set(line):
            here = tuple(table for table, lying in enumerate(line, 1) if lying == number)
            if len(here) > 1:
                groups.add(here)
    return tuple(sorted(groups))


def _instructions(card: HowellCard, rounds: int, boards_per_round: int, missing: int | None) -> tuple[Instruction, ...]:
    stationary = spans(number for number in card.stationary if number != missing)
    idle = {(row.round, row.table) for row in card.rows() if missing in (row.ns, row.ew)}
    told: list[tuple[str, int, Sentence]] = []
    by_card = bool(card.line_up.by_round)
    empty = {row.table for row in card.rows() if row.round == 1 and missing in (row.ns, row.ew)} if by_card else set()
    lying = ", ".join(
        f"{table}: {spans(boards_of_set(number, boards_per_round))}"
        for table, number in enumerate(card.line_up.sets, 1)
        if table not in empty
    )
    told.append(("layout", 0, say("Boards for round 1, by table: {boards}.", boards=lying)))
    if not card.sets_by_round:
        told += [
            (
                "relay",
                0,
                say(
                    "Boards {boards} wait between tables {first} and {second}.",
                    boards=spans(relay.boards),
                    first=relay.between[0],
                    second=relay.between[1],
                ),
            )
            for relay in relays(card, boards_per_round)
        ]
    else:
        told.append(("relay", 0, say("Boards at no table wait on a table in the middle; fetch them from there.")))
    seats = ", ".join(f"{row.table}: {row.ns}-{row.ew}" for row in card.rows() if row.round == 1)
    told.append(("start", 0, say("Round 1, North-South and East-West by table: {seats}.", seats=seats)))
    if missing is not None:
        told.append(("sit-out", 0, say("Pair {number} is missing: its opponents sit out.", number=missing)))
    told.append(("move", 1, say("Go where your guide card says.") if by_card else _follow(stationary, card.rounds)))
    if not card.sets_by_round:
        told.append(("move", 1, say("Boards go down one table.")))
    for number, line in enumerate(card.sets_by_round[:rounds], 1):
        shared = {lying for lying in line if line.count(lying) > 1}
        if shared:
            told.append(("share", number - 1, say("In round {round} the tables share their boards.", round=number)))
    for number in range(1, rounds + 1):
        turned = [table for played, table in sorted(card.line_up.switched) if played == number]
        turned = [table for table in turned if (number, table) not in idle]
        if turned:
            told.append(
                (
                    "switch",
                    number - 1,
                    say(
                        "In round {round} the pairs at table {tables} sit the other way round: sit as your guide card"
                        " says.",
                        round=number,
                        tables=turned[0],
                    )
                    if len(turned) == 1
                    else say(
                        "In round {round} the pairs at tables {tables} sit the other way round: sit as your guide card"
                        " says.",
                        round=number,
                        tables=spans(turned),
                    ),
                )
            )
    told.append(("last", rounds - 1, say("Round {round} is the last.", round=rounds)))
    return tuple(
        Instruction(occasion, after, text)  # type: ignore[arg-type]
        for occasion, after, text in sorted(told, key=lambda line: line[1])
    )


def _follow(stationary: str, moving: int) -> Sentence:
    """Who keeps a seat, and who follows whom; `moving` pairs go round."""
    if not stationary:
        return say(
            "Every pair follows the pair one number lower, and pair 1 follows pair {last}; go where your guide card says.",
            last=moving,
        )
    return say(
        "Stationary: {stationary}. Every other pair follows the pair one number lower, and pair 1 follows pair {last};"
        " go where your guide card says.",
        stationary=stationary,
        last=moving,
    )


# -- the family -------------------------------------------------------------------------------------------------------


def howell_cards(pairs: int) -> tuple[str, ...]:
    """The Howell cards for so many pairs, the printed ones first."""
    return tuple(card.id for card in fitting_cards(pairs))


FAMILY = Family(
    name=HOWELL,
    title=HOWELL_TITLE,
    about=say("One winner: almost everybody moves and meets almost everybody; 2 to 14 tables."),
    place=140,
    build=howell,
    ease=5,
    options=(*MITCHELL, "stationary", "card"),
    cards=howell_cards,
    too_many=16,
    hazard=lambda movement: say("Everybody follows a guide card; boards and directions must be checked at each move."),
    seeded=False,
    traits=frozenset({"guide cards"}),
)
