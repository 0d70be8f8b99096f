"""The best way to finish, on nights under way: whatever is told, one confirmation does it, and the rest can be played and posted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from night import DIRECTOR, Night

from arrowswitch.movements import Movement, build
from arrowswitch.movements.replan import costs, made_legal
from arrowswitch.movements.replan.standing import within
from arrowswitch.session import BareScore, Enter, LineKey, Refused, Undo, standings
from arrowswitch.session.acts.tasks import deeds, open_tasks
from arrowswitch.session.night.mending import mended_audit
from arrowswitch.session.night.missing import missing
from arrowswitch.session.sight.pads import Device, pad_view
from arrowswitch.session.troubles.finishing import (
    FACTS,
    Finish,
    departures_told,
    proposals,
    read_fact,
    rounds_to_plan,
    tonight,
    ways_to_finish,
    wish_of,
    write_fact,
)
from examples import examples
from undoing import substance

MOVEMENTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("mitchell", {"tables": 5}),
    ("mitchell", {"tables": "6½"}),
    ("mitchell", {"tables": 7, "switch": "7"}),
    ("share-relay", {"tables": 8, "rounds": 8}),
    ("skip-mitchell", {"tables": 8}),
    ("extended-mitchell", {"tables": 7, "boards": 18}),
    ("skip-mitchell", {"tables": 6}),
    ("share-relay", {"tables": 6}),
    ("howell", {"tables": 4}),
    ("howell", {"tables": "4½"}),
    ("rover", {"tables": "5½"}),
    ("hesitation", {"tables": 5}),
    ("american-whist", {"teams": 5}),
    ("circulation", {"teams": 4}),
    ("individual", {"players": 12}),
)


def night_in(movement: Movement, number: int, **options: object) -> Night:
    """A night in a round, with all results so far."""
    night = Night(movement, **options).start()
    for each in range(1, number + 1):
        if each > 1:
            night.call(each)
        night.play_round()
    return night


def found(night: Night, *facts: str, first: int = 0, tries: int = 600) -> tuple[Finish, ...]:
    wish = wish_of(night.state, "A", map(read_fact, facts), first)
    return proposals(night.state, "A", wish, ways_to_finish(wish, tries, 60))


def use(night: Night, finish: Finish) -> None:
    for deed in finish.proposal.deeds:
        night.do(deed.act, why="it happened", force=deed.force or not finish.proposal.legal)


def plan(night: Night) -> Movement:
    return night.state.sections["A"].movement


def some_fact(random: Random, movement: Movement, played: int) -> str:
    """Something that may have happened, as an address has it."""
    pick = random.choice
    table = lambda number: pick([m.table for m in movement.by_round[number]])  # noqa: E731
    number = random.randint(1, played)
    one, other = random.sample(movement.contestants, 2)
    facts = [
        f"gone:{one}",
        f"come:{pick('12')}",
        f"seats:{number}-{one}-{other}-{pick(['once', 'since'])}",
        f"exchanged:{number}-{table(number)}-{table(number)}",
        f"stayed:{max(number, 2)}-{pick(['people', 'boards'])}",
        f"special:{max(number, 2)}",
        f"skipped:{number}",
        f"relay:{pick(['low', 'high', 'none'])}",
        f"rested:{pick(['left', 'none'])}",
        f"order:{table(1)}-{table(1)}",
        f"rover:{number}",
        f"switch:{number}",
        f"turned:{number}-{table(number)}",
        f"table:{table(number)}",
        f"board:{pick(movement.boards)}",
        f"lie:{pick(movement.boards)}-{table(number)}",
        f"last:{movement.rounds - 1}",
        f"time:{random.randint(20, 90)}",
    ]
    return pick([each for each in facts if FACTS[each.partition(":")[0]].where(movement)])


@pytest.mark.parametrize("seed", range(examples(90)))
def test_any_mess_is_finished_by_one_confirmation_played_to_the_end_and_taken_back(seed: int) -> None:
    random = Random(seed)
    family, wish = MOVEMENTS[seed % len(MOVEMENTS)]
    movement = build(family, **wish)
    method = "imps" if movement.kind == "teams" else "matchpoints"
    night = night_in(movement, random.randint(1, movement.rounds - 1), method=method)
    facts = [some_fact(random, movement, night.state.sections["A"].round) for _ in range(random.randint(1, 3))]
    ways, refusal = tried(night, facts)
    if refusal:
        assert refusal.endswith("."), facts
        return
    wish = wish_of(night.state, "A", map(read_fact, facts))
    for here in wish.standings:
        for _name, _title, repair in wish.manuals:
            manual = made_legal(here, repair.movement.meetings, repair.movement.shares)
            new = [group for group in repair.movement.shares if group not in movement.shares]
            assert ways[0].way.costs.rank <= costs(here, manual, len(new)).rank, (facts, repair.steps)
    before = night.state
    use(night, ways[0])
    against = [
        str(text) for text in ways[0].proposal.problems
    ]  # only where it was entered otherwise than it is told now
    assert not against or "has played in round" in against[0] or "has a result of board" in against[0], (facts, against)
    after = night.state
    for entry in reversed(after.journal[len(before.journal) :]):
        night.do(Undo(entry.id), why="it was not so")
    assert substance(night.state) == substance(before)
    night.state = after
    night.play_all_from_here()
    assert not list(missing(night.state))
    assert standings(night.state)


def tried(night: Night, facts: list[str]) -> tuple[tuple[Finish, ...], str]:
    """The ways, or why there is none."""
    try:
        return found(night, *facts), ""
    except Refused as refusal:
        return (), str(refusal.args[0])


def test_two_who_left_a_howell_are_closed_up_and_no_longer_ranked() -> None:
    night = night_in(build("howell", tables=5), 4)
    best = found(night, "gone:3", "gone:8", tries=40000)[0]
    assert best.way.fewest_lost
    assert best.proposal.legal
    use(night, best)
    assert set(night.state.left) == {("A", 3), ("A", 8)}
    night.play_all_from_here()
    assert mended_audit(plan(night)).legal


def test_what_becomes_of_those_who_have_gone_is_told_before_anything_is_done() -> None:
    early = night_in(build("mitchell", tables=7), 2)
    (way, *_) = found(early, "gone:3")
    told = [str(each) for each in departures_told(early.state.sections["A"], way.proposal)]
    assert told == ["NS 3 is not ranked, and what it has played (8 boards) is cancelled, for its opponents too"]
    assert not any("NS 3" in str(each) and "percentage" in str(each) for each in way.proposal.effects)
    late = night_in(build("mitchell", tables=7), 5)
    (way, *_) = found(late, "gone:3")
    told = [str(each) for each in departures_told(late.state.sections["A"], way.proposal)]
    assert told == ["NS 3 is not ranked; what it has played (20 boards) stands"]


def test_the_break_that_is_to_come_is_a_part_of_the_time() -> None:
    night = Night(build("mitchell", tables=7), plan={"break_after": 5, "break_minutes": 10}).start()
    night.play_round()
    here = tonight(night.state, "A")
    plain = replace(here, break_minutes=0)
    assert costs(here, here.planned).minutes == costs(plain, plain.planned).minutes + 10
    whole = costs(plain, plain.planned).minutes
    assert [each.last for each in within(plain, whole)] == [0]
    assert next(each.last for each in within(here, whole)) == 6


def test_a_manuals_way_stands_first_where_it_is_as_good_and_under_its_own_name() -> None:
    night = night_in(build("mitchell", tables=5), 2)
    best = found(night, "gone:2", "gone:4")[0]
    assert best.way.manual
    assert best.way.fewest_lost


def test_a_forgotten_skip_that_was_noticed_late_gives_the_results_to_those_who_played() -> None:
    night = night_in(build("skip-mitchell", tables=6, rounds=5), 4)
    planned = plan(night).at[4, 1]
    best = found(night, "special:4", tries=3000)[0]
    use(night, best)
    really = plan(night).at[4, 1]
    assert really.sides != planned.sides
    record = night.state.lines[LineKey("A", 4, 1, really.boards[0])]
    assert (record.ns, record.ew) == really.sides
    night.play_all_from_here()


def test_boards_that_stayed_and_were_played_again_do_not_count_and_the_others_get_average_plus() -> None:
    night = night_in(build("mitchell", tables=5), 3)
    best = found(night, "exchanged:3-1-3", tries=3000)[0]
    use(night, best)
    assert night.state.sections["A"].movement.at[3, 1].boards != build("mitchell", tables=5).at[3, 1].boards


def test_boards_that_the_visitors_of_a_team_have_had_before_do_not_count_and_the_match_is_awarded() -> None:
    night = night_in(build("american-whist", teams=7), 4, method="imps")
    best = found(night, "seats:4-6-2-once")[0]
    visitors = [m for m in best.way.movement.meetings if m.ew == 2 and m.round <= 4]
    (again,) = [m for m in visitors if any(set(m.boards) & set(o.boards) for o in visitors if o.round < m.round)]
    assert [(one.round, one.table, one.pair, one.boards) for one in best.proposal.lost] == [
        (again.round, again.table, 2, again.boards)
    ]
    use(night, best)
    for board in again.boards:
        assert night.state.lines[LineKey("A", again.round, again.table, board)].void
    (task,) = [str(each.text) for each in night.state.tasks.values() if "13-16" in str(each.text)]
    assert task.startswith("Team 2 has had boards 13-16 before, at table 7 in round 4 they do not count")
    # Both halves of a team play each board, which is no second play
    assert not found(night_in(build("american-whist", teams=7), 4, method="imps"), "seats:3-6-4-once")[0].proposal.lost


def test_results_that_went_over_to_the_boards_that_were_there_are_not_told_as_wrong_when_it_is_done() -> None:
    night = night_in(build("howell", tables=6), 4)
    use(night, found(night, "exchanged:4-1-2")[0])
    assert not [
        str(note) for entry in night.state.journal for note in entry.notes if "but it was not there" in str(note)
    ]


def test_a_result_of_another_board_tells_who_has_held_it() -> None:
    night = night_in(build("mitchell", tables=5), 1)
    here = tonight(night.state, "A")
    assert here.played == 1
    assert not here.besides


def test_a_round_with_a_result_is_not_planned_anew() -> None:
    night = night_in(build("mitchell", tables=5), 2)
    night.call(3)
    section = night.state.sections["A"]
    assert rounds_to_plan(night.state, section) == (3, 5, 4)
    meeting = section.movement.at[3, 1]
    night.enter(LineKey("A", 3, 1, meeting.boards[0]), 110)
    assert rounds_to_plan(night.state, night.state.sections["A"]) == (4, 5, 4)
    with pytest.raises(Refused, match="Rounds 4 to 5 can be planned anew, not round 3"):
        tonight(night.state, "A", 3)


def test_in_the_last_round_nothing_is_left_to_plan() -> None:
    night = night_in(build("mitchell", tables=5), 5)
    with pytest.raises(Refused, match="no round is left"):
        tonight(night.state, "A")


@pytest.mark.parametrize("text", ["gone:3", "seats:2-4-9-since", "stayed:2-boards", "time:45", "come:2"])
def test_a_fact_is_read_as_it_is_written(text: str) -> None:
    assert write_fact(read_fact(text)) == text


@pytest.mark.parametrize(
    "text", ["", "gone", "gone:x", "earthquake:1", "stayed:2-cats", "seats:1-2", "gone:9999999", "gone:-3"]
)
def test_what_is_no_fact_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        read_fact(text)


def test_every_fact_says_what_its_option_wants() -> None:
    for name, kind in FACTS.items():
        assert kind.name == name
        assert str(kind.option)


@pytest.mark.parametrize("fact", ["seats:2-8-9-once", "exchanged:2-1-2", "stayed:2-boards", "order:1-2"])
def test_what_was_put_right_is_not_turned_round_by_telling_it_again(fact: str) -> None:
    night = night_in(build("mitchell", tables=5), 2)
    use(night, found(night, fact)[0])
    done = plan(night).meetings
    with pytest.raises(Refused, match="put right already"):
        found(night, fact)
    assert found(night, "gone:3")
    for entry in reversed(night.state.journal[-1:]):
        assert entry.id
    assert plan(night).meetings == done


def test_a_plan_is_made_after_a_plan_and_after_it_was_taken_back() -> None:
    night = night_in(build("mitchell", tables=7), 2)
    before = len(night.state.journal)
    use(night, found(night, "seats:2-8-9-once")[0])
    for entry in reversed(night.state.journal[before:]):
        night.do(Undo(entry.id), why="it was not so")
    assert found(night, "seats:2-8-9-once")
    use(night, found(night, "gone:3")[0])
    night.call(3)
    night.play_round()
    use(night, found(night, "gone:9", "table:1")[0])
    assert set(night.state.left) == {("A", 3), ("A", 9)}
    night.play_all_from_here()
    assert mended_audit(plan(night)).legal


def test_before_the_first_round_a_pair_that_does_not_come_is_planned_around() -> None:
    night = Night(build("mitchell", tables=5)).start()
    use(night, found(night, "gone:3", first=1)[0])
    night.play_all_from_here()
    assert mended_audit(plan(night)).legal


def test_with_one_left_there_is_nobody_to_play() -> None:
    night = night_in(build("mitchell", tables=3), 1)
    with pytest.raises(Refused, match="Nobody is left who could play"):
        found(night, *(f"gone:{each}" for each in range(1, 6)))


def test_a_pad_does_not_list_boards_that_were_not_there() -> None:
    night = night_in(build("mitchell", tables=5), 2)
    was = list(plan(night).at[2, 1].boards)
    use(night, found(night, "exchanged:2-1-4")[0])
    really = list(plan(night).at[2, 1].boards)
    assert set(was).isdisjoint(really)
    view = pad_view(night.state, Device("A", table=1), lambda _section, _number, _round: [], night.now)
    assert [line["board"] for line in view["lines"] if line["round"] == 2] == really


def test_where_no_arrow_switch_is_left_each_line_has_its_winner_until_that_is_taken_back() -> None:
    night = night_in(build("mitchell", tables=7, switch="7"), 4)
    before = night.state
    switched, plain = found(night, "last:6")[:2]
    assert (switched.way.movement.winners, plain.way.movement.winners) == (1, 2)
    use(night, plain)
    assert night.state.winners == 2
    for entry in reversed(night.state.journal[len(before.journal) :]):
        night.do(Undo(entry.id), why="it was not so")
    assert substance(night.state) == substance(before)
    use(night, switched)
    assert night.state.winners == 1
    night.play_all_from_here()
    assert sorted(each.contestant for each in standings(night.state)) == sorted(f"A{each}" for each in range(1, 15))


def test_pairs_that_sat_in_each_others_seats_get_average_minus_for_the_boards_that_they_miss() -> None:
    """Law 12C2(a): the line of a board that one of them has a second time is given to the other, who misses it."""
    night = night_in(build("mitchell", tables=5, boards_per_round=2), 3)
    use(night, found(night, "seats:2-6-8-once")[0])
    tasks = open_tasks(night.state)
    assert [str(task.text) for task in tasks] == [
        "Give NS 2 average plus, EW 1 average minus on boards 5-6: round 2, table 2.",
        "Give NS 3 average plus, EW 3 average minus on boards 9-10: round 3, table 3.",
    ]
    for task in tasks:
        for act, forced in deeds(night.state, task):
            night.do(act, why="as the repair has it", force=forced)
    assert open_tasks(night.state) == ()
    for number in (4, 5):
        night.call(number)
        night.play_round()
    assert not missing(night.state)
    assert {each.contestant: each.boards for each in standings(night.state)} == {
        f"A{pair}": 10 for pair in range(1, 11)
    }


def test_in_an_individual_the_innocent_get_average_plus_for_boards_that_are_left_out() -> None:
    night = night_in(build("individual", players=12, boards_per_round=2), 3)
    ways = found(night, "seats:2-3-7-once")
    going_on = next(each for each in ways if each.way.name == "as-planned")
    use(night, going_on)
    assert [str(task.text) for task in open_tasks(night.state)] == [
        "Give 4 & 10 average plus on boards 17-18: round 5, table 2.",
        "Give 12 & 9 average plus on boards 11-12: round 6, table 1.",
    ]


def test_a_board_that_both_sides_have_had_is_not_missing() -> None:
    """The first scores stand (Law 15B); nobody waits for a second one."""
    night = night_in(build("mitchell", tables=3, boards_per_round=1), 1)
    night.call(2)
    there = plan(night).at[2, 1]
    key = LineKey("A", 2, 1, there.boards[0])
    assert key in {each.line for each in missing(night.state)}
    held = LineKey("A", 2, 2, key.board)
    night.do(Enter(held, BareScore(110), ns=there.ns, ew=there.ew), force=True, why="they sat there", by=DIRECTOR)
    assert key not in {each.line for each in missing(night.state)}
    assert len([each for each in missing(night.state) if each.line.round == 2]) == 2
