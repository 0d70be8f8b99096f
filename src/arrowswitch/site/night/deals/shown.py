"""The deals of a night ready for the page: what is known of them, how far the solver is, what can be printed."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arrowswitch import press
from arrowswitch.deals import can_solve
from arrowswitch.deals.solver import MISSING
from arrowswitch.session import State
from arrowswitch.session.night import far_from_double_dummy, lacking
from arrowswitch.site.journal import solving
from arrowswitch.site.night.desk import Desk
from arrowswitch.words import spans

UNTIL = (
    ("over", _("when all rounds have been played")),
    ("posted", _("when the results are posted")),
    ("always", _("at any time, with a reason that stands in the journal")),
)
MACHINES = (("pbn", "PBN"), ("dup", "DUP"), ("dlm", "DLM"), ("bri", "BRI"), ("dge", "DGE"))
DOUBTED = 4
"""One result in so many is far from double dummy, and the deals are doubted; with the right ones it is one in thirty."""
ENOUGH = 8
"""Results from which on that can be said."""


def progress(state: State) -> dict[str, Any]:
    """How many boards are solved, and whether more are to come."""
    total = len(state.hands) + len(state.own_hands)
    left = len(lacking(state))
    return {
        "total": total,
        "done": total - left,
        "working": bool(left) and solving.is_working_on(state),
        "missing": MISSING if left and not can_solve() else "",
        "odd": _odd(state) if not left else None,
    }


def _odd(state: State) -> tuple[int, int] | None:
    """How many results are far from what these hands make, of how many; None if no more than there always are."""
    if not state.tables and not state.own_tables:
        return None
    played = [(key, record.entry) for key, record in state.lines.items() if record.entry and not record.void]
    odd = sum(1 for key, entry in played if any(far_from_double_dummy(state, key, entry)))
    return (odd, len(played)) if len(played) >= ENOUGH and odd * DOUBTED >= len(played) else None


def own_sets(state: State) -> list[tuple[str, str, str]]:
    """Hands of sections and groups: section, group, boards."""
    found: dict[tuple[str, str], list[int]] = {}
    for key in sorted(state.own_hands):
        found.setdefault((key.section, key.group), []).append(key.board)
    return [(section, group, spans(boards)) for (section, group), boards in found.items()]


def lacking_boards(state: State) -> str:
    """Boards of the movements whose hands are not known in any section."""
    known = {*state.hands, *(key.board for key in state.own_hands if not key.group)}
    played = {board for section in state.sections.values() for board in section.movement.boards}
    return spans(played - known) if known else ""


def prints(desk: Desk, paper: str = "a4") -> list[dict[str, Any]]:
    """What can be printed of the deals."""
    if not desk.state.hands and not desk.state.own_hands:
        return []
    return [
        {
            "what": what,
            "title": title,
            "hint": HINTS.get(what, ""),
            "address": f"{reverse('night-deals-pdf', args=[desk.session.pk, what])}?paper={paper}",
        }
        for what, title in press.HANDS_WHAT
    ]


HINTS = {
    "hands": _("With points, what makes and par."),
    "hands-large": _("For those who read with difficulty."),
    "hands-one": _("For the wall, or for a talk about a board."),
    "hands-lines": _("Each hand from left to right."),
    "curtain-cards": _("For the pockets of the boards: what each hand must hold."),
    "redeal": _("To put a fouled board right: who gets which card of a sorted pack."),
}
