"""Every sentence with a number in it reads right with none, one and two of the things that it counts.

The sentences are found in the sources: what goes through `say`, `say_count`, `noun`, gettext and the templates, and what
Python and the scripts put together themselves. A number after the name of a thing ("round 1", "tables 1 and 4") is a name
and counts nothing. What is no number, or can never be one, is excused below, with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog
from django.template.base import Lexer, TokenType
from site_server import ROOT
from test_words import tool

from arrowswitch.words import NOUNS, counted, say

PACKAGE = ROOT / "src" / "arrowswitch"

BLANK = re.compile(r"\{(\w+)(?::[^}]*)?\}|%\((\w+)\)[sd]")
NAMED = re.compile(
    r"\b(?:rounds?|tables?|boards?|pairs?|teams?|lines?|sections?|versions?|sets?|offences?|number|NS|EW)"
    r" (?:\S+(?: (?:to|and|or) |-))?$",
    re.IGNORECASE,
)
"""What stands before a number that is a name."""


def a_set(words: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", words))


NO_PLURALS = a_set(
    "accepts as beats becomes belongs bids chooses comes completes decides declares defends differs does falls follows gets gives"
    " goes has his holds is its keeps leads learns leaves lies lifts looks makes meets misses needs obeys owes picks plus"
    " puts refuses regains repeats roves says shares sits stands starts stays takes tells thinks this waits was"
)
"""Words that end like plurals and are none."""
PLURALS = a_set("people men women are were have")
"""Words that are plurals and do not end like them."""
FURTHER = a_set("a an and at but by for from if in it no not of on only or per than that the to which who with")
"""What comes after one of these does not belong to the number."""
TEXTS = a_set(
    "about account address by call card cards contract day declarer defender dummy ew facts file how key lho line method name"
    " names note ns offender opponent pair partner place player problem reason result rho rover seat section session setting"
    " side source suit task text title titles told until value what when where who whom why winner"
)
"""Blanks that hold no number."""


def counts(template: str) -> Iterator[str]:
    """What a template says of so many: the blank, and the plural that it counts."""
    for blank in BLANK.finditer(template):
        name = blank[1] or blank[2]
        if name in TEXTS or NAMED.search(template[: blank.start()]):
            continue
        after = re.match(r"(?:</\w+>)*((?:[ -][A-Za-z’]+){0,3})", template[blank.end() :])
        words = re.findall(r"[A-Za-z’]+", after[1]) if after else []
        for place, word in enumerate(words):
            if word in FURTHER:
                break
            if word in PLURALS or (word.endswith("s") and not word.endswith("ss")):
                if word not in NO_PLURALS:
                    yield f"{{{name}}} {' '.join(words[: place + 1])}"
                break


@pytest.fixture(scope="module")
def collected() -> Catalog:
    catalogue: Catalog = tool().collect()
    return catalogue


TWO_TABLES = "A movement has two tables or more; the choice and every family refuse fewer."
EIGHT = "An individual has eight players or more; fewer are refused before."
LIMIT = "A limit of ours, which is far more than one."
RANGE = "The end of a range or of a list, which begins lower."
MANY = "Said only of two or more: the code asks before."
OWN = "One has a sentence of its own, chosen by the script of the page."
OTHER = "The number does not count this word."
UNIT = "The sign of a unit."
EXCUSED = {
    ("movements", "{most} sessions"): LIMIT,
    ("site", "{n} players"): EIGHT,
    ("site", "{most} movements"): LIMIT,
    ("site", "{n} faults"): MANY,
    ("site", "{most} cards"): LIMIT,
    ("site", "{n} different partners"): MANY,
    ("site", "{seconds} s"): UNIT,
    ("site", "{n} night whose deals"): OTHER,
    ("site", "{label} may have"): OTHER,
    ("site", "{height} pixels"): MANY,
    ("site", "{most} are"): LIMIT,
    ("cli", "{most} spots"): LIMIT,
    ("contests", "{brackets} brackets"): MANY,
    ("contests", "{game} game have"): OTHER,
    ("contests", "{high} boards"): RANGE,
    ("contests", "{least} boards"): LIMIT,
    ("contests", "{least} complete tables"): LIMIT,
    ("contests", "{limit} masterpoints"): LIMIT,
    ("contests", "{n} boards"): "A session that is awarded or rated has many.",
    ("contests", "{n} contestants"): "A list that is awarded has several.",
    ("contests", "{rounds} fill all evenings"): MANY,
    ("formats", "{boards} are"): "The numbers of boards, not how many.",
    ("formats", "{count} players"): MANY,
    ("formats", "{most} files"): LIMIT,
    ("formats", "{most} rounds"): LIMIT,
    ("formats", "{most} sections"): LIMIT,
    ("formats", "{most} times"): LIMIT,
    ("formats", "{n} board are"): "The hands are left out, not the board.",
    ("formats", "{size} bytes"): "A board has many.",
    ("movements", "{copies} times"): MANY,
    ("movements", "{minutes} minutes"): "A session takes an hour or more.",
    ("movements", "{wanted} numbers"): "Three or five for each table.",
    ("site", "{most} evenings"): LIMIT,
    ("site", "{tried} deals"): "A search looks at thousands.",
    ("contests", "{mine} IMPs"): "Those of both sides: 20 - 11.",
    ("contests", "{most} pools"): LIMIT,
    ("contests", "{n} sessions"): MANY,
    ("contests", "{needed} different ones"): MANY,
    ("contests", "{partners} different partners"): MANY,
    ("contests", "{sessions} have"): MANY,
    ("contests", "{times} times"): MANY,
    ("contests", "{way} are"): RANGE,
    ("movements", "{match} have"): OTHER,
    ("movements", "{most} partners"): RANGE,
    ("movements", "{most} players"): LIMIT,
    ("movements", "{other} are"): OTHER,
    ("movements", "{players} players"): EIGHT,
    ("movements", "{sizes} players"): RANGE,
    ("cli", "{teams} teams"): "A knockout has two teams or more in every round.",
    ("contests", "{b} are"): OTHER,
    ("contests", "{count} pools"): MANY,
    ("contests", "{entries} entries"): MANY,
    ("contests", "{high} teams"): LIMIT,
    ("contests", "{most} contestants"): LIMIT,
    ("contests", "{most} entries"): LIMIT,
    ("contests", "{most} rounds"): LIMIT,
    ("contests", "{most} times"): LIMIT,
    ("contests", "{n} entries"): MANY,
    ("contests", "{other} instead costs"): OTHER,
    ("contests", "{rounds} rounds"): MANY,
    ("contests", "{teams} teams"): MANY,
    ("scoring", "{most} outcomes"): LIMIT,
    ("bridge", "{tricks} tricks"): "Said only of what nobody can take: fewer than none, or more than 13.",
    ("movements", "{entry} tables"): TWO_TABLES,
    ("movements", "{entry} teams"): TWO_TABLES,
    ("movements", "{entry} are"): TWO_TABLES,
    ("movements", "{tables} tables"): TWO_TABLES,
    ("movements", "{tables} are"): TWO_TABLES,
    ("movements", "{teams} teams"): TWO_TABLES,
    ("movements", "{full} tables"): TWO_TABLES,
    ("movements", "{pairs} pairs"): TWO_TABLES,
    ("movements", "{jump} tables"): "Half of eight tables or more.",
    ("movements", "{copies} copies"): MANY,
    ("movements", "{count} are"): LIMIT,
    ("movements", "{count} sections"): MANY,
    ("movements", "{count} stanzas"): MANY,
    ("movements", "{each} boards"): "Four, eight or twelve, or what a printed card of teams has: two or more.",
    ("movements", "{last} tables"): RANGE,
    ("movements", "{lengths} rounds"): RANGE,
    ("movements", "{most} boards"): RANGE,
    ("movements", "{most} meetings"): LIMIT,
    ("movements", "{most} minutes"): RANGE,
    ("movements", "{most} rounds"): RANGE,
    ("movements", "{most} sets"): RANGE,
    ("movements", "{most} tables"): LIMIT,
    ("movements", "{most} times"): RANGE,
    ("movements", "{near} boards"): "A list of several, or “no number of”.",
    ("movements", "{number} tables"): "One and two have words of their own.",
    ("movements", "{often} times"): MANY,
    ("movements", "{rounds} rounds"): "A range, or one fewer than five teams or more.",
    ("movements", "{sizes} teams"): RANGE,
    ("movements", "{times} meetings"): MANY,
    ("movements", "{times} times"): MANY,
    ("movements", "{wanted} pairs"): "More than half the field, which is two pairs or more.",
    ("movements", "{tables} complete tables"): "Fewer than one table never play.",
    ("rulings", "{most} letters"): LIMIT,
    ("scoring", "{last} boards"): LIMIT,
    ("scoring", "{others} other pairs"): MANY,
    ("session", "{count} tables"): MANY,
    ("session", "{count} other tables"): MANY,
    ("journals", "{count} letters"): LIMIT,
    ("journals", "{most} are"): LIMIT,
    ("session", "{count} players"): "Four at a table.",
    ("session", "{entry} tables"): TWO_TABLES,
    ("session", "{most} are"): LIMIT,
    ("session", "{most} boards"): LIMIT,
    ("session", "{most} letters"): LIMIT,
    ("session", "{most} minutes"): LIMIT,
    ("session", "{most} people"): LIMIT,
    ("session", "{most} players"): LIMIT,
    ("session", "{most} sections"): LIMIT,
    ("session", "{n} pair plays"): OTHER,
    ("site", "{all} seats"): TWO_TABLES,
    ("site", "{club} plays"): "The name of a club.",
    ("site", "{n} phones"): MANY,
    ("site", "{other} have"): "A side of the table.",
    ("site", "{version} knows"): "The number of the program.",
    ("site", "{all_seats} seats"): TWO_TABLES,
    ("site", "{count} names"): "Two in a pair, four in a team.",
    ("site", "{count} players"): MANY,
    ("site", "{count} procedures"): "The law book has a hundred.",
    ("site", "{entry} tables"): TWO_TABLES,
    ("site", "{limit_value} letters"): LIMIT,
    ("site", "{limit_value} signs"): LIMIT,
    ("site", "{most} boards"): LIMIT,
    ("site", "{most} kB are"): LIMIT,
    ("site", "{most} letters"): LIMIT,
    ("site", "{most} lines"): LIMIT,
    ("site", "{most} sections"): LIMIT,
    ("site", "{most} tables"): LIMIT,
    ("site", "{n} board are"): "The hands are attached, not the board.",
    ("site", "{n} overtricks"): OWN,
    ("site", "{n} scores"): OWN,
    ("site", "{n} sections"): MANY,
    ("site", "{n} tables"): TWO_TABLES,
    ("site", "{n} teams"): TWO_TABLES,
    ("site", "{of} results"): "One of a single result: two tables have two results or more.",
    ("site", "{rounds} rounds"): "More than can be shown.",
    ("site", "{seats} seats"): TWO_TABLES,
    ("site", "{seconds} seconds"): LIMIT,
    ("site", "{tables} tables"): "More than can be shown.",
    ("site", "{tricks} tricks"): OWN,
}
"""What a room says of a number that is never one, and why."""


TOGETHER = {
    "{number} tables": TWO_TABLES,
    "{number} teams": TWO_TABLES,
    "{number} minutes": "A value of a table as it is typed, and read again.",
    "{number} FROM pads": "A question to the database.",
    "{number} s": "Seconds with a fraction.",
    "{number} points": "The heading of a column.",
    "{number} pairs": "The name of a card.",
    "{number} masterpoints": "The heading of a column.",
}
"""The same of what the commands put together."""


def forms(message: str | tuple[str, ...]) -> tuple[str, str]:
    """What is said of one, and of any other number."""
    return (message, message) if isinstance(message, str) else (message[0], message[1])


def test_a_plural_after_a_number_is_found() -> None:
    assert list(counts("{tables} tables, {n} other results and 3 boards")) == ["{tables} tables", "{n} other results"]
    assert list(counts("<b>%(n)s</b> seats of %(all)s; %(n)s are full")) == ["{n} seats", "{n} are"]
    assert list(counts("In round {round} tables {first} to {last} share boards; {who} calls, {n} minute is left")) == []
    assert list(counts("{n} of the boards")) == []


def test_every_sentence_with_a_number_has_a_form_for_one(collected: Catalog) -> None:
    wrong, excused = [], set()
    for message in collected:
        for phrase in counts(forms(message.id)[0]) if message.id else ():
            rooms = {place.split("/")[0] for place, _line in message.locations}
            excused |= {(room, phrase) for room in rooms}
            if not all((room, phrase) in EXCUSED for room in rooms):
                wrong.append(f"{message.locations}: {phrase} in “{forms(message.id)[0]}”")
    assert not wrong, "\n".join(wrong)
    assert set(EXCUSED) <= excused, "excused, but nobody says it any more"


def read_with(number: int, one: str, many: str) -> str:
    """A sentence with the same number in every blank."""
    return BLANK.sub(str(number), one if number == 1 else many)


def test_every_sentence_that_counts_reads_right_with_none_one_and_two(collected: Catalog) -> None:
    singular = {one.split()[-1] for one, _ in NOUNS.values()} - {"other"} | {"result", "seat", "minute", "day", "month"}
    several = re.compile(rf"(?<!\w )\b[02] (?:other |more |open )?(?:{'|'.join(sorted(singular))})\b")
    counted_ones = [message.id for message in collected if isinstance(message.id, tuple)]
    assert len(counted_ones) > 90
    for one, many in counted_ones:
        none, single, two = (read_with(number, one, many) for number in (0, 1, 2))
        assert none == two.replace("2", "0"), (none, two)
        assert one != many or not re.search(r"\b[02] \w+", many) or one.endswith(("behind", "left")), one
        assert not several.search(none), none
        assert not several.search(two), two
        assert not re.search(r"(?<!round )\b1 (?:are|have|were)\b", single), single
        assert {*BLANK.findall(one)} <= {*BLANK.findall(many)} or "n" in many, (one, many)


def test_nothing_is_counted_outside_of_the_catalogue() -> None:
    """What Python puts together with f-strings, and the scripts in their own, names no plural after a number."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                pieces = [
                    piece.value if isinstance(piece, ast.Constant) else "{number}" if _may_count(piece) else "{text}"
                    for piece in node.values
                ]
                said = set(counts("".join(map(str, pieces)))) - set(TOGETHER)
                found += [f"{path.name}:{node.lineno}: {phrase}" for phrase in said]
    for path in sorted((PACKAGE / "site" / "static").rglob("*.js")):
        found += [f"{path.name}: {phrase}" for phrase in re.findall(r"\$\{[^}]+\} [a-z]+s\b", path.read_text("utf-8"))]
    assert found == []


def _may_count(piece: ast.expr) -> bool:
    """Whether what is put into a text can be a number; a name, a path or a fault is none."""
    words = ast.unparse(piece)
    return not re.search(r"path|file|fault|title|label|\bname|problem|:%A|unit|error|command|counted", words)


def test_no_template_puts_a_plural_behind_a_number_by_itself() -> None:
    """As `{{ n }} {% translate "boards" %}` would: that is one board with the word of many."""
    found = []
    for path in sorted((PACKAGE / "site" / "templates").rglob("*.html")):
        last = ""
        for token in Lexer(path.read_text("utf-8")).tokenize():
            if token.token_type == TokenType.BLOCK and token.contents.startswith(
                ("blocktranslate", "endblocktranslate")
            ):
                last = ""
            elif token.token_type == TokenType.VAR:
                last = token.contents
            elif token.token_type == TokenType.BLOCK and token.contents.startswith('translate "') and last:
                text = token.contents.split('"')[1]
                found += [f"{path.name}: {last} {text}" for _ in counts("{n} " + text)]
                last = ""
            elif token.contents.strip() and not re.fullmatch(r"(?:</\w+>)*", token.contents.strip()):
                last = ""
    assert found == []


def test_every_sentence_from_below_is_translated_with_its_plurals() -> None:
    """`translated` is given both: what looks a sentence up, and what looks up a sentence that counts."""
    bare = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and "translated" in (
                getattr(node.func, "attr", ""),
                getattr(node.func, "id", ""),
            ):
                wanted = 2 if isinstance(node.func, ast.Attribute) else 3
                if len(node.args) < wanted:
                    bare.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert bare == []


@pytest.mark.parametrize("things", NOUNS)
def test_things_are_counted_with_none_one_and_two(things: str) -> None:
    none, one, two = (str(counted(things, number)) for number in (0, 1, 2))
    assert (none, two) == (f"0 {things}", f"2 {things}")
    assert one.startswith("1 ")
    assert not one.endswith("s")
    assert str(counted(things, 1.5, "1½")) == f"1½ {things}"


def test_a_noun_within_a_sentence_is_translated_by_its_number() -> None:
    said = say("{boards} in {rounds}", boards=counted("boards", 1), rounds=counted("rounds", 5))
    polish = {"{number} boards": "{number} rozdanie", "{number} rounds": "{number} rund"}
    assert said == "1 board in 5 rounds"
    assert (
        said.translated(lambda text: text.replace("in", "w"), lambda one, many, n: polish[many])
        == "1 rozdanie w 5 rund"
    )
