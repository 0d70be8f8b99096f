"""The awards of a session as JSON: what `arrowswitch awards` reads and prints.

A file is the answer of `arrowswitch score --json` with a few keys more: how it was scored, how many winners, the tables and the boards.
Keys that awards do not ask for are let be, so that the whole answer can be put in as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from string import ascii_uppercase
from typing import Any, cast

from arrowswitch.contests.awards.award import AwardSheet, PointsAward
from arrowswitch.contests.awards.lists import AwardedSession, AwardList, MatchToAward, OverallWish, PlacedContestant
from arrowswitch.contests.awards.matches import won_by
from arrowswitch.contests.awards.scheme import ContestantKind
from arrowswitch.contests.reading import BadContest, identity, known, listed, number, plain, whole
from arrowswitch.regulations.readers import exact
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.files.answer import explained
from arrowswitch.scoring.methods import METHODS
from arrowswitch.words import counted, say

KINDS = ("pairs", "teams", "individual")
TEAM_METHODS = ("board-a-match", "point-a-board", "imps", "patton", "aggregate")
OVERALL_KEYS = ("first", "rating", "sessions", "factor", "places")
MOST_TABLES = 10_000
MOST_BOARDS = 10_000
LONGEST_RANK = 6
"""Digits: more contestants than that are in no list."""
AT_A_TABLE = 4
"""More contestants than this have no room at one."""


def read_session(data: object) -> AwardedSession:
    """A session from the values of its file.

    >>> ranked = [{"contestant": str(n), "rank": str(n)} for n in range(1, 9)]
    >>> read_session({"ranking": ranked, "winners": 1, "tables": 4, "boards_played": 28}).lists[0].groups()[0][0].contestant
    '1'
    """
    if not isinstance(data, dict):
        raise BadContest(say("A session to be awarded is one JSON object: the answer of “arrowswitch score --json”."))
    if "ranking" not in data and "sessions" in data:
        raise BadContest(
            say("This answer has several sessions, and each has awards of its own: give one of “sessions”.")
        )
    rows = listed(data, "ranking")
    if not rows:
        raise BadContest(say("“ranking” is empty: nobody is placed."))
    method = data.get("method", "imps" if "matches" in data else "matchpoints")  # only teams have matches
    if not isinstance(method, str) or method not in METHODS:
        names = ", ".join(METHODS)
        raise BadContest(say("There is no method “{method}”; there are {names}.", method=method, names=names))
    lists = _lists(rows, "ranking")
    winners = _winners(data, lists)
    tables = _tables(data, sum(len(each.places) for each in lists))
    contestants = [each.contestant for given in lists for each in given.places]
    kind = _kind(data, method, winners, tables, len(contestants))
    boards = _boards_played(data, rows, contestants)
    ineligible = [identity(each, say("“ineligible”")) for each in listed(data, "ineligible", [])]
    players = _players(data, rows)
    matches = _matches(listed(data, "matches", []), method)
    for key, named in (
        ("ineligible", ineligible),
        ("players", players),
        ("matches", [each.contestant for each in matches]),
    ):
        _all_placed(named, contestants, key)
    in_use = _in_use(data, lists, boards)
    if not all(in_use.values()):
        raise BadContest(say("Say how many boards each contestant was to play: “boards_played”."))
    session = AwardedSession(
        lists=lists,
        winners=winners,
        kind=kind,
        method=method,
        tables=tables,
        boards_in_use=max(in_use.values()),
        boards_of_sections=in_use,
        boards_played=boards,
        boards_done=_boards_done(rows),
        strata=_strata(data, lists),
        matches=matches,
        match_boards=whole(data, "boards_per_match", say("The session"), 0) or 0,
        ineligible=frozenset(ineligible),
        players=players,
    )
    return settle(session, data)


def settle(session: AwardedSession, said: Mapping[str, Any]) -> AwardedSession:
    """The session with what its organiser has settled, by the keys of its file: game and limit, weight, first, limits of strata, overall.

    >>> session = read_session({"ranking": [{"contestant": "1", "rank": "1"}], "winners": 1, "boards_played": 24})
    >>> settle(session, {"game": "limited", "limit": 100}).limit, settle(session, {"weight": "2.5"}).weight
    (100, Fraction(5, 2))
    """
    limits = said.get("strata_limits", {})
    if not isinstance(limits, dict):
        raise BadContest(say("“strata_limits” gives each stratum the most masterpoints of its players."))
    return replace(
        session,
        strata=tuple(
            replace(each, limit=_limit(limits.get(each.stratum), each.stratum) if each.limit is None else each.limit)
            for each in session.strata
        ),
        game=_text(said, "game", "open"),
        limit=whole(said, "limit", say("The session"), None),
        weight=_number(said, "weight"),
        first=_number(said, "first"),
        overall=_overall(said.get("overall")),
    )


def awards_answer(sheet: AwardSheet) -> dict[str, Any]:
    """Awards as JSON values."""
    return {
        "scheme": {
            "title": sheet.scheme.title,
            "edition": sheet.scheme.edition,
            "since": sheet.scheme.since.isoformat(),
            "source": sheet.scheme.source,
        },
        "awards": [_award(each) for each in sheet.awards],
        "notes": [str(note) for note in sheet.notes],
        "not_in_our_sources": list(sheet.scheme.absent),
    }


def _award(award: PointsAward) -> dict[str, Any]:
    return {
        "contestant": award.contestant,
        "rank": award.rank,
        "amount": plain(award.amount),
        "unit": award.unit,
        "list": str(award.list),
        "reason": str(award.reason),
        "counts": award.counts,
        **({"players": list(award.players)} if award.players else {}),
        "working": explained(award.working)["steps"],
    }


# -- the lists ----------------------------------------------------------------------------------------------------------


def _all_placed(named: Iterable[str], contestants: Sequence[str], key: str) -> None:
    """Refuses a name that nobody in the ranking has: a slip of the pen would give somebody what another should have."""
    unknown = [who for who in named if who not in contestants]
    if unknown:
        raise BadContest(
            say("“{key}” names {who}, and nobody in “ranking” is called so.", key=key, who=", ".join(unknown))
        )


def _lists(rows: Sequence[Any], where: str) -> tuple[AwardList, ...]:
    """The lists of a ranking: its sections and directions, each with its own places."""
    by_list: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    seen: set[str] = set()
    for place, row in enumerate(rows, 1):
        said = say("{key}, entry {n}", key=f"“{where}”", n=place)
        if not isinstance(row, dict):
            raise BadContest(say("{where} must be an object with “contestant” and “rank”.", where=said))
        who = identity(row.get("contestant"), said)
        if who in seen:
            raise BadContest(say("{who} is twice in “{key}”.", who=who, key=where))
        seen.add(who)
        direction = row.get("direction") or ""
        if direction not in ("", "NS", "EW"):
            raise BadContest(say("{where}: “direction” is NS or EW, not “{value}”.", where=said, value=direction))
        section = identity(row["section"], said) if row.get("section") else ""
        by_list[section, direction].append(row)
    found = tuple(
        AwardList(tuple(_placed(row, mine) for row in mine), section, direction)
        for (section, direction), mine in by_list.items()
    )
    for each in found:
        _places_count(each)
    return found


def _places_count(given: AwardList) -> None:
    """Refuses places that do not say how many are above: those would give the award of one place to two."""
    groups = given.groups()
    if groups[0][0].place != 1:
        raise BadContest(
            say(
                "In the list “{list}” nobody has rank 1; who may have no award stays in, under “ineligible” too.",
                list=given.title,
            )
        )
    above = 0
    for group in groups:
        if group[0].place <= above:
            raise BadContest(
                say(
                    "{who} has rank {rank}, with {n} ranked above: after 1= and 1= comes 3.",
                    who=group[0].contestant,
                    rank=group[0].place,
                    n=above,
                )
            )
        above += len(group)


def _placed(row: Mapping[str, Any], mine: Sequence[Mapping[str, Any]]) -> PlacedContestant:
    who = str(row["contestant"])
    value = _value(row)
    rank = row.get("rank")
    if rank is None:
        values = [_value(other) for other in mine]
        if value is None or None in values:
            raise BadContest(say("{who} has no “rank”.", who=who))
        return PlacedContestant(who, 1 + sum(other > value for other in values if other is not None), value)
    text = str(rank).strip().removesuffix("=")
    if not text.isdecimal() or len(text) > LONGEST_RANK or int(text) < 1:
        said = str(rank)[:40]
        raise BadContest(say("{who}: “{rank}” is no rank; write 3, or 3= where it is shared.", who=who, rank=said))
    return PlacedContestant(who, int(text), value)


def _value(row: Mapping[str, Any]) -> Fraction | None:
    """What a row is ranked by."""
    for key in ("percent", "vps", "points"):
        if row.get(key) is not None:
            return number(row[key], str(row.get("contestant")))
    return None


def _strata(data: Mapping[str, Any], lists: Sequence[AwardList]) -> tuple[AwardList, ...]:
    """The lists of the weaker strata: as the answer of `score` has them, or from a letter for each contestant."""
    given = data.get("strata")
    if not given:
        return ()
    if isinstance(given, dict):
        return _by_letter(given, lists)
    if not isinstance(given, list):
        raise BadContest(
            say(
                "“strata” is the list that “arrowswitch score” gives, or a letter for each contestant, A for the strongest."
            )
        )
    everybody = sum(len(each.places) for each in lists)
    found: list[AwardList] = []
    for each in given:
        if not isinstance(each, dict) or not isinstance(each.get("ranking"), list):
            raise BadContest(say("A stratum has its letter under “stratum”, and its “ranking”."))
        letter = identity(each.get("stratum"), say("“strata”"))
        limit = _limit(each.get("limit"), letter)
        mine = _lists(each["ranking"], say("stratum {letter}", letter=letter))
        _all_placed(
            [placed.contestant for one in mine for placed in one.places],
            [placed.contestant for one in lists for placed in one.places],
            "strata",
        )
        if sum(len(one.places) for one in mine) < everybody:
            found += [AwardList(one.places, one.section, one.direction, letter, limit) for one in mine]
    return tuple(found)


def _limit(value: object, letter: str) -> int | None:
    """The most masterpoints of the players of a stratum, where it is said."""
    return whole({"limit": value}, "limit", say("Stratum {letter}", letter=letter), None)


def _by_letter(given: Mapping[str, Any], lists: Sequence[AwardList]) -> tuple[AwardList, ...]:
    if not all(isinstance(letter, str) and len(letter) == 1 and letter in ascii_uppercase for letter in given.values()):
        raise BadContest(say("“strata” gives a letter to each contestant, A for the strongest."))
    _all_placed(given, [placed.contestant for one in lists for placed in one.places], "strata")
    letters = sorted({*given.values(), "A"})[1:]
    found = []
    for letter in letters:
        mine = [who for who, own in given.items() if own >= letter]
        found += [part for each in lists if (part := each.among(mine, letter, None)).places]
    return tuple(found)


# -- the rest -----------------------------------------------------------------------------------------------------------


def _winners(data: Mapping[str, Any], lists: Sequence[AwardList]) -> int:
    found = {bool(each.direction) for each in lists}
    if len(found) > 1:
        raise BadContest(say("Some of “ranking” have a direction and some have none."))
    winners = data.get("winners", 2 if True in found else 1)
    if winners not in (1, 2) or isinstance(winners, bool):
        raise BadContest(say("“winners” is 1 or 2, not “{value}”.", value=winners))
    if winners == 2 and False in found:
        raise BadContest(say("With two winners everybody in “ranking” needs a direction, NS or EW."))
    if winners == 1 and True in found:
        raise BadContest(say("With one winner nobody in “ranking” has a direction; is “winners” 2?"))
    return int(winners)


def _tables(data: Mapping[str, Any], contestants: int) -> Fraction | None:
    given = data.get("tables")
    if given is None:
        return None
    try:
        tables = exact(given.replace("½", ".5") if isinstance(given, str) else given)
    except ValueError:
        tables = Fraction(0)
    if not 0 < tables <= MOST_TABLES or tables * 4 != int(tables * 4):
        raise BadContest(say("“{value}” is not a number of tables; write 7, or 7.5.", value=given))
    if contestants > tables * AT_A_TABLE:
        raise BadContest(
            say(
                "{n} contestants cannot sit at {tables}.",
                n=contestants,
                tables=counted("tables", tables, shown(tables)),
            )
        )
    return tables


def _kind(
    data: Mapping[str, Any], method: object, winners: int, tables: Fraction | None, contestants: int
) -> ContestantKind:
    """Pairs, teams or single players: as it is said, or as the method and the number at a table have it."""
    given = data.get("kind")
    if given is not None:
        if given not in KINDS:
            raise BadContest(say("“kind” is one of {kinds}, not “{value}”.", kinds=", ".join(KINDS), value=given))
        return cast(ContestantKind, given)
    if method in TEAM_METHODS:
        return "teams"
    if winners == 1 and tables and contestants >= 3 * tables:
        return "individual"
    return "pairs"


def _in_use(data: Mapping[str, Any], lists: Sequence[AwardList], boards: Mapping[str, int]) -> dict[str, int]:
    """How many boards are in play in each section: as it is said, or those of the answer, but no fewer than somebody plays."""
    said = whole(data, "boards_in_use", say("The session"), 0) or 0
    answer = data.get("boards")
    answered = [each for each in answer if isinstance(each, dict)] if isinstance(answer, list) else []
    found: dict[str, int] = {}
    for given in lists:
        mine = {
            str(each.get("board")) for each in answered if str(each.get("section") or given.section) == given.section
        }
        played = [boards[each.contestant] for each in given.places]
        found[given.section] = max(said, len(mine), *played, found.get(given.section, 0))
    return found


def _boards_played(
    data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], contestants: Sequence[str]
) -> dict[str, int]:
    given = data.get("boards_played")
    listed_ones = {str(row["contestant"]): whole(row, "boards", str(row["contestant"]), 0) or 0 for row in rows}
    if isinstance(given, dict):
        _all_placed(given, contestants, "boards_played")
        return listed_ones | {who: whole(given, who, say("“boards_played”"), 0) or 0 for who in given}
    boards = whole(data, "boards_played", say("The session"), None)
    return listed_ones if boards is None else dict.fromkeys(contestants, boards)


def _boards_done(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """The boards that the answer of `score` has counted for each contestant."""
    counted_ones = {str(row["contestant"]): whole(row, "boards", str(row["contestant"]), 0) for row in rows}
    return {who: boards for who, boards in counted_ones.items() if boards}


def _matches(rows: Sequence[object], method: str) -> tuple[MatchToAward, ...]:
    """The matches, each with what it was won by."""
    found = [(_match(row), row) for row in rows]
    sides = [(each.contestant, each.opponent, each.net + _aggregate(row, each.contestant)) for each, row in found]
    margins = won_by(method, sides)
    for (each, _row), margin in zip(found, margins, strict=True):
        if margin is None:
            raise BadContest(
                say(
                    "“matches” has what {who} scored against {opponent}, and not what {opponent} scored.",
                    who=each.contestant,
                    opponent=each.opponent,
                )
            )
    return tuple(
        replace(each, net=margin) for (each, _row), margin in zip(found, margins, strict=True) if margin is not None
    )


def _aggregate(row: object, who: str) -> Fraction:
    """Of Patton: what a match had for the aggregate."""
    points = row.get("aggregate_points") if isinstance(row, dict) else None
    return Fraction(0) if points is None else number(points, who)


def _match(data: object) -> MatchToAward:
    where = say("“matches”")
    if not isinstance(data, dict):
        raise BadContest(say("A match has “contestant”, “opponent”, “boards” and “net”."))
    who = identity(data.get("contestant"), where)
    net = data.get("net")
    if net is None:
        raise BadContest(say("{who}: a match has no “net”.", who=who))
    boards = data.get("boards")
    if not isinstance(boards, int) or isinstance(boards, bool) or not 0 <= boards <= MOST_BOARDS:
        raise BadContest(say("{who}: a match has “boards”, how many were compared.", who=who))
    played = data.get("players", {})
    if not isinstance(played, dict):
        raise BadContest(say("{who}: “players” of a match gives each player the boards that he played in it.", who=who))
    players = {identity(name, who): whole(played, name, say("{who}, players", who=who), 0) or 0 for name in played}
    return MatchToAward(who, identity(data.get("opponent"), where), boards, number(net, who), players)


def _players(data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int | None]]:
    """The players of each contestant: their names, or each with the boards that he played."""
    given = {str(row["contestant"]): row["players"] for row in rows if row.get("players")}
    own = data.get("players", {})
    if not isinstance(own, dict):
        raise BadContest(say("“players” gives each contestant the list of its players."))
    found: dict[str, dict[str, int | None]] = {}
    for who, names in (given | own).items():
        if isinstance(names, dict):
            found[who] = {
                identity(name, who): whole(names, name, say("{who}, players", who=who), None) for name in names
            }
        elif isinstance(names, list):
            found[who] = {identity(name, who): None for name in names}
        else:
            raise BadContest(say("{who}: “players” is a list of names, or names with the boards each played.", who=who))
    return found


def _overall(data: object) -> OverallWish | None:
    if data is None:
        return None
    where = say("“overall”")
    if not isinstance(data, dict):
        raise BadContest(say("“overall” is an object with “places” and “first”, or “rating”."))
    known(data, OVERALL_KEYS, where)
    places = whole(data, "places", where, None)
    if places is None:
        raise BadContest(say("“overall” needs “places”: how many have an overall award."))
    return OverallWish(
        places,
        _number(data, "first"),
        _text(data, "rating", ""),
        whole(data, "sessions", where, 1) or 1,
        _number(data, "factor") or Fraction(1),
    )


def _number(data: Mapping[str, Any], key: str) -> Fraction | None:
    if data.get(key) is None:
        return None
    found = number(data[key], say("“{key}”", key=key))
    if found <= 0:
        raise BadContest(say("“{key}” must be more than 0.", key=key))
    return found


def _text(data: Mapping[str, Any], key: str, missing: str) -> str:
    value = data.get(key, missing)
    if not isinstance(value, str):
        raise BadContest(say("“{key}” must be a word.", key=key))
    return value
