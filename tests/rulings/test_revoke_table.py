"""The revoke table: every combination of winner and later tricks in both editions, the exceptions, and the odd ones."""

from __future__ import annotations

import itertools

import pytest

from arrowswitch.rulings import CannotRule, WalkStep, book, walk

LATER = {"0": 0, "1": 1, "2": 2}
TABLE = {
    ("revoker", "0"): 1,
    ("revoker", "1"): 2,
    ("revoker", "2"): 2,
    ("partner", "0"): 1,
    ("partner", "1"): 1,
    ("partner", "2"): 1,
    ("opponents", "0"): 0,
    ("opponents", "1"): 1,
    ("opponents", "2"): 1,
}
"""Law 64A, the same in both editions: who won the revoke trick, later tricks of that side, tricks transferred."""
WINNERS = ("revoker", "partner", "opponents")


def ruled(edition: str, *answers: str) -> WalkStep:
    step = walk(book(), "revoke", answers, edition=edition)
    assert step.done, step.node
    return step


ORDINARY = ("yes", "no", "in-time", "hand")
"""Established, not on the twelfth trick, noticed in time, and the card was in the hand."""


def kinds(step: WalkStep) -> set[str]:
    return {effect.kind for effect in step.effects}


@pytest.mark.parametrize("edition", ["2017", "2007"])
@pytest.mark.parametrize(("won", "tricks"), TABLE.items())
def test_rows_2_to_10_and_13_to_21_of_the_table(edition: str, won: tuple[str, str], tricks: int) -> None:
    step = ruled(edition, *ORDINARY, "none", *won)
    assert step.tricks == tricks
    law = "64B1" if tricks == 0 else "64A1" if won[0] == "revoker" else "64A2"
    assert law in step.laws


@pytest.mark.parametrize("edition", ["2017", "2007"])
@pytest.mark.parametrize(
    ("whose", "then"),
    [
        (("defender", "kept"), "penalty-card"),
        (("defender", "changed"), "penalty-card"),
        (("declarer",), "card-back"),
    ],
)
def test_rows_1_and_12_a_revoke_that_is_not_established_is_corrected(
    edition: str, whose: tuple[str, ...], then: str
) -> None:
    step = ruled(edition, "no", "no", *whose)
    assert step.tricks == 0
    assert then in kinds(step)
    assert "62A" in step.laws


@pytest.mark.parametrize(
    ("editions", "answers"),
    [
        ("2017 2007", "next-board"),
        ("2017 2007", "round-over"),
        ("2017 2007", "in-time faced"),
        ("2017 2007", "in-time hand again"),
        ("2017 2007", "in-time hand both"),
        ("2017", "in-time hand corrected-both"),
    ],
)
@pytest.mark.parametrize("edition", ["2017", "2007"])
def test_rows_11_and_22_an_exception_moves_no_trick_but_makes_good(edition: str, editions: str, answers: str) -> None:
    if edition not in editions:
        with pytest.raises(CannotRule):
            ruled(edition, "yes", "no", *answers.split())
        return
    step = ruled(edition, "yes", "no", *answers.split())
    assert step.tricks == 0
    assert "adjust" in kinds(step)


@pytest.mark.parametrize("edition", ["2017", "2007"])
def test_the_twelfth_trick_is_played_again(edition: str) -> None:
    assert ruled(edition, "yes", "yes").tricks == 0


@pytest.mark.parametrize("later", LATER)
def test_x1_a_trick_won_by_dummy_is_not_won_by_declarer(later: str) -> None:
    assert ruled("2017", *ORDINARY, "none", "partner", later).tricks == 1


def test_x2_dummy_revokes() -> None:
    for edition in ("2017", "2007"):
        assert ruled(edition, "yes", "no", "in-time", "faced").tricks == 0


@pytest.mark.parametrize("edition", ["2017", "2007"])
@pytest.mark.parametrize(
    ("won", "later", "tricks"),
    [("yes", "0", 1), ("yes", "1", 2), ("yes", "2", 3), ("no", "0", 0), ("no", "1", 1), ("no", "2", 2)],
)
def test_x3_both_defenders_revoke_on_one_trick(edition: str, won: str, later: str, tricks: int) -> None:
    assert ruled(edition, *ORDINARY, "two-defenders", won, later).tricks == tricks


@pytest.mark.parametrize(
    ("first", "later", "second", "after"), tuple(itertools.product(WINNERS, ("1", "2", "3"), WINNERS, ("0", "1", "2")))
)
def test_x4_two_suits_are_two_revokes_and_no_trick_moves_twice(first: str, later: str, second: str, after: str) -> None:
    won_from_the_first_on = int(first != "opponents") + int(later)
    each = TABLE[first, str(min(int(later), 2))] + TABLE[second, after]
    step = ruled("2017", *ORDINARY, "same-side", first, later, second, after)
    assert step.tricks == min(each, won_from_the_first_on)


@pytest.mark.parametrize(("first", "tricks"), [("revoker", 1), ("partner", 1), ("opponents", 0)])
def test_x4_when_nothing_was_won_after_the_first_only_that_trick_can_move(first: str, tricks: int) -> None:
    assert ruled("2007", *ORDINARY, "same-side", first, "0").tricks == tricks


def test_x5_a_second_revoke_in_the_same_suit() -> None:
    step = ruled("2017", *ORDINARY, "again")
    assert step.tricks == 0
    assert "64C2(a)" in step.laws
    assert ruled("2007", *ORDINARY, "again").laws == ("64B2", "64C")


def test_x6_both_sides_revoke_on_different_tricks() -> None:
    assert "64C2(b)" in ruled("2017", *ORDINARY, "both").laws
    assert ruled("2007", *ORDINARY, "both").tricks == 0


def test_x7_both_sides_on_one_trick_and_one_has_played_on() -> None:
    now, before = ruled("2017", "one-side"), ruled("2007", "one-side-2007")
    assert "62C3" in now.laws
    assert "penalty-card" in kinds(now)
    assert now.tricks == before.tricks == 0
    assert "adjust" in kinds(before)


@pytest.mark.parametrize("edition", ["2017", "2007"])
@pytest.mark.parametrize(("won", "tricks"), TABLE.items())
def test_x8_dummy_who_had_lost_his_rights_asks_first(edition: str, won: tuple[str, str], tricks: int) -> None:
    step = ruled(edition, "dummy-lost", *won)
    assert step.tricks == tricks
    assert "replace" in kinds(step)
    assert "43B2(b)" in step.laws


@pytest.mark.parametrize("edition", ["2017", "2007"])
@pytest.mark.parametrize(("won", "tricks"), [("yes", 1), ("no", 0)])
def test_x9_no_card_was_played_to_a_trick(edition: str, won: str, tricks: int) -> None:
    step = walk(book(), "defective-trick", ("yes", "few", "defender", won), edition=edition)
    assert step.tricks == tricks
    assert "67B1" in step.laws


@pytest.mark.parametrize("edition", ["2017", "2007"])
def test_x10_a_missing_card_found_after_the_round(edition: str) -> None:
    assert ruled(edition, "yes", "no", "round-over").tricks == 0


@pytest.mark.parametrize("edition", ["2017", "2007"])
def test_x11_a_claim_of_the_revoker_establishes_it_and_claimed_tricks_count(edition: str) -> None:
    question = walk(book(), "revoke", edition=edition).node
    assert "claimed" in question.text
    assert ruled(edition, *ORDINARY, "none", "opponents", "2").tricks == 1


@pytest.mark.parametrize("edition", ["2017", "2007"])
def test_x12_a_claim_of_the_other_side_does_not_establish_it(edition: str) -> None:
    step = ruled(edition, "claimed")
    assert step.tricks == 0
    assert {"replace", "adjust"} <= kinds(step)


@pytest.mark.parametrize("edition", ["2017", "2007"])
def test_x13_not_leading_the_suit_that_was_required_is_a_revoke(edition: str) -> None:
    assert "required" in book()["revoke"].trigger
    assert ruled(edition, *ORDINARY, "none", "revoker", "1").tricks == 2
