"""A server that has lost what it had taken is told so by its phones; what is of another table or of a wrong clock is not
refused for good."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from django.test import Client
from nights import DIRECTOR, a_night, do, enter
from phones import codes_of

from arrowswitch.session import CallRound, Command, NotNow, Refused
from arrowswitch.session.deciding.decide import decide
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")
PASS = {"type": "passed-out"}
OURS = Path(__file__).resolve().parents[2] / "src" / "arrowswitch" / "site" / "static" / "arrowswitch"


def joined(session: int, table: int) -> Client:
    client = Client(headers={"host": "localhost"})
    assert client.post(f"/t/{codes_of(session)[table]}/").status_code == 302
    return client


def known(client: Client, seen: str = "") -> Any:
    return client.get("/pad/known", headers={"X-Seen": seen} if seen else None).json()


def sent(client: Client, **message: Any) -> Any:
    body = json.dumps({"messages": [{"id": "m" * 20, **message}]})
    headers = {"X-Pad": "1"}
    return client.post("/pad/send", body, content_type="application/json", headers=headers).json()["answers"][0]


def test_a_phone_that_has_heard_of_more_than_the_journal_holds_is_told_that_it_is_lost() -> None:
    session = a_night()
    pad = joined(session, 1)
    before = known(pad)
    seen = f"{session} {before['version']} {before['mark']}"
    assert not before["lost"]
    assert not known(pad, seen)["lost"]
    enter(session, 1, 1, 1, 420)
    after = known(pad, seen)
    assert not after["lost"]
    assert (after["epoch"], after["mark"] == before["mark"]) == (before["epoch"], False)
    assert known(pad, f"{session} {after['version'] + 1} {after['mark']}")["lost"]  # an entry that was never here
    assert known(pad, f"{session} {before['version']} {after['mark']}")["lost"]  # another one in its place


@pytest.mark.parametrize(
    "seen", ["", "x", "1 2", "{session} -1 abc", "{session} ٣ abc", "999 4 abc", "{session} 9999999999 abc"]
)
def test_what_is_no_note_of_this_session_says_nothing(seen: str) -> None:
    session = a_night()
    assert not known(joined(session, 1), seen.format(session=session))["lost"]


def test_a_score_of_another_table_is_to_be_sent_from_there() -> None:
    session = a_night()
    score = {"kind": "enter", "round": 1, "table": 1, "board": 1, "side": "NS", "entry": PASS}
    answer = sent(joined(session, 2), **score)
    assert (answer["ok"], answer["elsewhere"], answer["later"]) == (False, True, False)
    assert sent(joined(session, 1), **score)["ok"]
    assert len(store.state(session).lines) == 1


def test_a_clock_in_1986_is_a_reason_to_wait_and_not_to_refuse() -> None:
    state = do(a_night(), CallRound(2))
    command = Command("early", DIRECTOR, datetime(1986, 1, 1, tzinfo=UTC), CallRound(3))
    with pytest.raises(NotNow, match="It is not the year 1986; set the clock of this computer"):
        decide(state, command)


def test_the_server_keeps_a_phones_score_for_later_while_its_clock_is_in_1986(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_night()
    pad = joined(session, 1)
    score = {"kind": "enter", "round": 1, "table": 1, "board": 1, "side": "NS", "entry": PASS}
    with monkeypatch.context() as clock:
        clock.setattr("django.utils.timezone.now", lambda: datetime(1986, 1, 1, tzinfo=UTC))
        assert known(pad)["night"] == session  # the phone stays at its table
        answer = sent(pad, **score)
        assert (answer["ok"], answer["later"]) == (False, True)
    assert sent(pad, **score)["ok"]


def test_the_pads_page_may_be_kept_for_the_night_and_its_files_for_ever() -> None:
    client = Client(headers={"host": "localhost"})
    page = client.get("/pad/")
    assert page["Cache-Control"] == "private, max-age=129600"
    worker = client.get("/pad/sw.js").content.decode()
    kept = json.loads(re.search(r"^const FILES = (.*);$", worker, re.MULTILINE)[1])  # type: ignore[index]
    assert kept[0] == "/pad/"
    for name in kept[1:]:
        answer = client.get(name)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "public, max-age=31536000, immutable"), name
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.content.decode()))
    assert named <= set(kept)  # nothing else is there without a server
    assert {static(f"arrowswitch/{name}") for name in ("style.css", "pad/pad.css", "pad/pad.js", "icon.svg")} <= named
    scripts = {path.relative_to(OURS) for path in (OURS / "pad").rglob("*.js") if path.name != "sw.js"}
    assert Path("pad/screens/screen.js") in scripts
    assert {name for name in kept if name.endswith(".js")} == {static(f"arrowswitch/{path}") for path in scripts}


def test_a_refusal_for_good_is_no_reason_to_wait() -> None:
    state = do(a_night(), CallRound(2))
    with pytest.raises(Refused) as told:
        decide(state, Command("again", DIRECTOR, datetime(2026, 1, 6, tzinfo=UTC), CallRound(1)))
    assert not isinstance(told.value, NotNow)
