"""A round of an event on paper: the draw for the desk, for the wall and for everybody's hand, slips for the results, the table.

What is printed is handed in as plain values, so nothing here knows how an event is kept or drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arrowswitch.press.known import Sheet, dots
from arrowswitch.press.typesetter import typeset
from arrowswitch.words import Gettext, Ngettext, Sentence, say

EVENT_WHAT: tuple[tuple[str, Sentence], ...] = (
    ("draw", say("The draw, table by table, with the reasons")),
    ("wall", say("The draw for the wall, by number")),
    ("poster", say("The draw as a poster")),
    ("slips", say("A slip for everybody: where to sit")),
    ("result-slips", say("Result slips")),
    ("standings", say("The table for the wall")),
)
"""What can be printed of a round of an event."""


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """A match of the draw: where, who meets, and why."""

    tables: str
    sides: tuple[tuple[str, str], ...]
    """Numbers and names."""
    reason: Sentence
    boards: str = ""

    @property
    def called(self) -> str:
        """As people say it."""
        return " – ".join(f"{number} {name}" for number, name in self.sides)


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """Somebody of the draw: where to sit, against whom, and the same in sentences."""

    number: str
    name: str
    tables: str
    against: str
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round that was drawn, and the table after it."""

    title: str
    round: Sentence
    matches: tuple[PrintedMatch, ...]
    sides: tuple[PrintedSide, ...]
    table: tuple[tuple[str, str, str], ...] = ()
    """Place, name and victory points."""
    notes: tuple[Sentence, ...] = ()
    club: str = ""
    teams: bool = True


def render_round(
    what: str,
    drawn: PrintedRound,
    *,
    paper: str = "a4",
    gettext: Gettext | None = None,
    ngettext: Ngettext | None = None,
    lang: str = "en",
) -> bytes:
    """A PDF of a round of an event.

    >>> match = PrintedMatch("1, 2", (("1", "Red"), ("2", "Blue")), say("By lot."))
    >>> render_round("poster", PrintedRound("Club teams", say("Round 1"), (match,), ()))[:5]
    b'%PDF-'
    """
    made = _SHEETS[what](drawn)
    common = {"heading": dots([drawn.title, drawn.round]), "foot": dots([drawn.club, drawn.title])}
    sheet = {**made, "heads": {**made.get("heads", {}), **common}}
    document = {"document": drawn.title, "words": {"turned": say("A")}, "sheets": [sheet]}
    return typeset({**document, "paper": paper, "lang": lang}, gettext, ngettext)


Column = tuple[Sentence, str]
"""What stands over it, and in what it differs: wide, number, strong, small."""


def _listing(
    title: Sentence, columns: Sequence[Column], rows: list[list[str]], *, largest: float, least: float, lying: bool
) -> Sheet:
    return {
        "kind": "listing",
        "heads": {"title": title},
        "columns": [
            {"head": head, **{trait: trait in traits for trait in ("wide", "number", "strong", "small")}}
            for head, traits in columns
        ],
        "rows": rows,
        "notes": [],
        "largest": largest,
        "least": least,
        "lying": lying,
    }


def _draw(drawn: PrintedRound) -> Sheet:
    columns = (
        (_where(drawn), "strong"),
        (say("Match"), "wide strong"),
        (say("Why"), "wide small"),
        (say("Result"), ""),
    )
    rows = [[each.tables, each.called, each.reason, "          "] for each in drawn.matches]
    made = _listing(say("Table by table"), columns, rows, largest=15, least=10, lying=False)
    return {**made, "notes": list(drawn.notes)}


def _wall(drawn: PrintedRound) -> Sheet:
    columns = (
        (say("No."), "number strong"),
        (say("Name"), "wide"),
        (_where(drawn), "strong"),
        (say("Against"), "wide"),
    )
    rows = [[each.number, each.name, each.tables, each.against] for each in drawn.sides]
    return _listing(say("Find your number"), columns, rows, largest=20, least=12, lying=False)


def _poster(drawn: PrintedRound) -> Sheet:
    columns = ((_where(drawn), "strong"), (say("Match"), "wide"))
    rows = [[each.tables, each.called] for each in drawn.matches]
    return _listing(say(""), columns, rows, largest=36, least=18, lying=True)


def _where(drawn: PrintedRound) -> Sentence:
    return say("Tables") if drawn.teams else say("Table")


def _slips(drawn: PrintedRound) -> Sheet:
    slips = [{"name": f"{each.number} {each.name}", "lines": list(each.lines)} for each in drawn.sides]
    return {"kind": "draw-slips", "slips": slips}


def _result_slips(drawn: PrintedRound) -> Sheet:
    return {
        "kind": "result-slips",
        "heads": {
            "team": say("Team") if drawn.teams else say("Pair"),
            "against": say("v"),
            "imps": say("IMPs"),
            "vps": say("VPs"),
            "signed": say("Signed"),
            "title": say("Result of the match"),
        },
        "slips": [
            {
                "teams": [{"number": number, "people": name} for number, name in (one, other)],
                "boards": each.boards,
                "rounds": drawn.round,
            }
            for each in drawn.matches
            for at, one in enumerate(each.sides)
            for other in each.sides[at + 1 :]
        ],
    }


def _standings(drawn: PrintedRound) -> Sheet:
    columns = ((say("Place"), "number strong"), (say("Name"), "wide"), (say("VPs"), "number strong"))
    rows = [list(row) for row in drawn.table]
    return _listing(say("Standings"), columns, rows, largest=24, least=13, lying=False)


_SHEETS: dict[str, Callable[[PrintedRound], Sheet]] = {
    "draw": _draw,
    "wall": _wall,
    "poster": _poster,
    "slips": _slips,
    "result-slips": _result_slips,
    "standings": _standings,
}
