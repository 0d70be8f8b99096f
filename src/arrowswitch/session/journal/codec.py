"""Frozen values as JSON values and back, by their type hints, so that nothing can be written that cannot be read.

Values of a union carry their `type`, by the names of `kinds`. Movements are written by the contract of movement
files, with the sentences in them kept whole so that they can be translated.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from arrowswitch.movements import FileFault, Movement, from_dict, to_dict
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
        inner = [(name, _plain_test(each)) for name, each in _shape(hint)[0].items()]
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
    return _reader(hint)(data, where)


Reader = Callable[[Any, str], Any]
"""Reads a value that stands at a place."""


@cache
def _reader(hint: Any) -> Reader:
    """How values of a type are read."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return _any
    if hint is Act:
        return _act
    if origin in (Union, types.UnionType):
        return _union_reader(args)
    if origin is Literal:
        return _literal_reader(args)
    if origin is tuple:
        return _tuple_reader(_reader(args[0]))
    if origin is not None and issubclass(origin, Mapping):
        return lambda data, where: dict(_any(_object(data, where), where))
    plain: Reader | None = PLAIN.get(hint)
    return plain or _fields_reader(hint)


def _union_reader(choices: tuple[Any, ...]) -> Reader:
    some = [choice for choice in choices if choice is not NoneType]
    inner = _reader(some[0]) if len(some) == 1 else _one_of_reader(some)
    if NoneType not in choices:
        return inner
    return lambda data, where: None if data is None else inner(data, where)


def _act(data: Any, where: str) -> Any:
    """Any act, by its name."""
    name = _object(data, where).get("type")
    kind: Any = KINDS.get(name) if isinstance(name, str) else None
    if kind is None or not issubclass(kind, Act):
        raise _fault(_join(where, "type"), name, say("one of {all}", all=", ".join(all_acts())))
    return _reader(kind)(data, where)


def _one_of_reader(choices: list[Any]) -> Reader:
    readers = {KIND_OF[choice]: _reader(choice) for choice in choices}

    def read(data: Any, where: str) -> Any:
        kind = _object(data, where).get("type")
        if not isinstance(kind, str) or kind not in readers:
            raise _fault(_join(where, "type"), kind, say("one of {all}", all=", ".join(readers)))
        return readers[kind](data, where)

    return read


def _literal_reader(choices: tuple[Any, ...]) -> Reader:
    def read(data: Any, where: str) -> Any:
        if data not in choices:
            raise _fault(where, data, say("one of {all}", all=", ".join(map(str, choices))))
        return data

    return read


def _tuple_reader(each: Reader) -> Reader:
    def read(data: Any, where: str) -> Any:
        if not isinstance(data, list):
            raise _fault(where, data, say("a list"))
        return tuple(each(item, f"{where}[{number}]") for number, item in enumerate(data))

    return read


def _shape(kind: type) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields of a value with their types, and those that may be left out."""
    hints = get_type_hints(kind)
    if not is_dataclass(kind):
        return hints, frozenset()
    optional = {
        item.name for item in fields(kind) if item.default is not MISSING or item.default_factory is not MISSING
    }
    return {item.name: hints[item.name] for item in fields(kind)}, frozenset(optional)


@lru_cache(maxsize=2**14)
def _one_of_all(kind: type, value: Any) -> Any:
    """The first of all equal values, so that the others need no room."""
    return value


def _fields_reader(kind: type) -> Reader:
    known, optional = _shape(kind)
    readers = {key: _reader(hint) for key, hint in known.items()}
    due = [key for key in known if key not in optional]
    name = KIND_OF.get(kind)

    def read(data: Any, where: str) -> Any:
        given = dict(_object(data, where))
        if name and given.pop("type", name) != name:
            raise _fault(_join(where, "type"), data["type"], say("“{kind}”", kind=name))
        for key in given:
            if key not in readers:
                raise JournalFault(
                    say(
                        "{place}: there is no such key; allowed: {keys}.",
                        place=_join(where, key),
                        keys=", ".join(known),
                    )
                )
        for key in due:
            if key not in given:
                raise JournalFault(say("{place}: this key is missing.", place=_join(where, key)))
        values: dict[str, Any] = {
            key: value
            if readers[key] is _text and type(value) is str and value.isascii()  # most of all that is read
            else readers[key](value, f"{where}.{key}" if where else key)
            for key, value in given.items()
        }
        try:
            return _one_of_all(kind, kind(**values)) if kind in SHARED else kind(**values)
        except ValueError as error:  # a value that refuses to be, such as weights that do not make 100%
            raise JournalFault(say("{place}: {problem}", place=where, problem=error.args[0])) from None

    return read


def _whole(data: Any, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise _fault(where, data, say("a whole number"))
    return data


def _truth(data: Any, where: str) -> bool:
    if not isinstance(data, bool):
        raise _fault(where, data, say("true or false"))
    return data


HALF_CHARACTERS = re.compile("[\ud800-\udfff]")
"""Halves of a character, which a phone sends when a text is cut in the middle of one. No page can be written with them."""


def _text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise _fault(where, data, say("a text"))
    return str(data) if data.isascii() else HALF_CHARACTERS.sub("\ufffd", data)


def whole(data: Any) -> Any:
    """A JSON value as it came from outside, with the sign for a lost character wherever it has half of one.

    >>> whole({"about": ["a\\ud83d", 7]}) == {"about": ["a\\ufffd", 7]}
    True
    """
    return _any(data, "")


def _any(data: Any, where: str) -> Any:
    """What somebody else will read, with its texts as texts are."""
    if isinstance(data, str):
        return _text(data, where)
    if isinstance(data, Mapping):
        return {_any(key, where): _any(value, where) for key, value in data.items()}
    return [_any(value, where) for value in data] if isinstance(data, list) else data


_FRACTION = re.compile(r"-?[0-9]{1,15}(/[0-9]{0,14}[1-9][0-9]{0,14})?")


def _fraction(data: Any, where: str) -> Fraction:
    if not _FRACTION.fullmatch(_text(data, where)):  # Fraction itself would also work out 1e999999999
        raise _fault(where, data, say("a fraction"))
    return Fraction(data)


def _moment(data: Any, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(_text(data, where))
    except ValueError:
        raise _fault(where, data, say("a date and time")) from None
    if moment.tzinfo is None:
        raise _fault(where, data, say("a time with its distance from UTC"))
    return moment


def _day(data: Any, where: str) -> date:
    try:
        return date.fromisoformat(_text(data, where))
    except ValueError:
        raise _fault(where, data, say("a date")) from None


LONGEST = 10_000
"""Letters of a sentence, with all that is said in it."""
DEEPEST = 8
"""Sentences in sentences."""


def _sentence(data: Any, where: str, deep: int = 0) -> Sentence:
    given = _object(data, where)
    if set(given) - {"one"} != {"say", "with"} or deep > DEEPEST:
        raise _fault(where, data, say("a sentence"))
    values = {
        name: _sentence(each, where, deep + 1) if isinstance(each, Mapping) else _any(each, where)
        for name, each in _object(given["with"], where).items()
    }
    template, one = _text(given["say"], where), _text(given.get("one", ""), where)
    if one and not isinstance(values.get("n"), int):
        raise _fault(where, data, say("a sentence"))
    lengths = {name: len(str(value)) for name, value in values.items()}  # before it is put together
    for each in (template, one):
        if len(each) > LONGEST or (values and not _is_template(each, values)):
            raise _fault(where, data, say("a sentence"))
        if values and sum(len(part.text) + lengths.get(part.blank, 0) for part in parts(each)) > LONGEST:
            raise _fault(where, data, say("a sentence"))
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
            return {"say": str(_sentence(data, where)), "with": {}}
        return {key: spoken(value, _join(where, key)) for key, value in data.items()}
    if isinstance(data, list):
        return [spoken(value, f"{where}[{number}]") for number, value in enumerate(data)]
    return data


def _movement(data: Any, where: str) -> Movement:
    given = dict(_object(data, where))
    texts = []
    rows = given.get("instructions", [])
    if isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows):
        texts = [_sentence(row.get("text"), f"{where}.instructions[{number}].text") for number, row in enumerate(rows)]
        given["instructions"] = [{**row, "text": str(text)} for row, text in zip(rows, texts, strict=True)]
    try:
        movement = from_dict(given)
    except FileFault as error:
        raise JournalFault(say("{place}: {problem}", place=where, problem=error.args[0])) from None
    if len(texts) != len(movement.instructions):
        raise JournalFault(say("{place}: the instructions are not a list of sentences.", place=where))
    told = zip(movement.instructions, texts, strict=True)
    return replace(movement, instructions=tuple(replace(instruction, text=text) for instruction, text in told))


PLAIN: Mapping[Any, Any] = {
    int: _whole,
    bool: _truth,
    str: _text,
    Fraction: _fraction,
    datetime: _moment,
    date: _day,
    Sentence: _sentence,
    Movement: _movement,
}


def _object(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise _fault(where, data, say("an object"))
    return data


def _join(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


def _fault(where: str, data: Any, wanted: Sentence) -> JournalFault:
    shown = str(data)
    return JournalFault(say("{place}: “{value}” is not {wanted}.", place=where, value=shown[:40], wanted=wanted))
