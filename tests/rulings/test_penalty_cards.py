"""The penalty cards of a table, as Laws 48 to 51 have them in both editions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import PACK, Seat
from arrowswitch.rulings.penalty_cards import BadStep, PenaltyCards, after, replay, told
from lead_choices import choices


def table(*steps: str, declarer: Seat = Seat.SOUTH, edition: str = "2017") -> PenaltyCards:
    return replay(declarer, steps, edition)


def lying(now: PenaltyCards) -> list[str]:
    return [f"{each.seat} {each.card.plain}{' major' if each.major else ''}" for each in now.lying]


def steps_of(now: PenaltyCards) -> list[str]:
    return [each.step for each in choices(now)]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["exposed W H5"], ["W H5"]),  # 50B: small and by accident
        (["exposed W HT"], ["W HT major"]),  # an honour
        (["deliberate W H5"], ["W H5 major"]),  # led out of turn, or a revoke put right
        (["exposed W H5", "exposed W S3"], ["W H5 major", "W S3 major"]),  # two of one defender: both
        (["exposed W H5", "exposed E S3"], ["W H5", "E S3"]),  # one of each
        (["exposed W H5", "exposed W S3", "played W S3"], ["W H5 major"]),  # it does not become minor again
    ],
)
def test_a_card_is_major_or_minor_as_law_50b_says(steps: list[str], expected: list[str]) -> None:
    assert lying(table(*steps)) == expected


def test_a_card_of_the_declaring_side_is_no_penalty_card() -> None:
    for seat in "NS":
        with pytest.raises(BadStep, match="never penalty cards"):
            table(f"exposed {seat} HK")


def test_when_the_partner_leads_declarer_chooses_and_the_card_goes_back_or_stays() -> None:
    before = table("exposed W HK", "lead E")
    assert [(each.step, each.law) for each in choices(before)] == [
        ("require H", "50D2(a)"),
        ("forbid H", "50D2(a)"),
        ("free", "50D2(b)"),
    ]
    for choice, still in (("require H", []), ("forbid H", []), ("free", ["W HK major"])):
        chosen = after(before, choice)
        assert lying(chosen) == still
        assert choices(chosen) == ()  # once for this lead
        assert bool(chosen.back) == (not still)


def test_the_choice_comes_again_at_each_lead_as_long_as_the_card_lies_there() -> None:
    now = table("exposed W HK", "lead E", "free", "lead E")  # he has kept the lead
    assert steps_of(now) == ["require H", "forbid H", "free"]
    assert steps_of(after(after(now, "free"), "lead N")) == []  # the other side leads
    assert steps_of(table("exposed W HK", "lead E", "forbid H", "lead E")) == []


def test_the_ban_lasts_as_long_as_he_keeps_the_lead() -> None:
    now = table("exposed W HK", "lead E", "forbid H", "lead E")
    assert told(now)[0].startswith("East may not lead hearts as long as he keeps the lead.")
    regained = after(after(now, "lead S"), "lead E")
    assert told(regained)[0] == "East may lead any card."


def test_an_order_to_lead_a_suit_is_for_one_lead() -> None:
    now = table("exposed W HK", "lead E", "require H")
    assert told(now)[0].startswith("East leads hearts.")
    assert told(after(now, "lead E"))[0] == "East may lead any card."


def test_a_minor_penalty_card_restricts_no_lead_and_bars_only_small_cards_of_its_suit() -> None:
    now = table("exposed W H5", "lead E")
    assert choices(now) == ()
    assert told(now)[0] == "East may lead any card."
    assert (
        told(now)[1]
        == "West may play no other small card of hearts before ♥5; an honour, or another suit, is free (50C)."
    )


def test_several_cards_of_one_suit_are_picked_up_together() -> None:
    now = table("exposed W HK", "exposed W H5", "lead E")
    assert [(each.step, each.law) for each in choices(now)] == [
        ("require H", "51B1(a)"),
        ("forbid H", "51B1(b)"),
        ("free", "51B"),
    ]
    assert lying(after(now, "require H")) == []


def test_of_several_suits_one_may_be_required_and_some_or_all_forbidden() -> None:
    now = table("exposed W HK", "exposed W S3", "lead E")
    assert steps_of(now) == ["require S", "require H", "forbid S", "forbid H", "forbid SH", "free"]
    assert {each.law for each in choices(now)} == {"51B2(a)", "51B2(b)", "51B"}
    assert lying(after(now, "require S")) == ["W HK major"]
    assert lying(after(now, "forbid H")) == ["W S3 major"]
    assert lying(after(now, "forbid SH")) == []


def test_the_owner_leads_his_card_and_of_several_the_one_that_declarer_names() -> None:
    assert told(table("exposed W HK", "lead W"))[0] == "West must lead the penalty card ♥K (50D1)."
    assert "South says which (51A)" in told(table("exposed W HK", "exposed W S3", "lead W"))[0]


def test_with_a_card_of_each_defender_the_order_goes_before_the_leaders_own_card() -> None:
    # leader ♠J, partner ♠7 led out of turn: spades forbidden, so ♠7 goes up and ♠J is not led
    now = table("exposed E SJ", "deliberate W S7", "lead E")
    assert steps_of(now) == ["require S", "forbid S", "free"]
    forbidden = after(now, "forbid S")
    assert lying(forbidden) == ["E SJ major"]
    assert "leaves ♠J on the table" in told(forbidden)[1]
    assert "must lead the penalty card ♠J" in told(after(now, "require S"))[1]
    assert told(after(now, "free"))[0] == "East must lead the penalty card ♠J (50D1)."


def test_who_may_use_what_differs_between_the_editions_while_the_card_lies_there() -> None:
    new, old = table("exposed W HK"), table("exposed W HK", edition="2007")
    assert "While ♥K lies there everybody may use what it shows, East too (50E1)." in told(new)
    assert any("unauthorised for him (50E1, 50E2)" in line for line in told(old))
    for edition in ("2017", "2007"):
        gone = told(table("exposed W HK", "lead E", "forbid H", edition=edition))
        assert "♥K was picked up: what it showed is unauthorised for East, not for South (50E2)." in gone
        assert "50E3" in gone[-1]


def test_a_card_that_was_played_is_gone_and_one_given_back_is_remembered() -> None:
    assert table("exposed W HK", "played W HK").back == ()
    assert [each.card.plain for each in table("exposed W HK", "back W HK").back] == ["HK"]


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (["laugh"], "is no step"),
        (["exposed Q HK"], "is not a seat"),
        (["exposed W ZZ"], "is not a card"),
        (["exposed W HK", "exposed E HK"], "lies there already"),
        (["played W HK"], "does not lie on the table"),
        (["free"], "nothing to choose"),
        (["exposed W HK", "lead E", "require S"], "may now choose about hearts"),
        (["exposed W HK", "exposed W S3", "lead E", "require SH"], "One suit can be required"),
        (["exposed W HK", "lead E", "free", "forbid H"], "may now choose about no suit"),
        (["lead E"] * 100, "more steps than a board has"),
    ],
)
def test_a_step_that_cannot_be_is_refused_with_a_sentence(steps: list[str], problem: str) -> None:
    with pytest.raises(BadStep, match=problem):
        table(*steps)


CARDS = st.sampled_from(PACK[::3])
WISHES = st.one_of(
    st.builds(
        lambda verb, seat, card: f"{verb} {seat} {card.plain}",
        st.sampled_from(["exposed", "deliberate"]),
        st.sampled_from("EW"),
        CARDS,
    ),
    st.sampled_from(["lead N", "lead E", "lead S", "lead W"]),
    st.integers(0, 20),  # one of the choices, or one of the cards
)


@given(st.lists(WISHES, max_size=25), st.sampled_from(["2017", "2007"]))
def test_no_card_is_lost_and_every_choice_that_is_offered_can_be_taken(wishes: list[str | int], edition: str) -> None:
    now = replay(Seat.SOUTH, [], edition)
    for wish in wishes:
        offered = [each.step for each in choices(now)]
        if isinstance(wish, int):
            step = offered[wish % len(offered)] if offered else ""
        else:
            step = "" if any(each.card.plain == wish.split()[-1] for each in now.lying) else wish
        if step:
            before = now
            now = after(now, step)
            if step.split()[0] in ("require", "forbid", "free"):
                assert {*before.lying, *before.back} == {*now.lying, *now.back}
                assert now.at_stake == frozenset()
        assert all(told(now))
