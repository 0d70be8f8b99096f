"""Reading regulations: a federation's profile, and a club's own values on top of it.

A value is written bare, or as `{ value = ..., source = "..." }`. A profile that `extends` another needs to name only
what differs. An unknown key or a bad value stops the reading with the file and the key named.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from arrowswitch.regulations.schema import SECTIONS, Regulations, RegulationsError, settings_of
from arrowswitch.words import say

PROFILES = Path(__file__).parent / "profiles"
HEAD = ("title", "extends")

Values = dict[str, dict[str, Any]]
Sources = dict[str, str]


def names() -> tuple[str, ...]:
    """The profiles there are.

    >>> names()
    ('acbl', 'bnsw', 'ebu', 'nzb', 'qba', 'wbf')
    """
    return tuple(sorted(path.stem for path in PROFILES.glob("*.toml")))


def load(name: str = "wbf", overrides: Path | Mapping[str, Any] | None = None) -> Regulations:
    """A federation's regulations, with a club's own file (or mapping) on top.

    >>> load("ebu").awards.one_winner_below
    5
    >>> load("ebu", {"awards": {"one_winner_below": 6}}).awards.one_winner_below
    6
    """
    if overrides is None:
        return _profile(name)
    return _with_overrides(name, overrides)


def _with_overrides(name: str, overrides: Path | Mapping[str, Any]) -> Regulations:
    title, values, sources = _layers(name)
    if isinstance(overrides, Path):
        place, data = overrides.name, _toml(overrides)
    else:
        place, data = "overrides", dict(overrides)
    if "extends" in data:
        raise RegulationsError(
            say("{file}: extends may not stand here; the values are put on top of “{name}”.", file=place, name=name)
        )
    values, sources = _merge(values, sources, data, place)
    return _regulations(name, str(data.get("title", title)), values, sources, place)


@cache
def _profile(name: str) -> Regulations:
    title, values, sources = _layers(name)
    return _regulations(name, title, values, sources, f"{name}.toml")


@cache
def _layers(name: str) -> tuple[str, Values, Sources]:
    path = PROFILES / f"{name}.toml"
    if name not in names():
        raise RegulationsError(
            say("There are no regulations “{name}”; there are {names}.", name=name, names=", ".join(names()))
        )
    data = _toml(path)
    values: Values = {}
    sources: Sources = {}
    if "extends" in data:
        _, values, sources = _layers(data["extends"])
    values, sources = _merge(values, sources, data, path.name)
    return str(data.get("title", name)), values, sources


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RegulationsError(
            say("{file} cannot be read ({reason}).", file=path.name, reason=error.strerror or error)
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RegulationsError(say("{file} is not TOML: {reason}.", file=path.name, reason=error)) from None


def _merge(values: Values, sources: Sources, data: Mapping[str, Any], place: str) -> tuple[Values, Sources]:
    """The lower layer with the upper one read and put on top of it."""
    values = {section: dict(entries) for section, entries in values.items()}
    sources = dict(sources)
    for section, entries in data.items():
        if section in HEAD:
            continue
        if section not in SECTIONS:
            raise RegulationsError(
                say(
                    "{file}: there is no section “{key}”; there are {allowed}.",
                    file=place,
                    key=section,
                    allowed=", ".join(SECTIONS),
                )
            )
        known = settings_of(SECTIONS[section])
        if not isinstance(entries, Mapping):
            raise RegulationsError(say("{file}: {key} must be a table.", file=place, key=section))
        for key, given in entries.items():
            if key not in known:
                raise RegulationsError(
                    say(
                        "{file}: there is no key “{key}”; {section} has {allowed}.",
                        file=place,
                        key=f"{section}.{key}",
                        section=section,
                        allowed=", ".join(known),
                    )
                )
            value, source = _value_and_source(given, place)
            try:
                values.setdefault(section, {})[key] = known[key].metadata["read"](value)
            except ValueError as error:
                raise RegulationsError(
                    say(
                        "{file}: {key} {allowed}; it is {value}.",
                        file=place,
                        key=f"{section}.{key}",
                        allowed=error.args[0],
                        value=repr(value),
                    )
                ) from None
            sources[f"{section}.{key}"] = source
    return values, sources


def _value_and_source(given: object, place: str) -> tuple[object, str]:
    if isinstance(given, Mapping) and set(given) == {"value", "source"}:
        return given["value"], str(given["source"])
    return given, place


def _regulations(name: str, title: str, values: Values, sources: Sources, place: str) -> Regulations:
    for section, kind in SECTIONS.items():
        absent = [key for key in settings_of(kind) if key not in values.get(section, {})]
        if absent:
            raise RegulationsError(say("{file}: {key} is missing.", file=place, key=f"{section}.{absent[0]}"))
    built = {section: kind(**values[section]) for section, kind in SECTIONS.items()}
    return Regulations(name=name, title=title, sources=MappingProxyType(sources), **built)
