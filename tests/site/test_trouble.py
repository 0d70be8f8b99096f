"""Trouble on a running night: the list, the questions, the ways out, and what the session is like afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from browsing import ARGUMENTS, executable, faults, sign_in, visiting
from django.test import Client
from django.urls import reverse
from nights import a_night, desk_server, do, play_on, play_round
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import Page, expect, sync_playwright

from arrowswitch.movements import Movement, build
from arrowswitch.session import CallRound, LineKey, standings
from arrowswitch.session.acts.tasks import open_tasks
from arrowswitch.session.night.mending import mended_audit
from arrowswitch.session.night.seats import players_of
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.session.troubles.catalogue import TROUBLES
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from undoing import substance

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def in_round(movement: Movement, number: int, *, entered: bool = True, **options: Any) -> int:
    """A night in a round; the rounds before have all their results, this one if it is `entered`."""
    session = a_night(movement, **options)
    for round_number in range(1, number + 1):
        if round_number > 1:
            do(session, CallRound(round_number))
        if round_number < number or entered:
            play_round(session)
    return session


def place(session: int, kind: str, **told: Any) -> str:
    return f"{reverse('night-trouble-kind', args=[session, kind])}?{urlencode({'show': 1, 'section': 'A', **told})}"


def ways(page: str) -> list[tuple[str, str]]:
    """The names and prints of the ways out that a page offers."""
    return re.findall(r'name="way" value="([^"]+)"><input type="hidden" name="print" value="([^"]+)"', page)


def use(desk: Client, session: int, kind: str, number: int = 0, *, told: dict[str, Any], **form: str) -> Any:
    """Uses the way out of this number."""
    address = place(session, kind, **told)
    page = text(desk.get(address))
    name, fingerprint = ways(page)[number]
    return desk.post(address, {"way": name, "print": fingerprint, "command": f"repair-{session}-{kind}", **form})


def left_is_legal(session: int) -> bool:
    section = store.state(session).sections["A"]
    faults = mended_audit(section.movement).faults
    return not [fault for fault in faults if not (fault.board and fault.round and fault.round <= section.round)]


def movement(session: int) -> Movement:
    return store.state(session).sections["A"].movement


MITCHELL = {"boards_per_round": 2}
CASES: dict[str, tuple[Movement, int, dict[str, Any]]] = {
    "late-pair": (build("mitchell", tables="4½", boards_per_round=2), 1, {"at_round": 1, "award": "yes"}),
    "late-table": (build("mitchell", tables=5, boards_per_round=2), 1, {"at_round": 2}),
    "pair-leaves": (build("mitchell", tables=5, boards_per_round=2), 2, {"pair": 3, "at_round": 3}),
    "we-are-late": (build("mitchell", tables=5, boards_per_round=2), 2, {"at_round": 4}),
    "slow-table": (
        build("mitchell", tables=5, boards_per_round=2),
        1,
        {"table": 2, "at_round": 1, "board": 4, "which": "ew"},
    ),
    "wrong-board": (
        build("mitchell", tables=5, boards_per_round=2),
        1,
        {"table": 1, "at_round": 1, "board": 2, "played": 3},
    ),
    "wrong-opponents": (
        build("mitchell", tables=5, boards_per_round=2),
        2,
        {"pair": 6, "other_pair": 7, "at_round": 2, "board": 0},
    ),
    "turned": (build("howell", tables=3), 1, {"table": 2, "at_round": 1, "board": 0}),
    "rover-missed": (build("rover", tables="5½", boards_per_round=2), 2, {"at_round": 2, "board": 0}),
    "forgotten-skip": (build("skip-mitchell", tables=6, boards_per_round=2), 3, {"at_round": 4}),
    "wrong-skip": (build("skip-mitchell", tables=6, boards_per_round=2), 3, {"at_round": 4, "made_after": 2}),
    "missed-special": (build("extended-mitchell", tables=5, boards_per_round=1), 8, {"at_round": 9, "made_after": 0}),
    "relay": (build("share-relay", tables=6, boards_per_round=2), 2, {"at_round": 3, "which": "low"}),
    "sit-out-boards": (build("mitchell", tables="4½", boards_per_round=2), 2, {"at_round": 3, "which": "left"}),
    "boards-out-of-order": (build("mitchell", tables=5, boards_per_round=2), 1, {"table": 1, "other_table": 3}),
    "another-movement": (build("skip-mitchell", tables=6, boards_per_round=2), 1, {"at_round": 2}),
}


def test_the_list_names_every_trouble_and_leads_to_its_questions(desk: Client) -> None:
    session = a_night()
    named = set()
    for plan, _, _ in CASES.values():
        page = text(desk.get(reverse("night-trouble", args=[a_night(plan)])))
        assert "What has happened?" in page
        named |= {kind for kind, trouble in TROUBLES.items() if trouble.title.replace("'", "&#x27;") in page}
    assert named == set(TROUBLES)
    for kind in TROUBLES:
        answer = desk.get(reverse("night-trouble-kind", args=[session, kind]))
        assert answer.status_code == 200
        assert "What can be done?" in text(answer)
    assert set(CASES) == set(TROUBLES)


def test_nobody_is_asked_about_a_skip_a_rover_or_a_relay_where_there_is_none(desk: Client) -> None:
    page = text(desk.get(reverse("night-trouble", args=[a_night(build("mitchell", tables=5, boards_per_round=2))])))
    for kind in ("forgotten-skip", "wrong-skip", "missed-special", "rover-missed", "relay", "sit-out-boards"):
        assert TROUBLES[kind].title not in page
    teams = text(desk.get(reverse("night-trouble", args=[a_night(build("round-robin", teams=4), method="imps")])))
    assert "We are late" in teams
    assert TROUBLES["turned"].title not in teams
    assert "A board was fouled" in teams
    assert "Change any meeting by hand" in teams


@pytest.mark.parametrize("kind", CASES)
def test_each_trouble_ends_in_a_legal_rest_with_every_result_kept(desk: Client, kind: str) -> None:
    plan, number, told = CASES[kind]
    session = in_round(plan, number, entered=kind not in ("slow-table", "wrong-board"))
    before = store.state(session)
    answer = use(desk, session, kind, told=told, force="1", why="it was so")
    assert answer.status_code == 302, text(answer)
    after = store.state(session)
    assert len(after.journal) > len(before.journal)
    assert left_is_legal(session)
    assert {key: record.entry for key, record in before.lines.items()} == {
        key: after.lines[key].entry for key in before.lines
    }
    page = text(desk.get(answer["location"]))
    assert "Undo this" in page
    back = desk.post(reverse("night-trouble-undo", args=[session]), {"repair": f"repair-{session}-{kind}"})
    assert back.status_code == 302, text(back)
    undone = store.state(session)
    assert undone.sections == before.sections
    assert undone.lines == before.lines


def test_a_repair_that_is_sent_twice_is_done_once(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    address = place(session, "we-are-late", at_round=4)
    name, fingerprint = ways(text(desk.get(address)))[0]
    form = {"way": name, "print": fingerprint, "command": "cut-the-last-round"}
    first, second = desk.post(address, form), desk.post(address, form)
    assert first["location"] == second["location"]
    assert movement(session).rounds == 4


def test_what_has_changed_since_one_looked_is_said_and_nothing_is_done(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    address = place(session, "pair-leaves", pair=3, at_round=3)
    name, fingerprint = ways(text(desk.get(address)))[0]
    do(session, CallRound(3))
    play_round(session)
    count = len(store.state(session).journal)
    answer = desk.post(address, {"way": name, "print": fingerprint})
    assert answer.status_code == 409
    assert "Something has happened since you looked" in text(answer)
    assert len(store.state(session).journal) == count


def test_the_late_pair_has_its_names_and_a_score_for_what_it_missed(desk: Client) -> None:
    session = in_round(build("mitchell", tables="4½", boards_per_round=2), 2, entered=False)
    told = {"at_round": 2, "award": "yes", "person_1": "Late Larry", "person_2": "Tardy Tess"}
    use(desk, session, "late-pair", told=told)
    state = store.state(session)
    assert [player.name for player in players_of(state, "A", 10)] == ["Late Larry", "Tardy Tess"]
    assert sum(record.adjusted for record in state.lines.values()) == 2


def test_the_late_pair_is_found_in_the_register_by_number_or_a_few_letters(desk: Client) -> None:
    session = in_round(build("mitchell", tables="4½", boards_per_round=2), 2, entered=False)
    for given, family, number in (("Larry", "Lateley", "4711"), ("Tess", "Tardyman", ""), ("Tom", "Tardyman", "")):
        Player.objects.create(club=our_club(), given=given, family=family, number=number)
    told = {"at_round": 2, "award": "yes", "person_1": "4711", "person_2": "tes"}
    use(desk, session, "late-pair", told=told)
    assert [player.name for player in players_of(store.state(session), "A", 10)] == ["Larry Lateley", "Tess Tardyman"]
    assert all(player.id for player in players_of(store.state(session), "A", 10))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("4712", "Nobody in the register has the number 4712."),
        ("tar", "“tar” is not a full name. Is it"),
        ("Tom Tardy", "“Tom Tardy” is not a full name. Is it Tom Tardyman"),
    ],
)
def test_a_late_player_who_is_not_clear_is_asked_for_again(desk: Client, typed: str, sentence: str) -> None:
    session = in_round(build("mitchell", tables="4½", boards_per_round=2), 1, entered=False)
    for given in ("Tess", "Tom"):
        Player.objects.create(club=our_club(), given=given, family="Tardyman")
    told = {"at_round": 1, "award": "yes", "person_1": typed, "person_2": ""}
    page = text(desk.get(place(session, "late-pair", **told)))
    assert sentence in page
    assert ways(page) == []
    again = text(desk.get(place(session, "late-pair", **told, visitors="on")))
    assert bool(ways(again)) == (typed != "4712")


def test_letting_a_pair_in_late_raises_no_alarm(desk: Client) -> None:
    session = in_round(build("mitchell", tables="4½", boards_per_round=2), 2, entered=False)
    use(desk, session, "late-pair", told={"at_round": 2, "award": "yes", "person_1": "", "person_2": ""})
    state = store.state(session)
    assert any(record.adjusted for record in state.lines.values())
    assert looks_wrong(state) == ()
    assert open_tasks(state) == ()
    journal = text(desk.get(reverse("night-journal", args=[session])))
    assert "entered not played" in journal
    assert ">insisted<" not in journal
    board = next(key.board for key, record in state.lines.items() if record.adjusted)
    scores = text(desk.get(reverse("night-entry", args=[session]), {"sheet": f"A-b{board}"}))
    for page in (journal, scores):
        assert "Not played means that the board does not count" not in page


def test_a_repair_is_taken_back_in_one_step_from_the_journal_too(desk: Client) -> None:
    session = in_round(build("mitchell", tables="4½", boards_per_round=2), 2, entered=False)
    before = store.state(session)
    use(desk, session, "late-pair", told={"at_round": 2, "award": "yes", "person_1": "Late Larry", "person_2": ""})
    made = store.state(session).journal[len(before.journal) :]
    assert len(made) > 3
    assert f"This was done in {len(made)} steps; all of them are taken back." in text(
        desk.get(reverse("night-journal", args=[session]))
    )
    answer = desk.post(reverse("night-undo", args=[session]), {"undo": made[1].id, "why": "they went home again"})
    assert answer.status_code == 302
    assert substance(store.state(session)) == substance(before)


def test_a_list_of_boards_begins_with_those_of_the_table(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2, entered=False)
    page = text(desk.get(reverse("night-trouble-kind", args=[session, "slow-table"]), {"table": "3", "at_round": "2"}))
    assert re.search(r'<select name="board".*?<optgroup label="there in round 2">\s*<option value="7">7</option>', page)
    assert re.search(r'<option value="8" selected>8</option>', page)  # the last of the set is the one to take away
    wrong = text(
        desk.get(reverse("night-trouble-kind", args=[session, "wrong-board"]), {"table": "3", "at_round": "2"})
    )
    assert re.search(r'<select name="played".*?<option value="9" selected>9</option>', wrong)


@pytest.mark.parametrize(("now", "usual"), [(3, "4"), (4, "4")])
def test_a_skip_is_thought_to_have_been_forgotten_at_the_last_move(desk: Client, now: int, usual: str) -> None:
    session = in_round(build("skip-mitchell", tables=6, boards_per_round=2), now, entered=False)
    page = text(desk.get(reverse("night-trouble-kind", args=[session, "forgotten-skip"])))
    assert re.search(rf'<option value="{usual}" selected>', page)


def test_posting_says_that_a_pair_left_and_does_not_rank_it(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 3, entered=False)
    use(desk, session, "pair-leaves", told={"pair": 3, "at_round": 4})
    play_on(session)
    sentence = "NS 3 left after round 3: not ranked, and its results stand."
    assert sentence in text(desk.get(reverse("night-results-publish", args=[session])))
    assert sentence in text(desk.get(reverse("night-results", args=[session])))
    assert desk.post(reverse("night-results-publish", args=[session])).status_code == 302
    assert "A3" not in {each.contestant for each in standings(store.state(session))}
    for name in ("night-results", "night-results-recap"):
        assert desk.get(reverse(name, args=[session])).status_code == 200
    assert desk.get(reverse("night-results-pair", args=[session, "A3"])).status_code == 200


def test_what_cannot_be_repaired_is_said_with_what_else_to_do(desk: Client) -> None:
    session = in_round(build("share-relay", tables=6, boards_per_round=2), 3)
    page = text(desk.get(place(session, "late-pair", at_round=3, award="yes")))
    assert "A late pair can begin to rove only during the first round." in page
    assert "Nobody is obliged to take a late pair." in page
    skipless = desk.get(place(session, "forgotten-skip", at_round=3))
    assert "This repair is for skip-mitchell" in text(skipless)
    rover = desk.get(place(session, "rover-missed", at_round=1, board=0))
    assert "no rover" in text(rover)


def test_with_two_winners_a_table_is_not_turned(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1)
    page = text(desk.get(place(session, "turned", table=1, at_round=1, board=0)))
    assert "With two winners everybody keeps to one side." in page


def test_results_that_contradict_a_repair_are_named_and_follow_or_stay(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    told = {"pair": 6, "other_pair": 7, "at_round": 2, "board": 0}
    page = text(desk.get(place(session, "wrong-opponents", **told)))
    assert "Results are entered already" in page
    assert "at table 2 in round 2" in page
    staying = text(desk.get(place(session, "wrong-opponents", **told, follow="no")))
    assert "not legal as it stands" in staying
    address = place(session, "wrong-opponents", **told, follow="no")
    name, fingerprint = ways(staying)[0]
    refused = desk.post(address, {"way": name, "print": fingerprint})
    assert refused.status_code == 422
    assert "insist and give a reason" in text(refused)
    granted = desk.post(address, {"way": name, "print": fingerprint, "force": "1", "why": "they said so"})
    assert granted.status_code == 302
    entry = store.state(session).journal[-1]
    assert (entry.forced, entry.why) == (True, "they said so")


def test_a_single_board_of_wrong_opponents_goes_to_those_who_played_it(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1)
    use(desk, session, "wrong-opponents", told={"pair": 6, "other_pair": 7, "at_round": 1, "board": 3})
    record = store.state(session).lines[LineKey("A", 1, 2, 3)]
    assert (record.ns, record.ew) == (2, 6)


# -- by hand ----------------------------------------------------------------------------------------------------------


def test_several_meetings_are_changed_in_a_draft_and_saved_as_one(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    address = reverse("night-trouble-edit", args=[session])
    plan = movement(session)
    one, other = plan.at[4, 1], plan.at[4, 2]
    first = f"4.1.{one.ns}.{other.ew}.7x8.0"
    page = text(desk.get(address, {"section": "A", "draft": first}))
    assert "The audit says:" in page
    assert "is at tables" in page or "plays" in page or "twice" in page
    cell = {"section": "A", "draft": first, "cell": "4.2", "ns": other.ns, "ew": one.ew, "boards": "9-10", "try": "yes"}
    page = text(desk.get(address, cell))
    draft = re.search(r'name="draft" value="([^"]+)"', page)
    assert draft
    assert draft[1] == f"{first}~4.2.{other.ns}.{one.ew}.9x10.0"
    query = urlencode({"section": "A", "draft": draft[1]})
    refused = desk.post(f"{address}?{query}", {"why": ""})
    entries = len(store.state(session).journal)
    if refused.status_code != 302:
        assert "insist and give a reason" in text(refused)
        saved = desk.post(f"{address}?{query}", {"why": "they asked for it", "force": "1"})
        assert saved.status_code == 302
        entries += 1
    assert len(store.state(session).journal) == entries
    assert movement(session).at[4, 1].ew == other.ew
    assert movement(session).at[4, 2].ew == one.ew


def test_nobody_plays_at_a_table_that_is_dropped(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 2)
    address = reverse("night-trouble-edit", args=[session])
    desk.post(f"{address}?{urlencode({'section': 'A', 'draft': '5.3.3.9..0'})}", {"why": "gone home"})
    assert (5, 3) not in movement(session).at
    assert left_is_legal(session)


def test_a_bad_meeting_is_told_beside_its_field(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1)
    address = reverse("night-trouble-edit", args=[session])
    cell = {"section": "A", "cell": "3.1", "ns": "1", "try": "yes"}
    for more, sentence in (
        ({"ew": "7", "boards": "five"}, "is not a board"),
        ({"ew": "1", "boards": "5"}, "A pair cannot play against itself."),
        ({"ew": "77", "boards": "5"}, "There is no such table, round or pair"),
        ({"ew": "7", "boards": ""}, "Say which boards are played"),
        ({"ew": "7", "boards": "1-30"}, "at most 12 boards"),
        ({"ew": "7", "boards": "0"}, "Boards are numbered"),
    ):
        assert sentence in text(desk.get(address, cell | more))
    empty = desk.post(f"{address}?section=A", {"why": "nothing"})
    assert empty.status_code == 422
    assert "Nothing has been changed yet" in text(empty)


def test_results_in_a_changed_meeting_go_over_unless_they_are_to_stay(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1)
    address = reverse("night-trouble-edit", args=[session])
    draft = "1.1.1.7.1x2.0~1.2.2.6.3x4.0"
    page = text(desk.get(address, {"section": "A", "draft": draft}))
    assert "They go over to the pairs who really played." in page
    saved = desk.post(f"{address}?{urlencode({'section': 'A', 'draft': draft})}", {"why": "swapped", "force": "1"})
    assert saved.status_code == 302
    record = store.state(session).lines[LineKey("A", 1, 1, 1)]
    assert (record.ns, record.ew) == (1, 7)


# -- who may, and what it stands up to --------------------------------------------------------------------------------


def test_only_directors_come_in() -> None:
    session = a_night()
    for name in ("night-trouble", "night-trouble-edit"):
        assert as_role("scorer").get(reverse(name, args=[session])).status_code == 403
        assert as_role("player").get(reverse(name, args=[session])).status_code == 403
        assert as_role("public").get(reverse(name, args=[session])).status_code == 302
    assert as_role("scorer").post(place(session, "we-are-late", at_round=2)).status_code == 403
    assert as_role("scorer").post(reverse("night-trouble-undo", args=[session])).status_code == 403


def test_no_form_breaks_the_page_whatever_is_sent(desk: Client) -> None:
    sessions = [
        in_round(build("mitchell", tables="4½", boards_per_round=1), 2),
        in_round(build("howell", tables=3), 1, names=False),
        a_night(build("skip-mitchell", tables=4, boards_per_round=1), start=False),
        a_night(build("american-whist", teams=5), method="imps"),
    ]
    chance = Random(11)
    odd = (
        "",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "99",
        "1e9",
        "x" * 300,
        "²",
        "A",
        "\x00",
        "<b>",
        "3.2",
        "1.1.1.2.1.0~~~",
        "yes",
    )
    names = ("section", "show", "at_round", "table", "other_table", "board", "played", "pair", "other_pair", "which")
    names += ("award", "follow", "made_after", "person_1", "draft", "cell", "ns", "ew", "boards", "try", "drop", "done")
    for _ in range(100):
        session = chance.choice(sessions)
        kind = chance.choice([*TROUBLES, "edit"])
        target = (
            reverse("night-trouble-edit", args=[session])
            if kind == "edit"
            else reverse("night-trouble-kind", args=[session, kind])
        )
        query = {name: chance.choice(odd) for name in chance.sample(names, 12)} | {"show": "1", "section": "A"}
        assert desk.get(target, query).status_code == 200
        form = {name: chance.choice(odd) for name in ("way", "print", "why", "force", "command", "repair")}
        assert desk.post(f"{target}?{urlencode(query)}", form).status_code in (302, 409, 422)
        undone = desk.post(reverse("night-trouble-undo", args=[session]), form)
        assert undone.status_code in (302, 409, 422)
    assert desk.get(reverse("night-trouble-kind", args=[sessions[0], "earthquake"])).status_code == 404


# -- in a browser -----------------------------------------------------------------------------------------------------


@contextmanager
def at_the_desk(place: dict[str, str], **how: Any) -> Iterator[tuple[Page, str]]:
    """A director's page and the server's address. The browser is closed before the database is asked again."""
    name = account("director", name="Dora Director", password=PASSWORD).name
    with desk_server(place) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        with visiting(chromium, f"{server.address}sign-in/", **how) as page:
            sign_in(page, name, PASSWORD)
            yield page, server.address.rstrip("/")
        chromium.close()


def test_the_boards_of_a_table_are_offered_as_soon_as_it_is_chosen(desk_club: dict[str, str]) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 1, entered=False)
    with at_the_desk(desk_club) as (page, address):
        page.goto(address + reverse("night-trouble-kind", args=[session, "slow-table"]))
        expect(page.get_by_label("Which board?")).to_have_value("2")
        page.get_by_label("At which table?").select_option("3")
        expect(page.get_by_label("Which board?")).to_have_value("6")
        expect(page.get_by_label("At which table?")).to_have_value("3")
        assert faults(page) == []


def test_a_late_pair_is_let_in_on_a_phone(desk_club: dict[str, str]) -> None:
    session = in_round(build("mitchell", tables="6½", boards_per_round=2), 1, entered=False)
    with at_the_desk(desk_club, width="phone") as (page, address):
        page.goto(address + reverse("night-trouble", args=[session]))
        assert faults(page) == []
        page.get_by_role("link", name=re.compile("A pair is late")).click()
        page.get_by_label("Player 1").fill("Late Larry")
        page.get_by_label("Player 2").fill("Tardy Tess")
        page.get_by_role("button", name="What can be done?").click()
        expect(page.get_by_role("heading", name="1 Let them in as NS 7, from round 1.")).to_be_visible()
        expect(page.get_by_text("legal, nothing lost").first).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Use it").first.click()
        expect(page.get_by_role("heading", name="Done")).to_be_visible()
        page.goto(f"{address}{reverse('night-trouble-edit', args=[session])}?section=A&cell=3.1")
        page.get_by_label("Boards").fill("1")
        page.get_by_label("Boards").press("Tab")
        expect(page.get_by_text("The audit says:")).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert [player.name for player in players_of(store.state(session), "A", 14)] == ["Late Larry", "Tardy Tess"]
