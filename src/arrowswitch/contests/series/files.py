"""A series as a JSON file, and its list: what `arrowswitch standings` reads and prints beside contests of matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from string import ascii_uppercase
from typing import Any, cast

from arrowswitch.bridge import Side
from arrowswitch.contests.reading import BadContest, identity, known, listed, number, plain, read_object, whole
from arrowswitch.contests.series.explaining import explain_place
from arrowswitch.contests.series.outlook import Outlook, outlooks
from arrowswitch.contests.series.parts import EventPart, SessionScore
from arrowswitch.contests.series.plan import CutTies, Listed, SeriesPlan, TieWay, Way
from arrowswitch.contests.series.ranked import EventPlace, SeriesList, grades_apart, stratified
from arrowswitch.regulations.readers import exact
from arrowswitch.words import say

FILE_KEYS = ("series", "sessions", "strata", "grades")
PLAN_KEYS = tuple(each.name for each in fields(SeriesPlan))
SESSION_KEYS = ("name", "day", "final", "scores", "players")
RANKING_KEYS = ("section", "tie_broken_by", "notes")
"""What a ranking of `arrowswitch score --json` has besides, so that it can be put here as it is."""
SCORE_KEYS = (
    "contestant",
    "players",
    "boards",
    "points",
    "maximum",
    "percent",
    "vps",
    "direction",
    "rank",
    "handicap",
    *RANKING_KEYS,
)


@dataclass(frozen=True)
class SeriesFile:
    """A series as it was read."""

    parts: tuple[EventPart, ...]
    plan: SeriesPlan
    strata: Mapping[str, str] = field(default_factory=dict)
    """A letter for those who are listed, A for the strongest."""
    grades: Mapping[str, str] = field(default_factory=dict)
    """The grade of those who are listed, each of which then has a list of its own."""


def read(text: str) -> SeriesFile:
    """A series from the text of a file."""
    data = read_object(text, FILE_KEYS, say("A series"))
    plan = read_plan(data.get("series", {}))
    parts = tuple(_part(place, each) for place, each in enumerate(listed(data, "sessions"), 1))
    names = [part.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise BadContest(say("Two sessions are called “{name}”.", name=name))
    for part in parts:
        for entry in part.entries:
            if plan.way in ("percent", "factored") and entry.maximum and not entry.boards:
                raise BadContest(
                    say(
                        "{session}: it is not known how many boards {who} played; say it, or let “way” be mean.",
                        session=part.name,
                        who=entry.who,
                    )
                )
    return SeriesFile(parts, plan, _strata(data.get("strata", {})), _grades(data.get("grades", {})))


def read_plan(data: object) -> SeriesPlan:
    """A plan from an object of a file."""
    if not isinstance(data, dict):
        raise BadContest(say("“series” must be an object."))
    where = say("“series”")
    known(data, PLAN_KEYS, where)
    points = tuple(number(each, where) for each in listed(data, "place_points", []))
    plan = SeriesPlan(
        cast(Way, _text(data, "way", "percent", where)),
        _share(data.get("carried", 1)),
        whole(data, "sessions", where, None),
        whole(data, "needed", where, None),
        whole(data, "counted", where, None),
        cast(Listed, _text(data, "by", "contestants", where)),
        whole(data, "partners", where, 1) or 1,
        tuple(identity(each, where) for each in listed(data, "left_out", [])),
        _day(data, "since", where),
        _day(data, "until", where),
        data.get("handicap") is True,
        tuple(whole({"cuts": each}, "cuts", where, 1) or 1 for each in listed(data, "cuts", [])),
        cast(CutTies, _text(data, "cut_ties", "all", where)),
        tuple(cast(TieWay, identity(each, where)) for each in listed(data, "ties", [])),
        tuple(Fraction(each) for each in points),
    )
    plan.check()
    return plan


def _strata(given: object) -> dict[str, str]:
    if not isinstance(given, dict) or not all(
        isinstance(each, str) and each in ascii_uppercase for each in given.values()
    ):
        raise BadContest(say("“strata” gives a letter to those who are listed, A for the strongest."))
    return {str(who): letter for who, letter in given.items() if letter}


def _grades(given: object) -> dict[str, str]:
    if not isinstance(given, dict) or not all(isinstance(each, str) for each in given.values()):
        raise BadContest(say("“grades” gives a grade to those who are listed."))
    return {str(who): grade for who, grade in given.items()}


def _share(value: object) -> Fraction:
    try:
        return exact(value)
    except ValueError:
        raise BadContest(say('“{share}” is no share to carry over; write 0.3 or "30%".', share=value)) from None


def _text(data: Mapping[str, Any], key: str, missing: str, where: str) -> str:
    value = data.get(key, missing)
    if not isinstance(value, str):
        raise BadContest(say("{where}: “{key}” must be a text.", where=where, key=key))
    return value


def _day(data: Mapping[str, Any], key: str, where: str) -> date | None:
    value = data.get(key)
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadContest(say("{where}: “{value}” is no day; write 2026-01-31.", where=where, value=value)) from None


def _part(place: int, each: object) -> EventPart:
    where = say("Session {n}", n=place)
    if not isinstance(each, dict):
        raise BadContest(say("{where} must be an object with “scores”.", where=where))
    known(each, SESSION_KEYS, say("A session"))
    name = identity(each.get("name", str(where)), where)
    people = each.get("players", {})
    if not isinstance(people, dict):
        raise BadContest(say("{where}: “players” must be an object with the players of each contestant.", where=name))
    scores = tuple(_score(score, name, people) for score in listed(each, "scores"))
    return EventPart(name, scores, _day(each, "day", name), _text(each, "final", "", name))


def _score(each: object, where: str, people: Mapping[str, Any]) -> SessionScore:
    if not isinstance(each, dict) or not ("contestant" in each or "players" in each):
        raise BadContest(
            say("{where}: each of “scores” must be an object with “contestant” or “players”.", where=where)
        )
    known(each, SCORE_KEYS, say("A score"))
    given = each.get("players", people.get(str(each.get("contestant")), []))
    if not isinstance(given, list):
        raise BadContest(say("{where}: “players” must be a list.", where=where))
    players = tuple(identity(player, where) for player in given)
    who = identity(each["contestant"], where) if "contestant" in each else " & ".join(sorted(players))
    found = {
        key: None if each.get(key) is None else number(each[key], say("{where}, {who}", where=where, who=who))
        for key in ("points", "maximum", "percent", "vps", "handicap")
    }
    if found["points"] is None and found["percent"] is not None:
        found["points"], found["maximum"] = found["percent"], Fraction(100)
    if found["points"] is None and found["vps"] is None:
        raise BadContest(say("{where}, {who}: there must be “percent”, “points” or “vps”.", where=where, who=who))
    if found["maximum"] is not None and found["maximum"] < 0:
        raise BadContest(say("{where}, {who}: “maximum” is less than nothing.", where=where, who=who))
    side = each.get("direction")
    if side not in (None, "NS", "EW"):
        raise BadContest(say("{where}, {who}: “direction” is NS or EW.", where=where, who=who))
    return SessionScore(
        who,
        whole(each, "boards", say("{where}, {who}", where=where, who=who), 0) or 0 if each.get("boards") else 0,
        found["points"] or 0,
        found["maximum"],
        found["vps"],
        Side(side) if side else None,
        str(each.get("rank") or ""),
        players,
        found["handicap"] or 0,
        str(each.get("section") or ""),
    )


def answer(file: SeriesFile, made: SeriesList) -> dict[str, Any]:
    """A list as the command prints it."""
    held = len(made.placed[0].taken) if made.placed else 0
    ahead = outlooks(made, file.plan, held)
    return {
        "contest": "series",
        "open": made.open,
        "standings": [_standing(each, file.plan) | _ahead(ahead.get(each.who)) for each in made.placed],
        "notes": [str(note) for note in made.notes],
        **({"strata": _by_stratum(file, made)} if file.strata else {}),
        **({"grades": _by_grade(file, made)} if file.grades else {}),
    }


def _ahead(outlook: Outlook | None) -> dict[str, Any]:
    """What may still be reached; nothing once all sessions have been played."""
    if outlook is None:
        return {}
    return {
        "still": {
            "must_play": outlook.must_play,
            "to_come": outlook.to_come,
            "lowest": plain(outlook.lowest),
            "highest": plain(outlook.highest),
            "first": outlook.first or None,
        }
    }


def _by_grade(file: SeriesFile, made: SeriesList) -> list[dict[str, Any]]:
    lists = grades_apart(made.placed, lambda each: file.grades.get(each.who, ""))
    return [
        {
            "grade": grade,
            "standings": [
                {"rank": each.rank or None, "contestant": each.who, "value": plain(each.value)} for each in part
            ],
        }
        for grade, part in lists.items()
    ]


def _by_stratum(file: SeriesFile, made: SeriesList) -> list[dict[str, Any]]:
    return [
        {
            "stratum": letter,
            "standings": [{"rank": each.rank, "contestant": each.who, "value": plain(each.value)} for each in part],
        }
        for letter, part in stratified(made, file.strata).items()
    ]


def _standing(each: EventPlace, plan: SeriesPlan) -> dict[str, Any]:
    return {
        "rank": each.rank or None,
        "contestant": each.who,
        "direction": None if each.direction is None else str(each.direction),
        "value": plain(each.value),
        "boards": each.boards,
        "played": each.played,
        "final": each.final or None,
        "why_no_place": None if each.why is None else str(each.why),
        "tie_broken_by": None if each.tie_broken_by is None else str(each.tie_broken_by),
        "sessions": [
            {
                "session": share.session,
                "value": plain(share.value),
                "counts": share.weighs,
                "share": plain(share.share),
                "with": list(share.entry.players) if share.entry and plan.by == "players" else [],
            }
            for share in each.taken
        ],
        "working": str(explain_place(each, plan)).splitlines()[1:],
    }
