"""The printed results of a session: ranking, score cards, board sheets and recap, as data for the templates.

The kinds are those of ACBL notes, CAP-70: a list by place, a summary of each pair, the boards, and the matrix of
boards and pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Any

from arrowswitch.bridge import Side
from arrowswitch.press.hands import PrintedDeal, deal_data
from arrowswitch.press.known import Sheet, facts_of
from arrowswitch.press.printed_session import METHOD_TITLES, POINTS_WORDS, PrintedSession
from arrowswitch.scoring import Standing
from arrowswitch.scoring.boards.butler import ButlerBoard
from arrowswitch.scoring.figures import column, percentage, shown, signed, written
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.ranking.handicaps import further_lists
from arrowswitch.session.night import (
    BoardSheet,
    Contestant,
    MatchCard,
    RecordedPenalty,
    SheetLine,
    TeamRow,
    all_hands,
    board_sheets,
    cross_tables,
    match_cards,
    missing,
    recap,
    score_card,
    table_at,
)
from arrowswitch.session.sight import left_early
from arrowswitch.words import Sentence, counted, say, say_count, spans

RESULTS_WHAT: tuple[tuple[str, Sentence], ...] = (
    ("all-results", say("All results")),
    ("results", say("Ranking")),
    ("score-cards-played", say("Score cards with results")),
    ("board-sheets", say("Board sheets")),
    ("recap", say("Recap: everybody and every board")),
    ("matches", say("Matches: team against team")),
)
"""What can be printed of a session that was played: its name, and its title for people."""

NO_TITLE = say("")


def result_sheets(what: str, printed: PrintedSession) -> list[Sheet]:
    """The sheets of one kind, or of all."""
    wanted = tuple(RESULTS) if what == "all-results" else (what,)
    wanted = tuple(name for name in wanted if printed.teams or name != "matches")
    return [RESULTS[name](printed) for name in wanted]


def _heads(printed: PrintedSession) -> dict[str, Sentence]:
    method = printed.state.method
    points = POINTS_WORDS.get(method, say("Points"))
    return {
        "rank": say("Place"),
        "number": say("Team") if printed.teams else say("Player") if printed.state.individual else say("Pair"),
        "names": say("Names"),
        "boards": say("Boards"),
        "points": points,
        "handicap": say("Handicap"),
        "vps": say("VPs"),
        "percent": say("%"),
        "award": say("{unit}", unit=printed.award_unit),
        "board": say("Board"),
        "dealer": say("Dealer"),
        "vul": say("Vul"),
        "ns": say("NS"),
        "ew": say("EW"),
        "ns_points": say("NS {points}", points=points),
        "ew_points": say("EW {points}", points=points),
        "contract": say("Contract"),
        "by": say("By"),
        "lead": say("Lead"),
        "tricks": say("Tricks"),
        "against": say("Against"),
        "other": say("Other table"),
        "total": say("Total"),
        "times": say("times"),
        "method": METHOD_TITLES[method],
        "plus": say("+"),
        "minus": say("−"),
    }


def _fields(standings: Sequence[Standing], heading: Sentence = NO_TITLE) -> list[tuple[Sentence, list[Standing]]]:
    """The ranked lists with their titles."""
    found = []
    for (section, direction), group in groupby(standings, key=lambda each: (each.section, each.direction)):
        side = {Side.NS: say("North-South"), Side.EW: say("East-West"), None: say("")}[direction]
        part = say("Section {section}", section=section) if section else say("")
        title = say("{section}, {side}", section=part, side=side) if section and side else part or side
        if heading:
            title = say("{heading}, {field}", heading=heading, field=title) if title else heading
        found.append((title, list(group)))
    return found


# ------------------------------------------------------------------------------------------------------------- ranking


def ranking_sheet(printed: PrintedSession) -> Sheet:
    """Who came where, field by field, with what was taken off; why is between the director and the pair."""
    penalties = [
        (printed.state.name(penalty.section, penalty.contestant), penalty)
        for penalty in printed.state.penalties.values()
        if not penalty.withdrawn and not penalty.warning
    ]
    listed = {standing.contestant for standing in printed.standings}
    notes = [(name, _penalty_told(printed, name, penalty)) for name, penalty in penalties if name in listed]
    notes += [
        (standing.contestant, _tie_told(printed, standing)) for standing in printed.standings if standing.tie_broken_by
    ]
    marks: dict[str, list[str]] = {}
    for number, (name, _) in enumerate(notes, 1):
        marks.setdefault(name, []).append(str(number))
    return {
        "kind": "ranking",
        "heads": _heads(printed),
        "fields": [
            *(_field(printed, title, mine, marks, awards=printed.awards) for title, mine in _fields(printed.standings)),
            *(
                _field(printed, title, mine, handicaps=further.handicaps)
                for further in further_lists(printed.scored.session, printed.standings)
                for title, mine in _fields(further.standings, further.title)
            ),
        ],
        "notes": [note for _, note in notes],
        "remarks": _remarks(printed),
    }


def _who(printed: PrintedSession, standing: Standing) -> Sentence:
    label = printed.label(standing.contestant, standing.direction)
    if printed.state.individual:
        return say("Player {label}", label=label)
    return say("Team {label}", label=label) if printed.teams else say("Pair {label}", label=label)


def _field(
    printed: PrintedSession,
    title: Sentence,
    mine: list[Standing],
    marks: Mapping[str, list[str]] = MappingProxyType({}),
    handicaps: Mapping[str, Number] = MappingProxyType({}),
    awards: Mapping[str, Number] = MappingProxyType({}),
) -> dict[str, Any]:
    points = column([standing.points for standing in mine], sign=printed.signed)
    vps = column([standing.vps for standing in mine])
    awarded = column([awards.get(standing.contestant) for standing in mine])
    granted = column([handicaps.get(standing.contestant) for standing in mine], sign=True)
    return {
        "title": title,
        "handicaps": any(granted),
        "uneven": len({standing.boards for standing in mine}) > 1,
        "vps": any(vps),
        "percent": any(standing.percent is not None for standing in mine),
        "awards": any(awarded),
        "rows": [
            {
                "rank": standing.rank,
                "number": printed.label(standing.contestant, standing.direction),
                "names": printed.people(standing.contestant),
                "boards": standing.boards,
                "handicap": granted[place],
                "points": points[place],
                "vps": vps[place],
                "percent": percentage(standing.percent),
                "award": awarded[place],
                "marks": ", ".join(marks.get(standing.contestant, ())),
            }
            for place, standing in enumerate(mine)
        ],
    }


def _penalty_told(printed: PrintedSession, name: str, penalty: RecordedPenalty) -> Sentence:
    standing = next(each for each in printed.standings if each.contestant == name)
    if penalty.share is not None:
        amount = say("{percent}% of a top", percent=shown(penalty.share * 100))
    elif penalty.vps is not None:
        amount = counted("VPs", penalty.vps, shown(penalty.vps))
    else:
        amount = say("{points} {word}", points=shown(penalty.points or 0), word=_heads(printed)["points"])
    return say("{who}: {amount} off, penalty", who=_who(printed, standing), amount=amount)


def _tie_told(printed: PrintedSession, standing: Standing) -> Sentence:
    text = say("{who}: the tie is left to {how}") if standing.tie_open else say("{who}: tie broken, {how}")
    return say(text, who=_who(printed, standing), how=standing.tie_broken_by)


def _remarks(printed: PrintedSession) -> list[Sentence]:
    state = printed.state
    found = [say("Places and totals are as {file} has them.", file=state.brought_from)] if state.as_printed else []
    waiting = len(missing(state))
    if waiting:
        found.append(say_count("One result is still missing.", "{n} results are still missing.", waiting))
    for section in state.sections:
        boards = [board for name, board in state.removed if name == section]
        if boards:
            one = say("Board {boards} does not count.", boards=boards[0])
            word = one if len(boards) == 1 else say("Boards {boards} do not count.", boards=spans(boards))
            found.append(
                say("Section {section}: {text}", section=section, text=word) if len(state.sections) > 1 else word
            )
    for finding in left_early(state):
        names = printed.people(state.name(finding.section, finding.contestant or 0))
        found.append(say("{names}: {text}", names=names, text=finding.text) if names else finding.text)
    lines = sorted(state.lines.items())
    appeals = [key for key, record in lines if record.adjustment.under_appeal or state.under_appeal(key)]
    found += [say("Under appeal: {place}.", place=state.place(key)) for key in appeals]
    if state.phase != "published":
        found.append(say("As it stands; not published yet."))
    return found


# --------------------------------------------------------------------------------------------------------- score cards


def score_cards_played(printed: PrintedSession) -> Sheet:
    """For everybody their own boards: against whom, what was made, what it was worth."""
    cards = []
    for standing in printed.standings:
        who = printed.contestants[standing.contestant]
        met = match_cards(printed.state, printed.scored, who) if printed.teams else ()
        cards.append(
            {
                "name": _card_name(printed, standing),
                "people": printed.people(standing.contestant),
                "rank": standing.rank,
                "points": printed.points(standing.points),
                "penalty": signed(-standing.penalty) if standing.penalty else "",
                "vps": written(standing.vps),
                "percent": percentage(standing.percent),
                "rows": _team_rows(printed, met) if printed.teams else _pair_rows(printed, who),
                "matches": [
                    {
                        "against": printed.label(printed.name(match.opponent)),
                        "points": printed.points(match.net),
                        "vps": written(match.vps),
                    }
                    for match in met
                    if match.matches
                ],
            }
        )
    heads = {**_heads(printed), "penalty": say("penalty")}
    return {"kind": "score-cards-played", "heads": heads, "teams": printed.teams, "cards": cards}


def _pair_rows(printed: PrintedSession, who: Contestant) -> list[dict[str, Any]]:
    lines = [line for part in score_card(printed.state, printed.scored, who) for line in part.lines]
    points = column([line.points.value if line.points else None for line in lines], sign=printed.signed)
    return [
        {
            **facts_of(each.line.key.board),
            **_opponent(printed, each.line.meets(each.side.other), each.side.other),
            **_own_view(printed.made(each.line), each.side),
            "points": text,
            "percent": percentage(Fraction(each.points.share) * 100) if each.points and each.points.maximum else "",
        }
        for each, text in zip(lines, points, strict=True)
    ]


def _team_rows(printed: PrintedSession, met: Sequence[MatchCard]) -> list[dict[str, Any]]:
    """What the North-South pair made, and what the other pair made of the same board."""
    lines = [(match.opponent, line) for match in met for line in match.lines]
    points = column([line.points.value if line.points else None for _, line in lines], sign=printed.signed)
    nothing: dict[str, str | Sentence] = dict.fromkeys(("contract", "by", "lead", "tricks", "note", "ns", "ew"), "")
    return [
        {
            **facts_of(line.board),
            **_opponent(printed, opponent, None),
            **_own_view(printed.made(line.ns) if line.ns else nothing, Side.NS),
            "other": _other_table(printed, line.ew),
            "points": text,
            "percent": percentage(Fraction(line.points.share) * 100) if line.points and line.points.maximum else "",
        }
        for (opponent, line), text in zip(lines, points, strict=True)
    ]


def _opponent(printed: PrintedSession, who: Contestant, side: Side | None) -> dict[str, str]:
    name = printed.name(who)
    return {"against": printed.label(name, side), "people": printed.people(name)}


def _card_name(printed: PrintedSession, standing: Standing) -> Sentence:
    section, number = printed.contestants[standing.contestant]
    if number in printed.state.sections[section].movement.labels and not printed.teams:
        return say("{label}", label=printed.label(standing.contestant))
    return _who(printed, standing)


def _own_view(made: dict[str, str | Sentence], side: Side) -> dict[str, str | Sentence]:
    plus, minus = (made["ns"], made["ew"]) if side is Side.NS else (made["ew"], made["ns"])
    return {**{key: made[key] for key in ("contract", "by", "lead", "tricks", "note")}, "plus": plus, "minus": minus}


def _other_table(printed: PrintedSession, line: SheetLine | None) -> Sentence:
    """What the East-West pair of a team made, as the team sees it."""
    if line is None:
        return say("")
    made = printed.made(line)
    if made["note"]:
        return say("{note}", note=made["note"])
    words = [made[key] for key in ("contract", "by", "tricks")]
    score = "" if line.score is None else signed(-line.score)
    return say("{made} {score}", made=" ".join(str(word) for word in words if word), score=score)


# -------------------------------------------------------------------------------------------------------- board sheets


def all_board_sheets(printed: PrintedSession) -> Sheet:
    """Every board as it was played everywhere, the best for North-South first, with how often each score came."""
    numbers = dict.fromkeys(key.board for key in printed.scored.boards)
    found = [
        sheet for number in numbers for sheet in board_sheets(printed.state, printed.scored, number) if sheet.lines
    ]
    heads = {**_heads(printed), "datum": say("Datum"), "top": say("Top")}
    return {"kind": "board-sheets", "heads": heads, "boards": [_board(printed, sheet) for sheet in found]}


def _board(printed: PrintedSession, sheet: BoardSheet) -> dict[str, Any]:
    ns = column([each.ns.value if each.ns else None for each in sheet.lines], sign=printed.signed)
    ew = column([each.ew.value if each.ew else None for each in sheet.lines], sign=printed.signed)
    scorer = printed.scored.scorer(sheet.key)
    return {
        **facts_of(sheet.key.board),
        "section": say("Section {section}", section=sheet.key.section) if sheet.key.section else "",
        "top": "" if sheet.top is None else shown(sheet.top),
        "datum": ", ".join(column(scorer.data.values(), sign=True)) if isinstance(scorer, ButlerBoard) else "",
        "grouped": len(sheet.groups) > 1,
        "lines": [
            {
                "ns_number": printed.label(printed.name(each.meets(Side.NS)), Side.NS),
                "ew_number": printed.label(printed.name(each.meets(Side.EW)), Side.EW),
                **printed.made(each),
                "group": each.record.group,
                "ns_points": ns[place],
                "ew_points": ew[place],
            }
            for place, each in enumerate(sheet.lines)
        ],
        "often": [{"score": signed(score), "times": count} for score, count in sheet.frequencies],
        "deals": [
            deal_data(
                PrintedDeal(hands, table_at(printed.state, key.section, key.board, key.group), key.section, key.group)
            )
            for key, hands in all_hands(printed.state, sheet.key.board).items()
            if sheet.key.section in ("", key.section) or not key.section
        ],
    }


# --------------------------------------------------------------------------------------------------------------- recap


def recap_sheet(printed: PrintedSession) -> Sheet:
    """The matrix of everybody's points on every board, with totals."""
    points = recap(printed.state, printed.scored)
    adjusted = {
        (printed.state.name(key.section, number), key.board)
        for key, record in printed.state.lines.items()
        if record.adjusted and not record.void
        for side in ((record.ns,) if printed.teams else (record.ns, record.ew))
        for number in printed.state.sections[key.section].movement.members(side)
    }
    boards = sorted({board for mine in points.values() for board in mine})
    rows: dict[str, dict[int, str]] = {}
    for who, mine in points.items():
        name = printed.name(who)
        rows[name] = {
            board: printed.points(got.value) + ("*" if (name, board) in adjusted else "") for board, got in mine.items()
        }
    return {
        "kind": "recap",
        "heads": {**_heads(printed), "title": say("Recap"), "star": say("* adjusted score")},
        "starred": bool(adjusted),
        "boards": boards,
        "fields": [
            {
                "title": title,
                "vps": any(standing.vps is not None for standing in mine),
                "percent": any(standing.percent is not None for standing in mine),
                "rows": [
                    _recap_row(
                        printed, standing, [rows.get(standing.contestant, {}).get(board, "") for board in boards]
                    )
                    for standing in sorted(mine, key=lambda standing: printed.contestants[standing.contestant])
                ],
            }
            for title, mine in _fields(printed.standings)
        ],
    }


def _recap_row(printed: PrintedSession, standing: Standing, cells: list[str]) -> dict[str, Any]:
    return {
        "number": printed.label(standing.contestant, standing.direction),
        "names": "" if printed.teams else printed.people(standing.contestant),
        "rank": standing.rank,
        "cells": cells,
        "points": printed.points(standing.points),
        "vps": written(standing.vps),
        "percent": percentage(standing.percent),
    }


# ------------------------------------------------------------------------------------------------------------- matches


def matches_sheet(printed: PrintedSession) -> Sheet:
    """Everybody against everybody, and the poster: what each team won in every round, and what it has come to."""
    state = printed.state
    found = cross_tables(
        state, printed.scored, printed.standings, lambda section, number: printed.people(state.name(section, number))
    )
    return {
        "kind": "matches",
        "heads": {
            **_heads(printed),
            "title": say("Matches"),
            "cross": say("Everybody against everybody"),
            "poster": say("Round by round, with what each team has come to"),
            "whole": say("* not made of boards: entered as a whole, or settled by the director"),
        },
        "tables": [
            {
                "title": say("Section {section}", section=each.section) if each.section else say(""),
                "numbers": [str(row.number) for row in each.rows],
                "rounds": [str(number) for number in each.rounds],
                "rows": [_team(row) for row in each.rows],
                "ranked": [_team(row) for row in each.ranked],
            }
            for each in found
        ],
    }


def _team(row: TeamRow) -> dict[str, Any]:
    return {
        "number": str(row.number),
        "names": row.name,
        "cells": [
            {
                "own": cell.own,
                "first": cell.vps or cell.points,
                "second": cell.points if cell.vps else "",
                "whole": cell.whole,
            }
            for cell in row.cells
        ],
        "rounds": [{"first": cell.won, "second": cell.running} for cell in row.rounds],
        "total": row.total,
        "rank": row.rank,
    }


RESULTS: Mapping[str, Callable[[PrintedSession], Sheet]] = {
    "results": ranking_sheet,
    "score-cards-played": score_cards_played,
    "board-sheets": all_board_sheets,
    "recap": recap_sheet,
    "matches": matches_sheet,
}
