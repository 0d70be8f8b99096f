"""Template tags for what bridge players read: contracts with their suits, scores, percentages, sides of the table."""

from __future__ import annotations

import uuid
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arrowswitch.bridge import NotBridge, Vulnerability, dealer_of, vulnerability_of
from arrowswitch.movements import Movement
from arrowswitch.scoring import figures
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import BareScore, Contracted, Entry, LatePlay, LineKey, NotPlayed, PassedOut
from arrowswitch.session.deciding import closes, is_closed
from arrowswitch.session.night import State
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.events.running import event_of
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.tabs import TABS, TEAMS_ONLY
from arrowswitch.words import Sentence

register = template.Library()

SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "clubs"}
NOBODY = "–"


@register.simple_tag
def command_id() -> SafeString:
    """The hidden field that lets a form be sent twice and done once."""
    return format_html('<input type="hidden" name="command" value="{}">', uuid.uuid4())


@register.simple_tag(takes_context=True)
def night_tabs(context: dict[str, Any]) -> list[dict[str, Any]]:
    """The tabs of the session on the desk that its reader may open; the current one is that of the page's area."""
    session = context["desk"].session.pk
    area = context["request"].resolver_match.func.__module__.split(".")[-2]
    role = context["request"].actor.role
    teams = context["desk"].state.method in TEAMS
    return [
        {"address": reverse(address, args=[session]), "title": title, "key": key, "current": name == area}
        for name, address, title, key, roles in TABS
        if role in roles and (teams or name not in TEAMS_ONLY)
    ]


@register.simple_tag(takes_context=True)
def page_of(context: dict[str, Any], line: LineKey) -> str:
    """Where a line of the session is read, corrected and ruled on."""
    return reverse("night-line", args=(context["desk"].session.pk, line.section, line.round, line.table, line.board))


@register.simple_tag(takes_context=True)
def working_of(context: dict[str, Any], section: str, contestant: int, board: int | None = None) -> str:
    """Where the working of a contestant's points is: on a board, or of the whole night."""
    desk = context["desk"]
    place = (desk.session.pk, desk.state.name(section, contestant))
    if board is None:
        return reverse("night-results-working-total", args=place)
    return reverse("night-results-working", args=(*place, board))


@register.simple_tag
def night_event(session: Session) -> KeptEvent | None:
    """The event whose evening a session is."""
    return event_of(session)


@register.simple_tag
def night_phase(state: State) -> str:
    """How far the session has come."""
    if state.phase == "published":
        return _("results posted, version %(number)s") % {"number": state.publications[-1].version}
    if state.phase == "open":
        return _("not started")
    if all(section.over for section in state.sections.values()):
        return _("all rounds played")
    rounds = {_round_of(section.movement, section.round) for section in state.sections.values()}
    if len(rounds) == 1:
        return _("round %(round)s of %(rounds)s") % dict(zip(("round", "rounds"), next(iter(rounds)), strict=True))
    return ", ".join(
        _("%(section)s: round %(round)s of %(rounds)s")
        % dict(
            zip(
                ("section", "round", "rounds"), (section.name, *_round_of(section.movement, section.round)), strict=True
            )
        )
        for section in state.sections.values()
    )


def _round_of(movement: Movement, number: int) -> tuple[int, int]:
    """A round and how many there are, as an event counts them where it draws them."""
    return movement.drawn_as(number)[0], movement.last_drawn or movement.rounds


@register.inclusion_tag("night/_posted.html")
def posted_note(desk: Desk, what: str = "rulings") -> dict[str, object]:
    """What it means, for a ruling or for a repair, that the results are posted: said before anything is asked."""
    state = desk.state
    return {
        "posted": state.phase == "published",
        "closes": closes(state),
        "closed": is_closed(state, desk.now),
        "session": desk.session.pk,
        "what": what,
    }


@register.filter
def suits(text: str) -> SafeString:
    """A text with its suits in their colours.

    >>> suits("4♠X")
    '4<span class="spade">♠</span>X'
    """
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<span class="{}">{}</span>', SUITS[sign], sign) if sign in SUITS else sign,)
            for sign in str(text)
        ),
    )


@register.filter
def contract_html(entry: Entry | None) -> SafeString:
    """A result as players write it.

    >>> contract_html(Contracted("3NT", "N", 9)), contract_html(PassedOut())
    ('3NT N =', 'passed out')
    """
    match entry:
        case Contracted():
            try:
                return suits(str(entry.result).replace("-", "−"))
            except NotBridge:
                return format_html("{} {} {}", entry.contract, entry.declarer, entry.tricks)
        case BareScore(ns):
            return format_html("{}", signed(ns))
        case PassedOut():
            return format_html("{}", _("passed out"))
        case NotPlayed():
            return format_html("{}", _("not played"))
        case LatePlay():
            return format_html("{}", _("late play"))
        case _:
            return mark_safe("")


@register.filter
def lead_html(entry: Entry | None) -> SafeString:
    """The lead, if one was written down."""
    if not isinstance(entry, Contracted) or not entry.lead:
        return mark_safe("")
    sign = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}.get(entry.lead[:1].upper(), entry.lead[:1])
    return suits(sign + entry.lead[1:].upper().replace("T", "10"))


@register.filter
def signed(value: Any) -> str:
    """A number with its sign.

    >>> signed(620), signed(-50), signed(0), signed(None)
    ('+620', '−50', '0', '')
    """
    if value is None or value == "":
        return ""
    return figures.signed(value)


@register.filter
def percent(value: Number | None) -> str:
    """A percentage (given as one: 54.1666 for 54.17%) with two decimals."""
    return figures.percentage(value)


@register.filter
def points(value: Number | None) -> str:
    """Points with the decimals that they need, two at most.

    >>> from fractions import Fraction
    >>> points(Fraction(31, 2)), points(12), points(Fraction(1, 3)), points(-4)
    ('15.5', '12', '0.33', '−4')
    """
    return figures.written(value)


@register.filter
def vulnerable(board: int) -> str:
    """Who is vulnerable on a board, as players say it.

    >>> vulnerable(1), vulnerable(4)
    ('none', 'both')
    """
    return {
        Vulnerability.NONE: _("none"),
        Vulnerability.NS: _("NS"),
        Vulnerability.EW: _("EW"),
        Vulnerability.ALL: _("both"),
    }[vulnerability_of(int(board))]


@register.filter
def dealer(board: int) -> str:
    """Who deals a board: a letter."""
    return dealer_of(int(board)).name[0]


@register.filter
def place_in(line: LineKey, state: State) -> Sentence:
    """Where a line is, in words."""
    return state.place(line)


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """A value of a mapping; nothing if it is not there."""
    return mapping.get(key) if mapping else None
