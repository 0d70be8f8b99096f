"""Frozen values as JSON values and back, by their type hints, so that nothing can be written that cannot be read.

Values of a union carry their `type`, by the names of `kinds`. Movements are written by the contract of movement
files, with the sentences in them kept whole so that they can be translated.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from arrowswitch.movements import FileFault, Movement, from_dict, to_dict
from arrowswitch.plain import Misread, PlainReader, shape, table, told
from arrowswitch.session.journal.act import Act, all_acts
from arrowswitch.session.journal.kinds import ADDED, KIND_OF, KINDS, SHARED
from arrowswitch.words import Sentence, parts, say


class JournalFault(ValueError):  # noqa: N818 - the fault is the journal's
    """Something that cannot be read back: what is wrong and where."""


# -- writing ----------------------------------------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """A value for JSON.

    >>> from arrowswitch.session import Contracted
    >>> encode(Contracted("4S", "N", 10))
    {'type': 'contract', 'contract': '4S', 'declarer': 'N', 'tricks': 10, 'lead': '', 'written': None}
    """
    kind: Any = type(value)
    return value if kind in AS_IT_IS else _writer(kind)(value)


AS_IT_IS = frozenset((str, int, bool, NoneType))
"""Most of what is written needs nothing done to it."""
Writer = Callable[[Any], Any]


@cache
def _writer(kind: Any) -> Writer:
    """How values of a type are written."""
    if issubclass(kind, Sentence):
        return _encode_sentence
    if issubclass(kind, (NoneType, bool, int, str)):
        return lambda value: value
    if issubclass(kind, date):
        return lambda value: value.isoformat()
    if issubclass(kind, Movement):
        return _encode_movement
    if issubclass(kind, Mapping):
        return dict
    if issubclass(kind, tuple):
        names = getattr(kind, "_fields", None)
        return lambda value: dict(zip(names, map(encode, value), strict=True)) if names else [*map(encode, value)]
    return _fields_writer(kind) if is_dataclass(kind) else str  # fractions, and what a sentence speaks of


def _fields_writer(kind: Any) -> Writer:
    names = [item.name for item in fields(kind)]
    left_out = {item.name: item.default for item in fields(kind) if item.metadata.get(ADDED)}
    begin = {"type": KIND_OF[kind]} if kind in KIND_OF else {}

    def write(value: Any) -> Any:
        written = begin.copy()
        for name in names:
            each = getattr(value, name)
            if name not in left_out or each != left_out[name]:
                written[name] = each if type(each) in AS_IT_IS else encode(each)
        return written

    return write


def _encode_sentence(sentence: Sentence) -> dict[str, Any]:
    written = {"say": sentence.template, "with": {name: encode(each) for name, each in sentence.values.items()}}
    return {"one": sentence.one, **written} if sentence.one else written


def _encode_movement(movement: Movement) -> dict[str, Any]:
    written = to_dict(movement)
    for instruction, row in zip(movement.instructions, written["instructions"], strict=True):
        row["text"] = encode(instruction.text)
    return written


# -- what needs neither -----------------------------------------------------------------------------------------------


def is_plain(hint: Any, value: Any) -> bool:
    """Whether a value is, to the last bit, what writing and reading it would give; in doubt it is not.

    >>> from arrowswitch.session import LineKey
    >>> is_plain(LineKey, LineKey("A", 1, 1, 1)), is_plain(LineKey, LineKey("A", 1, "one", 1))
    (True, False)
    """
    return _plain_test(hint)(value)


Test = Callable[[Any], bool]
PLAIN_TESTS: Mapping[Any, Test] = {
    int: lambda value: type(value) is int,
    bool: lambda value: type(value) is bool,
    str: lambda value: type(value) is str and value.isascii() and value.isprintable(),
    datetime: lambda value: type(value) is datetime and value.tzinfo is UTC,
    date: lambda value: type(value) is date,
    NoneType: lambda value: value is None,
}


def _is_plain_act(value: Any) -> bool:
    kind: Any = type(value)
    return issubclass(kind, Act) and _plain_test(kind)(value)


@cache
def _plain_test(hint: Any) -> Test:
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN_TESTS:
        return PLAIN_TESTS[hint]
    if hint is Act:
        return _is_plain_act
    if origin is Literal:
        return lambda value: type(value) is str and value in args
    if origin is tuple:
        each = _plain_test(args[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    if origin in (Union, types.UnionType):
        tests = [_plain_test(choice) for choice in args]
        return lambda value: any(test(value) for test in tests)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        inner = [(name, _plain_test(each)) for name, each in shape(hint)[0].items()]
        return lambda value: type(value) is hint and all(test(getattr(value, name)) for name, test in inner)
    return lambda value: False  # movements, sentences, and what a club writes


# -- reading ----------------------------------------------------------------------------------------------------------


def decode(hint: Any, data: Any, where: str = "") -> Any:
    """A value from JSON; `JournalFault` says what is wrong.

    >>> from arrowswitch.session import Entry
    >>> decode(Entry, {"type": "score", "ns": 620})
    BareScore(ns=620)
    >>> decode(Entry, {"type": "score", "ns": "much"}, "entry")
    Traceback (most recent call last):
    arrowswitch.session.journal.codec.JournalFault: entry.ns: “much” is not a whole number.
    """
    try:
        return READER.read(hint, data)
    except Misread as found:
        raise JournalFault(told(found, _shown, where)) from None


Same = TypeVar("Same", bound=Hashable)


def one_of_all(value: Same) -> Same:
    """The first of all equal values, for what stands in nearly every event.

    >>> one_of_all((1, "A")) is one_of_all((1, "A"))
    True
    """
    found: Same = _first_of(type(value), value)
    return found


@lru_cache(maxsize=2**14)
def _first_of(kind: type, value: Any) -> Any:
    """The first of all equal values, so that the others need no room."""
    return value


class _JournalReader(PlainReader):
    def made(self, kind: Any, values: dict[str, Any]) -> Any:
        value = super().made(kind, values)
        return _first_of(kind, value) if kind in SHARED else value


def _act(data: Any) -> Any:
    """Any act, by its name."""
    name = table(data).get("type")
    kind: Any = KINDS.get(name) if isinstance(name, str) else None
    if kind is None or not issubclass(kind, Act):
        raise Misread("choice", name, tuple(all_acts()), "type")
    return READER.reader(kind)(data)


def _shown(value: Any) -> Sentence:
    return say("“{value}”", value=str(value)[:40])


HALF_CHARACTERS = re.compile("[\ud800-\udfff]")
"""Halves of a character, which a phone sends when a text is cut in the middle of one. No page can be written with them."""


def _text(data: Any) -> str:
    if type(data) is str and data.isascii():  # most of all that is read
        return data
    if not isinstance(data, str):
        raise Misread("text", data)
    return HALF_CHARACTERS.sub("\ufffd", data)


def whole(data: Any) -> Any:
    """A JSON value as it came from outside, with the sign for a lost character wherever it has half of one.

    >>> whole({"about": ["a\\ud83d", 7]}) == {"about": ["a\\ufffd", 7]}
    True
    """
    if isinstance(data, str):
        return _text(data)
    if isinstance(data, Mapping):
        return {whole(key): whole(value) for key, value in data.items()}
    return [whole(value) for value in data] if isinstance(data, list) else data


_FRACTION = re.compile(r"-?[0-9]{1,15}(/[0-9]{0,14}[1-9][0-9]{0,14})?")


def _fraction(data: Any) -> Fraction:
    if not _FRACTION.fullmatch(_text(data)):  # Fraction itself would also work out 1e999999999
        raise Misread(say("a fraction"), data)
    return Fraction(data)


def _moment(data: Any) -> datetime:
    text = _text(data)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Misread(say("a date and time"), data) from None
    if moment.tzinfo is None:
        raise Misread(say("a time with its distance from UTC"), data)
    return moment


def _day(data: Any) -> date:
    text = _text(data)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Misread(say("a date"), data) from None


LONGEST = 10_000
"""Letters of a sentence, with all that is said in it."""
DEEPEST = 8
"""Sentences in sentences."""


def _sentence(data: Any, deep: int = 0) -> Sentence:
    given = table(data)
    if set(given) - {"one"} != {"say", "with"} or deep > DEEPEST:
        raise Misread(say("a sentence"), data)
    values = {
        name: _sentence(each, deep + 1) if isinstance(each, Mapping) else whole(each)
        for name, each in table(given["with"]).items()
    }
    template, one = _text(given["say"]), _text(given.get("one", ""))
    if one and not isinstance(values.get("n"), int):
        raise Misread(say("a sentence"), data)
    lengths = {name: len(str(value)) for name, value in values.items()}  # before it is put together
    for each in (template, one):
        if len(each) > LONGEST or (values and not _is_template(each, values)):
            raise Misread(say("a sentence"), data)
        if values and sum(len(part.text) + lengths.get(part.blank, 0) for part in parts(each)) > LONGEST:
            raise Misread(say("a sentence"), data)
    return Sentence(template, values, one)


def _is_template(template: str, values: Mapping[str, Any]) -> bool:
    """Whether a template asks only for values that there are, in the ways that sentences write them."""
    try:
        blanks = [part for part in parts(template) if part.blank]
    except ValueError:
        return False
    return all(
        each.blank in values and (not each.form or (each.form == "+d" and isinstance(values[each.blank], int)))
        for each in blanks
    )


def spoken(data: Any, where: str = "") -> Any:
    """JSON from outside with its sentences as plain texts: a template is never taken from anybody.

    >>> spoken({"text": {"say": "Table {table} shares.", "with": {"table": 4}}})
    {'text': {'say': 'Table 4 shares.', 'with': {}}}
    """
    if isinstance(data, Mapping):
        if "say" in data:
            return {"say": str(decode(Sentence, data, where)), "with": {}}
        return {key: spoken(value, f"{where}.{key}" if where else key) for key, value in data.items()}
    if isinstance(data, list):
        return [spoken(value, f"{where}[{number}]") for number, value in enumerate(data)]
    return data


def _movement(data: Any) -> Movement:
    given = dict(table(data))
    texts: tuple[Sentence, ...] = ()
    rows = given.get("instructions", [])
    if isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows):
        texts = tuple(_instruction(row.get("text"), number) for number, row in enumerate(rows))
        given["instructions"] = [{**row, "text": str(text)} for row, text in zip(rows, texts, strict=True)]
    try:
        movement = from_dict(given)
    except FileFault as error:
        raise Misread("refused", error.args[0]) from None
    if len(texts) != len(movement.instructions):
        raise Misread("refused", say("the instructions are not a list of sentences."))
    told = zip(movement.instructions, texts, strict=True)
    return replace(movement, instructions=tuple(replace(instruction, text=text) for instruction, text in told))


def _instruction(text: Any, number: int) -> Sentence:
    try:
        return _sentence(text)
    except Misread as found:
        raise found.inside("instructions", number, "text") from None


READER = _JournalReader(
    {
        str: _text,
        Any: whole,
        Mapping[str, Any]: lambda data: dict(whole(table(data))),
        Fraction: _fraction,
        datetime: _moment,
        date: _day,
        Sentence: _sentence,
        Movement: _movement,
        Act: _act,
    },
    kinds=KIND_OF,
)
