"""What `script/icons` does: the icon as pictures for phones, which want them in sizes of their own.

A maskable one fills its square, since the phone cuts it to its own shape; what must be seen stays in the circle of
four fifths of its width.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "src" / "arrowswitch" / "site" / "static" / "arrowswitch"
ICONS = {
    "pad/icon-192.png": (192, False),
    "pad/icon-512.png": (512, False),
    "pad/icon-maskable-512.png": (512, True),
    "pad/icon-apple-180.png": (180, True),
}
"""The sizes in pixels, and whether they fill their square."""
SAFE = 0.8


def drawn(svg: str, filling: bool) -> str:
    """The icon as it is, or with its ground to all edges and its mark in the middle."""
    if not filling:
        return svg
    middle = 16 * (1 - SAFE)
    svg = re.sub(r' rx="\d+"', "", svg)
    return svg.replace('<g id="mark"', f'<g id="mark" transform="translate({middle:.2f} {middle:.2f}) scale({SAFE})"')


def main() -> None:
    svg = (FOLDER / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        for name, (size, filling) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawn(svg, filling)}"
            )
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
