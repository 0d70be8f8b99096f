"""An event and the sessions in which it is played: what it draws comes into them, what they score comes back, and nothing is half done."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from contests_kept import BEGIN, DIRECTOR, TEAMS, begun, check_event, give, wish
from django.urls import reverse
from event_writer import ROUNDS, event_writer
from people import as_role, our_club

from arrowswitch.contests.events import (
    ChangeDraw,
    DrawRound,
    EnterContestant,
    EventAct,
    EventMatchKey,
    EventState,
    MatchDraw,
    OpenEvent,
    OpenStage,
    RecordResult,
    RoundRobinPlan,
    SwissPlan,
    UndoInEvent,
    WithdrawContestant,
    draw_marks,
    results,
    standings,
    terms,
)
from arrowswitch.contests.events.state import ContestPlayer
from arrowswitch.journals import Actor, Refused
from arrowswitch.movements import Movement, audit
from arrowswitch.session import (
    BareScore,
    CallRound,
    Command,
    Correct,
    Enter,
    LineKey,
    Place,
    Start,
    State,
    Undo,
)
from arrowswitch.session.acts import PutAway
from arrowswitch.site.club.models import Club as KeptClub
from arrowswitch.site.club.models import Player
from arrowswitch.site.events import running, store
from arrowswitch.site.events.evenings import OF_EVENT
from arrowswitch.site.events.feeds import feeds
from arrowswitch.site.journal import store as sessions
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import COMMAND
from arrowswitch.site.pads.sent import ID
from arrowswitch.site.work import memory

Club = dict[str, str]
SCORER = Actor("scorer", "Bob")


def do(event: int, name: str, act: EventAct, **more: Any) -> EventState:
    """Gives the event a command, and its sessions what follows."""
    return running.append(event, wish(name, act, **more), club=our_club()).state


def evening(event: int, rounds: int = 3, command: str = "first", **more: Any) -> int:
    """Opens the session of the next rounds."""
    return running.open_evening(
        event,
        club=our_club(),
        by=more.pop("by", DIRECTOR),
        command=command,
        title="Tuesday",
        day=date(2026, 1, 7),
        rounds=rounds,
        now=BEGIN,
        **more,
    )


def kept(event: int) -> EventState:
    return store.state(event, club=our_club())


def movement(session: int) -> Movement:
    return sessions.state(session).sections["A"].movement


def play(session: int, number: int, *, but: int = 0, points: int = 110) -> State:
    """Calls a round and enters all its results, but those of one table."""
    call = Start() if number == 1 else CallRound(number)
    sessions.append(session, Command(f"call-{number}", DIRECTOR, BEGIN, call))
    wishes = [
        Command(
            f"s-{number}-{each.table}-{board}",
            DIRECTOR,
            BEGIN,
            Enter(LineKey("A", number, each.table, board), BareScore(points if each.table == 1 else 110)),
        )
        for each in movement(session).by_round[number]
        for board in each.boards
        if each.table != but
    ]
    for answer in sessions.append_each(session, wishes):
        assert not isinstance(answer, Refused), answer
    return sessions.state(session)


def in_line(event: int, session: int) -> None:
    """The session has the draws of the event, and they are legal."""
    stage, played = kept(event).stage("Swiss"), movement(session)
    for draw in played.draws:
        wanted = {frozenset(match.sides) for match in stage.rounds[draw.number - 1].matches}
        assert {frozenset(match.sides) for match in draw.matches} == wanted
    assert [fault.text for fault in audit(played, mended=True).faults] == []


# -- an evening -------------------------------------------------------------------------------------------------------


def test_an_evening_is_a_session_with_the_drawn_round_and_everybodys_names(desk_club: Club) -> None:
    register = Player.objects.create(club=our_club(), given="Ann", family="Lee")
    people = (ContestPlayer("Ann Lee", str(register.pk)), *(ContestPlayer(f"P{n}") for n in range(2, 6)))
    entered = [wish("e1", EnterContestant("Red", people, captain=1)), wish("e2", EnterContestant("Blue"))]
    event = store.begin(
        wish("open", OpenEvent("Club teams", boards=4)),
        *entered,
        wish("stage", OpenStage("Swiss", SwissPlan(3))),
        club=our_club(),
    ).event
    session = evening(event)
    state = sessions.state(session)
    assert (state.title, state.method, state.boards_per_match) == ("Tuesday", "imps", 4)
    assert [draw.number for draw in movement(session).draws] == [1]
    assert movement(session).to_draw == 2
    seated = {place.seat: stints[0].player for place, stints in state.seats.items() if place.contestant == 1}
    assert {seat: player.name for seat, player in seated.items()} == {"N": "Ann Lee", "S": "P2", "E": "P3", "W": "P4"}
    assert seated["N"].id == str(register.pk)
    assert seated["S"].id == ""
    team = state.team("A", 1)
    assert (team.name, [each.name for each in team.spares], team.captain) == ("Red", ["P5"], seated["N"])
    assert Place("A", 2, "N") not in state.seats
    header = Session.objects.get(pk=session)
    found = running.event_of(header)
    assert found is not None
    assert found.pk == event
    assert kept(event).sessions[str(session)].rounds == (1, 2, 3)
    assert evening(event) == session  # the same command
    with pytest.raises(Refused, match="Swiss has no rounds left to play"):
        evening(event, command="another")


def test_results_come_back_and_the_next_round_is_drawn_on_them_while_a_match_is_out(desk_club: Club) -> None:
    event = begun(teams=6, boards=4)
    session = evening(event)
    play(session, 1, but=6, points=500)
    do(event, "draw-2", DrawRound("Swiss"))
    assert movement(session).rounds == 2
    in_line(event, session)
    state = kept(event)
    known = results(state, feeds(state, our_club()))
    assert [each.out for each in known.values() if each.key.round == 1] == [False, False, True]
    assert "still to come from table 6" in str(sessions.state(session).journal[-1].notes[0])
    best = standings(state, feeds(state, our_club())).standings[0]
    assert best.contestant == str(movement(session).at[1, 1].ns)


def test_a_correction_flows_through_and_the_draw_stands_and_is_marked(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    do(event, "draw-2", DrawRound("Swiss"))
    line = LineKey("A", 1, 1, 1)
    seen = sessions.state(session).version(line)
    sessions.append(session, Command("right", DIRECTOR, BEGIN, Correct(line, BareScore(-500)), "misread", seen=seen))
    state = kept(event)
    assert [mark.round for mark in draw_marks(state, feeds(state, our_club()))] == [2]
    assert movement(session).rounds == 2


def test_a_late_team_is_drawn_and_named_and_one_that_leaves_is_not(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    do(event, "late", EnterContestant("Late", tuple(ContestPlayer(f"L{n}") for n in range(4))))
    do(event, "gone", WithdrawContestant(4))
    play(session, 1)
    do(event, "draw-2", DrawRound("Swiss"))
    assert [(each.round, each.pair) for each in movement(session).sit_outs] == [(1, 5), (2, 4)]
    state = sessions.state(session)
    assert state.team("A", 5).name == "Late"
    assert Place("A", 5, "W") in state.seats
    in_line(event, session)


@pytest.mark.parametrize("rounds", [1, 2])
def test_seven_teams_play_a_triple_in_halves_or_over_two_rounds(desk_club: Club, rounds: int) -> None:
    event = begun(teams=7, boards=4, own_rules={"odd": "triple", "triple_rounds": rounds})
    session = evening(event)
    three = 3 - rounds  # of the session's rounds to one of the event
    for number in range(1, 3):
        for own in range(three * (number - 1) + 1, three * number + 1):
            play(session, own)
        do(event, f"draw-{number + 1}", DrawRound("Swiss"))
        in_line(event, session)
    state = kept(event)
    known = results(state, feeds(state, our_club()))
    played = [each for each in known.values() if each.key.round == 2 or (each.key.round == 1 and rounds == 1)]
    assert len(played) == 3 * (3 - rounds)
    assert not any(each.out for each in played)


def test_pairs_have_victory_points_of_the_session(desk_club: Club) -> None:
    event = begun(teams=6, kind="pairs", boards=4)
    session = evening(event, rounds=2)
    assert sessions.state(session).method == "cross-imps"
    assert movement(session).kind == "pairs"
    play(session, 1, points=500)
    state = kept(event)
    known = results(state, feeds(state, our_club()))
    assert all(each.shares is not None for each in known.values())
    winner = movement(session).at[1, 1].ns
    assert standings(state, feeds(state, our_club())).standings[0].contestant == str(winner)


def test_a_second_evening_goes_on_with_the_rounds_of_the_event(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    first = evening(event, rounds=2)
    play(first, 1)
    do(event, "draw-2", DrawRound("Swiss"))
    play(first, 2)
    second = evening(event, rounds=2, command="second")
    assert second != first
    assert [draw.number for draw in movement(second).draws] == [3]
    assert movement(first).rounds == 2
    play(second, 1)
    do(event, "draw-4", DrawRound("Swiss"))
    assert [draw.number for draw in movement(second).draws] == [3, 4]
    state = kept(event)
    assert sum(not each.out for each in results(state, feeds(state, our_club())).values()) == 6


# -- both or neither --------------------------------------------------------------------------------------------------


def test_a_draw_is_changed_and_taken_back_in_both_or_in_neither(club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    do(event, "draw-2", DrawRound("Swiss"))
    drawn = {frozenset(match.sides) for match in kept(event).stage("Swiss").rounds[1].matches}
    others = next(
        both
        for both in (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
        if {frozenset(each) for each in both} != drawn
    )
    by_hand = ChangeDraw("Swiss", 2, tuple(MatchDraw(sides, place) for place, sides in enumerate(others, 1)))
    do(event, "hand", by_hand, why="asked for")
    in_line(event, session)
    assert sessions.state(session).journal[-1].why == "asked for"
    do(event, "back", UndoInEvent("hand"))
    in_line(event, session)
    do(event, "back-2", UndoInEvent("draw-2"))
    assert movement(session).rounds == 1
    do(event, "draw-again", DrawRound("Swiss"))
    play(session, 2)
    before = kept(event)
    for name, act in (("late", by_hand), ("too-late", UndoInEvent("draw-again"))):
        with pytest.raises(Refused, match=r"is being played|has gone on from there"):
            do(event, name, act, why="asked for")
    assert kept(event) == before
    check_event(event)


def test_only_the_director_draws_and_another_club_sees_nothing(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    with pytest.raises(Refused, match="not for"):
        do(event, "scorer", DrawRound("Swiss"), by=SCORER)
    assert movement(session).rounds == 1
    other = KeptClub.objects.create(name="Hillside", federation="wbf")
    assert feeds(kept(event), other) == ()
    with pytest.raises(Refused, match="no such event"):
        running.append(event, wish("theirs", DrawRound("Swiss")), club=other)


def test_what_was_written_in_the_event_only_comes_into_the_session_when_somebody_looks(club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    give(event, "draw-2", DrawRound("Swiss"))  # and then the program is stopped
    assert movement(session).rounds == 1
    memory.forget_all()
    assert running.bring_into_line(event, club=our_club()) == ()
    in_line(event, session)
    assert movement(session).rounds == 2
    length = len(sessions.state(session).journal)
    running.bring_into_line(event, club=our_club())
    assert len(sessions.state(session).journal) == length  # nothing is done twice


def test_at_the_start_what_was_left_half_done_is_done(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    give(event, "draw-2", DrawRound("Swiss"))
    memory.forget_all()
    running.make_ready()
    assert movement(session).rounds == 2


def test_a_session_says_for_which_event_it_is_played(desk_club: Club) -> None:
    session = evening(begun(teams=4, boards=4))
    page = as_role("director").get(reverse("night-room", args=[session])).content.decode()
    assert "Played for" in page
    assert "Club teams" in page
    header = Session.objects.get(pk=session)
    header.opened = "event-99999-first"
    assert running.event_of(header) is None


def test_a_session_that_was_opened_but_not_added_is_found(club: Club) -> None:
    event = begun(teams=4, boards=4)
    give(event, "first-draw", DrawRound("Swiss"))
    state = kept(event)
    act = running._opening(state, "Swiss", (1, 2), "Tuesday", date(2026, 1, 7), "", running.Settings())
    session = sessions.begin(Command(f"event-{event}-first", DIRECTOR, BEGIN, act), club=our_club()).session
    assert kept(event).sessions == {}
    running.bring_into_line(event, club=our_club(), now=BEGIN)
    assert kept(event).sessions[str(session)].rounds == (1, 2)
    assert evening(event, rounds=2) == session
    assert sessions.state(session).team("A", 1).name == TEAMS[0]


def test_a_session_that_does_not_take_it_is_told(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    give(event, "draw-2", DrawRound("Swiss"))  # round 1 has not been called
    (said,) = running.bring_into_line(event, club=our_club(), now=BEGIN)
    assert str(said) == "Tuesday: Round 1 has not been called yet."
    play(session, 1)
    assert running.bring_into_line(event, club=our_club(), now=BEGIN) == ()
    assert movement(session).rounds == 2


def test_the_scale_of_the_event_is_that_of_its_sessions(desk_club: Club) -> None:
    event = begun(teams=4, boards=6)
    do(event, "scale", replace(terms(kept(event)), scale="wbf-discrete"))
    session = evening(event)
    assert sessions.state(session).regulations.matches.scale == "wbf-discrete"
    play(session, 1)
    state = kept(event)
    found = {each.vps(each.match.sides[0]) for each in results(state, feeds(state, our_club())).values()}
    assert found == {Fraction(10)}


# -- killed at any moment ---------------------------------------------------------------------------------------------


def test_killed_at_any_moment_an_event_loses_nothing_and_nothing_is_half_done(club: Club) -> None:
    event = begun(teams=7, boards=2, own_rules={"odd": "triple", "triple_rounds": 1})
    chance = random.Random(17)
    said: set[str] = set()
    over = False
    for life in range(12):
        process = event_writer(event, **club)
        assert process.stdout is not None
        steps = chance.randint(0, 14) if life < 7 else 1000
        for line in process.stdout:
            over = over or line.strip() == "over"
            said.add(line.strip())
            steps -= 1
            if steps <= 0:
                break
        if not over:
            threading.Event().wait(chance.random() / 50)
            process.kill()
        said |= {line.strip() for line in process.stdout.read().split("\n")[:-1]}
        process.wait(30)
        _check_kept(event, said - {"over", "evening"})
        if over or "over" in said:
            break
    assert "over" in said
    (header,) = Session.objects.filter(opened__startswith=f"event-{event}-")
    state, played = kept(event), sessions.state(header.pk)
    assert [each.round for each in state.stage("Swiss").rounds] == list(range(1, ROUNDS + 1))
    assert list(state.sessions) == [str(header.pk)]
    ids = [entry.id for entry in played.journal]
    assert len(ids) == len(set(ids))
    assert not any(each.out for each in results(state, feeds(state, our_club())).values())


def _check_kept(event: int, said: set[str]) -> None:
    """All that was said to be done is in one of the journals, and after a look the session has what the event has."""
    memory.forget_all()
    running.bring_into_line(event, club=our_club(), now=BEGIN)
    kept_ids = set(check_event(event))
    for header in Session.objects.filter(opened__startswith=f"event-{event}-"):
        state = sessions.state(header.pk)
        kept_ids |= {entry.id for entry in state.journal}
        in_line(event, header.pk)
        assert len(movement(header.pk).draws) == len(kept(event).stage("Swiss").rounds)
    assert said <= kept_ids


def test_the_north_south_pair_of_a_team_that_cannot_move_keeps_its_table(desk_club: Club) -> None:
    event = begun(teams=6, boards=4)
    session = evening(event)
    play(session, 1, points=500)
    late = {"late-3": ("Late", 3), "late-6": ("Later", 6)}  # who sits there now must go
    for name, (called, home) in late.items():
        do(event, name, EnterContestant(called, home=home))
    for number in (2, 3):
        do(event, f"draw-{number}", DrawRound("Swiss"))
        in_line(event, session)
        at = movement(session).at
        assert [at[number, table].ns for table in (3, 6)] == [7, 8]
        play(session, number, points=500)


@pytest.mark.parametrize("called", [False, True])
def test_the_fixtures_of_a_league_come_into_an_evening_that_was_opened_before_they_were_drawn(
    desk_club: Club, called: bool
) -> None:
    event = begun()
    for name in TEAMS[:4]:
        give(event, f"enter-{name}", EnterContestant(name))
    give(event, "league", OpenStage("League", RoundRobinPlan()))
    session = evening(event)
    if called:
        play(session, 1)
    do(event, "all", DrawRound("League", rounds=99))
    assert [draw.number for draw in movement(session).draws] == [1, 2, 3]
    assert [fault.text for fault in audit(movement(session), mended=True).faults] == []


def test_no_phone_takes_the_id_of_a_command_that_the_event_will_give(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    do(event, "draw-2", DrawRound("Swiss"))
    of_event = [entry.id for entry in sessions.state(session).journal if entry.id.startswith(OF_EVENT)]
    assert of_event
    assert not any(ID.fullmatch(each) or COMMAND.fullmatch(each) for each in of_event)


def test_a_draw_that_was_taken_back_in_the_session_stays_so_and_the_event_says_it(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    session = evening(event)
    play(session, 1)
    do(event, "draw-2", DrawRound("Swiss"))
    drawn = sessions.state(session).journal[-1].id
    sessions.append(session, Command("back", DIRECTOR, BEGIN, Undo(drawn)))
    do(event, "late", EnterContestant("Late"))  # something else is done meanwhile
    assert movement(session).rounds == 1
    (said,) = running.bring_into_line(event, club=our_club(), now=BEGIN)
    assert str(said).startswith("Tuesday: the draw was taken back in this session.")
    assert "taken back in this session" in as_role("director").get(reverse("contest", args=[event])).content.decode()
    do(event, "back-here", UndoInEvent("late"))
    do(event, "back-too", UndoInEvent("draw-2"))
    do(event, "draw-anew", DrawRound("Swiss"))
    assert movement(session).rounds == 2
    assert running.bring_into_line(event, club=our_club(), now=BEGIN) == ()


def test_a_session_that_was_put_away_counts_no_more_and_its_rounds_can_be_played_in_another(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    first = evening(event, rounds=2)
    play(first, 1, points=500)
    assert standings(kept(event), feeds(kept(event), our_club())).standings[0].vps > 10
    sessions.append(first, Command("away", DIRECTOR, BEGIN, PutAway()))
    assert feeds(kept(event), our_club()) == ()
    assert running.bring_into_line(event, club=our_club(), now=BEGIN) == ()
    assert kept(event).sessions[str(first)].left_out
    assert running.rounds_to_play(kept(event)) == range(1, 5)
    second = evening(event, rounds=2, command="second")
    assert [draw.number for draw in movement(second).draws] == [1]
    sessions.append(first, Command("again", DIRECTOR, BEGIN, PutAway(away=False)))
    running.bring_into_line(event, club=our_club(), now=BEGIN)
    assert kept(event).sessions[str(first)].left_out  # its rounds are played in the other
    page = reverse("contest-nights", args=[event])
    answer = as_role("director").post(page, {"wish": f"in {first}"})
    assert answer.status_code == 422
    assert "leave that out first" in answer.content.decode()
    sessions.append(second, Command("away", DIRECTOR, BEGIN, PutAway()))
    running.bring_into_line(event, club=our_club(), now=BEGIN)
    assert as_role("director").post(page, {"wish": f"in {second}"}).status_code == 422
    assert not kept(event).sessions[str(first)].left_out
    assert standings(kept(event), feeds(kept(event), our_club())).standings[0].vps > 10
    check_event(event)


def test_a_result_is_recorded_while_a_session_does_not_take_a_draw(desk_club: Club) -> None:
    event = begun(teams=4, boards=4)
    evening(event)
    give(event, "draw-2", DrawRound("Swiss"))  # round 1 has not been called
    key = EventMatchKey("Swiss", 1, 1)
    do(event, "result", RecordResult(key, imps=(Fraction(20), Fraction(11))))
    assert kept(event).stage().record(key).imps == (20, 11)
