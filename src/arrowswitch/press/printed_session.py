"""A session that was played, as the printed results speak of it: who is who, what was made, how numbers are written.

Points, places and percentages come from `scoring` as they are; here they only become words and figures. Names come
from outside, so that people who asked to be forgotten stay so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from arrowswitch.bridge import Side
from arrowswitch.movements.cards.cards import short
from arrowswitch.movements.model import Side as SideWord
from arrowswitch.scoring import Scored, Standing
from arrowswitch.scoring.figures import signed, written
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.numbers import Number
from arrowswitch.session import Contracted, LatePlay, NotPlayed, Open, PassedOut, Start, State, scored
from arrowswitch.session.night import Contestant, SheetLine, award_told, contestants, players_of, ranked
from arrowswitch.words import Sentence, say

METHOD_TITLES = {
    "matchpoints": say("Matchpoints"),
    "butler": say("Butler IMPs"),
    "cross-imps": say("Cross-IMPs"),
    "net": say("Net scores"),
    "total-points": say("Total points"),
    "instant-matchpoints": say("Instant matchpoints"),
    "board-a-match": say("Board-a-match"),
    "point-a-board": say("Point-a-board"),
    "imps": say("IMPs"),
    "patton": say("Patton"),
    "aggregate": say("Aggregate"),
}
POINTS_WORDS = {
    "matchpoints": say("MPs"),
    "instant-matchpoints": say("MPs"),
    "butler": say("IMPs"),
    "cross-imps": say("IMPs"),
    "imps": say("IMPs"),
}
MONTHS = (
    *(say("January"), say("February"), say("March"), say("April"), say("May"), say("June")),
    *(say("July"), say("August"), say("September"), say("October"), say("November"), say("December")),
)


def day_told(day: date) -> Sentence:
    """A day as it stands at the head of a list.

    >>> day_told(date(2025, 1, 7))
    '7 January 2025'
    """
    return say("{day} {month} {year}", day=day.day, month=MONTHS[day.month - 1], year=day.year)


def names_in_journal(state: State) -> dict[str, str]:
    """The people of every contestant, as the journal itself has them: 'Ann Ash & Bob Beech'; of a team with a name, that."""
    return {
        state.name(section.name, number): state.team(section.name, number).name
        or (" & " if len(found) < 3 else ", ").join(player.name for player in found)
        for section in state.sections.values()
        for number in section.movement.contestants
        if (found := players_of(state, section.name, number)) or state.team(section.name, number).name
    }


def director_of(state: State) -> str:
    """Who began play, or opened the session."""
    begun = [entry.by.name for entry in state.journal if isinstance(entry.act, (Open, Start)) and entry.by.name]
    return begun[-1] if begun else ""


@dataclass(frozen=True)
class PrintedSession:
    """A session with the names of its people, and with what its places were awarded, where that is printed."""

    state: State
    names: Mapping[str, str]
    awards: Mapping[str, Number] = field(default_factory=dict)
    award_unit: str = ""

    @cached_property
    def scored(self) -> Scored:
        """All of it, scored."""
        return scored(self.state)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The ranked list."""
        return ranked(self.state, self.scored)

    @property
    def signed(self) -> bool:
        """Whether points can be minus points."""
        return not METHODS[self.state.method].percent

    def points(self, value: Number | None) -> str:
        """Points that stand alone, with their sign where the method gives minus points."""
        return signed(value) if self.signed else written(value)

    @property
    def teams(self) -> bool:
        """Whether teams play."""
        return self.scored.session.teams

    @cached_property
    def contestants(self) -> Mapping[str, Contestant]:
        """Section and number of everybody that scoring knows by one name; pairs that have left among them."""
        found = dict(contestants(self.state))
        for key, record in self.state.lines.items():
            for number in (record.ns, record.ew):
                found.setdefault(self.state.name(key.section, number), Contestant(key.section, number))
        return found

    def name(self, who: Contestant) -> str:
        """What scoring calls somebody."""
        return self.state.name(*who)

    def label(self, name: str, side: Side | None = None) -> str:
        """What the cards call a contestant, in a column of its own side where there is one; with its section."""
        section, number = self.contestants[name]
        word: SideWord | None = None if side is None else ("ns" if side is Side.NS else "ew")
        text = short(self.state.sections[section].movement, number, word)
        if len(self.state.sections) == 1:
            return text
        return f"{section}{text}" if text[:1].isdigit() else f"{section} {text}"

    def people(self, name: str) -> str:
        """The names of a contestant's people."""
        return self.names.get(name, "")

    def made(self, line: SheetLine) -> dict[str, str | Sentence]:
        """Contract, declarer, lead and tricks, or a note in their place; and the score of each side."""
        record = line.record
        found: dict[str, str | Sentence] = dict.fromkeys(("contract", "by", "lead", "tricks", "note", "ns", "ew"), "")
        match record.entry:
            case _ if record.adjusted:
                ns, ew = award_told(record.adjustment.ns), award_told(record.adjustment.ew)
                found["note"] = ns if ns == ew else say("{ns} / {ew}", ns=ns, ew=ew)
            case NotPlayed():
                found["note"] = say("not played")
            case LatePlay():
                found["note"] = say("late play")
            case PassedOut():
                found["contract"] = say("Pass")
            case Contracted() as entry:
                result = entry.result
                found |= {
                    "contract": str(result.contract),
                    "by": str(result.declarer or ""),
                    "lead": _card(entry.lead),
                    "tricks": f"{result.over:+d}".replace("-", "−") if result.over else "=",
                }
        if record.adjustment.under_appeal or self.state.under_appeal(line.key):
            found["note"] = say("{note} (under appeal)", note=found["note"])
        if line.score is not None:
            found["ns" if line.score >= 0 else "ew"] = str(abs(line.score))
        return found


def _card(lead: str) -> str:
    """A lead with its suit's sign.

    >>> _card("HT"), _card("")
    ('♥10', '')
    """
    if len(lead) < 2:
        return ""
    return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}.get(lead[0].upper(), lead[0]) + lead[1:].upper().replace("T", "10")
