"""Whatever stands in one place of a file of the book or of a chart, it is read or refused with a place and a sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.alerts.load import from_plain
from arrowswitch.plain import Misread, what_is_wrong
from arrowswitch.rulings.load import PLAIN
from arrowswitch.rulings.model import Procedure
from spoiling import places, put, values

PROCEDURES = [
    tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(files("arrowswitch.rulings").joinpath("procedures").iterdir(), key=lambda file: file.name)
]
CHART = tomllib.loads(files("arrowswitch.alerts").joinpath("abf.toml").read_text(encoding="utf-8"))


def refused(read: Callable[[Any], object], spoilt: Any) -> tuple[str, str] | None:
    """The place and the sentence, where something is refused."""
    try:
        read(spoilt)
    except Misread as found:
        return what_is_wrong(found, spoilt)
    return None


@given(data=st.data())
def test_a_spoilt_procedure_is_refused_in_a_sentence(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(PROCEDURES))
    spoilt = put(whole, data.draw(st.sampled_from(places(whole)[1:])), data.draw(values))
    said = refused(lambda each: PLAIN.read(Procedure, each), spoilt)
    assert said is None or all(said)


@given(path=st.sampled_from(places(CHART)[1:]), value=values)
def test_a_spoilt_chart_is_refused_in_a_sentence(path: tuple[str | int, ...], value: object) -> None:
    said = refused(from_plain, put(CHART, path, value))
    assert said is None or all(said)
