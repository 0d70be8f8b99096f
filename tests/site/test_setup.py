"""A new session: two keystrokes are enough, everything can be said, and what cannot be had is answered in a sentence."""

from __future__ import annotations

import re
import sys
from datetime import date
from fractions import Fraction
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from nights import a_night, do, enter, play_on
from people import as_role

from arrowswitch.movements import build
from arrowswitch.session import Refused, SectionPlan, Start
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.night.setup.plans import planned

pytestmark = pytest.mark.usefixtures("desk_club")
DEAL = "AKQ2.T98..765432 JT9.AKQ.AKQ2.AKQ 876.J76.JT98.JT9 543.5432.76543.8"


def the_only_session() -> int:
    return Session.objects.get().pk


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def test_the_number_of_tables_is_enough(desk: Client) -> None:
    answer = desk.post(reverse("night-new"), {"kind": "pairs", "tables": "9½"})
    session = the_only_session()
    assert answer.headers["Location"] == reverse("night-names", args=[session])
    state = store.state(session)
    assert state.phase == "open"
    assert state.method == "matchpoints"
    assert len(state.sections["A"].movement.contestants) == 19
    assert state.title.endswith("pairs")


def test_everything_can_be_said(desk: Client) -> None:
    deals = SimpleUploadedFile("night.pbn", f'[Board "1"]\n[Deal "N:{DEAL}"]\n'.encode())
    desk.post(
        reverse("night-new"),
        {
            "kind": "pairs",
            "tables": "7",
            "title": "Spring Cup",
            "date": "2026-03-01",
            "plan": "mitchell?tables=7&boards_per_round=4",
            "method": "cross-imps",
            "federation": "ebu",
            "grade": "social",
            "round_minutes": "31.5",
            "break_after": "4",
            "confirm": "on",
            "scores": "board",
            "rankings": "round",
            "hands": "never",
            "deals": deals,
        },
    )
    state = store.state(the_only_session())
    section = state.sections["A"]
    assert (state.title, state.date, state.method, state.regulations.name) == (
        "Spring Cup",
        date(2026, 3, 1),
        "cross-imps",
        "ebu",
    )
    assert (section.movement.rounds, section.movement.boards_per_round) == (7, 4)
    assert (section.grade, float(section.round_minutes or 0), section.break_after, section.break_minutes) == (
        "social",
        31.5,
        4,
        15,
    )
    assert (state.settings.confirm, state.settings.scores, state.settings.rankings, state.settings.hands) == (
        True,
        "board",
        "round",
        "never",
    )
    assert list(state.hands) == [1]


def test_two_sections_of_their_own_sizes_play_the_same_boards(desk: Client) -> None:
    desk.post(reverse("night-new"), {"kind": "pairs", "tables": "7+6½", "boards": "24-28"})
    sections = store.state(the_only_session()).sections
    assert [len(section.movement.contestants) for section in sections.values()] == [14, 13]
    assert len({len(section.movement.boards) for section in sections.values()}) == 1


def test_teams_are_scored_as_teams(desk: Client) -> None:
    desk.post(reverse("night-new"), {"kind": "teams", "teams": "7"})
    state = store.state(the_only_session())
    assert (state.method, state.sections["A"].movement.kind) == ("imps", "teams")
    assert state.title.endswith(" teams")


def test_the_scoring_offered_is_that_of_pairs_or_of_teams(desk: Client) -> None:
    asked = {"kind": "teams", "teams": "7", "method": "patton"}
    offered = desk.get(reverse("night-new"), asked, headers={"HX-Request": "true", "HX-Target": "offers"})
    assert '<option value="patton" selected>' in offered.content.decode()
    for kind, there, absent in (("teams", "Patton", "Matchpoints"), ("pairs", "Matchpoints", "Patton")):
        page = desk.get(reverse("night-new"), {"kind": kind}).content.decode()
        assert there in page
        assert f"{absent}</option>" not in page


def test_the_same_form_sent_twice_opens_one_session(desk: Client) -> None:
    form = {"kind": "pairs", "tables": "5", "command": "0123456789-abcdef"}
    first, second = desk.post(reverse("night-new"), form), desk.post(reverse("night-new"), form)
    assert first.headers["Location"] == second.headers["Location"]
    assert Session.objects.count() == 1


def test_the_list_of_movements_comes_while_one_types(desk: Client) -> None:
    answer = desk.get(
        reverse("night-new"), {"kind": "pairs", "tables": "8"}, headers={"HX-Request": "true", "HX-Target": "offers"}
    )
    assert 'name="plan"' in text(answer)
    assert "<html" not in text(answer)


def test_a_movement_picked_elsewhere_is_on_top_and_chosen(desk: Client) -> None:
    answer = desk.get(reverse("night-new"), {"tables": "7", "plan": "howell?tables=7"})
    assert "You picked this one." in text(answer)


def test_who_is_faster_than_the_list_has_what_was_typed_last(desk: Client) -> None:
    page = text(desk.get(reverse("night-new"), {"kind": "pairs", "tables": "7"}))
    (offered,) = re.findall(r'name="offered" value="(\w+)"', page)
    listed = [unescape(plan) for plan in re.findall(r'name="plan"[^>]* value="([^"]+)"', page)]
    form = {"kind": "pairs", "tables": "7", "winners": "", "stationary": "", "offered": offered}
    desk.post(reverse("night-new"), {**form, "plan": listed[1]})
    desk.post(reverse("night-new"), {**form, "plan": listed[0], "tables": "9½"})  # the list for 9½ had not come yet
    first, second = (store.state(each.pk).sections["A"].movement for each in Session.objects.order_by("pk"))
    assert first == planned(listed[1])[0]
    assert len(second.contestants) == 19
    wrong = desk.post(reverse("night-new"), {**form, "plan": listed[0], "tables": "9½", "round_minutes": "0"})
    assert "You picked this one." not in text(wrong)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "How many tables are there?"),
        ({"tables": "many"}, "many"),
        ({"tables": "7", "plan": "nonsense?tables=7"}, "There is no movement called"),
        ({"tables": "7", "plan": "mitchell?rounds=x"}, "is not a number"),
        ({"tables": "7", "date": "tomorrow"}, "Write the day as"),
        ({"tables": "7", "round_minutes": "0"}, "1 to 600 minutes"),
        ({"tables": "7", "break_after": "90"}, "The break comes after a round between"),
        ({"tables": "3+3+3+3+3+3+3+3+3"}, "At most 8 sections"),
        ({"kind": "teams"}, "How many teams are there?"),
    ],
)
def test_what_cannot_be_had_is_answered_and_opens_nothing(desk: Client, form: dict[str, str], sentence: str) -> None:
    answer = desk.post(reverse("night-new"), {"kind": "pairs", **form})
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Session.objects.exists()


def test_a_bad_file_of_deals_is_named_by_its_line(desk: Client) -> None:
    deals = SimpleUploadedFile("night.pbn", b'[Board "1"]\n[Deal "N:AKQ"]\n')
    answer = desk.post(reverse("night-new"), {"kind": "pairs", "tables": "7", "deals": deals})
    assert "Line 2: " in text(answer)
    assert not Session.objects.exists()


def test_where_there_is_no_solver_the_deals_say_that_par_will_be_missing(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = reverse("night", args=[a_night(start=False)])
    assert "arrowswitch[solver]" not in text(desk.get(page))
    monkeypatch.setitem(sys.modules, "endplay", None)  # as in a plain install
    assert "Par will not be there: There is no double-dummy solver here. Install arrowswitch[solver]" in text(
        desk.get(page)
    )


def test_the_set_up_can_be_changed_until_play_begins(desk: Client) -> None:
    session = a_night(start=False)
    page = reverse("night", args=[session])
    assert "Another movement" in text(desk.get(page))
    assert 'name="plan"' in text(desk.get(page, {"section": "A", "wanted": "4"}))
    desk.post(page, {"do": "movement", "section": "A", "plan": "howell?tables=4"})
    desk.post(page, {"do": "save", "scores": "round", "rankings": "end", "hands": "end"})
    desk.post(page, {"do": "save", "break_after": "2", "break_minutes": "20"})
    state = store.state(session)
    assert state.sections["A"].movement.family == "howell"
    assert state.settings.scores == "round"
    assert state.sections["A"].break_minutes == 20
    answer = desk.post(page, {"do": "start"})
    assert answer.headers["Location"] == reverse("night-room", args=[session])
    assert "Another movement" not in text(desk.get(page))


@pytest.mark.parametrize(
    "form",
    [
        {"do": "nothing"},
        {"do": "save", "scores": "x"},
        {"do": "movement", "section": "Z", "plan": "howell?tables=4"},
        {"do": "movement", "section": "A", "plan": "howell?tables=4;howell?tables=4"},
        {"do": "save", "break_after": "x"},
    ],
)
def test_a_bad_change_changes_nothing(desk: Client, form: dict[str, str]) -> None:
    session = a_night(start=False)
    before = store.state(session)
    assert desk.post(reverse("night", args=[session]), form).status_code == 422
    assert store.state(session) == before


def test_no_browser_keeps_the_set_up_back_because_a_folded_field_is_empty(desk: Client) -> None:
    page = desk.get(reverse("night", args=[a_night()])).content.decode()
    (form,) = re.findall(r'<form[^>]* id="setup"[^>]*>', page)
    assert re.search(r'<input type="file"[^>]* required', page)  # only if that is what is sent
    assert "novalidate" in form


def test_the_scorer_cannot_start_play(desk: Client) -> None:
    session = a_night(start=False)
    answer = as_role("scorer").post(reverse("night", args=[session]), {"do": "start"})
    assert answer.status_code == 422
    assert "not for the scorer" in text(answer)


def plan_of(title: str, **more: str) -> dict[str, str]:
    return {"do": "save", "plan-title": title, "plan-date": "2026-02-03", **more}


def test_all_that_was_asked_at_the_opening_can_be_changed_before_play(desk: Client) -> None:
    session = a_night(start=False)
    address = reverse("night", args=[session])
    desk.post(address, plan_of("Cup", **{"plan-method": "butler", "plan-regulations": "ebu"}))
    desk.post(address, {"do": "save", "timing-grade": "social", "timing-round_minutes": "12.5"})
    state = store.state(session)
    assert (state.title, state.date, state.method) == ("Cup", date(2026, 2, 3), "butler")
    assert (state.regulations.name, state.sections["A"].grade) == ("ebu", "social")
    assert float(state.sections["A"].round_minutes or 0) == 12.5
    assert Session.objects.get(pk=session).title == "Cup"


def test_a_plan_that_cannot_be_read_changes_nothing_and_says_so_beside_the_field(desk: Client) -> None:
    session = a_night(start=False)
    address = reverse("night", args=[session])
    answer = desk.post(address, plan_of("Cup", **{"plan-date": "tomorrow"}))
    assert answer.status_code == 422
    assert "Write the day as 2026-01-31." in text(answer)
    answer = desk.post(address, {"do": "save", "timing-round_minutes": "700"})
    assert "A round takes 1 to 600 minutes." in text(answer)
    assert store.state(session).title == "Tuesday pairs"


def test_a_session_without_results_can_be_deleted_and_its_trace_is_kept(desk: Client) -> None:
    session = a_night(start=False, title="A slip of the finger")
    address = reverse("night", args=[session])
    assert "Delete this session" in text(desk.get(address))
    home = desk.post(address, {"do": "away"}).headers["Location"]
    assert "“A slip of the finger” was deleted." in text(desk.get(home))
    assert "was deleted" not in text(as_role("public").get(home))
    assert desk.get(reverse("home"), {"away": "x" * 30}).status_code == 200
    assert "A slip of the finger" not in text(desk.get(reverse("home")))
    listed = text(desk.get(reverse("results-list")))
    assert "Deleted or put away" in listed
    assert "A slip of the finger" in listed
    assert "A slip of the finger" not in text(as_role("scorer").get(reverse("results-list")))
    assert "This session was deleted" in text(desk.get(address))
    desk.post(address, {"do": "back"})
    assert "A slip of the finger" in text(desk.get(reverse("home")))


def test_a_session_with_results_is_put_away_and_takes_no_more_of_them(desk: Client) -> None:
    session = a_night()
    enter(session, 1, 1, 1, 420)
    address = reverse("night", args=[session])
    assert "Put this session away" in text(desk.get(address))
    home = desk.post(address, {"do": "away"}).headers["Location"]
    assert "was put away." in text(desk.get(home))
    assert store.state(session).has_results
    with pytest.raises(Refused, match="put away"):
        enter(session, 1, 2, 2, 420)


def test_sections_are_ranked_together_or_apart_until_posting(desk: Client) -> None:
    movement = planned("mitchell?tables=3&boards_per_round=1")[0]
    session = a_night(sections=(SectionPlan("A", movement), SectionPlan("B", movement)))
    address = reverse("night", args=[session])
    assert "Score and rank the sections apart" in text(desk.get(address))
    desk.post(address, plan_of("Cup", **{"plan-apart": "on"}))
    assert store.state(session).apart
    desk.post(address, plan_of("Cup"))
    assert not store.state(session).apart


def test_the_page_leads_to_events_and_to_movements_of_ones_own(desk: Client) -> None:
    page = text(desk.get(reverse("night-new")))
    for there in ("contest-new", "design-new", "club-cards", "drafts"):
        assert f'href="{reverse(there)}"' in page


# -- planned anew -----------------------------------------------------------------------------------------------------


def anew(session: int) -> str:
    return reverse("night-anew", args=[session])


def test_sections_are_added_before_play_and_names_keep_their_chairs(desk: Client) -> None:
    session = a_night(start=False)
    page = text(desk.get(reverse("night", args=[session])))
    assert "Tables, sections, pairs or teams" in page
    assert 'value="3"' in desk.get(anew(session)).content.decode()
    before = store.state(session).seats
    answer = desk.post(anew(session), {"kind": "pairs", "tables": "7+5", "plan": ""})
    assert answer.status_code == 302, text(answer)
    state = store.state(session)
    assert [section.movement.tables for section in state.sections.values()] == [7, 5]
    assert len(state.seats) == len(before)
    assert {stints[-1].player for stints in state.seats.values()} == {stints[-1].player for stints in before.values()}


def test_pairs_become_teams_before_play_and_pairs_again(desk: Client) -> None:
    session = a_night(start=False, method="butler")
    desk.post(anew(session), {"kind": "teams", "teams": "5"})
    state = store.state(session)
    assert (state.method, state.sections["A"].movement.kind) == ("imps", "teams")
    assert "Teams: IMPs" in text(desk.get(reverse("night", args=[session])))
    desk.post(anew(session), {"kind": "pairs", "tables": "5"})
    state = store.state(session)
    assert (state.method, state.sections["A"].movement.kind) == ("matchpoints", "pairs")


def test_names_without_a_chair_are_counted_and_bad_wishes_change_nothing(desk: Client) -> None:
    session = a_night(build("mitchell", tables=5, boards_per_round=2), start=False)
    for wishes in ({"tables": "many"}, {"tables": ""}, {"tables": "99999"}, {"plan": "howell?tables=x"}):
        assert desk.post(anew(session), {"kind": "pairs", **wishes}).status_code == 422, wishes
    assert store.state(session).sections["A"].movement.tables == 5
    answer = desk.post(anew(session), {"kind": "pairs", "tables": "3"})
    assert "8 names have no seat any more." in text(answer)
    do(session, Start())
    assert desk.get(anew(session))["Location"] == reverse("night", args=[session])
    assert as_role("scorer").get(anew(session)).status_code == 403


def test_another_movement_before_play_leaves_everybody_on_the_chair(desk: Client) -> None:
    session = a_night(start=False)
    before = {stints[-1].player for stints in store.state(session).seats.values()}
    desk.post(
        reverse("night", args=[session]),
        {"do": "movement", "section": "A", "plan": "mitchell?tables=5&boards_per_round=2"},
    )
    state = store.state(session)
    movement = state.sections["A"].movement
    assert {stints[-1].player for stints in state.seats.values()} == before
    named = {movement.label(place.contestant) for place in state.seats}
    assert named == {"NS 1", "NS 2", "NS 3", "EW 1", "EW 2", "EW 3"}


def test_each_section_has_its_own_timing(desk: Client) -> None:
    movement = planned("mitchell?tables=3&boards_per_round=1")[0]
    session = a_night(sections=(SectionPlan("A", movement), SectionPlan("B", movement)), start=False)
    address = reverse("night", args=[session])
    assert "Timing of section B" in text(desk.get(address))
    desk.post(address, {"do": "save", "section": "B", "timing-B-grade": "junior", "timing-B-round_minutes": "25"})
    timed = [(each.grade, each.round_minutes) for each in store.state(session).sections.values()]
    assert timed == [("open", None), ("junior", 25)]


def test_the_link_of_a_session_that_was_put_away_says_so(desk: Client) -> None:
    session = a_night()
    play_on(session)
    desk.post(reverse("night-results-publish", args=[session]))
    public = reverse("results", args=[Link.objects.get(session=session).token])
    assert as_role("public").get(public).status_code == 200
    desk.post(reverse("night", args=[session]), {"do": "away"})
    for page in (public, f"{public}recap/", f"{public}pair/A1/"):
        answer = as_role("public").get(page)
        assert answer.status_code == 410
        assert answer.headers["Cache-Control"] == "no-store"  # it may be back in a minute
        assert "This session was put away" in text(answer)
    desk.post(reverse("night", args=[session]), {"do": "back"})
    assert as_role("public").get(public).status_code == 200


def test_one_save_keeps_what_was_typed_in_every_block_and_says_so(desk: Client) -> None:
    session = a_night(start=False)
    address = reverse("night", args=[session])
    typed = {
        "plan-title": "Supper pairs",
        "plan-date": "2026-02-03",
        "break_after": "2",
        "break_minutes": "25",
        "plan-method": "matchpoints",
        "plan-regulations": store.state(session).regulations.name,
        "timing-grade": "social",
        "timing-round_minutes": "12.5",
        "scores": "round",
        "rankings": "end",
        "hands": "end",
        "par": "end",
        "source": "slips",
    }
    answer = desk.post(address, {"do": "save", **typed}, follow=True)
    said = text(answer)
    assert "Saved: Title, date, scoring · Break · Timing · How scores come, what players see" in said
    assert "12.5 minutes a round · Social" in said
    assert "after round 2, 25 minutes" in said
    state = store.state(session)
    section = state.sections["A"]
    assert (state.title, section.break_after, section.round_minutes) == ("Supper pairs", 2, Fraction(25, 2))
    assert (state.settings.scores, state.settings.source) == ("round", "slips")
    before = len(state.journal)
    assert "nothing was saved" in text(desk.post(address, {"do": "save", **typed}, follow=True))
    assert len(store.state(session).journal) == before
    bad = desk.post(address, {"do": "save", **typed, "plan-title": "Other", "break_after": "x"})
    assert bad.status_code == 422
    assert 'value="Other"' in bad.content.decode()  # still there to be sent again
    assert store.state(session).title == "Supper pairs"


def test_starting_play_saves_what_was_typed(desk: Client) -> None:
    session = a_night(start=False)
    desk.post(reverse("night", args=[session]), {"do": "start", "break_after": "2", "break_minutes": "25"})
    state = store.state(session)
    assert (state.phase, state.sections["A"].break_after) == ("playing", 2)


def test_a_session_that_was_put_away_shows_nothing_to_save(desk: Client) -> None:
    session = a_night(start=False)
    address = reverse("night", args=[session])
    desk.post(address, {"do": "away"})
    page = desk.get(address).content.decode()
    assert 'value="back"' in page
    assert 'value="save"' not in page
    assert 'value="start"' not in page
