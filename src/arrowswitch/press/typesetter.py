"""Hands a document over to Typst. Text goes in as data, never as markup, so that no name can break a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import as_file, files
from typing import Any

from arrowswitch.words import Gettext, Ngettext, Sentence


def typeset(document: Mapping[str, Any], gettext: Gettext | None = None, ngettext: Ngettext | None = None) -> bytes:
    """The PDF of a document as `sheets` describes it."""
    return hand_over(json.dumps(translated(document, gettext, ngettext)))


def compiled(data: str) -> bytes:
    """The PDF of a document in JSON, made in this process."""
    import typst  # not needed for anything but printing, and slow to load

    press = files("arrowswitch.press")
    with as_file(press / "templates") as folder, as_file(press / "fonts") as fonts:
        made = typst.compile(
            str(folder / "main.typ"),
            root=str(folder),
            format="pdf",
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            sys_inputs={"data": data},
        )
    if not isinstance(made, bytes):
        raise TypeError("Typst made several files of one document.")
    return made


hand_over: Callable[[str], bytes] = compiled
"""Who makes the PDF: this process, unless somebody who must not be held up has put another in its place."""


def translated(value: Any, gettext: Gettext | None, ngettext: Ngettext | None = None) -> Any:
    """The same data with every sentence in the other language, and without control characters.

    >>> from arrowswitch.words import say
    >>> translated({"head": say("Table"), "club": "Table"}, {"Table": "Tisch"}.get)
    {'head': 'Tisch', 'club': 'Table'}
    """
    if isinstance(value, Sentence):
        return value.translated(gettext, ngettext) if gettext else str(value)
    if isinstance(value, str):
        return "".join(letter if letter.isprintable() else " " for letter in value)
    if isinstance(value, Mapping):
        return {key: translated(item, gettext, ngettext) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [translated(item, gettext, ngettext) for item in value]
    return value
