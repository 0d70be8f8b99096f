"""A session as a JSON file, for the command `score`; its answer is in `answer`.

Everything is read and checked before anything is computed. What is wrong is said in one sentence that names the
result (counted from 1) and its board, and what is allowed. Not read by `plain`, because a
sentence tells the shape of a whole part, and one part says how another is read: the method how penalties are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arrowswitch.bridge import Side
from arrowswitch.regulations import RegulationsError, load
from arrowswitch.regulations.readers import exact
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.files.session_lines import SessionFileError, check_keys, read_line, whole_score
from arrowswitch.scoring.imps import no_artificial
from arrowswitch.scoring.lines import BadLine, Line
from arrowswitch.scoring.methods import METHODS, Method, beyond_the_top
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.penalties import Penalty
from arrowswitch.scoring.ranking.clubs import check_clubs
from arrowswitch.scoring.ranking.handicaps import KINDS as HANDICAPS
from arrowswitch.scoring.ranking.handicaps import pair_handicap
from arrowswitch.scoring.scored import check_method
from arrowswitch.scoring.session import CONTESTS, BadSession, BoardSitOut, Handicaps, SessionToScore, SettledMatch
from arrowswitch.words import Sentence, counted, say, spans

TOP_KEYS = (
    *("method", "winners", "regulations", "laws", "boards_per_match", "expected", "boards", "title"),
    *("options", "results", "penalties", "sit_outs", "strata", "handicaps", "clubs", "pars", "contest"),
    *("partnerships", "matches"),
)
MOST = 100_000
LAWS = ("2017", "2007")
OPTIONS = {
    "missing": ("matchpoints.missing", "fouled.method"),
    "weighted": ("weighted.method",),
    "ascherman": ("matchpoints.ascherman",),
    "datum": ("butler.datum",),
    "scale": ("matches.scale",),
}


def loads(text: str) -> SessionToScore:
    """A session from JSON text.

    >>> loads('{"results": [{"board": 1, "ns": "1", "ew": "2", "score": 620}]}').lines[0].score
    620
    """
    return read(_json(text))


def loads_all(text: str) -> tuple[tuple[str, SessionToScore], ...]:
    """The sessions of a file that has one or a list of them, each with its title.

    >>> one = '{"title": "A", "results": [{"board": 1, "ns": "1", "ew": "2", "score": 620}]}'
    >>> [title for title, _ in loads_all(f'{{"sessions": [{one}, {one}]}}')]
    ['A', 'A']
    """
    data = _json(text)
    sessions = data.get("sessions") if isinstance(data, Mapping) and "sessions" in data else [data]
    if not isinstance(sessions, list) or not sessions:
        raise SessionFileError(say("sessions is a list with at least one session."))
    return tuple((str(each.get("title") or "") if isinstance(each, Mapping) else "", read(each)) for each in sessions)


def _json(text: str) -> Any:
    try:
        data: Any = json.loads(text, parse_float=str)
    except json.JSONDecodeError as error:
        raise SessionFileError(
            say("This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        ) from None
    except RecursionError:
        raise SessionFileError(say("This is not a session: it is nested too deep.")) from None
    except ValueError:  # Python reads no whole number of thousands of digits
        raise SessionFileError(say("A number in the file is too large.")) from None
    return data


def read(data: object) -> SessionToScore:
    """A session from the values of a JSON file."""
    if not isinstance(data, Mapping):
        raise SessionFileError(say("A session file is an object with results, not a list or a value."))
    check_keys(data, TOP_KEYS, say("The session"))
    results, settled = data.get("results", []), _matches(data.get("matches", []))
    if not isinstance(results, list) or not (results or settled):
        raise SessionFileError(say("The session needs results, a list with at least one result."))
    if str(data.get("laws", LAWS[0])) not in LAWS:
        raise SessionFileError(
            say("laws must be one of {laws}; it is {value}.", laws=", ".join(LAWS), value=repr(data["laws"]))
        )
    last = _count(data, "boards")
    lines = tuple(read_line(number, result, last) for number, result in enumerate(results, 1))
    overrides, apart = _options(data.get("options", {}))
    method = str(data.get("method", "matchpoints"))
    try:
        regulations = load(str(data.get("regulations", "wbf")), overrides or None)
        session = SessionToScore(
            lines,
            method,
            data.get("winners", 1),
            regulations,
            _count(data, "expected"),
            _penalties(data.get("penalties", []), method),
            _count(data, "boards_per_match"),
            apart,
            _sit_outs(data.get("sit_outs", [])),
            _strata(data.get("strata", {})),
            _handicaps(data["handicaps"]) if "handicaps" in data else None,
            _pars(data.get("pars", {})),
            _contest(data.get("contest", "")),
            clubs=_clubs(data.get("clubs", {})),
            partnerships=_partnerships(data.get("partnerships", {})),
            settled=settled,
        )
        check_method(session)
        _check_pars(session)
        _check_expected(session)
        _check_places(session)
        _check_points(session)
        _check_names(session)
        check_clubs(list(session.fields), session.clubs)
    except (RegulationsError, BadSession) as error:
        raise SessionFileError(error.args[0]) from None
    return session


def _count(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise SessionFileError(
            say("{key} must be a whole number from 1 to {most}; it is {value}.", key=key, most=MOST, value=repr(value))
        )
    return value


def _options(given: object) -> tuple[dict[str, dict[str, Any]], bool]:
    if not isinstance(given, Mapping):
        raise SessionFileError(say("options must be an object."))
    overrides: dict[str, dict[str, Any]] = {}
    apart = False
    for key, value in given.items():
        if key == "sections":
            if value not in ("together", "apart"):
                raise SessionFileError(
                    say("options.sections must be together or apart; it is {value}.", value=repr(value))
                )
            apart = value == "apart"
            continue
        places = OPTIONS.get(key, (key,) if "." in key else ())
        if not places:
            allowed = ", ".join((*OPTIONS, "sections"))
            raise SessionFileError(
                say(
                    "There is no option “{key}”; there are {allowed}, and every key of the regulations.",
                    key=key,
                    allowed=allowed,
                )
            )
        for place in places:
            section, _, name = place.partition(".")
            overrides.setdefault(section, {})[name] = {"value": value, "source": say("the options of this session")}
    return overrides, apart


def _penalties(given: object, method: str) -> tuple[Penalty, ...]:
    if not isinstance(given, list):
        raise SessionFileError(say("penalties must be a list."))
    return tuple(_penalty(number, penalty, method) for number, penalty in enumerate(given, 1))


def _penalty(number: int, given: object, method: str) -> Penalty:
    where = say("Penalty {number}", number=number)
    if not isinstance(given, Mapping):
        raise SessionFileError(say("{where} is not an object.", where=where))
    check_keys(given, ("contestant", "amount", "reason", "round", "against"), where)
    contestant, reason = str(given.get("contestant", "")), str(given.get("reason", ""))
    found = AMOUNT.fullmatch(str(given.get("amount")))
    if found is None:
        raise SessionFileError(
            say(
                "{where}: amount must be a share of a top such as 10%, or a number of points, IMPs or VPs; it is {value}.",
                where=where,
                value=repr(given.get("amount")),
            )
        )
    amount, unit = exact(found["number"]), found["unit"].lower()
    own = METHODS[method].unit if method in METHODS else ""
    if unit.startswith(("imp", "mp")) and own and not own.lower().startswith(unit):
        raise SessionFileError(
            say(
                "{where}: {amount} cannot be taken from a session in {method}; give {instead}.",
                where=where,
                amount=str(given["amount"]).strip(),
                method=method,
                instead=_instead(METHODS[method]),
            )
        )
    number_of_round, against = given.get("round"), str(given.get("against") or "")
    if number_of_round is not None and (isinstance(number_of_round, bool) or not isinstance(number_of_round, int)):
        raise SessionFileError(
            say("{where}: round must be a whole number; it is {value}.", where=where, value=repr(number_of_round))
        )
    in_a_match = Penalty(contestant, reason=reason, round=number_of_round, against=against)
    if unit == "%":
        return replace(in_a_match, share=amount / 100)
    if unit.startswith("vp"):
        return replace(in_a_match, vps=amount)
    return replace(in_a_match, points=amount)


def _instead(method: Method) -> Sentence:
    """What can be taken from a session by a method."""
    if method.percent:
        return say("a share of a top such as 10%, or points")
    return say("a number of IMPs") if method.unit == "IMPs" else say("a number of points")


AMOUNT = re.compile(r"\s*(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(?P<unit>%|VPs?|IMPs?|MPs?|)\s*", re.IGNORECASE)


def _sit_outs(given: object) -> tuple[BoardSitOut, ...]:
    if not isinstance(given, list):
        raise SessionFileError(say("sit_outs must be a list."))
    found: list[BoardSitOut] = []
    for number, each in enumerate(given, 1):
        where = say("Sit-out {number}", number=number)
        if not isinstance(each, Mapping):
            raise SessionFileError(say("{where} is not an object.", where=where))
        check_keys(each, ("contestant", "direction", "boards"), where)
        direction, boards = each.get("direction"), each.get("boards")
        if direction not in tuple(Side) or not isinstance(boards, list) or not all(type(b) is int for b in boards):
            raise SessionFileError(
                say("{where} has a contestant, the direction NS or EW, and boards, a list of numbers.", where=where)
            )
        found += [BoardSitOut(str(each.get("contestant", "")), board, Side(direction)) for board in boards]
    return tuple(found)


def _strata(given: object) -> dict[str, str]:
    if not isinstance(given, Mapping) or not all(
        isinstance(stratum, str) and re.fullmatch("[A-Z]", stratum) for stratum in given.values()
    ):
        raise SessionFileError(say('strata gives contestants a letter, A for the strongest: {"7": "B"}.'))
    return dict(given)


def _clubs(given: object) -> dict[str, str]:
    if not isinstance(given, Mapping) or not all(isinstance(club, str) and club.strip() for club in given.values()):
        raise SessionFileError(say('clubs gives each contestant its club: {"7": "Avon"}.'))
    return dict(given)


def _partnerships(given: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(given, Mapping) or not all(
        isinstance(two, list) and len(two) == 2 and all(isinstance(player, str) and player.strip() for player in two)
        for two in given.values()
    ):
        raise SessionFileError(
            say('partnerships gives each side of an individual its two players: {"1+2": ["1", "2"]}.')
        )
    return {side: tuple(two) for side, two in given.items()}


def _matches(given: object) -> tuple[SettledMatch, ...]:
    """Matches of teams that have a result and no boards."""
    if not isinstance(given, list):
        raise SessionFileError(say("matches must be a list."))
    return tuple(_match(number, match) for number, match in enumerate(given, 1))


def _match(number: int, given: object) -> SettledMatch:
    where = say("Match {number}", number=number)
    if not isinstance(given, Mapping):
        raise SessionFileError(say("{where} is not an object.", where=where))
    check_keys(given, ("one", "other", "points", "boards", "round", "section"), where)
    one, other, points = given.get("one"), given.get("other"), given.get("points")
    if not (isinstance(one, str) and isinstance(other, str) and one != other and isinstance(points, list)):
        raise SessionFileError(say("{where} has two teams, one and other, and the points of each.", where=where))
    try:
        mine, theirs = (tidy(exact(each)) for each in points)
    except ValueError:
        raise SessionFileError(
            say("{where} has two teams, one and other, and the points of each.", where=where)
        ) from None
    boards, played = _count(given, "boards"), _count(given, "round")
    return SettledMatch(
        one, other, "entered", (mine, theirs), boards=boards or 0, round=played, section=str(given.get("section") or "")
    )


def _handicaps(given: object) -> Handicaps:
    sentence = say(
        "handicaps has a kind ({kinds}) and contestants, each with a number or with its players’ numbers.",
        kinds=", ".join(HANDICAPS),
    )
    if not isinstance(given, Mapping) or set(given) != {"kind", "contestants"} or given["kind"] not in HANDICAPS:
        raise SessionFileError(sentence)
    contestants = given["contestants"]
    if not isinstance(contestants, Mapping):
        raise SessionFileError(sentence)
    try:
        found = {
            name: pair_handicap(*(exact(each) for each in (value if isinstance(value, list) and value else [value])))
            for name, value in contestants.items()
        }
    except ValueError:
        raise SessionFileError(sentence) from None
    return Handicaps(given["kind"], found)


def _pars(given: object) -> dict[int, int]:
    sentence = say('pars gives boards the score that was estimated, as North-South see it: {"1": 420, "2": -100}.')
    if not isinstance(given, Mapping):
        raise SessionFileError(sentence)
    try:
        return {int(board): whole_score(score) for board, score in given.items()}
    except (BadLine, ValueError):
        raise SessionFileError(sentence) from None


def _contest(given: object) -> str:
    if given not in ("", *CONTESTS):
        raise SessionFileError(
            say("contest must be one of {contests}; it is {value}.", contests=", ".join(CONTESTS), value=repr(given))
        )
    return str(given)


def _check_pars(session: SessionToScore) -> None:
    """A par for every board, and only where it is the datum."""
    wanted = session.method in ("butler", "net") and session.regulations.butler.datum == "par"
    if session.pars and not wanted:
        raise SessionFileError(
            say("pars are used by the methods butler and net with the datum par; set options.datum to par.")
        )
    missing = sorted({key.board for key in session.by_board} - set(session.pars)) if wanted else []
    if missing:
        raise SessionFileError(say("pars has nothing for {boards}.", boards=spans(missing)))


def _check_expected(session: SessionToScore) -> None:
    for key, lines in session.by_board.items():
        results = sum(line.counts for line in lines)
        if session.expected and results > session.expected:
            raise SessionFileError(
                say(
                    "Board {board} has {results}, more than the {expected} expected.",
                    board=key.board,
                    results=counted("results", results),
                    expected=session.expected,
                )
            )


def _check_scores(number: int, line: Line) -> None:
    try:
        for award in (line.ns_award, line.ew_award):
            no_artificial(award)
    except BadLine as error:
        raise SessionFileError(
            say("Result {number} (board {board}): {problem}", number=number, board=line.board, problem=error.args[0])
        ) from None


def _check_places(session: SessionToScore) -> None:
    """Refuses a contestant twice on a board, and a score that the method does not know."""
    seen: dict[tuple[object, ...], int] = {}
    for number, line in enumerate(session.lines, 1):
        if line.status == "struck":
            continue
        if not METHODS[session.method].artificial:
            _check_scores(number, line)
        for name, side in ((line.ns, "ns"), (line.ew, "ew")):
            # a team plays a board twice, once each way
            place = (*session.key(line), name, *((side, line.round) if session.teams else ()))
            first = seen.setdefault(place, number)
            if first != number:
                raise SessionFileError(
                    say(
                        "Result {number} (board {board}): {name} has played this board already, in result {first};"
                        " everybody plays a board once.",
                        number=number,
                        board=line.board,
                        name=name,
                        first=first,
                    )
                )


def _check_points(session: SessionToScore) -> None:
    """Refuses more points than a board is worth."""
    for number, award, top in beyond_the_top(session):
        raise SessionFileError(
            say(
                "Result {number} (board {board}): m{points} is not from 0 to {top}, the top of this board.",
                number=number + 1,
                board=session.lines[number].board,
                points=shown(award.points),
                top=shown(top),
            )
        )


def _check_names(session: SessionToScore) -> None:
    """Refuses what is for nobody; and, by asking for the fields, who sits in two of them."""
    asked = (
        (say("Penalty {number}", number=number), name)
        for number, penalty in enumerate(session.penalties, 1)
        for name in (penalty.contestant, *((penalty.against,) if penalty.against else ()))
    )
    further = (
        (say("sit_outs"), (each.contestant for each in session.sit_outs)),
        (say("strata"), session.strata),
        (say("handicaps"), session.handicaps.of if session.handicaps else ()),
    )
    for each in session.sit_outs:
        if all(each.board != key.board for key in session.by_board):
            raise SessionFileError(
                say(
                    "sit_outs: nobody has a result on board {board}, which {name} sat out.",
                    board=each.board,
                    name=each.contestant,
                )
            )
    for where, name in (*asked, *((where, name) for where, names in further for name in names)):
        if name not in session.fields:
            raise SessionFileError(say("{where}: there is no contestant “{name}”.", where=where, name=name))
    _check_fined_matches(session)
    if session.handicaps and session.handicaps.kind != "matchpoints" and not METHODS[session.method].percent:
        raise SessionFileError(
            say(
                "Handicaps in {kind} need a method with percentages; for {method} the kind is matchpoints.",
                kind=session.handicaps.kind,
                method=session.method,
            )
        )


def _check_fined_matches(session: SessionToScore) -> None:
    """Refuses a penalty in a match that there is not, or where there are none."""
    for number, penalty in enumerate(session.penalties, 1):
        if penalty.round is None and not penalty.against:
            continue
        if not session.teams:
            raise SessionFileError(
                say("Penalty {number}: round and against name a match of teams; this session has none.", number=number)
            )
        met = any(
            {line.ns, line.ew} >= {penalty.contestant, *filter(None, [penalty.against])}
            and penalty.round in (None, line.round)
            for line in session.lines
        )
        if not met:
            raise SessionFileError(
                say("Penalty {number}: {name} has no such match.", number=number, name=penalty.contestant)
            )
