"""A trouble is one module: its words, its questions and its ways out, for the desk, the session and the command alike."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from night import Night
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.movements import build
from arrowswitch.session.troubles import catalogue, kinds
from arrowswitch.session.troubles.catalogue import REMEDIES, TROUBLES, may_happen, ways_out
from arrowswitch.session.troubles.trouble import Answers

NEW = '''
"""The fire alarm went: the round is the last."""

from arrowswitch.movements.repair.table import rounds_cut
from arrowswitch.session import acts
from arrowswitch.session.troubles.proposals import ProposedAct, Idea
from arrowswitch.session.troubles.trouble import ROOM, Ask, Remedy, Trouble, anywhere
from arrowswitch.words import say


def ways(state, section, told):
    yield lambda: Idea("home", say("Everybody goes home."), (ProposedAct(acts.CutRounds(told.at_round, section.name)),))


TROUBLE = Trouble(
    name="fire",
    place=15,
    title=say("The fire alarm went"),
    hint=say("Leave the building first."),
    group=ROOM,
    asks=(Ask("at_round", say("It went in round")),),
    ways=ways,
    otherwise=say("Score what was played."),
    where=anywhere,
    remedies={"fire": Remedy(("at_round",), (), lambda movement, told: rounds_cut(movement, told.at_round))},
)
'''


def test_a_trouble_is_added_by_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fire.py").write_text(NEW, "utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    found = catalogue._collected(kinds)
    assert [name for name in found if name not in TROUBLES] == ["fire"]
    assert list(found).index("fire") == list(found).index("forgotten-skip") + 1
    monkeypatch.setitem(TROUBLES, "fire", found["fire"])  # type: ignore[misc]
    monkeypatch.setitem(REMEDIES, "fire", found["fire"].remedies["fire"])  # type: ignore[misc]
    night = Night(build("mitchell", tables=5)).start()
    night.play_round()
    assert "fire" in may_happen(night.state)
    (way,) = ways_out("fire", night.state, "A", Answers(at_round=2))
    assert way.title == "Everybody goes home."
    assert way.rounds_lost == 3
    told = CliRunner().invoke(app, ["movement", "repair", "fire", "mitchell", "--tables", "5", "--at-round", "2"])
    assert "Round 2 is the last one." in told.output


def test_whatever_is_asked_or_needed_is_an_answer_that_can_be_given() -> None:
    answers = {each.name for each in fields(Answers)}
    for trouble in TROUBLES.values():
        assert {ask.answer for ask in trouble.asks} <= answers
        assert all(ask.words for ask in trouble.asks)
        for remedy in trouble.remedies.values():
            assert {*remedy.needs, *remedy.may} <= answers


def test_what_is_to_be_chosen_from_a_list_has_a_list() -> None:
    for trouble in TROUBLES.values():
        for ask in trouble.asks:
            assert bool(ask.choices) == (ask.answer in ("which", "award"))
