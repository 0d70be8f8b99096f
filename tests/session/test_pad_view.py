"""What a pad may write and know: its own table, late if the network was late, and nothing that is to be hidden."""

from __future__ import annotations

import json

import pytest
from night import Night, made, pad, small

from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    BareScore,
    BeginBreak,
    BoardHands,
    ChangeSettings,
    Correct,
    Enter,
    LineKey,
    NotNow,
    Refused,
    SetBreak,
    Settings,
)
from arrowswitch.session.acts import PairLeaves
from arrowswitch.session.sight.pads import Device, pad_view


def nobody(_section: str, number: int, _round: int) -> list[str]:
    return [f"P{number}"]


def view(night: Night, device: Device) -> dict:  # type: ignore[type-arg]
    return pad_view(night.state, device, nobody, night.now)


def test_scores_that_were_keyed_in_without_a_network_come_in_late() -> None:
    night = Night(small()).start()
    night.call(2)
    night.call(3)
    for number, key in enumerate((LineKey("A", 1, 1, 1), LineKey("A", 2, 1, 2), LineKey("A", 3, 1, 3))):
        night.do(Enter(key, BareScore(100 + 10 * number)), pad(1))
    assert len(night.state.lines) == 3


def test_a_table_goes_on_by_itself_unless_the_director_wants_it_to_wait() -> None:
    night = Night(small()).start()
    night.do(Enter(LineKey("A", 1, 1, 1), BareScore(50)), pad(1))
    night.do(Enter(LineKey("A", 2, 1, 2), BareScore(50)), pad(1))
    assert night.state.round_at("A", 1) == 2
    night.do(Correct(LineKey("A", 2, 1, 2), BareScore(110)), pad(1))
    waiting = Night(small(), settings=Settings(wait=True)).start()
    with pytest.raises(NotNow, match="has not been called yet"):
        waiting.do(Enter(LineKey("A", 2, 1, 2), BareScore(50)), pad(1))


def test_a_round_that_is_over_is_not_corrected_at_the_table() -> None:
    night = Night(small()).start()
    night.do(Enter(LineKey("A", 1, 1, 1), BareScore(50)), pad(1))
    night.call(2)
    with pytest.raises(Refused, match="Round 1 is not being played now"):
        night.do(Correct(LineKey("A", 1, 1, 1), BareScore(110)), pad(1))


def test_in_a_break_a_pad_is_told_of_the_break_and_not_that_time_is_up() -> None:
    night = Night(small()).start()
    night.do(SetBreak(1, 15))
    table = Device("A", 1)
    assert {key: view(night, table)["clock"][key] for key in ("break", "begun")} == {"break": 900, "begun": False}
    night.do(BeginBreak())
    assert view(night, table)["clock"]["begun"] is True
    night.call(2)
    assert "break" not in view(night, table)["clock"]


def test_when_entry_is_stopped_a_score_is_to_be_sent_again_later() -> None:
    night = Night(small()).start()
    night.do(ChangeSettings(Settings(intake=False)))
    with pytest.raises(NotNow, match="takes no scores"):
        night.do(Enter(LineKey("A", 1, 1, 1), BareScore(50)), pad(1))
    night.do(ChangeSettings(Settings()))
    night.do(Enter(LineKey("A", 1, 1, 1), BareScore(50)), pad(1))


def test_a_pad_knows_its_whole_evening_and_where_everybody_goes() -> None:
    night = Night(build("mitchell", tables=3, boards_per_round=2)).start()
    seen = view(night, Device("A", 2))
    assert [(stop["round"], stop["table"], stop["boards"]) for stop in seen["stops"]] == [
        (1, 2, [3, 4]),
        (2, 2, [5, 6]),
        (3, 2, [1, 2]),
    ]
    first = seen["stops"][0]
    assert first["ns"]["next"] == {
        "table": 2,
        "side": "NS",
        "stays": True,
        "boards": [5, 6],
        "against": {"label": "EW 1", "names": ["P4"]},
    }
    assert (first["ew"]["next"]["table"], first["ew"]["next"]["side"]) == (3, "EW")
    assert seen["stops"][2]["ew"]["next"] is None
    json.dumps(seen)


def test_who_has_gone_home_is_not_sent_to_wait_for_the_next_round() -> None:
    night = Night(build("howell", tables="3½", boards_per_round=2)).start()
    (waits,) = [sit.pair for sit in night.state.sections["A"].movement.sit_outs if sit.round == 2]
    (table,) = [m.table for m in night.state.sections["A"].movement.by_round[1] if waits in m.sides]

    def next_of_the_pair() -> object:
        first = view(night, Device("A", table))["stops"][0]
        return first["ns" if first["ns"]["number"] == waits else "ew"]["next"]

    assert next_of_the_pair()
    night.do(PairLeaves("A", waits, 2, stands=True))
    assert next_of_the_pair() is None


def test_in_a_howell_each_pair_is_told_whom_it_meets_next_by_name() -> None:
    night = Night(build("howell", tables=4, boards_per_round=2)).start()
    movement = night.state.sections["A"].movement
    told = 0
    for table in range(1, 5):
        for stop in view(night, Device("A", table))["stops"][:-1]:
            for side in (stop["ns"], stop["ew"]):
                following = movement.path(side["number"])[stop["round"]]
                (other,) = set(following.sides) - {side["number"]}
                assert side["next"]["against"] == {"label": movement.label(other), "names": [f"P{other}"]}
                told += 1
    assert told == 6 * 4 * 2


def test_a_team_knows_where_each_of_its_halves_goes() -> None:
    night = Night(build("round-robin", teams=4), method="imps").start()
    first = view(night, Device("A", 1))["stops"][0]
    assert (first["ns"]["number"], first["ew"]["number"]) == (1, 2)
    assert first["ns"]["next"]["stays"]
    assert (first["ew"]["next"]["table"], first["ew"]["next"]["side"]) == (4, "EW")


def test_a_traveller_of_several_sections_names_pairs_as_their_cards_do() -> None:
    movement = build("mitchell", tables=3, boards_per_round=1)
    night = Night(movement, movement, settings=Settings(scores="board")).start()
    night.do(Enter(LineKey("A", 1, 1, 1), made("4S", "N", 10)), pad(1))
    night.do(Enter(LineKey("B", 1, 1, 1), BareScore(110)))
    rows = view(night, Device("A", 1))["boards"]["1"]["traveller"]
    assert [(row["ns_pair"], row["ew_pair"]) for row in rows] == [("A NS 1", "A EW 1"), ("B NS 1", "B EW 1")]


def test_a_pairs_own_device_follows_the_pair() -> None:
    night = Night(build("mitchell", tables=3, boards_per_round=2)).start()
    device = Device("A", pair=5)
    assert [stop["table"] for stop in view(night, device)["stops"]] == [2, 3, 1]
    assert device.here(night.state) == 2
    night.play_round()
    night.call(2)
    assert device.here(night.state) == 3
    assert device.may_be_at(night.state, LineKey("A", 2, 3, 1))
    assert not device.may_be_at(night.state, LineKey("A", 2, 1, 3))


def test_until_the_settings_allow_it_no_other_score_and_no_hand_is_told() -> None:
    night = Night(small()).start()
    hands = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    night.do(AttachHands((hands,)))
    night.do(Enter(LineKey("A", 1, 1, 1), made("4S", "N", 10)), pad(1))
    night.play_rest(990)
    night.call(2)
    night.do(Enter(LineKey("A", 2, 3, 1), made("4S", "N", 9)), pad(3))  # board 1 for the second time in the room
    told = json.dumps(view(night, Device("A", 3)))
    assert "990" not in told
    assert "420" not in told
    assert "AKQJT98765432" not in told
    shown = Settings(scores="board", hands="board")
    night.do(ChangeSettings(shown))
    seen = view(night, Device("A", 3))["boards"]["1"]
    assert [line["ns"] for line in seen["traveller"]] == [420, -50]
    assert seen["hands"]["N"] == "AKQJT98765432..."
    assert "1" not in view(night, Device("A", 2))["boards"]  # they have still to play it
    assert "990" not in json.dumps(view(night, Device("A", 2))["boards"])
