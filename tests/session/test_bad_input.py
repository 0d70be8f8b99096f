"""Whatever arrives as JSON is granted or refused with a sentence; nothing else ever happens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from night import DIRECTOR, Night, small
from test_properties import Person
from test_properties import evenings as any_evening

from arrowswitch.session import JournalFault, Refused, State, decide, evolve
from arrowswitch.session.codec import decode
from arrowswitch.session.journal import command_from_json, command_to_json, from_json
from arrowswitch.words import Sentence
from examples import examples
from spoiling import places, put, values


def received(state: State, data: Any) -> State:
    """What a server would do with it."""
    try:
        for event in decide(state, command_from_json(json.loads(json.dumps(data)))):
            state = evolve(state, event)
    except (Refused, JournalFault) as error:
        said = error.args[0]
    else:
        return state
    assert isinstance(said, Sentence)
    return state


@given(any_evening, values, st.randoms(use_true_random=False))
@settings(max_examples=examples(200), deadline=None)
def test_a_spoilt_command_is_refused_or_means_something(
    evening_of: tuple[str, int, int], value: Any, pick: Any
) -> None:
    night = Night(small()).start()
    act, _, force = Person(night.state, f"{evening_of[1]}").wish()
    data = command_to_json(night.command(act, DIRECTOR, why="because", force=force))
    received(night.state, put(data, pick.choice(places(data)), value))


@given(values, st.randoms(use_true_random=False))
@settings(max_examples=examples(150), deadline=None)
def test_a_spoilt_opening_is_refused_or_means_something(value: Any, pick: Any) -> None:
    opening = Night(small(), overrides={"timing": {"board_minutes": 7}}).state.journal[0]
    command = Night(small()).command(opening.act)
    data = command_to_json(command)
    received(State(), put(data, pick.choice(places(data)), value))


@given(values)
@settings(max_examples=examples(100), deadline=None)
def test_anything_at_all_is_no_event(value: Any) -> None:
    with pytest.raises(JournalFault):
        from_json(value)


@pytest.mark.parametrize("template", ["{x:>999999999}", "{x.__class__}", "{x[0]}", "{}", "{", "{y}", "{x!r:5}"])
def test_a_sentence_cannot_be_made_to_do_anything_but_speak(template: str) -> None:
    with pytest.raises(JournalFault, match="is not a sentence"):
        decode(Sentence, {"say": template, "with": {"x": 1}})


@pytest.mark.parametrize("number", ["1e999999999", "1/0", "0x10", "1/", " 1", "1" * 30, "nan"])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    from fractions import Fraction

    with pytest.raises(JournalFault, match="is not a fraction"):
        decode(Fraction, number)


def test_a_computer_with_a_wild_clock_is_told_so() -> None:
    night = Night(small())
    with pytest.raises(Refused, match="It is not the year 9999"):
        night.do(night.state.journal[0].act, at=night.now.replace(year=9999))
