"""Template tag for pages of which pieces are fetched: the library that does it is loaded only where something asks for it."""

from __future__ import annotations

import re

from django import template
from django.template.base import NodeList, Parser, Token
from django.templatetags.static import static
from django.utils.html import format_html

register = template.Library()

LIBRARY = "django_htmx/htmx-2.min.js"
ASKS = re.compile(r"<[^>]*\shx-(?!swap-oob)")
STORED = re.compile(r"<template\b.*?</template>", re.DOTALL)
"""What a page only carries along: a script fills it in, where there is no server to ask."""


class Pieces(template.Node):
    """A part of a page, and after it the library if the part needs it."""

    def __init__(self, inside: NodeList) -> None:
        self.inside = inside

    def render(self, context: template.Context) -> str:
        shown = self.inside.render(context)
        if not ASKS.search(STORED.sub("", shown)):
            return shown
        return shown + format_html('<script src="{}" defer></script>\n', static(LIBRARY))


@register.tag
def pieces(parser: Parser, _token: Token) -> Pieces:
    """Stands around what may ask for pieces of the page.

    >>> from django.template import Engine
    >>> tag = Engine(builtins=[__name__], libraries={}).from_string("{% pieces %}{{ part|safe }}{% endpieces %}")
    >>> tag.render(template.Context({"part": "<p>hx-get</p>"}))
    '<p>hx-get</p>'
    >>> "htmx" in tag.render(template.Context({"part": "<p hx-get='more'></p>"}))
    True
    """
    inside = parser.parse(("endpieces",))
    parser.delete_first_token()
    return Pieces(inside)
