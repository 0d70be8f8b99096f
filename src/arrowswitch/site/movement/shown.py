"""Movements and choices made ready for a page: numbers as players write them, tables in the order they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from string import ascii_uppercase
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from arrowswitch import press, regulations
from arrowswitch.movements import duplication
from arrowswitch.movements.audit import Audit
from arrowswitch.movements.cards.announcements import Announcement
from arrowswitch.movements.cards.moves import Stop, paths
from arrowswitch.movements.catalogue import FAMILIES, has
from arrowswitch.movements.choosing.tonight import Choice, Pace
from arrowswitch.movements.describe import least_boards
from arrowswitch.movements.design import further_switches
from arrowswitch.movements.design.starts import written_switch
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import best_switches
from arrowswitch.movements.wishes import read_board_minutes
from arrowswitch.site.federations import taken
from arrowswitch.words import spans

MOST_SWITCHED_TABLES = 20
"""Beyond this nobody switches table by table, and the search takes longer than a page may."""
SWITCHES_SECONDS = 0.2
LEAST_GAIN = 0.01
"""A point of quality is worth a quarter of a board; less than this is none."""
DOTS = (60.0, 75.0, 87.0, 95.0)
"""The Qf from which a movement has two, three, four and five dots."""


def hours(minutes: float) -> str:
    """A length of time.

    >>> hours(168), hours(60), hours(45)
    ('2h48', '1h00', '0h45')
    """
    whole, rest = divmod(round(minutes), 60)
    return f"{whole}h{rest:02}"


def dots(qf: float) -> str:
    """Balance at a glance.

    >>> dots(100), dots(83.4), dots(10)
    ('●●●●●', '●●●○○', '●○○○○')
    """
    full = 1 + sum(qf >= step for step in DOTS)
    return "●" * full + "○" * (5 - full)


def boards_text(boards: tuple[int, ...]) -> str:
    """Boards with a dash that is not a minus.

    >>> boards_text((5, 6, 7))
    '5–7'
    """
    return spans(boards).replace("-", "–")


def address(family: str, options: Mapping[str, Any], **more: str) -> str:
    """The page of a movement; the options are what it is built from."""
    query = {name: value for name, value in {**options, **more}.items() if value not in (None, "")}
    return f"{reverse('movement', args=[family])}?{urlencode(query)}"


def pace(federation: str, wished: Mapping[str, str]) -> Pace:
    """How fast tonight's players are, by the wishes that a page carries on; what cannot be read is left out."""
    grade = wished.get("grade", "")
    try:
        board_minutes = read_board_minutes(wished.get("board_minutes", ""))
    except ImpossibleWish:
        board_minutes = None
    return Pace(taken(federation).timing, grade if grade in regulations.GRADES else "open", board_minutes)


def minutes(movement: Movement, pace: Pace) -> int:
    """How long a movement takes."""
    if movement.kind == "teams":
        boards, _ew = least_boards(movement)
        return ceil(pace.match_minutes(boards, movement.rounds, len(movement.stanzas)))
    return ceil(pace.session_minutes(movement.rounds, movement.boards_per_round))


def sections(choice: Choice) -> list[tuple[str, Movement, dict[str, str | int]]]:
    """The sections of a choice with their letters and what they are built from; none when the room is one."""
    found = []
    for letter, part in zip(ascii_uppercase, choice.parts, strict=False):
        own: dict[str, str | int] = {
            "tables": part.entry,
            "rounds": part.rounds,
            "boards_per_round": part.boards_per_round,
        }
        kept = {name: value for name, value in choice.options.items() if name == "switch"}
        found.append((letter, part, {**own, **kept, "section": letter}))
    return found


# -- the grid ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GridCell:
    """What happens at a table in a round: two sides and boards, somebody who waits, or nothing."""

    ns: str = ""
    ew: str = ""
    boards: str = ""
    switched: bool = False
    waits: str = ""


def short(movement: Movement, contestant: int) -> str:
    """A pair's number as it stands on the cards, without its field: the column says which side it is."""
    if movement.kind != "pairs":
        return str(contestant) if movement.kind == "teams" else movement.label(contestant)
    return movement.label(contestant).split(" ")[-1]


def grid(movement: Movement) -> list[tuple[int, list[GridCell]]]:
    """Tables down, rounds across."""
    waiting: dict[tuple[int, int], list[str]] = {}
    for sit in movement.sit_outs:
        if sit.table:
            waiting.setdefault((sit.round, sit.table), []).append(movement.label(sit.pair))
    top = max([movement.tables, *(table for _, table in waiting)])

    def cell(number: int, table: int) -> GridCell:
        meeting = movement.at.get((number, table))
        if meeting is None:
            return GridCell(waits=", ".join(waiting.get((number, table), ())))
        return GridCell(
            short(movement, meeting.ns), short(movement, meeting.ew), boards_text(meeting.boards), meeting.switched
        )

    rounds = range(1, movement.rounds + 1)
    return [(table, [cell(number, table) for number in rounds]) for table in range(1, top + 1)]


# -- a pair's path ----------------------------------------------------------------------------------------------------


def pair_path(movement: Movement, contestant: int) -> tuple[dict[str, Any], ...]:
    """Where a pair goes, round by round; a team has two of them."""
    whole = paths(movement)
    found = []
    for who, stops in whole.items():
        if who.number == contestant:
            found.append({"half": who.half, "lines": tuple(_lines(movement, stops))})
    return tuple(found)


def _lines(movement: Movement, stops: tuple[Stop, ...]) -> list[dict[str, Any]]:
    lines = []
    before: Stop | None = None
    for stop in stops:
        moved = before is not None and (stop.table, stop.seat) != (before.table, before.seat)
        opponent = movement.label(stop.opponent) if stop.opponent is not None else ""
        lines.append(
            {
                "stop": stop,
                "opponent": opponent,
                "boards": boards_text(stop.boards) if stop.boards else "",
                "moves": moved,
            }
        )
        before = stop
    return lines


def called(movement: Movement, contestant: int) -> str:
    """A pair or a team in a sentence."""
    label = movement.label(contestant)
    if not label.isdigit():
        return label
    words = {"teams": _("team %(number)s"), "pairs": _("pair %(number)s"), "individual": _("player %(number)s")}
    return words[movement.kind] % {"number": label}


def partnerships(movement: Movement) -> list[tuple[int, str]]:
    """Everybody who can be picked, with what the cards call them."""
    return [(number, movement.label(number)) for number in movement.contestants]


# -- what to say --------------------------------------------------------------------------------------------------------


SPECIAL = frozenset({"skip", "special", "switch", "double", "stanza"})
"""What is not said after every round."""


def moments(told: tuple[Announcement, ...]) -> tuple[dict[str, Any], ...]:
    """Announcements gathered by moment, in the order of the evening."""
    found = []
    for (moment, number), group in groupby(told, key=lambda one: (one.moment, one.round)):
        sayings = tuple(group)
        found.append(
            {
                "moment": moment,
                "round": number,
                "sayings": sayings,
                "special": any(one.occasion in SPECIAL for one in sayings),
            }
        )
    return tuple(found)


# -- on paper -----------------------------------------------------------------------------------------------------------


def prints(movement: Movement, family: str, query: Mapping[str, Any], paper: str) -> tuple[dict[str, Any], ...]:
    """What this movement can be printed as."""
    titles = dict(press.WHAT)

    def where(what: str, size: str) -> str:
        return f"{reverse('movement-pdf', args=[what])}?{urlencode({'family': family, **query, 'paper': size})}"

    return tuple(
        {
            "what": what,
            "title": titles[what],
            "usual": where(what, paper),
            "papers": tuple((size.title(), where(what, size)) for size in press.PAPERS),
        }
        for what in press.applies(movement)
    )


# -- facts --------------------------------------------------------------------------------------------------------------


def facts(movement: Movement, audit: Audit) -> tuple[tuple[str, str, str], ...]:
    """What the audit found, in the order in which a director asks: what, how much, and the particulars."""
    known = audit.facts
    label = movement.label
    played = sorted(set(movement.boards_played.values()))
    compared = sorted(set(known.comparisons.values()))
    return (
        (_("Rounds"), movement.course, _("boards a round")),
        (_("Boards in play"), str(len(movement.boards)), boards_text(movement.boards)),
        (_("Boards each plays"), _range(played), ""),
        (_("Times a board is played"), _range(compared), ""),
        (
            _("Opponents never met"),
            str(len(known.missed)) if known.missed else _("none"),
            _few([f"{label(one)} – {label(other)}" for one, other in known.missed]),
        ),
        (
            _("Met more than once"),
            str(len(known.repeated)) if known.repeated else _("none"),
            _few([f"{label(one)} – {label(other)} ×{times}" for one, other, times in known.repeated]),
        ),
        (
            _("Sit out"),
            str(len(known.sit_outs)) if known.sit_outs else _("nobody"),
            _few([f"{label(who)} ×{times}" if times > 1 else label(who) for who, times in known.sit_outs.items()]),
        ),
        (
            _("Keep their seats"),
            str(len(known.stationary)) if known.stationary else _("nobody"),
            _few([label(who) for who in known.stationary]),
        ),
        (_("Sets of boards to make"), str(movement.copies), ""),
    )


def switches_offered(
    movement: Movement, family: str, query: Mapping[str, Any], wished: str
) -> tuple[dict[str, Any], ...]:
    """The best rounds to switch, for a movement that has two fields."""
    if movement.winners == 1:
        return ()
    best = best_switches(movement)
    if not best.places:
        return ()
    switch = {"switch": ",".join(map(str, best.rounds))}
    return ({"reason": best.reason, "address": address(family, {**query, **switch}, wish=wished, view="balance")},)


def single_switches(movement: Movement, family: str, query: Mapping[str, Any], wished: str) -> dict[str, Any] | None:
    """Arrow switches of single tables in the order in which they are worth making, each with what it gains; None if none is.

    All of them can be shown where the movement has no switches yet and nobody follows a guide card.
    """
    if movement.tables > MOST_SWITCHED_TABLES:
        return None
    found = further_switches(movement, seconds=SWITCHES_SECONDS)
    if found.after < found.before + LEAST_GAIN:
        return None
    is_plain = family in FAMILIES and not has(family, "guide cards") and not query.get("switch")
    switch = {"switch": written_switch(movement, [(each.round, each.table) for each in found.switches])}
    return {
        "before": found.before,
        "after": found.after,
        "rows": found.switches,
        "address": address(family, {**query, **switch}, wish=wished, view="balance") if is_plain else "",
    }


def making_boards(movement: Movement) -> dict[str, Any]:
    """Who makes which boards so that nobody plays a board he made."""
    try:
        plan = duplication.for_entry(len(movement.contestants))
        same = plan.movement.meetings == movement.meetings
    except ImpossibleWish:
        plan, same = duplication.makers(movement), True
    return {
        # Table, boards, and who makes them
        "sheets": tuple(
            (
                sheet.table,
                boards_text(sheet.boards),
                ", ".join(plan.movement.label(pair) for pair in sheet.makers) or "–",
            )
            for sheet in plan.sheets
        ),
        "words": tuple(one.text for one in plan.instructions),
        # The set-up is for the very movement shown; otherwise a Mitchell is started from other seats
        "same": same,
    }


def _range(numbers: list[int]) -> str:
    if not numbers:
        return "0"
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def _few(texts: list[str], most: int = 12) -> str:
    more = len(texts) - most
    return ", ".join(texts[:most]) + (" " + _("and %(more)d more") % {"more": more} if more > 0 else "")
