"""What a ruling led to is in the journal: whatever becomes of the book, it stays as it was said."""

from __future__ import annotations

import json
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from itertools import islice
from typing import Any, cast

import pytest
from night import Night

from arrowswitch.movements import build
from arrowswitch.press.rulings import Log, report_sheet
from arrowswitch.rulings import Procedure, Question, RulingOutcome, book
from arrowswitch.session import Contracted, Enter, LineKey, Rule, State, decide, replay
from arrowswitch.session.acts.conclusions import Conclusion, conclusion_of, text_shown, walked_again
from arrowswitch.session.acts.consequences import (
    averages_of,
    award_wanted,
    effects_of,
    offence_of,
    penalty_of,
    score_act,
    tricks_told,
)
from arrowswitch.session.acts.tasks import open_tasks
from arrowswitch.session.journal.text import dumps, loads
from ways_through import paths

LINE = LineKey("A", 1, 1, 1)
TWO = ("yes", "no", "in-time", "hand", "none", "revoker", "1")
BOOK = cast("MutableMapping[str, Procedure]", book())


def ruled(procedure: str = "revoke", answers: tuple[str, ...] = TWO, **more: Any) -> Night:
    """A night with 4♠ by North one down on board 1 at table 1, and a ruling on it."""
    night = Night(build("mitchell", tables=3, boards_per_round=1)).start()
    night.do(Enter(LINE, Contracted("4S", "N", 9)))
    night.do(Rule(procedure, "A", 1, 1, 1, answers, **{"offender": "E", **more}))
    return night


def told(state: State) -> object:
    """All that is said of the one ruling of a night, and all that follows from it."""
    (ruling,) = state.rulings.values()
    act = ruling.act
    log = Log(state, "Riverside", str, lambda at: at)
    return (
        (act.title, act.text, act.laws, act.edition, act.outcome),
        (
            effects_of(act),
            award_wanted(act),
            conclusion_of(act).judgement,
            penalty_of(act),
            offence_of(act),
            averages_of(act),
        ),
        (score_act(state, ruling), tricks_told(state, ruling), open_tasks(state)),
        report_sheet(log, [ruling]),
    )


def rewritten(procedure: Procedure) -> Procedure:
    """A procedure of a later edition: other words, other laws, other effects, and the other way round on appeal."""

    def again(node: Any) -> Any:
        if isinstance(node, Question):
            options = tuple(replace(each, text="Whatever") for each in node.options)
            return replace(node, text="Something else?", options=options)
        if isinstance(node, RulingOutcome):
            effects = tuple(replace(each, kind="nothing", text="Nothing.", detail={}) for each in node.effects)
            laws = dict.fromkeys(node.laws, ("99",))
            return replace(node, text="All is well.", laws=laws, effects=effects, appeal=not node.appeal)
        return node

    questions, outcomes = (tuple(map(again, nodes)) for nodes in (procedure.questions, procedure.outcomes))
    return replace(procedure, title="Other", questions=questions, outcomes=outcomes)


def rewrite(patch: pytest.MonkeyPatch, name: str) -> None:
    patch.setitem(BOOK, name, rewritten(BOOK[name]))


def ask_otherwise(patch: pytest.MonkeyPatch, name: str) -> None:
    first = Question("new", "Something else?", ())
    patch.setitem(BOOK, name, replace(BOOK[name], questions=(first,), first="new"))


def tear_out(patch: pytest.MonkeyPatch, name: str) -> None:
    patch.delitem(BOOK, name)


@pytest.mark.parametrize("change", [rewrite, ask_otherwise, tear_out])
@pytest.mark.parametrize("name", ["revoke", "slow-play", "unauthorised-information", "late-arrival", "psych"])
def test_a_later_book_changes_nothing_of_a_ruling_that_was_made(
    name: str, change: Callable[[pytest.MonkeyPatch, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = max((answers for answers, _step in paths(book(), name, "2017")), key=len)
    night = ruled(name, answers)
    journal = dumps(night.state.journal)
    before = told(night.state)
    change(monkeypatch, name)
    assert told(night.state) == before
    assert told(replay(loads(journal))) == before


def test_the_journal_has_the_words_and_the_effects_in_plain_json() -> None:
    written = json.loads(dumps(ruled(edition="2007").state.journal).splitlines()[-1])["act"]["conclusion"]
    effect = written["effects"][0]
    assert (effect["kind"], effect["detail"]["tricks"]) == ("transfer", 2)
    asked = written["answers"][0]
    assert asked["question"]["text"].startswith("Has {offender} or {partner} led or played to the next trick")
    assert [each["called"]["say"] for each in asked["question"]["words"]] == ["East", "West"]


def test_what_was_asked_can_still_be_translated() -> None:
    (ruling,) = ruled().state.rulings.values()
    question = text_shown(conclusion_of(ruling.act).answers[0].question)
    german = {question.template: "{partner} oder {offender}?", "East": "Ost", "West": "West"}
    assert question.startswith("Has East or West led")
    assert question.translated(lambda text: german[text]) == "West oder Ost?"


def test_what_is_left_open_keeps_its_answers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    night = ruled(answers=("yes",), status="deferred")
    (ruling,) = night.state.rulings.values()
    assert len(conclusion_of(ruling.act).answers) == 1
    assert effects_of(ruling.act) == ()
    before = told(night.state)
    tear_out(monkeypatch, "revoke")
    assert told(night.state) == before


@pytest.mark.parametrize("name", sorted(book()))
def test_an_older_entry_without_a_conclusion_is_walked_to_the_same(name: str) -> None:
    for answers, _step in islice(paths(book(), name, "2017"), 3):
        (ruling,) = ruled(name, answers).state.rulings.values()
        assert ruling.act.conclusion == walked_again(replace(ruling.act, conclusion=None))


def test_an_older_journal_is_read_and_written_unchanged() -> None:
    night = ruled()
    lines = [json.loads(line) for line in dumps(night.state.journal).splitlines()]
    del lines[-1]["act"]["conclusion"]
    older = "\n".join(json.dumps(line) for line in lines)
    state = replay(loads(older))
    assert [json.loads(line) for line in dumps(state.journal).splitlines()] == lines
    assert told(state) == told(night.state)


def test_an_older_entry_whose_procedure_is_gone_leads_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    (ruling,) = ruled().state.rulings.values()
    tear_out(monkeypatch, "revoke")
    assert conclusion_of(replace(ruling.act, conclusion=None)) == Conclusion()


def test_a_conclusion_that_is_sent_along_is_not_believed() -> None:
    (ruling,) = ruled(conclusion=Conclusion(judgement=True)).state.rulings.values()
    assert effects_of(ruling.act)[0]["tricks"] == 2


def test_a_ruling_that_is_sent_twice_is_written_once_though_the_book_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    night = ruled()
    sent = night.command(Rule("revoke", "A", 1, 1, 1, TWO, offender="E"), id=night.state.journal[-1].id)
    rewrite(monkeypatch, "revoke")
    assert decide(night.state, sent) == ()
