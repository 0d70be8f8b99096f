"""Appeals: who may lodge them and until when, what the regulations add, what the committee may do, and undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from night import DIRECTOR, SCORER, Night, pad, small

from arrowswitch.movements import build
from arrowswitch.regulations import load
from arrowswitch.scoring import MINUS, PLUS, Score
from arrowswitch.session import (
    Actor,
    Adjust,
    Adjustment,
    CallDirector,
    Contracted,
    Correct,
    DecideAppeal,
    Enter,
    JournalEntry,
    LineKey,
    LodgeAppeal,
    Publish,
    Refused,
    Reopen,
    ReviewAppeal,
    Rule,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    State,
    Undo,
    replay,
    scoring_session,
)
from arrowswitch.session.acts import Place
from arrowswitch.session.acts.appeals import appeal_until, appeals_of, deposit_due, ruling_standing
from arrowswitch.session.acts.conclusions import conclusion_of
from arrowswitch.session.acts.consequences import applied, restoring
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.sight.ending import checklist
from arrowswitch.session.story.history import since_published

LINE = LineKey("A", 1, 1, 1)
OF_LAW = ("yes", "no", "in-time", "hand", "none", "revoker", "1")
OF_JUDGEMENT = ("yes", "no", "in-time", "hand", "both")
BOTH = LodgeAppeal("", "EW", ("E", "W"), grounds="The pass was normal.")


def ruled(answers: tuple[str, ...] = OF_JUDGEMENT, **options: object) -> tuple[Night, str]:
    """A night with a ruling about a revoke of East on board 1 at table 1."""
    night = Night(small(), **options).start()
    night.do(Enter(LINE, Contracted("4S", "N", 9)))
    return night, night.do(Rule("revoke", "A", 1, 1, 1, answers, offender="E")).id


def appealed(answers: tuple[str, ...] = OF_JUDGEMENT, **options: object) -> tuple[Night, str, str]:
    night, ruling = ruled(answers, **options)
    return night, ruling, night.do(replace(BOTH, ruling=ruling)).id


def post(night: Night) -> JournalEntry:
    night.call(2)
    night.call(3)
    return night.do(Publish(), force=True, why="the rest is not wanted")


def findings(state: State, kind: str) -> int:
    return next(len(each.findings) for each in checklist(state) if each.kind == kind)


# -- lodging ----------------------------------------------------------------------------------------------------------


def test_a_ruling_under_appeal_says_so_on_its_list_and_in_the_checks_before_posting() -> None:
    night, ruling, appeal = appealed()
    assert ruling_standing(night.state, night.state.rulings[ruling]) == "under-appeal"
    assert [each.id for each in appeals_of(night.state, ruling)] == [appeal]
    assert findings(night.state, "appeals") == 1
    assert night.state.under_appeal(LINE)
    assert [line.under_appeal for line in scoring_session(night.state).lines] == [True]
    assert loads(dumps(night.state.journal)) == night.state.journal
    night.do(DecideAppeal(appeal, "withdrawn"))
    assert ruling_standing(night.state, night.state.rulings[ruling]) == "closed"
    assert findings(night.state, "appeals") == 0
    assert not night.state.under_appeal(LINE)


def test_both_of_the_pair_must_agree_and_who_is_absent_counts_as_agreed() -> None:
    # Law 92D
    night, ruling = ruled()
    with pytest.raises(Refused, match="Both of the pair must agree to appeal, and West has not"):
        night.do(LodgeAppeal(ruling, "EW", ("E",)))
    with pytest.raises(Refused, match="Say which of the pair appeals"):
        night.do(LodgeAppeal(ruling, "EW", (), ("E", "W")))
    with pytest.raises(Refused, match="North does not sit EW"):
        night.do(LodgeAppeal(ruling, "EW", ("E", "N")))
    night.do(LodgeAppeal(ruling, "EW", ("E",), ("W",)))
    with pytest.raises(Refused, match="East-West have appealed against this ruling already"):
        night.do(replace(BOTH, ruling=ruling))
    night.do(LodgeAppeal(ruling, "NS", ("N", "S")))  # the other side may as well
    assert len(appeals_of(night.state, ruling)) == 2


def test_what_was_withdrawn_may_be_lodged_again_and_what_was_decided_goes_to_the_federation() -> None:
    # Law 93C
    night, ruling, appeal = appealed()
    night.do(DecideAppeal(appeal, "withdrawn"))
    again = night.do(replace(BOTH, ruling=ruling)).id
    night.do(DecideAppeal(again, "stands", "So."))
    for side, seats in (("EW", ("E", "W")), ("NS", ("N", "S"))):
        with pytest.raises(Refused, match="another goes to the federation"):
            night.do(LodgeAppeal(ruling, side, seats))  # type: ignore[arg-type]


def test_a_team_appeals_through_its_captain_and_in_new_zealand_also_with_most_of_it() -> None:
    for profile, majority in (("wbf", False), ("nzb", True)):
        night = Night(build("american-whist", teams=5), method="imps", boards_per_match=6, regulations=profile).start()
        table = night.state.sections["A"].movement.by_round[1][0]
        ruling = night.do(Rule("revoke", "A", 1, table.table, table.boards[0], OF_JUDGEMENT)).id
        with pytest.raises(Refused, match="A team appeals through its captain"):
            night.do(LodgeAppeal(ruling, "NS", ("N", "S")))
        if majority:
            night.do(LodgeAppeal(ruling, "EW", team="majority"))
        else:
            with pytest.raises(Refused, match=r"through its captain \(Law 92D\)"):
                night.do(LodgeAppeal(ruling, "EW", team="majority"))
        night.do(LodgeAppeal(ruling, "NS", team="captain"))


def test_only_the_director_takes_an_appeal_and_only_against_a_ruling() -> None:
    night, ruling = ruled()
    for by in (SCORER, pad(1), Actor("player", "Ann", "A", contestant=1)):
        for act in (replace(BOTH, ruling=ruling), ReviewAppeal("x", "so"), DecideAppeal("x", "stands", "so")):
            with pytest.raises(Refused, match="This is not for"):
                night.do(act, by)
    with pytest.raises(Refused, match="There is no such ruling"):
        night.do(replace(BOTH, ruling="c99"))
    left = night.do(Rule("revoke", "A", 1, 1, 1, ("yes",), status="deferred")).id
    with pytest.raises(Refused, match="There is no ruling yet that could be appealed"):
        night.do(replace(BOTH, ruling=left))
    assert findings(night.state, "rulings") == 1
    with pytest.raises(Refused, match="The grounds may have 2000 letters"):
        night.do(replace(BOTH, ruling=ruling, grounds="x" * 2001))


# -- the time ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "minutes"), [("wbf", 30), ("nzb", 30), ("ebu", 30), ("acbl", 30), ("bnsw", 30)])
def test_the_time_to_appeal_ends_to_the_second_after_the_posting(profile: str, minutes: int) -> None:
    # Law 92B
    night, ruling = ruled(regulations=profile)
    assert appeal_until(night.state, night.state.rulings[ruling]) is None
    posted = post(night).at
    until = posted + timedelta(minutes=minutes)
    assert appeal_until(night.state, night.state.rulings[ruling]) == until
    wish = replace(BOTH, ruling=ruling, deposit=True)
    with pytest.raises(Refused, match=f"The time to appeal ended at .*, {minutes} minutes after"):
        night.do(wish, at=until + timedelta(seconds=1))
    with pytest.raises(Refused, match="The time to appeal ended"):  # no federation's rules let the director take it
        night.do(wish, at=until + timedelta(seconds=1), force=True, why="they were in the bar")
    entry = night.do(wish, at=until)
    assert not night.state.appeals[entry.id].late


def test_a_ruling_after_the_posting_can_be_appealed_for_as_long_as_any_other() -> None:
    night, _ = ruled()
    posted = post(night).at
    late = posted + timedelta(minutes=29)
    entry = night.do(Rule("revoke", "A", 1, 1, 1, OF_JUDGEMENT, offender="W"), at=late)
    assert appeal_until(night.state, night.state.rulings[entry.id]) == late + timedelta(minutes=30)


def test_a_club_may_let_the_director_take_a_late_appeal_with_a_reason() -> None:
    night, ruling = ruled(overrides={"appeals": {"late": True, "minutes": 10}})
    late = post(night).at + timedelta(minutes=10, seconds=1)
    wish = replace(BOTH, ruling=ruling)
    with pytest.raises(Refused, match="The time to appeal ended"):
        night.do(wish, at=late)
    with pytest.raises(Refused, match="must give a reason"):
        night.do(wish, at=late, force=True)
    entry = night.do(wish, at=late, force=True, why="the list hung in another room")
    assert night.state.appeals[entry.id].late
    assert "The time to appeal ended" in entry.notes[0]


def test_results_opened_again_give_the_time_again() -> None:
    night, ruling = ruled()
    post(night)
    night.do(Reopen(), why="a board was missing")
    assert appeal_until(night.state, night.state.rulings[ruling]) is None


# -- what the regulations add -----------------------------------------------------------------------------------------


def test_a_deposit_is_due_where_the_regulations_say_so_and_is_lost_only_without_merit() -> None:
    # EBU White Book 2023, 1.7.1: £20 for a pair, £30 for a team; 25% of a top, 6 IMPs or 1 VP
    night, ruling = ruled(regulations="ebu")
    assert deposit_due(night.state, "A") == "£20"
    assert load("ebu").appeals.deposit_teams == "£30"
    penalty = load("ebu").appeals.without_merit[0]
    assert (penalty.percent, penalty.imps, penalty.vps) == (25, 6, 1)
    with pytest.raises(Refused, match="A deposit of £20 is due"):
        night.do(replace(BOTH, ruling=ruling))
    waived = night.do(replace(BOTH, ruling=ruling), force=True, why="nobody had money")
    assert night.state.appeals[waived.id].deposit == ""
    night.do(Undo(waived.id))
    for outcome, merit, becomes in (
        ("stands", True, "returned"),
        ("stands", False, "forfeited"),
        ("changed", True, "returned"),
        ("withdrawn", True, "returned"),
    ):
        appeal = night.do(replace(BOTH, ruling=ruling, deposit=True)).id
        assert night.state.appeals[appeal].deposit == "held"
        decision = night.do(DecideAppeal(appeal, outcome, "As it was.", merit=merit))  # type: ignore[arg-type]
        assert night.state.appeals[appeal].deposit == becomes
        night.do(Undo(decision.id))
        night.do(Undo(appeal))


def test_no_deposit_is_due_by_the_laws_alone() -> None:
    night, _, appeal = appealed()
    assert deposit_due(night.state, "A") == ""
    night.do(DecideAppeal(appeal, "stands", "So it is.", merit=False))
    assert night.state.appeals[appeal].deposit == ""


def test_a_committee_is_as_large_as_the_regulations_have_it() -> None:
    # NZ manual L4268: never more than five; ACBL notes R-07: an odd number
    for profile, members, said in (("nzb", "abcde", "at most 5 members"), ("acbl", "a", "an odd number of members")):
        night, _, appeal = appealed(regulations=profile)
        night.do(ReviewAppeal(appeal, "64C is right."))
        act = DecideAppeal(appeal, "stands", "We agree.", "Chair Person", tuple(members))
        with pytest.raises(Refused, match=said):
            night.do(act)
        entry = night.do(act, force=True, why="nobody else was there")
        assert said in entry.notes[0]


# -- the hearing ------------------------------------------------------------------------------------------------------


def test_the_director_in_charge_speaks_on_the_law_before_a_committee_decides() -> None:
    # Law 93B
    night, _, appeal = appealed()
    act = DecideAppeal(appeal, "changed", "4S made.", "Chair Person", ("One", "Two"))
    with pytest.raises(Refused, match="First the director in charge says what the law is"):
        night.do(act)
    with pytest.raises(Refused, match="Write down what you say of the law"):
        night.do(ReviewAppeal(appeal, " "))
    night.do(ReviewAppeal(appeal, "Law 64C asks for equity."), Actor("director", "Head"))
    night.do(act)
    kept = night.state.appeals[appeal]
    assert kept.reviewed_by == "Head"
    assert kept.decision == act
    with pytest.raises(Refused, match="has been decided"):
        night.do(act)


def test_without_a_committee_the_director_in_charge_decides() -> None:
    # Law 93A
    night, _, appeal = appealed()
    with pytest.raises(Refused, match="Write down what was decided"):
        night.do(DecideAppeal(appeal, "stands"))
    with pytest.raises(Refused, match="Say who chairs"):
        night.do(DecideAppeal(appeal, "stands", "So.", members=("One",)))
    night.do(DecideAppeal(appeal, "stands", "So."))


def test_a_committee_does_not_overrule_the_director_on_the_law() -> None:
    night, ruling, appeal = appealed(OF_LAW)
    assert not conclusion_of(night.state.rulings[ruling].act).judgement
    night.do(ReviewAppeal(appeal, "Two tricks by 64A1."))
    act = DecideAppeal(appeal, "changed", "One trick only.", "Chair Person")
    with pytest.raises(Refused, match="a committee may recommend, but not overrule"):
        night.do(act)
    night.do(replace(act, outcome="stands", notes="We recommend to look at 64B."))


def test_nobody_of_the_table_nor_the_director_who_ruled_is_on_the_committee() -> None:
    night, ruling = ruled()
    night.do(SeatPlayers((Seating(Place("A", 1, "N"), SeatedPlayer("Nora North")),)))
    appeal = night.do(replace(BOTH, ruling=ruling)).id
    night.do(ReviewAppeal(appeal, "64C."))
    for name, said in (("nora  north", "sat at the table"), (DIRECTOR.name, "made the ruling"), ("One", "twice")):
        with pytest.raises(Refused, match=said):
            night.do(DecideAppeal(appeal, "stands", "So.", "One", (name,)))


def test_what_was_withdrawn_is_not_judged_and_what_changed_the_ruling_had_merit() -> None:
    night, _, appeal = appealed()
    with pytest.raises(Refused, match="withdrawn is not judged"):
        night.do(DecideAppeal(appeal, "withdrawn", merit=False))
    with pytest.raises(Refused, match="yet it is to be without merit"):
        night.do(DecideAppeal(appeal, "changed", "Worse.", merit=False))
    night.do(DecideAppeal(appeal, "changed", "Worse.", merit=False), force=True, why="their score went down")


# -- the score --------------------------------------------------------------------------------------------------------


def test_a_changed_ruling_changes_the_score_and_undo_goes_back_step_by_step() -> None:
    night, ruling = ruled()
    first = night.do(Adjust(LINE, Adjustment(Score(420), Score(420)), ruling), why="64C")
    appeal = night.do(replace(BOTH, ruling=ruling)).id
    change = Adjust(LINE, Adjustment(PLUS, MINUS), ruling, appeal)
    with pytest.raises(Refused, match="The appeal has not changed the ruling"):
        night.do(change, why="appeal")
    decision = night.do(DecideAppeal(appeal, "changed", "Average plus and minus."))
    with pytest.raises(Refused, match="There is no such appeal against this ruling"):
        night.do(replace(change, appeal="c99"), why="appeal")
    done = night.do(change, why="appeal")
    kept = night.state.rulings[ruling]
    assert (applied(night.state, kept), applied(night.state, kept, appeal)) == (first, done)
    for earlier in (decision.id, appeal, ruling):
        with pytest.raises(Refused, match="undo that first"):
            night.do(Undo(earlier), why="mistake")
    night.do(Undo(done.id), why="mistake")
    assert night.state.lines[LINE].adjustment == Adjustment(Score(420), Score(420))
    night.do(Undo(decision.id), why="mistake")
    assert night.state.appeals[appeal].open
    night.do(Undo(appeal), why="mistake")
    assert night.state.appeals == {}
    assert ruling_standing(night.state, night.state.rulings[ruling]) == "closed"
    assert replay(loads(dumps(night.state.journal))) == night.state


def test_the_result_at_the_table_comes_back_when_an_appeal_asks_for_it() -> None:
    # NZ manual, appeal example 1: the committee let the table result stand
    night, ruling = ruled()
    kept = night.state.rulings[ruling]
    assert restoring(night.state, kept, "x") is None
    night.do(Adjust(LINE, Adjustment(Score(420), Score(420)), ruling), why="64C")
    appeal = night.do(replace(BOTH, ruling=ruling)).id
    night.do(DecideAppeal(appeal, "changed", "The result at the table stands."))
    act = restoring(night.state, kept, appeal)
    assert act == Adjust(LINE, Adjustment(), ruling, appeal)
    night.do(act, why="appeal")
    assert not night.state.lines[LINE].adjusted
    assert restoring(night.state, kept, appeal) is None


def test_tricks_that_a_ruling_moved_go_back_as_well() -> None:
    night, ruling = ruled(OF_LAW)
    night.do(Correct(LINE, Contracted("4S", "N", 11), ruling=ruling), why="64A1")
    appeal = night.do(replace(BOTH, ruling=ruling)).id
    night.do(DecideAppeal(appeal, "changed", "There was no revoke."))
    act = restoring(night.state, night.state.rulings[ruling], appeal)
    assert act == Correct(LINE, Contracted("4S", "N", 9), ruling=ruling, appeal=appeal)
    night.call(2)
    with pytest.raises(Refused, match="Only the director can change a result by a ruling"):
        night.do(act, SCORER, why="appeal")
    night.do(act, why="appeal")
    assert night.state.lines[LINE].entry == Contracted("4S", "N", 9)


def test_an_appeal_lodged_in_time_changes_the_score_after_the_time_for_corrections() -> None:
    night, ruling = ruled()
    posted = post(night).at
    appeal = night.do(replace(BOTH, ruling=ruling), at=posted + timedelta(minutes=30)).id
    assert since_published(night.state) == ()  # nothing to post anew yet
    later = posted + timedelta(days=3)
    night.do(DecideAppeal(appeal, "changed", "Average plus and minus."), at=later)
    with pytest.raises(Refused, match="The results are posted"):
        night.do(Adjust(LINE, Adjustment(PLUS, MINUS), ruling), at=later, why="appeal")
    night.do(Adjust(LINE, Adjustment(PLUS, MINUS), ruling, appeal), at=later, why="appeal")
    assert len(since_published(night.state)) == 1


# -- the log ----------------------------------------------------------------------------------------------------------


def test_the_log_knows_when_the_director_was_called_when_it_was_ruled_and_when_closed() -> None:
    night = Night(small()).start()
    call = night.do(CallDirector("A", 1, "revoke"))
    left = night.do(Rule("revoke", "A", 1, 1, 1, ("yes",), status="deferred", call=call.id))
    interim = night.do(Rule("revoke", "A", 1, 1, 1, OF_JUDGEMENT, status="interim", ruling=left.id))
    end = night.do(Rule("revoke", "A", 1, 1, 1, OF_JUDGEMENT, ruling=left.id))
    kept = night.state.rulings[left.id]
    assert (kept.at, kept.ruled, kept.closed) == (left.at, interim.at, end.at)
    assert kept.call == call.id


def test_an_appeal_is_told_with_the_ruling_that_it_is_against() -> None:
    night, _, appeal = appealed()
    told = night.state.journal[-1].act.told(night.state)
    assert told == "lodged an appeal of East-West against Revoke"
    entry = night.do(DecideAppeal(appeal, "stands", "So."))
    assert entry.act.told(night.state) == "closed the appeal against Revoke: the ruling stands"
