"""Frozen values as JSON values and back, by their type hints, so that nothing can be written that cannot be read.

Values of a union carry their `type`, by the names of `kinds`. What is written in a form of its own, as a movement is, is given
to `own_form` by those who know it.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from arrowswitch.journals.kinds import ADDED, FAMILIES, KIND_OF, KINDS, SHARED, kinds_of
from arrowswitch.plain import Misread, PlainReader, Reader, shape, table, told
from arrowswitch.words import Sentence, parts, say


class JournalFault(ValueError):  # noqa: N818 - the fault is the journal's
    """Something that cannot be read back: what is wrong and where."""


# -- writing ----------------------------------------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """A value for JSON.

    >>> from arrowswitch.journals import Actor
    >>> encode(Actor("table", section="A", table=3))
    {'role': 'table', 'name': '', 'section': 'A', 'table': 3, 'contestant': None}
    >>> encode((Fraction(1, 3), date(2025, 1, 7)))
    ['1/3', '2025-01-07']
    """
    kind: Any = type(value)
    return value if kind in AS_IT_IS else _writer(kind)(value)


AS_IT_IS = frozenset((str, int, bool, NoneType))
"""Most of what is written needs nothing done to it."""
Writer = Callable[[Any], Any]
OWN_WRITERS: dict[type, Writer] = {}


@cache
def _writer(kind: Any) -> Writer:
    """How values of a type are written."""
    if issubclass(kind, Sentence):
        return _encode_sentence
    if issubclass(kind, (NoneType, bool, int, str)):
        return lambda value: value
    if issubclass(kind, date):
        return lambda value: value.isoformat()
    if kind in OWN_WRITERS:
        return OWN_WRITERS[kind]
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


# -- what needs neither -----------------------------------------------------------------------------------------------


def is_plain(hint: Any, value: Any) -> bool:
    """Whether a value is, to the last bit, what writing and reading it would give; in doubt it is not.

    >>> from arrowswitch.journals import Actor
    >>> is_plain(Actor, Actor("table", table=1)), is_plain(Actor, Actor("table", table="one"))
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


@cache
def _plain_test(hint: Any) -> Test:
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN_TESTS:
        return PLAIN_TESTS[hint]
    if hint in FAMILIES:
        return lambda value: isinstance(value, hint) and is_plain(type(value), value)
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
    return lambda value: False  # forms of their own, sentences, and what a club writes


# -- reading ----------------------------------------------------------------------------------------------------------


def decode(hint: Any, data: Any, where: str = "") -> Any:
    """A value from JSON; `JournalFault` says what is wrong.

    >>> from arrowswitch.journals import Actor
    >>> decode(Actor, {"role": "director", "name": "Ann"}).called
    'Ann'
    >>> decode(Actor, {"role": "table", "table": "one"}, "by")
    Traceback (most recent call last):
    arrowswitch.journals.codec.JournalFault: by.table: “one” is not a whole number.
    """
    try:
        return READER.read(hint, data)
    except Misread as found:
        raise JournalFault(told(found, _shown, where)) from None


Same = TypeVar("Same", bound=Hashable)


def one_of_all(value: Same) -> Same:
    """The first of all equal values, for what stands in nearly every entry.

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
    def _made(self, hint: Any) -> Reader:
        return self._any_of(hint) if hint in FAMILIES else super()._made(hint)

    def _any_of(self, base: type) -> Reader:
        def read(data: Any) -> Any:
            name = table(data).get("type")
            kind = KINDS.get(name) if isinstance(name, str) else None
            if kind is None or not issubclass(kind, base):
                raise Misread("choice", name, tuple(kinds_of(base)), "type")
            return self.reader(kind)(data)

        return read

    def made(self, kind: Any, values: dict[str, Any]) -> Any:
        value = super().made(kind, values)
        return _first_of(kind, value) if kind in SHARED else value


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
    if type(data) is int and abs(data) < 10**15:
        return Fraction(data)
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


def read_sentence(data: Any, deep: int = 0) -> Sentence:
    given = table(data)
    if set(given) - {"one"} != {"say", "with"} or deep > DEEPEST:
        raise Misread(say("a sentence"), data)
    values = {
        name: read_sentence(each, deep + 1) if isinstance(each, Mapping) else whole(each)
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


READER = _JournalReader(
    {
        str: _text,
        Any: whole,
        Mapping[str, Any]: lambda data: dict(whole(table(data))),
        Fraction: _fraction,
        datetime: _moment,
        date: _day,
        Sentence: read_sentence,
    },
    kinds=KIND_OF,
)


def own_form(kind: type, write: Writer, read: Reader) -> None:
    """Gives values of a type a form of their own in every journal."""
    OWN_WRITERS[kind] = write
    READER.readers[kind] = read
