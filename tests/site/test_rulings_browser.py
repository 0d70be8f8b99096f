"""The law book in a browser: with and without script, without a network, and the phone rules as the program does."""

from __future__ import annotations

import json
import re

from browsing import faults, fits, visiting
from playwright.sync_api import Browser, expect
from site_server import Served

from arrowswitch.rulings import EDITIONS, book, search
from arrowswitch.rulings.model import RulingOutcome
from arrowswitch.rulings.shown import check_note
from ways_through import paths

WALK = "/rulings/revoke/?a=yes,no,in-time,hand,none,revoker,1&offender=E"


def test_find_walk_go_back_and_conclude_on_a_phone(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/", width="phone") as page:
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_label("What happened?").press_sequentially("did not follow suit")
        page.locator("#found").get_by_role("link", name=re.compile("^Revoke")).first.click()
        page.get_by_role("link", name="The offender sits East").click()
        expect(page.get_by_role("heading", name="Has East or West led")).to_be_visible()
        page.get_by_role("link", name="Yes: it is established").click()
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name="Before anybody of the other side").click()
        page.get_by_role("link", name="In the player’s hand").click()
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name="East’s own card").click()
        page.get_by_role("link", name="Two or more").click()
        expect(page.get_by_text("Law 64A1")).to_be_visible()
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_role("link", name="← Back", exact=True).click()
        expect(page.get_by_text("your answer before")).to_be_visible()
        page.get_by_role("link", name="None", exact=True).click()
        expect(page.locator(".conclusion")).to_contain_text("one trick", ignore_case=True)


def test_tap_through_phase_and_kind_to_the_first_question(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/", width="phone") as page:
        page.locator("summary", has_text="The play").click()
        page.locator("summary", has_text="Revokes and tricks").locator("visible=true").click()
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_role("link", name="Too few or too many cards").click()
        expect(page.locator(".answers a").first).to_be_visible()


def test_the_pages_need_no_script(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/", width="phone", script=False) as page:
        page.get_by_label("What happened?").fill("1H over 1S")
        page.get_by_role("button", name="Find").click()
        page.get_by_role("link", name="Insufficient bid").first.click()
        expect(page.locator(".answers a").first).to_be_visible()


def test_without_a_network_the_whole_book_goes_on(demo: Served, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    try:
        page.goto(f"{demo.address}rulings/")
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()  # from now on the worker stands in
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        page.goto(f"{demo.address}rulings/")
        page.locator("summary", has_text="The play").click()
        page.locator("summary", has_text="Exposed cards").locator("visible=true").click()
        page.get_by_role("link", name="Penalty card not played").click()
        expect(page.locator(".answers a").first).to_be_visible()
        page.go_back()
        page.get_by_label("What happened?").fill("law 27")
        page.get_by_role("link", name="Insufficient bid").first.click()
        expect(page.locator(".answers a").first).to_be_visible()
        page.goto(f"{demo.address.rstrip('/')}{WALK}")  # typed in, or kept as a bookmark
        expect(page.locator(".conclusion")).to_contain_text("Law 64A1")
        assert faults(page, serious=True) == []
        page.get_by_role("link", name="← Back", exact=True).click()
        expect(page.locator(".answer.chosen")).to_have_text("One your answer before")
        page.get_by_role("link", name="2007").click()
        expect(page.get_by_role("link", name="2007")).to_have_attribute("aria-current", "true")
    finally:
        context.close()


WAYS = """async ([ways, walker]) => {
  const { walk, fill, seatWords } = await import(walker);
  const { book } = await (await fetch("/rulings/book.json")).json();
  const words = seatWords(book, { offender: "E", declarer: "S" });
  return ways.map(([name, edition, answers]) => {
    const { procedure, at, node } = walk(book, name, answers, edition);
    return [procedure, at, fill(node.text, words), fill(node.say, words), node.laws[edition], node.check[edition] ?? ""];
  });
}"""
FINDS = """async ([texts, walker]) => {
  const { search } = await import(walker);
  const { book } = await (await fetch("/rulings/book.json")).json();
  return texts.map((text) => search(book, text));
}"""


def test_the_phone_rules_as_the_program_does_on_every_way_through_the_book(demo: Served, browser: Browser) -> None:
    from arrowswitch.rulings import walk

    ways = [
        (name, edition, list(answers))
        for name in book()
        for edition in EDITIONS
        for answers, _step in paths(book(), name, edition)
    ]
    expected = []
    for name, edition, answers in ways:
        step = walk(book(), name, answers, edition=edition, offender="E", declarer="S")
        node = step.node
        assert isinstance(node, RulingOutcome)
        check = node.check.get(edition, "")
        expected.append([step.procedure.id, node.id, step.put(node.text), step.put(node.say), list(step.laws), check])
        assert check_note(step, node) == "" or node.sure != "high"
    with visiting(browser, f"{demo.address}rulings/offline/") as page:
        told = page.evaluate(WAYS, [ways, "/static/arrowswitch/rulings/walk.js"])
    assert len(ways) > 100
    assert told == json.loads(json.dumps(expected))


def test_the_phone_finds_what_the_program_finds(demo: Served, browser: Browser) -> None:
    texts = ["", "law 27", "27b1(a)", "64", "1H over 1S", "dummy spoke", "he led from the wrong side", "xyzzy"]
    texts += [
        "27B1b",
        "L64A1",
        "12C1e",
        "20F5b",
        "50E",
        "27 b 1 (b)",
        "law 77",
        "15",
        "70",
        "8C",
        "2C",
        "7D",
        "94",
        "§ 64",
    ]
    texts += ["UI", "mi", "a BOOT by West", "LOOT", "MPC", "Ave+", "she waited a bit", "BIT?", "1NT", "4S"]
    texts += [way for procedure in book().values() for way in procedure.ways]
    with visiting(browser, f"{demo.address}rulings/offline/") as page:
        told = page.evaluate(FINDS, [texts, "/static/arrowswitch/rulings/walk.js"])
    assert told == [[each.id for each in search(book(), text)] for text in texts]


DRAWN = """() => {
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent.replace(/\\s+/g, " ");
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const given = [...node.attributes].filter(({ name }) => !name.startsWith("data-")).map(({ name, value }) => {
      const address = name === "href" ? new URL(value, location) : null;
      address?.searchParams.sort();
      return `${name}=${address ? address.pathname + address.search : value.trim()}`;
    });
    const inside = [...node.childNodes].map(plain).join("");
    return `<${[node.tagName, ...given.sort()].join(" ")}>${inside}</>`;
  };
  const found = [...document.querySelectorAll(".walk-now, .walk-beside, #found, .kept ~ *")].map(plain).join("\\n");
  return found.replace(/ *(<[^>]*>) */g, "$1");
}"""
ADDRESSES = [
    "/rulings/",
    "/rulings/revoke/",
    "/rulings/revoke/?offender=E&declarer=S",
    "/rulings/revoke/?a=yes,no&offender=E&laws=2007",
    WALK,
    f"{WALK}&at=3",
    "/rulings/insufficient-bid/?a=yes,yes,no,no,other&offender=W",
    "/rulings/insufficient-bid/?f=dealer N; 1S (E:1H)",
    "/rulings/card-exposed-in-auction/?a=yes",
    "/rulings/unauthorised-information/?a=yes,yes,yes,yes",
    "/rulings/slow-play/",
]


def test_the_phone_draws_the_same_page_as_the_server(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/") as page:
        by_server = {}
        for address in ADDRESSES:
            page.goto(f"{demo.address.rstrip('/')}{address}")
            by_server[address] = page.evaluate(DRAWN)
        page.goto(f"{demo.address}rulings/offline/")
        page.wait_for_selector("#found")
        for address in ADDRESSES:
            page.evaluate(
                "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }", address
            )
            assert page.evaluate(DRAWN) == by_server[address], address
