"""A Swiss event as a JSON file, and the answers: what `arrowswitch swiss` reads and prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arrowswitch.contests.reading import BadContest, identity, known, listed, number, plain, read_object, whole
from arrowswitch.contests.swiss.check import SwissVerdict
from arrowswitch.contests.swiss.draw import SwissDraw
from arrowswitch.contests.swiss.event import PlayedMatch, SwissEntry, SwissEvent
from arrowswitch.contests.swiss.rules import MOST_ROUNDS, load_rules
from arrowswitch.contests.swiss.weights import in_numbers
from arrowswitch.words import say

MOST_CONTESTANTS = 5000
FILE_KEYS = ("contestants", "rounds", "next", "rules", "seed", "matches", "byes")
ENTRY_KEYS = ("id", "name", "seed", "club", "home", "since", "until", "start")
MATCH_KEYS = ("table", "a", "b", "c", "vps", "imps", "boards", "reason")


@dataclass(frozen=True)
class SwissFile:
    """An event as it was read, and the identities as they were written."""

    event: SwissEvent
    written: Mapping[str, str | int]
    draw: tuple[tuple[str, ...], ...] | None = None
    """The draw to judge, if there is one."""


def read(text: str) -> SwissFile:
    """An event from the text of a file."""
    data = read_object(text, FILE_KEYS, say("A Swiss file"))
    entries = [_entry(each) for each in listed(data, "contestants")]
    written = {str(each["id"]): each["id"] for each in data["contestants"]}
    if len(written) < len(entries):
        twice = next(entry.id for number, entry in enumerate(entries) if entry.id in [e.id for e in entries[:number]])
        raise BadContest(say("{name} is in “contestants” twice.", name=twice))
    if len(entries) > MOST_CONTESTANTS:
        raise BadContest(say("There can be {most} contestants, not {n}.", most=MOST_CONTESTANTS, n=len(entries)))
    rounds = tuple(_round(number, each, written) for number, each in enumerate(listed(data, "rounds", []), 1))
    following = whole(data, "next", say("“next”"), len(rounds) + 1) or 1
    if following > len(rounds) + 1:
        raise BadContest(
            say("Round {next} cannot be drawn: the file has {rounds} rounds.", next=following, rounds=len(rounds))
        )
    rules = data.get("rules", "wbf")
    if not isinstance(rules, str | dict):
        raise BadContest(say("“rules” must be the name of a federation, or a table."))
    seed = data.get("seed", "")
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise BadContest(say("“seed” must be a text or a whole number."))
    event = SwissEvent(tuple(entries), rounds, following, load_rules(rules), str(seed))
    return SwissFile(event, written, _draw(data, written) if "matches" in data or "byes" in data else None)


def read_draw(text: str) -> SwissFile:
    """The same with a draw to judge in it."""
    found = read(text)
    if found.draw is None:
        raise BadContest(say("There is no draw to judge: “matches” is missing."))
    return found


def _draw(data: Mapping[str, Any], written: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    where = say("the draw")
    matches = [_sides(each, where) for each in listed(data, "matches", [])]
    return (*matches, *((identity(each, where),) for each in listed(data, "byes", [])))


def _entry(each: object) -> SwissEntry:
    if not isinstance(each, dict) or "id" not in each:
        raise BadContest(say("Each of “contestants” must be an object with an “id”."))
    name = identity(each["id"], say("“contestants”"))
    known(each, ENTRY_KEYS, say("A contestant"))
    who = say("Contestant {name}", name=name)
    club = each.get("club") or ""
    if not isinstance(club, str | int):
        raise BadContest(say("{who}: “club” must be a text.", who=who))
    return SwissEntry(
        name,
        seed=whole(each, "seed", who, None),
        club=str(club),
        home=whole(each, "home", who, None),
        since=whole(each, "since", who, 1) or 1,
        until=whole(each, "until", who, None),
        start=number(each.get("start", 0), who),
    )


def _round(number: int, each: object, written: Mapping[str, object]) -> tuple[PlayedMatch, ...]:
    where = say("Round {round}", round=number)
    if number > MOST_ROUNDS:
        raise BadContest(say("There can be {most} rounds.", most=MOST_ROUNDS))
    if not isinstance(each, dict):
        raise BadContest(say("{where} must be an object with “matches”.", where=where))
    found = tuple(_match(match, where) for match in listed(each, "matches"))
    seen: set[str] = set()
    for match in found:
        for side in match.sides:
            if side not in written:
                raise BadContest(say("{where}: {name} is not in “contestants”.", where=where, name=side))
            if side in seen:
                raise BadContest(say("{where}: {name} plays twice.", where=where, name=side))
            seen.add(side)
    return found


def _match(each: object, where: str) -> PlayedMatch:
    sides = _sides(each, where)
    assert isinstance(each, dict)  # _sides has looked  # noqa: S101
    vps = each.get("vps")
    if vps is None:
        return PlayedMatch(sides, None, whole(each, "table", where, None))
    match = " v ".join(sides)
    if not isinstance(vps, list) or len(vps) < len(sides):
        raise BadContest(say("{where}, {match}: “vps” must have a number for each side.", where=where, match=match))
    numbers = tuple(number(value, say("{where}, {match}", where=where, match=match)) for value in vps[: len(sides)])
    return PlayedMatch(sides, numbers, whole(each, "table", where, None))


def _sides(each: object, where: str) -> tuple[str, ...]:
    if not isinstance(each, dict) or each.get("a") is None:
        raise BadContest(say("{where}: each match must be an object with “a” and, if it is no bye, “b”.", where=where))
    known(each, MATCH_KEYS, say("A match"))
    return tuple(identity(each[key], where) for key in "abc" if each.get(key) is not None)


# -- answers ----------------------------------------------------------------------------------------------------------


def answer(file: SwissFile, drawn: SwissDraw) -> dict[str, Any]:
    """A draw as the command prints it."""
    matches = []
    for match in drawn.matches:
        if len(match.sides) > 1:
            sides = {key: file.written[side] for key, side in zip("abc", match.sides, strict=False)}
            matches.append({"table": match.table, **sides, "reason": str(match.reason)})
    byes = [match for match in drawn.matches if len(match.sides) == 1]
    return {
        "round": file.event.next,
        "rules": file.event.rules.name,
        "matches": matches,
        "byes": [file.written[match.sides[0]] for match in byes],
        "bye_reasons": [str(match.reason) for match in byes],
        "cost": {**_cost(drawn.pairing.field, drawn.pairing.cost), "walks": drawn.walks},
        "best": drawn.pairing.proved,
        "notes": [str(note) for note in drawn.notes],
    }


def judged(verdict: SwissVerdict) -> dict[str, Any]:
    """A verdict as the command prints it."""
    field = verdict.best.field
    return {
        "legal": verdict.legal,
        "faults": [str(fault) for fault in verdict.faults],
        "distance_from_best": plain(verdict.distance_from_best),
        "worse": [str(each) for each in verdict.worse],
        "cost": None if verdict.cost is None else _cost(field, verdict.cost),
        "best_cost": _cost(field, verdict.best.cost),
    }


def _cost(field: Any, cost: tuple[int, ...]) -> dict[str, int | float | None]:
    return {name.replace("-", "_"): plain(amount) for name, amount in in_numbers(field, cost).items()}
