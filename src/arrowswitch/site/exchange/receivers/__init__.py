"""Who wants the results of a session: each receiver is one file here, with what it wants, how it is sent there, and where that is
written. What a receiver cannot be sent is said in its file too."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

Need = Literal["numbers", "hands"]
"""What a session must have: a number of the federation for every player, hands for every board."""
Fact = Literal["club number", "charge code", "session number"]
"""What somebody must write down, because no session knows it."""


@dataclass(frozen=True, kw_only=True)
class Receiver:
    """Somebody who wants results."""

    id: str
    title: str
    about: str
    place: int
    """Where it stands in lists."""
    federations: tuple[str, ...]
    """Whose clubs usually send to it; `*` is everybody."""
    files: tuple[str, ...]
    """By the names in `sending.WRITERS`."""
    needs: tuple[Need, ...]
    facts: tuple[Fact, ...]
    steps: tuple[str, ...]
    """What somebody does with the files."""
    source: str

    def is_usual(self, federation: str) -> bool:
        """Whether a club of a federation usually sends to it.

        >>> receivers()["ebu"].is_usual("ebu"), receivers()["ebu"].is_usual("acbl")
        (True, False)
        """
        return federation in self.federations or "*" in self.federations


@cache
def receivers() -> Mapping[str, Receiver]:
    """Every receiver by its id, in the order of lists.

    >>> list(receivers())[:3]
    ['ebu', 'pianola', 'bridgewebs']
    """
    found = [
        _read(file.name.removesuffix(".toml"), file.read_text(encoding="utf-8"))
        for file in files(__name__).iterdir()
        if file.name.endswith(".toml")
    ]
    return {each.id: each for each in sorted(found, key=lambda each: each.place)}


def _read(name: str, text: str) -> Receiver:
    given = tomllib.loads(text)
    values: dict[str, Any] = {key: tuple(each) if isinstance(each, list) else each for key, each in given.items()}
    receiver = Receiver(id=name, **values)
    unknown = {*receiver.needs, *receiver.facts} - {*get_args(Need), *get_args(Fact)}
    if unknown:
        raise ValueError(f"{name}.toml: nobody knows {', '.join(sorted(unknown))}")
    return receiver
