"""Ladders, qualifying and final, a year of nights: the examples of the manuals, and numbers that a person works out."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.contests import BadContest, EventPart, SeriesList, SeriesPlan, SessionScore, explain_place, series
from arrowswitch.contests.series import answer, outlooks, read
from arrowswitch.contests.series.taken import SessionShare, best


def night(name: str, *scores: tuple[str, int], day: date | None = None, final: str = "") -> EventPart:
    """A session of pairs, written as their players and a percentage."""
    entries = (SessionScore(who, 24, percent, 100, players=tuple(who.split("+"))) for who, percent in scores)
    return EventPart(name, tuple(entries), day, final)


def ranks(made: SeriesList) -> list[tuple[str, str, str]]:
    return [(each.who, each.rank, str(each.value)) for each in made.placed]


def why(made: SeriesList) -> dict[str, str]:
    return {each.who: str(each.why) for each in made.placed if each.why}


SIX = [
    night(str(n), ("ann", percent), ("bob", 50), *([("cy", 70)] if n < 5 else []))
    for n, percent in enumerate((40, 60, 50, 55, 65, 70), 1)
]


def test_six_nights_of_which_five_are_played_and_the_best_five_count() -> None:
    # NZ manual L2153-2155, (6, 5, 5): ann drops 40 and has (60 + 50 + 55 + 65 + 70) / 5 = 60; cy played four only
    made = series(SIX, SeriesPlan.ladder(6, 5, 5))
    assert ranks(made) == [("ann", "1", "60"), ("bob", "2", "50"), ("cy", "", "70")]
    assert why(made) == {"cy": "played 4, and 5 sessions are needed"}
    assert [share.session for share in made.placed[0].taken if not share.counts] == ["1"]
    assert str(explain_place(made.placed[0], SeriesPlan.ladder(6, 5, 5))).splitlines()[1:3] == [
        "  1: 40%, not among the best 5 = 0",
        "  2 = 60",
    ]
    assert not made.open


def test_where_only_the_best_five_are_said_five_must_be_played() -> None:
    made = series(SIX, SeriesPlan("mean", counted=5))
    assert ranks(made) == [("ann", "1", "60"), ("bob", "2", "50"), ("cy", "", "70")]
    missed = [*SIX[:5], night("6", ("bob", 50))]  # ann stays away once: 40, 60, 50, 55 and 65 are five
    assert ranks(series(missed, SeriesPlan("mean", counted=5)))[0] == ("ann", "1", "54")
    plan = SeriesPlan("mean", sessions=6, counted=5)
    assert outlooks(series(SIX[:2], plan), plan, 2)["cy"].must_play == 3
    assert [each.who for each in series(SIX, SeriesPlan("mean")).placed if each.rank] == ["ann", "bob"]


def test_the_list_is_as_things_stand_until_the_last_night() -> None:
    # after four of six nights one who has played three may still play five; one who has played two may not
    four = [*SIX[:2], night("3", ("ann", 50), ("bob", 50), ("dee", 80)), night("4", ("ann", 55), ("dee", 60))]
    made = series(four, SeriesPlan.ladder(6, 5, 5))
    assert made.open
    assert made.notes == ("4 of 6 sessions have been played: the list is as things stand.",)
    assert ranks(made)[:2] == [("ann", "1", "205/4"), ("bob", "2", "50")]
    assert why(made)["dee"] == "has played 2 of 4 sessions and can no longer play the 5 that are needed"


def test_more_nights_than_were_said_count_and_that_is_told() -> None:
    made = series(SIX, SeriesPlan.ladder(5, 5, 5))
    assert made.notes == ("6 sessions count, though by the rules there are 5 sessions in all.",)
    assert ranks(made)[0] == ("ann", "1", "60")


def test_who_played_all_nights_with_one_partner_has_no_place_where_another_is_asked_for() -> None:
    # LAD-02, (3, 3, 3) with at least one other partner
    nights = [
        night("1", ("ann+bob", 60), ("cy+dee", 50)),
        night("2", ("ann+bob", 62), ("cy+dee", 48)),
        night("3", ("ann+cy", 55), ("bob+eve", 45), ("dee+cyd", 58)),
    ]
    made = series(nights, SeriesPlan.ladder(3, 3, 3, partners=2))
    assert ranks(made)[:4] == [("ann", "1", "59"), ("bob", "2", "167/3"), ("dee", "3", "52"), ("cy", "4", "51")]
    loyal = series([night(n, ("ann+bob", 70), ("cy+dee", 50)) for n in "123"], SeriesPlan.ladder(3, 3, 3, partners=2))
    assert [each.rank for each in loyal.placed] == [""] * 4
    assert why(loyal)["ann"] == "played all 3 sessions with the same partner, bob, and needs another"
    assert "No place: ann played all 3 sessions" in str(explain_place(loyal.placed[0], SeriesPlan.ladder(3, 3, 3, 2)))


def test_of_four_nights_the_best_three_with_another_partner_count() -> None:
    nights = [
        night("1", ("ann+bob", 60)),
        night("2", ("ann+bob", 58)),
        night("3", ("ann+bob", 57)),
        night("4", ("ann+cy", 40)),
    ]
    plan = SeriesPlan.ladder(4, 3, 3, partners=2)
    made = series(nights, plan)
    ann = next(each for each in made.placed if each.who == "ann")
    assert [share.session for share in ann.taken if share.weighs] == ["1", "2", "4"]
    assert ann.value == Fraction(158, 3)
    assert "3: 57%, not in the best choice of 3 with 2 different partners = 0" in str(explain_place(ann, plan))


def test_another_partner_may_still_come_while_nights_are_to_be_played() -> None:
    made = series([night("1", ("ann+bob", 60)), night("2", ("ann+bob", 55))], SeriesPlan.ladder(3, 3, 3, partners=2))
    assert [each.rank for each in made.placed] == ["1=", "1="]


@given(
    st.lists(st.tuples(st.integers(0, 100), st.sampled_from("abcd")), min_size=1, max_size=7),
    st.integers(1, 5),
    st.integers(1, 4),
)
def test_no_other_selection_with_so_many_partners_is_better(
    nights: list[tuple[int, str]], counted: int, partners: int
) -> None:
    shares = [
        SessionShare(str(n), SessionScore("x", 24, value, 100, players=(who,)), Fraction(1), value)
        for n, (value, who) in enumerate(nights)
    ]
    found = [each for each in best(shares, counted, partners) if each.weighs]
    size = min(counted, len(shares))
    allowed = [
        choice
        for choice in combinations(shares, size)
        if len({each.partner for each in choice}) >= min(partners, counted)
    ]
    assert len(found) == size
    if allowed:
        assert len({each.partner for each in found}) >= min(partners, counted)
        assert sum(each.value or 0 for each in found) == max(sum(each.value or 0 for each in one) for one in allowed)


def test_a_year_takes_the_nights_within_it_and_leaves_out_what_is_named() -> None:
    nights = [
        night("new year", ("a", 70), ("b", 30), day=date(2025, 12, 31)),
        night("june", ("a", 40), ("b", 60), day=date(2026, 6, 1)),
        night("january", ("a", 50), ("b", 52), day=date(2026, 1, 5)),
        night("party", ("a", 90), ("b", 10), day=date(2026, 7, 1)),
    ]
    plan = SeriesPlan("mean", since=date(2026, 1, 1), until=date(2026, 12, 31), left_out=("party",))
    made = series(nights, plan)
    assert ranks(made) == [("b", "1", "56"), ("a", "2", "45")]
    assert [share.session for share in made.placed[0].taken] == ["january", "june"]


def test_a_share_of_the_qualifying_goes_into_the_final() -> None:
    # NZ manual L3546: 30% is carried over; 0.3 x 100 + 40 = 70, 0.3 x 80 + 48 = 72
    def round_of(name: str, final: str, **vps: int) -> EventPart:
        return EventPart(name, tuple(SessionScore(who, 24, 0, vps=value) for who, value in vps.items()), final=final)

    parts = [round_of("qualifying", "", a=100, b=80, c=60, d=60), round_of("final", "A", a=40, b=48)]
    made = series(parts, SeriesPlan("vps", carried=Fraction(3, 10), cuts=(2,)))
    assert ranks(made) == [("b", "1", "72"), ("a", "2", "70"), ("c", "3=", "60"), ("d", "3=", "60")]
    assert [each.final for each in made.placed] == ["A", "A", "", ""]
    assert made.notes == ("Of the sessions before the final, 30% count.",)


@pytest.mark.parametrize(
    ("plan", "finals", "note"),
    [
        (
            SeriesPlan(cuts=(2,)),
            ["A", "A", "A", "", ""],
            "Final A: 3 go on instead of 2, because the last place is shared.",
        ),
        (
            SeriesPlan(cuts=(2,), cut_ties="steps"),
            ["A", "", "", "", ""],
            "Final A: level for the last place are b, c: draw lots.",
        ),
        (SeriesPlan(cuts=(2, 2), cut_ties="steps", ties=("last",)), ["A", "A", "B", "B", ""], ""),
    ],
)
def test_who_is_in_the_final_when_its_last_place_is_shared(plan: SeriesPlan, finals: list[str], note: str) -> None:
    parts = [
        night("1", ("a", 60), ("b", 55), ("c", 51), ("d", 40), ("e", 30)),
        night("2", ("a", 60), ("b", 51), ("c", 55), ("d", 40), ("e", 30)),
    ]
    made = series(parts, plan)
    assert [each.final for each in made.placed] == finals
    assert [str(each) for each in made.notes] == ([note] if note else [])


def test_a_tie_is_broken_by_the_steps_of_the_plan_and_it_is_said() -> None:
    parts = [night("1", ("a", 70), ("b", 60), ("c", 20)), night("2", ("a", 50), ("b", 60), ("c", 20))]
    assert ranks(series(parts))[:2] == [("a", "1=", "60"), ("b", "1=", "60")]
    later = series(parts, SeriesPlan(ties=("last",)))
    assert ranks(later)[:2] == [("b", "1", "60"), ("a", "2", "60")]
    assert later.placed[0].tie_broken_by == "the later session in which they differ"
    assert later.placed[2].tie_broken_by is None
    assert ranks(series(parts, SeriesPlan(ties=("best",))))[0][0] == "a"


def test_totals_of_two_weeks_are_factored_to_the_same_boards_and_top() -> None:
    # QBA course L119-141: week 1 with a top of 18; week 2, boards played eight times with a top of 14, is multiplied by 18/14,
    # and for those who sat out also by 32/28 (the source prints 18/16)
    week_1 = EventPart("week 1", (SessionScore("ns 1", 30, 300, 540), SessionScore("ns 2", 30, 270, 540)))
    week_2 = EventPart("week 2", (SessionScore("ns 1", 28, 196, 392), SessionScore("ns 2", 32, 256, 448)))
    plan = SeriesPlan("factored")
    made = series([week_1, week_2], plan)
    assert {each.who: each.value for each in made.placed} == {
        "ns 1": 300 + 196 * Fraction(32, 28) * Fraction(18, 14),
        "ns 2": 270 + 256 * Fraction(18, 14),
    }
    ns_1 = next(each for each in made.placed if each.who == "ns 1")
    assert "week 2: 196 points on 28 boards with a top of 14, times 1.4694 = 288" in str(explain_place(ns_1, plan))


def test_a_handicap_ladder_adds_what_each_had_on_the_night() -> None:
    # NZ manual L3844-3849: 60% with -9 is 51, 40% with +9 is 49
    parts = [EventPart("1", (SessionScore("a", 24, 60, 100, handicap=-9), SessionScore("b", 24, 40, 100, handicap=9)))]
    plan = SeriesPlan("mean", handicap=True)
    made = series(parts, plan)
    assert ranks(made) == [("a", "1", "51"), ("b", "2", "49")]
    assert "1, 60% with a handicap of -9 = 51" in str(explain_place(made.placed[0], plan))


def test_the_working_divides_the_sum_of_the_figures_above_it() -> None:
    # 67.245 + 5.4 and 74.4564 + 2.7 make 149.8014; a half of 149.8 would be 74.9
    scores = [("5.4", "67.245"), ("2.7", "74.4564")]
    parts = [
        EventPart(f"{n}", (SessionScore("ann", 24, Fraction(percent), 100, handicap=Fraction(handicap)),))
        for n, (handicap, percent) in enumerate(scores, 1)
    ]
    plan = SeriesPlan("mean", handicap=True)
    lines = str(explain_place(series(parts, plan).placed[0], plan)).splitlines()
    assert [line.rpartition(" = ")[2] for line in lines[1:]] == ["72.645", "77.1564", "74.9007"]
    assert lines[-1].strip().startswith("Together 149.8014, divided by 2 sessions")


def test_a_plan_that_cannot_be_meant_is_refused_in_a_sentence() -> None:
    for plan, sentence in (
        (SeriesPlan(sessions=3, needed=4), "No more than 3 sessions can be needed or count."),
        (SeriesPlan(partners=2), "Different partners can be asked for only where players are listed."),
        (SeriesPlan.ladder(3, 1, 1, partners=2), "1 session cannot be with 2 different partners."),
        (SeriesPlan("points", handicap=True), "Handicaps are added to percentages"),
        (SeriesPlan(left_out=("x",)), "There is no session “x” to leave out."),
        (SeriesPlan("sum"), "“sum” is not known; there are percent, mean"),  # type: ignore[arg-type]
        (SeriesPlan(counted=0), "whole numbers from 1"),
    ):
        with pytest.raises(BadContest, match=sentence):
            series(SIX, plan)


LADDER: dict[str, Any] = {
    "series": {"way": "mean", "sessions": 3, "needed": 3, "counted": 3, "by": "players", "partners": 2},
    "sessions": [
        {"name": "5 January", "day": "2026-01-05", "scores": [{"players": ["Ann", "Bob"], "percent": 60.5}]},
        {"name": "12 January", "day": "2026-01-12", "scores": [{"players": ["Ann", "Bob"], "percent": 59.5}]},
        {
            "name": "19 January",
            "players": {"7": ["Ann", "Cy"]},
            "scores": [{"contestant": "7", "boards": 24, "points": 120, "maximum": 240, "percent": 50, "rank": "4"}],
        },
    ],
}


def test_a_file_of_a_ladder_answers_with_stable_keys() -> None:
    file = read(json.dumps(LADDER))
    found = answer(file, series(file.parts, file.plan))
    assert set(found) == {"contest", "open", "standings", "notes"}
    ann = found["standings"][0]
    assert (ann["rank"], ann["contestant"], ann["played"]) == ("1", "Ann", 3)
    assert ann["value"] == pytest.approx(170 / 3)
    assert ann["sessions"][2] == {"session": "19 January", "value": 50, "counts": True, "share": 1, "with": ["Cy"]}
    assert ann["working"][-1].strip() == "Together 170, divided by 3 sessions = 56.6667"
    bob = next(each for each in found["standings"] if each["contestant"] == "Bob")
    assert (bob["rank"], bob["why_no_place"]) == (None, "played 2, and 3 sessions are needed")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"series": []}, "“series” must be an object."),
        ({"series": {"best": 3}}, "“series” has no “best”; it has way, "),
        ({"series": {"carried": "much"}}, "“much” is no share to carry over"),
        ({"series": {"since": "soon"}}, "“soon” is no day; write 2026-01-31."),
        ({"sessions": [{"scores": [{"percent": 5}]}]}, "must be an object with “contestant” or “players”."),
        ({"sessions": [{"scores": [{"contestant": "1"}]}]}, "there must be “percent”, “points” or “vps”."),
        ({"sessions": [{"name": "x", "scores": []}] * 2}, "Two sessions are called “x”."),
        ({"series": {}, "sessions": [{"scores": [{"contestant": 1, "percent": 5}]}]}, "how many boards 1 played"),
    ],
)
def test_a_wrong_file_of_a_series_is_refused_in_a_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadContest, match=sentence):
        read(json.dumps({**LADDER, **change}))


def test_a_pair_of_a_weaker_stratum_is_ranked_in_the_stronger_ones_too() -> None:
    file = read(json.dumps({**LADDER, "series": {"way": "mean", "by": "players"}, "strata": {"Ann": "C", "Bob": "B"}}))
    found = answer(file, series(file.parts[:2], file.plan))["strata"]
    assert [(each["stratum"], [line["contestant"] for line in each["standings"]]) for each in found] == [
        ("A", ["Ann", "Bob"]),
        ("B", ["Ann", "Bob"]),
        ("C", ["Ann"]),
    ]
    with pytest.raises(BadContest, match="“strata” gives a letter"):
        read(json.dumps({**LADDER, "strata": {"Ann": "top"}}))
