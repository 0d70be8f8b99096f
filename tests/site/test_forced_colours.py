"""Where the system paints every ground alike, what is chosen or current has the system's own mark for it."""

from __future__ import annotations

from browsing import ARGUMENTS, PATIENCE, executable
from django.urls import reverse
from everything import addresses
from nights import desk_server
from people import PASSWORD, account
from playwright.sync_api import Page, expect, sync_playwright

HIGHLIGHT = """(where) => [...document.querySelectorAll(where)].filter((each) => each.offsetParent).map((each) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.cssText = "forced-color-adjust: none; color: Highlight";
  const mark = getComputedStyle(probe).color, style = getComputedStyle(each);
  probe.remove();
  return [style.backgroundColor, style.borderLeftColor, style.borderBottomColor, style.outlineColor].includes(mark);
})"""
"""Whether each of these has the system's mark for what is chosen."""
CHOSEN = {
    "home": ".cover [aria-current]",
    "night-room": ".tabs [aria-current]",
    "night-entry": ".post-row:focus-within",
    "results": ".tabs [aria-current]",
    "night-print": ".pick input:checked + span",
    "tonight": ".pick input:checked + span",
}


def sign_in(page: Page, owner: str) -> None:
    """As the owner."""
    page.goto(reverse("sign-in"))
    page.get_by_label("Your name").fill(owner)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=owner)).to_be_visible()


def test_what_is_chosen_or_current_is_marked_in_forced_colours(desk_club: dict[str, str]) -> None:
    pages = addresses()
    owner = account("owner", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = browser.new_context(base_url=server.address, forced_colors="active").new_page()
        page.set_default_timeout(PATIENCE)
        sign_in(page, owner)
        marked = {}
        for name, where in CHOSEN.items():
            page.goto(pages[name])
            page.wait_for_load_state()
            marked[name] = page.evaluate(HIGHLIGHT, where)
        browser.close()
    assert {name: found for name, found in marked.items() if not found or not all(found)} == {}
