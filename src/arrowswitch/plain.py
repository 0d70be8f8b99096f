"""Plain values, as JSON and TOML have them, read into frozen values by their type hints.

Every sort of file that the program reads says in its own words what is wrong, where, and what is allowed. What was found
is a `Misread`, which gathers its place on the way out; the file's own reader makes the sentence of it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from arrowswitch.words import Sentence, say

__all__ = ["BY_ID", "NOT_READ", "Key", "Misread", "OneOf", "PlainReader", "Said", "told", "what_is_wrong"]

Reader = Callable[[Any], Any]
Check = Callable[[Any], str | None]
"""What is wrong with a value whose parts are right, if anything is."""


class Key(NamedTuple):
    """The key of a field in the file, where it is not the field's own name."""

    name: str


class OneOf(NamedTuple):
    """The words that a text may be."""

    choices: tuple[str, ...]


SAID = "said"
Said = Annotated[str, SAID]
"""A text that people see: it becomes a sentence, which can be translated."""
NOT_READ = "not read"
"""A field that is no key of the file: it is filled in by who reads it."""
BY_ID = "by id"
"""A list of tables that becomes a mapping, each by its own id."""


class Misread(ValueError):  # noqa: N818 - said by who reads the file
    """What cannot be read: `problem` says in which way, `path` leads to it from the outside in.

    A problem is `unknown` and `missing` (a key), `twice` (an id), `choice`, `kind` (another), `refused` (as `value` says), or
    the kind of value that is wanted: `text`, `texts`, `whole`, `truth`, `list`, `table` (with the keys it has), or in words.
    """

    def __init__(self, problem: str, value: Any = None, allowed: tuple[str, ...] = (), *path: str | int) -> None:
        super().__init__(problem)
        self.problem, self.value, self.allowed, self.path = problem, value, allowed, list(path)

    def inside(self, *place: str | int) -> Misread:
        """The same, seen from further out."""
        self.path[:0] = place
        return self


def _text(data: Any) -> str:
    if not isinstance(data, str) or not data.strip():
        raise Misread("text", data)
    return data


def _whole(data: Any) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise Misread("whole", data)
    return data


def _truth(data: Any) -> bool:
    if not isinstance(data, bool):
        raise Misread("truth", data)
    return data


def table(data: Any, keys: Collection[str] = ()) -> Mapping[str, Any]:
    if type(data) is not dict and not isinstance(data, Mapping):
        raise Misread("table", data, tuple(keys))
    return data


class PlainReader:
    """Reads the values of one sort of file.

    `own` are the readers of types that have one of their own, `checks` what a value of a type must fulfil besides, `kinds` the
    names of types that say under `type` which they are: those of which a place may hold several.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Meaning:
    ...     means: str
    ...     duty: Annotated[str, OneOf(("alert", "announce"))] = "alert"
    >>> PlainReader().read(Meaning, {"means": "natural"})
    Meaning(means='natural', duty='alert')
    >>> try:
    ...     PlainReader().read(tuple[Meaning, ...], [{"means": "natural", "duty": "shout"}])
    ... except Misread as found:
    ...     print(found.problem, found.path, found.allowed)
    choice [0, 'duty'] ('alert', 'announce')
    """

    def __init__(
        self,
        own: Mapping[Any, Reader] | None = None,
        checks: Mapping[type, Check] | None = None,
        kinds: Mapping[type, str] | None = None,
    ) -> None:
        self.readers: dict[Any, Reader] = {str: _text, int: _whole, bool: _truth, Any: lambda data: data, **(own or {})}
        self.checks = checks or {}
        self.kinds = {} if kinds is None else kinds  # it may be filled later

    def read(self, hint: Any, data: Any) -> Any:
        """A value of a type; `Misread` if it is none."""
        return self.reader(hint)(data)

    def reader(self, hint: Any) -> Reader:
        """How values of a type are read."""
        if hint not in self.readers:
            self.readers[hint] = self._made(hint)
        return self.readers[hint]

    def _made(self, hint: Any) -> Reader:
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._marked(args[0], args[1:])
        if origin in (Union, types.UnionType):
            return self._union(args)
        if origin is Literal:
            return _choice(args)
        if origin is tuple:
            return _list(self.reader(args[0]), "texts" if args[0] in (str, Said) else "list")
        if origin is not None and issubclass(origin, Mapping):
            return _mapping(self.reader(args[1]))
        return self._fields(hint)

    def _union(self, choices: tuple[Any, ...]) -> Reader:
        some = [choice for choice in choices if choice is not NoneType]
        inner = self.reader(some[0]) if len(some) == 1 else self._named(some)
        return inner if NoneType not in choices else lambda data: None if data is None else inner(data)

    def _named(self, choices: list[Any]) -> Reader:
        readers = {self.kinds[choice]: self.reader(choice) for choice in choices}

        def read(data: Any) -> Any:
            kind = table(data).get("type")
            if not isinstance(kind, str) or kind not in readers:
                raise Misread("choice", kind, tuple(readers), "type")
            return readers[kind](data)

        return read

    def _marked(self, hint: Any, marks: tuple[Any, ...]) -> Reader:
        if SAID in marks:
            return lambda data: Sentence(_text(data), {})
        if BY_ID in marks:
            return _by_id(self.reader(get_args(hint)[1]))
        choices = [mark.choices for mark in marks if isinstance(mark, OneOf)]
        return _choice(choices[0]) if choices else self.reader(hint)

    def _fields(self, kind: Any) -> Reader:
        hints, optional = shape(kind)
        keys = {_key(name, hint): (name, self.reader(hint)) for name, hint in hints.items()}
        due = frozenset(key for key, (name, _) in keys.items() if name not in optional)
        known, tag = keys.keys(), self.kinds.get(kind)

        def read(data: Any) -> Any:
            given = table(data, known)
            if tag:
                given = dict(given)
                if given.pop("type", tag) != tag:
                    raise Misread("kind", data["type"], (tag,), "type")
            if not given.keys() <= known:
                raise Misread("unknown", None, tuple(known), next(key for key in given if key not in known))
            values = {}
            try:
                for key, value in given.items():
                    name, reader = keys[key]
                    values[name] = reader(value)
            except Misread as found:
                raise found.inside(key) from None
            if not due <= given.keys():
                raise Misread("missing", None, (), next(key for key in known if key in due and key not in given))
            return self.made(kind, values)

        return read

    def made(self, kind: Any, values: dict[str, Any]) -> Any:
        """A value of its parts; one that refuses to be, or that a check refuses, is misread too."""
        try:
            value = kind(**values)
        except ValueError as error:
            raise Misread("refused", error.args[0]) from None
        if kind in self.checks and (problem := self.checks[kind](value)):
            raise Misread("refused", problem)
        return value


def shape(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields of a value that are read, with their hints, and those that may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    if not is_dataclass(kind):
        return hints, frozenset()
    read = [each for each in fields(kind) if NOT_READ not in get_args(hints[each.name])]
    optional = (each.name for each in read if each.default is not MISSING or each.default_factory is not MISSING)
    return {each.name: hints[each.name] for each in read}, frozenset(optional)


def _key(name: str, hint: Any) -> str:
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark.name for mark in marks if isinstance(mark, Key)), name)


def _choice(choices: tuple[Any, ...]) -> Reader:
    def read(data: Any) -> Any:
        if data not in choices:
            raise Misread("choice", data, choices)
        return data

    return read


def _list(each: Reader, wanted: str) -> Reader:
    def read(data: Any) -> Any:
        if not isinstance(data, list):
            raise Misread(wanted, data)
        found: list[Any] = []
        try:
            found.extend(map(each, data))
        except Misread as fault:
            raise fault.inside(len(found)) from None
        return tuple(found)

    return read


def _mapping(each: Reader) -> Reader:
    return lambda data: {key: _at(key, each, value) for key, value in table(data).items()}


def _by_id(each: Reader) -> Reader:
    def read(data: Any) -> Any:
        if not isinstance(data, list):
            raise Misread("list", data)
        found: dict[str, Any] = {}
        for number, item in enumerate(data):
            made = _at(number, each, item)
            if made.id in found:
                raise Misread("twice", made.id, (), number)
            found[made.id] = made
        return found

    return read


def _at(place: str | int, read: Reader, data: Any) -> Any:
    try:
        return read(data)
    except Misread as found:
        raise found.inside(place) from None


# -- what the writer of JSON is told ------------------------------------------------------------------------------------

WANTED: Mapping[str, str] = {
    "text": say("a text"),
    "whole": say("a whole number"),
    "truth": say("true or false"),
    "list": say("a list"),
    "texts": say("a list"),
    "table": say("an object"),
}


def told(found: Misread, shown: Callable[[Any], str], where: str = "") -> Sentence:
    """A fault with its place, as programs write places.

    >>> told(Misread("whole", "one", (), "meetings", 0, "table"), repr)
    "meetings[0].table: 'one' is not a whole number."
    """
    place = where
    for step in found.path:
        place = f"{place}[{step}]" if isinstance(step, int) else f"{place}.{step}" if place else step
    allowed = ", ".join(map(str, found.allowed))
    match found.problem:
        case "unknown":
            return say("{place}: there is no such key; allowed: {keys}.", place=place, keys=allowed)
        case "missing":
            return say("{place}: this key is missing.", place=place)
        case "refused":
            return say("{place}: {problem}", place=place, problem=found.value)
        case "choice":
            wanted: str = say("one of {all}", all=allowed)
        case "kind":
            wanted = say("“{kind}”", kind=allowed)
        case problem:
            wanted = WANTED.get(problem, problem)
    return say("{place}: {value} is not {wanted}.", place=place, value=shown(found.value), wanted=wanted)


# -- what the keeper of a file in TOML is told -------------------------------------------------------------------------


def what_is_wrong(found: Misread, data: Mapping[str, Any]) -> tuple[str, Sentence | str]:
    """The place of a fault, its tables named by their ids, and what is wrong there.

    >>> data = {"event": [{"id": "club", "allows": {"red": {"verdict": "maybe"}}}]}
    >>> what_is_wrong(Misread("choice", "maybe", ("yes", "no"), "event", 0, "allows", "red", "verdict"), data)
    ('event club, allows.red', '“verdict” is one of yes, no')
    """
    path, problem = found.path, found.problem
    if problem == "text" and isinstance(path[-1], int):  # one of a list of texts
        path, problem = path[:-1], "texts"
    if problem in ("refused", "twice"):
        return _place(path, data), found.value if problem == "refused" else say("the id is there twice")
    name = next(step for step in reversed(path) if isinstance(step, str))
    told = WRONG[problem](name, ", ".join(map(str, found.allowed)))
    return name if problem == "list" else _place(path[: path.index(name)], data), told


WRONG: Mapping[str, Callable[[str, str], Sentence]] = {
    "unknown": lambda name, known: say("“{name}” is no key here; there are {known}", name=name, known=known),
    "missing": lambda name, _: say("“{name}” is wanted", name=name),
    "text": lambda name, _: say("“{name}” is wanted", name=name),
    "texts": lambda name, _: say("“{name}” is a list of texts", name=name),
    "whole": lambda name, _: say("“{name}” is a whole number", name=name),
    "truth": lambda name, _: say("“{name}” is true or false", name=name),
    "table": lambda name, _: say("“{name}” is a table", name=name),
    "list": lambda name, _: say("it is a list of tables: [[{kind}]]", kind=name),
    "choice": lambda name, known: say("“{name}” is one of {known}", name=name, known=known),
}


def _place(path: list[str | int], data: Any) -> str:
    """A place as its keeper looks for it: a table of a list by its id; one without counts only where the file begins with it."""
    parts: list[str] = []
    here = data
    for step in path:
        here = here[step]
        if isinstance(step, str):
            parts.append(step)
            continue
        kind = parts.pop()
        if isinstance(here, Mapping) and (name := here.get("id", here.get("name"))):
            parts.append(f"{kind} {name}")
        elif not parts:
            parts.append(f"{kind} number {step + 1}")
    inside = ".".join(parts[1:])
    return (f"{parts[0]}, {inside}" if inside else parts[0]) if parts else "the file"
