"""Past results as a JSON file, and the handicaps that follow from them: what `arrowswitch handicaps` reads and prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import Decimal
from typing import Any

from arrowswitch.regulations.readers import exact
from arrowswitch.scoring.files.answer import plain
from arrowswitch.scoring.ranking.formulas import (
    FORMULAS,
    BadFormula,
    HandicapFormula,
    PastScore,
    WorkedHandicap,
    handicap_of,
    pair_by,
)
from arrowswitch.words import say

KEYS = ("formula", "day", "players", "pairs")
NUMBERS = ("newcomer", "par", "share", "most", "step")
WHOLE = ("months", "last", "least")


@dataclass(frozen=True)
class PastResults:
    """What handicaps are worked out from."""

    formula: HandicapFormula
    day: date
    players: Mapping[str, tuple[PastScore, ...]]
    pairs: Mapping[str, tuple[str, ...]]


def read_past(text: str) -> PastResults:
    """Past results from the text of a file; `BadFormula` says what is wrong with it."""
    try:
        data = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise BadFormula(say("This is not JSON: {reason}.", reason=error)) from None
    if not isinstance(data, dict) or not isinstance(data.get("players"), dict):
        raise BadFormula(say("Past results are one JSON object with “day” and “players”."))
    unknown = next((key for key in data if key not in KEYS), None)
    if unknown is not None:
        raise BadFormula(say("Past results have no “{key}”; they have {keys}.", key=unknown, keys=", ".join(KEYS)))
    players = {str(name): _scores(name, given) for name, given in data["players"].items()}
    pairs = data.get("pairs", {})
    if not isinstance(pairs, dict) or not all(isinstance(names, list) for names in pairs.values()):
        raise BadFormula(say('“pairs” gives each pair its players: {"7": ["Ann", "Bob"]}.'))
    for pair, names in pairs.items():
        for name in names:
            if str(name) not in players:
                raise BadFormula(say("Pair {pair}: {name} is not in “players”.", pair=pair, name=name))
    found = {str(pair): tuple(map(str, names)) for pair, names in pairs.items()}
    return PastResults(_formula(data.get("formula", "rolling-year")), _day(data.get("day")), players, found)


def _formula(given: object) -> HandicapFormula:
    own = dict(given) if isinstance(given, dict) else {"base": given}
    base = own.pop("base", "rolling-year")
    if not isinstance(base, str) or base not in FORMULAS:
        raise BadFormula(say("There is no formula “{name}”; there are {names}.", name=base, names=", ".join(FORMULAS)))
    known = [each.name for each in fields(HandicapFormula) if each.name != "title"]
    values: dict[str, Any] = {}
    for key, value in own.items():
        if key not in known:
            raise BadFormula(say("A formula has no “{key}”; it has {keys}.", key=key, keys=", ".join(["base", *known])))
        if key in NUMBERS and value is not None:
            value = _number(value, key)
        elif key in WHOLE and value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise BadFormula(say("“{key}” must be a whole number.", key=key))
        elif key in ("year", "weekday") and not isinstance(value, bool):
            raise BadFormula(say("“{key}” must be true or false.", key=key))
        values[key] = value
    if any(values.get(key, 0) is None for key in (*NUMBERS, *WHOLE) if key not in ("most", "months", "last")):
        raise BadFormula(say("Only “most”, “months” and “last” may be null."))
    formula = replace(FORMULAS[base], **values)
    formula.check()
    return formula


def _number(value: object, key: str) -> Any:
    try:
        return exact(value)
    except ValueError:
        raise BadFormula(say("“{key}” must be a number, not “{value}”.", key=key, value=value)) from None


def _day(value: object) -> date:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise BadFormula(say("“{value}” is no day; write 2026-01-31.", value=value)) from None


def _scores(name: str, given: object) -> tuple[PastScore, ...]:
    if not isinstance(given, list) or not all(
        isinstance(each, dict) and {"day", "percent"} == set(each) for each in given
    ):
        raise BadFormula(say("{name}: each result is an object with “day” and “percent”.", name=name))
    found = tuple(PastScore(_day(each["day"]), _number(each["percent"], "percent")) for each in given)
    if any(not 0 <= score.percent <= 100 for score in found):
        raise BadFormula(say("{name}: a percentage is from 0 to 100.", name=name))
    return found


def handicaps_answer(past: PastResults) -> dict[str, Any]:
    """The handicaps as the command prints them.

    >>> text = '{"day": "2026-02-02", "players": {"Ann": [{"day": "2026-01-05", "percent": 58}]}}'
    >>> handicaps_answer(read_past(text))["players"]["Ann"]["handicap"]
    -8
    """
    worked = {name: handicap_of(scores, past.day, past.formula) for name, scores in past.players.items()}
    return {
        "formula": str(past.formula.title),
        "day": past.day.isoformat(),
        "players": {name: _worked(each) for name, each in worked.items()},
        "pairs": {
            pair: _worked(pair_by([worked[name] for name in names], past.formula, names))
            for pair, names in past.pairs.items()
        },
    }


def _worked(each: WorkedHandicap) -> dict[str, Any]:
    return {"handicap": plain(each.handicap), "working": [str(step) for step in each.steps]}
