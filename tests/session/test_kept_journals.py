"""Journals of an earlier day give the same night again, bit for bit."""

from __future__ import annotations

import json

import pytest
from kept_journals import DIGESTS, FOLDER, digests, keep, names, text_of

from arrowswitch.journals import KINDS
from arrowswitch.session import replay
from arrowswitch.session.journal.text import dumps, loads

WRITTEN = json.loads(DIGESTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", names())
def test_a_kept_journal_leads_to_the_same_night(name: str) -> None:
    text = text_of(name)
    entries = loads(text)
    assert dumps(entries) == text
    assert digests(replay(entries)) == WRITTEN[name]


def test_every_kind_of_act_and_the_undoing_of_each_is_in_a_kept_journal() -> None:
    done: set[str] = set()
    undone: set[str] = set()
    for name in names():
        state = replay(loads(text_of(name)))
        for line, entry in zip(text_of(name).splitlines(), state.journal, strict=True):
            kind = json.loads(line)["act"]["type"]
            done.add(kind)
            if entry.id in state.undone:
                undone.add(kind)
    acts = {name for name, kind in KINDS.items() if kind.__module__.startswith("arrowswitch.session.acts")}
    assert acts - done == set()
    seen_by_others = {"open", "publish", "reopen", "seal-deals", "take-deals", "open-deals"}
    assert acts - undone == seen_by_others  # and is not undone


def test_a_kept_journal_is_never_written_again() -> None:
    name = names()[0]
    before = (FOLDER / f"{name}.jsonl.gz").read_bytes()
    with pytest.raises(FileExistsError):
        keep(name, loads(text_of(name)))
    assert (FOLDER / f"{name}.jsonl.gz").read_bytes() == before
    assert sorted(WRITTEN) == names()
