"""The guides of docs/, read from the same files that stand in the project, and in the wheel beside this module.

A guide is known by its path without `.md`: `directors/first-night`. Links between guides, and their pictures, lead to the
pages of the site; links to files that are not among the guides become plain words. Raw HTML is never let through.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import reverse
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from arrowswitch.site.club.words import plain_words

HERE = Path(__file__).resolve().parent
DOCS = next(folder for folder in (HERE / "docs", HERE.parents[3] / "docs") if folder.is_dir())
"""Within the package when it was installed from a wheel, beside `src` in a checkout."""
CONTENTS = "README"
"""The guide that lists the others; on the site it is the page *Help*."""
COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE)
"""The marks between which `script/reference` writes."""


@dataclass(frozen=True, slots=True)
class GuideSection:
    """What stands under one heading."""

    guide: str
    level: int
    title: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Guide:
    """One guide, ready to be shown."""

    name: str
    title: str
    html: str
    sections: tuple[GuideSection, ...]

    @property
    def chapters(self) -> list[GuideSection]:
        """Its table of contents."""
        return [each for each in self.sections if each.level == 2]

    @property
    def address(self) -> str:
        """Where it is read."""
        return reverse("help") if self.name == CONTENTS else reverse("guide", args=[self.name])


def anchor(title: str) -> str:
    """The name of a heading within its page, as it is written in links between the guides.

    >>> anchor("What is kept safe, and how")
    'what-is-kept-safe-and-how'
    """
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


@cache
def names() -> tuple[str, ...]:
    """Every guide, in the order in which the contents list them."""
    found = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    listed = [
        target
        for link in re.findall(r"\]\(([^)#\s]+)\.md[)#]", _text(CONTENTS))
        if (target := posixpath.normpath(link)) in found
    ]
    return tuple(dict.fromkeys([*listed, *sorted(found - {CONTENTS})]))


@cache
def pictures() -> frozenset[str]:
    """Every picture of the guides, by its path."""
    return frozenset(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.webp"))


@cache
def guide(name: str) -> Guide:
    """A guide by its name; `KeyError` if there is none."""
    if name != CONTENTS and name not in names():
        raise KeyError(name)
    tokens = MARKDOWN.parse(_text(name))
    _lead_to_the_site(tokens, name)
    mend_tables(tokens)
    _name_the_headings(tokens)
    sections = tuple(_sections(tokens, name))
    title = sections[0].title if sections else name
    shown = tokens[3:] if tokens and tokens[0].tag == "h1" else tokens  # the page has the title already
    return Guide(name, title, MARKDOWN.renderer.render(shown, MARKDOWN.options, {}), sections)


def _text(name: str) -> str:
    return COMMENT.sub("", (DOCS / f"{name}.md").read_text("utf-8"))


# -- markdown -----------------------------------------------------------------------------------------------------------


class Renderer(RendererHTML):
    """Wide tables and listings scroll in their own box, which the keyboard reaches."""

    def table_open(self, tokens: Sequence[Token], index: int, options: object, env: object) -> str:
        return '<div class="scroll" tabindex="0"><table>'

    def table_close(self, tokens: Sequence[Token], index: int, options: object, env: object) -> str:
        return "</table></div>\n"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return _in_a_box(super().fence(tokens, idx, options, env))

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return _in_a_box(super().code_block(tokens, idx, options, env))


def _in_a_box(listing: str) -> str:
    return listing.replace("<pre>", '<pre class="scroll" tabindex="0">', 1)


MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table")


def within(tokens: Sequence[Token]) -> Iterator[Token]:
    """Every token, also those inside of others."""
    for token in tokens:
        yield token
        yield from within(token.children or ())


def _lead_to_the_site(tokens: Sequence[Token], name: str) -> None:
    """Links to other guides and to pictures become addresses; what is elsewhere in the project is no link here."""
    folder = posixpath.dirname(name)
    for token in within(tokens):
        if token.type == "image":
            file = posixpath.normpath(posixpath.join(folder, str(token.attrs["src"])))
            token.attrSet("src", reverse("guide-picture", args=[file]))
            token.attrSet("loading", "lazy")
        if not token.children:
            continue
        kept: list[Token] = []
        dropped = False
        for child in token.children:
            if child.type == "link_open":
                target = _address(str(child.attrs["href"]), folder, name)
                dropped = not target
                child.attrSet("href", target)
            if not (dropped and child.type in ("link_open", "link_close")):
                kept.append(child)
        token.children[:] = kept


def _address(target: str, folder: str, name: str) -> str:
    """Where a link leads on the site; empty if it cannot be followed there."""
    if target.startswith(("http://", "https://", "mailto:")):
        return target
    path, _, heading = target.partition("#")
    file = posixpath.normpath(posixpath.join(folder, path)) if path else f"{name}.md"
    other = file.removesuffix(".md")
    mark = f"#{heading}" if heading else ""
    if other == CONTENTS:
        return reverse("help") + mark
    return reverse("guide", args=[other]) + mark if file.endswith(".md") and other in names() else ""


def _plain(token: Token) -> str:
    if token.children is None:
        return token.content
    return "".join(" " if each.type.endswith("break") else each.content for each in token.children)


def mend_tables(tokens: Sequence[Token]) -> None:
    """A column's side is told by a class, since the site allows no style in a page; an empty corner is no heading."""
    for token, inside, end in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.type == "th_open" and not inside.content:
            token.tag = end.tag = "td"
        if "style" in token.attrs:
            token.attrSet("class", str(token.attrs.pop("style")).removeprefix("text-align:"))


def _name_the_headings(tokens: Sequence[Token]) -> None:
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(_plain(tokens[place + 1])))


def _sections(tokens: Sequence[Token], name: str) -> Iterator[GuideSection]:
    level, title, mark = 0, "", ""
    said: list[str] = []
    heading = False
    for token in tokens:
        if token.type == "heading_open":
            if title:
                yield GuideSection(name, level, title, mark, " ".join(said))
            level, mark, said, heading = int(token.tag[1]), str(token.attrs["id"]), [], True
        elif heading and token.type == "inline":
            title, heading = _plain(token), False
        elif token.type in ("inline", "fence", "code_block"):
            said.append(_plain(token))
    if title:
        yield GuideSection(name, level, title, mark, " ".join(said))


SHOWN = 20
"""Sections that an answer lists."""
AROUND = 90
"""Letters before and after the first word that was found."""


@cache
def _indexed() -> tuple[tuple[GuideSection, str, str], ...]:
    """Every section with its title and its text as they are compared."""
    return tuple(
        (section, _compared(f"{guide(name).title} {section.title}"), _compared(section.text))
        for name in names()
        for section in guide(name).sections
    )


def _compared(text: str) -> str:
    return f" {' '.join(plain_words(text))}"


def search(asked: str) -> list[dict[str, Any]]:
    """The sections in which all the words occur, those with the words in their title first."""
    words = [f" {word}" for word in plain_words(asked)]
    if not words:
        return []
    found = [
        (sum(word in title for word in words), section)
        for section, title, text in _indexed()
        if all(word in title or word in text for word in words)
    ]
    best = sorted(found, key=lambda one: -one[0])[:SHOWN]
    return [_told(section, asked) for _count, section in best]


def _told(section: GuideSection, asked: str) -> dict[str, Any]:
    whole = guide(section.guide)
    mark = f"#{section.anchor}" if section.level > 1 else ""
    return {
        "section": section,
        "guide": whole.title,
        "address": whole.address + mark,
        "excerpt": excerpt(section.text, asked),
    }


def excerpt(text: str, asked: str) -> str:
    """What stands around the first of the words.

    >>> excerpt("The clock runs. " * 20, "clock")[:20]
    'The clock runs. The '
    """
    text = " ".join(text.split())
    places = [hit.start() for word in asked.split() if (hit := re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE))]
    first = min(places, default=0)
    begin = 0 if first <= AROUND else text.find(" ", first - AROUND) + 1
    end = len(text) if first + AROUND >= len(text) else text.rfind(" ", 0, first + AROUND)
    return f"{'… ' if begin else ''}{text[begin:end].strip()}{' …' if end < len(text) else ''}"
