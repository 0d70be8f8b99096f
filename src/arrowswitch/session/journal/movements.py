"""Movements in the journal: by the contract of movement files, with the sentences in them kept whole, to be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arrowswitch.journals.codec import encode, own_form, read_sentence
from arrowswitch.movements import FileFault, Movement, from_dict, to_dict
from arrowswitch.plain import Misread, table
from arrowswitch.words import Sentence, say


def _encode_movement(movement: Movement) -> dict[str, Any]:
    written = to_dict(movement)
    for instruction, row in zip(movement.instructions, written["instructions"], strict=True):
        row["text"] = encode(instruction.text)
    return written


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
        return read_sentence(text)
    except Misread as found:
        raise found.inside("instructions", number, "text") from None


own_form(Movement, _encode_movement, _movement)
