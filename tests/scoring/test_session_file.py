"""Whatever stands in a session file, it is either scored or refused with one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.scoring import METHODS, BadLine, BadSession, ranking, score
from arrowswitch.scoring.files.answer import answer
from arrowswitch.scoring.files.session_file import loads
from arrowswitch.scoring.files.session_lines import SessionFileError
from examples import examples

RESULTS: list[dict[str, Any]] = [
    {"board": 1, "ns": "1", "ew": "2", "score": 620},
    {"board": 1, "ns": "3", "ew": "4", "contract": "3NTX", "declarer": "E", "tricks": 7},
    {"board": 1, "ns": "5", "ew": "6", "adjusted": {"ns": "A+", "ew": "40%"}},
    {"board": 2, "ns": "1", "ew": "4", "split": {"ns": -120, "ew": -110}, "fouled_group": "B"},
    {"board": 2, "ns": "3", "ew": "6", "weighted": [{"score": 450, "weight": "40%"}, {"score": 420, "weight": 0.6}]},
    {"board": 2, "ns": "5", "ew": "2", "damage": {"side": "ns", "expected": 140, "after": 50, "actual": -140}},
    {"board": 3, "ns": "1", "ew": "6", "late": True},
    {"board": 3, "ns": "3", "ew": "2", "passed": True, "fault": {"ns": "partly"}},
    {"board": 3, "ns": "5", "ew": "4", "adjusted": {"ns": "P620", "ew": "Q620"}},
]

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 2000)
    | st.floats()
    | st.sampled_from(("", "A+", "60%", "N", "4S", "7")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("ns", "ew", "score", "weight")), inner)
    ),
    max_leaves=5,
)
KEYS = (*("board", "ns", "ew", "score", "contract", "declarer", "tricks", "adjusted", "split", "weighted", "damage"),)
MORE = ("late", "passed", "fouled_group", "fault", "section", "round", "table")


@st.composite
def files(draw: st.DrawFn) -> dict[str, Any]:
    data: dict[str, Any] = {
        "method": draw(st.sampled_from(sorted(METHODS))),
        "winners": draw(st.sampled_from((1, 2))),
        "regulations": draw(st.sampled_from(("wbf", "nzb", "ebu", "acbl", "bnsw", "qba"))),
        "results": [dict(result) for result in RESULTS],
    }
    for _ in range(draw(st.integers(0, 3))):
        result = draw(st.sampled_from(data["results"]))
        result[draw(st.sampled_from(KEYS + MORE))] = draw(anything)
    if draw(st.integers(0, 3)) == 0:
        key = st.sampled_from(
            ("method", "winners", "regulations", "options", "penalties", "expected", "boards", "results")
        )
        data[draw(key)] = draw(anything)
    return data


@settings(deadline=None, max_examples=examples(300))
@given(files())
def test_a_file_is_scored_or_refused_with_one_sentence(data: dict[str, Any]) -> None:
    try:
        scored = score(loads(json.dumps(data)))
        found = answer(scored)
    except (SessionFileError, BadLine, BadSession) as problem:
        sentence = str(problem)
    else:
        sentence = ""
    if sentence:
        assert sentence.endswith(".")
        assert "\n" not in sentence
        return
    assert json.loads(json.dumps(found)) == found
    assert len(found["ranking"]) == len(ranking(scored)) == len(scored.session.fields)


@settings(deadline=None)
@given(anything)
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(SessionFileError, match=r"\.$"):
        loads(json.dumps(data))


def test_the_whole_file_is_read() -> None:
    session = loads(json.dumps({"results": RESULTS}))
    assert len(session.lines) == len(RESULTS)
    assert [line.counts for line in session.lines] == [True] * 6 + [False, True, True]
