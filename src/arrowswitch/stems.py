"""The words of a text that say something, cut to their stems: how the book of the Laws and the charts of alerts are searched.

It knows English, and no more of it than a director types at a table.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["SMALL", "stem", "words_of"]

SMALL = frozenset(
    """
    a an the of to in on at by my his her our their he she they it is are was were be been i we you and or but not no so
    im ive id youre youve hes shes theyre theyve weve were its thats isnt wasnt arent werent didnt doesnt dont hasnt hadnt
    that this there then just when what did does do has had have
    """.split()  # noqa: SIM905 - a sentence of small words is read more easily
)
"""What every sentence has."""
ENDINGS = ("ing", "ion", "ed", "es", "e", "s")


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text that say something, cut to their stems.

    >>> words_of("He led from the wrong side!")
    ('led', 'from', 'wrong', 'sid')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9 ]", " ", plain.replace("'", ""))
    return tuple(stem(word) for word in plain.split() if word not in SMALL)


def stem(word: str) -> str:
    """A word without its endings and double letters, so that passed, passes and pass are one.

    >>> stem("bidding"), stem("hesitated"), stem("hesitation")
    ('bid', 'hesitat', 'hesitat')
    """
    for ending in ENDINGS:
        if len(word) >= len(ending) + 3 and word.endswith(ending):
            return stem(word.removesuffix(ending))
    return word[:-1] if word[-2:-1] == word[-1] and not word.isdigit() else word
