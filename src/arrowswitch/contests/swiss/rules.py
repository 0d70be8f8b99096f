"""What a federation decides about a Swiss draw: a file of values, each with its source, that an organiser may override.

`weights` is the order in which draws are compared: the first on which two draws differ decides between them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from arrowswitch.contests.reading import BadContest
from arrowswitch.regulations import load as regulations_of
from arrowswitch.regulations.readers import exact
from arrowswitch.words import say

FEDERATIONS = Path(__file__).parent / "federations"
WEIGHT_NAMES = (
    "bye-again",
    "rematches",
    "recent-rematches",
    "triple-again",
    "clubs",
    "homes",
    "odd-place",
    "distance",
    "gaps",
    "floats",
    "same-float",
    "float-load",
    "order",
)
MOST_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class SwissRules:
    """The rules of one event."""

    name: str
    weights: tuple[str, ...]
    odd: str
    """What happens with an odd number: `bye` or `triple`."""
    triple_rounds: int
    """Over how many rounds three play one another: 1 (half matches) or 2."""
    first: str
    """The first round: `random`, `australian` (top half against bottom half), `structured` (two rounds), `place` or `fold`."""
    equals: str
    """The order among equal scores: `place` (1-2, 3-4), `fold` (1-4, 2-3), `slide` (1-3, 2-4) or `random`."""
    clubs_apart: int
    """Up to this round members of one club do not meet, if it can be helped."""
    lag: int
    """How many rounds old the results are that a draw counts: 0 or 1."""
    tables: str
    """Who sits where: `place` (leaders at table 1) or `walks` (as many as can keep their tables)."""
    bye: Fraction = Fraction(12)
    """Victory points for a bye whose points are not given."""
    unknown: Fraction = Fraction(10)
    """What a match counts for the draw while its result is out."""
    rounds: int | None = None
    """How many rounds the event has, if that is settled."""


CHOICES: Mapping[str, tuple[str, ...]] = {
    "odd": ("bye", "triple"),
    "first": ("random", "australian", "structured", "place", "fold"),
    "equals": ("place", "fold", "slide", "random"),
    "tables": ("place", "walks"),
}
RANGES: Mapping[str, tuple[int, int]] = {
    "triple_rounds": (1, 2),
    "clubs_apart": (0, MOST_ROUNDS),
    "lag": (0, 1),
    "rounds": (1, MOST_ROUNDS),
}


def rule_names() -> tuple[str, ...]:
    """The federations that have rules here.

    >>> rule_names()
    ('acbl', 'nzb', 'wbf')
    """
    return tuple(sorted(path.stem for path in FEDERATIONS.glob("*.toml")))


def load_rules(given: str | Mapping[str, Any] = "wbf") -> SwissRules:
    """The rules of a federation, or those with some values of one's own.

    >>> load_rules("nzb").odd, load_rules({"base": "nzb", "odd": "bye"}).odd
    ('triple', 'bye')
    >>> load_rules({"odd": "ghost"})
    Traceback (most recent call last):
    arrowswitch.contests.reading.BadContest: The rule “odd” must be bye or triple, not “ghost”.
    """
    own = {"base": given} if isinstance(given, str) else dict(given)
    base = own.pop("base", "wbf")
    if not isinstance(base, str) or base not in rule_names():
        names = ", ".join(rule_names())
        raise BadContest(say("There are no rules “{name}”; there are {names}.", name=base, names=names))
    rules = _federation(base)
    return replace(rules, **{key: _value(key, value) for key, value in own.items()})


@cache
def _federation(name: str) -> SwissRules:
    data = tomllib.loads((FEDERATIONS / f"{name}.toml").read_text(encoding="utf-8"))
    values = {key: _value(key, each["value"]) for key, each in data.items() if isinstance(each, dict)}
    if "extends" in data:
        return replace(_federation(data["extends"]), name=name, **values)
    return SwissRules(name=name, **values, bye=Fraction(regulations_of(name).matches.bye))


KEYS = tuple(field.name for field in fields(SwissRules) if field.name != "name")


def _value(key: str, value: object) -> Any:
    if key in CHOICES:
        if value not in CHOICES[key]:
            raise _bad(key, _one_of(CHOICES[key]), value)
        return value
    if key in RANGES:
        low, high = RANGES[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _bad(key, say("a whole number from {low} to {high}", low=low, high=high), value)
        return value
    if key in ("bye", "unknown"):
        try:
            return exact(value)
        except ValueError:
            raise _bad(key, say("a number of victory points"), value) from None
    if key == "weights":
        return _weights(value)
    raise BadContest(say("There is no rule “{key}”; there are {keys}.", key=key, keys=", ".join(("base", *KEYS))))


def _weights(value: object) -> tuple[str, ...]:
    names = tuple(value) if isinstance(value, list | tuple) else ()
    odd = [name for name in names if name in ("bye-again", "triple-again", "odd-place")]
    if (
        any(name not in WEIGHT_NAMES for name in names)
        or len(set(names)) < len(names)
        or len(odd) < 3
        or odd[-1] != "odd-place"
    ):
        allowed = say(
            "a list of some of {names}, each once, with bye-again and triple-again and, after them, odd-place",
            names=", ".join(WEIGHT_NAMES),
        )
        raise _bad("weights", allowed, value)
    return names


def _one_of(choices: tuple[str, ...]) -> str:
    return say("{first} or {last}", first=", ".join(choices[:-1]), last=choices[-1])


def _bad(key: str, allowed: str, value: object) -> BadContest:
    return BadContest(say("The rule “{key}” must be {allowed}, not “{value}”.", key=key, allowed=allowed, value=value))
