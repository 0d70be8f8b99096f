"""Round robins, pools and leagues as events: fixtures with dates, pools into finals, what is carried over, who goes up."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from event_journal import RunningEvent

from arrowswitch.contests.events import (
    AddSession,
    BreakTie,
    CarryOver,
    CloseStage,
    DrawRound,
    EnterContestant,
    EventMatchKey,
    FedMatch,
    ForfeitMatch,
    OpenStage,
    PostponeMatch,
    RecordResult,
    RoundRobinPlan,
    SessionFeed,
    StageSource,
    SwissPlan,
    UndoInEvent,
    WithdrawContestant,
    carried,
    cut,
    draw_marks,
    explain_total,
    league_moves,
    qualifiers,
    standings,
    still_possible,
)
from arrowswitch.contests.round_robin import every
from arrowswitch.journals import Refused

MONDAYS = every(date(2026, 1, 5), 7, 7)


def test_all_fixtures_of_a_season_are_drawn_at_once_with_their_days() -> None:
    event = RunningEvent(6, RoundRobinPlan(dates=MONDAYS))
    event.do(DrawRound(rounds=99))
    rounds = event.state.stage().rounds
    assert [drawn.round for drawn in rounds] == [1, 2, 3, 4, 5]
    assert {match.day for match in rounds[2].matches} == {date(2026, 1, 19)}
    assert all(not drawn.made_on for drawn in rounds)
    with pytest.raises(Refused, match="League has 5 rounds, and nothing is left to draw"):
        event.do(DrawRound())


def test_an_odd_number_has_byes_that_are_worth_nothing_to_anybody() -> None:
    event = RunningEvent(5, RoundRobinPlan())
    event.do(DrawRound(rounds=5))
    byes = [match.sides for drawn in event.state.stage().rounds for match in drawn.matches if match.is_bye]
    assert sorted(byes) == [(1,), (2,), (3,), (4,), (5,)]
    assert all(vps == 0 for _, _, vps in event.table())


def test_a_match_is_put_off_but_nobody_plays_twice_on_a_day() -> None:
    event = RunningEvent(4, RoundRobinPlan(dates=MONDAYS))
    event.do(DrawRound(rounds=3))
    key = EventMatchKey("League", 1, 1)
    with pytest.raises(Refused, match="has another match on 2026-01-12"):
        event.do(PostponeMatch(key, date(2026, 1, 12)))
    event.do(PostponeMatch(key, date(2026, 1, 8)))
    record = event.state.stage().record(key)
    assert (record.postponed, record.day) == (True, date(2026, 1, 8))
    event.do(RecordResult(key, imps=(Fraction(9), Fraction(3))))
    assert event.state.stage().record(key).day == date(2026, 1, 8)


def eight_teams_three_nights() -> RunningEvent:
    """8 teams of 8 boards, 7 rounds (NZ manual TEA-12); the stronger wins each match."""
    event = RunningEvent(8, RoundRobinPlan(), regulations="nzb")
    for _ in range(7):
        event.play({number: 60 - 5 * number for number in range(1, 9)})
    return event


def test_champs_and_plate_are_the_halves_of_the_table_with_thirty_percent_carried_over() -> None:
    event = eight_teams_three_nights()
    event.do(CloseStage("League"))
    before = {number: vps for _, number, vps in event.table(stage="League")}
    event.do(OpenStage("Champs", RoundRobinPlan(), source=StageSource("League", 1, 4)))
    event.do(OpenStage("Plate", RoundRobinPlan(), source=StageSource("League", 5, 8)))
    assert [*event.state.stages["Champs"].members] == [1, 2, 3, 4]
    assert [*event.state.stages["Plate"].members] == [5, 6, 7, 8]
    event.do(CarryOver("Champs", "League", "share"))
    brought = carried(event.state, (), "Champs")
    assert {number: float(each.vps) for number, each in brought.items()} == {
        number: pytest.approx(before[number] * 0.3) for number in (1, 2, 3, 4)
    }
    assert str(brought[1].working).startswith("30% of ")
    assert "Carried over from League: 30% of" in str(explain_total(event.state, (), 1, "Champs"))
    event.do(DrawRound("Champs"))
    assert {frozenset(match.sides) for match in event.state.stages["Champs"].rounds[0].matches}


def test_a_play_off_carries_the_difference() -> None:
    """128 against 122 is 6 (NZ manual TEA-10)."""
    event = RunningEvent(4, SwissPlan(1), own_rules={"first": "place"})
    event.do(DrawRound())
    event.do(RecordResult(event.key(1, 2), vps=(Fraction(13), Fraction(7))))
    event.do(RecordResult(event.key(3, 4), vps=(Fraction(10), Fraction(10))))
    event.do(CloseStage("Swiss"))
    event.do(OpenStage("Play-off", RoundRobinPlan(), contestants=(1, 2)))
    event.do(CarryOver("Play-off", "Swiss", "difference"))
    found = carried(event.state, (), "Play-off")
    assert [(each.vps, str(each.working)) for each in found.values()] == [(6, "13 less 7"), (0, "7 less 7")]
    assert event.table(stage="Play-off") == [("1", 1, 6.0), ("2", 2, 0.0)]


def test_only_matches_against_fellow_qualifiers_are_carried_over() -> None:
    event = eight_teams_three_nights()
    event.do(CloseStage("League"))
    event.do(OpenStage("Champs", RoundRobinPlan(), source=StageSource("League", 1, 4)))
    event.do(CarryOver("Champs", "League", "fellows"))
    lines = {line.contestant: line for line in standings(event.state, (), "League").standings}
    won = [line.vps for line in lines["1"].rounds if line.opponents[0] in ("2", "3", "4")]
    assert carried(event.state, (), "Champs")[1].vps == sum(each or 0 for each in won)
    assert str(carried(event.state, (), "Champs")[1].working) == "against fellow qualifiers: 3 matches"


def test_a_correction_after_the_cut_is_marked_and_flows_into_what_was_carried_over() -> None:
    event = RunningEvent(4, RoundRobinPlan())
    event.do(DrawRound(rounds=3))
    event.do(AddSession("night", "Tuesday", (1, 2, 3)))
    rounds = {
        drawn.round: [FedMatch(match.sides, _by_strength(match.sides)) for match in drawn.matches]
        for drawn in event.state.stage().rounds
    }
    event.feed("night", rounds)
    event.do(CloseStage("League"))
    event.do(OpenStage("Final", RoundRobinPlan(), source=StageSource("League", 1, 2)))
    event.do(CarryOver("Final", "League", "share", Fraction(1, 2)))
    assert [*event.state.stages["Final"].members] == [1, 2]
    before = carried(event.state, event.feeds, "Final")[1].vps
    assert draw_marks(event.state, event.feeds) == ()
    corrected = {
        number: [replace(each, imps=_by_strength(each.sides, 4)) for each in rounds[number]] for number in rounds
    }
    event.feed("night", corrected)
    (mark,) = draw_marks(event.state, event.feeds)
    assert (mark.stage, mark.round) == ("Final", 0)
    assert str(mark.sentence) == (
        "The field of Final was made on other results: 2 Blue would not be in it now, 4 Black would be in it now."
    )
    assert [*event.state.stages["Final"].members] == [1, 2]
    assert carried(event.state, event.feeds, "Final")[1].vps < before


def _by_strength(sides: tuple[int, ...], best: int = 1) -> tuple[int, ...]:
    """The best wins everything; otherwise the lower number does."""
    rank = {best: 0, **{number: number for number in (1, 2, 3, 4) if number != best}}
    return tuple(20 if rank[side] == min(rank[each] for each in sides) else 0 for side in sides)


def test_a_tie_over_the_last_place_is_broken_or_all_go_on() -> None:
    event = RunningEvent(4, RoundRobinPlan())
    event.do(DrawRound(rounds=3))
    for drawn in event.state.stage().rounds:
        for place, match in enumerate(drawn.matches, 1):
            winner = 1 if 1 in match.sides else None
            scores = tuple(Fraction(20 if side == winner else 0) for side in match.sides)
            event.do(RecordResult(EventMatchKey("League", drawn.round, place), imps=scores))
    assert [rank for rank, _, _ in event.table()] == ["1", "2=", "2=", "2="]
    source = StageSource("League", 1, 2)
    with pytest.raises(
        Refused, match="2 Blue, 3 Green, 4 Black share a place of League, and places 1 to 2 go on: break the tie"
    ):
        cut(event.state, (), source)
    assert qualifiers(event.state, (), StageSource("League", 1, 2, with_ties=True)).through == (1, 2, 3, 4)
    with pytest.raises(Refused, match="They are not tied"):
        event.do(BreakTie((1, 2), "by lot"))
    event.do(BreakTie((3, 2, 4), "by lot"))
    assert cut(event.state, (), source).through == (1, 3)
    assert [(line.rank, line.contestant, str(line.tie_broken_by)) for line in standings(event.state).standings][1] == (
        "2",
        "3",
        "by lot",
    )
    event.do(UndoInEvent())
    assert [rank for rank, _, _ in event.table()] == ["1", "2=", "2=", "2="]


def test_a_tie_over_the_first_place_of_a_plate_is_broken_too() -> None:
    event = RunningEvent(8, SwissPlan(rounds=1), own_rules={"first": "place"})
    event.do(DrawRound())
    for match, imps in zip(event.drawn(), (20, 15, 0, 9), strict=True):
        event.record(*match, imps, 0)
    assert [(rank, number) for rank, number, _ in event.table()][3:5] == [("4=", 5), ("4=", 6)]
    with pytest.raises(Refused, match="5 White, 6 Gold share a place of Swiss, and places 5 to 8 go on: break the tie"):
        cut(event.state, (), StageSource("Swiss", 5, 8))
    plate = cut(event.state, (), StageSource("Swiss", 5, 8, with_ties=True))
    assert plate.through == (8, 4, 2)
    assert [str(note) for note in plate.notes] == [
        "5 White, 6 Gold share a place above these, and none of them goes on."
    ]
    event.do(BreakTie((6, 5), "by lot"))
    assert cut(event.state, (), StageSource("Swiss", 5, 8)).through == (5, 8, 4, 2)


def test_the_next_in_the_list_takes_the_place_of_a_qualifier_who_has_withdrawn() -> None:
    # Bridge NSW Tournament Regulations 11
    event = RunningEvent(4, RoundRobinPlan())
    for _ in range(3):
        event.play()
    event.do(CloseStage("League"))
    event.do(WithdrawContestant(2))
    event.do(OpenStage("Final", RoundRobinPlan(), source=StageSource("League", 1, 2)))
    assert [*event.state.stages["Final"].members] == [1, 3]
    event.do(DrawRound("Final"))
    event.do(WithdrawContestant(3))  # what was drawn stays, and it is no correction
    assert draw_marks(event.state) == ()


def test_fixtures_of_who_has_withdrawn_are_to_be_forfeited_and_the_draw_says_so() -> None:
    event = RunningEvent(4, RoundRobinPlan())
    event.play()
    event.do(WithdrawContestant(4))
    drawn = event.do(DrawRound())
    assert event.drawn() == [(2, 4), (3, 1)]
    assert [str(note) for note in drawn.notes] == ["4 Black has withdrawn: forfeit 2 Blue v 4 Black."]
    event.do(ForfeitMatch(event.key(2, 4), 4))
    assert {number: vps for _, number, vps in event.table()}[2] >= 12


def test_who_withdraws_is_told_of_every_match_without_a_result_also_of_one_that_was_put_off() -> None:
    event = RunningEvent(4, RoundRobinPlan())
    event.do(DrawRound(rounds=3))
    mine = [
        EventMatchKey("League", drawn.round, place)
        for drawn in event.state.stage().rounds
        for place, match in enumerate(drawn.matches, 1)
        if 4 in match.sides
    ]
    event.do(PostponeMatch(mine[0]))
    event.do(RecordResult(mine[1], imps=(Fraction(9), Fraction(3))))
    sides = event.state.match(mine[2]).sides
    event.do(AddSession("s1", "Monday", (mine[2].round,)))
    event.feeds = (SessionFeed("s1", {1: (FedMatch(sides, (30, 10)),)}),)
    withdrawn = event.do(WithdrawContestant(4))
    assert [str(note) for note in withdrawn.notes] == ["1 match of it was drawn; forfeit it if it will not be played."]


def test_pools_have_tables_of_their_own_and_send_their_best_into_the_final() -> None:
    event = RunningEvent(8, RoundRobinPlan(pools=2))
    assert [group.contestants for group in event.state.stage().groups] == [(1, 4, 5, 8), (2, 3, 6, 7)]
    for _ in range(3):
        event.play()
    assert [number for _, number, _ in event.table(group="A")] == [1, 4, 5, 8]
    assert [number for _, number, _ in event.table(group="B")] == [2, 3, 6, 7]
    with pytest.raises(Refused, match="There is no group “C”; there are A, B"):
        event.table(group="C")
    event.do(CloseStage("League"))
    event.do(OpenStage("Final", RoundRobinPlan(), source=StageSource("League", 1, 2)))
    assert [*event.state.stages["Final"].members] == [1, 2, 4, 3]


def test_divisions_of_a_league_change_their_last_and_first() -> None:
    event = RunningEvent(8)
    event.do(OpenStage("First", RoundRobinPlan(division=1, moves=1), contestants=(1, 2, 3, 4)))
    event.do(OpenStage("Second", RoundRobinPlan(division=2, moves=1), contestants=(5, 6, 7, 8)))
    for name in ("First", "Second"):
        event.do(DrawRound(name, rounds=3))
        for drawn in event.state.stages[name].rounds:
            for place, match in enumerate(drawn.matches, 1):
                a, b = match.sides
                scores = (Fraction(10), Fraction(0)) if a < b else (Fraction(0), Fraction(10))
                event.do(RecordResult(EventMatchKey(name, drawn.round, place), imps=scores))
    assert [(move.team, move.before, move.after) for move in league_moves(event.state)] == [("4", 1, 2), ("5", 2, 1)]


def test_in_a_round_robin_the_fixtures_say_what_is_still_possible() -> None:
    event = RunningEvent(4, RoundRobinPlan())
    event.do(DrawRound(rounds=2))
    for drawn in event.state.stage().rounds:
        for place, match in enumerate(drawn.matches, 1):
            scores = tuple(Fraction(90 - 30 * side if side < 4 else 0) for side in match.sides)
            event.do(RecordResult(EventMatchKey("League", drawn.round, place), imps=scores))
    chances = {each.contestant: each for each in still_possible(event.state, places=2)}
    assert all(0 <= each.most - each.least <= 20 for each in chances.values())
    with pytest.raises(Refused, match="The places that count are 1 to 3, not 4"):
        still_possible(event.state, places=4)


def test_nobody_comes_in_after_the_fixtures_are_made() -> None:
    event = RunningEvent(4, RoundRobinPlan())
    event.do(EnterContestant("Late"))
    assert 5 in event.state.stage().members
    event.do(DrawRound())
    with pytest.raises(Refused, match="The draw has been made; nobody can come in any more"):
        event.do(EnterContestant("Later"))


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (RoundRobinPlan(times=9), "Everybody can meet everybody 1 to 4 times, not 9"),
        (RoundRobinPlan(pools=3), "Pools have two or more: 4 entered cannot make 3 of them"),
        (RoundRobinPlan(dates=MONDAYS[:2]), "For 3 rounds there must be 3 evenings; there are 2"),
        (RoundRobinPlan(division=1, moves=-1), "Divisions are counted from 1"),
        (SwissPlan(0), "A Swiss has 1 to 200 rounds, not 0"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(plan: RoundRobinPlan, said: str) -> None:
    with pytest.raises(Refused, match=said):
        RunningEvent(4, plan)
