"""Template tag for what is not done here: a line for each thing that a reader of this page would look for."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from arrowswitch.elsewhere import PAGES, Elsewhere, of_kind
from arrowswitch.site.accounts.gate import DESK, DIRECTORS
from arrowswitch.words import Sentence

register = template.Library()

FOR = {
    "night-results-lists": DIRECTORS,
    "players-import": DIRECTORS,
    "results-list": None,
    "calculator": None,
}
"""Who may open a page that helps; the others are for the desk."""


@register.inclusion_tag("club/_not_here.html", takes_context=True)
def not_here(context: dict[str, Any], *kinds: Any) -> dict[str, Any]:
    """The lines of some kinds, each with the page that helps, if there is one that this reader may open from here."""
    lines = [(each, *_page(context, each)) for each in of_kind(*kinds)]
    return {"lines": lines, "all": context["request"].resolver_match.url_name == "elsewhere"}


def _page(context: dict[str, Any], each: Elsewhere) -> tuple[str, Sentence]:
    roles, label = FOR.get(each.page, DESK), PAGES[each.page]
    if roles is not None and context["request"].actor.role not in roles:
        return "", label
    if not each.page.startswith("night-"):
        return reverse(each.page), label
    desk = context.get("desk")
    return reverse(each.page, args=[desk.session.pk]) if desk else "", label
