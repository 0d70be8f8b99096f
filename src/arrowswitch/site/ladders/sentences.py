"""Sentences of the rooms below as they are kept in a row: still to be translated when somebody reads them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from arrowswitch.words import Sentence

Named = Callable[[str, str], str]
"""From the name of a blank and its value to what is shown, because sentences of ladders name people and sessions by their numbers."""


def _kept(value: object) -> Any:
    if isinstance(value, Sentence):
        values = {name: _kept(each) for name, each in value.values.items()}
        return {"says": value.template, "one": value.one, "values": values}
    return value if isinstance(value, int) else str(value)


def kept(sentences: Iterable[Sentence]) -> str:
    """Sentences as JSON.

    >>> from arrowswitch.words import say
    >>> kept_again(kept([say("Table {table} shares.", table=4)]))
    ['Table 4 shares.']
    """
    return json.dumps([_kept(each) for each in sentences], ensure_ascii=False)


def kept_again(text: str, named: Named = lambda _blank, value: value) -> list[Sentence]:
    """The sentences that were kept."""
    return [_sentence(each, named) for each in json.loads(text or "[]")]


def _sentence(data: dict[str, Any], named: Named) -> Sentence:
    values = {
        name: _sentence(each, named) if isinstance(each, dict) else named(name, each) if isinstance(each, str) else each
        for name, each in data["values"].items()
    }
    return Sentence(data["says"], values, data["one"])
