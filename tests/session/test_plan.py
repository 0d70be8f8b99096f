"""What can be changed of a session as a whole, until when, and how it is put away."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from night import SCORER, Night, small

from arrowswitch.movements import Movement, build
from arrowswitch.session import (
    ChangePlan,
    Enter,
    PutAway,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    SectionPlan,
    SetSections,
    SetTiming,
    Start,
    Undo,
)
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.lines import BareScore, LineKey
from arrowswitch.session.night.replay import replay
from arrowswitch.session.night.results import standings
from arrowswitch.session.night.seats import places
from arrowswitch.session.night.sections import minutes_of

PLAN = ChangePlan("Cup", date(2026, 1, 6), "matchpoints", apart=False, regulations="wbf")
FIRST = LineKey("A", 1, 1, 1)


def test_before_play_the_name_the_day_and_the_scoring_can_be_changed() -> None:
    night = Night(small())
    night.do(replace(PLAN, title="  Cup  night ", method="butler", regulations="ebu"))
    state = replay(loads(dumps(night.state.journal)))
    assert (state.title, state.date, state.method) == ("Cup night", date(2026, 1, 6), "butler")
    assert state.regulations.name == "ebu"
    night.do(Undo())
    assert (night.state.title, night.state.method, night.state.regulations.name) == ("Tuesday", "matchpoints", "wbf")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"title": " "}, "needs a title"),
        ({"method": "chess"}, "There is no method “chess”"),
        ({"method": "imps"}, "imps is for teams"),
        ({"regulations": "mars"}, "mars"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(change: dict[str, str], problem: str) -> None:
    night = Night(small())
    with pytest.raises(Refused, match=problem):
        night.do(replace(PLAN, **change))
    assert night.state.title == "Tuesday"


def test_during_play_the_scoring_stays_and_the_title_can_still_be_mended() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="Play has begun"):
        night.do(replace(PLAN, method="butler"))
    night.do(PLAN)
    assert night.state.title == "Cup"
    with pytest.raises(Refused, match="Nothing would change"):
        night.do(PLAN)


def test_sections_are_ranked_together_or_apart_until_the_results_are_posted() -> None:
    night = Night(small(), small()).start()
    for section, points in (("A", 420), ("B", 450)):
        night.enter(LineKey(section, 1, 1, 1), points)
    together = {each.contestant: each.points for each in standings(night.state)}
    night.do(replace(PLAN, apart=True))
    apart = {each.contestant: each.points for each in standings(night.state)}
    assert together == {"A1": 0, "B1": 2, "A4": 2, "B4": 0}
    assert apart == dict.fromkeys(("A1", "A4", "B1", "B4"), 0)


def test_the_rounds_still_to_be_called_can_be_made_longer_or_left_to_the_regulations() -> None:
    night = Night(small(), small())
    usual = minutes_of(night.state, night.state.sections["A"])
    night.do(SetTiming(Fraction(21, 2), section="B"))
    assert [minutes_of(night.state, each) for each in night.state.sections.values()] == [usual, Fraction(21, 2)]
    night.do(SetTiming(None))
    assert minutes_of(night.state, night.state.sections["B"]) == usual
    for act, problem in ((SetTiming(Fraction(601)), "1 to 600"), (SetTiming(None, "expert"), "no grade")):
        with pytest.raises(Refused, match=problem):
            night.do(act)


def test_a_session_that_was_put_away_takes_nothing_until_it_is_brought_back() -> None:
    night = Night(small())
    assert not night.state.has_results
    with pytest.raises(Refused, match="not put away"):
        night.do(PutAway(away=False))
    night.do(PutAway())
    assert night.state.away
    with pytest.raises(Refused, match="put away"):
        night.do(Start())
    with pytest.raises(Refused, match="put away already"):
        night.do(PutAway())
    night.do(PutAway(away=False))
    night.start().do(Enter(FIRST, BareScore(420)))
    assert night.state.has_results


def test_only_a_director_changes_the_plan_or_puts_a_session_away() -> None:
    night = Night(build("mitchell", tables=3, boards_per_round=1))
    for act in (PLAN, SetTiming(None), PutAway()):
        with pytest.raises(Refused, match="not for the scorer"):
            night.do(act, SCORER)


# -- the sections anew --------------------------------------------------------------------------------------------------


def plans(*movements: Movement) -> tuple[SectionPlan, ...]:
    return tuple(SectionPlan(letter, movement) for letter, movement in zip("ABC", movements, strict=False))


def seven_and_named() -> Night:
    """Seven tables of a Mitchell; at every chair somebody who is called after it."""
    night = Night(build("mitchell", tables=7, boards_per_round=2))
    movement = night.state.sections["A"].movement
    seats = {place: f"{place.seat} of {movement.label(place.contestant)}" for place in places(night.state)}
    night.do(SeatPlayers(tuple(Seating(place, SeatedPlayer(name)) for place, name in seats.items())))
    return night


def seated(night: Night) -> dict[str, str]:
    """Who sits where, by the number on the card and the seat."""
    return {
        f"{place.seat} of {night.state.sections[place.section].movement.label(place.contestant)}": stints[
            -1
        ].player.name
        for place, stints in night.state.seats.items()
    }


def test_before_play_there_can_be_more_tables_and_everybody_keeps_the_chair() -> None:
    night = seven_and_named()
    before = seated(night)
    entry = night.do(SetSections(plans(build("mitchell", tables=9, boards_per_round=2)), "matchpoints"))
    assert entry.notes == ()
    assert seated(night) == before
    assert "E of EW 1" in before
    assert replay(loads(dumps(night.state.journal))) == night.state
    night.do(Undo())
    assert night.state.sections["A"].movement.tables == 7


def test_who_loses_the_chair_is_counted() -> None:
    night = seven_and_named()
    entry = night.do(SetSections(plans(build("mitchell", tables=5, boards_per_round=2)), "matchpoints"))
    assert [str(note) for note in entry.notes] == ["8 names have no seat any more."]
    assert len(night.state.seats) == 20


def test_before_play_a_section_can_be_added_and_taken_out_again() -> None:
    night = seven_and_named()
    first = night.state.sections["A"].movement
    night.do(SetSections(plans(first, build("howell", tables=4)), "matchpoints"))
    assert list(night.state.sections) == ["A", "B"]
    assert night.state.winners == 1
    assert len(night.state.seats) == 28
    night.do(SetSections(plans(first), "matchpoints"))
    assert list(night.state.sections) == ["A"]
    assert night.state.winners == 2


def test_pairs_become_teams_and_pairs_again() -> None:
    night = seven_and_named()
    with pytest.raises(Refused, match="is for pairs"):
        night.do(SetSections(plans(build("american-whist", teams=7)), "matchpoints"))
    night.do(SetSections(plans(build("american-whist", teams=7)), "imps"))
    assert (night.state.method, night.state.sections["A"].movement.kind) == ("imps", "teams")
    assert len(night.state.seats) == 28
    night.do(SetSections(plans(build("mitchell", tables=7, boards_per_round=2)), "butler"))
    assert night.state.method == "butler"
    assert seated(night) == {name: name for name in seated(night)}


def test_the_sections_stay_once_play_has_begun_and_the_same_plan_is_no_change() -> None:
    night = seven_and_named()
    plan = SetSections(plans(night.state.sections["A"].movement), "matchpoints")
    with pytest.raises(Refused, match="Nothing would change"):
        night.do(plan)
    with pytest.raises(Refused, match="not for the scorer"):
        night.do(SetSections(plans(build("howell", tables=4)), "matchpoints"), SCORER)
    night.start()
    with pytest.raises(Refused, match="Play has begun"):
        night.do(SetSections(plans(build("howell", tables=4)), "matchpoints"))


def test_what_the_club_decided_otherwise_stays_when_the_federation_is_changed() -> None:
    night = Night(small(), overrides={"awards": {"one_winner_below": 9}})
    night.do(replace(PLAN, regulations="ebu"))
    assert (night.state.regulations.name, night.state.regulations.awards.one_winner_below) == ("ebu", 9)
    night.do(SetTiming(Fraction(20)))
    night.do(Undo())
    assert replay(loads(dumps(night.state.journal))).regulations.awards.one_winner_below == 9
