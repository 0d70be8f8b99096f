"""Players as a table: a name, and the numbers by which a federation and a club know who it is."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.formats.format import WrittenFile
from arrowswitch.formats.record import Record, RecordContestant, RecordPlayer
from arrowswitch.formats.results.table.cells import FoundTable, Spellings, TableSort, guarded, table_text, unguarded
from arrowswitch.words import Sentence, say

SPELLINGS: Spellings = {
    "name": ("Name", "Player", "Player name", "Full name", "Spieler", "Naam", "Nom", "Navn", "Namn", "Member"),
    "first": ("First name", "Forename", "Given name", "Vorname", "Prénom", "Voornaam", "Fornavn", "First"),
    "last": ("Last name", "Surname", "Family name", "Nachname", "Achternaam", "Nom de famille", "Etternavn", "Last"),
    "number": (
        *(
            "Number",
            "No",
            "Nr",
            "Player number",
            "National number",
            "National ID",
            "National ID number",
            "NBO number",
            "ID",
        ),
        *(
            "EBU number",
            "EBU no",
            "ACBL number",
            "ACBL no",
            "ABF number",
            "ABF no",
            "NZB number",
            "NBB number",
            "Federation number",
        ),
    ),
    "club_number": (
        "Club number",
        "Club no",
        "Club ID",
        "Club ID number",
        "Membership number",
        "Member number",
        "Mitgliedsnummer",
    ),
}
TITLES = {role: names[0] for role, names in SPELLINGS.items()}
TABLE = TableSort(SPELLINGS, (("name", "last"), ("number", "club_number", "first")))


def read_players(table: FoundTable) -> tuple[list[Record], list[Sentence]]:
    """The players of a list, each a contestant of an individual."""
    who: dict[str, RecordContestant] = {}
    notes: list[Sentence] = []
    for number, row in table.rows:
        told = {role: unguarded(cell) for role, cell in row.items()}
        name = told.get("name") or " ".join(filter(None, (told.get("first"), told.get("last"))))
        if not name:
            notes.append(say("Row {number}: there is no name; the row is not read.", number=number))
            continue
        player = RecordPlayer(name, told.get("number", ""), told.get("club_number", ""))
        who[str(len(who) + 1)] = RecordContestant(str(len(who) + 1), (player,))
    return [Record(kind="individual", contestants=tuple(who.values()))], notes


def write_players(record: Record) -> WrittenFile:
    """Everybody in a record, once, as a table."""
    players = dict.fromkeys(player for each in record.contestants for player in each.players)
    rows = [
        {"name": guarded(each.name), "number": guarded(each.number), "club_number": guarded(each.club_number)}
        for each in players
        if each.name
    ]
    return WrittenFile(table_text(TITLES, rows, ("name", "number")), tuple(_left_out(record)))


def _left_out(record: Record) -> Iterator[Sentence]:
    if record.results or record.deals:
        yield say("Only the players are in it; results, ranking and hands are not.")
    elif record.kind != "individual":
        yield say("Who plays with whom is not in it.")
