"""The penalty cards of a table tapped on the director's phone, which follows them as the program does."""

from __future__ import annotations

import json
import random

from browsing import faults, fits, visiting
from playwright.sync_api import Browser, Page, expect
from site_server import Served

from arrowswitch.bridge import PACK, Seat
from arrowswitch.rulings.penalty_cards import BadStep, after, replay, told
from lead_choices import choices


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


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
