"""The facts by tapping: on a phone, by keyboard, without script or network; and the phone works them out as the program."""

from __future__ import annotations

import json
import random
import re

import pytest
from browsing import faults, fits, visiting
from playwright.sync_api import Browser, Page, expect
from site_server import Served

from arrowswitch.bridge import BIDS, PACK, OtherCall, Seat, Suit
from arrowswitch.rulings.facts import CallMade, Facts, read, written
from arrowswitch.rulings.follows import SOURCES, named, told

WITHDRAWN = "dealer N; 1S (E:1H) 2C 2S P P P"


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def test_the_auction_is_tapped_on_a_phone_and_what_follows_is_not_asked(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/insufficient-bid/", width="phone") as page:
        page.get_by_role("link", name="Give dealer and auction once").click()
        expect(page.get_by_role("heading", name="The facts")).to_be_visible()
        tap(page, "Dealer: North", "1 spade", "1 heart, not legal here: it becomes the call in question")
        expect(page.get_by_role("status")).to_contain_text("In question: 1♥ by East, whose turn it was.")
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_role("link", name="Go on with these facts").click()
        page.wait_for_url(re.compile("insufficient-bid"))
        expect(page.get_by_text("In question: 1♥ by East")).to_be_visible()


def test_a_call_out_of_turn_is_tapped_with_its_seat_and_its_suits(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/facts/", width="phone") as page:
        tap(page, "Dealer: North", "Who calls?: West")
        expect(page.get_by_text("Out of turn: the next call is the one in question.")).to_be_visible()
        tap(page, "2 diamond")
        expect(page.get_by_role("status")).to_contain_text("It was North’s turn.")
        tap(page, "West: 2 diamond, in question", "hearts", "diamonds")
        assert "f=dealer+N%3B+%28W%3A2D%3DH%29" in page.url
        tap(page, "Undo")
        assert page.url.endswith("f=dealer+N")


def test_the_pad_keeps_the_focus_for_who_uses_the_keyboard(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/facts/?f=dealer N; 1S P", width="laptop") as page:
        page.get_by_role("button", name="Pass", exact=True).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("North declares 1♠")
        expect(page.locator("#pad-P")).to_have_count(0)  # the auction is over: no box, unless somebody calls after it


def test_without_script_the_facts_are_typed(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/facts/?to=lead-restriction", width="phone", script=False) as page:
        page.get_by_label("The facts in one line").fill(WITHDRAWN)
        page.get_by_role("button", name="Go on with these facts").click()
        expect(page.get_by_text("North declares 2♠")).to_be_visible()


def test_without_a_network_the_facts_are_tapped_as_well(demo: Served, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    try:
        page.goto(f"{demo.address}rulings/")
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        page.goto(f"{demo.address}rulings/lead-restriction/")
        page.get_by_role("link", name="Give dealer and auction once").click()
        tap(
            page,
            "Dealer: North",
            "1 spade",
            "1 heart, not legal here: it becomes the call in question",
            "2 club",
            "2 spade",
            "All pass",
        )
        expect(page.get_by_role("status")).to_contain_text("East has shown clubs in the legal auction.")
        assert faults(page, serious=True) == []
        page.get_by_role("link", name="Go on with these facts").click()
        expect(page.get_by_role("heading", name="Lead restriction")).to_be_visible()
        expect(page.get_by_text("North declares 2♠")).to_be_visible()
        page.reload()
        expect(page.get_by_text("North declares 2♠")).to_be_visible()
    finally:
        context.close()


WORKED = """async ([lines, module]) => {
  const { SOURCES, follows, named, read, told, written } = await import(module);
  const { book } = await (await fetch("/rulings/book.json")).json();
  return lines.map((line) => {
    const facts = read(line);
    if (!facts) return null;
    const answers = Object.fromEntries(Object.keys(SOURCES).sort().map((name) => [name, follows(name, facts)]));
    return [written(facts), answers, named(book.facts, facts), told(book.facts, facts)];
  });
}"""


def some_facts(count: int) -> list[Facts]:
    """Facts of all kinds, the same in every run: mostly legal auctions with a call in them that does not stand."""
    chance = random.Random(26)
    found = []
    for _ in range(count):
        facts = Facts(chance.choice(list(Seat)))
        made: list[CallMade] = []
        for _ in range(chance.randrange(12)):
            auction = read(written(Facts(facts.dealer, tuple(made)))).auction
            assert auction is not None
            stands = chance.random() > 0.25
            seat = auction.turn if chance.random() > 0.2 else chance.choice(list(Seat))
            calls = [OtherCall.PASS, *OtherCall, *chance.sample(BIDS[:15], 6)]
            shows = tuple(s for s in reversed(Suit) if chance.random() > 0.5) if chance.random() > 0.7 else None
            made.append(CallMade(seat, chance.choice(calls), shows, stands))
        seats = [chance.choice([None, None, *Seat]) for _ in range(3)]
        found.append(Facts(facts.dealer, tuple(made), *seats, chance.choice([None, *PACK])))
    return found


def test_the_phone_works_the_facts_out_as_the_program_does(demo: Served, browser: Browser) -> None:
    cases = [written(each) for each in some_facts(600)]
    cases += [WITHDRAWN, "dealer N; 1S AP", "declarer S; offender W", "card HT", ""]
    expected = []
    for line in cases:
        facts = read(line)
        answers = {name: source.find(facts) for name, source in sorted(SOURCES.items())}
        expected.append([written(facts), answers, named(facts), told(facts)])
    with visiting(browser, f"{demo.address}rulings/offline/") as page:
        found = page.evaluate(WORKED, [cases, "/static/arrowswitch/rulings/facts.js"])
    for line, mine, other in zip(cases, json.loads(json.dumps(expected)), found, strict=True):
        assert other == mine, line
    answered = {(name, answer) for _line, answers, *_ in expected for name, answer in answers.items()}
    assert {(name, answer) for name, source in SOURCES.items() for answer in source.gives} <= answered


@pytest.mark.parametrize("line", ["dealer Q", "1S", "dealer N; 1S 1H", "dealer N; (1S", "card ZZ"])
def test_the_phone_leaves_facts_alone_that_cannot_be(demo: Served, browser: Browser, line: str) -> None:
    with visiting(browser, f"{demo.address}rulings/offline/") as page:
        assert page.evaluate(WORKED, [[line], "/static/arrowswitch/rulings/facts.js"]) == [None]
