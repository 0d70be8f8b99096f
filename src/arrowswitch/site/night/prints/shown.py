"""What can be printed of a session now, in the order in which a night needs it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch import press
from arrowswitch.site.accounts.gate import DIRECTORS
from arrowswitch.site.night.deals.shown import prints as hand_prints
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.phones.views import join_address
from arrowswitch.site.pads.joining import codes, pair_codes
from arrowswitch.site.pads.pins import pin_of, renewed
from arrowswitch.site.requests import MemberRequest

PAPER_NAMES = {"a4": "A4", "a5": "A5", "letter": "Letter"}
HINTS = {
    "pack": _("All that is below, in one file."),
    "table-cards": _("One for each table: who plays which boards, and where they go."),
    "guide-cards": _("For those who move: their way through the evening."),
    "rover-cards": _("Only for those who leave the usual way."),
    "check-off": _("For tables that take boards from a relay, in the right order."),
    "name-slips": _("To be filled in at the tables and collected in round 1."),
    "number-slips": _("For everybody: the number and the square for a phone of their own. Cut apart and handed out."),
    "phones": _("One page for the players, to lie on the tables."),
    "travellers": _("One for each board; it travels with it."),
    "pick-up-slips": _("One for each table and round, collected at the move."),
    "board-slips": _("One for each table and board."),
    "score-cards": _("For everybody, with their boards and opponents printed."),
    "result-slips": _("One for each match, signed by both teams."),
    "announcements": _("What to read out, and when."),
    "room": _("Where tables stand, and which way people and boards go."),
    "movement": _("All rounds and tables on one sheet."),
    "all-results": _("All that is below, in one file."),
    "results": _("For the wall: places, names, percentages."),
    "score-cards-played": _("For everybody: their boards, opponents and points."),
    "board-sheets": _("Every board with all its results, the best first."),
    "recap": _("Everybody’s points on every board."),
    "matches": _("For the wall: everybody against everybody, and the list round by round."),
}
GROUPS = (
    (
        "play",
        _("To play with"),
        ("table-cards", "guide-cards", "rover-cards", "check-off", "name-slips", "number-slips", "phones"),
    ),
    (
        "write",
        _("To write on"),
        ("travellers", "pick-up-slips", "board-slips", "score-cards", "result-slips"),
    ),
    ("desk", _("For your desk"), ("announcements", "room", "movement")),
    ("results", _("Results"), ("results", "score-cards-played", "board-sheets", "recap", "matches")),
)


def groups(desk: Desk, paper: str, there: Collection[str]) -> tuple[dict[str, Any], ...]:
    """What there is to print, of the kinds that apply; results first once everything is in."""
    found = [
        {
            "id": name,
            "title": str(title),
            "prints": (*(_print(desk, what, paper) for what in kinds if what in there), *(_report(desk, paper, name))),
        }
        for name, title, kinds in GROUPS
    ]
    found.append({"id": "hands", "title": gettext("Deals"), "prints": tuple(hand_prints(desk, paper))})
    if desk.state.phase == "published":
        found.sort(key=lambda group: group["id"] != "results")
    return tuple(group for group in found if group["prints"])


def whole(desk: Desk, paper: str, there: Collection[str]) -> tuple[dict[str, Any], ...]:
    """The packs: all cards and forms, all results."""
    packs = [_print(desk, what, paper) for what in ("pack", "all-results") if what in there]
    return tuple(reversed(packs)) if desk.state.phase == "published" else tuple(packs)


def _report(desk: Desk, paper: str, group: str) -> tuple[dict[str, Any], ...]:
    """The director's report on the rulings, which is for directors."""
    if group != "desk" or not desk.state.rulings or desk.request.actor.role not in DIRECTORS:
        return ()
    address = f"{reverse('night-rulings-report', args=[desk.session.pk])}?paper={paper}"
    hint = gettext("All rulings and appeals of the night.")
    return ({"what": "report", "title": dict(press.RULINGS_WHAT)["report"], "hint": hint, "address": address},)


def _print(desk: Desk, what: str, paper: str) -> dict[str, Any]:
    address = f"{reverse('night-print-pdf', args=[desk.session.pk, what])}?paper={paper}"
    return {"what": what, "title": dict(press.SESSION_WHAT)[what], "hint": str(HINTS.get(what, "")), "address": address}


def table_links(request: MemberRequest, desk: Desk) -> Mapping[tuple[str, int], press.PrintedLink]:
    """Where the phones of each table join, for its card."""
    if desk.state.phase == "published":
        return {}
    return {
        (each.section, each.table): press.PrintedLink(join_address(request, each.code)[0], each.code)
        for each in codes(desk.session, desk.state)
    }


def pair_links(request: MemberRequest, desk: Desk) -> Mapping[tuple[str, int], press.PrintedLink]:
    """The number of every pair, and the square that makes a phone its own; a team has only the number."""
    if desk.state.phase == "published":
        return {}
    given = renewed(desk.session.pk)
    squares = {
        (each.section, each.pair): join_address(request, each.code)[0] for each in pair_codes(desk.session, desk.state)
    }
    return {
        (section.name, number): press.PrintedLink(
            squares.get((section.name, number), ""), pin_of(desk.session.pk, section.name, number, given)
        )
        for section in desk.state.sections.values()
        for number in section.movement.contestants
    }


def names(desk: Desk) -> Mapping[str, str]:
    """The people of every contestant, as the register has them now."""
    return {name: desk.names.contestant(*who) for name, who in desk.names.by_scoring_name.items()}
