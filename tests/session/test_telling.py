"""Every act can be told."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from night import Night, made, small

from arrowswitch.deals import dealt
from arrowswitch.movements import Meeting, build, drawn_round, placed
from arrowswitch.scoring import MINUS, PLUS, Score
from arrowswitch.scoring.lines import ELSEWHERE, Ceiling, Damage, Fixed, Floor
from arrowswitch.session import acts
from arrowswitch.session.journal.act import all_acts
from arrowswitch.session.night.lines import (
    Adjustment,
    BareScore,
    LatePlay,
    LineKey,
    LineRecord,
    PassedOut,
    award_told,
    record_told,
)
from arrowswitch.session.night.printed import PrintedPlace
from arrowswitch.session.night.teams import MatchKey

LINE = LineKey("A", 2, 3, 7)
DEALT = dealt("7", (1, 2))
ONE_SECTION = Night(build("howell", tables=4)).state
TWO_SECTIONS = Night(build("howell", tables=4), build("howell", tables=4)).state
DRAWN = drawn_round("teams", 2, placed("teams", [((1, 4), 1), ((2, 3), 2), ((5,), None)]), boards=8)
HANDS = acts.BoardHands(1, "", "", "", "")
CASES: tuple[tuple[acts.Act, str], ...] = (
    (acts.Open("Tuesday", date(2025, 1, 7), ()), "opened the session “Tuesday”"),
    (
        acts.Open("Tuesday", date(2025, 1, 7), (), brought_from="night.xml"),
        "brought in “Tuesday” from night.xml",
    ),
    (acts.KeepPrinted((PrintedPlace("A", 1, "1"),)), "kept the ranking of the file, 1 place"),
    (acts.RankAsPrinted(), "let the ranking be as the file has it"),
    (acts.RankAsPrinted(printed=False), "let the ranking be as the boards come to"),
    (acts.ChangeSettings(acts.Settings()), "changed the settings"),
    (acts.AttachHands((HANDS,)), "attached the hands of 1 board"),
    (
        acts.SeatPlayers((acts.Seating(acts.Place("A", 1, "N"), acts.SeatedPlayer("Ann")),)),
        "named players: pair A1 N Ann",
    ),
    (acts.Substitute(acts.Place("A", 1, "N"), acts.SeatedPlayer("Bo"), 3), "let pair A1 N Bo come in from round 3"),
    (acts.Start(), "began play"),
    (acts.CallRound(2), "called round 2"),
    (acts.EndPlay(), "said that all rounds have been played"),
    (acts.HoldClock(), "held the clock"),
    (acts.ResumeClock(), "let the clock go on"),
    (acts.AddMinutes(-3), "changed the round by -3 minutes"),
    (acts.SetBreak(4, 10), "planned a break of 10 minutes after round 4"),
    (acts.SetBreak(None), "took the break out"),
    (acts.BeginBreak(), "began the break"),
    (acts.Enter(LINE, made("4S", "N", 10)), "entered 4♠ N = (+620) as board 7 at table A3 in round 2"),
    (acts.Settle(LINE), "said of board 7 at table A3 in round 2, which looked wrong, that it is right"),
    (acts.Confirm(LINE), "confirmed board 7 at table A3 in round 2"),
    (acts.Correct(LINE, PassedOut()), "corrected board 7 at table A3 in round 2 to passed out"),
    (
        acts.Adjust(LINE, Adjustment(PLUS, MINUS)),
        "adjusted board 7 at table A3 in round 2 to average plus for North-South and average minus for East-West",
    ),
    (acts.Adjust(LINE), "took the adjustment of board 7 at table A3 in round 2 back"),
    (acts.Strike(LINE), "struck out board 7 at table A3 in round 2"),
    (acts.Strike(LINE, void=False), "let board 7 at table A3 in round 2 count again"),
    (acts.SplitBoard((LINE,), "B"), "put a result of board 7 into group “B”"),
    (acts.SplitBoard((LINE, LINE), "B"), "put 2 results of board 7 into group “B”"),
    (acts.SplitBoard((LINE,), ""), "put a result of board 7 back to the true board"),
    (acts.SplitBoard((LINE, LINE), ""), "put 2 results of board 7 back to the true board"),
    (acts.SealDeals("ab" * 32, (1, 2, 3)), f"promised the deals of boards 1-3: {'ab' * 32}"),
    (acts.TakeDeals(), "took the file of the promised deals for the dealing machine"),
    (acts.OpenDeals("a long enough secret", DEALT), "opened the promised deals of 2 boards"),
    (acts.OpenDeals("a long enough secret", DEALT[:1]), "opened the promised deals of 1 board"),
    (acts.AttachOwnHands(DEALT, "B"), "attached the hands of boards 1-2 for section B"),
    (acts.AttachOwnHands(DEALT, "", "B"), "attached the hands of boards 1-2 for group “B”"),
    (acts.RemoveBoard(7), "removed board 7"),
    (acts.RemoveBoard(7, removed=False), "put board 7 back"),
    (acts.Penalise("A", 7, share=Fraction(1, 10)), "gave pair A7 a penalty of 10% of a top"),
    (acts.Penalise("A", 7, points=Fraction(3)), "gave pair A7 a penalty of 3 points"),
    (acts.Penalise("A", 7, vps=Fraction(3, 2)), "gave pair A7 a penalty of 1.5 victory points"),
    (acts.Penalise("A", 7), "gave pair A7 a warning"),
    (
        acts.Penalise("A", 7, points=Fraction(3), match_round=2),
        "gave pair A7 a penalty of 3 points in the match of round 2",
    ),
    (acts.WithdrawPenalty("c1"), "withdrew a penalty"),
    (acts.SetLists({"A7": "B"}), "set the strata and handicaps"),
    (acts.ChangeMovement("A", small(), 2), f"went on with {small().name} from round 2"),
    (acts.LatePair("A", 6, small(), 2), "let the late pair A6 in from round 2"),
    (acts.CutRounds(5), "cut the session to 5 rounds"),
    (acts.AddDraw("A", DRAWN), "drew round 2: 1 v 4, 2 v 3, 5"),
    (acts.ReplaceDraw("A", DRAWN), "drew round 2 anew: 1 v 4, 2 v 3, 5"),
    (acts.SwapDirections("A", 2, 3), "turned table A3 in round 2"),
    (
        acts.EditMeeting("A", Meeting(2, 3, 1, 5, (7, 8))),
        "wrote table A3 in round 2 anew: pair A1 against pair A5, boards 7, 8",
    ),
    (acts.PairLeaves("A", 7, 3, stands=True), "let A7 go before round 3; its results stand"),
    (acts.PairLeaves("A", 7, 3, stands=False), "let A7 go before round 3; its results are cancelled"),
    (
        acts.LeaveTask("award", "A", 2, 3, (7, 8), 1, 5, Adjustment(ELSEWHERE, PLUS)),
        "left a task: Give pair A5 average plus on boards 7-8: round 2, table A3.",
    ),
    (
        acts.LeaveTask("award", "A", 2, 3, (7,), 1, 5, Adjustment(MINUS, PLUS)),
        "left a task: Give pair A1 average minus, pair A5 average plus on board 7: round 2, table A3.",
    ),
    (
        acts.LeaveTask("play", "A", 2, 3, (7,), 1, 5),
        "left a task: Let pair A1 and pair A5 play board 7 late: round 2, table A3.",
    ),
    (
        acts.LeaveTask("enter", "A", 2, 3, (7,), 1, 5),
        "left a task: Enter board 7 for pair A1 and pair A5, who played it: round 2, table A3.",
    ),
    (acts.CloseTask("c1"), "did a task"),
    (acts.CloseTask("c1", done=False), "set a task aside"),
    (acts.CallDirector("A", 3), "called the director to table A3"),
    (acts.AnswerCall("c1"), "answered a call"),
    (acts.LodgeAppeal("c1", "EW"), "lodged an appeal of East-West against a ruling"),
    (acts.ReviewAppeal("c1", "It is so."), "looked at the law in the appeal against a ruling"),
    (acts.DecideAppeal("c1", "withdrawn"), "noted that the appeal against a ruling was withdrawn"),
    (acts.DecideAppeal("c1", "changed"), "closed the appeal against a ruling: the ruling is changed"),
    (acts.DecideAppeal("c1", "stands"), "closed the appeal against a ruling: the ruling stands"),
    (
        acts.Rule("revoke", "A", 2, 3, 7, outcome="two-tricks", title="Revoke", laws=("64A1",)),
        "ruled on board 7 at table A3: Revoke (Law 64A1)",
    ),
    (
        acts.TrackCards("A", 2, 3, 7, "S", ("exposed W HK", "lead E")),
        "penalty cards, board 7 at table A3 in round 2: East is on lead",
    ),
    (acts.TrackCards("A", 2, 3, 7, "S"), "put away the penalty cards of board 7 at table A3 in round 2"),
    (acts.Rule("revoke", "A", 2, 3, title="Revoke"), "left a ruling open at table A3: Revoke"),
    (acts.Publish(), "posted the results"),
    (acts.Reopen(), "reopened the results"),
    (acts.Undo("c1"), "undid something"),
    (
        acts.ChangePlan("Cup", date(2026, 1, 6), "butler", apart=False, regulations="wbf"),
        "set the session to “Cup”, 2026-01-06, butler",
    ),
    (
        acts.ChangePlan("Cup", date(2026, 1, 6), "butler", apart=True, regulations="wbf"),
        "set the session to “Cup”, 2026-01-06, butler, sections apart",
    ),
    (acts.SetTiming(Fraction(20)), "set the rounds to 20 minutes"),
    (acts.SetTiming(None), "left the length of the rounds to the regulations"),
    (
        acts.SetSections((acts.SectionPlan("A", build("mitchell", tables=7)),), "matchpoints"),
        "planned anew: A Mitchell (7)",
    ),
    (acts.ScoreMatches(None), "let matches be ranked by their IMPs"),
    (acts.ScoreMatches("wbf"), "let matches be ranked by victory points of the scale wbf"),
    (
        acts.NameTeam("A", 3, "Herons", (acts.SeatedPlayer("Eve"),), acts.SeatedPlayer("Ann")),
        "named pair A3 “Herons”, with Eve, captain Ann",
    ),
    (acts.NameTeam("A", 3), "named pair A3"),
    (
        acts.GiveLineUp("A", 3, 2, (acts.Seating(acts.Place("A", 3, "N"), acts.SeatedPlayer("Eve")),)),
        "gave the line-up of pair A3 from round 2 on: N Eve",
    ),
    (
        acts.EnterMatch(MatchKey("A", 1, 3, 2), Fraction(34), Fraction(21)),
        "entered the match of pair A1 against pair A3 as a whole: 34 to 21",
    ),
    (
        acts.AwardMatch(MatchKey("A", 1, 3, 2), "same-way"),
        "settled the match of pair A1 against pair A3: both pairs of both teams sat the same way",
    ),
    (
        acts.AwardMatch(MatchKey("A", 1, 3, 2), "forfeit", 3),
        "settled the match of pair A1 against pair A3: forfeit by pair A3",
    ),
    (acts.PutAway(), "put the session away"),
    (acts.PutAway(away=False), "brought the session back"),
)


@pytest.mark.parametrize(("act", "sentence"), CASES, ids=[sentence for _, sentence in CASES])
def test_an_act_is_told_in_a_few_words(act: acts.Act, sentence: str) -> None:
    assert act.told(TWO_SECTIONS) == sentence


@pytest.mark.parametrize(("act", "sentence"), CASES, ids=[sentence for _, sentence in CASES])
def test_with_one_section_it_is_not_named(act: acts.Act, sentence: str) -> None:
    assert act.told(ONE_SECTION) == re.sub(r"\bA(?=\d)", "", sentence)


def test_no_kind_of_act_is_left_out() -> None:
    assert {type(act) for act, _ in CASES} == set(all_acts().values())


def test_a_line_is_told_with_all_that_is_known_of_it() -> None:
    record = LineRecord(1, 8, BareScore(-50), adjustment=Adjustment(Score(420), PLUS), group="B", void=True)
    assert record_told(record, 1) == (
        "-50, adjusted to +420 for North-South and average plus for East-West, group B, struck out"
    )
    assert record_told(LineRecord(1, 8, LatePlay()), 1) == "late play"
    assert record_told(None, 1) == "nothing"


def test_every_kind_of_award_is_told() -> None:
    assert [
        str(award_told(award)) for award in (Fixed(Fraction(13, 2)), Floor(620), Ceiling(-50), Damage(620, 170, -100))
    ] == [
        "6.5 points",
        "+620, at least average plus",
        "-50, at most average minus",
        "-100, less the damage of its own",
    ]
