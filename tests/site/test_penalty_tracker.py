"""The penalty cards of a table on the director's phone: by tapping, in the log, without a network; as the program has it."""

from __future__ import annotations

import json
import random

from browsing import faults, fits, visiting
from django.urls import reverse
from nights import a_night, do
from people import as_role
from playwright.sync_api import Browser, Page, expect
from site_server import Served

from arrowswitch.bridge import PACK, Seat
from arrowswitch.rulings.penalty_cards import BadStep, after, replay, told
from arrowswitch.session import BareScore, Enter, LineKey, TrackCards
from arrowswitch.site.journal import store
from lead_choices import choices

LINE = LineKey("A", 1, 1, 1)
WHERE = "?section=A&table=1&round=1&board=1"


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


# -- pages ------------------------------------------------------------------------------------------------------------------


def test_the_desk_sees_the_cards_until_the_board_has_a_result(desk_club: dict[str, str]) -> None:
    session = a_night()
    do(session, TrackCards("A", 1, 1, 1, "S", ("exposed W HK", "lead E")))
    log = reverse("night-rulings", args=[session])
    director = as_role("director")
    page = director.get(log).content.decode()
    assert "Penalty cards on the tables" in page
    assert "(major)" in page
    assert "East is on lead" in director.get(reverse("night-journal", args=[session])).content.decode()
    do(session, Enter(LINE, BareScore(420)))
    assert "Penalty cards on the tables" not in director.get(log).content.decode()


def test_without_script_the_steps_are_written_one_a_line_and_a_wrong_one_is_told(desk_club: dict[str, str]) -> None:
    session = a_night()
    director = as_role("director")
    address = reverse("night-rulings-cards", args=[session]) + WHERE
    sent = {"declarer": "S", "laws": "2017", "steps": "exposed W HK\nlead E"}
    assert director.post(address, sent).status_code == 302
    assert store.state(session).tracked[LINE].steps == ("exposed W HK", "lead E")
    wrong = director.post(address, sent | {"steps": "exposed W HK\nlead E\nrequire S"})
    assert wrong.status_code == 422
    assert "Declarer may now choose about hearts." in wrong.content.decode()
    assert store.state(session).tracked[LINE].steps == ("exposed W HK", "lead E")


def test_by_itself_the_steps_are_in_the_address(desk_club: dict[str, str]) -> None:
    page = as_role("public").get("/rulings/cards/?declarer=S&s=exposed W HK;lead E").content.decode()
    assert "East waits. South, choose about the lead" in page
    assert "never penalty cards" in as_role("public").get("/rulings/cards/?declarer=S&s=exposed N HK").content.decode()


def test_a_ruling_that_leaves_a_penalty_card_leads_to_the_tracker(desk_club: dict[str, str]) -> None:
    address = "/rulings/exposed-card-in-play/?a=defender,face,no,no,no,yes"
    assert 'href="/rulings/cards/"' in as_role("public").get(address).content.decode()
    suits = as_role("public").get("/rulings/penalty-card-partner-leads/?a=no,forbid&f=card HK; offender W; declarer S")
    assert "East may not lead hearts as long as he keeps the lead." in suits.content.decode()


# -- in a browser -----------------------------------------------------------------------------------------------------------


def test_the_choice_is_put_and_put_again_on_a_phone(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/cards/", width="phone") as page:
        press(page, "Declarer sits: South", "Whose card?: West", "hearts", "K", "It fell or was shown by accident")
        press(page, "Who leads to this trick?: East")
        expect(page.get_by_role("status")).to_contain_text("East waits. South, choose about the lead")
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_role("button", name="East may lead anything").click()
        expect(page.get_by_text("East may lead any card.").first).to_be_visible()
        press(page, "Who leads to this trick?: East")
        page.get_by_role("button", name="East may not lead hearts").click()
        expect(page.get_by_text("♥K was picked up: what it showed is unauthorised for East")).to_be_visible()
        press(page, "Undo")
        expect(page.get_by_role("button", name="East may not lead hearts")).to_be_visible()
        assert fits(page)


# -- as the program has it ------------------------------------------------------------------------------------------------

TOLD = """async ([stories, module]) => {
  const { choices, replay, told } = await import(module);
  const { book } = await (await fetch("/rulings/book.json")).json();
  return stories.map(([declarer, edition, steps]) => {
    const now = replay(declarer, steps, edition);
    return now ? [told(book.facts, now), choices(book.facts, now).map(({ step, text, law }) => [step, text, law])] : null;
  });
}"""


def some_stories(count: int) -> list[tuple[str, str, list[str]]]:
    """Stories of all kinds and their beginnings, the same in every run; a step that cannot be ends one."""
    chance = random.Random(50)
    found = []
    for _ in range(count):
        declarer, edition = chance.choice(list(Seat)), chance.choice(["2017", "2007"])
        now = replay(declarer, [], edition)
        steps: list[str] = []
        for _ in range(chance.randrange(1, 12)):
            card = chance.choice(PACK)
            owner = chance.choice([declarer.left, declarer.right] * 6 + [declarer])
            wishes = [f"{chance.choice(['exposed', 'deliberate'])} {owner} {card.plain}"]
            wishes += [f"lead {chance.choice('NESW')}"] * 2 + [each.step for each in choices(now)] * 2
            wishes += [f"{chance.choice(['played', 'back'])} {each.seat} {each.card.plain}" for each in now.lying]
            step = chance.choice(wishes)
            steps = [*steps, step]
            found.append((declarer.value, edition, steps))
            try:
                now = after(now, step)
            except BadStep:
                break
    return found


def test_the_phone_follows_penalty_cards_as_the_program_does(demo: Served, browser: Browser) -> None:
    stories = some_stories(300)
    stories += [("S", "2017", ["exposed W HK", "exposed W S3", "exposed W D2", "lead E"])]
    expected: list[object] = []
    for declarer, edition, steps in stories:
        try:
            now = replay(Seat(declarer), steps, edition)
        except BadStep:
            expected.append(None)
        else:
            expected.append([told(now), [[each.step, each.text, each.law] for each in choices(now)]])
    with visiting(browser, f"{demo.address}rulings/offline/") as page:
        found = page.evaluate(TOLD, [stories, "/static/arrowswitch/rulings/penalties.js"])
    for story, mine, other in zip(stories, json.loads(json.dumps(expected)), found, strict=True):
        assert other == mine, story
    assert sum(each is None for each in found) > 20
    assert sum(bool(each and each[1]) for each in found) > 50
