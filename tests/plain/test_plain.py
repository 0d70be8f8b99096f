"""Plain values become frozen values by their hints, and what cannot be read is found with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from arrowswitch.plain import BY_ID, Key, Misread, OneOf, PlainReader, Said, what_is_wrong
from arrowswitch.words import Sentence


@dataclass(frozen=True)
class Meaning:
    means: Said
    duty: Annotated[str, OneOf(("alert", "announce"))] = "alert"


@dataclass(frozen=True)
class Call:
    id: str
    meanings: tuple[Meaning, ...]
    ways: tuple[str, ...] = ()
    level: int = 1
    natural: bool = True
    forcing: Literal["yes", "no"] = "no"
    system: Annotated[str, Key("class")] = "green"
    allows: Mapping[str, Meaning] = field(default_factory=dict)
    last: Meaning | None = None


@dataclass(frozen=True)
class Chart:
    title: str
    calls: Annotated[Mapping[str, Call], BY_ID, Key("call")] = field(default_factory=dict)


GOOD: dict[str, Any] = {"id": "1nt", "meanings": [{"means": "natural"}]}


def chart(*calls: object) -> dict[str, Any]:
    return {"title": "Riverside", "call": list(calls)}


def test_hints_say_what_a_value_becomes() -> None:
    more = {
        "ways": ["one no trump"],
        "level": 2,
        "class": "red",
        "allows": {"club": {"means": "weak"}},
        "last": {"means": "x"},
    }
    made = PlainReader().read(Chart, chart({**GOOD, **more}))
    call = made.calls["1nt"]
    assert call.meanings == (Meaning("natural"),)
    assert isinstance(call.meanings[0].means, Sentence)
    assert not isinstance(call.id, Sentence)
    assert (call.ways, call.level, call.system) == (("one no trump",), 2, "red")
    assert (call.allows, call.last) == ({"club": Meaning("weak")}, Meaning("x"))


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ({"call": []}, "the file", "“title” is wanted"),
        ({"title": 7}, "the file", "“title” is wanted"),
        ({"title": " "}, "the file", "“title” is wanted"),
        ({"title": "R", "cal": []}, "the file", "“cal” is no key here; there are title, call"),
        ({"title": "R", "call": {}}, "call", "it is a list of tables: [[call]]"),
        (chart({"meanings": []}), "call number 1", "“id” is wanted"),
        (chart(GOOD, "1c"), "the file", "“call” is a table"),
        (chart(GOOD, GOOD), "call 1nt", "the id is there twice"),
        (chart({**GOOD, "meanings": [{"duty": "alert"}]}), "call 1nt", "“means” is wanted"),
        (
            chart({**GOOD, "meanings": [{"means": "x", "duty": "shout"}]}),
            "call 1nt",
            "“duty” is one of alert, announce",
        ),
        (chart({**GOOD, "ways": "one"}), "call 1nt", "“ways” is a list of texts"),
        (chart({**GOOD, "ways": ["one", 2]}), "call 1nt", "“ways” is a list of texts"),
        (chart({**GOOD, "level": True}), "call 1nt", "“level” is a whole number"),
        (chart({**GOOD, "natural": 1}), "call 1nt", "“natural” is true or false"),
        (chart({**GOOD, "forcing": "perhaps"}), "call 1nt", "“forcing” is one of yes, no"),
        (chart({**GOOD, "system": "red"}), "call 1nt", "“system” is no key here; there are id, meanings, ways"),
        (chart({**GOOD, "allows": []}), "call 1nt", "“allows” is a table"),
        (chart({**GOOD, "allows": {"club": {}}}), "call 1nt, allows.club", "“means” is wanted"),
        (chart({**GOOD, "last": {"mean": ""}}), "call 1nt, last", "“mean” is no key here; there are means, duty"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(data: dict[str, Any], where: str, what: str) -> None:
    with pytest.raises(Misread) as found:
        PlainReader().read(Chart, data)
    place, told = what_is_wrong(found.value, data)
    assert place == where
    assert told.startswith(what)


def test_a_type_may_have_a_reader_of_its_own_and_a_value_must_hold_together() -> None:
    plain = PlainReader(
        {Meaning: lambda data: Meaning(data, "announce") if isinstance(data, str) else Meaning("?")},
        {Call: lambda call: "it has no meaning" if not call.meanings else None},
    )
    assert plain.read(Call, {"id": "1c", "meanings": ["strong"]}).meanings == (Meaning("strong", "announce"),)
    data = chart({"id": "1c", "meanings": []})
    with pytest.raises(Misread) as found:
        plain.read(Chart, data)
    assert what_is_wrong(found.value, data) == ("call 1c", "it has no meaning")


def test_a_value_that_is_wrong_is_told_before_a_key_that_is_missing() -> None:
    with pytest.raises(Misread) as found:
        PlainReader().read(Call, {"level": "two"})
    assert (found.value.problem, found.value.path) == ("whole", ["level"])
