"""Rulings at a table of a night: from the call to the log, from the log to the score, and back."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from browsing import ARGUMENTS, WIDTHS, executable
from django.urls import reverse
from nights import DIRECTOR, a_night, desk_server, do
from people import PASSWORD, account, as_role
from playwright.sync_api import Page, expect, sync_playwright

from arrowswitch.session import CallDirector, Contracted, Enter, LineKey, Rule
from arrowswitch.site.journal import store

LINE = LineKey("A", 1, 1, 1)
TWO = "yes,no,none,revoker,1"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found if each["impact"] in ("serious", "critical")]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def walk(session: int, answers: str, **more: str) -> str:
    given = {"a": answers, "section": "A", "table": "1", "round": "1", "board": "1", **more}
    return reverse("night-ruling", args=[session, "revoke"]) + "?" + "&".join(f"{k}={v}" for k, v in given.items())


def test_the_walk_knows_the_names_and_the_declarer_of_the_table(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    director = as_role("director")
    page = director.get(walk(session, "", offender="E")).content.decode()
    east = re.search(r"<span><b>E</b> ([^<]+)</span>", page)
    assert east
    assert f"Has East ({east[1]})" in page
    assert director.get(walk(session, "", table="9")).status_code == 404


def test_a_ruling_is_written_down_and_answers_the_call(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, CallDirector("A", 1, "revoke"))
    (call,) = store.state(session).calls
    director = as_role("director")
    listing = director.get(reverse("night-rulings", args=[session])).content.decode()
    assert f"?call={call}" in listing
    found = director.get(reverse("night-rulings-table", args=[session, "A", 1]) + f"?call={call}").content.decode()
    assert "/rulings/revoke/?" in found  # what was said when calling is looked for at once
    written = director.post(walk(session, TWO, offender="E", call=call), {"facts": "ruffed", "status": "closed"})
    (ruling,) = store.state(session).rulings.values()
    assert written.url == reverse("night-ruled", args=[session, ruling.id])
    assert store.state(session).calls[call].answered
    assert (ruling.act.facts, ruling.act.laws, ruling.by) == ("ruffed", ("64A1",), "Director of Riverside")
    assert (
        "ruled on board 1 at table A1: Revoke (Law 64A1)"
        in director.get(reverse("night-journal", args=[session])).content.decode()
    )


def test_what_is_left_open_is_listed_until_it_is_closed(desk_club: dict[str, str]) -> None:
    session = a_night()
    director = as_role("director")
    director.post(walk(session, "yes", offender="E"), {"facts": "", "status": "deferred"})
    (ruling,) = store.state(session).rulings.values()
    log = reverse("night-rulings", args=[session])
    assert "Still open (1)" in director.get(log).content.decode()
    page = director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    assert f"ruling={ruling.id}" in page
    director.post(walk(session, TWO, offender="E", ruling=ruling.id), {"status": "closed"})
    assert "Nothing is left open." in director.get(log).content.decode()
    assert len(store.state(session).rulings) == 1


def test_what_cannot_be_written_down_is_said_and_what_was_typed_stays(desk_club: dict[str, str]) -> None:
    session = a_night()
    answer = as_role("director").post(walk(session, "yes"), {"facts": "four hearts", "status": "closed"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "There is no ruling yet" in page
    assert "four hearts" in page


def test_a_judgement_opens_the_form_of_an_adjusted_score_with_its_reason(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    do(session, Rule("revoke", "A", 1, 1, 1, ("yes", "no", "both")))
    (ruling,) = store.state(session).rulings.values()
    director = as_role("director")
    page = director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    (address,) = re.findall(r'href="([^"]+open=adjust[^"]+)"', page)
    line = address.replace("&amp;", "&")
    opened = director.get(line).content.decode()
    assert f'value="{ruling.id}"' in opened
    assert "Ruling: Revoke (Law 64B7, 64C2(b))" in opened
    form = {"do": "adjust", "step": "confirm", "what": "assigned", "score": "4S N =", "why": "x", "ruling": ruling.id}
    assert director.post(line, form).status_code == 302
    assert "Undo this change" in director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()


def test_names_of_a_poll_stay_with_the_directors(desk_club: dict[str, str]) -> None:
    session = a_night()
    director = as_role("director")
    director.post(walk(session, "yes,no,both"), {"poll": "pass / Cy Cole\n4S", "ns_told": "on", "status": "closed"})
    (ruling,) = store.state(session).rulings.values()
    assert [each.would for each in ruling.act.poll] == ["pass", "4S"]
    assert "Cy Cole" in director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    scorer = as_role("scorer")
    assert scorer.get(reverse("night-ruled", args=[session, ruling.id])).status_code == 403
    for page in ("night-journal", "night-boards", "night"):
        assert "Cy Cole" not in scorer.get(reverse(page, args=[session])).content.decode()


def test_from_the_call_to_the_score_and_back_on_a_phone(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)), DIRECTOR)
    do(session, Enter(LineKey("A", 1, 2, 2), Contracted("3NT", "N", 9)), DIRECTOR)
    do(session, CallDirector("A", 1, "revoke"))
    name = account("director", password=PASSWORD).name
    line = reverse("night-line", args=[session, *LINE])
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        context = browser.new_context(viewport=dict(zip(("width", "height"), WIDTHS["phone"], strict=True)))  # type: ignore[arg-type]
        home = server.address.rstrip("/")
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(home + reverse("sign-in"))
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"(?<!sign-in/)$"))

        def look() -> None:
            assert faults(page) == []
            assert fits(page)

        page.goto(home + reverse("night-rulings", args=[session]))
        look()
        page.get_by_role("link", name="Rule at table 1").click()
        page.get_by_role("link", name="Board 1", exact=True).click()
        look()
        page.locator("#found").get_by_role("link", name="Revoke").first.click()
        page.get_by_role("link", name=re.compile("The offender sits East")).click()
        page.get_by_role("link", name="Yes: it is established").click()
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name="← Back").click()
        page.get_by_role("link", name=re.compile("^No ")).click()  # marked as the answer before
        page.get_by_role("link", name="None of them").click()
        page.get_by_role("link", name=re.compile("own card$")).click()
        page.get_by_role("link", name="One", exact=True).click()
        look()
        page.get_by_label("What happened").fill("East ruffed the second club.")
        page.get_by_role("button", name="Write the ruling down").click()
        expect(page.get_by_text("East ruffed the second club.")).to_be_visible()
        look()
        page.get_by_role("button", name="See the effect").click()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("button", name="Undo this change")).to_be_visible()
        look()
        ruled = page.url
        page.goto(home + line)
        expect(page.locator(".stands")).to_contain_text("4♠ N +1")
        page.goto(ruled)
        page.get_by_role("button", name="Undo this change").click()
        page.wait_for_url("**/journal/")
        page.goto(home + line)
        expect(page.locator(".stands")).to_contain_text("4♠ N −1")
        browser.close()
    store.forget()
    assert store.state(session).lines[LINE].entry == Contracted("4S", "N", 9)
