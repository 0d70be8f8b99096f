"""Names as they are compared: small letters without accents."""

from __future__ import annotations

import re
import unicodedata

LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
)
MARKS = re.compile(r"[\u2010-\u2015'’‘ʼ`´.\-]")
"""What stands within names and is left out by who is in a hurry: O'Brien, Smith-Jones."""
REST = re.compile(r"[^\w]+")


def plain(text: str) -> str:
    """A text in small letters without accents and marks.

    >>> plain("Zoë O’Brien-Łuk, jr.")
    'zoe obrienluk jr'
    """
    return REST.sub(" ", MARKS.sub("", _bare(text))).strip()


def _bare(text: str) -> str:
    if text.isascii():  # as most names are, and a register has thousands of them
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(LETTERS)


def plain_words(text: str) -> list[str]:
    """Its words.

    >>> plain_words("Ash, Ann")
    ['ash', 'ann']
    """
    return plain(text).split()


def findable(*texts: str) -> str:
    """What a player is found by: every word with a space before it, also the parts of names with a mark inside.

    >>> findable("Ann", "O'Brien", "1024")
    ' ann obrien 1024 o brien'
    """
    words = [word for text in texts for word in plain_words(text)]
    parts = [part for text in texts for word in MARKS.sub(" ", text).split() for part in plain_words(word)]
    return "".join(f" {word}" for word in dict.fromkeys([*words, *parts]))
