"""A Swiss event as a JSON file, and the answers: what `arrowswitch swiss` reads and prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arrowswitch.contests.reading import BadContest, identity, listed, plain, read_object, whole
from arrowswitch.contests.standings.files import FILE_KEYS, contest_file, sides_of
from arrowswitch.contests.standings.results import Contest, ContestResult, Share, settled, shares
from arrowswitch.contests.swiss.check import SwissVerdict
from arrowswitch.contests.swiss.draw import SwissDraw
from arrowswitch.contests.swiss.event import PlayedMatch, SwissEntry, SwissEvent
from arrowswitch.contests.swiss.rules import MOST_ROUNDS, SwissRules, load_rules
from arrowswitch.contests.swiss.weights import in_numbers
from arrowswitch.scoring import BadScale
from arrowswitch.scoring.matches.victory_points import scale
from arrowswitch.words import counted, say

MOST_CONTESTANTS = 5000


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
    file = contest_file(data)
    contest = file.contest
    if len(contest.contestants) > MOST_CONTESTANTS:
        n = len(contest.contestants)
        raise BadContest(say("There can be {most} contestants, not {n}.", most=MOST_CONTESTANTS, n=n))
    if len(contest.rounds) > MOST_ROUNDS:
        raise BadContest(say("There can be {most} rounds.", most=MOST_ROUNDS))
    entries = [_entry(each, contest) for each in data["contestants"]]
    rounds = played_rounds(contest)
    following = whole(data, "next", say("“next”"), len(rounds) + 1) or 1
    if following > len(rounds) + 1:
        raise BadContest(
            say(
                "Round {next} cannot be drawn: the file has {rounds}.",
                next=following,
                rounds=counted("rounds", len(rounds)),
            )
        )
    rules = data.get("rules", "wbf")
    if not isinstance(rules, str | dict):
        raise BadContest(say("“rules” must be the name of a federation, or a table."))
    seed = data.get("seed", "")
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise BadContest(say("“seed” must be a text or a whole number."))
    event = SwissEvent(tuple(entries), rounds, following, rules_for(contest, load_rules(rules), rules), str(seed))
    return SwissFile(event, file.written, _draw(data) if "matches" in data or "byes" in data else None)


def read_draw(text: str) -> SwissFile:
    """The same with a draw to judge in it."""
    found = read(text)
    if found.draw is None:
        raise BadContest(say("There is no draw to judge: “matches” is missing."))
    return found


def _draw(data: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    where = say("the draw")
    matches = [sides_of(each, where) for each in listed(data, "matches", [])]
    return (*matches, *((identity(each, where),) for each in listed(data, "byes", [])))


def _entry(each: Mapping[str, Any], contest: Contest) -> SwissEntry:
    name = str(each["id"])
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
        start=Fraction(contest.start[name] - contest.penalties.get(name, 0)),
    )


def rules_for(contest: Contest, rules: SwissRules, own: str | Mapping[str, Any]) -> SwissRules:
    """The rules for the scale of a contest: a result that is out counts as a draw on it, if nothing else is said."""
    even = Fraction(scale(contest.scale_name).total) / 2
    return rules if isinstance(own, Mapping) and "unknown" in own else replace(rules, unknown=even)


def played_rounds(contest: Contest) -> tuple[tuple[PlayedMatch, ...], ...]:
    """The rounds with the victory points that count for a draw."""
    try:
        counted = shares(contest)
    except BadScale as problem:
        raise BadContest(problem) from None
    return tuple(tuple(_match(contest, result, found) for result, found in matches) for matches in counted)


def _match(contest: Contest, result: ContestResult, found: tuple[Share, ...] | None) -> PlayedMatch:
    settings = contest.matches
    if result.forfeit:  # what it is worth in the end is not known before the last round
        came = next(place for place, side in enumerate(result.sides) if side != result.forfeit)
        rises = settings.forfeit_rises_for_draw and contest.planned is not None and settled(contest)
        worth = found[came].vps if rises and found is not None else settings.forfeit
        vps = [Fraction(settings.forfeit_for_draw)] * 2
        vps[came] = Fraction(worth)
        return PlayedMatch(result.sides, tuple(vps), result.table)
    if found is None:
        return PlayedMatch(result.sides, None, result.table)
    return PlayedMatch(result.sides, tuple(Fraction(share.vps) for share in found), result.table)


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
