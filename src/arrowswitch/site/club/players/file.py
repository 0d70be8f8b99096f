"""Reading a list of players from a file that some other program wrote: which columns it has, who is in it, what is wrong.

Commas, semicolons and tabs, UTF-8 and Windows-1252 are all understood, and columns are known by their headings in
several spellings. Nothing here touches the register.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arrowswitch.site.club.words import plain
from arrowswitch.site.work.spreadsheet import is_formula

MOST_BYTES = 1_000_000
MOST_LINES = 20_000
LIMITS = {
    "number": 20,
    "federation_number": 20,
    "given": 80,
    "family": 80,
    "grade": 20,
    "rank": 40,
    "email": 120,
    "telephone": 40,
    "kind": 40,
    "address": 300,
}
HEADINGS = {
    "number": (
        "number, no, nr, num, id, player number, player no, player id, member, member number, member no, member id, "
        "membership, membership number, membership no, computer number, ebu, ebu number, ebu no, nzb number, nzb no, "
        "abf number, acbl number, acbl no, registration number, nummer, mitgliedsnummer, numero, license, licence, "
        "licence number, licence no, lidnummer"
    ),
    "given": (
        "given, given name, given names, first, first name, firstname, forename, forenames, christian name, vorname, "
        "prenom, nombre, voornaam, fornavn, fornamn"
    ),
    "family": (
        "family, family name, familyname, last, last name, lastname, surname, nachname, familienname, nom, "
        "nom de famille, apellido, achternaam, etternavn, efternavn, efternamn"
    ),
    "name": "name, full name, fullname, player, player name, member name, spieler, joueur, naam",
    "grade": "grade, rank, class, level, division, category, klasse, niveau",
}
OF_FEDERATION = {
    **HEADINGS,
    "number": f"{HEADINGS['number']}, federation number, federation no, federation id",
    "grade": "grade, class, level, division, category, klasse, niveau",
    "rank": "rank, ranking, rank title, title, rang, rango",
    "email": "email, email address, mail, courriel",
    "telephone": "telephone, telephone number, telephone no, phone, phone number, phone no, tel, mobile, mobile phone, telefon",
    "kind": "membership type, membership kind, membership category, type of membership, kind of membership, member type",
    "address": (
        "address, postal address, home address, address 1, address 2, address 3, address 4, address 5, address1, address2, "
        "address3, address4, address5, address line 1, address line 2, address line 3, address line 4, address line 5, street, "
        "town, city, county, postcode, post code, postal code, zip, zip code, adresse, strasse, plz, ort, adres"
    ),
}
"""A federation's list may have rank and grade, membership, and how people are reached."""
OPTIONAL = {"email", "telephone"}
"""Of two such columns the first counts."""
ADDRESS = "address"
"""Of several such columns each is a line or more of it, in the order in which they stand."""


def _spellings(headings: Mapping[str, str]) -> dict[str, str]:
    """The column that each heading means."""
    return {plain(spelling): column for column, spellings in headings.items() for spelling in spellings.split(", ")}


COLUMNS = _spellings(HEADINGS)
COLUMNS_OF_FEDERATION = _spellings(OF_FEDERATION)
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
PARTICLES = {
    "van",
    "von",
    "de",
    "der",
    "den",
    "di",
    "da",
    "du",
    "del",
    "della",
    "la",
    "le",
    "ter",
    "ten",
    "zu",
    "al",
    "el",
}


class BadPlayersFile(ValueError):  # noqa: N818 - said to a person
    """A file that is no list of players, said in one sentence."""


@dataclass(frozen=True)
class PlayerRow:
    """A person in a file."""

    line: int
    number: str = ""
    given: str = ""
    family: str = ""
    grade: str = ""
    whole: bool = False
    """Whether the name stood in one column, so that which part is which was guessed."""
    rank: str = ""
    email: str = ""
    telephone: str = ""
    kind: str = ""
    address: str = ""
    """These five only in a federation's list."""

    @property
    def name(self) -> str:
        """The name as it is said."""
        return f"{self.given} {self.family}".strip()


@dataclass(frozen=True)
class LineFault:
    """A line that cannot be taken, and why."""

    line: int
    problem: str
    number: str = ""
    """The number in this line, if it can be read."""


@dataclass(frozen=True)
class PlayersFile:
    """What a file says."""

    rows: tuple[PlayerRow, ...]
    faults: tuple[LineFault, ...]
    columns: tuple[str, ...]
    """The headings that are used."""
    ignored: tuple[str, ...]
    """The headings that are not."""


def read(data: bytes, known: Mapping[str, str] = COLUMNS) -> PlayersFile:
    """The people in a file, of which the headings that are known are used; `BadPlayersFile` if it has none.

    >>> listed = read("No;Surname;First name;E-mail\\r\\n7;Ash;Ann;ann@example.org".encode())
    >>> [(row.line, row.number, row.name) for row in listed.rows], listed.ignored
    ([(2, '7', 'Ann Ash')], ('E-mail',))
    """
    if len(data) > MOST_BYTES:
        raise BadPlayersFile(_("The file is too large: a list of players has at most a million letters."))
    text = _decoded(data)
    if not text.strip():
        raise BadPlayersFile(_("The file is empty."))
    lines = list(_lines(text, _separator(text, known)))
    if not lines:  # nothing but separators
        raise BadPlayersFile(_("The file is empty."))
    if len(lines) > MOST_LINES:
        raise BadPlayersFile(_("The file is too long: %(most)s lines are the most.") % {"most": MOST_LINES})
    heading = lines[0][1]
    columns = _columns(heading, known)
    rows: list[PlayerRow] = []
    faults: list[LineFault] = []
    for line, cells in lines[1:]:
        found = _row(line, cells, columns)
        if isinstance(found, LineFault):
            faults.append(found)
        else:
            rows.append(found)
    if not rows and not faults:
        raise BadPlayersFile(_("There is nobody in the file, only the names of the columns."))
    used = set(columns.values())
    return PlayersFile(
        tuple(rows),
        tuple(faults),
        tuple(name.strip() for at, name in enumerate(heading) if at in used),
        tuple(name.strip() for at, name in enumerate(heading) if at not in used and name.strip()),
    )


def _decoded(data: bytes) -> str:
    marks = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    marked = next((encoding for mark, encoding in marks.items() if data.startswith(mark)), None)
    for encoding in (marked,) if marked else ("utf-8", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        if "\0" not in text:
            return text
        break
    raise BadPlayersFile(_("This is not a text file. Save the list as CSV and try again."))


def _separator(text: str, known: Mapping[str, str]) -> str:
    """The sign between the columns: the one by which most headings are recognised."""
    first = next(line for line in text.splitlines() if line.strip())

    def recognised(sign: str) -> tuple[int, int]:
        names = [plain(name.strip().strip('"')) for name in first.split(sign)]
        return sum(name in known for name in names), len(names)

    return max((",", ";", "\t"), key=recognised)


def _lines(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with something in them, each with the number at which an editor shows it."""
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise BadPlayersFile(
                _("From line %(line)s on the file cannot be read: look for a quotation mark that is not closed.")
                % {"line": line}
            ) from None
        if any(cell.strip() for cell in cells):
            yield line, cells


def _columns(heading: list[str], known: Mapping[str, str]) -> dict[str, int]:
    """Where each column stands."""
    found: dict[str, int] = {}
    for at, name in enumerate(heading):
        column = known.get(plain(name))
        if column in found and column in OPTIONAL:
            continue
        if column in found and column == ADDRESS:
            column = f"{ADDRESS} {at}"
        if column in found:
            raise BadPlayersFile(
                _("Two columns, “%(one)s” and “%(other)s”, say the same thing; leave one of them out.")
                % {"one": heading[found[column]].strip(), "other": name.strip()}
            )
        if column:
            found[column] = at
    if "name" not in found and not {"given", "family"} & set(found):
        raise BadPlayersFile(
            _(
                "The first line must name the columns, and one of them must be the name: for example "
                "“number, given, family, grade” or “number, name”."
            )
        )
    return found


def _row(line: int, cells: list[str], columns: dict[str, int]) -> PlayerRow | LineFault:
    told = {column: cells[at] if at < len(cells) else "" for column, at in columns.items()}
    address = [cell for column, cell in told.items() if column.split()[0] == ADDRESS]
    values = {column: " ".join(cell.split()) for column, cell in told.items() if column.split()[0] != ADDRESS}
    if address:
        values[ADDRESS] = address_of(address)
    given, family = split_name(values.pop("name", ""))
    whole = not values.get("given") and not values.get("family")
    if whole:
        values = {**values, "given": given, "family": family}
    problem = problem_of(values)
    return LineFault(line, problem, values.get("number", "")) if problem else PlayerRow(line, **values, whole=whole)


def address_of(cells: Sequence[str]) -> str:
    r"""An address as it stands on an envelope; what stands in one cell is parted at its line breaks, or else at its commas.

    >>> address_of(["12 Mill Lane, Riverside, RV1 2AB"]), address_of(["12 Mill Lane", "", "Riverside"])
    ('12 Mill Lane\nRiverside\nRV1 2AB', '12 Mill Lane\nRiverside')
    """
    told = [cell for cell in cells if cell.strip()]
    lines = [line for cell in told for line in cell.splitlines()]
    if len(lines) == 1:
        lines = lines[0].split(",")
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))


def problem_of(values: dict[str, str]) -> str:
    """What is wrong with a person's particulars; nothing if they can be kept."""
    if not values.get("given") and not values.get("family"):
        return _("There is no name.")
    for column, most in LIMITS.items():
        value = values.get(column, "")
        if len(value) > most:
            return _("“%(value)s…” is too long: %(most)s letters are the most.") % {"value": value[:20], "most": most}
        if CONTROL.search(value.replace("\n", "") if column == ADDRESS else value) or any(
            "\ud800" <= letter <= "\udfff" for letter in value
        ):
            return _("There is a character in it that cannot be kept.")
        if column != "telephone" and is_formula(value):  # numbers of other countries begin with +
            return _("“%(value)s” begins with a sign that spreadsheets take for a formula.") % {"value": value}
    if not any(letter.isalpha() for letter in values.get("given", "") + values.get("family", "")):
        return _("“%(name)s” is not a name.") % {
            "name": f"{values.get('given', '')} {values.get('family', '')}".strip()
        }
    return ""


def split_name(name: str) -> tuple[str, str]:
    """Given and family name out of one; what stands before a comma is the family name.

    >>> split_name("Ann Ash"), split_name("Ash, Ann"), split_name("Jan van der Berg"), split_name("Madonna")
    (('Ann', 'Ash'), ('Ann', 'Ash'), ('Jan', 'van der Berg'), ('', 'Madonna'))
    """
    family, comma, given = name.partition(",")
    if comma:
        return " ".join(given.split()), " ".join(family.split())
    words = name.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].islower() and words[at - 1] in PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])
