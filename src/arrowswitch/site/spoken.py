"""What the rooms below say, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from arrowswitch.words import Sentence


def spoken(said: Sentence | Exception | str) -> str:
    """A sentence, or that of an exception, in the reader's language; a bare text stays as it is.

    >>> spoken(ValueError("Board 27 is not in play."))
    'Board 27 is not in play.'
    """
    if isinstance(said, Exception):
        said = said.args[0] if said.args else ""
    return said.translated(gettext, ngettext) if isinstance(said, Sentence) else str(said)
