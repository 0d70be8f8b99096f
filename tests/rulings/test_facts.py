"""Facts given once, and what follows from them: seats, turns, suits shown or not, answers that need not be asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import BIDS, PACK, OtherCall, Seat, Suit
from arrowswitch.rulings.facts import BadFacts, CallMade, Facts, one_of, read, written
from arrowswitch.rulings.follows import SOURCES, named


def follows(name: str, facts: str) -> str:
    return SOURCES[name].find(read(facts))


@pytest.mark.parametrize(
    ("facts", "offender", "turn", "declarer"),
    [
        ("dealer N", None, "N", None),
        ("dealer E; P 1C", None, "W", None),
        ("dealer N; (E:1H)", "E", "N", None),
        ("dealer N; 1S (1H)", "E", "E", None),  # an insufficient bid in turn
        ("dealer N; 1S (E:1H) P 2S AP", "E", "E", "N"),
        ("dealer N; 1S (W:2H) P", "W", "E", None),
        ("dealer N; 1NT AP", None, "E", "N"),  # the opening lead
        ("dealer N; 1NT AP; offender W; turn E", "W", "E", "N"),
        ("offender W; declarer S; turn E", "W", "E", "S"),
        ("declarer S", None, None, "S"),
    ],
)
def test_who_did_it_whose_turn_it_was_and_who_declares(
    facts: str, offender: str | None, turn: str | None, declarer: str | None
) -> None:
    found = read(facts)
    assert (found.offender, found.turn, found.declarer) == (offender, turn, declarer)


def test_the_presumed_declarer_is_known_before_the_auction_is_over() -> None:
    facts = read("dealer N; P 1H P 3H")
    assert (facts.declarer, facts.auction and facts.auction.declarer) == (None, Seat.EAST)


def test_an_accepted_call_out_of_turn_stands_and_the_turn_goes_on_from_it() -> None:
    facts = read("dealer N; E:1H P")
    assert facts.turn is Seat.WEST
    assert written(facts) == "dealer N; E:1H P"


@pytest.mark.parametrize(
    ("name", "facts", "answer"),
    [
        # whose turn it was, seen from the offender (30, 31, 32)
        ("position", "dealer N; (E:1H)", "rho"),
        ("position", "dealer N; (S:1H)", "partner"),
        ("position", "dealer N; (W:1H)", "lho-first"),
        ("position", "dealer N; 1C P P (S:1H)", "lho-again"),
        ("position", "dealer N; 1S (1H)", ""),  # it was his turn
        ("position", "dealer N; 1C P P P (E:1H)", ""),  # nobody’s turn: the auction is over
        ("turn-of", "dealer N; (E:X)", "rho"),
        ("turn-of", "dealer N; 1S P (N:X)", "partner"),
        ("turn-of", "dealer N; 1S P P (S:X)", "lho"),
        ("admissible", "dealer N; 1S (W:X)", "yes"),
        ("admissible", "dealer N; 1S (S:X)", "no"),
        ("side", "declarer S; offender N", "declaring"),
        ("side", "declarer S; offender W", "defending"),
        ("hand-of", "declarer S; offender N", "dummy"),
        ("hand-of", "declarer S; offender S", "declarer"),
        ("hand-of", "declarer S; offender W", "defender"),
        ("in-turn", "dealer N; 1S (1H)", "yes"),
        ("in-turn", "dealer N; (E:1H)", "no"),
        ("in-turn", "offender E", ""),
        ("any-bid", "dealer N; P (S:P)", "no"),
        ("any-bid", "dealer N; 1C (S:P)", "yes"),
        ("since", "dealer N; (E:1H)", "nobody"),
        ("since", "dealer N; (E:1H) (S:P)", "lho"),
        ("since", "dealer N; (E:1H) 1S", ""),  # before the ruling or after it: that must be asked
        ("called-over", "dealer N; 1S (1H)", "no"),
        ("called-over", "dealer N; 1S (1H) (S:P)", "yes"),
        ("kind", "dealer N; (E:P)", "pass"),
        ("kind", "dealer N; 1S P P (N:X)", "double"),
        ("kind", "dealer N; (E:2C)", "bid"),
        # an insufficient bid and what took its place (27B)
        ("replacement", "dealer N; 1S (1H) 2H", "same"),
        ("replacement", "dealer N; 1S (1H) 3H", ""),
        ("replacement", "dealer N; 1S (1H) (E:1D)", "again"),
        ("replacement", "dealer N; 1S (1H) P", ""),
        ("replacement", "dealer N; 2NT P (2D=H) 3D=H", "same"),  # a transfer over two notrump
        ("replacement", "dealer N; 2NT P (2D=H) 3D", ""),
        ("replacement", "dealer N; 1S 1NT P (1NT) 2NT", "same"),
        ("replacement", "dealer N; 2NT P (2C=-) 3C=-", ""),  # two bids that show no suit may mean anything
        ("in-turn", "dealer N; P (W:1H); offender E", "no"),  # of who called, whoever did something else
        ("position", "dealer N; P (W:1H); offender E", "partner"),
        # sides, by the auction or by declarer alone
        ("whose", "dealer N; 1NT AP; offender E", "defender"),
        ("whose", "declarer S; offender N", "declaring"),
        ("defends", "dealer N; 1S (1H) P 2S AP", "yes"),
        ("defends", "dealer N; 1S (1H) 2H AP", "no"),
        ("on-lead", "declarer S; offender E; turn W", "partner"),
        ("on-lead", "declarer S; offender E; turn N", "declaring"),
        ("on-lead", "declarer S; offender E", ""),
        # the suits (26)
        ("shown", "dealer N; 1S (1H) P 2S AP", "none"),
        ("shown", "dealer N; 1S (1H) 2C 2S AP", "some"),
        ("shown", "dealer N; 1S (1H) 1NT 2S AP", "none"),
        ("shown", "dealer N; 1S (1H) X=HDC 2S AP", "some"),  # a double that showed three suits
        ("shown", "dealer N; 1S (1H) 2C=- 2S AP", "none"),  # artificial, and says nothing of clubs
        ("shown", "dealer N; P (S:1C) P P 1H 1S 2C 2D 3C 3D 4C P P P", "some"),
        ("shown", "dealer N; (E:1H) 1C X=SHDC P AP", "all"),
        ("related", "dealer N; 1S (1H) P 2S AP", "yes"),
        ("related", "dealer N; (E:1NT) 1S P 2S AP", "no"),
        ("related", "dealer N; (E:1C=-) 1S P 2S AP", "no"),
        ("shown-too", "dealer N; 1S (1H) P 2S AP", "no"),
        ("shown-too", "dealer N; 1S (1H) 2H 2S AP", "yes"),
        ("shown-too", "dealer N; 1S (E:2C=HC) 2H 2S AP", "no"),  # clubs were not
        ("honour", "card HT", "yes"),
        ("honour", "card H9", "no"),
        ("honour", "dealer N", ""),
    ],
)
def test_what_follows_from_the_facts(name: str, facts: str, answer: str) -> None:
    assert follows(name, facts) == answer
    assert answer in ("", *SOURCES[name].gives)


def test_every_source_is_tried_with_every_answer_that_it_gives() -> None:
    (marked,) = (each for each in test_what_follows_from_the_facts.pytestmark if each.name == "parametrize")  # type: ignore[attr-defined]
    tried = {(name, answer) for name, _facts, answer in marked.args[1]}
    assert {(name, answer) for name, source in SOURCES.items() for answer in source.gives} <= tried


def test_the_suits_that_may_be_forbidden_are_those_the_offender_has_not_shown_legally() -> None:
    facts = read("dealer N; 1S (1H) 2C 2S AP")
    assert facts.not_shown == {Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS}
    assert facts.shown_by_withdrawn == {Suit.HEARTS}
    assert named(facts)["not_shown"] == "spades, hearts or diamonds"


def test_a_suit_that_only_the_partner_showed_may_be_forbidden_too() -> None:
    facts = read("dealer N; 1S (1H) P 2S 3D 3S AP")
    assert Suit.DIAMONDS in facts.not_shown


@pytest.mark.parametrize(("suits", "told"), [((), "no suit"), ("H", "hearts"), ("HC", "hearts or clubs")])
def test_suits_are_named_from_the_highest(suits: str, told: str) -> None:
    assert one_of(frozenset(Suit(letter) for letter in suits)) == told


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1S P", "Who dealt?"),
        ("dealer Q", "is not a seat"),
        ("dealer N; 1S 1H", "cannot call 1♥ here"),
        ("dealer N; X", "cannot call X here"),
        ("dealer N; 1S AP 2H", "The auction was over before 2♥."),
        ("dealer N; 8S", "is not a call"),
        ("dealer N; (1S", "is no call"),
        ("dealer N; 1S=Q", "is no call"),
        ("card ZZ", "is not a card"),
        ("dealer N; " + "P " * 100, "more calls than an auction has"),
        ("dealer N;" + " " * 700, "too long"),
    ],
)
def test_facts_that_cannot_be_are_refused_with_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(BadFacts, match=problem.replace("?", r"\?")):
        read(text)


SEATS = st.sampled_from(list(Seat))
MAYBE = st.none() | SEATS
MADE = st.builds(
    CallMade,
    SEATS,
    st.sampled_from([*BIDS, *OtherCall]),
    st.none() | st.sets(st.sampled_from(list(Suit))).map(lambda found: tuple(s for s in reversed(Suit) if s in found)),
    st.booleans(),
)
FACTS = st.builds(
    Facts, SEATS, st.lists(MADE, max_size=20).map(tuple), MAYBE, MAYBE, MAYBE, st.none() | st.sampled_from(PACK)
)


@given(FACTS)
def test_facts_read_back_as_they_were_written_and_every_source_answers(facts: Facts) -> None:
    assert read(written(facts)) == facts
    for source in SOURCES.values():
        assert source.find(facts) in ("", *source.gives)
    assert set(named(facts)) <= {"call", "replacement", "not_shown", "shown_by_call", "card", "suit"}
