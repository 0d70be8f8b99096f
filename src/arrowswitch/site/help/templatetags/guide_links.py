"""The way from a page to its guide."""

from __future__ import annotations

from typing import Any

from django import template

from arrowswitch.site.help.where import guide_of

register = template.Library()


@register.simple_tag(takes_context=True)
def guide_here(context: dict[str, Any]) -> dict[str, Any] | None:
    """The guide of the page that is being made."""
    match = getattr(context.get("request"), "resolver_match", None)
    return guide_of(match.url_name) if match else None
