"""Money, from the figures of the club directors' manual of New Zealand (FIN-01 to FIN-03), and from what holds for all amounts."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.till import BadAmount, CashCount, Currency, DatedFee, fee_on, fees_told, reckoned, taken_out

NZ = Currency("NZ$")
AMOUNTS = st.integers(-(10**10), 10**10)
PIECES = st.dictionaries(st.sampled_from([10, 20, 50, 100, 200, 500, 1000, 2000]), st.integers(0, 8))


def test_seven_dollars_a_head_of_thirteen_tables() -> None:
    assert NZ.told(13 * 4 * NZ.read("7")) == "NZ$364.00"


def test_a_surplus_above_two_dollars_is_banked_and_a_smaller_one_kept() -> None:
    for over, banked, kept in ((0, 36400, 0), (190, 36400, 190), (200, 36400, 200), (210, 36610, 0), (700, 37100, 0)):
        end = reckoned(36400, 36400 + over)
        assert (end.over, end.banked, end.kept) == (over, banked, kept)


def test_a_shortfall_is_made_up_for_as_far_as_money_was_kept() -> None:
    end = reckoned(36400, 36150, kept_before=200)
    assert (end.over, end.banked, end.kept, end.missing) == (-250, 36350, -200, 50)
    end = reckoned(36400, 36150)
    assert (end.banked, end.kept, end.missing) == (36150, 0, 250)


@given(AMOUNTS.map(abs), AMOUNTS.map(abs), st.integers(0, 10_000), st.integers(0, 10_000))
def test_what_was_taken_is_banked_or_kept_and_nothing_is_lost(
    expected: int, takings: int, before: int, above: int
) -> None:
    end = reckoned(expected, takings, kept_before=before, bank_above=above)
    assert end.banked + end.kept == takings
    assert before + end.kept >= 0
    assert end.missing >= 0


def test_the_tray_has_its_change_back_and_cheques_count() -> None:
    counted = CashCount({2000: 9, 1000: 10, 500: 8, 200: 20, 100: 4}, cheques=1400, started_with=2000)
    assert counted.notes_and_coins == 18000 + 10000 + 4000 + 4000 + 400
    assert counted.takings == 36400 + 1400 - 2000


@given(AMOUNTS, st.integers(0, 3), st.booleans())
def test_an_amount_that_was_written_is_read_again(amount: int, places: int, after: bool) -> None:
    currency = Currency("kr", places, after)
    assert currency.read(currency.told(amount)) == amount
    assert currency.read(currency.number(amount)) == amount


@pytest.mark.parametrize(
    "typed", ["", " ", "seven", "7.005", "1,234", "7..5", "1e3", "٣", "½", "--7", "9" * 40, "0x10", "7\x00"]
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(BadAmount):
        Currency().read(typed)


def test_the_fee_of_a_day_is_the_one_that_held_then() -> None:
    fees = [DatedFee(date(2013, 2, 1), 600), DatedFee(date(2014, 2, 1), 800), DatedFee(date(2013, 9, 1), 700)]
    days = (date(2013, 1, 31), date(2013, 8, 31), date(2013, 9, 1), date(2014, 1, 31), date(2014, 2, 1))
    assert [fee_on(day, fees) for day in days] == [None, 600, 700, 700, 800]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("$7 members, $9 visitors", {"Member": 700, "Visitor": 900}),
        ("Members 7.50; visitors 9", {"Member": 750, "Visitor": 900}),
        ("Visitor $9/Member $7", {"Member": 700, "Visitor": 900}),
        ("members 7 and inter-club visitors 0", {"Member": 700, "Inter-club visitor": 0}),
        ("$12", {"": 1200}),
        ("$12 with supper", {"": 1200}),
        ("12", {"": 1200}),
        ("£7 a head", {"": 700}),
        ("first 2 nights free", None),
        ("free in 2026", None),
        ("free", None),
        ("", None),
        ("$7-9", None),
        ("7 or 9", None),
    ],
)
def test_the_words_of_a_calendar_are_read_or_left(written: str, read: dict[str, int] | None) -> None:
    assert fees_told(written, ("Member", "Visitor", "Inter-club visitor"), Currency()) == read


@given(PIECES, st.integers(0, 2000))
def test_change_taken_out_is_exact_and_never_more_than_there_is(pieces: dict[int, int], amount: int) -> None:
    left = taken_out(pieces, amount)
    if left is not None:
        assert all(0 <= left[worth] <= count for worth, count in pieces.items())
        assert CashCount(pieces).notes_and_coins - CashCount(left).notes_and_coins == amount
    else:
        reachable = {0}
        for worth, count in pieces.items():
            reachable = {sum_ + worth * used for sum_ in reachable for used in range(count + 1)}
        assert amount not in reachable
