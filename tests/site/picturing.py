"""The pictures of the docs: taken by `script/pictures`, and in every run compared with what the pages show now.

Beside each picture stand the words that could be read when it was taken (`pictures.json` in its folder). Numbers, and the names
of days and months, do not count: clocks and dates go on. A picture whose page has other words now is old. How things look is not
compared: that differs with where a page has scrolled to, and with the browser.
"""

from __future__ import annotations

import base64
import json
import os
import re
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = "pictures.json"
QUALITY = 78
SEEN = """() => {
  const seen = [...document.body.querySelectorAll("*")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0 && each.checkVisibility();
  });
  return seen.flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)).join(" ");
}"""
CODE = re.compile(r"[A-Z]{6}")
"""The letters of a table, which are new every time, as addresses are."""
CALENDAR = {
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    *("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
    *("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"),
}


def shown(page: Page) -> list[str]:
    """The words of a page as it is now."""
    counted = [word for word in page.evaluate(SEEN).split() if not ("/" in word or CODE.fullmatch(word))]
    words = {"".join(filter(str.isalpha, word)).lower() for word in counted}
    return sorted(words - CALENDAR - {""})


class Pictures:
    """Takes the pictures anew if `script/pictures` asks for it; otherwise remembers which are old."""

    def __init__(self) -> None:
        self.anew = bool(os.environ.get("ARROWSWITCH_PICTURES"))
        self.old: list[str] = []

    def take(self, page: Page, file: str) -> None:
        """One picture, by its path in the project."""
        page.evaluate("document.fonts.ready")
        path = ROOT / file
        manifest = path.parent / MANIFEST
        known: dict[str, list[str]] = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
        now = shown(page)
        if self.anew:
            taken = page.context.new_cdp_session(page).send(
                "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
            )
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(taken["data"]))
            text = json.dumps({**known, path.stem: now}, ensure_ascii=False, sort_keys=True, indent=0)
            manifest.write_text(f"{text}\n", encoding="utf-8")
        elif trouble := differences(known.get(path.stem), now):
            self.old.append(f"{file}: {trouble}")

    def check(self) -> None:
        """Fails if a picture is old."""
        assert not self.old, "\n".join(["These pictures of the docs are old; run script/pictures.", *self.old])


def differences(then: list[str] | None, now: list[str]) -> str:
    """What a picture does not show as it is now, in one sentence; empty if it does.

    >>> differences(["play"], ["help", "play"])
    'new: help'
    """
    if then is None:
        return "it was never taken"
    words, before = set(now), set(then)
    return "; ".join(
        f"{title}: {', '.join(sorted(each))}"
        for title, each in (("new", words - before), ("gone", before - words))
        if each
    )
