"""The pictures of the docs: taken by `script/pictures`, and in every run compared with what the pages show now.

Beside each picture stands what could be seen when it was taken (`pictures.json` in its folder): the words, and how things
looked. Numbers, and the names of days and months, do not count: clocks and dates go on. A picture whose page has other words
now, or looks otherwise, is old.
"""

from __future__ import annotations

import base64
import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = "pictures.json"
QUALITY = 78
SEEN = """() => {
  const seen = [...document.body.querySelectorAll("*")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0 && each.checkVisibility();
  });
  const words = seen.flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data));
  const looks = seen.filter((each) => /^(H[1-6]|P|A|BUTTON|INPUT|LABEL|TH|TD|LI|HEADER|SECTION)$/.test(each.tagName)).map((each) => {
    const style = getComputedStyle(each);
    return [each.tagName, style.fontSize, style.fontWeight, style.color, style.backgroundColor, style.borderRadius].join(" ");
  });
  return { words: words.join(" "), looks: [...new Set(looks)].sort() };
}"""
CODE = re.compile(r"[A-Z]{6}")
"""The letters of a table, which are new every time, as addresses are."""
CALENDAR = {
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
    *("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"),
}


class Shown(TypedDict):
    """What a page showed: its words, and a digest of how things looked."""

    words: list[str]
    looks: str


def shown(page: Page) -> Shown:
    """What a page shows now."""
    seen = page.evaluate(SEEN)
    counted = [word for word in seen["words"].split() if not ("/" in word or CODE.fullmatch(word))]
    words = {"".join(filter(str.isalpha, word)).lower() for word in counted}
    looks = sha256("\n".join(seen["looks"]).encode()).hexdigest()[:16]
    return {"words": sorted(words - CALENDAR - {""}), "looks": looks}


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
        known: dict[str, Shown] = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
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


def differences(then: Shown | None, now: Shown) -> str:
    """What a picture does not show as it is now, in one sentence; empty if it does.

    >>> differences({"words": ["play"], "looks": "a"}, {"words": ["help", "play"], "looks": "a"})
    'new: help'
    """
    if then is None:
        return "it was never taken"
    words, before = set(now["words"]), set(then["words"])
    told = [
        f"{title}: {', '.join(sorted(each))}"
        for title, each in (("new", words - before), ("gone", before - words))
        if each
    ]
    if not told and now["looks"] != then["looks"]:
        told.append("it looks otherwise")
    return "; ".join(told)
