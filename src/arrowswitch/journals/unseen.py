"""Letters that nobody sees, but that turn a line round or make two names look the same: taken out where texts come in.

What joins or parts the letters of a word, as Persian, Hindi and some pictures need it, stays between two letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

KEPT = "\n\r\t\0"
"""The last is no letter: whoever keeps texts refuses it, or keeps it."""
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

    >>> seen_text("A\\u202enna \\u200b\\u2066Z"), seen_text("\\u200d\\u200c"), len(seen_text("\\u06cc\\u200c\\u062e"))
    ('Anna Z', '', 3)
    """
    if text.isascii() and text.isprintable():
        return text
    before = ""
    while text != before:  # a joiner may stand at the edge only when its neighbour has gone
        before, text = text, _unseen().sub("", text)
    return text


def without_nothing(text: str) -> str:
    """Only what is seen, and no character 0 either, which PostgreSQL does not take in a question.

    >>> without_nothing("Bo\\0b")
    'Bob'
    """
    return seen_text(text.replace("\0", ""))


def seen(data: Any, clean: Callable[[str], str] = seen_text) -> Any:
    """A JSON value with only what is seen of its texts.

    >>> seen({"about": ["a\\u202eb", 7]})
    {'about': ['ab', 7]}
    """
    if isinstance(data, str):
        return clean(data)
    if isinstance(data, Mapping):
        return {clean(key): seen(value, clean) for key, value in data.items()}
    return [seen(value, clean) for value in data] if isinstance(data, list) else data
