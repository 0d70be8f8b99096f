"""Appeals at the desk: lodged, looked at, decided, put into the score, taken back; and the papers of it."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults, sign_in
from django.test import Client
from django.urls import reverse
from nights import DIRECTOR, a_night, confirmed, desk_server, do, play_on
from people import PASSWORD, account, as_role
from playwright.sync_api import expect, sync_playwright
from pypdf import PdfReader

from arrowswitch.scoring import Score
from arrowswitch.session import (
    Adjust,
    Adjustment,
    Contracted,
    DecideAppeal,
    Enter,
    LineKey,
    LodgeAppeal,
    Polled,
    Publish,
    ReviewAppeal,
    Rule,
)
from arrowswitch.session.night.seats import around
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.work import memory

pytestmark = pytest.mark.usefixtures("desk_club")
LINE = LineKey("A", 1, 1, 1)
BOTH = {"seat_E": "agrees", "seat_W": "agrees"}


def ruled(**options: object) -> tuple[int, str]:
    """A night with a judgement on board 1 at table 1, in the score."""
    session = a_night(**options)
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    do(session, Enter(LineKey("A", 1, 2, 2), Contracted("3NT", "N", 9)))
    poll = (Polled("pass", "Cy Cole"), Polled("4S", "Di Dove"))
    state = do(
        session,
        Rule("revoke", "A", 1, 1, 1, ("yes", "no", "in-time", "hand", "both"), offender="E", facts="Two.", poll=poll),
    )
    ruling = state.journal[-1].id
    do(session, Adjust(LINE, Adjustment(Score(420), Score(420)), ruling), why="64C")
    return session, ruling


def page_of(client: Client, name: str, session: int, *more: str) -> str:
    return client.get(reverse(name, args=[session, *more])).content.decode()


def send(session: int, ruling: str, **form: str) -> object:
    return as_role("director").post(reverse("night-appeal", args=[session, ruling]), form)


def test_an_appeal_is_lodged_when_both_agree_and_the_list_says_so() -> None:
    session, ruling = ruled()
    director = as_role("director")
    page = send(session, ruling, do="lodge-EW", seat_E="agrees").content.decode()  # type: ignore[attr-defined]
    assert "Ask: both of the pair must want it." in page  # nobody’s consent is taken for granted
    answer = send(session, ruling, do="lodge-EW", seat_E="agrees", seat_W="no", grounds="No damage.")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    page = answer.content.decode()  # type: ignore[attr-defined]
    assert "Both of the pair must agree to appeal, and West has not (Law 92D)." in page
    assert "No damage." in page
    assert store.state(session).appeals == {}
    assert send(session, ruling, do="lodge-EW", grounds="No damage.", **BOTH).status_code == 302  # type: ignore[attr-defined]
    (appeal,) = store.state(session).appeals.values()
    assert (appeal.act.side, appeal.act.agree, appeal.act.grounds) == ("EW", ("E", "W"), "No damage.")
    for name, more in (("night-rulings", ()), ("night-ruled", (ruling,)), ("night-appeal", (ruling,))):
        assert "under appeal" in page_of(director, name, session, *more)
    assert "Still open (1)" in page_of(director, "night-rulings", session)
    assert "under appeal" in director.get(reverse("night-line", args=[session, *LINE])).content.decode()
    told = page_of(director, "night-journal", session)
    assert "lodged an appeal of East-West against Revoke" in told


def test_a_deposit_that_was_not_paid_is_asked_for_and_can_be_waived() -> None:
    session, ruling = ruled(regulations="ebu")
    page = send(session, ruling, do="lodge-EW", **BOTH).content.decode()  # type: ignore[attr-defined]
    assert "A deposit of £20 is due with an appeal." in page
    assert "Insist, although something speaks against it" in page
    waived = send(session, ruling, do="lodge-EW", force="on", why="nobody had money", **BOTH)
    assert waived.status_code == 302  # type: ignore[attr-defined]
    assert "£20: not paid" in page_of(as_role("director"), "night-appeal", session, ruling)


def test_the_committee_waits_for_the_director_in_charge_and_its_price_is_shown() -> None:
    session, ruling = ruled(regulations="ebu")
    send(session, ruling, do="lodge-EW", deposit="on", **BOTH)
    decision = {"outcome": "stands", "text": "We agree.", "chair": "Zoe Zander", "members": "Yves Young\n\nXenia Xu"}
    early = send(session, ruling, do="decide-1", **decision)
    assert "First the director in charge says what the law is" in early.content.decode()  # type: ignore[attr-defined]
    assert send(session, ruling, do="review-1", comment="64C2(b).").status_code == 302  # type: ignore[attr-defined]
    assert send(session, ruling, do="decide-1", meritless="on", **decision).status_code == 302  # type: ignore[attr-defined]
    (appeal,) = store.state(session).appeals.values()
    assert appeal.decision
    assert appeal.decision.members == ("Yves Young", "Xenia Xu")
    page = page_of(as_role("director"), "night-appeal", session, ruling)
    for wanted in ("Zoe Zander (chair), Yves Young, Xenia Xu", "25% of a top", "EBU White Book 2023", "£20: lost"):
        assert wanted in page, wanted
    assert "Who appeals?" not in page
    assert "The other side" not in page


def test_a_team_is_asked_for_its_captain() -> None:
    from arrowswitch.movements import build

    movement = build("american-whist", teams=5)
    session = a_night(movement, method="imps", boards_per_match=6, regulations="nzb")
    first = movement.by_round[1][0]
    act = Rule("revoke", "A", 1, first.table, first.boards[0], ("yes", "no", "in-time", "hand", "both"))
    ruling = do(session, act).journal[-1].id
    page = page_of(as_role("director"), "night-appeal", session, ruling)
    assert "most of the team, which has no captain" in page
    assert send(session, ruling, do="lodge-NS", team="majority").status_code == 302  # type: ignore[attr-defined]


def test_the_posted_results_name_all_boards_that_are_under_appeal_and_the_hour_without_seconds() -> None:
    session, ruling = ruled()
    other = (
        do(session, Rule("revoke", "A", 1, 2, 2, ("yes", "no", "in-time", "hand", "both"), offender="N")).journal[-1].id
    )
    play_on(session)
    do(session, LodgeAppeal(ruling, "EW", ("E", "W")))
    do(session, LodgeAppeal(other, "NS", ("N", "S")))
    do(session, Publish(), force=True, why="under appeal")
    token = Link.make(Session.objects.get(pk=session)).token
    page = as_role("public").get(reverse("results", args=[token])).content.decode()
    assert "Subject to appeal: boards 1, 2." in page
    board = as_role("public").get(reverse("results", args=[token]) + "board/1/").content.decode()
    assert "adjusted to +420" in board  # one score for both sides, said once
    assert "EW +420" not in board
    page = page_of(as_role("director"), "night-appeal", session, ruling)
    assert re.search(r"It may be appealed until \d+ \w+ at \d\d:\d\d\.", page)


def test_a_changed_ruling_opens_the_form_of_an_adjusted_score_for_the_appeal() -> None:
    session, ruling = ruled()
    send(session, ruling, do="lodge-EW", **BOTH)
    send(session, ruling, do="decide-1", outcome="changed", text="They play 3S.")
    director = as_role("director")
    (address,) = re.findall(r'href="([^"]+open=adjust[^"]+)"', page_of(director, "night-appeal", session, ruling))
    line = address.replace("&amp;", "&")
    (appeal,) = store.state(session).appeals
    assert "Undo the last step" in page_of(director, "night-appeal", session, ruling)
    assert f'value="{appeal}"' in director.get(line).content.decode()
    form = {"do": "adjust", "what": "assigned", "score": "3S N =", "why": "Appeal"}
    assert confirmed(director, line, {**form, "ruling": ruling, "appeal": appeal}).status_code == 302
    assert store.state(session).lines[LINE].adjustment.ns == Score(140)
    page = page_of(director, "night-appeal", session, ruling)
    assert "Undo this change" in page
    assert "Undo the last step" not in page


def test_what_is_posted_says_that_it_is_subject_to_appeal() -> None:
    session, ruling = ruled()
    do(session, Publish(), force=True, why="the rest is not wanted")
    token = Link.make(Session.objects.get(pk=session)).token
    public = as_role("public")
    address = reverse("results", args=[token])
    assert "Subject to appeal" not in public.get(address).content.decode()
    send(session, ruling, do="lodge-EW", **BOTH)
    assert "Subject to appeal: board 1." in public.get(address).content.decode()
    assert "It may be appealed until" in page_of(as_role("director"), "night-appeal", session, ruling)
    send(session, ruling, do="decide-1", outcome="withdrawn")
    assert "Subject to appeal" not in public.get(address).content.decode()


def test_nothing_but_a_step_of_the_appeal_is_taken_back_from_its_page() -> None:
    session, ruling = ruled()
    send(session, ruling, do="lodge-EW", **BOTH)
    before = len(store.state(session).journal)
    assert send(session, ruling, do="undo", undo=ruling).status_code == 302  # type: ignore[attr-defined]
    assert len(store.state(session).journal) == before


def test_papers_are_for_directors_and_name_nobody_who_was_polled() -> None:
    session, ruling = ruled()
    director, scorer = as_role("director"), as_role("scorer")
    west = around(store.state(session), "A", 1, 1)["W"].name
    for name, more, wanted in (
        ("night-rulings-report", (), "pass: 1"),
        ("night-ruled-report", (ruling,), "No trick is transferred"),
        ("night-appeal-form", (ruling,), "Grounds for the appeal"),
    ):
        address = reverse(name, args=[session, *more])
        answer = director.get(address + "?paper=letter")
        assert answer["Content-Type"] == "application/pdf"
        text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
        assert wanted.casefold() in text.casefold()
        assert west in text
        assert "Cy Cole" not in text
        assert scorer.get(address).status_code == 403
    report = reverse("night-rulings-report", args=[session])
    assert report in page_of(director, "night-print", session)
    assert report not in page_of(scorer, "night-print", session)
    assert director.get(reverse("night-rulings-report", args=[a_night()])).status_code == 400
    assert director.get(reverse("night-appeal-form", args=[session, "none"])).status_code == 404


def test_a_ruling_that_goes_on_keeps_its_poll_and_who_was_told() -> None:
    session = a_night()
    director = as_role("director")
    place = "a=yes,no,in-time,hand,both&section=A&table=1&round=1&board=1"
    address = reverse("night-ruling", args=[session, "revoke"])
    director.post(
        f"{address}?{place}", {"facts": "x", "poll": "pass / Cy Cole\n4S", "ew_told": "on", "status": "interim"}
    )
    (ruling,) = store.state(session).rulings
    page = director.get(f"{address}?{place}&ruling={ruling}").content.decode()
    assert "pass / Cy Cole\n4S</textarea>" in page
    assert re.search(r'name="ew_told"[^>]*checked', page)
    assert not re.search(r'name="ns_told"[^>]*checked', page)


def test_only_a_director_may_send_any_of_it() -> None:
    session, ruling = ruled()
    scorer = as_role("scorer")
    address = reverse("night-appeal", args=[session, ruling])
    assert scorer.get(address).status_code == 403
    assert scorer.post(address, {"do": "lodge-EW", **BOTH}).status_code == 403
    assert store.state(session).appeals == {}


def test_from_the_ruling_through_the_committee_to_the_score_and_back_on_a_phone(desk_club: dict[str, str]) -> None:
    session, ruling = ruled(regulations="ebu")
    name = account("director", password=PASSWORD).name
    line = reverse("night-line", args=[session, *LINE])
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        context = browser.new_context(viewport=dict(zip(("width", "height"), WIDTHS["phone"], strict=True)))  # type: ignore[arg-type]
        home = server.address.rstrip("/")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(home + reverse("sign-in"))
        sign_in(page, name, PASSWORD)

        def look() -> None:
            assert faults(page, serious=True) == []
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

        page.goto(home + reverse("night-ruled", args=[session, ruling]))
        look()
        page.get_by_role("link", name="Appeal", exact=True).click()
        page.get_by_text("East-West:").click()
        look()
        form = page.locator("#do-lodge-EW")
        form.get_by_role("group", name=re.compile("^East")).get_by_label("agrees", exact=True).check()
        form.get_by_role("group", name=re.compile("^West")).get_by_label("is not here").check()
        form.get_by_label("Why they appeal").fill("The heart revoke cost nothing.")
        form.get_by_label("The deposit of £20 was paid").check()
        form.get_by_role("button", name="Lodge the appeal").click()
        expect(page.get_by_text("The heart revoke cost nothing.")).to_be_visible()
        look()
        page.get_by_label("What the law is here").fill("64C2(b) asks for the probable result.")
        page.locator("#do-review-1").get_by_role("button").click()
        expect(page.locator("dd", has_text="64C2(b) asks for the probable result.")).to_be_visible()
        form = page.locator("#do-decide-1")
        form.get_by_label("The ruling is changed").check()
        form.get_by_label("What was decided, and why").fill("The result at the table stands.")
        form.get_by_label("Chair of the committee").fill("Zoe Zander")
        form.get_by_label("The other members").fill("Yves Young\nXenia Xu")
        look()
        form.get_by_role("button", name="Close the appeal").click()
        expect(page.get_by_text("Zoe Zander (chair), Yves Young, Xenia Xu")).to_be_visible()
        page.get_by_text("Give the board its result from before the ruling").click()
        page.get_by_role("button", name="See the effect").click()
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()
        look()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("button", name="Undo this change")).to_be_visible()
        look()
        appeal = page.url
        page.goto(home + line)
        expect(page.locator(".stands")).to_contain_text("4♠ N −1")
        expect(page.locator(".flag", has_text="adjusted to +420")).to_have_count(0)
        page.goto(appeal)
        page.get_by_role("button", name="Undo this change").click()
        expect(page.get_by_text("Give the board its result from before the ruling")).to_be_visible()
        page.goto(home + line)
        expect(page.locator(".flag", has_text="adjusted to +420")).to_be_visible()
        browser.close()
    memory.forget_all()
    (kept,) = store.state(session).appeals.values()
    assert (kept.act.agree, kept.act.absent, kept.deposit) == (("E",), ("W",), "returned")
    assert store.state(session).lines[LINE].adjustment.ns == Score(420)


def test_what_can_be_undone_is_undone_step_by_step_from_the_page() -> None:
    session, ruling = ruled()
    appeal = do(session, LodgeAppeal(ruling, "EW", ("E", "W"))).journal[-1].id
    do(session, ReviewAppeal(appeal, "64C."), DIRECTOR)
    do(session, DecideAppeal(appeal, "stands", "So."), DIRECTOR)
    director = as_role("director")
    for left in ("reviewed", "lodged", "nothing"):
        page = page_of(director, "night-appeal", session, ruling)
        (step,) = re.findall(r'name="undo" value="([^"]+)"', page)
        assert send(session, ruling, do="undo", undo=step).status_code == 302  # type: ignore[attr-defined]
        kept = store.state(session).appeals.get(appeal)
        now = "nothing" if kept is None else "reviewed" if kept.review else "lodged"
        assert now == left
        assert kept is None or kept.open
