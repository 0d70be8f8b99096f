"""The deals of a session on paper, for the desk and for those who may see them."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import get_language, gettext, ngettext

from arrowswitch import press
from arrowswitch.session import State
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.work.paper import paper_of


def printed_deals(state: State, boards: set[int] | None = None) -> list[press.PrintedDeal]:
    """Every deal of the night with its table, or those of some boards."""
    found = [press.PrintedDeal(hands, state.tables.get(board)) for board, hands in sorted(state.hands.items())]
    found += [
        press.PrintedDeal(hands, state.own_tables.get(key), key.section, key.group)
        for key, hands in sorted(state.own_hands.items())
    ]
    wanted = [each for each in found if boards is None or each.hands.board in boards]
    return sorted(wanted, key=lambda each: each.hands.board)


def hand_pdf(request: ClubRequest, what: str, found: list[press.PrintedDeal], title: str) -> bytes:
    """Deals on the paper and in the colours that were asked for."""
    if request.club is None:  # what is printed is always a club's
        raise Http404
    colours = request.GET.get("colours", "four")
    return press.render_hands(
        what,
        found,
        title=title,
        club=request.club.name,
        paper=paper_of(request),
        colours=colours if colours in press.COLOURS else "four",
        gettext=gettext,
        ngettext=ngettext,
        lang=get_language() or "en",
    )
