"""Values of the regulations as people write them, and back.

`written` says a value on a page or in the docs; `understood` reads what somebody has typed, in the same words, as a value
that could stand in a profile. What is allowed is decided by the readers of the schema and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import Field
from fractions import Fraction
from typing import Any

from arrowswitch.regulations.schema import SECTIONS, PenaltyScale, RegulationsError, settings_of
from arrowswitch.words import say

NONE = "none"
LONGEST = 2000
"""Letters of a value that somebody types."""


def written(value: object) -> str:
    """A value in words.

    >>> written(Fraction(13, 2)), written(True), written((Fraction(7), Fraction(1, 3))), written({"junior": 1})
    ('6.5', 'yes', '7, 1/3', 'junior: 1')
    >>> written((PenaltyScale(percent=Fraction(0), imps=Fraction(0), vps=Fraction(0)),))
    'a warning'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        decimal = f"{float(value):g}"
        return decimal if Fraction(decimal) == value else str(value)
    if isinstance(value, PenaltyScale):
        return _penalty_written(value)
    if isinstance(value, Mapping):
        between = "; " if any(isinstance(item, tuple) for item in value.values()) else ", "
        return between.join(f"{key}: {written(item)}" for key, item in value.items()) or NONE
    if isinstance(value, tuple):
        nested = any(isinstance(item, tuple | PenaltyScale) for item in value)
        return (" / " if nested else ", ").join(map(written, value)) or NONE
    return str(value)


def _penalty_written(value: PenaltyScale) -> str:
    late = f"from {value.minutes} minutes " if value.minutes else ""
    if value.warning:
        return late + ("noted" if value.noted else "a warning")
    amounts = ((value.imps, "IMP"), (value.vps, "VP"))
    return f"{late}{written(value.percent)}%, " + ", ".join(
        f"{written(amount)} {unit}{'' if amount == 1 else 's'}" for amount, unit in amounts
    )


def understood(key: str, text: str) -> Any:
    """What somebody has typed for a key, as it could stand in a profile; `RegulationsError` says what is allowed.

    >>> understood("awards.least_boards", "20"), understood("timing.round_minutes_for", "7.5, 15")
    (20, ['7.5', '15'])
    >>> understood("awards.least_boards", "many")
    Traceback (most recent call last):
    arrowswitch.regulations.schema.RegulationsError: This must be a whole number; “many” will not do.
    """
    item = _setting(key)
    text = text.strip()
    try:
        if len(text) > LONGEST:
            raise ValueError(say("must be shorter"))
        value = _TYPED[str(item.type)](text)
        if item.metadata["allowed"] and isinstance(value, str) and value not in item.metadata["allowed"]:
            raise ValueError(say("must be one of {allowed}", allowed=", ".join(item.metadata["allowed"])))
        item.metadata["read"](value)
    except ValueError as error:
        short = f"{text[:40]}…" if len(text) > 40 else text
        raise RegulationsError(
            say("This {allowed}; “{value}” will not do.", allowed=error.args[0], value=short)
        ) from None
    return value


def allowed(key: str) -> tuple[str, ...]:
    """The words that a key may have, or that its list may hold; nothing where it is not about words.

    >>> allowed("weighted.method"), allowed("awards.least_boards")
    (('shared', 'simple'), ())
    """
    found: tuple[str, ...] = _setting(key).metadata["allowed"]
    return found


def kind(key: str) -> str:
    """What sort of value a key has: its type, as the schema writes it.

    >>> kind("artificial.own_percentage")
    'bool'
    """
    return str(_setting(key).type)


def _setting(key: str) -> Field[Any]:
    section, _, name = key.partition(".")
    found = settings_of(SECTIONS[section]).get(name) if section in SECTIONS else None
    if found is None:
        raise RegulationsError(say("There is no key “{key}”.", key=key))
    return found


# -- reading what was typed ---------------------------------------------------------------------------------------------

_PENALTY = re.compile(r"(?:from\s+(?P<minutes>[0-9]{1,4})\s+minutes?\s*:?\s*)?(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_AMOUNT = re.compile(r"(?P<number>[0-9]+(?:[.,/][0-9]+)?)\s*(?P<unit>%|imps?|vps?)", re.IGNORECASE)
_UNITS = {"%": "percent", "i": "imps", "v": "vps"}
_EMPTY = ("", NONE, "–", "-")


def _whole(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _yes_no(text: str) -> bool:
    if text.casefold() not in ("yes", "no"):
        raise ValueError(say("must be yes or no"))
    return text.casefold() == "yes"


def _items(text: str, between: str = r",") -> list[str]:
    if text.casefold() in _EMPTY:
        return []
    return [each for part in re.split(rf"{between}|\n", text) if (each := part.strip())]


def _list_of(read: Callable[[str], Any], between: str = r",") -> Callable[[str], list[Any]]:
    return lambda text: [read(each) for each in _items(text, between)]


def _table_of(read: Callable[[str], Any], between: str = r",") -> Callable[[str], dict[str, Any]]:
    def table(text: str) -> dict[str, Any]:
        found = {}
        for each in _items(text, between):
            key, mark, value = each.partition(":")
            if not mark:
                raise ValueError(say("must have a name, a colon and a value for each line"))
            found[key.strip()] = read(value.strip())
        return found

    return table


def _penalty(text: str) -> dict[str, Any]:
    match = _PENALTY.fullmatch(text)
    rest = match["rest"].strip() if match else text
    found: dict[str, Any] = {"minutes": int(match["minutes"])} if match and match["minutes"] else {}
    if rest.casefold() in ("a warning", "warning"):
        return found
    if rest.casefold() == "noted":
        return found | {"noted": True}
    amounts = _AMOUNT.findall(rest)
    if not amounts or _AMOUNT.sub("", rest).strip(" ,;"):
        raise ValueError(say("must be written like “10%, 3 IMPs, 1 VP”, “a warning” or “from 5 minutes 10%”"))
    return found | {_UNITS[unit[0].lower()]: number.replace(",", ".") for number, unit in amounts}


_TYPED: dict[str, Callable[[str], Any]] = {
    "Fraction": str,
    "int": _whole,
    "bool": _yes_no,
    "str": str,
    "tuple[Fraction, ...]": _list_of(str),
    "tuple[int, ...]": _list_of(_whole),
    "tuple[str, ...]": _list_of(str),
    "tuple[tuple[Fraction, ...], ...]": _list_of(_list_of(str), r"\s/\s"),
    "tuple[PenaltyScale, ...]": _list_of(_penalty, r"\s/\s"),
    "Mapping[Length, Fraction]": _table_of(str),
    "Mapping[str, Fraction]": _table_of(str),
    "Mapping[int, int]": _table_of(_whole),
    "Mapping[int, tuple[Fraction, ...]]": _table_of(_list_of(str), r";"),
}
"""How each sort of value is typed."""
