"""A ranking as a table: a row for every contestant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from arrowswitch.bridge import Side
from arrowswitch.formats.format import WrittenFile
from arrowswitch.formats.record import Record, RecordContestant, RecordKind, RecordPlace, RecordPlayer, RecordSection
from arrowswitch.formats.results.table.cells import (
    FoundTable,
    Spellings,
    TableSort,
    guarded,
    number_text,
    table_text,
    unguarded,
)
from arrowswitch.formats.results.table.results import TOGETHER, USUAL
from arrowswitch.formats.results.told import figure, whole
from arrowswitch.words import Sentence, say

MOST_PLAYERS = 8
"""Of one team."""
PLAYERS = range(1, MOST_PLAYERS + 1)
COLOURS = ("Black", "Red", "Silver", "Gold", "Green", "Platinum", "A", "B", "C", "Local", "County")
"""Kinds of masterpoints that have a column of their own; others stand with the first."""

SPELLINGS: Spellings = {
    "rank": ("Rank", "Place", "Pos", "Position", "Pl", "Rang", "Platz", "Plaats", "Plats"),
    "section": ("Section", "Sec", "Sektion", "Lijn"),
    "direction": ("Direction", "Dir", "Line"),
    "number": ("Number", "No", "Nr", "Pair", "Pair no", "Pair number", "Team no", "Team number", "Paar", "Paire", "ID", "Contestant"),
    "team": ("Team", "Team name", "Mannschaft", "Équipe"),
    "players": ("Players", "Names", "Player names", "Pair names", "Spieler", "Namen", "Joueurs", "Spelers", "Name"),
    **{f"player_{n}": (f"Player {n}", f"Name {n}", f"Player name {n}", f"Spieler {n}") for n in PLAYERS},
    **{f"number_{n}": (f"Player {n} number", f"Number {n}", f"Player number {n}", f"ID {n}") for n in PLAYERS},
    **{f"club_number_{n}": (f"Player {n} club number", f"Club number {n}") for n in PLAYERS},
    "boards": ("Boards", "Boards played", "Bretter", "Spellen"),
    "points": ("Points", "Score", "Total", "Total score", "MPs", "MP", "Matchpoints", "IMPs", "Punkte"),
    "maximum": ("Maximum", "Max", "Top", "Max points"),
    "percent": ("Percent", "%", "Percentage", "Pct", "Prozent", "Score %", "Percentuale", "Pourcentage"),
    "vps": ("VPs", "VP", "Victory points", "Siegpunkte"),
    "adjustment": ("Adjustment", "Adj", "Penalty points"),
    "handicap": ("Handicap", "Hcp"),
    "stratum": ("Stratum", "Strat", "Class"),
    "awards_": ("Masterpoints", "Masterpoints awarded", "MPs awarded"),
    **{f"awards_{kind}": (f"Masterpoints {kind}", f"{kind} points", f"{kind} masterpoints") for kind in COLOURS},
}  # fmt: skip
TITLES = {role: names[0] for role, names in SPELLINGS.items()}
TABLE = TableSort(SPELLINGS, (("rank", "percent", "points", "vps"), ("number", "team", "players", "player_1")))


def read_ranking(table: FoundTable) -> tuple[list[Record], list[Sentence]]:
    """The record of a ranking."""
    roles = set(table.roles.values())
    notes: list[Sentence] = []
    who: dict[str, RecordContestant] = {}
    places: list[RecordPlace] = []
    most = 0
    alike = _alike(table)
    for number, row in table.rows:
        each = _contestant(row, len(who) + 1)
        if alike:
            own = f"{each.section}{each.id}{each.direction or ''}"
            each = replace(each, id=own, number="" if own == each.id else each.id)
        if each.id in who:
            notes.append(say("Row {number}: {name} is there twice; the row is not read.", number=number, name=each.id))
            continue
        who[each.id] = each
        most = max(most, len(each.players))
        place = _place(each.id, row)
        if place != RecordPlace(each.id):
            places.append(place)
    kind: RecordKind = "teams" if "team" in roles or most > 2 else "individual" if most == 1 else "pairs"
    sections = dict.fromkeys(each.section for each in who.values() if each.section)
    directions = {each.direction for each in who.values()}
    record = Record(
        kind=kind,
        method=USUAL[kind],
        winners=2 if {Side.NS, Side.EW} <= directions else 1,
        sections=tuple(map(RecordSection, sections)),
        contestants=tuple(who.values()),
        ranking=tuple(places),
    )
    return [record], notes


def _alike(table: FoundTable) -> bool:
    """Whether sections or directions have the same numbers; one number that is there twice is a slip of the pen."""
    numbers = [row["number"] for _, row in table.rows if row.get("number")]
    owners = {(row.get("section"), row.get("direction"), row["number"]) for _, row in table.rows if row.get("number")}
    return len(owners) > len(set(numbers)) and len(owners) == len(numbers)


def _contestant(row: Mapping[str, str], count: int) -> RecordContestant:
    def told(role: str) -> str:
        return unguarded(row.get(role, ""))

    players = [RecordPlayer(told(f"player_{n}"), told(f"number_{n}"), told(f"club_number_{n}")) for n in PLAYERS]
    while players and players[-1] == RecordPlayer(""):
        players.pop()
    if not players:
        players = [RecordPlayer(each) for each in TOGETHER.split(told("players")) if each]
    letters = re.sub(r"[^A-Z]", "", row.get("direction", "").upper())
    direction = (
        Side.NS if letters[:1] in ("N", "S") and letters else Side.EW if letters[:1] in ("E", "W") and letters else None
    )
    number = told("number")
    return RecordContestant(
        number or str(count),
        tuple(players),
        told("team"),
        told("section"),
        direction,
        stratum=told("stratum"),
        handicap=figure(row.get("handicap", "")),
    )


def _place(name: str, row: Mapping[str, str]) -> RecordPlace:
    awards = ((kind, figure(row.get(f"awards_{kind}", ""))) for kind in ("", *COLOURS))
    return RecordPlace(
        name,
        unguarded(row.get("rank", ""))[:20],
        figure(row.get("points", "")),
        figure(row.get("maximum", "")),
        figure(row.get("percent", "")),
        figure(row.get("vps", "")),
        whole(row.get("boards", "")),
        figure(row.get("adjustment", "")),
        tuple((kind, number) for kind, number in awards if number is not None),
    )


# -- writing ------------------------------------------------------------------------------------------------------------


def write_ranking(record: Record) -> WrittenFile:
    """The ranking of a record as a table; contestants that have no place stand at its end."""
    places = {each.contestant: each for each in record.ranking}
    unranked = [RecordPlace(each.id) for each in record.contestants if each.id not in places]
    known = record.by_id
    rows = [
        _row(known.get(each.contestant, RecordContestant(each.contestant)), each)
        for each in (*record.ranking, *unranked)
    ]
    needed = ("rank", "number", "team") if record.kind == "teams" else ("rank", "number", "player_1")
    return WrittenFile(table_text(TITLES, rows, needed), tuple(_left_out(record)))


def _row(who: RecordContestant, place: RecordPlace) -> dict[str, str]:
    row = {
        "rank": guarded(place.rank),
        "section": guarded(who.section),
        "direction": who.direction or "",
        "number": guarded(who.id),
        "team": guarded(who.name),
        "boards": "" if place.boards is None else str(place.boards),
        "points": number_text(place.points),
        "maximum": number_text(place.maximum),
        "percent": number_text(place.percent),
        "vps": number_text(place.vps),
        "adjustment": number_text(place.adjustment),
        "handicap": number_text(who.handicap),
        "stratum": guarded(who.stratum),
    }
    for number, player in enumerate(who.players[:MOST_PLAYERS], 1):
        row |= {f"player_{number}": guarded(player.name), f"number_{number}": guarded(player.number)}
        row[f"club_number_{number}"] = guarded(player.club_number)
    return row | {f"awards_{_column(kind)}": number_text(number) for kind, number in place.awards}


def _column(kind: str) -> str:
    return next((each for each in COLOURS if each.casefold() == kind.casefold()), "")


def _left_out(record: Record) -> Iterator[Sentence]:
    kinds = {kind for place in record.ranking for kind, _ in place.awards}
    many = [place for place in record.ranking if len({_column(kind) for kind, _ in place.awards}) < len(place.awards)]
    hidden = [
        (
            bool(record.title or record.club or record.date),
            say("The name of the event, the club and the day are not in it."),
        ),
        (record.method != USUAL[record.kind], say("How it was scored is not in it.")),
        (bool(record.lines), say("The results are not in it; they are a table of their own.")),
        (bool(record.matches), say("The matches and their points are not in it.")),
        (bool(record.penalties), say("Single penalties are not in it.")),
        (bool(record.deals), say("The hands are not in it.")),
        (
            any(each.number for each in record.contestants),
            say("Numbers on the cards that are not the ids are not in it."),
        ),
        (
            any(len(each.players) > MOST_PLAYERS for each in record.contestants),
            say("Some players of the largest teams are not in it."),
        ),
        (bool(many) or bool(kinds - {"", *COLOURS}), say("Which masterpoints are of which kind is not in it.")),
    ]
    yield from (sentence for is_so, sentence in hidden if is_so)
