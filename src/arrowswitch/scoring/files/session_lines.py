"""One result of a session file, read into a line of the traveller.

What is wrong is said in one sentence that names the result (counted from 1) and its board, and what is allowed.
Not read by `plain`, because the one key of ten that is there says how the result is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from arrowswitch.bridge import NotBridge, Result, check_board, ns_score, parse_contract, parse_seat, vulnerability_of
from arrowswitch.regulations.readers import exact
from arrowswitch.scoring.awards import NotAnAward, read_award
from arrowswitch.scoring.lines import (
    Award,
    BadLine,
    Damage,
    Line,
    Outcome,
    Score,
    Weighted,
)
from arrowswitch.words import say

KINDS = ("score", "contract", "passed", "adjusted", "split", "weighted", "damage", "not_played", "late", "struck")
RESULT_KEYS = (
    *("board", "ns", "ew", *KINDS, "declarer", "tricks", "lead"),
    *("fouled_group", "fault", "section", "round", "table", "under_appeal"),
)
FAULTS = ("none", "partly", "directly")


class SessionFileError(ValueError):
    """A session file that cannot be used, said in one sentence."""


def check_keys(data: Mapping[str, Any], allowed: tuple[str, ...], where: object) -> None:
    for key in data:
        if key not in allowed:
            raise SessionFileError(
                say(
                    "{where} has an unknown key “{key}”; allowed are {allowed}.",
                    where=where,
                    key=key,
                    allowed=", ".join(allowed),
                )
            )


def read_line(number: int, result: object, last: int | None) -> Line:
    where = say("Result {number}", number=number)
    if not isinstance(result, Mapping):
        raise SessionFileError(say("{where} is not an object.", where=where))
    board = result.get("board")
    if isinstance(board, int) and not isinstance(board, bool):
        where = say("Result {number} (board {board})", number=number, board=board)
    try:
        return _read_line(where, result, board, last)
    except (BadLine, NotBridge, ValueError) as error:
        if isinstance(error, SessionFileError):
            raise
        raise SessionFileError(say("{where}: {problem}", where=where, problem=error.args[0])) from None


def _read_line(where: object, result: Mapping[str, Any], board: object, last: int | None) -> Line:
    check_keys(result, RESULT_KEYS, where)
    if isinstance(board, bool) or not isinstance(board, int):
        raise BadLine(say("board must be a whole number; it is {value}.", value=repr(board)))
    check_board(board)
    if last is not None and board > last:
        raise BadLine(say("Board {board} is not in play in this session (boards 1-{last}).", board=board, last=last))
    kinds = [kind for kind in KINDS if kind in result and result[kind] is not False]
    if len(kinds) != 1:
        raise BadLine(
            say("a result has exactly one of {kinds}; this has {count}.", kinds=", ".join(KINDS), count=len(kinds))
        )
    ns, ew = _name(result, "ns"), _name(result, "ew")
    if ns == ew and kinds != ["struck"]:
        raise BadLine(say("{name} cannot sit on both sides.", name=ns))
    faults = result.get("fault", {})
    if not isinstance(faults, Mapping) or any(
        side not in ("ns", "ew") or fault not in FAULTS for side, fault in faults.items()
    ):
        raise BadLine(say("fault gives ns and ew one of {faults}.", faults=", ".join(FAULTS)))
    line = READERS[kinds[0]](Line(board, ns, ew, Score(0), Score(0)), result)
    return replace(
        line,
        group=str(result.get("fouled_group") or ""),
        ns_fault=faults.get("ns", "none"),
        ew_fault=faults.get("ew", "none"),
        section=str(result.get("section") or ""),
        round=_place(result, "round"),
        table=_place(result, "table"),
        under_appeal=result.get("under_appeal") is True,
    )


def _place(result: Mapping[str, Any], key: str) -> int | None:
    value = result.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadLine(say("{key} must be a whole number; it is {value}.", key=key, value=repr(value)))
    return value


def _name(result: Mapping[str, Any], side: str) -> str:
    name = result.get(side)
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        raise BadLine(say("{side} must name a contestant; it is {value}.", side=side, value=repr(name)))
    return name.strip()


def whole_score(value: object) -> int:
    """A score as North-South see it; `BadLine` if it is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not -7600 <= value <= 7600 or value % 10:
        raise BadLine(
            say(
                "a score is a whole number of tens from -7600 to 7600, as North-South see it; not {value}.",
                value=repr(value),
            )
        )
    return value


def _both(line: Line, ns: Award, ew: Award | None = None) -> Line:
    return replace(line, ns_award=ns, ew_award=ns if ew is None else ew)


def _read_contract(line: Line, result: Mapping[str, Any]) -> Line:
    made = _contracted(result)
    if made is None:
        return _both(line, Score(0))
    return replace(_both(line, Score(ns_score(made, vulnerability_of(line.board)))), result=made)


def _contracted(given: Mapping[str, Any]) -> Result | None:
    """A contract with its declarer and tricks; None if everybody passed."""
    contract = parse_contract(str(given["contract"]))
    if contract.bid is None:
        return None
    if "declarer" not in given:
        raise BadLine(say("{contract} needs a declarer: N, E, S or W.", contract=contract))
    tricks = given.get("tricks")
    if isinstance(tricks, bool) or not isinstance(tricks, int):
        raise BadLine(say("tricks must be a whole number from 0 to 13; it is {value}.", value=repr(tricks)))
    return Result(contract, tricks, parse_seat(str(given["declarer"])))


def _read_sides(kind: str, line: Line, result: Mapping[str, Any]) -> Line:
    """Each side is given something of its own."""
    value = result[kind]
    if not isinstance(value, Mapping) or set(value) != {"ns", "ew"}:
        raise BadLine(say("{kind} gives something to ns and to ew.", kind=kind))
    return _both(line, award(value["ns"], line.board), award(value["ew"], line.board))


def award(given: object, board: int) -> Award:
    """What one side is given: a code, a score, a list of outcomes with their weights, or a contract.

    >>> award("A+", 1), award(-620, 2), award([{"score": 620, "weight": "100%"}], 2)
    (Average(kind='plus'), Score(ns=-620), Weighted(outcomes=(Outcome(ns=620, weight=Fraction(1, 1)),)))
    """
    if isinstance(given, Mapping):
        return _award_of_a_kind(given, board)
    if isinstance(given, list):
        return _weighted(given)
    return code(given) if isinstance(given, str) else Score(whole_score(given))


SIDE_KINDS = ("score", "weighted", "contract", "damage")


def _award_of_a_kind(given: Mapping[str, Any], board: int) -> Award:
    kinds = [kind for kind in SIDE_KINDS if kind in given]
    allowed = {"contract", "declarer", "tricks", "lead"} if kinds == ["contract"] else set(kinds)
    if len(kinds) != 1 or not set(given) <= allowed:
        raise BadLine(say("a side is given one of {kinds}.", kinds=", ".join(SIDE_KINDS)))
    match kinds[0]:
        case "score":
            return Score(whole_score(given["score"]))
        case "weighted":
            return _weighted(given["weighted"])
        case "contract":
            made = _contracted(given)
            return Score(0 if made is None else ns_score(made, vulnerability_of(board)))
        case _:
            return _damage(given["damage"], ("expected", "after", "actual"))


def _read_weighted(line: Line, result: Mapping[str, Any]) -> Line:
    if isinstance(result["weighted"], Mapping):
        return _read_sides("weighted", line, result)
    return _both(line, _weighted(result["weighted"]))


def _weighted(outcomes: object) -> Weighted:
    if not isinstance(outcomes, list) or not outcomes:
        raise BadLine(say("weighted is a list of outcomes, each with a score and a weight."))
    for outcome in outcomes:
        if not isinstance(outcome, Mapping) or set(outcome) != {"score", "weight"}:
            raise BadLine(say("an outcome has a score and a weight, such as 450 and 40%."))
    weights = _weights([outcome["weight"] for outcome in outcomes])
    scores = [whole_score(outcome["score"]) for outcome in outcomes]
    return Weighted(tuple(map(Outcome, scores, weights)))


def _weights(given: list[object]) -> list[Fraction]:
    """Weights written as 40% and 60%, as 40 and 60, or as 0.4 and 0.6."""
    try:
        weights = [exact(each) for each in given]
    except ValueError:
        raise BadLine(
            say("weights are percentages such as 40%, not {given}.", given=", ".join(map(str, given)))
        ) from None
    if all(weight <= 1 for weight in weights):
        return weights
    return [weight if "%" in str(each) else weight / 100 for each, weight in zip(given, weights, strict=True)]


def _read_damage(line: Line, result: Mapping[str, Any]) -> Line:
    given = result["damage"]
    harmed = _damage(given, ("side", "expected", "after", "actual"))
    if given["side"] not in ("ns", "ew"):
        raise BadLine(say("damage.side is ns or ew; it is {value}.", value=repr(given["side"])))
    awards = harmed, Score(harmed.expected)
    return _both(line, *(awards if given["side"] == "ns" else reversed(awards)))


def _damage(given: object, keys: tuple[str, ...]) -> Damage:
    if not isinstance(given, Mapping) or set(given) != set(keys):
        raise BadLine(
            say("damage names a side, and the scores expected, after and actual.")
            if "side" in keys
            else say("damage names the scores expected, after and actual.")
        )
    return Damage(*(whole_score(given[key]) for key in ("expected", "after", "actual")))


READERS: dict[str, Callable[[Line, Mapping[str, Any]], Line]] = {
    "score": lambda line, result: _both(line, Score(whole_score(result["score"]))),
    "contract": _read_contract,
    "passed": lambda line, _: _both(line, Score(0)),
    "adjusted": partial(_read_sides, "adjusted"),
    "split": partial(_read_sides, "split"),
    "weighted": _read_weighted,
    "damage": _read_damage,
    "not_played": lambda line, _: replace(line, status="not-played"),
    "late": lambda line, _: replace(line, status="late"),
    "struck": lambda line, _: replace(line, status="struck"),
}

_IN_FULL = re.compile(r"[+-]?[0-9]{1,5}")


def code(value: object) -> Award:
    """An award from its code: A+, A, A-, a percentage, a score, P or Q with the table's score, m with matchpoints.

    >>> code("A+"), code("60%"), code("P620"), code("m6.5"), code("-50")
    (Average(kind='plus'), Percent(share=Fraction(3, 5)), Floor(ns=620), Fixed(points=Fraction(13, 2)), Score(ns=-50))
    """
    try:
        return read_award(str(value), in_full, unit="")
    except NotAnAward:
        raise BadLine(
            say(
                "“{value}” is no adjustment; allowed are A+, A, A-, 0% to 100%, P620 or Q620 (with a score), 620, m6.5.",
                value=value,
            )
        ) from None


def in_full(text: str) -> int:
    """A score with all its noughts, as North-South see it.

    >>> in_full("+620")
    620
    """
    if not _IN_FULL.fullmatch(text.strip()):
        raise NotAnAward(say("“{text}” is not a number.", text=text[:40]))
    return whole_score(int(text))
