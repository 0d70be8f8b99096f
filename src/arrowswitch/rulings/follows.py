"""What follows from the facts: answers that need not be asked for, and the seats and suits that a ruling names.

A question of the book says by its key `from_facts` which of these it is answered by. Each gives the id of an answer, or
nothing where the facts do not settle it; an answer that the question does not have is no answer either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.bridge import BIDS, Auction, Bid, Denomination, OtherCall, Rank
from arrowswitch.rulings.facts import Facts, all_of, one_of
from arrowswitch.words import Sentence, say

YES_NO = {True: "yes", False: "no"}


def position(facts: Facts) -> str:
    """Whose turn it was when the call in question was made, seen from who made it (Laws 30 to 32)."""
    made, turn = facts.withdrawn, facts.turn
    if made is None or turn is None:
        return ""
    caller = made.seat
    if turn is caller.left:
        called = any(each.stands and each.seat is caller for each in facts.made[: facts.question])
        return "lho-again" if called else "lho-first"
    return {caller.right: "rho", caller.partner: "partner"}.get(turn, "")


def turn_of(facts: Facts) -> str:
    """The same, where it does not matter whether he had called before."""
    return {"lho-first": "lho", "lho-again": "lho"}.get(found := position(facts), found)


def admissible(facts: Facts) -> str:
    """Whether the call in question could be made at all, were it in turn (Laws 18, 19, 36)."""
    made, auction = facts.withdrawn, facts.before
    return YES_NO[auction.admissible(made.seat, made.call)] if made and auction else ""


def in_turn(facts: Facts) -> str:
    """Whether the call in question was made in turn."""
    made = facts.withdrawn
    return YES_NO[facts.turn is made.seat] if made and facts.turn else ""


def any_bid(facts: Facts) -> str:
    """Whether anybody had bid before the call in question (Law 30 of 2007)."""
    return YES_NO[facts.before.last_bid is not None] if facts.before else ""


def since(facts: Facts) -> str:
    """Who has called since: nobody, or the next player over the call, which does not stand yet."""
    if facts.withdrawn is None:
        return ""
    if not facts.since:
        return "nobody"
    over_it = facts.since[0]
    return "lho" if not over_it.stands and over_it.seat is facts.withdrawn.seat.left else ""


def called_over(facts: Facts) -> str:
    """Whether the next player has called over the call in question."""
    return {"nobody": "no", "lho": "yes"}.get(since(facts), "")


def replacement(facts: Facts) -> str:
    """Whether an insufficient bid was replaced by the lowest sufficient one that shows the same, or by another insufficient one.

    Whether anything else is comparable is a judgement (Law 27B1(a), Law 23A).
    """
    old, auction = facts.withdrawn, facts.before
    if old is None or auction is None or auction.last_bid is None or not isinstance(old.call, Bid):
        return ""
    if facts.since and not facts.since[0].stands and facts.since[0].seat is old.seat:
        again = facts.since[0].call
        return "again" if isinstance(again, Bid) and not auction.sufficient(again) else ""
    new = facts.replacement
    if new is None or facts.since[0] is not new or not isinstance(new.call, Bid):
        return ""
    named = (bid for bid in BIDS if bid.denomination is new.call.denomination and bid.level >= old.call.level)
    lowest = next((bid for bid in named if auction.sufficient(bid)), None)
    notrump = new.call.denomination is old.call.denomination is Denomination.NOTRUMP
    same = new.suits == old.suits and (new.suits or notrump)  # two bids that show no suit may mean anything
    return "same" if same and new.call == lowest else ""


def whose(facts: Facts) -> str:
    """Which side the offender is on: declaring or defender."""
    if facts.declarer is None or facts.offender is None:
        return ""
    return "declaring" if facts.offender.side is facts.declarer.side else "defender"


def side(facts: Facts) -> str:
    """The same, of the whole side: declaring or defending."""
    return {"defender": "defending"}.get(found := whose(facts), found)


def hand_of(facts: Facts) -> str:
    """Whose hand the offender's is: a defender's, declarer's or dummy's."""
    if facts.declarer is None or facts.offender is None:
        return ""
    names = {facts.declarer: "declarer", facts.declarer.partner: "dummy"}
    return names.get(facts.offender, "defender")


def defends(facts: Facts) -> str:
    """Whether the offender's side defends."""
    return {"declaring": "no", "defender": "yes"}.get(whose(facts), "")


def on_lead(facts: Facts) -> str:
    """Whose lead it was when the offender, a defender, led: his partner's, or the declaring side's."""
    if facts.declarer is None or facts.offender is None or facts.said_turn is None:
        return ""
    if facts.said_turn.side is facts.declarer.side:
        return "declaring"
    return "partner" if facts.said_turn is facts.offender.partner else ""


def shown(facts: Facts) -> str:
    """Whether the offender has shown no suit, some or all of them in the legal auction (Law 26B of 2017)."""
    if not facts.dealer or facts.offender is None or facts.withdrawn is None:
        return ""
    return "none" if not facts.shown else "some" if facts.not_shown else "all"


def related(facts: Facts) -> str:
    """Whether the withdrawn call showed one suit or more, and nothing else (Law 26A of 2007)."""
    if facts.withdrawn is None:
        return ""
    return YES_NO[bool(facts.withdrawn.suits)]


def shown_too(facts: Facts) -> str:
    """Whether each suit of the withdrawn call was shown in the legal auction as well (Law 26A1 of 2007)."""
    return YES_NO[not facts.shown_by_withdrawn] if facts.withdrawn and facts.withdrawn.suits else ""


def honour(facts: Facts) -> str:
    """Whether the card is an honour."""
    return YES_NO[facts.card.rank >= Rank.TEN] if facts.card else ""


def kind(facts: Facts) -> str:
    """What kind of call is in question."""
    if facts.withdrawn is None:
        return ""
    names = {OtherCall.PASS: "pass", OtherCall.DOUBLE: "double", OtherCall.REDOUBLE: "double"}
    return "bid" if isinstance(facts.withdrawn.call, Bid) else names[facts.withdrawn.call]


@dataclass(frozen=True, slots=True)
class FactSource:
    """How a question is answered from the facts: by which function, what it can give, and where that is said to come from."""

    find: Callable[[Facts], str]
    gives: tuple[str, ...]
    because: Sentence


AUCTION = say("from the auction")
SEATS = say("from who sits where")
CARD = say("from the card")
SUITS = say("from the suits that were shown")

SOURCES: Mapping[str, FactSource] = {
    "position": FactSource(position, ("rho", "partner", "lho-first", "lho-again"), AUCTION),
    "turn-of": FactSource(turn_of, ("rho", "partner", "lho"), AUCTION),
    "admissible": FactSource(admissible, ("yes", "no"), AUCTION),
    "in-turn": FactSource(in_turn, ("yes", "no"), AUCTION),
    "any-bid": FactSource(any_bid, ("yes", "no"), AUCTION),
    "since": FactSource(since, ("nobody", "lho"), AUCTION),
    "called-over": FactSource(called_over, ("yes", "no"), AUCTION),
    "replacement": FactSource(replacement, ("same", "again"), AUCTION),
    "kind": FactSource(kind, ("pass", "bid", "double"), AUCTION),
    "whose": FactSource(whose, ("declaring", "defender"), SEATS),
    "side": FactSource(side, ("declaring", "defending"), SEATS),
    "hand-of": FactSource(hand_of, ("defender", "declarer", "dummy"), SEATS),
    "defends": FactSource(defends, ("yes", "no"), SEATS),
    "on-lead": FactSource(on_lead, ("declaring", "partner"), SEATS),
    "shown": FactSource(shown, ("none", "some", "all"), SUITS),
    "related": FactSource(related, ("yes", "no"), SUITS),
    "shown-too": FactSource(shown_too, ("yes", "no"), SUITS),
    "honour": FactSource(honour, ("yes", "no"), CARD),
}
"""By the name that a question gives in `from_facts`."""


# -- what the director is told ---------------------------------------------------------------------------------------------

TOLD: Mapping[str, Sentence] = {
    "next": say("{turn} is to call."),
    "in_turn": say("In question: {call} by {offender}, whose turn it was."),
    "out_of_turn": say("In question: {call} by {offender}. It was {turn}’s turn."),
    "late": say("In question: {call} by {offender}. The auction was over."),
    "declares": say("{declarer} declares {contract}, {dummy} is dummy, and {leader} has the opening lead."),
    "passed_out": say("All four passed."),
    "shown": say("{offender} has shown {suits} in the legal auction."),
    "shown_none": say("{offender} has shown no suit in the legal auction."),
}
"""What follows from the facts, in words, with the seats in braces."""


def told(facts: Facts) -> list[Sentence]:
    """What follows from the facts, for the director to see that they are right.

    >>> from arrowswitch.rulings.facts import read
    >>> told(read("dealer N; 1S (E:1H) P 2S AP"))[1]
    'North declares 2♠, South is dummy, and East has the opening lead.'
    """
    return [Sentence(TOLD[name].template, values) for name, values in _told(facts)]


def _told(facts: Facts) -> Iterator[tuple[str, dict[str, object]]]:
    auction, offender, made, turn = facts.auction, facts.offender, facts.withdrawn, facts.turn
    if made:
        call: dict[str, object] = {"call": made.call, "offender": made.seat.full_name}
        if turn is None:
            yield "late", call
        elif turn is made.seat:
            yield "in_turn", call
        else:
            yield "out_of_turn", {**call, "turn": turn.full_name}
    if auction and auction.over:
        yield _contract_told(auction)
    elif auction and not made and auction.calls:
        yield "next", {"turn": auction.turn.full_name}
    if made and offender:
        name = {"offender": offender.full_name}
        yield ("shown", {**name, "suits": all_of(facts.shown)}) if facts.shown else ("shown_none", {**name})


def _contract_told(auction: Auction) -> tuple[str, dict[str, object]]:
    declarer = auction.declarer
    if declarer is None:
        return "passed_out", {}
    seats = {"declarer": declarer, "dummy": declarer.partner, "leader": declarer.left}
    return "declares", {"contract": auction.contract, **{role: seat.full_name for role, seat in seats.items()}}


# -- what a ruling names --------------------------------------------------------------------------------------------------

NAMED: Mapping[str, Sentence] = {
    "call": say("the call"),
    "replacement": say("the new call"),
    "not_shown": say("any that the offender has not shown in the legal auction"),
    "shown_by_call": say("the suit that the withdrawn call showed"),
    "card": say("the card"),
    "suit": say("that suit"),
}
"""What can be named in braces besides the seats, as it is called while the facts are not known."""


def named(facts: Facts) -> dict[str, str]:
    """What is known of it.

    >>> from arrowswitch.rulings.facts import read
    >>> words = named(read("dealer N; 1S (E:1H) 2C 2S AP"))
    >>> words["call"], words["replacement"], words["not_shown"], words["shown_by_call"]
    ('1♥', '2♣', 'spades, hearts or diamonds', 'hearts')
    """
    found: dict[str, str] = {}
    if facts.withdrawn:
        found["call"] = say("{call}", call=facts.withdrawn.call)
        if facts.replacement:
            found["replacement"] = say("{call}", call=facts.replacement.call)
        if facts.not_shown:
            found["not_shown"] = one_of(facts.not_shown)
        if facts.shown_by_withdrawn:
            found["shown_by_call"] = one_of(facts.shown_by_withdrawn)
    if facts.card:
        found |= {"card": say("{card}", card=facts.card), "suit": one_of(frozenset({facts.card.suit}))}
    return found
