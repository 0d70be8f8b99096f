"""Who may do what, and who may see what."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from night import DIRECTOR, SCORER, Night, made, pad, small

from arrowswitch.movements import build
from arrowswitch.session import (
    Actor,
    Adjust,
    AnswerCall,
    BareScore,
    CallDirector,
    CallRound,
    ChangeSettings,
    Confirm,
    Correct,
    Enter,
    LineKey,
    Penalise,
    Place,
    Publish,
    Refused,
    Reopen,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    Settings,
    Start,
    Substitute,
    Undo,
    decide,
    evolve,
)
from arrowswitch.session.deciding.rights import closes
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.seats import boards_by_player, player_at, players_of, unnamed
from arrowswitch.session.night.sight import may_see_hands, may_see_line, may_see_ranking

FIRST = LineKey("A", 1, 1, 1)
PLAYER = Actor("player", "Cy", "A", contestant=1)


def test_a_pad_enters_and_corrects_its_own_table_in_the_current_round() -> None:
    night = Night(small()).start()
    night.do(Enter(FIRST, made("4S", "N", 10)), pad(1))
    night.do(Correct(FIRST, made("4S", "N", 11)), pad(1))
    with pytest.raises(Refused, match="This is the pad of table 2; board 1 at table 1 in round 1 is not its business"):
        night.do(Correct(FIRST, made("4S", "N", 9)), pad(2))
    night.call(2)
    with pytest.raises(Refused, match="Round 1 is not being played now, but round 2; ask the director"):
        night.do(Correct(FIRST, made("4S", "N", 9)), pad(1))


def test_a_pad_cannot_send_other_pairs_nor_insist() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="Only the desk can enter other pairs"):
        night.do(Enter(FIRST, BareScore(420), ns=2), pad(1))
    with pytest.raises(Refused, match="is no score on board 1"):
        night.do(Enter(FIRST, BareScore(55)), pad(1), force=True, why="please")
    night.do(Enter(FIRST, BareScore(50)), pad(1))
    with pytest.raises(Refused, match="Only the director may insist"):
        night.do(Correct(FIRST, BareScore(55)), pad(1), force=True, why="please")


@pytest.mark.parametrize(
    "act",
    [
        Start(),
        CallRound(2),
        Penalise("A", 1, share=Fraction(1, 10)),
        Adjust(FIRST),
        Publish(),
        ChangeSettings(Settings(rankings="board")),
        AnswerCall("c1"),
    ],
)
def test_what_the_director_does_is_not_for_a_table_or_a_player(act: object) -> None:
    night = Night(small()).start()
    for by in (pad(1), PLAYER, Actor("public")):
        with pytest.raises(Refused, match="This is not for"):
            night.do(act, by, why="why not")  # type: ignore[arg-type]


def test_a_pad_without_a_table_can_do_nothing() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="belongs to no table"):
        night.do(Enter(FIRST, BareScore(420)), Actor("table", "lost"))


def test_a_correction_after_the_round_needs_a_reason_and_both_sides() -> None:
    night = Night(small()).start()
    night.enter(FIRST, 420)
    night.do(Correct(FIRST, BareScore(450)), SCORER)  # in the round: as at the table
    night.call(2)
    with pytest.raises(Refused, match="needs a reason"):
        night.do(Correct(FIRST, BareScore(420)), SCORER)
    with pytest.raises(Refused, match="Both sides must agree"):
        night.do(Correct(FIRST, BareScore(420)), SCORER, why="North says so")
    night.do(Correct(FIRST, BareScore(420), consent=("NS", "EW")), SCORER, why="all four say so")
    night.do(Correct(FIRST, BareScore(450), error="scorer"), SCORER, why="I keyed it wrongly")
    entry = night.do(Correct(FIRST, BareScore(420)), DIRECTOR, why="seen by the director", force=True)
    assert entry.notes == ("Corrected without the agreement of both sides.",)


def test_the_scorer_puts_a_vulnerability_slip_right_alone() -> None:
    # Busbridge instructions L1861: 3NT made, vulnerable, written as 400, is 600
    night = Night(small(), regulations="ebu").start()
    line = LineKey("A", 1, 2, 2)
    entry = night.do(Enter(line, made("3NT", "N", 9, written=400)), SCORER, why="as it is on the traveller")
    assert "the written score stands" in entry.notes[0]
    night.call(2)
    entry = night.do(Correct(line, made("3NT", "N", 9)), SCORER, why="wrong vulnerability")
    assert entry.notes == ("Put right without asking, as the regulations allow.",)
    with pytest.raises(Refused, match="Both sides must agree"):
        night.do(Correct(line, made("3NT", "N", 10)), SCORER, why="an overtrick")


def test_the_time_for_corrections_ends_when_the_regulations_say() -> None:
    for regulations, length in (("bnsw", timedelta(minutes=30)), ("nzb", timedelta(days=7))):
        night = Night(small(), regulations=regulations).start()
        night.play_all()
        posted = night.do(Publish()).at
        assert closes(night.state) == posted + length
        agreed = Correct(FIRST, BareScore(420), consent=("NS", "EW"))
        late = night.command(agreed, SCORER, why="agreed", at=posted + length + timedelta(minutes=1))
        with pytest.raises(Refused, match="The time for corrections ended at"):
            decide(night.state, late)
        assert decide(night.state, night.command(agreed, SCORER, why="agreed", at=posted + length))


def test_posted_results_are_not_entered_into_without_reopening() -> None:
    night = Night(small()).start()
    night.play_all()
    night.do(Publish())
    with pytest.raises(Refused, match="The results are posted"):
        night.do(CallRound(4))
    with pytest.raises(Refused, match="What was posted has been seen"):
        night.do(Undo(night.state.journal[-1].id))
    with pytest.raises(Refused, match="The results are posted"):
        night.do(Undo(night.state.journal[-2].id))


def test_the_other_side_confirms_where_the_club_wants_it() -> None:
    night = Night(small(), settings=Settings(confirm=True)).start()
    night.do(Enter(FIRST, BareScore(420)), pad(1))
    assert [each.what for each in missing(night.state, confirmations=True)] == ["confirmation", "result", "result"]
    with pytest.raises(Refused, match="The other side confirms"):
        night.do(Confirm(FIRST, "NS"), pad(1))
    night.do(Confirm(FIRST, "EW"), pad(1))
    assert night.state.lines[FIRST].confirmed
    night.do(Correct(FIRST, BareScore(450), side="EW"), pad(1))
    assert not night.state.lines[FIRST].confirmed
    night.do(Confirm(FIRST, "NS"), pad(1))


def test_the_second_of_two_writers_is_told_what_changed() -> None:
    night = Night(small()).start()
    seen = night.state.version(FIRST)
    assert seen == 0
    night.do(Enter(FIRST, made("4S", "N", 10)), SCORER, seen=seen)
    with pytest.raises(
        Refused, match=r"Bob was faster: board 1 at table 1 in round 1 is now 4♠ N = \(\+420\), and was nothing"
    ):
        night.do(Enter(FIRST, made("4S", "N", 11)), DIRECTOR, seen=seen)
    seen = night.state.version(FIRST)
    night.do(Correct(FIRST, made("4S", "N", 11)), DIRECTOR, seen=seen)
    night.do(Undo(night.state.journal[-1].id), DIRECTOR)
    assert night.state.lines[FIRST].entry == made("4S", "N", 10)
    with pytest.raises(Refused, match="Ann was faster"):  # also when the line looks as it did before
        night.do(Correct(FIRST, made("4S", "N", 9)), SCORER, seen=seen)


def test_an_id_is_not_used_for_two_commands() -> None:
    night = Night(small())
    night.do(Start(), id="x")
    assert decide(night.state, night.command(Start(), id="x")) == ()
    with pytest.raises(Refused, match="has the number of another one"):
        night.do(CallRound(2), id="x")
    night.do(Enter(FIRST, BareScore(420)), pad(1), id="y")
    assert decide(night.state, night.command(Enter(FIRST, BareScore(420)), pad(1), id="y")) == ()
    with pytest.raises(Refused, match="has the number of another one"):  # nothing is dropped unseen
        night.do(Enter(LineKey("A", 1, 1, 2), BareScore(110)), pad(1), id="y")
    with pytest.raises(Refused, match="has the number of another one"):
        night.do(Enter(FIRST, BareScore(420)), pad(2), id="y")


def test_undo_is_refused_when_something_stands_on_it() -> None:
    night = Night(small())
    start = night.do(Start())
    entered = night.do(Enter(FIRST, BareScore(420)), SCORER)
    with pytest.raises(Refused, match="Bob has gone on from there since"):
        night.do(Undo(start.id))
    with pytest.raises(Refused, match="A pad can undo only what it did itself"):
        night.do(Undo(entered.id), pad(1))
    night.do(Undo(), SCORER)
    assert FIRST not in night.state.lines
    night.do(Undo(start.id))
    assert night.state.phase == "open"
    with pytest.raises(Refused, match="undone already"):
        night.do(Undo(start.id))
    with pytest.raises(Refused, match="This cannot be undone"):
        night.do(Undo("c1"))


def test_a_pad_undoes_its_own_entry_while_the_round_is_current() -> None:
    night = Night(small()).start()
    entered = night.do(Enter(FIRST, BareScore(420)), pad(1))
    night.do(Undo(entered.id), pad(1))
    again = night.do(Enter(FIRST, BareScore(450)), pad(1))
    night.call(2)
    with pytest.raises(Refused, match="Round 1 is not being played now"):
        night.do(Undo(again.id), pad(1))


# -- people -----------------------------------------------------------------------------------------------------------


def seat(contestant: int, letter: str, name: str, number: str = "") -> Seating:
    return Seating(Place("A", contestant, letter), SeatedPlayer(name, number))  # type: ignore[arg-type]


def test_one_person_has_one_seat() -> None:
    night = Night(small(), small())
    night.do(SeatPlayers((seat(1, "N", "Ann  Li", "17"), seat(1, "S", "Bo Ek", "18"))), SCORER)
    assert players_of(night.state, "A", 1) == (SeatedPlayer("Ann Li", "17"), SeatedPlayer("Bo Ek", "18"))
    with pytest.raises(Refused, match="Ann Li sits at A NS 1 N already"):
        night.do(SeatPlayers((Seating(Place("B", 2, "N"), SeatedPlayer("Ann Li", "17")),)), SCORER)
    with pytest.raises(Refused, match="There is a Bo Ek at A NS 1 S already; is it somebody else"):
        night.do(SeatPlayers((seat(4, "E", "bo ek"),)), SCORER)
    night.do(SeatPlayers((seat(4, "E", "Bo Ek"),)), DIRECTOR, force=True, why="his father")
    with pytest.raises(Refused, match="EW 1 starts on E, W, not N"):
        night.do(SeatPlayers((seat(4, "N", "Di"),)), SCORER)
    assert len(unnamed(night.state)) == 24 - 3
    night.do(SeatPlayers((seat(1, "N", "Bo Ek", "18"), seat(1, "S", "Ann Li", "17"))), SCORER)  # they change seats
    assert player_at(night.state, Place("A", 1, "N")) == SeatedPlayer("Bo Ek", "18")


def test_a_pad_names_the_players_of_its_table_once() -> None:
    night = Night(small())
    night.do(SeatPlayers((seat(1, "N", "Ann"), seat(4, "W", "Bo"))), pad(1))
    with pytest.raises(Refused, match="has a name already"):
        night.do(SeatPlayers((seat(1, "N", "Cy"),)), pad(1))
    with pytest.raises(Refused, match="only the players of its own table"):
        night.do(SeatPlayers((seat(2, "N", "Cy"),)), pad(1))


def test_a_substitute_plays_from_a_round_on_and_boards_are_counted_for_each() -> None:
    night = Night(small())
    place = Place("A", 1, "N")
    night.do(SeatPlayers((seat(1, "N", "Ann", "1"),)))
    night.start()
    night.play_round()
    night.call(2)
    night.do(Substitute(place, SeatedPlayer("Di", "4"), 2), SCORER)
    night.play_all()
    assert boards_by_player(night.state, place) == {SeatedPlayer("Ann", "1"): 1, SeatedPlayer("Di", "4"): 2}
    assert player_at(night.state, place, 1) == SeatedPlayer("Ann", "1")
    with pytest.raises(Refused, match="Di sits there already"):
        night.do(Substitute(place, SeatedPlayer("Di", "4"), 3), SCORER)


def test_the_players_of_a_team_have_four_seats() -> None:
    night = Night(build("american-whist", teams=5), method="imps")
    night.do(SeatPlayers(tuple(seat(1, letter, letter) for letter in "NSEW")))
    assert len(players_of(night.state, "A", 1)) == 4


# -- the director -----------------------------------------------------------------------------------------------------


def test_a_table_calls_the_director_once() -> None:
    night = Night(small()).start()
    call = night.do(CallDirector("A", 2, "revoke"), pad(2))
    with pytest.raises(Refused, match="has been called to this table already"):
        night.do(CallDirector("A", 2), pad(2))
    with pytest.raises(Refused, match="only to its own table"):
        night.do(CallDirector("A", 3), pad(2))
    answered = night.do(AnswerCall(call.id, "two tricks"))
    assert night.state.calls[call.id].answered == answered.at
    with pytest.raises(Refused, match="answered already"):
        night.do(AnswerCall(call.id))


# -- sight ------------------------------------------------------------------------------------------------------------


def test_nobody_sees_scores_percentages_or_hands_before_the_results_are_posted() -> None:
    night = Night(small()).start()
    night.enter(FIRST, 420)
    for by in (pad(2), PLAYER, Actor("public"), Actor("player", "nobody")):
        assert not may_see_line(night.state, by, FIRST)
        assert not may_see_ranking(night.state, by)
        assert not may_see_hands(night.state, by, 1)
    assert may_see_line(night.state, pad(1), FIRST)  # its own, in this round
    for by in (DIRECTOR, SCORER):
        assert may_see_line(night.state, by, FIRST)
        assert may_see_ranking(night.state, by)
    night.call(2)
    assert not may_see_line(night.state, pad(1), FIRST)  # those who played it sit elsewhere now
    night.play_round()
    night.call(3)
    night.play_round()
    for number, table, board in ((1, 2, 2), (1, 3, 3)):
        night.enter(LineKey("A", number, table, board), 110)
    night.do(Publish())
    for by in (pad(2), PLAYER, Actor("public")):
        assert may_see_line(night.state, by, FIRST)
        assert may_see_ranking(night.state, by)
        assert may_see_hands(night.state, by, 1)


def test_a_club_may_show_a_board_to_those_who_have_played_it() -> None:
    night = Night(small(), settings=Settings(scores="board", rankings="round", hands="round")).start()
    night.enter(FIRST, 420)
    assert may_see_line(night.state, PLAYER, FIRST)
    assert not may_see_line(night.state, pad(2), FIRST)
    assert not may_see_hands(night.state, PLAYER, 1)  # the round is not over
    assert may_see_ranking(night.state, PLAYER)
    night.call(2)
    assert may_see_hands(night.state, PLAYER, 1)
    assert not may_see_line(night.state, pad(1), FIRST)  # pair 6 has come, who has not played it


def test_what_is_never_shown_is_not_shown_at_the_end_either() -> None:
    night = Night(small(), settings=Settings(hands="never")).start()
    night.play_all()
    night.do(Publish())
    assert not may_see_hands(night.state, PLAYER, 1)
    assert may_see_line(night.state, PLAYER, FIRST)


def test_a_command_needs_an_id_and_a_time_zone() -> None:
    night = Night(small())
    with pytest.raises(Refused, match="needs an id"):
        night.do(Start(), id="")
    with pytest.raises(Refused, match="needs its time zone"):
        night.do(Start(), at=night.now.replace(tzinfo=None))
    assert evolve(night.state, night.do(Start())).phase == "playing"


def test_pads_are_closed_once_results_have_been_posted() -> None:
    night = Night(small()).start()
    night.play_all()
    night.do(Publish())
    night.do(Reopen(), why="appeal")
    with pytest.raises(Refused, match="The results have been posted; ask the director"):
        night.do(Correct(LineKey("A", 3, 1, 3), BareScore(140)), pad(1))
    with pytest.raises(Refused, match="needs a reason"):  # the last round is over now
        night.do(Correct(LineKey("A", 3, 1, 3), BareScore(140)), SCORER)


def test_a_player_calls_the_director_to_where_he_sits() -> None:
    night = Night(small()).start()
    night.do(CallDirector("A", 1, "hesitation"), PLAYER)
    with pytest.raises(Refused, match="You do not sit at table 2 now"):
        night.do(CallDirector("A", 2), PLAYER)


def test_what_was_undone_is_done_again_only_by_those_who_may_do_it() -> None:
    night = Night(small()).start()
    entered = night.do(Enter(FIRST, BareScore(420)), pad(1))
    undone = night.do(Undo(entered.id), pad(1))
    night.call(2)
    with pytest.raises(Refused, match="Round 1 is not being played now"):
        night.do(Undo(undone.id), pad(1))
    with pytest.raises(Refused, match="The round is over: give a reason"):
        night.do(Undo(undone.id), SCORER)
    night.do(Undo(undone.id), SCORER, why="they undid it by mistake")
    assert night.state.lines[FIRST].entry == BareScore(420)


def test_what_the_director_insisted_on_is_not_undone_by_others() -> None:
    night = Night(small()).start()
    forced = night.do(Enter(FIRST, BareScore(55)), DIRECTOR, force=True, why="house rule")
    with pytest.raises(Refused, match="only the director can undo it"):
        night.do(Undo(forced.id), SCORER)
    night.do(Undo(forced.id))
