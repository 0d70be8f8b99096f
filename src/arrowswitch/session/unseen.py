"""Letters that nobody sees, but that turn a line round or make two names look the same: taken out where texts come in.

What joins or parts the letters of a word, as Persian, Hindi and some pictures need it, stays between two letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

KEPT = "\n\r\t"
JOINERS = "\u200c\u200d"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by name, which show nothing."""


@cache
def _unseen() -> re.Pattern[str]:
    """All of them; joiners at the edge of a word too."""
    gone = [
        letter
        for letter in map(chr, range(0xE1000))
        if unicodedata.category(letter) in ("Cc", "Cf") and letter not in KEPT + JOINERS
    ]
    some = "".join(map(re.escape, (*gone, *BLANK)))
    return re.compile(rf"[{some}]|(?<![^\s{some}])[{JOINERS}]+|[{JOINERS}]+(?![^\s{some}{JOINERS}])")


def seen_text(text: str) -> str:
    """A text with only what is seen of it.

    >>> seen_text("A\\u202enna\\0 \\u200b\\u2066Z"), seen_text("\\u200d\\u200c"), len(seen_text("\\u06cc\\u200c\\u062e"))
    ('Anna Z', '', 3)
    """
    if text.isascii() and text.isprintable():
        return text
    before = ""
    while text != before:  # a joiner may stand at the edge only when its neighbour has gone
        before, text = text, _unseen().sub("", text)
    return text


def seen(data: Any) -> Any:
    """A JSON value with only what is seen of its texts.

    >>> seen({"about": ["a\\u202eb", 7]})
    {'about': ['ab', 7]}
    """
    if isinstance(data, str):
        return seen_text(data)
    if isinstance(data, Mapping):
        return {seen_text(key): seen(value) for key, value in data.items()}
    return [seen(value) for value in data] if isinstance(data, list) else data
