"""Collects the sentences of all rooms and pages, updates `locale/*/LC_MESSAGES/django.po` and compiles them.

English is the source and has no catalogue. `script/words new de` begins a language. The compiled files are kept with
the sources, so that the program needs no tools to speak a language.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_javascript
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "arrowswitch"
LOCALE = PACKAGE / "site" / "locale"
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "say": None,
    "say_count": (1, 2),
    "fault": None,
    "noun": (1, 2),
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
}

TEXTS = {
    *("title", "trigger", "ways", "facts", "errors", "differs", "text", "say", "why", "information", "later", "check"),
    *("group", "means", "words", "note", "duties", ("protection", "who")),
}
"""The keys of the law book and of the charts under which people's texts stand."""
NO_TEXTS = frozenset(["case", "source", "laws", "editions"])
"""What only the program, the tests and the keepers of the book read."""


def extract_template(file: Any, keywords: Any, comment_tags: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """The sentences of a Django template: Django turns it into calls, which read like JavaScript."""
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure()
    calls = templatize(file.read().decode())
    yield from extract_javascript(io.BytesIO(calls.encode()), keywords, comment_tags, {**options, "encoding": "utf-8"})


def extract_texts(file: Any, keywords: Any, comment_tags: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """The texts of a file of the law book or of a chart of alerts: all that a director reads or searches in it."""
    whole = file.read().decode()
    lines = whole.splitlines()
    for text in texts_of(tomllib.loads(whole)):
        line = next((number for number, each in enumerate(lines, 1) if text in each), 1)
        yield line, "say", text, []


def texts_of(table: Any, within: str = "") -> Iterator[str]:
    """Every text below a table, with those of its lists and tables."""
    for key, value in table.items():
        if key in NO_TEXTS:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from texts_of(each, key)
            elif isinstance(each, str) and each and (key in TEXTS or within in TEXTS or (within, key) in TEXTS):
                yield each


def collect(package: Path = PACKAGE) -> Catalog:
    """Every sentence, with the places where it is said."""
    catalogue = Catalog(project="Arrowswitch", charset="utf-8", fuzzy=False)
    for path in sorted(package.rglob("*")):
        method: Any = {".py": "python", ".html": extract_template, ".toml": extract_texts}.get(path.suffix)
        if method is None or (
            method is extract_texts and not {"rulings", "alerts"} & set(path.relative_to(package).parts)
        ):
            continue
        with path.open("rb") as file:
            for line, message, comments, context in extract(method, file, keywords=KEYWORDS):
                place = path.relative_to(package).as_posix()
                catalogue.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalogue


def update(locale: Path = LOCALE) -> list[str]:
    """Brings each language up to date and compiles it; tells what is still to be translated."""
    template = collect()
    told = [f"{len(template)} sentences in English."]
    for path in sorted(locale.glob("*/LC_MESSAGES/django.po")):
        language = path.parent.parent.name
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        catalogue.update(template, no_fuzzy_matching=True)
        with path.open("wb") as file:
            write_po(file, catalogue, ignore_obsolete=True, include_lineno=False, width=120)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        missing = sum(not message.string or not any(message.string) for message in catalogue if message.id)
        told.append(f"{language}: {missing} to translate in {path}.")
    return told


def begin(language: str, locale: Path = LOCALE) -> None:
    """An empty catalogue for a new language."""
    path = locale / language / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with path.open("wb") as file:
            write_po(file, Catalog(locale=language, project="Arrowswitch", charset="utf-8"))


if __name__ == "__main__":
    if sys.argv[1:2] == ["new"] and len(sys.argv) == 3:
        begin(sys.argv[2])
    print("\n".join(update()))
