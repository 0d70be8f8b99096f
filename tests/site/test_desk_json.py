"""The desk's JSON: commands through the door that the pages use too, with who is signed in as who gave them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from clubs import check_whole, opening
from django.test import Client
from nights import a_night
from people import as_role

from arrowswitch.session import Actor, BareScore, Command, Correct, Enter, LineKey
from arrowswitch.session.journal.text import command_to_json
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")

LINE = LineKey("A", 1, 1, 1)


def written(name: str, act: Any, **more: Any) -> dict[str, Any]:
    """A command as JSON, without who and when."""
    data = command_to_json(Command(name, Actor("director"), opening().at, act, **more))
    return {key: value for key, value in data.items() if key not in ("by", "at")}


def send(client: Client, place: str, data: Any) -> tuple[int, dict[str, Any]]:
    """Sends JSON; the status and what was answered."""
    text = data if isinstance(data, str) else json.dumps(data)
    answer = client.post(place, text, content_type="application/json")
    return answer.status_code, answer.json()


def test_a_session_is_opened_scored_and_ranked() -> None:
    client = as_role("director")
    act = opening(tables=3).act
    status, said = send(client, "/night/commands", written("seed-1", act))
    assert (status, said["ok"], said["version"]) == (200, True, 1)
    again = send(client, "/night/commands", written("seed-1", act))
    assert again == (200, said)
    place = f"/night/{said['session']}/commands"
    assert send(client, place, {"id": "seed-2", "act": {"type": "start"}})[0] == 200
    status, said = send(client, place, written("seed-3", Enter(LINE, BareScore(50))))
    assert (status, said["version"], said["problem"]) == (200, 3, "")
    assert client.get(f"/night/{said['session']}/ranking.json").json()["ranking"][0]["label"]
    assert check_whole(said["session"]) == ["seed-1", "seed-2", "seed-3"]


def test_who_gave_a_command_is_who_is_signed_in_whatever_it_says() -> None:
    session = a_night()
    data = written("mine-1", Enter(LINE, BareScore(50))) | {"by": {"role": "owner", "name": "Nobody"}}
    data |= {"at": "2001-01-01T00:00:00+00:00"}
    assert send(as_role("scorer"), f"/night/{session}/commands", data)[0] == 200
    entry = store.state(session).journal[-1]
    assert entry.by == Actor("scorer", "Scorer of Riverside")
    assert entry.at.year > 2020
    assert entry.claimed is None  # only directors may say when something was done


def test_the_clock_of_the_server_counts_and_the_director_s_own_stands_beside_it() -> None:
    session = a_night()
    client = as_role("director")
    data = written("late-1", Enter(LINE, BareScore(50))) | {"at": "2021-03-04T19:30:00+13:00"}
    data |= {"claimed": "2001-01-01T00:00:00+00:00"}
    before = datetime.now(UTC)
    assert send(client, f"/night/{session}/commands", data)[0] == 200
    entry = store.state(session).journal[-1]
    assert before <= entry.at <= datetime.now(UTC)
    assert entry.claimed == datetime(2021, 3, 4, 6, 30, tzinfo=UTC)
    page = client.get(f"/night/{session}/journal/").content.decode()
    assert "by the sender’s clock 2021-03-04" in page


@pytest.mark.parametrize("blank", ["a.translated.__globals__", "a.__class__.__init__.__globals__[say]", "a"])
def test_no_sentence_from_outside_reads_what_the_program_holds(blank: str) -> None:
    client = as_role("scorer")
    data = written("open-1", opening(tables=3).act)
    inner = {"say": "{b}", "with": {"b": "B"}}
    instruction = data["act"]["sections"][0]["movement"]["instructions"][0]
    instruction["text"] = {"say": "{" + blank + "}", "with": {blank: "x", "a": inner}}
    status, said = send(client, "/night/commands", data)
    assert "globals__'" not in str(said)
    if blank != "a":
        assert (status, said["ok"]) == (400, False)
        return
    assert status == 200
    text = store.state(said["session"]).sections["A"].movement.instructions[0].text
    assert (str(text), text.values) == ("B", {})
    assert as_role("director").get(f"/night/{said['session']}/").status_code == 200


def test_the_second_of_two_directors_is_told_what_changed() -> None:
    session = a_night()
    place = f"/night/{session}/commands"
    ann, bob = as_role("director"), as_role("owner")
    version = send(ann, place, written("one-1", Enter(LINE, BareScore(50))))[1]["version"]
    assert send(bob, place, written("two-1", Correct(LINE, BareScore(100)), seen=version))[0] == 200
    status, said = send(ann, place, written("one-2", Correct(LINE, BareScore(-50)), seen=version))
    assert status == 409
    assert said["problem"].startswith("Owner of Riverside was faster: board 1 at table 1 in round 1 is now +100")
    assert store.state(session).lines[LINE].entry == BareScore(100)


def test_several_commands_are_answered_one_by_one() -> None:
    session = a_night()
    some = [
        written("many-1", Enter(LINE, BareScore(50))),
        written("many-2", Enter(LINE, BareScore(60))),
        written("many-3", Correct(LINE, BareScore(100))),
    ]
    status, said = send(as_role("scorer"), f"/night/{session}/commands", {"commands": some})
    assert status == 200
    assert [each["ok"] for each in said["answers"]] == [True, False, True]
    assert "There is a result already" in said["answers"][1]["problem"]
    assert check_whole(session)[-2:] == ["many-1", "many-3"]


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ("{", 400, "This is not JSON."),
        ("[" * 100_000, 400, "This is not JSON."),
        ("[]", 400, "A JSON object is wanted."),
        ({"commands": {}}, 400, "“commands” is a list of at most 500."),
        ({"commands": [1]}, 400, "A command is a JSON object."),
        ({"act": {"type": "start"}}, 400, "id: this key is missing."),
        ({"id": "x", "act": {"type": "fly"}}, 400, "act.type: “fly” is not one of"),
        ({"id": "x" * 101, "act": {"type": "reopen"}}, 422, "A command needs an id of at most 100 letters."),
        ({"id": "x", "act": {"type": "publish"}}, 422, "results are missing"),
    ],
)
def test_what_cannot_be_read_or_granted_is_said_in_a_sentence(data: Any, status: int, sentence: str) -> None:
    session = a_night()
    got, said = send(as_role("director"), f"/night/{session}/commands", data)
    assert got == status
    assert sentence in said["problem"]
    assert not said["ok"]
    assert len(store.state(session).journal) == 3


def test_a_forged_form_cannot_give_a_command() -> None:
    session = a_night()
    client = as_role("director", enforce_csrf_checks=True)
    answer = client.post(f"/night/{session}/commands", "{}", content_type="application/json")
    assert answer.status_code == 403


@pytest.mark.parametrize("place", ["/night/commands", "/night/{session}/commands"])
@pytest.mark.parametrize("checked", [True, False])
def test_a_form_is_no_command(place: str, checked: bool) -> None:
    session = a_night()
    client = as_role("director", enforce_csrf_checks=checked)
    token = {"csrfmiddlewaretoken": client.get("/settings/").cookies["csrftoken"].value} if checked else {}
    answer = client.post(place.format(session=session), {"act": "open", **token})
    assert (answer.status_code, answer.json()["problem"]) == (400, "This is not JSON.")
