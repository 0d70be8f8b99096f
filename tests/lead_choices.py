"""What declarer may choose at a lead, worked out here to hold the phone's tracker to it (Laws 50 and 51)."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.bridge import Suit
from arrowswitch.rulings.facts import HIGHEST_FIRST, one_of
from arrowswitch.rulings.penalty_cards import PenaltyCards, _cards, _leader, _names, _put
from arrowswitch.words import Sentence


@dataclass(frozen=True, slots=True)
class LeadChoice:
    """What declarer may say at this lead, as a step, in words, and by which law."""

    step: str
    text: Sentence
    law: str


def choices(now: PenaltyCards) -> tuple[LeadChoice, ...]:
    """What declarer may choose: each suit, each set of suits to forbid, or nothing (50D2, 51B)."""
    if not now.at_stake:
        return ()
    suits = [suit for suit in HIGHEST_FIRST if suit in now.at_stake]
    several = len(now.of(_leader(now).partner)) > 1
    part = ("51B1" if len(suits) == 1 else "51B2") if several else "50D2"
    sets = [
        frozenset(suit for place, suit in enumerate(suits) if bits >> place & 1) for bits in range(1, 1 << len(suits))
    ]
    sets.sort(key=lambda found: (len(found), [suit not in found for suit in suits]))
    return (
        *(_choice(now, "require", frozenset({suit}), f"{part}(a)") for suit in suits),
        *(_choice(now, "forbid", found, f"{part}({'b' if several else 'a'})") for found in sets),
        LeadChoice(
            "free",
            _put("free", **_names(now)),
            "51B" if several else "50D2(b)",
        ),
    )


def _choice(now: PenaltyCards, verb: str, suits: frozenset[Suit], law: str) -> LeadChoice:
    up = tuple(each for each in now.of(_leader(now).partner) if each.card.suit in suits)
    letters = "".join(suit.letter for suit in HIGHEST_FIRST if suit in suits)
    suit = one_of(suits)
    return LeadChoice(f"{verb} {letters}", _put(verb, **_names(now), suit=suit, cards=_cards(up)), law)
