"""Whatever arrives as JSON is granted or refused with a sentence; nothing else ever happens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from night import DIRECTOR, Night, small
from test_properties import Person
from test_properties import evenings as any_evening

from arrowswitch.journals.codec import DEEPEST, LONGEST, decode
from arrowswitch.session import CallDirector, JournalFault, Refused, State, decide, evolve
from arrowswitch.session.journal.text import command_from_json, command_to_json, from_json
from arrowswitch.words import Sentence, say
from examples import examples
from spoiling import places, put, values


def received(state: State, data: Any) -> State:
    """What a server would do with it."""
    try:
        for entry in decide(state, command_from_json(json.loads(json.dumps(data)))):
            state = evolve(state, entry)
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


@pytest.mark.parametrize("blank", ["a.translated.__globals__", "a.values[secret]", "a[0]", "a!r", "a b", "0", ""])
def test_a_name_with_a_path_in_it_is_no_blank_even_if_it_is_given_a_value(blank: str) -> None:
    inner = {"say": "x {y}", "with": {"y": 1}}
    with pytest.raises(JournalFault, match="is not a sentence"):
        decode(Sentence, {"say": "{" + blank + "}", "with": {blank: "x", "a": inner}})
    with pytest.raises(ValueError, match="is not the name of a blank"):
        say("{" + blank + "}", a=say("x {y}", y=1))


def test_sentences_in_sentences_end_somewhere_and_stay_short() -> None:
    deep: Any = "x"
    for _ in range(DEEPEST + 2):
        deep = {"say": "{x}", "with": {"x": deep}}
    wide: Any = "x"
    for _ in range(5):
        wide = {"say": "{x}" * 20, "with": {"x": wide}}
    much = {"say": "{x}" * 3333, "with": {"x": "y" * 200_000}}  # refused before it is put together
    for data in (deep, wide, much, {"say": "x" * (LONGEST + 1), "with": {}}):
        with pytest.raises(JournalFault, match="is not a sentence"):
            decode(Sentence, data)


def test_what_somebody_sends_is_kept_as_he_said_it_and_never_as_a_template() -> None:
    data = command_to_json(Night(small()).command(Night(small()).state.journal[0].act))
    instruction = data["act"]["sections"][0]["movement"]["instructions"][0]
    instruction["text"] = {
        "say": "Table {table} has {x}.",
        "with": {"table": 4, "x": {"say": "{y}", "with": {"y": "{z}"}}},
    }
    text = command_from_json(data).act.sections[0].movement.instructions[0].text  # type: ignore[union-attr]
    assert (text, text.template, text.values) == ("Table 4 has {z}.", "Table 4 has {z}.", {})
    assert text.translated(lambda template: template) == "Table 4 has {z}."


@pytest.mark.parametrize("number", ["1e999999999", "1/0", "0x10", "1/", " 1", "1" * 30, "nan"])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    from fractions import Fraction

    with pytest.raises(JournalFault, match="is not a fraction"):
        decode(Fraction, number)


def test_a_computer_with_a_wild_clock_is_told_so() -> None:
    night = Night(small())
    with pytest.raises(Refused, match="It is not the year 9999"):
        night.do(night.state.journal[0].act, at=night.now.replace(year=9999))


def test_half_a_character_is_not_kept_in_any_text() -> None:
    half, whole = "a\ud83d", "a\ufffd"
    night = Night(small()).start()
    data = command_to_json(night.command(CallDirector("A", 1, half), why=half))
    command = command_from_json(json.loads(json.dumps(data)))
    assert (command.act, command.why) == (CallDirector("A", 1, whole), whole)
    assert night.do(CallDirector("A", 1, half), why=half).act == CallDirector("A", 1, whole)
    assert decode(Mapping[str, Any], {half: [half, {"x": half}]}) == {whole: [whole, {"x": whole}]}
