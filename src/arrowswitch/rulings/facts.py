"""The facts of a call for the director, given once: dealer, auction, who did what, whose turn, which card.

They are written in one line, which the command, the address of a page and the log all have:

    dealer N; 1S (E:1H) P 2S P P P; turn W; card HK

Calls follow each other in rotation. One in brackets does not stand: it is in question or was taken back. A seat before a call
says who made it, where it was not his turn. What a call showed, where that is not the suit that it names, is put after
an equals sign: 2D=H is a transfer, 1C=- says nothing of clubs. What follows for a question is in `follows`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from arrowswitch.bridge import (
    Auction,
    Bid,
    Call,
    Card,
    NotBridge,
    OtherCall,
    Seat,
    Suit,
    Vulnerability,
    dealer_of,
    parse_call,
    parse_card,
    parse_seat,
    vulnerability_of,
)
from arrowswitch.words import Sentence, say

MOST_CALLS = 80
LONGEST = 600
"""As many letters as facts can have."""
HIGHEST_FIRST = tuple(reversed(Suit))


class BadFacts(ValueError):  # noqa: N818 - said to the director
    """Facts that cannot be: what is wrong, and how it is written."""


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call that somebody made."""

    seat: Seat
    call: Call
    shows: tuple[Suit, ...] | None = None
    """The suits that it showed, where the director has said so."""
    stands: bool = True
    """Whether it is part of the legal auction; otherwise it is in question or was taken back."""

    @property
    def suits(self) -> frozenset[Suit]:
        """The suits that it specified: what the director says, or the suit that it names.

        >>> [str(suit) for suit in CallMade(Seat.EAST, parse_call("2D")).suits]
        ['♦']
        >>> CallMade(Seat.EAST, parse_call("1NT")).suits, CallMade(Seat.EAST, parse_call("1C"), ()).suits
        (frozenset(), frozenset())
        """
        if self.shows is not None:
            return frozenset(self.shows)
        suit = self.call.denomination.suit if isinstance(self.call, Bid) else None
        return frozenset({suit}) if suit else frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """What a director was told; what is not known is left out."""

    dealer: Seat | None = None
    made: tuple[CallMade, ...] = ()
    """All the calls in the order in which they were made, with those that do not stand."""
    said_offender: Seat | None = None
    said_turn: Seat | None = None
    """Whose turn it is to lead or play, or whose it was to call."""
    said_declarer: Seat | None = None
    card: Card | None = None
    """The card that was led, exposed or played."""

    # -- the auction

    @property
    def auction(self) -> Auction | None:
        """The legal auction."""
        return standing(self.dealer, self.made) if self.dealer else None

    @property
    def question(self) -> int | None:
        """The place of the call that the director was called about: the first of the last ones that do not stand."""
        place = next((at for at in reversed(range(len(self.made))) if not self.made[at].stands), None)
        while place and not self.made[place - 1].stands:
            place -= 1
        return place

    @property
    def withdrawn(self) -> CallMade | None:
        """The call in question."""
        return None if self.question is None else self.made[self.question]

    @property
    def before(self) -> Auction | None:
        """The legal auction as it was when the call in question was made."""
        if not self.dealer or self.question is None:
            return None
        return standing(self.dealer, self.made[: self.question])

    @property
    def since(self) -> tuple[CallMade, ...]:
        """What was called after the call in question."""
        return () if self.question is None else self.made[self.question + 1 :]

    @property
    def replacement(self) -> CallMade | None:
        """What the offender called instead: his first call afterwards that stands."""
        return next((each for each in self.since if each.stands and each.seat is self.offender), None)

    # -- who is who

    @property
    def offender(self) -> Seat | None:
        """Who did it: as it was said, or who made the call in question."""
        return self.said_offender or (self.withdrawn.seat if self.withdrawn else None)

    @property
    def declarer(self) -> Seat | None:
        """Who declares: as it was said, or by the auction once that is over."""
        auction = self.auction
        return self.said_declarer or (auction.declarer if auction and auction.over else None)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, or was when the call in question was made: as it was said, or by the auction."""
        if self.said_turn:
            return self.said_turn
        if self.question is not None:
            return self.before.turn if self.before and not self.before.over else None
        auction = self.auction
        if auction is None or auction.over:
            return self.declarer.left if self.declarer and not self.said_declarer else None
        return auction.turn

    # -- the suits

    @property
    def shown(self) -> frozenset[Suit]:
        """The suits that the offender has specified in the legal auction."""
        mine = (each.suits for each in self.made if each.stands and each.seat is self.offender)
        return frozenset().union(*mine)

    @property
    def not_shown(self) -> frozenset[Suit]:
        """The suits that he has not, of which declarer may forbid one (Law 26B of 2017)."""
        return frozenset(Suit) - self.shown

    @property
    def shown_by_withdrawn(self) -> frozenset[Suit]:
        """The suits that only his withdrawn calls specified, which declarer may require or forbid (Law 26A2 of 2007)."""
        return self.suits_withdrawn - self.shown

    @property
    def suits_withdrawn(self) -> frozenset[Suit]:
        """The suits that his withdrawn calls specified."""
        mine = (each.suits for each in self.made if not each.stands and each.seat is self.offender)
        return frozenset().union(*mine)

    def __str__(self) -> str:
        return written(self)


def standing(dealer: Seat, made: tuple[CallMade, ...]) -> Auction:
    """The legal auction among the calls that were made."""
    return Auction(dealer, tuple((each.seat, each.call) for each in made if each.stands))


# -- as they are written ----------------------------------------------------------------------------------------------


def read(text: str) -> Facts:
    """The facts of a line.

    >>> facts = read("dealer N; 1S (E:1H) P 2S P P P; turn W")
    >>> str(facts.offender), str(facts.declarer), str(facts.turn), str(facts.replacement.call)
    ('E', 'N', 'W', 'Pass')
    >>> read("dealer N; 1S 1H")
    Traceback (most recent call last):
    arrowswitch.rulings.facts.BadFacts: East cannot call 1♥ here. In brackets, (E:1♥), it is the call in question; as E:1♥ it was accepted.
    """
    if len(text) > LONGEST:
        raise BadFacts(say("These facts are too long: {most} letters are the most.", most=LONGEST))
    given: dict[str, Any] = {}
    calls = ""
    for part in filter(None, (each.strip() for each in text.split(";"))):
        name, _space, value = part.partition(" ")
        reader = PARTS.get(name.lower())
        if reader is None:
            calls += " " + (value if name.lower() == "auction" else part)
            continue
        try:
            given[FIELDS[name.lower()]] = reader(value)
        except NotBridge as problem:
            raise BadFacts(problem.args[0]) from None
    facts = Facts(**given)
    return replace(facts, made=tuple(_made(facts.dealer, calls)))


PARTS = {"dealer": parse_seat, "offender": parse_seat, "turn": parse_seat, "declarer": parse_seat, "card": parse_card}
"""What a part of the line begins with, and how the rest of it is read; another part is the auction."""
FIELDS = {
    "dealer": "dealer",
    "offender": "said_offender",
    "turn": "said_turn",
    "declarer": "said_declarer",
    "card": "card",
}
_CALL = re.compile(
    r"(?P<open>\()?(?:(?P<seat>[NESW]):)?(?P<call>[^=():]+)(?:=(?P<shows>[SHDC]+|-))?(?P<close>\))?", re.I
)


def _made(dealer: Seat | None, text: str) -> Iterator[CallMade]:
    words = re.sub(r"(?<=[(:])\s+|\s+(?=\))", "", text.replace(",", " ")).split()
    if words and dealer is None:
        raise BadFacts(say("Who dealt? Write the auction after its dealer: dealer N; 1S P 2S."))
    if len(words) > MOST_CALLS:
        raise BadFacts(say("That is more calls than an auction has."))
    assert dealer is not None or not words  # noqa: S101 - seen above
    now = Auction(dealer or Seat.NORTH)
    for word in words:
        for each in _word(now, word):
            if each.stands:
                now = now.by(each.seat, each.call)
            yield each


def _word(now: Auction, word: str) -> Iterator[CallMade]:
    """The call of one word; AP is all the passes that end the auction."""
    if word.upper() == "AP":
        while not now.over:
            yield CallMade(now.turn, OtherCall.PASS)
            now = now.after(OtherCall.PASS)
        return
    found = _CALL.fullmatch(word)
    if found is None or bool(found["open"]) != bool(found["close"]):
        raise BadFacts(say("“{word}” is no call. Write 1S, P, X, (E:1H) or 2D=H.", word=word[:20]))
    try:
        call = parse_call(found["call"])
    except NotBridge as problem:
        raise BadFacts(problem.args[0]) from None
    seat = Seat(found["seat"].upper()) if found["seat"] else now.turn
    made = CallMade(seat, call, _shows(found["shows"]), not found["open"])
    if made.stands and not found["seat"] and (now.over or not now.admissible(seat, call)):
        raise _impossible(now, made)
    yield made


def _impossible(now: Auction, made: CallMade) -> BadFacts:
    if now.over:
        return BadFacts(say("The auction was over before {call}.", call=made.call))
    return BadFacts(
        say(
            "{seat} cannot call {call} here. In brackets, ({letter}:{call}), it is the call in question; "
            "as {letter}:{call} it was accepted.",
            seat=made.seat.full_name,
            letter=made.seat.value,
            call=made.call,
        )
    )


def _shows(letters: str | None) -> tuple[Suit, ...] | None:
    if letters is None:
        return None
    return tuple(suit for suit in HIGHEST_FIRST if suit.letter in letters.upper())


def written(facts: Facts) -> str:
    """The facts in one line, as `read` has them.

    >>> written(read("dealer n; 1s,(1h),p 2D=HS ; turn west; card 10h"))
    'dealer N; 1S (E:1H) P 2D=SH; turn W; card HT'
    """
    parts = [f"dealer {facts.dealer.value}"] if facts.dealer else []
    if facts.dealer and facts.made:
        parts.append(" ".join(_written(facts.dealer, facts.made)))
    for name in ("offender", "turn", "declarer"):
        if seat := getattr(facts, FIELDS[name]):
            parts.append(f"{name} {seat.value}")
    if facts.card:
        parts.append(f"card {facts.card.plain}")
    return "; ".join(parts)


def _written(dealer: Seat, made: tuple[CallMade, ...]) -> Iterator[str]:
    now = Auction(dealer)
    for each in made:
        call = "P" if each.call is OtherCall.PASS else each.call.plain
        if each.shows is not None:
            call += "=" + ("".join(suit.letter for suit in HIGHEST_FIRST if suit in each.shows) or "-")
        if not each.stands:
            yield f"({each.seat.value}:{call})"
            continue
        regular = each.seat is now.turn and not now.over and now.admissible(each.seat, each.call)
        yield call if regular else f"{each.seat.value}:{call}"
        now = now.by(each.seat, each.call)


# -- in words -----------------------------------------------------------------------------------------------------------

SUIT_NAMES = {
    Suit.SPADES: say("spades"),
    Suit.HEARTS: say("hearts"),
    Suit.DIAMONDS: say("diamonds"),
    Suit.CLUBS: say("clubs"),
}


def one_of(suits: frozenset[Suit]) -> Sentence:
    """Suits of which one is chosen, the highest first.

    >>> one_of(frozenset({Suit.CLUBS, Suit.SPADES, Suit.HEARTS}))
    'spades, hearts or clubs'
    """
    return _listed(suits, OR)


def all_of(suits: frozenset[Suit]) -> Sentence:
    """Suits together, the highest first.

    >>> all_of(frozenset({Suit.CLUBS, Suit.SPADES}))
    'spades and clubs'
    """
    return _listed(suits, AND)


OR, AND, MORE = say("{suit} or {other}"), say("{suit} and {other}"), say("{suit}, {other}")
NO_SUIT = say("no suit")


def _listed(suits: frozenset[Suit], last: Sentence) -> Sentence:
    names = [SUIT_NAMES[suit] for suit in HIGHEST_FIRST if suit in suits]
    if len(names) < 2:
        return names[0] if names else NO_SUIT
    told = Sentence(last.template, {"suit": names[-2], "other": names[-1]})
    for name in reversed(names[:-2]):
        told = Sentence(MORE.template, {"suit": name, "other": told})
    return told


VULNERABLE = {
    Vulnerability.NONE: say("nobody is vulnerable"),
    Vulnerability.NS: say("North-South are vulnerable"),
    Vulnerability.EW: say("East-West are vulnerable"),
    Vulnerability.ALL: say("all are vulnerable"),
}


def board_told(board: int) -> Sentence:
    """What a board says of itself.

    >>> board_told(2), board_told(18) == board_told(2)
    ('East dealt; North-South are vulnerable.', True)
    """
    return say(
        "{dealer} dealt; {vulnerable}.",
        dealer=dealer_of(board).full_name,
        vulnerable=VULNERABLE[vulnerability_of(board)],
    )
