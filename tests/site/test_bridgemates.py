"""Bridgemates at the tables: the event is sent, results and calls come into the journal once, and are taken off the queue after it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from data_connector import CLUB, LICENCE, StandIn, stand_in
from django.urls import reverse
from nights import a_night, do, enter, name_all
from people import as_role, our_club
from site_server import arrowswitch, environment

from arrowswitch.deals import dealt
from arrowswitch.formats.bridgemate.connector import (
    Connector,
    ConnectorCommand,
    ConnectorFault,
    ConnectorReply,
    NotReached,
)
from arrowswitch.formats.bridgemate.event import CannotSend, event_parts
from arrowswitch.movements import build
from arrowswitch.session import (
    AnswerCall,
    AttachHands,
    CallRound,
    ChangeSettings,
    Contracted,
    Correct,
    Enter,
    LineKey,
    NotPlayed,
    PassedOut,
    Publish,
    SectionPlan,
    Settings,
    State,
)
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.journal import store
from arrowswitch.site.pads.bridgemate import NAME, Bridgemates
from arrowswitch.words import Sentence

pytestmark = pytest.mark.usefixtures("desk_club")
FOUR_SPADES = Contracted("4S", "N", 10, "HK")
HERE = LineKey("A", 1, 1, 1)
"""The first board of table 1."""


@dataclass(frozen=True)
class Watched(Connector):
    """The line to the connector, on which is seen that nothing is taken off before it is in the journal."""

    session: int = 0

    def ask(self, command: ConnectorCommand, data: Any = None, session: str = "") -> ConnectorReply:
        if command is ConnectorCommand.ACCEPT_RESULTS:
            for item in DESK[self.port].queues["results"][:data]:
                key = LineKey("A", item["RoundNumber"], item["TableNumber"], item["BoardNumber"])
                state = store.state(self.session)
                told = any(f"Board {key.board} of round {key.round}" in call.about for call in state.calls.values())
                assert key in state.lines or told
        return super().ask(command, data, session)


DESK: dict[int, StandIn] = {}


@pytest.fixture
def connector() -> Iterator[StandIn]:
    with stand_in() as server:
        DESK[server.port] = server
        yield server
        del DESK[server.port]


def bridgemates(server: StandIn, session: int, folder: Path, **more: Any) -> tuple[Bridgemates, list[Sentence]]:
    said: list[Sentence] = []
    line = Watched("127.0.0.1", server.port, CLUB, LICENCE, 1.0, session=session)
    return Bridgemates(session, line, folder, said.append, **more), said


@pytest.fixture
def night(connector: StandIn, tmp_path: Path) -> tuple[int, Bridgemates, list[Sentence]]:
    """Three tables in round 1, of which the pads know."""
    session = a_night()
    line, said = bridgemates(connector, session, tmp_path)
    line.begin()
    return session, line, said


Night = tuple[int, Bridgemates, list[Sentence]]


def entry_at(session: int, key: LineKey = HERE) -> object:
    record = store.state(session).lines.get(key)
    return record.entry if record else None


def open_calls(state: State) -> list[str]:
    return [call.about for call in state.calls.values() if call.answered is None]


# -- what is sent ------------------------------------------------------------------------------------------------------


def test_the_event_keeps_the_rules_and_has_the_movement_names_and_settings(connector: StandIn, tmp_path: Path) -> None:
    session = a_night(build("mitchell", tables=5, boards_per_round=2), winners=2, names=False)
    for number in range(3):
        Player.objects.create(club=our_club(), given="Ann", family=f"Example {number}", number=f"10{number}")
    name_all(session)
    line, said = bridgemates(connector, session, tmp_path, pin="4711")
    line.begin()
    assert connector.event is not None
    (section,) = connector.sections
    assert (section["Letters"], section["Winners"], section["GameType"], len(section["Tables"])) == ("A", 2, 10, 5)
    third = connector.round(3, 2)
    assert (third["PairNS"], third["PairEW"], third["LowBoardNumber"], third["HighBoardNumber"]) == (3, 2, 7, 8)
    assert len(connector.event["Participations"]) == 20
    assert connector.event["Participations"][0]["LastName"] == "1"
    assert [each["PlayerNumber"] for each in connector.event["PlayerData"]] == ["100", "101", "102"]
    assert connector.event["Handrecords"] == []
    assert connector.event["Bridgemate2Settings"][0]["BM2PINcode"] == "4711"
    assert connector.event["Bridgemate2Settings"][0]["LeadCard"] is True
    assert "The event was sent" in said[0]


def test_the_name_of_who_is_forgotten_is_not_sent(connector: StandIn, tmp_path: Path) -> None:
    session = a_night()
    gone = Player.objects.order_by("pk")[0]
    name = gone.family
    erase(gone)
    line, _ = bridgemates(connector, session, tmp_path)
    line.begin()
    assert connector.event is not None
    sent = [each["LastName"] for each in connector.event["Participations"]]
    assert sent.count("(name withheld)") == 1
    assert name not in {
        f"{each['FirstName']} {each['LastName']}".split(" ", 1)[1] for each in connector.event["Participations"]
    }
    assert connector.event["PlayerData"] == []


def test_hands_are_sent_only_if_players_may_see_them_or_the_director_says_so(
    connector: StandIn, tmp_path: Path
) -> None:
    session = a_night()
    do(session, AttachHands(dealt("7", [1, 2, 3])))
    bridgemates(connector, session, tmp_path / "a")[0].folder.mkdir()
    line, _ = bridgemates(connector, session, tmp_path / "a", hands=True)
    line.begin()
    assert connector.event is not None
    assert [each["BoardNumber"] for each in connector.event["Handrecords"]] == [1, 2, 3]
    assert not event_parts(store.state(session), {})["hands"]
    do(session, ChangeSettings(Settings(hands="board")))
    assert event_parts(store.state(session), {})["hands"]


def test_teams_have_a_number_for_each_pair_and_know_the_other_table(connector: StandIn, tmp_path: Path) -> None:
    movement = build("american-whist", teams=5, boards_per_round=2)
    session = a_night(movement, method="imps")
    bridgemates(connector, session, tmp_path)[0].begin()
    first = connector.round(1)
    assert (first["PairNS"], first["PairEW"]) == (first["TeamNS"], first["TeamEW"] + 5)
    other = connector.round(first["MatesTableTableNumber"], first["MatesTableRoundNumber"])
    assert (other["TeamNS"], other["TeamEW"]) == (first["TeamEW"], first["TeamNS"])


def test_a_half_table_is_a_table_without_boards(connector: StandIn, tmp_path: Path) -> None:
    session = a_night(build("mitchell", tables="4½", boards_per_round=2))
    bridgemates(connector, session, tmp_path)[0].begin()
    rounds = [each for table in connector.sections[0]["Tables"] for each in table["Rounds"]]
    empty = [each for each in rounds if not (each["PairNS"] and each["PairEW"])]
    assert empty
    assert all(each["LowBoardNumber"] == each["HighBoardNumber"] == 0 for each in empty)


def test_sections_whose_names_are_no_letters_get_free_ones(connector: StandIn, tmp_path: Path) -> None:
    plans = tuple(SectionPlan(name, build("mitchell", tables=3, boards_per_round=1)) for name in ("Red", "A"))
    session = a_night(sections=plans, names=False)
    bridgemates(connector, session, tmp_path)[0].begin()
    assert [(each["Name"], each["Letters"]) for each in connector.sections] == [("Red", "B"), ("A", "A")]


def test_an_individual_is_refused_in_a_sentence(connector: StandIn, tmp_path: Path) -> None:
    session = a_night(build("individual", players=8))
    with pytest.raises(CannotSend, match="individual"):
        bridgemates(connector, session, tmp_path)[0].begin()


def test_an_event_that_was_sent_goes_on_and_the_pads_keep_what_they_have(
    connector: StandIn, night: Night, tmp_path: Path
) -> None:
    session, _, _ = night
    connector.play(1, 1)
    line, said = bridgemates(connector, session, tmp_path)
    line.begin()
    assert line.turn() == 1
    assert 31 in [command for command, _ in connector.updates]
    assert connector.asked.count(5) == 1
    assert "goes on" in said[0]


def test_another_computer_goes_on_too_once_something_has_come(connector: StandIn, night: Night, tmp_path: Path) -> None:
    session, line, _ = night
    connector.play(1, 1)
    line.turn()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    bridgemates(connector, session, elsewhere)[0].begin()
    assert connector.asked.count(5) == 1


def test_what_changes_in_the_night_is_sent_and_nothing_else(connector: StandIn, night: Night) -> None:
    session, line, said = night
    line.turn()
    assert connector.updates == []
    do(session, ChangeSettings(Settings(leads=False)))
    line.turn()
    line.turn()
    assert [command for command, _ in connector.updates] == [14, 15]
    assert connector.updates[0][1][0]["LeadCard"] is False
    assert "Sent again, because it has changed: settings 2." in said


# -- results -----------------------------------------------------------------------------------------------------------


def test_a_result_is_written_at_its_table_and_then_taken_off_the_queue(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    connector.play(1, 1)
    assert line.turn() == 1
    assert entry_at(session) == FOUR_SPADES
    written = store.state(session).journal[-1]
    assert (written.by.role, written.by.name, written.by.table) == ("table", NAME, 1)
    assert connector.waiting() == 0
    assert line.turn() == 0


@pytest.mark.parametrize(
    ("result", "entry"),
    [
        ({"Level": 0, "DeclarerDirection": 0, "Denomination": 0, "TotalTricks": 0}, PassedOut()),
        ({"Level": -10}, NotPlayed()),
        (
            {"Level": 3, "Denomination": 5, "Stake": 1, "TotalTricks": 8, "LeadCardRank": 0},
            Contracted("3NTX", "N", 8),
        ),
        (
            {
                "Level": 7,
                "Denomination": 1,
                "Stake": 2,
                "TotalTricks": 13,
                "DeclarerDirection": 3,
                "LeadCardRank": 14,
                "LeadCardSuit": 4,
            },
            Contracted("7CXX", "S", 13, "SA"),
        ),
        ({"LeadCardRank": 10, "LeadCardSuit": 2}, Contracted("4S", "N", 10, "DT")),
    ],
)
def test_every_kind_of_result_is_read(connector: StandIn, night: Night, result: dict[str, int], entry: object) -> None:
    session, line, _ = night
    connector.play(1, 1, **result)
    line.turn()
    assert entry_at(session) == entry
    assert connector.waiting() == 0


def test_where_the_other_side_confirms_it_has_done_so_on_the_pad(connector: StandIn, tmp_path: Path) -> None:
    session = a_night(settings=Settings(confirm=True))
    line, _ = bridgemates(connector, session, tmp_path)
    line.begin()
    connector.play(1, 1)
    line.turn()
    assert store.state(session).lines[HERE].confirmed
    connector.play(1, 1, TotalTricks=11)
    line.turn()
    assert store.state(session).lines[HERE].confirmed


def test_a_lost_acknowledgement_counts_nothing_twice(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    connector.play(1, 1)
    connector.play(2, 2)
    connector.faults.append((27, "garbage"))  # it comes to the server, which then says nothing sensible
    with pytest.raises(ConnectorFault):
        line.turn()
    before = len(store.state(session).journal)
    assert connector.waiting() == 2
    assert line.turn() == 0
    assert len(store.state(session).journal) == before
    assert connector.waiting() == 0


def test_a_result_that_comes_again_after_the_desk_has_changed_it_is_known(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    connector.play(1, 1)
    connector.faults.append((27, "busy"))
    with pytest.raises(NotReached):
        line.turn()
    do(session, Correct(HERE, Contracted("4S", "N", 11)))
    assert line.turn() == 0
    assert entry_at(session) == Contracted("4S", "N", 11)
    assert open_calls(store.state(session)) == []
    assert connector.waiting() == 0


def test_a_correction_on_the_pad_corrects_here_and_back_again(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    for tricks in (10, 9, 10, 9):
        connector.play(1, 1, TotalTricks=tricks)
        assert line.turn() == 1
        assert entry_at(session) == Contracted("4S", "N", tricks, "HK")
    assert sum(isinstance(entry.act, Enter | Correct) for entry in store.state(session).journal) == 4


def test_of_several_results_of_a_board_in_one_look_the_last_is_written(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    for tricks in (10, 9, 8):
        connector.play(1, 1, TotalTricks=tricks)
    assert line.turn() == 1
    assert entry_at(session) == Contracted("4S", "N", 8, "HK")


def test_what_a_phone_has_written_alike_is_left_alone(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    do(session, Enter(HERE, Contracted("4S", "N", 10)))
    connector.play(1, 1)
    assert line.turn() == 0
    assert connector.waiting() == 0


def test_another_result_than_the_desks_is_for_the_director_to_settle(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    enter(session, 1, 1, 1, -100)
    connector.play(1, 1)
    assert line.turn() == 1
    (about,) = open_calls(store.state(session))
    assert about.startswith("Board 1 of round 1: the Bridgemate says 4♠ N =")
    assert "Here it is" in about
    assert entry_at(session) != FOUR_SPADES
    assert connector.waiting() == 0
    assert line.turn() == 0


def test_while_the_director_is_called_already_the_second_report_waits(connector: StandIn, night: Night) -> None:
    session, line, said = night
    connector.call(1)
    line.turn()
    enter(session, 1, 1, 1, -100)
    connector.play(1, 1)
    connector.play(2, 2)
    assert line.turn() == 1  # the other table is not held up
    assert connector.waiting() == 2
    assert any("called to this table already" in each for each in said)
    (call,) = store.state(session).calls
    do(session, AnswerCall(call))
    assert line.turn() == 1
    assert len(open_calls(store.state(session))) == 1
    assert connector.waiting() == 0


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"Level": -7}, "average plus for North-South, average minus for East-West. Only the desk"),
        ({"Level": -7, "ScoringDirection": 2}, "average minus for North-South, average plus for East-West"),
        ({"IsDeleted": True}, "nothing any more. It was deleted on the pad."),
        ({"PairEastWest": 9, "DeclaringPair": 9, "DeclarerDirection": 2}, "Other pairs are due there: 1 and 1."),
        ({"Level": 8}, "cannot be read"),
        ({"TotalTricks": 99}, "cannot be read"),
    ],
)
def test_what_is_not_for_a_table_to_write_is_told_to_the_director(
    connector: StandIn, night: Night, result: dict[str, Any], told: str
) -> None:
    session, line, _ = night
    connector.play(1, 1, **result)
    assert line.turn() == 1
    (about,) = open_calls(store.state(session))
    assert told in about
    assert entry_at(session) is None
    assert connector.waiting() == 0


def test_pairs_that_sat_the_other_way_round_are_for_the_director(connector: StandIn, tmp_path: Path) -> None:
    session = a_night(winners=1)
    line, _ = bridgemates(connector, session, tmp_path)
    line.begin()
    connector.play(1, 1, DeclaringPair=connector.round(1)["PairEW"])
    assert line.turn() == 1
    assert "the other way round" in open_calls(store.state(session))[0]
    assert entry_at(session) is None


def test_a_correction_after_the_round_is_for_the_director(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    for table in (1, 2, 3):
        connector.play(table, table)
    line.turn()
    do(session, CallRound(2, "A"))
    connector.play(1, 1, TotalTricks=9)
    assert line.turn() == 1
    assert "Round 1 is not being played now" in open_calls(store.state(session))[0]
    assert entry_at(session) == FOUR_SPADES


def test_while_no_scores_are_taken_the_pads_keep_theirs(connector: StandIn, night: Night) -> None:
    session, line, said = night
    do(session, ChangeSettings(Settings(intake=False)))
    connector.play(1, 1)
    assert line.turn() == 0
    assert connector.waiting() == 1
    assert any("takes no scores" in each for each in said)
    do(session, ChangeSettings(Settings(intake=True)))
    assert line.turn() == 1
    assert connector.waiting() == 0


def test_a_table_that_there_is_not_is_said_and_holds_nobody_up(connector: StandIn, night: Night) -> None:
    session, line, said = night
    connector.play(1, 1, TableNumber=44)
    connector.play(2, 2)
    assert line.turn() == 1
    assert any("There is no table 44" in each for each in said)
    assert entry_at(session, LineKey("A", 1, 2, 2)) == FOUR_SPADES
    assert connector.waiting() == 2


def test_after_posting_nothing_is_taken_off_any_more(connector: StandIn, night: Night) -> None:
    session, line, said = night
    for table in (1, 2, 3):
        connector.play(table, table)
    line.turn()
    for number in (2, 3):
        do(session, CallRound(number, "A"))
        for table in (1, 2, 3):
            connector.play(table, connector.round(table, number)["LowBoardNumber"], number)
        line.turn()
    do(session, Publish())
    connector.play(1, 1, TotalTricks=9)
    assert line.turn() == 0
    assert connector.waiting() == 1
    assert any("have been posted" in each for each in said)


# -- calls -------------------------------------------------------------------------------------------------------------


def test_a_call_is_a_call_once(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    connector.call(2)
    assert line.turn() == 1
    (call,) = store.state(session).calls.values()
    assert (call.section, call.table) == ("A", 2)
    connector.call(2, minute=6)
    assert line.turn() == 0
    do(session, AnswerCall(call.id))
    connector.call(2, minute=9)
    assert line.turn() == 1
    assert connector.waiting("calls") == 0


def test_a_call_that_comes_again_after_it_was_answered_is_not_made_again(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    connector.call(2)
    connector.faults.append((38, "busy"))
    with pytest.raises(NotReached):
        line.turn()
    do(session, AnswerCall(next(iter(store.state(session).calls))))
    assert line.turn() == 0
    assert connector.waiting("calls") == 0


def test_a_call_that_is_settled_at_the_pad_is_taken_off(connector: StandIn, night: Night) -> None:
    session, line, _ = night
    connector.call(2, status=3)
    assert line.turn() == 0
    assert connector.waiting("calls") == 0
    assert not store.state(session).calls


# -- when something fails ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("busy", "busy with something else"),
        ("timed out", "busy with something else"),
        ("slow", "does not answer in time"),
        ("lost", "cannot be reached"),
        ("500", "has a fault of its own"),
        ("other", "answered another question"),
    ],
)
def test_what_passes_is_tried_again_and_nothing_is_lost(
    connector: StandIn, night: Night, how: str, sentence: str
) -> None:
    session, line, _ = night
    connector.play(1, 1)
    for command in (19, 27):
        connector.faults.append((command, how))
        with pytest.raises(NotReached, match=sentence):
            line.turn()
    line.turn()
    assert entry_at(session) == FOUR_SPADES
    assert len([each for each in store.state(session).journal if each.by.name == NAME]) == 1
    assert connector.waiting() == 0


@pytest.mark.parametrize("how", ["garbage", "html"])
def test_somebody_else_who_answers_is_recognised(connector: StandIn, night: Night, how: str) -> None:
    _, line, _ = night
    connector.faults.append((19, how))
    with pytest.raises(ConnectorFault, match="is not the Data Connector"):
        line.turn()


def test_a_wrong_licence_is_said(connector: StandIn, tmp_path: Path) -> None:
    line = Bridgemates(a_night(), Connector("127.0.0.1", connector.port, CLUB, "wrong"), tmp_path, lambda _: None)
    with pytest.raises(ConnectorFault, match="licence key are not right"):
        line.begin()


def test_a_change_that_the_connector_refuses_does_not_stop_the_results(connector: StandIn, night: Night) -> None:
    session, line, said = night
    do(session, ChangeSettings(Settings(leads=False)))
    connector.faults.append((14, "html"))
    connector.play(1, 1)
    assert line.turn() == 1
    assert any("is not the Data Connector" in each for each in said)


def test_nobody_there_is_one_sentence() -> None:
    with pytest.raises(NotReached, match="port 1, cannot be reached"):
        Connector("127.0.0.1", 1, CLUB, LICENCE, 1.0).ask(ConnectorCommand.PING, "hello")


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_brings_results_into_the_data_of_a_running_club(
    connector: StandIn, desk_club: dict[str, str]
) -> None:
    session = str(a_night())
    to = (
        "--host",
        "127.0.0.1",
        "--port",
        str(connector.port),
        "--club-id",
        CLUB,
        "--data",
        desk_club["ARROWSWITCH_DATA"],
    )
    keys = {"ARROWSWITCH_BRIDGEMATE_LICENCE": LICENCE}
    done = arrowswitch("bridgemate", session, *to, "--once", **keys)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The event was sent" in done.stdout
    connector.play(1, 1)
    connector.faults.append((19, "busy"))
    running = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "bridgemate", session, *to, "--every", "0.1"],
        env=environment(**keys),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert running.stdout is not None
    said = [next(line for line in running.stdout if words in line) for words in ("goes on", "tried again", "1 result")]
    running.send_signal(signal.SIGINT)
    rest = running.communicate(timeout=60)[0]
    assert len(said) == 3
    assert running.returncode == 0
    assert "Stopped. What the pads send meanwhile waits" in rest
    assert entry_at(int(session)) == FOUR_SPADES
    assert connector.waiting() == 0


def test_the_command_says_no_in_a_sentence(connector: StandIn, desk_club: dict[str, str], tmp_path: Path) -> None:
    here = ("--data", desk_club["ARROWSWITCH_DATA"], "--port", str(connector.port), "--once")
    wishes = {
        ("1", "--data", str(tmp_path)): "There is no club in",
        ("1", "--pin", "12", *here): "has four digits",
        ("77", *here): "There is no such session.",
    }
    for wish, sentence in wishes.items():
        done = arrowswitch("bridgemate", *wish)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr


def test_the_page_of_the_phones_has_the_line_and_leads_to_the_guide() -> None:
    session = a_night()
    page = as_role("director").get(reverse("night-phones", args=[session])).content.decode()
    assert f"<code>arrowswitch bridgemate {session}</code>" in page
    assert "/help/directors/phones/#bridgemates" in page
