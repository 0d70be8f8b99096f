"""A real browser for the tests of the pages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

PATIENCE = 60_000
"""How long a page may take on a busy machine, in milliseconds."""
expect.set_options(timeout=PATIENCE)

WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900)}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

WIDE = {**os.environ, "FONTCONFIG_FILE": str(Path(__file__).parents[1] / "data" / "wide" / "fonts.conf")}
"""The environment of a browser on a machine whose only font is a wide one."""
WITHOUT_OUR_FONTS = "--disable-remote-fonts"
"""What makes a browser do as if the fonts of a page did not come."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that another colour scheme can break."""

REFUSED = "Failed to load resource: the server responded with a status of 4"
"""What the browser notes when a page is rightly refused."""
GIVEN_UP = ("htmx:afterRequest", "htmx:sendAbort")
"""What htmx notes when somebody types on before the answer is here, and it asks anew. Whatever else fails has another note."""

SIGNED_IN = re.compile(r"^(?!.*/sign-in/)")


def executable() -> str:
    """The browser that the tests drive."""
    return os.environ.get("CHROMIUM") or "/usr/bin/chromium"


@contextmanager
def visiting(
    browser: Browser, address: str, *, width: str = "laptop", dark: bool = False, script: bool = True, role: str = ""
) -> Iterator[Page]:
    """A page at an address; with a role, as one of the demonstration's people.

    Whatever it asks for must come from the server itself, and nothing may go wrong in it.
    """
    size = WIDTHS[width]
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        java_script_enabled=script,
        accept_downloads=True,
    )
    home = "/".join(address.split("/")[:3]) + "/"
    strangers: list[str] = []
    troubles: list[str] = []
    context.on(
        "request", lambda request: None if request.url.startswith((home, "data:")) else strangers.append(request.url)
    )
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda message: (
            troubles.append(message.text)
            if message.type in ("error", "warning") and not message.text.startswith((REFUSED, *GIVEN_UP))
            else None
        ),
    )
    page.set_default_timeout(PATIENCE)
    if role:
        page.goto(f"{home}sign-in/")
        page.get_by_role("button", name=f"As {role}").click()
        page.wait_for_url(SIGNED_IN)
    page.goto(address)
    try:
        yield page
    except BaseException as failure:
        failure.add_note(f"What went wrong in the page: {troubles or 'nothing'}")
        raise
    finally:
        context.close()
    assert strangers == [], strangers
    assert troubles == [], troubles


def sign_in(page: Page, name: str, password: str) -> None:
    """Fills in the page for signing in, and waits for the page that comes after it and all that belongs to it."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url(SIGNED_IN)


def at_widths(page: Page, *widths: str) -> Iterator[str]:
    """The same page in windows of several sizes, one after the other."""
    for width in widths:
        page.set_viewport_size({"width": WIDTHS[width][0], "height": WIDTHS[width][1]})
        yield width


def faults(page: Page, *, serious: bool = False) -> list[str]:
    """What shuts somebody out from a page, as axe finds it."""
    return _found(page, {"type": "tag", "values": RULES}, serious)


def faults_in_light_and_dark(page: Page) -> list[str]:
    """The same, and in dark what colours can do."""
    page.emulate_media(color_scheme="light")
    light = faults(page)
    page.emulate_media(color_scheme="dark")
    return [*light, *(f"dark: {each}" for each in _found(page, {"type": "rule", "values": COLOURS}, False))]


def _found(page: Page, rules: dict[str, object], serious: bool) -> list[str]:
    page.wait_for_load_state()
    found = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response["violations"]
    grave = ("serious", "critical") if serious else ("minor", "moderate", "serious", "critical")
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found if each["impact"] in grave]


def fits(page: Page) -> bool:
    """Whether nothing reaches over the side of the screen, once the page is there."""
    page.wait_for_load_state()
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
