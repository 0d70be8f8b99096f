"""What a webmaster writes, made into a page: headings, lists, links, tables and the club's own pictures. Raw HTML stays words,
and pictures of others are not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from django.urls import reverse
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

from arrowswitch.site.club.models import Club
from arrowswitch.site.help.guides import Renderer, mend_tables, within
from arrowswitch.site.website.models import WebPicture
from arrowswitch.site.website.unnamed import as_read

MARKUP = MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table")
OURS = re.compile(r"picture:([0-9]{1,9})")
DEEPEST = 6


def picture_address(picture: WebPicture) -> str:
    """Where a picture is; another picture has another address, so browsers keep it for ever."""
    return reverse("website-picture", args=[picture.pk, picture.digest, picture.kind])


def numbers_in(text: str) -> list[int]:
    """The pictures that a text shows, by their numbers, each once.

    >>> numbers_in("![The room](picture:3) and ![](picture:3) and ![](https://example.org/a.png)")
    [3]
    """
    found = [_number(token) for token in within(MARKUP.parse(text)) if token.type == "image"]
    return list(dict.fromkeys(number for number in found if number is not None))


def _number(token: Token) -> int | None:
    asked = OURS.fullmatch(str(token.attrs.get("src", "")))
    return int(asked[1]) if asked else None


def pictures_of(club: Club, texts: Iterable[str]) -> dict[int, WebPicture]:
    """The pictures that some texts show, without their contents."""
    numbers = {number for text in texts if "picture:" in text for number in numbers_in(text)}
    if not numbers:
        return {}
    found = WebPicture.objects.filter(club=club, pk__in=numbers, withdrawn=None).defer("body")
    return {picture.pk: picture for picture in as_read(club, "public", found, "alt")}


def shown(text: str, pictures: Mapping[int, WebPicture] | None = None) -> SafeString:
    """A text as HTML, one heading lower than it was written, because the page has the largest.

    >>> shown("# When\\n\\nTuesdays, <b>always</b>")
    '<h2>When</h2>\\n<p>Tuesdays, &lt;b&gt;always&lt;/b&gt;</p>\\n'
    >>> shown("## When\\n#### Where")
    '<h2>When</h2>\\n<h3>Where</h3>\\n'
    >>> shown("[a](javascript:alert) ![them](https://example.org/x.png)")
    '<p>[a](javascript:alert) them</p>\\n'
    """
    tokens = MARKUP.parse(text)
    mend_tables(tokens)
    above = 1
    for token in tokens:
        if token.type == "heading_open":
            above = min(int(token.tag[1]) + 1, above + 1, DEEPEST)  # no step is left out
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{above}"
        if token.children:
            token.children[:] = [_settled(child, pictures or {}) for child in token.children]
    # The text is escaped by the renderer, and raw HTML is off.
    return SafeString(MARKUP.renderer.render(tokens, MARKUP.options, {}))


def _settled(token: Token, pictures: Mapping[int, WebPicture]) -> Token:
    """A picture with its address and size; words in the place of one that is not ours."""
    if token.type != "image":
        return token
    number = _number(token)
    found = pictures.get(number) if number is not None else None
    said = token.content
    if found is None:
        return Token("text", "", 0, content=said)
    size: dict[str, str | int | float] = {"width": found.width, "height": found.height, "loading": "lazy"}
    token.attrs = {"src": picture_address(found), "alt": "", **size}
    if not said:
        token.children = [Token("text", "", 0, content=found.alt)]
    return token


def plain(text: str) -> str:
    """The words alone, for a description.

    >>> plain("# Hello\\n\\nThe *club* [plays](/calendar/) on\\nTuesdays.")
    'Hello The club plays on Tuesdays.'
    """
    parts = (_words(token.children or ()) for token in MARKUP.parse(text) if token.type == "inline")
    return " ".join(" ".join(parts).split())


def _words(tokens: Sequence[Token]) -> str:
    return "".join(" " if each.type.endswith("break") else each.content for each in tokens if each.type != "image")
