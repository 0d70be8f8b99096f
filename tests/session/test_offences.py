"""The offence register: numbers of offences, lapsing, scales, and what withdrawing and undoing do to it."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import Night, small

from arrowswitch.regulations import load
from arrowswitch.session import (
    Penalise,
    Place,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    Substitute,
    Undo,
    WithdrawPenalty,
)
from arrowswitch.session.story.offences import (
    Offence,
    advise,
    earlier,
    months_after,
    offence_from_json,
    offence_to_json,
    offences,
)

BNSW, EBU, ACBL, WBF = (load(name) for name in ("bnsw", "ebu", "acbl", "wbf"))
ANN, BOB, CAT, VISITOR = (
    SeatedPlayer("Ann Ash", "1"),
    SeatedPlayer("Bob Beech", "2"),
    SeatedPlayer("Cat Cedar", "3"),
    SeatedPlayer("Dee Dale"),
)


def done(day: date, kind: str = "slow", players: tuple[SeatedPlayer, ...] = (ANN, BOB), **more: bool) -> Offence:
    at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    return Offence(f"{day}{kind}", day, at, "Tuesday", "A", 1, players, kind, "", "Ann", **more)


def the_scale(kind: str, *before: date, on: date, regulations=BNSW, **more):
    return advise(kind, [done(day, kind) for day in before], on, regulations, **more)


# -- Bridge NSW, section 6 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minutes", "percent", "imps", "vps"),
    [
        (5, 25, 3, 1),
        (10, 25, 3, 1),
        (11, 50, 6, 2),
        (15, 50, 6, 2),
        (16, 75, 9, 3),
        (20, 75, 9, 3),
        (21, 125, 15, 5),
        (30, 125, 15, 5),
    ],
)
def test_lateness_costs_what_the_minutes_say(minutes, percent, imps, vps):  # 6.2, N1 and N2
    day = date(2025, 1, 7)
    assert advise("late", (), day, BNSW, minutes=minutes).share == Fraction(percent, 100)
    assert advise("late", (), day, BNSW, "imps", minutes=minutes).points == imps
    assert advise("late", (), day, BNSW, "imps", victory_points=True, minutes=minutes).vps == vps


def test_beyond_the_table_of_minutes_there_is_no_number():
    day = date(2025, 1, 7)
    early, beyond = advise("late", (), day, BNSW, minutes=4), advise("late", (), day, BNSW, minutes=31)
    assert (early.penalty, beyond.penalty) == (None, None)
    assert early.sentences[:2] == ("4 minutes late.", "That is not late enough for a penalty.")
    assert beyond.sentences[:2] == ("31 minutes late.", "The director decides.")


@pytest.mark.parametrize(
    ("kind", "scale"),
    [
        ("slow", [(None, 0, 0), (25, 3, 1), (50, 6, 2), (75, 9, 3), (75, 9, 3)]),  # 6.4
        ("telephone", [(10, 3, 1), (50, 9, 3), (100, 18, 6), (100, 18, 6)]),  # 6.9.1, N4
    ],
)
def test_each_further_offence_goes_up_the_scale(kind, scale):
    on = date(2025, 6, 1)
    days = [date(2025, 1, 7), date(2025, 2, 4), date(2025, 3, 4), date(2025, 4, 1)]
    for number, (percent, imps, vps) in enumerate(scale, 1):
        pairs = the_scale(kind, *days[: number - 1], on=on)
        teams = the_scale(kind, *days[: number - 1], on=on, method="imps")
        swiss = the_scale(kind, *days[: number - 1], on=on, method="imps", victory_points=True)
        assert pairs.number == number
        assert pairs.share == (None if percent is None else Fraction(percent, 100))
        assert (teams.points or 0, swiss.vps or 0) == (imps, vps)


def test_slow_play_in_january_march_and_october():  # N3
    january, march, october = date(2025, 1, 7), date(2025, 3, 4), date(2025, 10, 7)
    first, second, third = (
        the_scale("slow", on=january),
        the_scale("slow", january, on=march, method="imps", victory_points=True),
        the_scale("slow", january, march, on=october),
    )
    assert first.penalty is not None
    assert first.penalty.warning
    assert second.vps == 1
    assert third.penalty is not None
    assert third.penalty.warning
    assert [(each.offence.date, each.since) for each in third.lapsed] == [
        (january, date(2025, 9, 4)),
        (march, date(2025, 9, 4)),
    ]
    assert third.sentences[:4] == (
        "First offence.",
        "The offence of 2025-01-07 lapsed on 2025-09-04.",
        "The offence of 2025-03-04 lapsed on 2025-09-04.",
        "The scale says a warning.",
    )
    assert third.source == "Bridge NSW Tournament Regulations 6.4"


def test_an_offence_lapses_the_day_after_its_months():
    assert the_scale("slow", date(2025, 1, 7), on=date(2025, 7, 7)).number == 2
    assert the_scale("slow", date(2025, 1, 7), on=date(2025, 7, 8)).number == 1
    assert the_scale("telephone", date(2024, 1, 31), on=date(2025, 1, 31)).number == 2
    assert the_scale("telephone", date(2024, 1, 31), on=date(2025, 2, 1)).number == 1
    assert months_after(date(2023, 8, 30), 6) == date(2024, 2, 29)


def test_what_lapsed_between_two_offences_does_not_come_back():
    advice = the_scale("slow", date(2024, 1, 9), date(2025, 1, 7), on=date(2025, 2, 4))
    assert (advice.number, [each.offence.date for each in advice.lapsed]) == (2, [date(2024, 1, 9)])
    assert [each.date for each in advice.counted] == [date(2025, 1, 7)]


def test_offences_of_a_later_session_do_not_count_backwards():
    assert the_scale("slow", date(2025, 2, 4), on=date(2025, 1, 7)).number == 1


def test_two_on_one_evening_are_two():
    evening = date(2025, 1, 7)
    assert the_scale("slow", evening, evening, on=evening).number == 3


def test_slow_play_is_the_pairs_and_a_telephone_is_the_players():
    register = [done(date(2025, 1, 7)), done(date(2025, 1, 14), players=(ANN, CAT))]
    assert len(earlier(register, "slow", (ANN, BOB), BNSW)) == 1
    assert len(earlier(register, "slow", (BOB, ANN), BNSW)) == 1
    assert len(earlier(register, "slow", (BOB, CAT), BNSW)) == 0
    assert len(earlier(register, "slow", (ANN, BOB), WBF)) == 2  # no rule: either member's
    phones = [done(date(2025, 1, 7), "telephone", (ANN,))]
    assert len(earlier(phones, "telephone", (ANN, CAT), BNSW)) == 1
    assert len(earlier(phones, "telephone", (CAT,), BNSW)) == 0
    assert len(earlier(phones, "slow", (ANN,), BNSW)) == 0


def test_visitors_are_known_by_name_and_nobody_by_no_name():
    register = [done(date(2025, 1, 7), players=(SeatedPlayer("DEE dale"), BOB)), done(date(2025, 1, 7), players=())]
    assert len(earlier(register, "slow", (VISITOR, BOB), BNSW)) == 1
    assert len(earlier(register, "slow", (), BNSW)) == 0


def test_a_telephone_that_is_switched_off_at_once_costs_nothing():  # 6.9.1
    advice = advise("telephone_sounds", (), date(2025, 1, 7), BNSW)
    assert (advice.share, advice.sentences[1]) == (None, "By the scale this costs nothing.")
    assert advise("telephone_sounds", (), date(2025, 1, 7), WBF).penalty is None


def test_in_a_club_the_scale_of_new_south_wales_is_advice():  # 1.5
    assert "advice" in advise("slow", (), date(2025, 1, 7), BNSW).sentences[-1]
    assert "advice" not in advise("slow", (), date(2025, 1, 7), WBF).sentences[-1]


# -- the others -------------------------------------------------------------------------------------------------------


def test_wrong_scores_in_england_are_noted_then_warned_then_fined():  # Busbridge 9.5
    days = [date(2020, 1, 7), date(2022, 1, 4), date(2025, 1, 7)]
    first, second, third = (the_scale("score_error", *days[:n], on=days[2], regulations=EBU) for n in range(3))
    assert first.penalty is not None
    assert first.penalty.noted
    assert second.penalty is not None
    assert second.penalty.warning
    assert not second.penalty.noted
    assert third.share == Fraction(1, 10)
    assert third.sentences[-1] == "If it is worse, or repeated: twice that, three times, and so on."
    assert the_scale("score_error", *days[:2], on=days[2], regulations=EBU, method="imps").points == 3


def test_in_north_america_a_warning_comes_first():
    day = date(2025, 1, 7)
    assert the_scale("standard", on=day, regulations=ACBL).share is None
    assert the_scale("standard", day, on=day, regulations=ACBL).share == Fraction(1, 4)
    assert the_scale("telephone", on=day, regulations=ACBL).share == Fraction(1, 2)


def test_without_a_rule_of_its_own_an_offence_costs_the_usual_tenth():
    day = date(2025, 1, 7)
    assert the_scale("standard", on=day, regulations=WBF).share == Fraction(1, 10)
    assert the_scale("left early", on=day, regulations=WBF).share == Fraction(1, 10)
    assert the_scale("disciplinary", on=day, regulations=WBF).share == Fraction(1, 10)
    late = the_scale("late", on=day, regulations=WBF, minutes=20)
    assert late.sentences == ("20 minutes late.", "There is no scale for this; the director decides.")


def test_where_the_way_of_scoring_has_neither_tops_nor_imps_the_scale_is_only_told():
    advice = the_scale("standard", on=date(2025, 1, 7), regulations=WBF, method="total-points")
    assert (advice.share, advice.points, advice.vps) == (None, None, None)
    assert advice.sentences[1].startswith("The scale says 10% of a top, or 3 IMPs; find what that is")


# -- from the journal -------------------------------------------------------------------------------------------------


def seated() -> Night:
    night = Night(small(), regulations="bnsw")
    night.do(
        SeatPlayers(
            (
                Seating(Place("A", 1, "N"), ANN),
                Seating(Place("A", 1, "S"), BOB),
                Seating(Place("A", 4, "E"), CAT),
                Seating(Place("A", 4, "W"), VISITOR),
            )
        )
    )
    return night.start()


def test_penalties_and_warnings_are_the_register():
    night = seated()
    night.do(Penalise("A", 1, offence="slow"), why="one board late")
    night.do(Penalise("A", 4, share=Fraction(1, 10), offence="telephone", player=VISITOR), why="answered it")
    slow, phone = offences(night.state)
    assert (slow.date, slow.session, slow.players, slow.told, slow.by) == (
        date(2025, 1, 7),
        "Tuesday",
        (ANN, BOB),
        "warning",
        "Ann",
    )
    assert (phone.players, phone.told, phone.title) == ((VISITOR,), "10% of a top", "Telephone answered")
    assert [offence_from_json(offence_to_json(each)) for each in (slow, phone)] == [slow, phone]


def test_what_is_withdrawn_or_undone_does_not_count():
    night = seated()
    first = night.do(Penalise("A", 1, offence="slow"), why="one board late")
    second = night.do(Penalise("A", 1, share=Fraction(1, 4), offence="slow"), why="again")
    night.do(WithdrawPenalty(first.id), why="it was the other pair")
    assert [each.withdrawn for each in offences(night.state)] == [True, False]
    assert [each.id for each in earlier(offences(night.state), "slow", (ANN, BOB), BNSW)] == [second.id]
    night.do(Undo(second.id), why="wrong pair")
    assert earlier(offences(night.state), "slow", (ANN, BOB), BNSW) == ()


def test_a_penalty_is_held_against_who_sat_there_then():
    night = seated()
    night.do(Penalise("A", 1, offence="slow"), why="round 1")
    night.call(2)
    night.do(Substitute(Place("A", 1, "N"), SeatedPlayer("Eve Elm", "9"), 2))
    night.do(Penalise("A", 1, offence="slow"), why="round 2")
    assert [[each.name for each in offence.players] for offence in offences(night.state)] == [
        ["Ann Ash", "Bob Beech"],
        ["Eve Elm", "Bob Beech"],
    ]


def test_only_a_player_of_the_pair_can_be_named():
    night = seated()
    with pytest.raises(Refused, match="Cat Cedar does not play in this pair"):
        night.do(Penalise("A", 1, offence="telephone", player=CAT), why="answered it")


# -- whatever the days ------------------------------------------------------------------------------------------------

days = st.lists(st.dates(date(2020, 1, 1), date(2026, 1, 1)), max_size=8)


@given(days, st.dates(date(2020, 1, 1), date(2027, 1, 1)))
def test_every_earlier_offence_counts_or_has_lapsed_and_gaps_decide(before, on):
    advice = the_scale("slow", *before, on=on)
    known = sorted(day for day in before if day <= on)
    counted = [each.date for each in advice.counted]
    assert [each.offence.date for each in advice.lapsed] + counted == known
    chain = [*counted, on]
    assert all(later <= months_after(day, 6) for day, later in itertools.pairwise(chain))
    if advice.lapsed:
        assert chain[0] > months_after(advice.lapsed[-1].offence.date, 6)
    assert all(each.since < on for each in advice.lapsed)
