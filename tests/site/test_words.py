"""What people read can be translated: the pages' own words, and the sentences made in the rooms below."""

from __future__ import annotations

import ast
import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from django.template.base import Lexer, TokenType
from django.test import Client
from site_server import ROOT

from arrowswitch.journals import JournalFault, decode, encode
from arrowswitch.words import Sentence, parts, say, say_count

PACKAGE = ROOT / "src" / "arrowswitch"
TEMPLATES = sorted((PACKAGE / "site" / "templates").rglob("*.html"))
NAMES = {"Arrowswitch", "·", "R"}
"""What is the same in every language."""


def tool() -> ModuleType:
    """`script/words.py`, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("words_tool", ROOT / "script" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def collected() -> Catalog:
    """Every sentence of the program."""
    catalogue: Catalog = tool().collect()
    return catalogue


def has_letters(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


class Bare(HTMLParser):
    """Collects the words of a page that stand in no translation."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        if self.get_starttag_text() != "<kbd>":
            self.words += [word for word in data.split() if has_letters(word) and word not in NAMES]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("title", "alt", "aria-label", "placeholder") and has_letters(value or ""):
                self.words.append(value)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_word_of_a_template_is_marked_for_translation(path: Path) -> None:
    bare = Bare()
    inside = False
    for token in Lexer(path.read_text()).tokenize():
        if token.token_type == TokenType.BLOCK:
            inside = (inside or token.contents.startswith("blocktranslate")) and token.contents != "endblocktranslate"
        elif token.token_type == TokenType.TEXT and not inside:
            bare.feed(token.contents)
    assert bare.words == []


def test_every_say_has_a_template_that_the_collector_can_read(collected: Catalog) -> None:
    found = {message.id for message in collected if message.id}
    unread = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                said = node.args[0]
                if isinstance(said, ast.Constant) and said.value and said.value not in found:
                    unread.append(f"{path.name}:{node.lineno}: {said.value}")
    assert unread == []


def test_the_collector_reads_templates_forms_and_rooms(collected: Catalog) -> None:
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in collected if message.id}
    assert {
        "Tonight’s movement",
        "%(n)s movement, best first",
        "Cannot move",
        "There is no such page",
        "Stopped.",
        "There is no play at table {table} in round {round} to switch.",
    } <= found


def test_every_language_is_complete_in_names_and_compiled(collected: Catalog) -> None:
    wanted = {message.id for message in collected if message.id}
    languages = sorted((PACKAGE / "site" / "locale").glob("*/LC_MESSAGES/django.po"))
    for path in languages:
        with path.open("rb") as file:
            catalogue = read_po(file)
        assert {message.id for message in catalogue if message.id} == wanted, "run script/words"
        with path.with_suffix(".mo").open("rb") as file:
            compiled = read_mo(file)
        translated = {m.id: m.string for m in catalogue if m.id and m.string and not m.fuzzy}
        assert {m.id: m.string for m in compiled if m.id} == translated, "run script/words"


def test_every_text_of_the_law_book_and_of_the_charts_is_collected(collected: Catalog) -> None:
    from arrowswitch.alerts import federations
    from arrowswitch.rulings import book
    from arrowswitch.rulings.proof import texts

    found = {message.id for message in collected if message.id}
    for procedure in book().values():
        about = (procedure.title, procedure.trigger, procedure.differs, *procedure.ways, *procedure.facts)
        said = {*about, *procedure.errors, *(text for _place, text in texts(procedure))} - {""}
        assert said <= found, procedure.id
        assert not {case.name for case in procedure.cases} & found - said
    for chart in federations().values():
        meanings = [meaning for situation in chart.situations.values() for meaning in situation.meanings]
        said = {each.means for each in meanings} | {each.text for each in chart.questions.values()}
        assert said | set(chart.duties.values()) <= found, chart.id
    where = {place for message in collected if message.id == "Insufficient bid" for place, _line in message.locations}
    assert "rulings/procedures/insufficient-bid.toml" in where


@pytest.mark.django_db
def test_a_translation_reaches_the_page_with_the_sentences_from_below(
    tmp_path: Path, settings: Any, collected: Catalog, client: Client
) -> None:
    pseudo = Catalog(locale="eo", charset="utf-8")
    for message in collected:
        if message.id:
            ids = (message.id,) if isinstance(message.id, str) else message.id
            strings = tuple(f"⟦{text}⟧" for text in ids)
            pseudo.add(message.id, strings[0] if isinstance(message.id, str) else strings, context=message.context)
    folder = tmp_path / "eo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, pseudo)
    settings.LANGUAGES = [("en", "English"), ("eo", "Esperanto")]
    settings.LOCALE_PATHS = [tmp_path]

    from arrowswitch.site.club.models import Club

    Club.demonstration()
    page = client.get(
        "/movement/?tables=7&kind=pairs", headers={"accept-language": "eo", "host": "localhost"}
    ).content.decode()
    assert '<html lang="eo"' in page
    assert "⟦Tonight’s movement⟧" in page
    reasons = re.findall(r'class="choice-why">(.*?)</p>', page)
    assert reasons
    assert all(reason.startswith("⟦") for reason in reasons)
    wrong = client.get(
        "/movement/?tables=seven&kind=pairs", headers={"accept-language": "eo", "host": "localhost"}
    ).content.decode()
    assert "⟦“seven” is not a number of tables; write 7, 7½ or 7.5.⟧" in wrong
    rulings = [
        client.get(address, headers={"accept-language": "eo", "host": "localhost"}).content.decode()
        for address in (
            "/rulings/?q=⟦Insufficient bid⟧",
            "/rulings/insufficient-bid/?a=yes,yes,no&offender=E",
            "/rulings/insufficient-bid/?a=yes,yes,no,no,other&offender=E",
            "/rulings/alerts/?federation=nzb&q=redouble",
            "/rulings/book.json",
        )
    ]
    assert "<strong>⟦Insufficient bid⟧</strong>" in rulings[0]
    assert "⟦⟦South⟧, do you accept the bid?⟧" in rulings[1]
    assert "⟦⟦West⟧ passes to the end of the auction.⟧" in rulings[2]
    assert "see ⟦“⟦Lead restriction after a withdrawn call⟧”⟧" in rulings[2]
    assert "⟦any meaning⟧" in rulings[3]
    assert '"⟦{lho}, do you accept the bid?⟧"' in rulings[4]
    english = client.get("/movement/?tables=7", headers={"accept-language": "en", "host": "localhost"}).content.decode()
    assert "⟦" not in english


def test_an_empty_sentence_stays_empty_in_every_language() -> None:
    header = {"": "Project-Id-Version: Arrowswitch"}
    assert say("{first}{rest}", first="1", rest=say("")).translated(lambda text: header.get(text, text)) == "1"


def test_every_sentence_can_be_spoken() -> None:
    templates = [
        call.args[0].value
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "say" and call.keywords
        if isinstance(call.args[0], ast.Constant)
    ]
    assert len(templates) > 1000
    for template in templates:
        parts(template)  # a blank that is not a bare name is refused


def test_every_sentence_that_counts_reads_well_with_none_one_and_two(collected: Catalog) -> None:
    counted = [message.id for message in collected if isinstance(message.id, tuple)]
    said = [(one, many) for one, many in counted if "%(" not in one + many and "{" in many]
    assert said
    for one, many in said:
        blanks = {part.blank: "x" for part in parts(many) if part.blank not in ("", "n")}
        none, single, two = (str(say_count(one, many, number, **blanks)) for number in (0, 1, 2))
        assert not re.search(r"\b1 \w+s\b", single), single
        assert "{" not in none + single + two
        assert none == two.replace("2", "0"), (none, two)


def test_a_sentence_that_counts_is_kept_in_a_journal_with_both_its_forms() -> None:
    for number in (0, 1, 2):
        sentence = say_count("{n} table", "{n} tables", number)
        again = decode(Sentence, encode(sentence))
        assert (again, again.one, again.template, again.values) == (sentence, "{n} table", "{n} tables", {"n": number})
    for broken in (
        {"one": "{n} table", "say": "{n} tables", "with": {}},
        {"one": "{n.real}", "say": "{n} tables", "with": {"n": 1}},
        {"one": "{n} table", "say": "{n} tables", "with": {"n": "1"}},
    ):
        with pytest.raises(JournalFault, match="is not a sentence"):
            decode(Sentence, broken)
