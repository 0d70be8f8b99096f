"""Rulings of the auction as values: who must pass and how often, what may be forbidden, and how a director finds them."""

from __future__ import annotations

import pytest

from arrowswitch.rulings import book, walk
from arrowswitch.rulings.model import RulingOutcome
from arrowswitch.rulings.search import search

ONCE, THROUGHOUT = "once", "throughout"

# case of the book, procedure, edition, answers, who must pass how often, whether a lead restriction may follow
MUST_PASS = [
    ("T14", "insufficient-bid", "2017", "yes yes no no same", set(), False),
    ("T14", "insufficient-bid", "2007", "yes yes no no same-natural", set(), False),
    ("T18", "insufficient-bid", "2017", "yes yes no no other", {("partner", THROUGHOUT)}, True),
    ("T18", "insufficient-bid", "2007", "yes yes no no other", {("partner", THROUGHOUT)}, True),
    ("T19", "insufficient-bid", "2017", "yes yes no no double", {("partner", THROUGHOUT)}, True),
    ("T21", "pass-out-of-turn", "2017", "nobody no no rho", {("offender", ONCE)}, False),
    ("T21", "pass-out-of-turn", "2007", "nobody no no no", {("offender", ONCE)}, False),
    ("T22", "pass-out-of-turn", "2017", "nobody no no partner comparable", set(), False),
    ("T22", "pass-out-of-turn", "2007", "nobody no no no", {("offender", ONCE)}, False),
    ("T23", "pass-out-of-turn", "2017", "nobody no no partner not", {("partner", ONCE)}, True),
    ("T23", "pass-out-of-turn", "2007", "nobody no no yes partner", {("offender", THROUGHOUT)}, False),
    ("T24", "bid-out-of-turn", "2017", "nobody no rho pass", set(), False),
    ("T24", "bid-out-of-turn", "2007", "nobody no rho pass", set(), False),
    ("T25", "bid-out-of-turn", "2017", "nobody no rho acts not", {("partner", ONCE)}, True),
    ("T25", "bid-out-of-turn", "2007", "nobody no rho acts other", {("partner", THROUGHOUT)}, True),
    ("T26", "bid-out-of-turn", "2017", "nobody no partner not", {("partner", ONCE)}, True),
    ("T26", "bid-out-of-turn", "2007", "nobody no partner", {("partner", THROUGHOUT)}, True),
    ("T27", "double-out-of-turn", "2017", "yes nobody no partner not", {("partner", ONCE)}, True),
    ("T27", "double-out-of-turn", "2007", "yes nobody no partner", {("partner", THROUGHOUT)}, True),
    ("T28", "inadmissible-double", "2017", "at-once yes", {("partner", THROUGHOUT)}, True),
    ("T28", "inadmissible-double", "2007", "at-once yes", {("partner", THROUGHOUT)}, True),
    ("T29", "inadmissible-double", "2017", "lho-called", set(), False),
    ("T30", "bid-above-seven", "2017", "no", {("offender", THROUGHOUT), ("partner", THROUGHOUT)}, True),
    ("T30", "bid-above-seven", "2007", "no", {("offender", THROUGHOUT), ("partner", THROUGHOUT)}, True),
    ("T37", "card-exposed-in-auction", "2017", "auction yes honour", {("partner", ONCE)}, False),
    ("T37", "card-exposed-in-auction", "2007", "auction yes honour", {("partner", ONCE)}, False),
]


@pytest.mark.parametrize(("case", "name", "edition", "answers", "passes", "lead"), MUST_PASS)
def test_those_pass_who_must_and_as_often_as_they_must(
    case: str, name: str, edition: str, answers: str, passes: set[tuple[str, str]], lead: bool
) -> None:
    step = walk(book(), name, answers.split(), edition=edition)
    assert step.done, case
    found = {(each.detail["who"], each.detail["times"]) for each in step.effects if each.kind == "must-pass"}
    assert found == passes
    assert any(each.kind == "lead-restriction" for each in step.effects) is lead


@pytest.mark.parametrize(
    ("edition", "answers", "may", "suits"),
    [
        ("2017", "other yes yes none", "forbid", "any"),
        ("2017", "other yes yes some", "forbid", "not shown by the offender"),
        ("2007", "other yes yes yes no", "require or forbid", "shown by the withdrawn call"),
        ("2007", "other yes yes no", "forbid", "any"),
    ],
)
def test_declarer_may_require_a_suit_only_in_2007(edition: str, answers: str, may: str, suits: str) -> None:
    step = walk(book(), "lead-restriction", answers.split(), edition=edition)
    (effect,) = [each for each in step.effects if each.kind == "lead-restriction"]
    assert (effect.detail["may"], effect.detail["suits"]) == (may, suits)
    assert effect.detail["until"] == "keeps the lead"


@pytest.mark.parametrize(("cards", "rank"), [("small", "minor"), ("honour", "major"), ("led", "major")])
def test_a_card_exposed_in_the_auction_becomes_the_penalty_card_it_deserves(cards: str, rank: str) -> None:
    step = walk(book(), "card-exposed-in-auction", ["over", "defending", cards])
    assert [each.detail["card"] for each in step.effects if each.kind == "penalty-card"] == [rank]


def test_the_seats_of_the_table_are_in_the_questions() -> None:
    step = walk(book(), "pass-out-of-turn", ["nobody", "no"], offender="E", names={"S": "Sue Sage"})
    assert step.put(step.node.text) == "South (Sue Sage), do you accept the pass?"


def test_what_was_answered_is_not_asked_again_in_the_next_procedure() -> None:
    step = walk(book(), "call-out-of-turn", ["no", "nobody", "pass"])
    assert not isinstance(step.node, RulingOutcome)
    assert step.node.id == "artificial"
    slip = walk(book(), "insufficient-bid", ["yes", "slip"])
    assert not isinstance(slip.node, RulingOutcome)
    assert slip.node.id == "partner-called"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("1H over 1S", "insufficient-bid"),
        ("8C", "bid-above-seven"),
        ("he thought a long time and passed", "unauthorised-information"),
        ("passed out of turn", "pass-out-of-turn"),
        ("he doubled his own partner", "inadmissible-double"),
        ("I have 14 cards", "wrong-number-of-cards"),
        ("dropped a card during the bidding", "card-exposed-in-auction"),
        ("partner forgot to alert my bid", "correcting-partners-explanation"),
        ("they sat at the wrong table", "movement-mix-up"),
        ("three passes and I was skipped", "player-left-out"),
        ("law 26B", "lead-restriction"),
        ("Law 30", "pass-out-of-turn"),
        ("27B1(a)", "insufficient-bid"),
        ("16B", "unauthorised-information"),
    ],
)
def test_it_is_found_by_what_a_player_says_or_by_its_law(words: str, wanted: str) -> None:
    assert search(book(), words)[0].id == wanted
