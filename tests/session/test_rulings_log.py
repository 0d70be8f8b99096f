"""Rulings in the journal: what is written down, what stays open, what follows for the score, and undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from night import DIRECTOR, SCORER, Night, pad

from arrowswitch.movements import build
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, explain
from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.scoring.session import BoardKey
from arrowswitch.session import (
    Adjust,
    Adjustment,
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
    scored,
)
from arrowswitch.session.acts.conclusions import conclusion_of
from arrowswitch.session.acts.consequences import applied, award_wanted, effects_of, first_score_told, score_act
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.missing import missing

LINE = LineKey("A", 1, 1, 1)
TWO = ("yes", "no", "in-time", "hand", "none", "revoker", "1")


def revoke(**more: object) -> Rule:
    return Rule("revoke", "A", 1, 1, 1, TWO, **more)  # type: ignore[arg-type]


def playing() -> Night:
    return Night(build("mitchell", tables=3, boards_per_round=1)).start()


def test_a_ruling_is_written_down_with_the_words_and_laws_of_the_book() -> None:
    night = playing()
    entry = night.do(revoke(offender="E", facts="East ruffed with a heart in hand."))
    written = night.state.rulings[entry.id]
    assert isinstance(entry.act, Rule)
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
    entry = night.do(revoke(offender=offender))
    act = score_act(night.state, night.state.rulings[entry.id])
    assert act == Correct(LINE, Contracted("1S", declarer, becomes), ruling=entry.id)
    assert act is not None
    assert applied(night.state, night.state.rulings[entry.id]) is None
    done = night.do(act, DIRECTOR, why="Revoke, Law 64A1")
    assert night.state.lines[LINE].entry == Contracted("1S", declarer, becomes)
    assert applied(night.state, night.state.rulings[entry.id]) == done
    with pytest.raises(Refused, match="undo that first"):
        night.do(Undo(entry.id))
    night.do(Undo(done.id), why="wrong player")
    assert night.state.lines[LINE].entry == Contracted("1S", declarer, tricks)


def test_a_score_without_its_contract_is_left_to_the_director() -> None:
    night = playing()
    night.do(Enter(LINE, BareScore(140)))
    entry = night.do(revoke(offender="E"))
    assert score_act(night.state, night.state.rulings[entry.id]) is None


def test_after_the_round_a_ruling_needs_no_consent_but_only_the_director_may() -> None:
    night = playing()
    night.do(Enter(LINE, Contracted("4S", "N", 9)))
    night.call(2)
    entry = night.do(revoke(offender="E"))
    change = Correct(LINE, Contracted("4S", "N", 11), ruling=entry.id)
    with pytest.raises(Refused, match="There is no such ruling about"):
        night.do(replace(change, ruling="another"), DIRECTOR, why="Law 64A1")
    with pytest.raises(Refused, match="Only the director can change a result by a ruling"):
        night.do(change, SCORER, why="Law 64A1")
    night.do(change, DIRECTOR, why="Law 64A1")


def test_averages_follow_from_the_ruling_and_a_judgement_asks_for_an_award() -> None:
    from arrowswitch.rulings import book
    from arrowswitch.session.acts.consequences import effects_of
    from ways_through import paths

    night = playing()
    found = 0
    for name in book():
        for answers, _step in paths(book(), name, "2017"):
            act = Rule(name, "A", 1, 1, 1, answers)
            kinds = {effect["kind"]: effect for effect in effects_of(act)}
            if kinds.get("artificial", {}).get("ns") == "A+" and kinds["artificial"]["ew"] == "A-":
                entry = night.do(act)
                change = score_act(night.state, night.state.rulings[entry.id])
                assert isinstance(change, Adjust)
                assert (change.adjustment.ns, change.adjustment.ew) == (PLUS, MINUS)
                found += 1
                break
    assert found
    assert award_wanted(Rule("revoke", "A", 1, 1, 1, ("yes", "no", "in-time", "hand", "both"))) == "assigned"


@pytest.mark.parametrize(("offender", "ns", "ew"), [("E", MINUS, PLUS), ("S", PLUS, MINUS)])
def test_an_average_for_the_offending_side_goes_to_the_side_where_the_offender_sits(
    offender: str, ns: object, ew: object
) -> None:
    """The opponents of the player who opened out of turn had marked the dealer wrongly: his own side gets average plus."""
    night = playing()
    entry = night.do(Rule("dealer-marked-wrongly", "A", 1, 1, 1, ("opponents", "no"), offender=offender))  # type: ignore[arg-type]
    change = score_act(night.state, night.state.rulings[entry.id])
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
        ("adjusted-score", ("no", "yes", "yes", "yes", "yes", "no", "few"), "2017", "weighted"),
        ("directors-error", ("judged",), "2017", "split"),
        ("contested-claim", ("future", "doubt", "no", "fails"), "2017", "assigned"),
        ("revoke", ("no", "no", "declarer"), "2017", ""),
    ],
)
def test_what_only_the_director_can_say_is_asked_for_by_the_right_form(
    name: str, answers: tuple[str, ...], edition: str, award: str
) -> None:
    night = playing()
    entry = night.do(Rule(name, "A", 1, 1, 1, answers, edition))
    assert score_act(night.state, night.state.rulings[entry.id]) is None
    assert award_wanted(entry.act) == award  # type: ignore[arg-type]


# -- journals that are older than the book -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answers", [("yes", "no", "none", "revoker", "1"), ("yes", "no"), ("no", "no", "declarer"), ("gone",)]
)
def test_a_ruling_of_an_older_book_still_does_what_it_did_though_its_questions_have_changed(
    answers: tuple[str, ...],
) -> None:
    night = playing()
    night.do(Enter(LINE, Contracted("4S", "N", 10)))
    entry = night.do(revoke(offender="E"))
    kept = night.state.rulings[entry.id]
    old = replace(kept, act=replace(kept.act, answers=answers, conclusion=None))
    assert effects_of(old.act) == effects_of(kept.act)
    assert score_act(night.state, old) == score_act(night.state, kept) is not None
    assert not conclusion_of(old.act).judgement


def test_of_a_ruling_whose_name_is_gone_from_the_book_the_words_stay_and_nothing_follows() -> None:
    night = playing()
    kept = night.do(revoke(offender="E")).act
    gone = replace(kept, answers=("gone",), outcome="gone", conclusion=None)  # type: ignore[arg-type]
    assert effects_of(gone) == ()
    assert conclusion_of(gone).judgement
    assert gone.text == kept.text  # type: ignore[union-attr]


# -- a board played a second time (Law 15B) ---------------------------------------------------------------------------

FIRST, AGAIN = LineKey("A", 1, 1, 1), LineKey("A", 2, 3, 1)
"""Board 1 in round 1, with pairs 1 and 4; and in round 2 at table 3, with pairs 3 and 5."""


def second_play(**options: object) -> Night:
    """Pair 5 has played board 1 in round 1 against pair 1, out of order, and meets it again in round 2 with pair 3."""
    night = Night(build("mitchell", tables=3, boards_per_round=1), **options).start()  # type: ignore[arg-type]
    movement = night.state.sections["A"].movement
    again = movement.by_round[2][2]
    assert 1 in again.boards
    night.do(Enter(FIRST, BareScore(420), ew=again.ew), force=True, why="they sat there")
    night.do(Enter(LineKey("A", 1, 2, 2), BareScore(110)))
    night.do(Enter(LineKey("A", 1, 3, 3), BareScore(110)), force=True, why="for the totals")
    night.call(2)
    return night


def twice(side: str, fault: str = "none") -> Rule:
    return Rule("board-played-twice", "A", 2, 3, 1, (side, fault))


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps", "butler"])
def test_the_side_that_had_played_keeps_its_first_score_and_the_other_gets_its_average(method: str) -> None:
    night = second_play(method=method)
    meeting = night.state.sections["A"].movement.by_round[2][2]
    night.do(Enter(AGAIN, BareScore(50)), force=True, why="they played it")
    assert night.state.lines[AGAIN].void  # the second score does not count
    entry = night.do(twice("ew"))
    act = score_act(night.state, night.state.rulings[entry.id])
    assert act == Adjust(AGAIN, Adjustment(PLUS, ELSEWHERE), entry.id)
    before = scored(night.state).totals
    done = night.do(act, why="Law 15B")
    assert loads(dumps(night.state.journal)) == night.state.journal
    (made,) = [each for each in scored(night.state).boards[BoardKey("", 1)].lines if each.line.round == 2]
    assert made.ew is None
    assert made.ns is not None
    who = night.state.name("A", meeting.ns), night.state.name("A", meeting.ew)
    totals = scored(night.state).totals
    assert totals[who[0]].boards == before[who[0]].boards + 1  # the average
    assert totals[who[1]].boards == before[who[1]].boards  # it has had this board
    assert "East-West against" in explain(scored(night.state), who[1], 1).title
    (first,) = [each for each in scored(night.state).boards[BoardKey("", 1)].lines if each.line.round == 1]
    assert first.ew is not None
    night.do(Correct(FIRST, BareScore(450), consent=("NS", "EW")), why="misread")  # the first score is still the first
    assert not night.state.lines[FIRST].void
    night.do(Correct(AGAIN, BareScore(100), consent=("NS", "EW")), why="misread", force=True)  # the average stays
    assert not night.state.lines[AGAIN].void
    night.do(Undo(night.state.journal[-1].id), why="no matter")
    night.do(Undo(done.id), why="another pair")
    assert night.state.lines[AGAIN].void
    night.do(act, why="Law 15B")
    night.do(Adjust(AGAIN, Adjustment()), why="not at all")
    assert night.state.lines[AGAIN].void


def test_the_average_goes_in_as_well_where_the_second_play_was_never_written() -> None:
    night = second_play()
    entry = night.do(twice("ew", "part"))
    act = score_act(night.state, night.state.rulings[entry.id])
    assert act == Adjust(AGAIN, Adjustment(AVERAGE, ELSEWHERE, "partly"), entry.id)
    night.do(act, why="Law 15B")
    assert not missing_at(night, AGAIN)


def missing_at(night: Night, line: LineKey) -> bool:
    return line in [each.line for each in missing(night.state)]


def test_a_first_score_must_be_there_to_be_kept() -> None:
    night = second_play()
    entry = night.do(twice("ns"))
    ruling = night.state.rulings[entry.id]
    assert score_act(night.state, ruling) is None
    told = first_score_told(night.state, ruling)
    assert told
    assert "NS 3 has no other score on board 1 yet." in told
    with pytest.raises(Refused, match="NS 3 has no other score on board 1; enter the first result before"):
        night.do(Adjust(AGAIN, Adjustment(ELSEWHERE, PLUS)), why="Law 15B")
    with pytest.raises(Refused, match="Both sides have played board 1 before"):
        night.do(Adjust(AGAIN, Adjustment(ELSEWHERE, ELSEWHERE)), why="Law 15B")
    with pytest.raises(Refused, match="has had board 1 already"):
        night.do(Adjust(AGAIN, Adjustment(PLUS, PLUS)), why="Law 15B")
