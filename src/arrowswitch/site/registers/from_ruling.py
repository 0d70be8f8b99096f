"""What a ruling of the night already knows, so that nobody writes it twice."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from arrowswitch.session.night import Ruling, SeatLetter, around
from arrowswitch.site.accounts.gate import DIRECTORS
from arrowswitch.site.night.desk import Desk, desk_of
from arrowswitch.site.night.templatetags.bridge_words import contract_html
from arrowswitch.site.requests import MemberRequest

PARTNER: dict[SeatLetter, SeatLetter] = {"N": "S", "S": "N", "E": "W", "W": "E"}
FOUND = {
    "legal": {"finding": "green"},
    "excessive": {"finding": "green"},
    "adjust": {"finding": "red"},
    "warn": {"finding": "red"},
    "forbidden": {"breach": "forbidden"},
}
"""What the outcomes of the procedure on psychs say of the entry; the director may find otherwise."""


def named(request: MemberRequest) -> tuple[Desk, Ruling] | None:
    """The ruling that the address names, for a director of its club; nothing if it names none."""
    given = request.GET
    if not given.get("session") or request.actor.role not in DIRECTORS:
        return None
    number = given["session"]
    if not (number.isascii() and number.isdecimal()):
        raise Http404
    desk = desk_of(request, int(number))
    ruling = desk.state.rulings.get(given.get("ruling", ""))
    if ruling is None:
        raise Http404
    return desk, ruling


def known(desk: Desk, ruling: Ruling) -> dict[str, Any]:
    """Day, place, people, contract and facts."""
    act, state = ruling.act, desk.state
    seats = around(state, act.section, act.round, act.table)
    record = state.lines.get(ruling.line) if ruling.line else None
    who = seats.get(act.offender) if act.offender else None
    partner = seats.get(PARTNER[act.offender]) if act.offender else None
    return {
        "date": state.date or ruling.at.date(),
        "event": state.title,
        "table": desk.names.table(act.section, act.table),
        "round": act.round,
        "board": act.board,
        "who": desk.names.player(who) if who else "",
        "with_whom": desk.names.player(partner) if partner else "",
        "contract": strip_tags(contract_html(record.entry)) if record else "",
        "facts": act.facts,
    }


def psych(desk: Desk, ruling: Ruling) -> dict[str, Any]:
    """An entry of the psych book, as far as the ruling tells it."""
    act = ruling.act
    found = {"finding": "mistake"} if act.answers[:1] == ("mistake",) else FOUND.get(act.outcome, {})
    return known(desk, ruling) | found


def where(given: dict[str, Any]) -> str:
    """Table, round and board in words."""
    parts = (("table", _("table %(n)s")), ("round", _("round %(n)s")), ("board", _("board %(n)s")))
    return ", ".join(words % {"n": given[name]} for name, words in parts if given.get(name))
