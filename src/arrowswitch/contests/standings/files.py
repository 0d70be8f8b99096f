"""A contest as a JSON file, and its table: what `arrowswitch standings` reads and prints. A Swiss file is read as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arrowswitch.contests.reading import BadContest, identity, known, listed, number, plain, read_object, whole
from arrowswitch.contests.standings.results import Contest, ContestResult
from arrowswitch.contests.standings.table import ContestStanding, StandingsTable
from arrowswitch.regulations import RegulationsError, load, names
from arrowswitch.scoring import scale_names
from arrowswitch.words import counted, say

FILE_KEYS = (
    "contestants",
    "rounds",
    "regulations",
    "boards",
    "scale",
    "contest",
    "penalties",
    "planned",
    "next",
    "rules",
    "seed",
    "matches",
    "byes",
)
ENTRY_KEYS = ("id", "name", "seed", "club", "home", "since", "until", "start")
MATCH_KEYS = (
    "a",
    "b",
    "c",
    "vps",
    "imps",
    "boards",
    "played",
    "unplayed",
    "penalties",
    "forfeit",
    "same_way",
    "late",
    "fouled",
    "exchanged",
    "table",
    "reason",
)
KINDS = ("swiss", "round-robin", "knockout")


@dataclass(frozen=True)
class ContestFile:
    """A contest as it was read, and the identities as they were written."""

    contest: Contest
    written: Mapping[str, str | int]


def read(text: str) -> ContestFile:
    """A contest from the text of a file."""
    return contest_file(read_object(text, FILE_KEYS, say("A contest")))


def contest_file(data: Mapping[str, Any]) -> ContestFile:
    """A contest from the one object of a file; what only a draw needs is left to it."""
    written: dict[str, str | int] = {}
    start: dict[str, Fraction] = {}
    for each in listed(data, "contestants"):
        if not isinstance(each, dict) or "id" not in each:
            raise BadContest(say("Each of “contestants” must be an object with an “id”."))
        known(each, ENTRY_KEYS, say("A contestant"))
        name = identity(each["id"], say("“contestants”"))
        if name in written:
            raise BadContest(say("{name} is in “contestants” twice.", name=name))
        written[name] = each["id"]
        start[name] = number(each.get("start", 0), say("Contestant {name}", name=name))
    rounds = tuple(_round(place, each, written) for place, each in enumerate(listed(data, "rounds", []), 1))
    kind = data.get("contest", "")
    if kind and kind not in KINDS:
        raise BadContest(say("“contest” must be {kinds}, not “{kind}”.", kinds=", ".join(KINDS), kind=kind))
    scale = data.get("scale", "")
    if scale and scale not in scale_names():
        raise BadContest(
            say("There is no scale “{name}”; there are {names}.", name=scale, names=", ".join(scale_names()))
        )
    try:
        regulations = load(_profile(data))
    except RegulationsError as problem:
        raise BadContest(problem) from None
    contest = Contest(
        tuple(written),
        rounds,
        regulations,
        whole(data, "boards", say("The contest"), 8) or 8,
        scale,
        kind,
        start,
        _penalties(data, written),
        whole(data, "planned", say("The contest"), None),
        _bye(data),
    )
    _check_boards(contest)
    return ContestFile(contest, written)


def _check_boards(contest: Contest) -> None:
    for place, matches in enumerate(contest.rounds, 1):
        for each in matches:
            whole = each.boards or contest.boards
            if max(each.played or 0, each.unplayed) > whole:
                raise BadContest(
                    say(
                        "Round {round}, {match}: of {boards} no more than these can be played or left out.",
                        round=place,
                        match=" v ".join(each.sides),
                        boards=counted("boards", whole),
                    )
                )


def _profile(data: Mapping[str, Any]) -> str:
    """The regulations that are named, or else those of the rules of the draw."""
    given = data.get("regulations")
    if given is not None:
        return str(given)
    rules = data.get("rules", "wbf")
    base = rules.get("base", "wbf") if isinstance(rules, dict) else rules
    return base if base in names() else "wbf"


def _bye(data: Mapping[str, Any]) -> Fraction | None:
    """What the rules of the draw give for a bye, if they say so: draw and table count the same."""
    rules = data.get("rules")
    return number(rules["bye"], say("“rules”")) if isinstance(rules, dict) and "bye" in rules else None


def _penalties(data: Mapping[str, Any], written: Mapping[str, object]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for each in listed(data, "penalties", []):
        if not isinstance(each, dict) or "contestant" not in each or "vps" not in each:
            raise BadContest(say("Each of “penalties” must be an object with “contestant” and “vps”."))
        known(each, ("contestant", "vps", "reason"), say("A penalty"))
        name = identity(each["contestant"], say("“penalties”"))
        if name not in written:
            raise BadContest(say("{where}: {name} is not in “contestants”.", where=say("“penalties”"), name=name))
        found[name] = found.get(name, Fraction(0)) + number(each["vps"], say("“penalties”"))
    return found


def _round(place: int, each: object, written: Mapping[str, object]) -> tuple[ContestResult, ...]:
    where = say("Round {round}", round=place)
    if not isinstance(each, dict):
        raise BadContest(say("{where} must be an object with “matches”.", where=where))
    found = tuple(_match(match, where, written) for match in listed(each, "matches"))
    sides = [side for match in found for side in match.sides]
    if len(set(sides)) < len(sides):
        twice = next(side for side in sides if sides.count(side) > 1)
        raise BadContest(say("{where}: {name} plays twice.", where=where, name=twice))
    return found


def _match(each: object, where: str, written: Mapping[str, object]) -> ContestResult:
    sides = sides_of(each, where)
    assert isinstance(each, dict)  # that was looked at  # noqa: S101
    for side in sides:
        if side not in written:
            raise BadContest(say("{where}: {name} is not in “contestants”.", where=where, name=side))
    match = say("{where}, {sides}", where=where, sides=" v ".join(sides))
    absent = "" if each.get("forfeit") is None else identity(each["forfeit"], match)
    if absent and (absent not in sides or len(sides) != 2):
        raise BadContest(say("{match}: “forfeit” must name the one of the two who did not come.", match=match))
    imps, penalties = (_numbers(each, key, match, 2) if len(sides) == 2 else None for key in ("imps", "penalties"))
    return ContestResult(
        sides,
        vps=_numbers(each, "vps", match, len(sides)),
        imps=(imps[0], imps[1]) if imps else None,
        boards=whole(each, "boards", match, None),
        played=whole(each, "played", match, None),
        unplayed=whole(each, "unplayed", match, 0) or 0,
        penalties=penalties or (),
        forfeit=absent,
        same_way=each.get("same_way") is True,
        late=_minutes(each, match, len(sides)),
        fouled=_offender(each, "fouled", match, sides),
        exchanged=_offender(each, "exchanged", match, sides),
        table=whole(each, "table", match, None),
    )


def _minutes(each: Mapping[str, Any], match: str, count: int) -> tuple[int, ...]:
    given = _numbers(each, "late", match, count)
    if given is None:
        return ()
    if any(minutes < 0 or minutes.denominator > 1 for minutes in given):
        raise BadContest(say("{match}: “late” has whole minutes for each side.", match=match))
    return tuple(int(minutes) for minutes in given)


def _offender(each: Mapping[str, Any], key: str, match: str, sides: tuple[str, ...]) -> str:
    if each.get(key) is None:
        return ""
    name = identity(each[key], match)
    if name not in sides:
        raise BadContest(say("{match}: “{key}” must name the side that did it.", match=match, key=key))
    return name


def sides_of(each: object, where: str) -> tuple[str, ...]:
    """Who is in a match: one, two or three."""
    if not isinstance(each, dict) or each.get("a") is None:
        raise BadContest(say("{where}: each match must be an object with “a” and, if it is no bye, “b”.", where=where))
    known(each, MATCH_KEYS, say("A match"))
    return tuple(identity(each[key], where) for key in "abc" if each.get(key) is not None)


def _numbers(each: Mapping[str, Any], key: str, match: str, count: int) -> tuple[Fraction, ...] | None:
    given = each.get(key)
    if given is None:
        return None
    if not isinstance(given, list) or len(given) < count:
        raise BadContest(say("{match}: “{key}” must have a number for each side.", match=match, key=key))
    return tuple(number(value, match) for value in given[:count])


def answer(file: ContestFile, table: StandingsTable) -> dict[str, Any]:
    """A table as the command prints it."""
    return {
        "contest": table.kind,
        "standings": [_standing(file, each) for each in table.standings],
        "notes": [str(note) for note in table.notes],
    }


def _standing(file: ContestFile, each: ContestStanding) -> dict[str, Any]:
    return {
        "rank": each.rank,
        "contestant": file.written[each.contestant],
        "vps": plain(each.vps),
        "played": each.played,
        "won": each.won,
        "drawn": each.drawn,
        "lost": each.lost,
        "imps": plain(each.net),
        "penalty": plain(each.penalty),
        "tie_broken_by": None if each.tie_broken_by is None else str(each.tie_broken_by),
        "rounds": [
            {
                "round": line.round,
                "opponents": [file.written[name] for name in line.opponents],
                "vps": plain(line.vps),
                "imps": plain(line.net),
                "total": plain(line.total),
            }
            for line in each.rounds
        ],
    }
