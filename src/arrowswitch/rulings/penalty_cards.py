"""The penalty cards of a table while a board is played: which lie there, what declarer may choose at each lead, what follows.

The story is a list of steps, each a few words: `exposed W H5` (by accident), `deliberate W H5` (a lead out of turn, a revoke
put right), `lead E` (E is on lead now), `require H`, `forbid HS`, `free` (declarer's choice), `played W H5`, `back W H5` (the
director gives it back). Everything else follows (Laws 49 to 51). The phone has the same in `penalties.js`; the tests hold
the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.bridge import Card, NotBridge, Rank, Seat, Suit, parse_card
from arrowswitch.rulings.facts import one_of
from arrowswitch.rulings.laws import KNOWN
from arrowswitch.rulings.model import DEFAULT_EDITION, Edition
from arrowswitch.words import Sentence, say

MOST_STEPS = 80


class BadStep(ValueError):  # noqa: N818 - said to the director
    """A step that cannot be: what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PenaltyCard:
    """A defender's card that lies face up, or did."""

    seat: Seat
    card: Card
    major: bool


@dataclass(frozen=True, slots=True)
class PenaltyCards:
    """Where a table stands."""

    declarer: Seat
    edition: Edition = DEFAULT_EDITION
    lying: tuple[PenaltyCard, ...] = ()
    back: tuple[PenaltyCard, ...] = ()
    """Picked up again: unauthorised for the partner."""
    leader: Seat | None = None
    order: str = ""
    """What declarer has said about this lead: require, forbid or free."""
    ordered: frozenset[Suit] = frozenset()
    banned: frozenset[Suit] = frozenset()
    """What the leader may not lead as long as he keeps the lead."""

    def of(self, seat: Seat, major: bool = True) -> tuple[PenaltyCard, ...]:
        """The cards of a defender that lie on the table, the major or the minor ones."""
        return tuple(each for each in self.lying if each.seat is seat and each.major is major)

    @property
    def at_stake(self) -> frozenset[Suit]:
        """The suits that declarer may require or forbid now: those of the major penalty cards of the leader's partner."""
        if self.leader is None or self.leader.side is self.declarer.side or self.order:
            return frozenset()
        return frozenset(each.card.suit for each in self.of(self.leader.partner))


# -- steps --------------------------------------------------------------------------------------------------------------


def replay(declarer: Seat, steps: Sequence[str], edition: Edition = DEFAULT_EDITION) -> PenaltyCards:
    """Where a table stands after these steps.

    >>> table = replay(Seat.SOUTH, ["exposed W H5", "exposed W SK", "lead E", "forbid H"])
    >>> [(str(each.card), each.major) for each in table.lying], [str(suit) for suit in table.banned]
    ([('♠K', True)], ['♥'])
    """
    if len(steps) > MOST_STEPS:
        raise BadStep(say("That is more steps than a board has."))
    now = PenaltyCards(declarer, edition)
    for step in steps:
        now = after(now, step)
    return now


def after(now: PenaltyCards, step: str) -> PenaltyCards:
    """The table after a step."""
    verb, _space, rest = step.partition(" ")
    take = STEPS.get(verb)
    if take is None:
        raise BadStep(say("“{step}” is no step; there are {known}.", step=step[:20], known=", ".join(STEPS)))
    return take(now, rest.strip())


def _exposed(now: PenaltyCards, rest: str, deliberate: bool = False) -> PenaltyCards:
    seat, card = _seat_and_card(rest)
    if seat.side is now.declarer.side:
        raise BadStep(
            say("{seat} is of the declaring side, whose cards are never penalty cards (48A).", seat=seat.full_name)
        )
    if any(each.card == card for each in now.lying):
        raise BadStep(say("{card} lies there already.", card=card))
    mine = [each for each in now.lying if each.seat is seat]
    major = deliberate or card.rank >= Rank.TEN or bool(mine)  # Law 50B
    lying = tuple(replace(each, major=True) if each.seat is seat and mine else each for each in now.lying)
    return replace(now, lying=(*lying, PenaltyCard(seat, card, major)))


def _lead(now: PenaltyCards, rest: str) -> PenaltyCards:
    leader = _seat(rest)
    banned = now.banned if leader is now.leader else frozenset()  # the ban lasts as long as he keeps the lead
    return replace(now, leader=leader, order="", ordered=frozenset(), banned=banned)


def _require(now: PenaltyCards, rest: str) -> PenaltyCards:
    suits = _suits(now, rest)
    if len(suits) != 1:
        raise BadStep(say("One suit can be required."))
    return replace(_picked_up(now, suits), order="require", ordered=suits)


def _forbid(now: PenaltyCards, rest: str) -> PenaltyCards:
    suits = _suits(now, rest)
    return replace(_picked_up(now, suits), order="forbid", ordered=suits, banned=now.banned | suits)


def _free(now: PenaltyCards, rest: str) -> PenaltyCards:
    if rest or not now.at_stake:
        raise BadStep(say("Declarer has nothing to choose now."))
    return replace(now, order="free")


def _picked_up(now: PenaltyCards, suits: frozenset[Suit]) -> PenaltyCards:
    """All cards of the leader's partner in these suits go back to the hand (50D2(a), 51B)."""
    assert now.leader is not None  # noqa: S101 - without a leader nothing is at stake
    up = tuple(each for each in now.of(now.leader.partner) if each.card.suit in suits)
    return replace(now, lying=tuple(each for each in now.lying if each not in up), back=(*now.back, *up))


def _played(now: PenaltyCards, rest: str) -> PenaltyCards:
    card = _lying(now, rest)
    return replace(now, lying=tuple(each for each in now.lying if each is not card))


def _back(now: PenaltyCards, rest: str) -> PenaltyCards:
    card = _lying(now, rest)
    return replace(now, lying=tuple(each for each in now.lying if each is not card), back=(*now.back, card))


STEPS: Mapping[str, Callable[[PenaltyCards, str], PenaltyCards]] = {
    "exposed": _exposed,
    "deliberate": lambda now, rest: _exposed(now, rest, deliberate=True),
    "lead": _lead,
    "require": _require,
    "forbid": _forbid,
    "free": _free,
    "played": _played,
    "back": _back,
}


def _seat(text: str) -> Seat:
    if text not in [seat.value for seat in Seat]:
        raise BadStep(say("“{text}” is not a seat. Seats are N, E, S and W.", text=text[:20]))
    return Seat(text)


def _seat_and_card(text: str) -> tuple[Seat, Card]:
    seat, _space, card = text.partition(" ")
    try:
        return _seat(seat), parse_card(card)
    except NotBridge as problem:
        raise BadStep(problem.args[0]) from None


def _lying(now: PenaltyCards, text: str) -> PenaltyCard:
    seat, card = _seat_and_card(text)
    for each in now.lying:
        if (each.seat, each.card) == (seat, card):
            return each
    raise BadStep(say("{card} of {seat} does not lie on the table.", card=card, seat=seat.full_name))


def _suits(now: PenaltyCards, letters: str) -> frozenset[Suit]:
    suits = frozenset(suit for suit in Suit if suit.letter in letters)
    if not suits or len(suits) != len(letters) or not suits <= now.at_stake:
        raise BadStep(say("Declarer may now choose about {suits}.", suits=one_of(now.at_stake)))
    return suits


# -- what follows -------------------------------------------------------------------------------------------------------

SAID: Mapping[str, Sentence] = {
    "choose": say("{leader} waits. {declarer}, choose about the lead; do not consult {dummy}."),
    "require": say("{leader} must lead {suit}; {partner} picks up {cards}"),
    "forbid": say("{leader} may not lead {suit} while he keeps the lead; {partner} picks up {cards}"),
    "free": say("{leader} may lead anything; nothing is picked up, and the choice comes again at his next lead"),
    "must_lead": say("{leader} leads {suit}. With none of it he leads his own penalty card, or else any card (59)."),
    "may_not_lead": say("{leader} may not lead {suit} as long as he keeps the lead. With nothing else, any card (59)."),
    "own": say("{leader} must lead the penalty card {cards} (50D1)."),
    "own_one_of": say("{leader} must lead one of the penalty cards {cards}; {declarer} says which (51A)."),
    "own_waits": say("The order goes first: {leader} leads another suit and leaves {cards} on the table (50D1)."),
    "any": say("{leader} may lead any card."),
    "major": say(
        "{seat} must play {cards} at the first legal chance: to lead, follow, discard or ruff. Following suit goes first (50D1)."
    ),
    "major_one_of": say(
        "{seat} must play one of {cards} at the first legal chance, the one that {declarer} names (51A)."
    ),
    "minor": say(
        "{seat} may play no other small card of {suit} before {cards}; an honour, or another suit, is free (50C)."
    ),
    "sees_2017": say("While {cards} lies there everybody may use what it shows, {partner} too (50E1)."),
    "sees_2007": say(
        "{partner} may know that {cards} must be played; what else it shows is unauthorised for him (50E1, 50E2)."
    ),
    "gone": say("{cards} was picked up: what it showed is unauthorised for {partner}, not for {declarer} (50E2)."),
    "later_2017": say(
        "At the end: could it well have come out otherwise without the exposed card, to the harm of the others? Then adjust (50E3)."
    ),
    "later_2007": say("At the end: did the exposed card tell something that harmed the others? Then adjust (50E3)."),
}
"""The sentences of the tracker. Who sees what follows the edition; one that comes later begins as the one before."""


def told(now: PenaltyCards) -> list[Sentence]:
    """What the director says and watches for now: the lead, then each card, then who may use what."""
    return [*_lead_told(now), *_cards_told(now), *_information(now)]


def _lead_told(now: PenaltyCards) -> Iterator[Sentence]:
    if now.leader is None or now.leader.side is now.declarer.side:
        return
    names = _names(now)
    if now.at_stake:
        yield _put("choose", **names)
        return
    own = now.of(now.leader)
    if now.order == "require":
        yield _put("must_lead", **names, suit=one_of(now.ordered))
        own = tuple(each for each in own if each.card.suit in now.ordered)
    elif now.banned:
        yield _put("may_not_lead", **names, suit=one_of(now.banned))
        kept = own
        own = tuple(each for each in own if each.card.suit not in now.banned)
        if kept and not own:
            yield _put("own_waits", **names, cards=_cards(kept))
    elif not own:
        yield _put("any", **names)
    if own:
        yield _put("own" if len(own) == 1 else "own_one_of", **names, cards=_cards(own))


def _cards_told(now: PenaltyCards) -> Iterator[Sentence]:
    for seat in Seat:
        names = {"seat": seat.full_name, "declarer": now.declarer.full_name}
        major = now.of(seat)
        if major:
            yield _put("major" if len(major) == 1 else "major_one_of", **names, cards=_cards(major))
        for each in now.of(seat, major=False):
            yield _put("minor", **names, suit=one_of(frozenset({each.card.suit})), cards=_cards((each,)))


def _information(now: PenaltyCards) -> Iterator[Sentence]:
    for each in now.lying:
        yield _put(_of_edition("sees", now.edition), partner=each.seat.partner.full_name, cards=_cards((each,)))
    for each in now.back:
        names = {"partner": each.seat.partner.full_name, "declarer": now.declarer.full_name}
        yield _put("gone", **names, cards=_cards((each,)))
    if now.lying or now.back:
        yield _put(_of_edition("later", now.edition))


def _of_edition(name: str, edition: Edition) -> str:
    """The sentence of an edition, or of the one that it came after."""
    while f"{name}_{edition}" not in SAID:
        edition = KNOWN[edition].after
    return f"{name}_{edition}"


TAKEN: Mapping[str, Sentence] = {
    "exposed": say("{seat} exposed {card} by accident"),
    "deliberate": say("{seat} played {card} and must take it back"),
    "lead": say("{seat} is on lead"),
    "require": say("declarer requires {suit}"),
    "forbid": say("declarer forbids {suit}"),
    "free": say("declarer leaves the lead free"),
    "played": say("{seat} played {card}"),
    "back": say("{seat} was given {card} back"),
}
"""The steps in words."""


def step_told(step: str) -> Sentence:
    """A step in words.

    >>> step_told("exposed W HK"), step_told("forbid SH"), step_told("free")
    ('West exposed ♥K by accident', 'declarer forbids spades or hearts', 'declarer leaves the lead free')
    """
    verb, *rest = step.split()
    values: dict[str, object] = {}
    if verb in ("require", "forbid"):
        values = {"suit": one_of(frozenset(Suit(letter) for letter in rest[0]))}
    elif rest:
        values = {"seat": Seat(rest[0]).full_name} | ({"card": parse_card(rest[1])} if rest[1:] else {})
    return Sentence(TAKEN[verb].template, values)


def _leader(now: PenaltyCards) -> Seat:
    assert now.leader is not None  # noqa: S101 - asked only when somebody leads
    return now.leader


def _names(now: PenaltyCards) -> dict[str, object]:
    leader = _leader(now)
    seats = {"leader": leader, "partner": leader.partner, "declarer": now.declarer, "dummy": now.declarer.partner}
    return {name: seat.full_name for name, seat in seats.items()}


def _put(name: str, **values: object) -> Sentence:
    return Sentence(SAID[name].template, values)


def _cards(cards: Sequence[PenaltyCard]) -> Sentence:
    return say("{cards}", cards=", ".join(str(each.card) for each in cards))
