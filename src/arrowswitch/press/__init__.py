"""Everything that is printed, as PDF by Typst.

`render` takes a movement and the name of what to print and returns the bytes of a PDF. The words come from Python, so
that they can be translated; the templates hold only the design. No network, no fonts of the machine, no date:
the same movement gives the same file on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal, get_args

from arrowswitch.movements.model import Movement
from arrowswitch.press.draws import EVENT_WHAT, PrintedMatch, PrintedRound, PrintedSide, render_round
from arrowswitch.press.hands import COLOURS, HANDS_WHAT, PrintedDeal, render_hands
from arrowswitch.press.known import UNITS, PrintContext, PrintedLink, dots
from arrowswitch.press.labels import LABEL_SHEETS, PrintedLetter, render_labels, render_letters
from arrowswitch.press.printed_session import PrintedSession, day_told, director_of, names_in_journal
from arrowswitch.press.records import render_record
from arrowswitch.press.results import RESULTS_WHAT, result_sheets
from arrowswitch.press.rulings import RULINGS_WHAT, Log, appeal_form, report_sheet
from arrowswitch.press.sheets import WHAT, applies, document, section_sheets
from arrowswitch.press.typesetter import typeset
from arrowswitch.press.years import render_year
from arrowswitch.scoring import BadSession
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import SeatedPlayer, State
from arrowswitch.words import Gettext, Ngettext, Sentence, counted, say

Paper = Literal["a4", "a5", "letter"]
PAPERS: tuple[str, ...] = get_args(Paper)

SESSION_WHAT: tuple[tuple[str, Sentence], ...] = (*WHAT, *RESULTS_WHAT)
"""What can be printed of a session: all that a movement has, and the results."""

__all__ = [
    "COLOURS",
    "EVENT_WHAT",
    "HANDS_WHAT",
    "LABEL_SHEETS",
    "PAPERS",
    "RESULTS_WHAT",
    "RULINGS_WHAT",
    "SESSION_WHAT",
    "WHAT",
    "Paper",
    "PrintedDeal",
    "PrintedLetter",
    "PrintedLink",
    "PrintedMatch",
    "PrintedRound",
    "PrintedSide",
    "UnknownPrint",
    "applies",
    "names_in_journal",
    "render",
    "render_hands",
    "render_labels",
    "render_letters",
    "render_record",
    "render_round",
    "render_rulings",
    "render_session",
    "render_year",
    "session_applies",
]


class UnknownPrint(ValueError):  # noqa: N818 - a wish that cannot be met, said in a sentence
    """Something that cannot be printed, said in a sentence."""


def check_wish(what: str, paper: str, known: Sequence[tuple[str, Sentence]]) -> None:
    """Refuses what is not on the list, and paper that printers do not have."""
    titles = dict(known)
    if what not in titles:
        raise UnknownPrint(
            say("There is nothing called {what} to print; it can be {names}.", what=what, names=", ".join(titles))
        )
    if paper not in PAPERS:
        raise UnknownPrint(
            say("Paper {paper} is not known; it can be {papers}.", paper=paper, papers=", ".join(PAPERS))
        )


def render(
    what: str,
    movement: Movement,
    *,
    paper: str = "a4",
    title: str = "",
    club: str = "",
    section: str = "",
    names: Mapping[int, str] | None = None,
    table_links: Mapping[int, PrintedLink] | None = None,
    pair_links: Mapping[int, PrintedLink] | None = None,
    refreshments: bool = False,
    gettext: Gettext | None = None,
    ngettext: Ngettext | None = None,
    lang: str = "en",
) -> bytes:
    """A PDF of one kind of sheet, or of the whole pack.

    With `names` guide and score cards say whose they are; with `table_links` and `pair_links` table and guide cards
    carry a QR code. Refreshments are announced only where they are asked for.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> rows = [SketchRow(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> mitchell = two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8)
    >>> render("table-cards", mitchell, paper="a5")[:5]
    b'%PDF-'
    """
    check_wish(what, paper, WHAT)
    known = PrintContext(section, names or {}, table_links or {}, pair_links or {}, refreshments)
    made = document(what, movement, title=title, club=club, known=known)
    if not made["sheets"]:
        raise UnknownPrint(say("This movement needs no {what}.", what=dict(WHAT)[what].lower()))
    return typeset({**made, "paper": paper, "lang": lang}, gettext, ngettext)


def render_session(
    what: str,
    state: State,
    *,
    names: Mapping[str, str] | None = None,
    paper: str = "a4",
    club: str = "",
    director: str | None = None,
    table_links: Mapping[tuple[str, int], PrintedLink] | None = None,
    pair_links: Mapping[tuple[str, int], PrintedLink] | None = None,
    awards: Mapping[str, Number] | None = None,
    award_unit: str = "",
    gettext: Gettext | None = None,
    ngettext: Ngettext | None = None,
    lang: str = "en",
) -> bytes:
    """A PDF of a session: the cards and forms of all its sections, or its results as they stand.

    `names` has the people of each contestant under its name in the scoring ("A7"). Without it there are only numbers,
    so that whoever prints decides which names may be seen; `awards` go beside the places in the same way.
    The director is who began play, where nobody is named.
    """
    check_wish(what, paper, SESSION_WHAT)
    if what == "matches" and state.method not in TEAMS:
        raise UnknownPrint(say("Only teams play matches."))
    known = names or {}
    if what in dict(RESULTS_WHAT):
        printed = PrintedSession(state, known, awards or {}, award_unit)
        made = _results(what, printed, club, director_of(state) if director is None else director)
    else:
        made = _cards(what, state, known, club, (table_links or {}, pair_links or {}))
    document = {"document": state.title, "words": {"turned": say("A")}, "sheets": made, "paper": paper, "lang": lang}
    return typeset(document, gettext, ngettext)


def render_rulings(
    what: str,
    state: State,
    *,
    ruling: str = "",
    paper: str = "a4",
    club: str = "",
    player: Callable[[SeatedPlayer], str] | None = None,
    local: Callable[[datetime], datetime] | None = None,
    gettext: Gettext | None = None,
    ngettext: Ngettext | None = None,
    lang: str = "en",
) -> bytes:
    """A PDF of the log of rulings: the director's report on one or on all, or the form of an appeal against one.

    `player` says what somebody is called, `local` what time it was where they played. Who was polled is never printed.
    """
    check_wish(what, paper, RULINGS_WHAT)
    if ruling and ruling not in state.rulings:
        raise UnknownPrint(say("There is no such ruling."))
    wanted = [state.rulings[ruling]] if ruling else list(state.rulings.values())
    if not wanted:
        raise UnknownPrint(say("No ruling has been written down in this session."))
    log = Log(state, club, player or (lambda each: each.name), local or (lambda at: at))
    if what == "appeal-form":
        if len(wanted) > 1:
            raise UnknownPrint(say("Say against which ruling the appeal is."))
        if not wanted[0].act.outcome:
            raise UnknownPrint(say("There is no ruling yet that could be appealed."))
        made = appeal_form(log, wanted[0])
    else:
        made = report_sheet(log, wanted)
    document = {"document": state.title, "words": {"turned": say("A")}, "sheets": [made], "paper": paper, "lang": lang}
    return typeset(document, gettext, ngettext)


def session_applies(state: State) -> tuple[str, ...]:
    """What a session can be printed as now: cards and forms always, results once there are some."""
    movements = {what for section in state.sections.values() for what in applies(section.movement)}
    if state.phase != "published":
        movements.add("number-slips")  # for the session knows them, and a movement does not
    played = any(record.occupies for record in state.lines.values())
    played = played or bool(state.matches)
    results = {what for what, _ in RESULTS_WHAT if what != "matches" or state.method in TEAMS} if played else set()
    if state.as_printed:
        results.add("results")
    return tuple(what for what, _ in SESSION_WHAT if what in movements | results)


Links = Mapping[tuple[str, int], PrintedLink]


def _cards(
    what: str, state: State, names: Mapping[str, str], club: str, links: tuple[Links, Links]
) -> list[dict[str, Any]]:
    made = []
    tables, pairs = links
    for section in state.sections.values():
        away = frozenset(who for where, who in state.left if where == section.name)
        movement = section.movement
        if what in ("announcements", "pack"):  # nobody waits for those who have gone
            movement = replace(movement, sit_outs=tuple(each for each in movement.sit_outs if each.pair not in away))
        known = PrintContext(
            section.name if len(state.sections) > 1 else "",
            {number: names.get(state.name(section.name, number), "") for number in movement.contestants},
            {table: link for (where, table), link in tables.items() if where == section.name},
            {number: link for (where, number), link in pairs.items() if where == section.name},
            break_after=section.break_after,
            break_minutes=section.break_minutes,
            away=away,
        )
        made += section_sheets(what, movement, title=state.title, club=club, known=known)
    if not made:
        raise UnknownPrint(say("This session needs no {what}.", what=dict(WHAT)[what].lower()))
    return made


def _results(what: str, printed: PrintedSession, club: str, director: str) -> list[dict[str, Any]]:
    state = printed.state
    played = any(record.occupies for record in state.lines.values()) or bool(state.matches)
    if not played and not (state.as_printed and what == "results"):
        raise UnknownPrint(say("There are no results to print yet."))
    try:
        made = result_sheets(what, printed)
    except BadSession as problem:
        raise UnknownPrint(problem.args[0]) from None
    day = day_told(state.date) if state.date else ""
    version = state.publications[-1].version if state.phase == "published" and state.publications else 0
    plans = [
        say(
            "{name}, {entry} {unit}, {rounds}, {boards}",
            name=section.movement.name,
            entry=section.movement.entry,
            unit=UNITS[section.movement.kind],
            rounds=counted("rounds", section.movement.rounds),
            boards=counted("boards", len(section.movement.boards)),
        )
        for section in state.sections.values()
    ]
    named = zip(state.sections, plans, strict=True)
    common = {
        "heading": state.title,
        "club": club,
        "day": day,
        "plans": [say("{section}: {plan}", section=name, plan=plan) for name, plan in named]
        if len(plans) > 1
        else plans,
        "director": say("Director: {name}", name=director) if director else "",
        "version": say("Version {version}", version=version) if version > 1 else "",
        "foot": dots([club, state.title, day]),
    }
    return [{**sheet, "heads": {**sheet["heads"], **common}} for sheet in made]
