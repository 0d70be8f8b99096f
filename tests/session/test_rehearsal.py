"""A made-up night: the session grants every act of it, it looks like bridge, and the same chance gives the same night."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from random import Random
from statistics import fmean, pvariance

import pytest

from arrowswitch.bridge import is_possible, ns_score, vulnerability_of
from arrowswitch.movements import ImpossibleWish, Movement, build
from arrowswitch.session import (
    Adjust,
    AnswerCall,
    CallDirector,
    Command,
    Contracted,
    Correct,
    Enter,
    LatePlay,
    Open,
    Penalise,
    SectionPlan,
    State,
    decide,
    evolve,
    standings,
)
from arrowswitch.session.night.lines import ns_points
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.seats import unnamed
from arrowswitch.session.rehearsal import NAMES, night

BEGIN = datetime(2025, 1, 7, 19, 30, tzinfo=UTC)
MOVEMENTS = {
    "a Mitchell of seven tables": (build("mitchell", tables=7),),
    "a Howell": (build("howell", tables=5),),
    "nine and a half tables": (build("rover", tables="9½", boards=27),),
    "two sections": (
        build("mitchell", tables=9, boards=27),
        build("mitchell", tables=11, rounds=9, boards_per_round=3),
    ),
    "three tables": (build("howell", tables=3),),
    "two tables": (build("howell", tables=2),),
}


def plan(*movements: Movement, seed: int = 7) -> tuple[Command, ...]:
    """A night with these sections."""
    sections = tuple(SectionPlan("ABC"[number], movement) for number, movement in enumerate(movements))
    return night(Open("Rehearsal", BEGIN.date(), sections), Random(seed), BEGIN)


def played(commands: tuple[Command, ...]) -> State:
    """The session after all of it; what is refused fails."""
    state = State()
    for command in commands:
        for entry in decide(state, command):
            state = evolve(state, entry)
    return state


@pytest.mark.parametrize("movements", MOVEMENTS.values(), ids=MOVEMENTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_act_of_the_night_is_granted_and_nothing_is_left_to_do(
    movements: tuple[Movement, ...], seed: int
) -> None:
    commands = plan(*movements, seed=seed)
    state = played(commands)
    assert len(state.journal) == len(commands)
    assert state.phase == "published"
    assert missing(state) == ()
    assert unnamed(state) == ()
    assert len(standings(state)) == sum(len(movement.contestants) for movement in movements)
    assert [entry.at for entry in state.journal] == sorted(entry.at for entry in state.journal)


def test_the_same_chance_gives_the_same_night_and_another_does_not() -> None:
    movement = build("mitchell", tables=7)
    assert plan(movement) == plan(movement)
    assert plan(movement) != plan(movement, seed=8)


def test_the_night_has_slips_that_are_corrected_calls_a_ruling_a_late_play_and_a_penalty() -> None:
    commands = plan(build("mitchell", tables=13, boards=26))
    acts = [command.act for command in commands]
    for kind, least in ((Correct, 3), (CallDirector, 3), (AnswerCall, 3), (Adjust, 1), (Penalise, 1)):
        assert sum(isinstance(act, kind) for act in acts) >= least
    assert sum(isinstance(act, Enter) and isinstance(act.entry, LatePlay) for act in acts) == 1
    assert len({command.id for command in commands}) == len(commands)


def test_results_look_like_bridge() -> None:
    state = played(plan(*MOVEMENTS["two sections"]))
    scores = defaultdict(list)
    for key, record in state.lines.items():
        made = ns_points(record.entry, key.board)
        assert made is not None
        assert is_possible(made, vulnerability_of(key.board))
        scores[key.board].append(made)
        if isinstance(record.entry, Contracted):
            assert made == ns_score(record.entry.result, vulnerability_of(key.board))
    everything = [made for board in scores.values() for made in board]
    within = fmean(pvariance(board) for board in scores.values())
    assert within < pvariance(everything) / 2  # a board goes much the same way at every table
    assert all(len(set(board)) > 1 for board in scores.values())  # but never quite
    contracts = [record.entry.result for record in state.lines.values() if isinstance(record.entry, Contracted)]
    assert 0.5 < fmean(result.made for result in contracts) < 0.85
    assert fmean(result.contract.bid.level >= 6 for result in contracts) < 0.25
    far = [note for entry in state.journal for note in entry.notes if "far from every other" in note]
    assert len(far) < len(everything) / 50


def test_better_pairs_score_better_so_the_ranking_is_spread_like_a_clubs() -> None:
    percents = [float(each.percent or 0) for each in standings(played(plan(build("mitchell", tables=13, boards=26))))]
    assert 55 < max(percents) < 80
    assert 20 < min(percents) < 45


def test_nobody_can_be_taken_for_a_real_person() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 400
    assert all(given[0] == family[0] for given, family in NAMES)


def test_a_night_of_imps_has_its_penalty_in_imps() -> None:
    sections = (SectionPlan("A", build("mitchell", tables=5)),)
    state = played(night(Open("Imps", BEGIN.date(), sections, "butler"), Random(3), BEGIN))
    assert [(penalty.share, penalty.points) for penalty in state.penalties.values()] == [(None, 1)]


TEAMS_NIGHTS = [
    ("imps", build("round-robin", teams=4)),
    ("imps", build("troika", teams=3)),
    ("board-a-match", build("american-whist", teams=5)),
    ("point-a-board", build("board-a-match", teams=5)),
    ("patton", build("stagger", teams=6)),
    ("aggregate", build("new-england", teams=6)),
    ("imps", build("circulation", teams=4)),
]


@pytest.mark.parametrize(("method", "movement"), TEAMS_NIGHTS, ids=[f"{way} {each.name}" for way, each in TEAMS_NIGHTS])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_night_of_teams_is_granted_and_nothing_is_left_to_do(method: str, movement: Movement, seed: int) -> None:
    commands = night(Open("Teams", BEGIN.date(), (SectionPlan("A", movement),), method), Random(seed), BEGIN)
    state = played(commands)
    assert len(state.journal) == len(commands)
    assert state.phase == "published"
    assert (missing(state), unnamed(state)) == ((), ())
    assert len(state.seats) == 4 * len(movement.contestants)
    assert len(standings(state)) == len(movement.contestants)
    players = [stint.player.name for stints in state.seats.values() for stint in stints]
    assert len(set(players)) == len(players)


def test_each_half_of_a_team_goes_at_its_own_pace() -> None:
    movement = build("round-robin", teams=4)
    commands = night(Open("Teams", BEGIN.date(), (SectionPlan("A", movement),), "imps"), Random(7), BEGIN)
    last: dict[tuple[int, str], datetime] = {}
    for command in commands:
        if isinstance(command.act, Enter) and command.act.line.round == 1:
            meeting = movement.at[1, command.act.line.table]
            last[meeting.ns, "NS"] = last[meeting.ew, "EW"] = command.at
    assert len(last) == 8
    assert all(last[team, "NS"] != last[team, "EW"] for team in movement.contestants)


@pytest.mark.parametrize("method", ["net", "total-points"])
def test_where_averages_are_worth_nothing_none_are_awarded(method: str) -> None:
    sections = (SectionPlan("A", build("mitchell", tables=5)),)
    state = played(night(Open("Points", BEGIN.date(), sections, method), Random(3), BEGIN))
    assert state.phase == "published"
    assert not any(record.adjusted for record in state.lines.values())


def test_too_many_people_are_refused_in_a_sentence() -> None:
    with pytest.raises(ImpossibleWish, match="people to rehearse with"):
        plan(*[build("mitchell", tables=45, rounds=9, boards_per_round=3)] * 3)
