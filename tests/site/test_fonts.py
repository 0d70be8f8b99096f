"""The program's own fonts: every page fetches them once, every sign that it shows is in them, and figures line up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browsing import ARGUMENTS, WIDE, executable, visiting
from django.templatetags.static import static
from playwright.sync_api import Browser, Page
from site_server import Served

from arrowswitch.site.serving import offline

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "arrowswitch"
STATIC = PACKAGE / "site" / "static" / "arrowswitch"
TEXT = (".html", ".js", ".css", ".typ", ".py", ".toml")
BLOCKS = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100), *range(0x2010, 0x2800)}
"""Western letters, punctuation, arrows, circles, suits: what our own text is made of."""
WIDTHS = """(signs) => signs.map((sign) => {
  const spot = document.createElement("span");
  spot.textContent = sign;
  document.getElementById("main").append(spot);
  const wide = spot.getBoundingClientRect().width;
  spot.remove();
  return wide;
})"""
ONE_SPAN_A_SIGN = """([signs, weight]) => {
  document.getElementById("signs")?.remove();
  const line = document.createElement("p");
  line.id = "signs";
  line.style.fontWeight = weight;
  line.append(...signs.map((sign) => Object.assign(document.createElement("span"), { textContent: sign })));
  document.getElementById("main").append(line);
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return document.fonts.load(`${weight} 18px Arrowswitch`, signs.join("")).then(painted);
}"""


def shown() -> list[str]:
    """Every sign in what the program can say."""
    files = (path for path in PACKAGE.rglob("*") if path.suffix in TEXT)
    return sorted({sign for path in files for sign in path.read_text(encoding="utf-8") if ord(sign) in BLOCKS})


def strangers(page: Page, signs: list[str], weight: int) -> dict[str, str]:
    """The signs that the browser takes from a font of the machine, and from which."""
    page.evaluate(ONE_SPAN_A_SIGN, [signs, weight])
    chromium = page.context.new_cdp_session(page)
    chromium.send("DOM.enable")
    chromium.send("CSS.enable")
    root = chromium.send("DOM.getDocument")["root"]["nodeId"]
    spots = chromium.send("DOM.querySelectorAll", {"nodeId": root, "selector": "#signs > span"})["nodeIds"]
    used = [chromium.send("CSS.getPlatformFontsForNode", {"nodeId": spot})["fonts"] for spot in spots]
    return {
        sign: font["familyName"]
        for sign, fonts in zip(signs, used, strict=True)
        for font in fonts
        if not font["isCustomFont"]
    }


@pytest.mark.parametrize("weight", [400, 600, 700])
def test_every_sign_of_ours_is_shown_in_a_font_of_ours(browser: Browser, demo: Served, weight: int) -> None:
    signs = [*shown(), *"ŁłŻżČčŠšŐőŞşĀāŴŵ"]
    assert {*"½♠♥♦♣–−×→✓●○⁴é"} <= set(signs)
    with visiting(browser, demo.address) as page:
        assert strangers(page, signs, weight) == {}
        assert strangers(page, ["Ж"], weight) != {}  # a letter that is not in them is noticed


@pytest.mark.parametrize("machine", [dict(os.environ), WIDE], ids=["this machine", "a bare machine"])
def test_figures_line_up_and_suits_are_of_one_width(browser: Browser, demo: Served, machine: dict[str, str]) -> None:
    """A machine that hints fonts as it pleases must not make one figure wider than another."""
    own = browser.browser_type.launch(executable_path=executable(), args=ARGUMENTS, env=machine)
    with visiting(own, demo.address) as page:
        page.evaluate("document.fonts.ready")
        assert len(set(page.evaluate(WIDTHS, [*"0123456789"]))) == 1
        assert len(set(page.evaluate(WIDTHS, [figure * 7 for figure in "0123456789"]))) == 1
        assert len(set(page.evaluate(WIDTHS, [*"♠♥♦♣"]))) == 1
    own.close()


def test_a_page_fetches_only_the_letters_that_it_shows(browser: Browser, demo: Served) -> None:
    context = browser.new_context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url) if request.resource_type == "font" else None)
    page = context.new_page()
    for place in ("", "calculator/", "rulings/", "results/"):
        page.goto(demo.address + place)
        page.evaluate("document.fonts.ready")
    context.close()
    from_server = sorted({url.rpartition("/")[2] for url in asked})
    assert from_server == ["atkinson-next-400.woff2", "atkinson-next-600.woff2", "symbols.woff2"]
    assert sum((STATIC / "fonts" / name).stat().st_size for name in from_server) < 27_000


def test_a_browser_may_keep_a_font_for_ever(browser: Browser, demo: Served) -> None:
    context = browser.new_context()
    fonts = [name for name in offline.kept() if name.startswith("fonts/")]
    for name in fonts:
        answer = context.request.get(f"{demo.address.rstrip('/')}{static(f'arrowswitch/{name}')}")
        assert answer.ok
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["cache-control"]
    context.close()
    assert len(fonts) == 5


@pytest.mark.parametrize("folder", [PACKAGE / "press" / "fonts", STATIC / "fonts"], ids=["prints", "pages"])
def test_the_licences_lie_beside_the_fonts(folder: Path) -> None:
    licences = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.txt")}
    assert "SIL OPEN FONT LICENSE Version 1.1" in licences["AtkinsonHyperlegibleNext-OFL.txt"]
    assert "Permission is hereby granted, free of charge" in licences["ArrowswitchSymbols-LICENSE.txt"]
