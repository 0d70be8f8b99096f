"""Rulings in the journal: what is written down, what stays open, what follows for the score, and undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from night import DIRECTOR, SCORER, Night, pad

from arrowswitch.movements import build
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import (
    Adjust,
    AnswerCall,
    BareScore,
    CallDirector,
    Contracted,
    Correct,
    Enter,
    LineKey,
    Polled,
    Refused,
    Rule,
    Undo,
)
from arrowswitch.session.consequences import applied, award_wanted, score_act
from arrowswitch.session.journal import dumps, loads

LINE = LineKey("A", 1, 1, 1)
TWO = ("yes", "no", "none", "revoker", "1")


def revoke(**more: object) -> Rule:
    return Rule("revoke", "A", 1, 1, 1, TWO, **more)  # type: ignore[arg-type]


def playing() -> Night:
    return Night(build("mitchell", tables=3, boards_per_round=1)).start()


def test_a_ruling_is_written_down_with_the_words_and_laws_of_the_book() -> None:
    night = playing()
    event = night.do(revoke(offender="E", facts="East ruffed with a heart in hand."))
    written = night.state.rulings[event.id]
    assert isinstance(event.act, Rule)
    assert (written.act.outcome, written.act.laws, written.act.title) == ("two-tricks", ("64A1",), "Revoke")
    assert "East won the revoke trick" in written.act.text
    assert not written.open
    assert loads(dumps(night.state.journal)) == night.state.journal


def test_only_the_director_rules_and_only_where_somebody_plays() -> None:
    night = playing()
    for by in (SCORER, pad(1)):
        with pytest.raises(Refused, match="This is not for"):
            night.do(revoke(), by)
    with pytest.raises(Refused, match="Board 9 is not played at table 1 in round 1"):
        night.do(Rule("revoke", "A", 1, 1, 9, TWO))
    with pytest.raises(Refused, match="Nobody plays at table 9"):
        night.do(Rule("revoke", "A", 1, 9, None, TWO))
    with pytest.raises(Refused, match="There is no procedure"):
        night.do(Rule("no-such-thing", "A", 1, 1))
    with pytest.raises(Refused, match="There is no ruling yet"):
        night.do(Rule("revoke", "A", 1, 1, 1, ("yes",)))
    with pytest.raises(Refused, match="does not answer"):
        night.do(Rule("revoke", "A", 1, 1, 1, ("perhaps",)))


def test_what_is_left_open_stays_open_until_it_is_closed_and_keeps_its_beginning() -> None:
    night = playing()
    first = night.do(Rule("revoke", "A", 1, 1, 1, ("yes",), status="deferred"))
    assert [each.id for each in night.state.rulings.values() if each.open] == [first.id]
    closing = night.do(revoke(ruling=first.id, poll=(Polled("pass", "Cy Cole"), Polled("4S"))))
    assert list(night.state.rulings) == [first.id]
    assert not night.state.rulings[first.id].open
    assert night.state.rulings[first.id].at == first.at
    with pytest.raises(Refused, match="is closed"):
        night.do(revoke(ruling=first.id))
    night.do(Undo(closing.id))
    assert night.state.rulings[first.id].open


def test_a_ruling_answers_the_call_and_undo_opens_it_again() -> None:
    night = playing()
    call = night.do(CallDirector("A", 1, "revoke"))
    ruling = night.do(revoke(call=call.id))
    assert night.state.calls[call.id].answered is not None
    with pytest.raises(Refused, match="answered already"):
        night.do(AnswerCall(call.id))
    night.do(Undo(ruling.id))
    assert night.state.calls[call.id].answered is None
    assert night.state.rulings == {}


@pytest.mark.parametrize(
    ("offender", "declarer", "tricks", "becomes"),
    [("E", "N", 9, 11), ("N", "N", 9, 7), ("S", "E", 12, 13), ("W", "E", 1, 0)],
)
def test_the_tricks_of_a_revoke_become_the_result(offender: str, declarer: str, tricks: int, becomes: int) -> None:
    night = playing()
    night.do(Enter(LINE, Contracted("1S", declarer, tricks)))
    event = night.do(revoke(offender=offender))
    act = score_act(night.state, night.state.rulings[event.id])
    assert act == Correct(LINE, Contracted("1S", declarer, becomes), ruling=event.id)
    assert act is not None
    assert applied(night.state, night.state.rulings[event.id]) is None
    done = night.do(act, DIRECTOR, why="Revoke, Law 64A1")
    assert night.state.lines[LINE].entry == Contracted("1S", declarer, becomes)
    assert applied(night.state, night.state.rulings[event.id]) == done
    with pytest.raises(Refused, match="undo that first"):
        night.do(Undo(event.id))
    night.do(Undo(done.id), why="wrong player")
    assert night.state.lines[LINE].entry == Contracted("1S", declarer, tricks)


def test_a_score_without_its_contract_is_left_to_the_director() -> None:
    night = playing()
    night.do(Enter(LINE, BareScore(140)))
    event = night.do(revoke(offender="E"))
    assert score_act(night.state, night.state.rulings[event.id]) is None


def test_after_the_round_a_ruling_needs_no_consent_but_only_the_director_may() -> None:
    night = playing()
    night.do(Enter(LINE, Contracted("4S", "N", 9)))
    night.call(2)
    event = night.do(revoke(offender="E"))
    change = Correct(LINE, Contracted("4S", "N", 11), ruling=event.id)
    with pytest.raises(Refused, match="There is no such ruling about"):
        night.do(replace(change, ruling="another"), DIRECTOR, why="Law 64A1")
    with pytest.raises(Refused, match="Only the director can change a result by a ruling"):
        night.do(change, SCORER, why="Law 64A1")
    night.do(change, DIRECTOR, why="Law 64A1")


def test_averages_follow_from_the_ruling_and_a_judgement_asks_for_an_award() -> None:
    from arrowswitch.rulings import book
    from arrowswitch.rulings.proof import paths
    from arrowswitch.session.consequences import effects_of

    night = playing()
    found = 0
    for name in book():
        for answers, _step in paths(book(), name, "2017"):
            act = Rule(name, "A", 1, 1, 1, answers)
            kinds = {effect["kind"]: effect for effect in effects_of(act)}
            if kinds.get("artificial", {}).get("ns") == "A+" and kinds["artificial"]["ew"] == "A-":
                event = night.do(act)
                change = score_act(night.state, night.state.rulings[event.id])
                assert isinstance(change, Adjust)
                assert (change.adjustment.ns, change.adjustment.ew) == (PLUS, MINUS)
                found += 1
                break
    assert found
    assert award_wanted(Rule("revoke", "A", 1, 1, 1, ("yes", "no", "both"))) == "assigned"


@pytest.mark.parametrize(("offender", "ns", "ew"), [("E", MINUS, PLUS), ("S", PLUS, MINUS)])
def test_an_average_for_the_offending_side_goes_to_the_side_where_the_offender_sits(
    offender: str, ns: object, ew: object
) -> None:
    """The opponents of the player who opened out of turn had marked the dealer wrongly: his own side gets average plus."""
    night = playing()
    event = night.do(Rule("dealer-marked-wrongly", "A", 1, 1, 1, ("opponents", "no"), offender=offender))  # type: ignore[arg-type]
    change = score_act(night.state, night.state.rulings[event.id])
    assert isinstance(change, Adjust)
    assert (change.adjustment.ns, change.adjustment.ew) == (ns, ew)
    unseated = night.do(Rule("dealer-marked-wrongly", "A", 1, 1, 1, ("opponents", "no")))
    assert score_act(night.state, night.state.rulings[unseated.id]) is None


@pytest.mark.parametrize(
    ("name", "answers", "edition", "award"),
    [
        ("wrong-number-of-cards", ("more-and-fewer", "yes"), "2017", "artificial"),  # by fault: the director says whose
        ("board-played-twice", ("ew", "none"), "2017", "artificial"),  # one side has its own score
        ("wrong-board", ("met-again", "no"), "2007", "artificial"),
        ("fouled-board", ("yes", "pairs", "yes"), "2017", ""),  # scored in groups: no award for one line
        ("adjusted-score", ("law", "yes", "yes", "no", "few"), "2017", "weighted"),
        ("directors-error", ("judged",), "2017", "split"),
        ("contested-claim", ("future", "doubt", "no", "fails"), "2017", "assigned"),
        ("revoke", ("no", "no", "declarer"), "2017", ""),
    ],
)
def test_what_only_the_director_can_say_is_asked_for_by_the_right_form(
    name: str, answers: tuple[str, ...], edition: str, award: str
) -> None:
    night = playing()
    event = night.do(Rule(name, "A", 1, 1, 1, answers, edition))
    assert score_act(night.state, night.state.rulings[event.id]) is None
    assert award_wanted(event.act) == award  # type: ignore[arg-type]
