"""The best way to finish, at the desk: facts are put down, ways shown with their costs, one confirmation does all, undo takes it back."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from nights import DIRECTOR, a_night, do, play_on, play_round
from people import as_role

from arrowswitch.movements import Movement, build
from arrowswitch.movements.replan import read_standing
from arrowswitch.session import CallRound, ChangeMovement, Command, LineKey, Publish, Refused, standings
from arrowswitch.session.acts.tasks import open_tasks
from arrowswitch.session.night.mending import mended_audit
from arrowswitch.session.night.missing import missing
from arrowswitch.session.troubles import finishing
from arrowswitch.site.journal import store
from undoing import substance

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def in_round(movement: Movement, number: int) -> int:
    session = a_night(movement, method="imps" if movement.kind == "teams" else "matchpoints")
    for each in range(1, number + 1):
        if each > 1:
            do(session, CallRound(each))
        play_round(session)
    return session


def place(session: int, *facts: str, **more: Any) -> str:
    query = [("section", "A"), *(("fact", fact) for fact in facts), *more.items()]
    return f"{reverse('night-trouble-finish', args=[session])}?{urlencode(query)}"


def offered(page: str) -> list[tuple[str, str]]:
    """The names and prints of the ways that a page offers."""
    return re.findall(r'name="way" value="([^"]+)"\s*><input type="hidden" name="print" value="([^"]+)"', page)


def use(desk: Client, session: int, address: str, **form: str) -> Any:
    name, fingerprint = offered(text(desk.get(address)))[0]
    sent = {"way": name, "print": fingerprint, "command": f"finish-{session}-0001", **form}
    return desk.post(address, sent)


def test_facts_are_put_down_one_after_the_other_and_taken_out(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    page = text(desk.get(reverse("night-trouble", args=[session])))
    assert reverse("night-trouble-finish", args=[session]) in page
    page = text(desk.get(place(session, add="gone")))
    assert "Who has gone?" in page
    answer = desk.get(place(session, add="gone", put="1", pair="3", follow="yes"))
    assert answer.status_code == 302
    assert "fact=gone%3A3" in answer.url
    page = text(desk.get(place(session, "gone:3", "gone:8")))
    assert "NS 3 has gone home" in page
    assert "EW 3 has gone home" in page
    assert page.count("take out") >= 2


def test_one_confirmation_does_all_of_it_and_undo_takes_all_of_it_back(desk: Client) -> None:
    session = in_round(build("howell", tables=5, boards_per_round=2), 4)
    before = substance(store.state(session))
    address = place(session, "gone:3", "gone:8", "board:5", show="1")
    page = text(desk.get(address))
    assert "Say to the room" in page
    assert "What it costs" in page
    answer = use(desk, session, address)
    assert answer.status_code == 302, text(answer)
    after = store.state(session)
    assert set(after.left) == {("A", 3), ("A", 8)}
    assert mended_audit(after.sections["A"].movement).legal
    page = text(desk.get(answer.url))
    assert "Tell the room" in page
    assert "Print new cards" in page
    desk.post(
        reverse("night-trouble-undo", args=[session]), {"repair": f"finish-{session}-0001", "command": "back-00001"}
    )
    assert substance(store.state(session)) == before


def test_boards_that_come_up_twice_in_a_round_without_results_are_no_small_thing_and_the_round_can_be_stopped(
    desk: Client,
) -> None:
    session = in_round(build("skip-mitchell", tables=6, boards_per_round=2), 3)
    do(session, CallRound(4))
    page = text(desk.get(place(session, "special:4", show="1")))
    assert "Skip now: East-West move up two tables." in page
    assert "nothing more lost, but scores to adjust" in page
    assert "change it from round 4, and seat everybody as the plan says: then nobody has a board twice in it" in page
    page = text(desk.get(place(session, "special:4", first="4", show="1")))
    assert "Round 4 is to be arranged anew, so nothing has gone wrong in it" in page
    page = text(desk.get(place(session, first="4", show="1")))
    assert "nothing lost" in page
    assert "has no result yet" not in page


def test_sent_twice_it_is_done_once(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    address = place(session, "gone:3", show="1")
    name, fingerprint = offered(text(desk.get(address)))[0]
    sent = {"way": name, "print": fingerprint, "command": f"finish-{session}-0001"}
    first, again = desk.post(address, sent), desk.post(address, sent)
    assert (first.status_code, again.status_code) == (302, 302)
    assert len([entry for entry in store.state(session).journal if entry.id.startswith("finish")]) > 0


def test_a_form_that_is_stale_because_a_round_was_called_and_scored_is_refused_in_a_sentence(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    address = place(session, "gone:3", first="3", show="1")
    name, fingerprint = offered(text(desk.get(address)))[0]
    do(session, CallRound(3))
    play_round(session)
    before = len(store.state(session).journal)
    answer = desk.post(address, {"way": name, "print": fingerprint, "command": f"finish-{session}-0001"})
    assert answer.status_code == 409
    assert "Rounds 4 to 5 can be planned anew, not round 3." in text(answer)
    assert len(store.state(session).journal) == before


def test_scores_of_the_round_that_is_played_do_not_stand_in_the_way(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    do(session, CallRound(3))
    address = place(session, "gone:3", first="4", show="1")
    name, fingerprint = offered(text(desk.get(address)))[0]
    play_round(session)
    answer = desk.post(address, {"way": name, "print": fingerprint, "command": f"finish-{session}-0001"})
    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("plan", "number", "facts"),
    [
        (build("skip-mitchell", tables=6, boards_per_round=2), 4, ("special:4", "gone:3")),
        (build("howell", tables="4½", boards_per_round=2), 3, ("come:1", "exchanged:2-1-2")),
        (build("rover", tables="5½", boards_per_round=2), 2, ("gone:11", "board:3", "time:50")),
        (build("american-whist", teams=5, boards_per_round=2), 2, ("gone:2",)),
        (build("individual", players=12, boards_per_round=2), 3, ("gone:2", "seats:2-3-7-once")),
    ],
)
def test_any_mess_is_played_to_the_end_and_posted(
    desk: Client, plan: Movement, number: int, facts: tuple[str, ...]
) -> None:
    session = in_round(plan, number)
    answer = use(desk, session, place(session, *facts, show="1"), force="1", why="It was so")
    assert answer.status_code == 302, text(answer)
    play_on(session)
    state = store.state(session)
    assert not list(missing(state))
    for task in open_tasks(state):
        assert task
    do(session, Publish(), force=True, why="The tasks are left")
    assert store.state(session).phase == "published"
    assert standings(store.state(session))


def test_what_cannot_be_is_said_in_a_sentence(desk: Client) -> None:
    session = in_round(build("mitchell", tables=3, boards_per_round=2), 2)
    for facts, sentence in {
        ("earthquake:1",): "“earthquake” is no fact",
        ("time:1",): "There is no time for another round",
        ("seats:2-3-3-once",): "Name two different pairs.",
        tuple(f"gone:{each}" for each in range(1, 6)): "Nobody is left who could play.",
    }.items():
        answer = desk.get(place(session, *facts, show="1"))
        assert answer.status_code == 200
        assert sentence in text(answer)
    assert LineKey("A", 1, 1, 1) in store.state(session).lines


def test_the_evening_is_taken_away_as_a_file_that_the_command_reads(desk: Client) -> None:
    session = in_round(build("howell", tables=4, boards_per_round=2), 2)
    answer = desk.get(place(session, "gone:3", standing="1"))
    assert answer["Content-Type"] == "application/json"
    here = read_standing(answer.json())
    assert (here.played, here.gone, here.two_fields) == (2, {3}, False)
    assert "Acacia" not in text(answer)
    refused = desk.get(place(session, "time:1", standing="1"))
    assert refused.status_code == 422
    assert text(refused) == "There is no time for another round: end the session after this one."


def test_of_two_directors_who_looked_at_the_same_time_one_is_told_that_something_has_happened(desk: Client) -> None:
    session = in_round(build("howell", tables=5, boards_per_round=2), 4)
    address = place(session, "gone:3", "seats:2-4-9-once", show="1")
    other = as_role("director")
    (name, fingerprint), *_ = offered(text(desk.get(address)))
    assert offered(text(other.get(address)))[0] == (name, fingerprint)
    sent = {"way": name, "print": fingerprint, "force": "1", "why": "It was so"}
    assert desk.post(address, {**sent, "command": f"finish-{session}-0001"}).status_code == 302
    done = store.state(session)
    late = other.post(address, {**sent, "command": f"finish-{session}-0002"})
    assert late.status_code == 409
    assert "That has been put right already" in text(late)
    assert store.state(session).journal == done.journal


def test_what_was_planned_before_another_plan_was_done_is_refused_by_the_journal_itself() -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    seen = store.state(session)
    plans = []
    for number, pair in enumerate((3, 8), 1):
        wish = finishing.wish_of(seen, "A", [finishing.read_fact(f"gone:{pair}")])
        best = finishing.proposals(seen, "A", wish, finishing.ways_to_finish(wish, 300, 9))[0]
        plans.append(
            [
                Command(
                    f"race-{number}-{place}",
                    DIRECTOR,
                    timezone.now(),
                    deed.act,
                    "gone",
                    force=deed.force,
                    seen=len(seen.journal) if isinstance(deed.act, ChangeMovement) else None,
                )
                for place, deed in enumerate(best.proposal.deeds)
            ]
        )
    store.append_all(session, plans[0])
    before = store.state(session).journal
    with pytest.raises(Refused, match="since you looked"):
        store.append_all(session, plans[1])
    assert store.state(session).journal == before
