"""The ways out of trouble, tried on nights under way: what is left passes the audit, what was entered is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from night import Night

from arrowswitch.movements import Movement, build
from arrowswitch.session import (
    ChangeMovement,
    LineKey,
    Place,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    Undo,
    scored,
    standings,
)
from arrowswitch.session.night.mending import mended_audit
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.seats import players_of
from arrowswitch.session.sight.ending import checklist
from arrowswitch.session.troubles.catalogue import TROUBLES, ways_out
from arrowswitch.session.troubles.proposals import Proposal
from arrowswitch.session.troubles.trouble import Answers
from undoing import substance


def at(movement: Movement, rounds: int, *, last: bool = True, **options: object) -> Night:
    """A night in a round, with all results of the rounds before, and of this one if it is the `last` one played."""
    night = Night(movement, **options).start()
    for number in range(1, rounds + 1):
        if number > 1:
            night.call(number)
        if number < rounds or last:
            night.play_round()
    return night


def movement(night: Night) -> Movement:
    return night.state.sections["A"].movement


def use(night: Night, proposal: Proposal) -> None:
    for deed in proposal.deeds:
        force = deed.force or not proposal.legal
        night.do(deed.act, why="it happened", force=force)


def left_is_legal(night: Night) -> bool:
    """Whether nothing is wrong with the rounds to come, nor with anything but boards in those that were."""
    now = night.state.sections["A"].round
    faults = mended_audit(movement(night)).faults
    return not [fault for fault in faults if not (fault.board and fault.round and fault.round <= now)]


def ways(night: Night, kind: str, **told: object) -> tuple[Proposal, ...]:
    return ways_out(kind, night.state, "A", Answers(**told))  # type: ignore[arg-type]


def names(found: Sequence[Proposal]) -> list[str]:
    return [each.name for each in found]


FAMILIES = {
    "late-pair": (build("mitchell", tables="6½"), 2, {"at_round": 2}, {}),
    "late-pair in a full Howell": (build("howell", tables=5), 1, {"at_round": 1}, {}),
    "late-pair in a Howell with a phantom": (build("howell", tables="5½"), 2, {"at_round": 3}, {}),
    "late-pair at a new table": (build("skip-mitchell", tables=8), 1, {"at_round": 2}, {}),
    "late-table": (build("mitchell", tables=7), 1, {"at_round": 2}, {}),
    "pair-leaves": (build("mitchell", tables=7), 4, {"pair": 3, "at_round": 5}, {}),
    "we-are-late": (build("mitchell", tables=7), 4, {"at_round": 5}, {}),
    "wrong-board": (build("mitchell", tables=7), 2, {"at_round": 2, "table": 1, "board": 5, "played": 13}, {}),
    "wrong-opponents": (build("mitchell", tables=7), 2, {"at_round": 2, "pair": 8, "other_pair": 9}, {}),
    "wrong-opponents in a Howell": (build("howell", tables=5), 3, {"at_round": 2, "pair": 3, "other_pair": 4}, {}),
    "wrong-opponents for one board": (
        build("mitchell", tables=7),
        1,
        {"at_round": 1, "pair": 8, "other_pair": 9, "board": 5},
        {},
    ),
    "turned": (build("howell", tables=5), 2, {"at_round": 1, "table": 2}, {}),
    "turned for one board": (build("howell", tables=5), 2, {"at_round": 2, "table": 2, "board": 7}, {}),
    "rover-missed": (build("rover", tables="7½"), 2, {"at_round": 2}, {}),
    "forgotten-skip": (build("skip-mitchell", tables=8, rounds=7), 4, {"at_round": 5}, {}),
    "forgotten-skip, late": (build("skip-mitchell", tables=8, rounds=7), 5, {"at_round": 6}, {}),
    "wrong-skip": (build("skip-mitchell", tables=10, rounds=9, skip_after=5), 5, {"at_round": 6, "made_after": 4}, {}),
    "wrong-skip, far too early": (
        build("skip-mitchell", tables=10, rounds=9, skip_after=5),
        2,
        {"at_round": 3, "made_after": 2},
        {},
    ),
    "missed-special": (build("extended-mitchell", tables=5, boards_per_round=2), 8, {"at_round": 9}, {}),
    "missed-special, made late": (
        build("extended-mitchell", tables=5, boards_per_round=2),
        8,
        {"at_round": 9, "made_after": 8},
        {},
    ),
    "late-pair where tables share": (build("share-relay", tables=8), 1, {"at_round": 2}, {}),
    "pair-leaves, the rover": (build("rover", tables="7½"), 2, {"pair": 8, "at_round": 3}, {}),
    "relay": (build("share-relay", tables=8, rounds=8), 3, {"at_round": 4, "which": "low"}, {}),
    "relay too high": (build("share-relay", tables=8, rounds=8), 3, {"at_round": 4, "which": "high"}, {}),
    "relay forgotten": (build("share-relay", tables=8, rounds=8), 1, {"at_round": 2, "which": "none"}, {}),
    "sit-out-boards": (build("mitchell", tables="6½"), 2, {"at_round": 3, "which": "left"}, {}),
    "sit-out-boards never": (build("mitchell", tables="8½", rounds=9), 3, {"at_round": 4, "which": "none"}, {}),
    "boards-out-of-order": (build("mitchell", tables=7), 2, {"table": 1, "other_table": 4}, {}),
    "another-movement": (build("skip-mitchell", tables=8, rounds=7), 1, {"at_round": 2}, {}),
}


@pytest.mark.parametrize("case", FAMILIES)
@pytest.mark.parametrize("entered", [True, False], ids=["entered", "not yet entered"])
def test_every_way_out_leaves_a_legal_rest_and_every_result(case: str, entered: bool) -> None:
    plan, rounds, told, options = FAMILIES[case]
    kind = next(name for name in TROUBLES if case.startswith(name))
    night = at(plan, rounds, last=entered, **options)
    before = dict(night.state.lines)
    for proposal in ways(night, kind, **told):
        again = Night(plan)
        again.state, again.now, again.count = night.state, night.now, 1000
        use(again, proposal)
        assert movement(again) == proposal.after
        if proposal.legal:
            assert left_is_legal(again), proposal.title
        lines = again.state.lines
        assert {key: record.entry for key, record in before.items()} == {key: lines[key].entry for key in before}
        standings(again.state)
        made = [entry for entry in again.state.journal if entry not in night.state.journal]
        for entry in reversed(made):
            again.do(Undo(entry.id), why="taken back")
        assert substance(again.state) == substance(night.state)


def test_of_pairs_in_the_wrong_seats_in_round_one_the_best_is_to_leave_them_on_each_others_course() -> None:
    night = at(build("mitchell", tables=7), 1)
    best, *others = ways(night, "wrong-opponents", at_round=1, pair=8, other_pair=9)
    assert (best.name, best.lost) == ("rest", ())
    assert [each.name for each in others if each.lost] == ["round"]
    assert len(best.contradicted) == 8  # the results of both tables were written for the plan
    use(night, best)
    record = night.state.lines[LineKey("A", 1, 1, 1)]
    assert (record.ns, record.ew) == (1, 9)


def test_two_pairs_of_a_howell_exchange_seats_again_where_nobody_then_sees_a_board_twice() -> None:
    night = at(build("howell", tables=5), 2)
    best, *others = ways(night, "wrong-opponents", at_round=2, pair=3, other_pair=5)
    assert (best.name, best.lost) == ("again", ())
    assert all(len({board for one in each.lost for board in one.boards}) == 6 for each in others)
    use(night, best)
    assert mended_audit(movement(night)).legal
    night.call(3)
    night.play_all()  # no pair is told that it has had a board


def test_results_follow_those_who_really_played_or_stay_on_the_directors_word() -> None:
    night = at(build("skip-mitchell", tables=8, rounds=7), 5)
    due = next(each.after for each in movement(night).instructions if each.occasion == "skip")
    planned = movement(night).at[due + 1, 1]
    followed = ways(night, "forgotten-skip", at_round=6)[0]
    assert followed.legal
    kept = ways(night, "forgotten-skip", at_round=6, follow=False)[0]
    assert not kept.legal
    assert "has played in round" in kept.problems[0]
    use(night, followed)
    really = movement(night).at[due + 1, 1]
    assert really.ew != planned.ew
    record = night.state.lines[LineKey("A", due + 1, 1, really.boards[0])]
    assert (record.ns, record.ew) == really.sides


def test_a_skip_forgotten_too_long_names_every_second_play() -> None:
    night = at(build("skip-mitchell", tables=10, rounds=9, skip_after=5), 6)
    best = ways(night, "forgotten-skip", at_round=7)[0]
    assert best.name == "boards"
    # ten second plays in the round that was played so (ACBL notes, simulated), and they are said
    assert len(best.settled) == 10 * 3 or len(best.lost) >= 10


def test_the_late_pair_sits_with_its_names_and_has_a_score_for_what_it_missed() -> None:
    night = at(build("mitchell", tables="6½"), 2, last=False)
    people = (SeatedPlayer("Ann Ash"), SeatedPlayer("Bob Beech"))
    now, later = ways(night, "late-pair", at_round=2, people=people)
    assert (now.name, later.name) == ("now", "next")
    use(night, now)
    (new,) = set(movement(night).contestants) - set(build("mitchell", tables="6½").contestants)
    assert players_of(night.state, "A", new) == people
    missed = [record for record in night.state.lines.values() if new in (record.ns, record.ew)]
    assert len(missed) == 4
    assert all(record.adjusted for record in missed)
    night.play_rest()
    table = {each.contestant: each for each in standings(night.state)}
    assert table[f"A{new}"].boards == 8


def test_a_late_pair_at_a_full_howell_changes_nobodys_number() -> None:
    night = at(build("howell", tables=5), 1, last=False)
    (only,) = ways(night, "late-pair", at_round=1)
    use(night, only)
    assert movement(night).by_round[1] == build("howell", tables=5).by_round[1]
    assert movement(night).contestants[-1] == 11


def test_a_late_pair_that_cannot_be_let_in_is_told_why() -> None:
    with pytest.raises(Refused, match="A late pair can begin to rove only during the first round"):
        ways(at(build("share-relay", tables=8, rounds=8), 3), "late-pair", at_round=4)
    with pytest.raises(Refused, match="start anew with 3½ tables"):
        ways(at(build("howell", tables=3), 1), "late-pair", at_round=2)
    with pytest.raises(Refused, match="A table can only be added during the first round"):
        ways(at(build("mitchell", tables=7), 3), "late-pair", at_round=4)
    with pytest.raises(Refused, match="only during the first round"):
        ways(at(build("howell", tables=5), 3), "late-pair", at_round=4)


def test_a_pair_that_leaves_before_half_is_struck_out_first_and_afterwards_kept_first() -> None:
    early = at(build("mitchell", tables=7), 2)
    assert names(ways(early, "pair-leaves", pair=3, at_round=3)) == ["strike", "keep"]
    late = at(build("mitchell", tables=7), 4)
    assert names(ways(late, "pair-leaves", pair=3, at_round=5)) == ["keep", "strike"]
    use(late, ways(late, "pair-leaves", pair=3, at_round=5)[1])
    assert "A3" not in {each.contestant for each in standings(late.state) if each.boards}


def with_travellers(rounds: int) -> Night:
    """Seven tables of two boards in a round, of which nothing has been entered but the first board at each table."""
    night = Night(build("mitchell", tables=7, boards_per_round=2)).start()
    for meeting in movement(night).by_round[1]:
        night.enter(LineKey("A", 1, meeting.table, meeting.boards[0]), 100 + 10 * (meeting.table % 2))
    for number in range(2, rounds + 1):
        night.call(number)
    return night


def test_the_share_of_a_pair_that_leaves_is_of_rounds_played_not_of_results_entered() -> None:
    night = with_travellers(4)
    best, other = ways(night, "pair-leaves", pair=3, at_round=5)
    assert best.title == "NS 3 leaves after 8 of 14 boards: all its results stand. It is not ranked."
    assert other.name == "strike"
    assert names(ways(night, "pair-leaves", pair=3, at_round=4)) == ["strike", "keep"]  # 6 of 14


@pytest.mark.parametrize(("at_round", "stands"), [(5, True), (4, False)])
def test_all_results_of_a_pair_that_left_are_treated_alike_whenever_they_are_entered(
    at_round: int, stands: bool
) -> None:
    night = with_travellers(4)
    use(night, ways(night, "pair-leaves", pair=3, at_round=at_round)[0])
    before = night.state.lines[LineKey("A", 1, 3, 5)]
    for number in (1, 2, 3):
        for meeting in movement(night).by_round[number]:
            for board in meeting.boards:
                if LineKey("A", number, meeting.table, board) not in night.state.lines:
                    night.enter(LineKey("A", number, meeting.table, board), 110)
    assert not before.void
    counting = {line.ns for line in scored(night.state).session.lines if line.status == "counts"}
    assert ("A3" in counting) is stands
    assert "A3" not in {each.contestant for each in standings(night.state)}
    ranks = [each.rank for each in standings(night.state) if str(each.direction) == "NS"]
    assert len(ranks) == 6
    assert ranks[0].startswith("1")
    (finding,) = next(check.findings for check in checklist(night.state) if check.kind == "left")
    assert finding.text == (
        f"NS 3 left after round {at_round - 1}: not ranked, and its results {'stand' if stands else 'are cancelled'}."
    )


def test_what_a_pair_that_left_too_early_has_not_entered_is_not_missing() -> None:
    night = with_travellers(2)
    use(night, ways(night, "pair-leaves", pair=3, at_round=3)[0])
    assert all(3 not in (each.ns, each.ew) for each in missing(night.state))
    assert any(each.ns == 2 for each in missing(night.state))


def test_the_arrow_switch_is_not_lost_when_rounds_are_cut() -> None:
    night = at(build("mitchell", tables=7, switch="7"), 4)
    found = ways(night, "we-are-late", at_round=6)
    assert names(found) == ["cut", "switched", "shorter"]
    use(night, found[1])
    assert movement(night).rounds == 6
    assert {m.round for m in movement(night).meetings if m.switched} == {6}


def test_a_board_played_before_does_not_count_again() -> None:
    night = at(build("mitchell", tables=7), 3)
    # NS 1 has had boards 1-4 in round 1
    found = ways(night, "wrong-board", at_round=3, table=1, board=9, played=1)
    assert "stands" not in names(found)
    assert names(found) == ["ns", "both"]  # a late play is out of the question: the line has a result
    assert found[0].steps[0].text.startswith("Round 3, table 1: NS 1 and EW 6 had had board 1 before.")


def test_a_pair_that_saw_a_void_board_for_the_first_time_does_not_get_it_again() -> None:
    night = at(build("mitchell", tables=7), 3, last=False)
    found = ways(night, "wrong-board", at_round=3, table=1, board=9, played=5)
    assert names(found) == ["later", "ns", "both"]
    use(night, found[0])
    assert movement(night).at[3, 1].boards == (9, 10, 11, 12)
    assert movement(night).at[6, 4].boards == (6, 7, 8)
    assert [(one.round, one.table, one.pair) for one in found[0].lost] == [(6, 4, 13)]


def test_an_early_skip_is_kept_first_where_going_back_saves_nothing() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=2, skip_after=5)
    assert names(ways(at(plan, 4), "wrong-skip", at_round=5, made_after=3)) == ["stop", "skip", "back"]
    assert names(ways(at(plan, 2), "wrong-skip", at_round=3, made_after=2)) == ["back", "stop", "skip"]
    stop, only = ways(at(plan, 6), "wrong-skip", at_round=7, made_after=3)
    assert (stop.name, stop.after.rounds, stop.lost) == ("stop", 8, ())
    assert "everybody sits where the plan has them" in only.steps[0].text


def test_a_wrong_board_new_to_both_stands_and_is_not_played_again() -> None:
    night = at(build("mitchell", tables=7), 1, last=False)
    (found,) = ways(night, "wrong-board", at_round=1, table=1, board=4, played=5)
    assert found.legal
    assert {(one.round, one.pair, one.why) for one in found.lost} == {
        *((1, 1, "missed"), (1, 8, "missed"), (2, 1, "seen"), (5, 8, "seen")),
    }
    use(night, found)
    assert 5 not in movement(night).at[2, 1].boards
    assert any("has had board 5" in each.text for each in movement(night).instructions if each.after == 1)


def test_a_board_taken_from_a_slow_table_has_a_score_by_fault() -> None:
    night = at(build("mitchell", tables=7), 1, last=False)
    found = ways(night, "slow-table", at_round=1, table=3, board=12, which="ns")
    assert names(found) == ["award", "later", "none"]
    use(night, found[0])
    night.play_rest()
    assert night.state.lines[LineKey("A", 1, 3, 12)].adjusted
    with pytest.raises(Refused, match="Table 3 has boards 9-12 in round 1"):
        ways(night, "slow-table", at_round=1, table=3, board=1, which="ns")


def test_with_two_winners_a_turned_table_is_refused_with_what_else_to_do() -> None:
    with pytest.raises(Refused, match="score the session with one winner"):
        ways(at(build("mitchell", tables=7), 1), "turned", at_round=1, table=1)


def test_names_stay_with_their_pair_when_its_first_table_is_turned() -> None:
    night = Night(build("howell", tables=5))
    start = build("howell", tables=5).at[1, 2]
    night.do(
        SeatPlayers(
            tuple(
                Seating(Place("A", start.ns, seat), SeatedPlayer(name)) for seat, name in (("N", "Ann"), ("S", "Bob"))
            )
        )
    )
    night.do(
        SeatPlayers(
            tuple(
                Seating(Place("A", start.ew, seat), SeatedPlayer(name)) for seat, name in (("E", "Eve"), ("W", "Wim"))
            )
        )
    )
    night.start()
    use(night, ways(night, "turned", at_round=1, table=2)[0])
    assert [player.name for player in players_of(night.state, "A", start.ns)] == ["Ann", "Bob"]
    assert [player.name for player in players_of(night.state, "A", start.ew)] == ["Eve", "Wim"]


def test_a_fault_of_what_is_left_needs_the_directors_word_and_one_of_what_was_played_does_not() -> None:
    night = at(build("mitchell", tables=7), 2, last=False)
    plan = movement(night)
    here = plan.at[2, 1]  # plays board 9 of table 2, which waits for it
    odd = tuple(replace(m, boards=(9, 6, 7, 8)) if m == here else m for m in plan.meetings)
    with pytest.raises(Refused, match="plays board 9 again"):
        night.do(ChangeMovement("A", replace(plan, meetings=odd), 2, through=2))
    later = [m for m in odd if m.round > 2 and 9 in m.boards and set(m.sides) & set(here.sides)]
    rest = tuple(replace(m, boards=(10, 11, 12)) if m in later else m for m in odd)
    with pytest.raises(Refused, match="board 9 is needed at tables 1-2 at once"):
        night.do(ChangeMovement("A", replace(plan, meetings=rest), 2))
    entry = night.do(ChangeMovement("A", replace(plan, meetings=rest), 2, through=2))
    assert "board 9 is needed at tables 1-2 at once" in entry.notes[0]


def test_teams_are_told_that_this_is_for_pairs() -> None:
    night = Night(build("american-whist", teams=5), method="imps").start()
    with pytest.raises(Refused, match="This is for pairs"):
        ways(night, "late-pair", at_round=1)


def test_any_answers_give_ways_out_or_a_sentence() -> None:
    chance = Random(7)
    plans = [
        at(build("mitchell", tables="4½"), 2),
        at(build("howell", tables=3), 2),
        at(build("skip-mitchell", tables=6), 3, last=False),
        at(build("share-relay", tables=6), 4),
        at(build("rover", tables="5½"), 2),
    ]
    sentences = []
    for _ in range(600):
        night = chance.choice(plans)
        kind = chance.choice(list(TROUBLES))
        number = lambda most: chance.choice([0, 1, 2, 3, 4, chance.randrange(-2, most)])  # noqa: E731
        told = Answers(
            *(number(most) for most in (9, 7, 7, 26, 26, 12, 12, 8)),
            which=chance.choice(["", "ns", "low", "left", "none", "other"]),
            follow=chance.random() < 0.5,
        )
        try:
            found = ways_out(kind, night.state, "A", told)
        except Refused as sentence:
            sentences.append(str(sentence))
            continue
        for proposal in found:
            assert proposal.title
            assert proposal.fingerprint
    assert all(sentences)
    assert 100 < len(sentences) < 590
