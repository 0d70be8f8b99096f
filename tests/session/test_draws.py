"""A session whose rounds are drawn one after the other: draws come in, are made anew and taken back, and what matches come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from night import BEGIN, DIRECTOR, SCORER, Night, pad

from arrowswitch.journals import decode, encode
from arrowswitch.movements import DrawnRound, Movement, begun, build, drawn_round, placed, up_to
from arrowswitch.movements.model import Kind
from arrowswitch.scoring import victory_points
from arrowswitch.session import (
    BareScore,
    CallRound,
    CutRounds,
    EndPlay,
    Enter,
    LineKey,
    NotPlayed,
    Place,
    Publish,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    Settings,
    Undo,
)
from arrowswitch.session.acts import AddDraw, AwardMatch, ReplaceDraw
from arrowswitch.session.desk import calls_due
from arrowswitch.session.night import DrawnResult, MatchKey, cross_tables, drawn_results
from arrowswitch.session.night.match_table import MatchTable
from arrowswitch.session.night.results import scored, standings
from arrowswitch.session.sight import cues
from arrowswitch.session.sight.pads import Device, pad_view

Sides = list[tuple[int, ...]]


def drawn(
    kind: Kind, number: int, sides: Sides, before: Movement | None = None, boards: int = 4, part: int = 0
) -> DrawnRound:
    """A round as an event draws it: the first match in place 1."""
    places = [(each, place if len(each) > 1 else None) for place, each in enumerate(sides, 1)]
    return drawn_round(kind, number, placed(kind, places, part=part), boards=boards, before=before)


def swiss(
    kind: Kind = "teams", sides: Sides | None = None, *, planned: int = 3, boards: int = 4, **options: Any
) -> Night:
    """A Swiss of four that is being played, with its first round drawn."""
    first = drawn(kind, options.pop("number", 1), sides or [(1, 2), (3, 4)], boards=boards, part=options.pop("part", 0))
    method = options.pop("method", "imps" if kind == "teams" else "butler")
    options.setdefault("boards_per_match", boards if kind == "teams" else None)
    return Night(begun(kind, "Swiss", first, planned=planned), method=method, **options).start()


def movement(night: Night) -> Movement:
    return night.state.sections["A"].movement


def draw(night: Night, number: int, sides: Sides, **more: Any) -> None:
    kind = movement(night).kind
    part, boards = more.pop("part", 0), more.pop("boards", 4)
    night.do(AddDraw("A", drawn(kind, number, sides, movement(night), boards, part)), **more)


def enter_match(night: Night, number: int, table: int, *points: int) -> None:
    meeting = movement(night).at[number, table]
    for board, score in zip(meeting.boards, points, strict=True):
        night.enter(LineKey("A", number, table, board), score)


# -- the draw ---------------------------------------------------------------------------------------------------------


def test_a_round_is_added_while_one_match_is_out_and_that_is_said() -> None:
    night = swiss()
    for table in (1, 2, 3):
        enter_match(night, 1, table, 110, 110, 110, 110)
    entry = night.do(AddDraw("A", drawn("teams", 2, [(1, 3), (2, 4)], movement(night))))
    assert [str(note) for note in entry.notes] == ["Results of round 1 are still to come from table 4."]
    assert movement(night).rounds == 2
    assert movement(night).to_draw == 1
    night.call(2)
    assert night.state.sections["A"].round == 2


def test_what_is_still_to_come_is_of_the_round_that_the_event_has() -> None:
    night = swiss(number=4)
    entry = night.do(AddDraw("A", drawn("teams", 5, [(1, 3), (2, 4)], movement(night))))
    assert [str(note) for note in entry.notes] == ["Results of round 4 are still to come from tables 1-4."]


@pytest.mark.parametrize(
    ("number", "sides", "said"),
    [
        (1, [(1, 3), (2, 4)], "Round 1 has been drawn already."),
        (3, [(1, 3), (2, 4)], "Next is round 2."),
    ],
)
def test_only_the_next_round_can_be_drawn(number: int, sides: Sides, said: str) -> None:
    night = swiss()
    with pytest.raises(Refused, match=f"^{said}$"):
        draw(night, number, sides)


def test_a_round_is_not_drawn_before_the_one_before_it_is_called_unless_the_director_insists() -> None:
    night = swiss()
    draw(night, 2, [(1, 3), (2, 4)])
    with pytest.raises(Refused, match=r"^Round 2 has not been called yet\.$"):
        draw(night, 3, [(1, 4), (2, 3)])
    draw(night, 3, [(1, 4), (2, 3)], force=True, why="the draw is known")


def test_fixtures_that_no_result_can_change_are_added_before_their_round_is_called() -> None:
    night = Night(begun("teams", "League", drawn("teams", 1, [(1, 2), (3, 4)]), planned=3), method="imps")
    for number, sides in ((2, [(1, 3), (2, 4)]), (3, [(1, 4), (2, 3)])):
        night.do(AddDraw("A", drawn("teams", number, sides, movement(night)), fixture=True))
    assert [each.number for each in movement(night).draws] == [1, 2, 3]


def test_only_the_director_draws_and_only_where_rounds_are_drawn() -> None:
    night = swiss()
    for by in (SCORER, pad(1)):
        with pytest.raises(Refused, match="not for"):
            draw(night, 2, [(1, 3), (2, 4)], by=by)
    plain = Night(build("round-robin", teams=4), method="imps").start()
    with pytest.raises(Refused, match="are known; none is drawn"):
        plain.do(AddDraw("A", drawn("teams", 2, [(1, 3), (2, 4)])))


def test_two_who_draw_at_once_draw_once() -> None:
    night = swiss()
    both = drawn("teams", 2, [(1, 3), (2, 4)], movement(night))
    night.do(AddDraw("A", both))
    with pytest.raises(Refused, match="drawn already"):
        night.do(AddDraw("A", both))


def test_a_round_that_is_not_drawn_cannot_be_called() -> None:
    with pytest.raises(Refused, match=r"^Round 2 has not been drawn yet\.$"):
        swiss().do(CallRound(2))


def test_a_draw_is_changed_with_a_reason_until_a_result_is_in() -> None:
    night = swiss()
    draw(night, 2, [(1, 3), (2, 4)])
    again = drawn("teams", 2, [(1, 4), (2, 3)], up_to(movement(night), 2))
    with pytest.raises(Refused, match="Give a reason"):
        night.do(ReplaceDraw("A", again))
    night.do(ReplaceDraw("A", again), why="3 has left")
    assert {frozenset(each.sides) for each in movement(night).by_round[2]} == {frozenset({1, 4}), frozenset({2, 3})}
    night.call(2)
    enter_match(night, 2, 1, 110, 110, 110, 110)
    with pytest.raises(Refused, match="Round 2 is being played: results of it are in"):
        night.do(ReplaceDraw("A", drawn("teams", 2, [(1, 3), (2, 4)], up_to(movement(night), 2))), why="x")


def test_a_draw_is_taken_back_until_something_rests_on_it() -> None:
    night = swiss()
    draw(night, 2, [(1, 3), (2, 4)])
    night.do(Undo())
    assert movement(night).rounds == 1
    draw(night, 2, [(1, 4), (2, 3)])
    last = night.state.journal[-1].id
    night.call(2)
    with pytest.raises(Refused, match="has gone on from there since"):
        night.do(Undo(last))


def test_a_late_team_comes_in_with_the_next_draw_and_one_that_leaves_sits_out() -> None:
    night = swiss()
    draw(night, 2, [(1, 3), (4, 5)])
    night.do(SeatPlayers((Seating(Place("A", 5, "N"), SeatedPlayer("Late")),)))
    assert [(each.round, each.pair) for each in movement(night).sit_outs] == [(1, 5), (2, 2)]
    drawing = next(each for each in night.state.journal if isinstance(each.act, AddDraw))
    with pytest.raises(Refused, match="has gone on from there since"):
        night.do(Undo(drawing.id))


def test_people_keep_their_seats_when_a_draw_turns_their_pair() -> None:
    first = drawn("pairs", 1, [(1, 2), (3,)])
    night = Night(begun("pairs", "Swiss", first, planned=2, contestants=(1, 2, 3, 4)), method="butler").start()
    night.do(SeatPlayers((Seating(Place("A", 4, "N"), SeatedPlayer("Dora")),)))
    draw(night, 2, [(1, 2), (3, 4)])
    assert [place.seat for place in night.state.seats if place.contestant == 4] == ["E"]


def test_the_clock_waits_for_the_draw() -> None:
    night = swiss(settings=Settings(hands_off=True), planned=2)
    later = BEGIN.replace(day=8)
    assert calls_due(night.state, later) == ()
    draw(night, 2, [(1, 3), (2, 4)])
    assert [type(each.act).__name__ for each in calls_due(night.state, later)] == ["CallRound", "EndPlay"]


def test_all_planned_rounds_are_due_before_results_are_posted_unless_play_is_ended() -> None:
    night = swiss()
    night.play_round()
    with pytest.raises(Refused, match="1 of 3 rounds has been played"):
        night.do(Publish())
    night.do(CutRounds(1))
    assert movement(night).to_draw == 0
    night.do(Publish())
    ended = swiss()
    ended.play_round()
    ended.do(EndPlay())
    ended.do(Publish())


def test_the_director_is_told_that_the_draw_comes_next() -> None:
    night = swiss()
    night.play_round()
    assert [str(cue.text) for cue in cues(night.state, "A", night.now).now] == [
        "Agree your scores, and wait for the draw of round 2."
    ]
    draw(night, 2, [(1, 3), (2, 4)])
    assert "Round 2: 1 v 3 at tables 1-2; 2 v 4 at tables 3-4." in [
        str(cue.text) for cue in cues(night.state, "A", night.now).now
    ]


def test_a_draw_is_written_and_read_again() -> None:
    night = swiss(sides=[(1, 2), (3, 4, 5)])
    draw(night, 2, [(1, 3), (2, 4), (5,)])
    act = night.state.journal[-1].act
    assert decode(type(act), encode(act)) == act


# -- pads -------------------------------------------------------------------------------------------------------------


def view(night: Night, device: Device) -> dict[str, Any]:
    return pad_view(night.state, device, lambda _section, number, _round: [f"T{number}"], night.now)


def test_a_pad_waits_for_the_draw_and_is_then_told_where_to_go_and_where_the_team_mates_are() -> None:
    night = swiss(number=4)  # the second evening: the entry has played three rounds
    night.play_round()
    before = view(night, Device("A", 1))
    assert before["draws"] == {"called": [(4, 0)], "of": 6, "next": 5}
    assert before["stops"][0]["ns"]["next"] is None
    assert not before["stops"][0]["last"]
    draw(night, 5, [(3, 1), (2, 4)])
    going = view(night, Device("A", 1))["stops"][0]["ns"]["next"]
    assert (going["table"], going["side"], going["against"]["label"], going["mates"]) == (1, "NS", "Team 3", 2)


def test_a_pad_of_any_other_session_knows_nothing_of_draws() -> None:
    night = Night(build("round-robin", teams=4), method="imps").start()
    assert view(night, Device("A", 1))["draws"] is None


# -- what matches come to ---------------------------------------------------------------------------------------------


def test_a_match_of_teams_has_its_imps_and_victory_points_when_both_tables_are_in() -> None:
    night = swiss()
    enter_match(night, 1, 1, 500, 110, 0, 110)
    (one, other) = drawn_results(night.state)[1]
    assert (one.sides, one.imps, one.complete, len(one.missing)) == ((1, 2), None, False, 4)
    enter_match(night, 1, 2, 110, 110, 0, 200)  # as team 2 sees it North-South
    (one, other) = drawn_results(night.state)[1]
    assert one == DrawnResult((1, 2), (9, 3), victory_points(6, 4), 4, 4)  # +390 is 9 IMPs, -90 is 3
    assert not other.complete


def test_a_round_robin_whose_rounds_are_known_tells_its_matches_too() -> None:
    night = Night(build("round-robin", teams=4, boards_per_round=4), method="imps", boards_per_match=4).start()
    night.play_round()
    found = drawn_results(night.state)
    assert [(each.sides, each.complete) for each in found[1]] == [((1, 2), True), ((3, 4), True)]
    assert not any(each.complete for number in (2, 3) for each in found[number])


def test_a_correction_changes_what_is_told() -> None:
    night = swiss()
    night.play_round(100)
    assert [each.imps for each in drawn_results(night.state)[1]] == [(0, 0), (0, 0)]
    first = next(each for each in night.state.journal if isinstance(each.act, Enter))
    night.do(Undo(first.id), why="typed wrongly")
    assert not drawn_results(night.state)[1][0].complete


def test_a_board_that_is_not_played_ends_a_match_too() -> None:
    night = swiss()
    night.play_round(100)
    spare = swiss()
    for key in night.state.lines:
        if key.board == 4 and key.table < 3:
            spare.do(Enter(key, NotPlayed()), DIRECTOR)
        else:
            spare.enter(key, 100)
    (one, _) = drawn_results(spare.state)[1]
    assert (one.complete, one.boards, one.of) == (True, 3, 4)


def test_three_teams_in_halves_have_three_short_matches_whose_points_are_the_events() -> None:
    night = swiss(sides=[(1, 2), (3, 4, 5)])
    night.play_round()
    night.call(2)
    night.play_round()
    found = {each.sides: each for each in drawn_results(night.state)[1]}
    assert {frozenset(sides) for sides in found} == {frozenset(each) for each in [(1, 2), (3, 4), (3, 5), (4, 5)]}
    assert found[1, 2].vps == (10, 10)
    assert (found[1, 2].boards, found[1, 2].of) == (4, 4)
    assert {(each.boards, each.vps) for sides, each in found.items() if sides != (1, 2)} == {(2, None)}
    assert all(each.complete for each in found.values())


def test_three_teams_over_two_draws_are_told_with_the_second() -> None:
    night = swiss(sides=[(1, 2), (3, 4, 5)], part=1)
    night.play_round()
    assert [each.sides for each in drawn_results(night.state)[1]] == [(1, 2)]
    draw(night, 2, [(2, 1), (3, 4, 5)], part=2)
    night.call(2)
    assert not any(each.complete for each in drawn_results(night.state)[2])
    night.play_round()
    found = drawn_results(night.state)[2]
    assert len(found) == 4
    assert all(each.complete and each.boards == 4 for each in found)


def test_pairs_have_victory_points_of_their_own_imps() -> None:
    """SWI-06: the IMPs of the round, by Butler or cross-IMPs, become victory points."""
    night = swiss("pairs", [(1, 2), (3, 4), (5, 6)], method="cross-imps")
    for table, points in ((1, 500), (2, 110), (3, 110)):
        enter_match(night, 1, table, *[points] * 4)
    found = {each.sides: each for each in drawn_results(night.state)[1]}
    imps = Fraction(9 * 2 * 4, 2)  # 390 points against each of two tables on four boards, by the comparisons
    assert found[1, 2].imps == (imps, 0)
    assert found[1, 2].vps == (victory_points(imps, 4)[0], victory_points(-imps, 4)[0])
    lost = found[3, 4]
    assert lost.vps == (victory_points(-imps / 2, 4)[0], victory_points(imps / 2, 4)[0])


def test_pairs_on_matchpoints_have_victory_points_where_the_scale_is_one_of_percentages() -> None:
    night = swiss(
        "pairs",
        [(1, 2), (3, 4), (5, 6)],
        boards=6,
        method="matchpoints",
        overrides={"matches": {"scale": "percent-20"}},
    )
    for table, points in ((1, 500), (2, 110), (3, 110)):
        enter_match(night, 1, table, *[points] * 6)
    found = {each.sides: each for each in drawn_results(night.state)[1]}
    assert found[1, 2].imps is None
    assert found[1, 2].vps == (20, 0)
    assert found[3, 4].vps == victory_points(25, 6, "percent-20")
    plain = swiss("pairs", [(1, 2), (3, 4)], method="matchpoints")
    plain.play_round()
    assert {each.vps for each in drawn_results(plain.state)[1]} == {None}  # no such scale is chosen


def test_what_a_forfeit_is_worth_is_left_to_the_event() -> None:
    night = swiss()
    night.do(AwardMatch(MatchKey("A", 1, 2, 1), "forfeit", 2), why="2 did not come")
    forfeited, played = drawn_results(night.state)[1]
    assert (forfeited.absent, forfeited.imps, forfeited.vps, forfeited.complete) == (2, None, None, True)
    assert (played.absent, played.complete) == (None, False)


# -- the cross table --------------------------------------------------------------------------------------------------


def table_of(night: Night) -> MatchTable:
    (found,) = cross_tables(
        night.state, scored(night.state), standings(night.state), lambda _section, number: f"Team {number}"
    )
    return found


def test_two_who_meet_again_have_each_match_in_its_own_round() -> None:
    night = swiss()
    enter_match(night, 1, 1, 100, 100, 100, 100)
    enter_match(night, 1, 2, -400, -400, -400, -400)
    draw(night, 2, [(1, 2), (3, 4)])
    night.call(2)
    assert table_of(night).rounds == (1, 2)
    assert [cell.won for cell in table_of(night).rows[0].rounds] == ["20.00", ""]
    enter_match(night, 2, 1, 100, 100, 100, 100)
    enter_match(night, 2, 2, 100, 100, 100, 100)
    assert [(cell.won, cell.running) for cell in table_of(night).rows[0].rounds] == [
        ("20.00", "20.00"),
        ("10.00", "30.00"),
    ]


def test_a_match_that_was_not_drawn_stands_in_the_round_in_which_it_was_played() -> None:
    night = swiss()
    for table, ns, ew in ((1, 1, 3), (3, 3, 1)):
        for board in movement(night).at[1, table].boards:
            result = Enter(LineKey("A", 1, table, board), BareScore(100 * table), ns=ns, ew=ew)
            night.do(result, force=True, why="Team 3 sat at the wrong table.")
    found = table_of(night)
    assert found.rounds == (1,)
    assert [row.rounds[0].won for row in found.rows] == ["1.91", "", "18.09", ""]
