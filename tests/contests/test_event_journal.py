"""An event is its journal: written and read again it leads to the same state, nothing is done twice, and undo takes back."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from event_journal import DIRECTOR, SCORER, RunningEvent
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.contests.events import (
    AddSession,
    BracketPlan,
    BreakTie,
    ChangeDraw,
    ChangeEntry,
    ChangeEvent,
    CloseStage,
    ContestPlayer,
    DrawRound,
    EnterContestant,
    EventAct,
    EventMatchKey,
    EventState,
    FedMatch,
    ForfeitMatch,
    LeaveOutSession,
    MatchDraw,
    MatchLineUp,
    OpenEvent,
    OpenStage,
    PenaliseContestant,
    PutEventAway,
    RecordResult,
    RoundRobinPlan,
    SetLineUp,
    SetSeeds,
    SitSameWay,
    StagePlan,
    SwissPlan,
    UndoInEvent,
    WithdrawContestant,
    all_event_acts,
    command_from_json,
    command_to_json,
    decide,
    draw_marks,
    dumps,
    evolve,
    loads,
    next_draw,
    replay,
    results,
    standings,
    terms,
)
from arrowswitch.journals import Actor, JournalFault, NotNow, Refused

KEPT = Path(__file__).parent.parent / "data" / "event-journals" / "seven-teams.jsonl"
PLAYER = Actor("player", "Cy", contestant=2)
NAMES = [
    "add-session",
    "break-tie",
    "carry-over",
    "change-draw",
    "change-entry",
    "change-event",
    "clear-result",
    "close-stage",
    "confirm-slip",
    "draw-round",
    "enter-contestant",
    "forfeit-match",
    "leave-out-session",
    "open-event",
    "open-stage",
    "penalise-contestant",
    "postpone-match",
    "put-event-away",
    "record-result",
    "same-way",
    "set-line-up",
    "set-seeds",
    "undo-in-event",
    "withdraw-contestant",
]
"""They are on people's disks: what is here stays here."""


def test_the_acts_keep_their_names() -> None:
    assert sorted(all_event_acts()) == NAMES


def test_a_journal_that_is_kept_leads_to_the_same_event_for_ever() -> None:
    state = replay(loads(KEPT.read_text("utf-8")))
    assert dumps(state.journal) == KEPT.read_text("utf-8")
    assert [(line.contestant, str(line.vps)) for line in standings(state, (), "Swiss").standings] == [
        ("1", "2031/50"),
        ("5", "771/25"),
        ("6", "1411/50"),
        ("2", "107/5"),
        ("7", "511/25"),
        ("4", "303/20"),
        ("8", "833/100"),
        ("3", "131/20"),
    ]
    assert [(line.contestant, str(line.vps)) for line in standings(state).standings] == [("1", "432/25"), ("5", "25/2")]
    assert [str(entry.act.told(state)) for entry in state.journal][18:23] == [
        "recorded 5 White v 6 Gold v 7 Grey: 6 v 7 8 - 8, 7 v 5 10 - 9",
        "changed the draw of round 2 of Swiss",
        "undid something",
        "put 2 Blues v 3 Green off to 2026-01-14",
        "2 Blues v 3 Green: 3 Green forfeited",
    ]
    assert draw_marks(state) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"version": 9}', "Line 1: This entry has version 9; this program reads 1. A newer program is needed."),
        ("nothing", "Line 1 is not JSON."),
        ("[]", "Line 1: This is no entry of a journal: it has no version."),
        ('{"version": 1, "id": "1"}', "Line 1: by: this key is missing."),
    ],
)
def test_a_journal_that_cannot_be_read_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(JournalFault) as found:
        loads(text)
    assert str(found.value) == said


def test_a_session_s_act_is_none_of_an_event() -> None:
    event = RunningEvent(2)
    line = json.loads(dumps(event.state.journal).splitlines()[0])
    line["act"] = {"type": "start"}
    with pytest.raises(JournalFault, match=r"act\.type: “start” is not one of add-session, break-tie"):
        loads(json.dumps(line))


# -- made-up histories ------------------------------------------------------------------------------------------------


def wish(event: RunningEvent, random: Random) -> EventAct:
    """Something that somebody might want, sensible or not."""
    state = event.state
    stage = state.stage()
    number = random.choice([*state.entries, 99])
    drawn = stage.rounds[-1] if stage.rounds else None
    place = random.randint(1, len(drawn.matches)) if drawn else 1
    key = EventMatchKey(stage.name, max(1, len(stage.rounds) - random.randint(0, 1)), place)
    imps = (Fraction(random.randint(0, 40)), Fraction(random.randint(0, 40)))
    wishes: list[EventAct] = [
        DrawRound(),
        *[RecordResult(key, imps=imps)] * 4,
        ForfeitMatch(key, number),
        SitSameWay(key),
        PenaliseContestant(number, vps=Fraction(1, 2)),
        PenaliseContestant(number, imps=Fraction(3), round=key.round),
        EnterContestant(f"Team {random.randint(1, 40)}"),
        WithdrawContestant(number),
        SetSeeds(tuple(random.sample([*state.entries], len(state.entries)))),
        AddSession(f"s{random.randint(1, 3)}", "Monday", (random.randint(1, 4),)),
        LeaveOutSession("s1", out=random.random() < 0.5),
        BreakTie(tuple(random.sample([*state.entries], 2)), "by lot"),
        replace(terms(state), boards=random.choice([6, 8, 14]), entries_open=random.random() < 0.5),
        PutEventAway(random.random() < 0.1),
        CloseStage(stage.name) if random.random() < 0.1 else DrawRound(),
        *[UndoInEvent(random.choice([*state.ids]) if random.random() < 0.5 else "")] * 3,
    ]
    twos = [match.sides for match in drawn.matches if len(match.sides) == 2] if drawn else []
    if drawn and len(twos) > 1:
        (a, b), (c, d) = random.sample(twos, 2)
        turned = {(a, b): (a, d), (c, d): (c, b)}
        matches = tuple(MatchDraw(turned.get(match.sides, match.sides), match.table) for match in drawn.matches)
        wishes += [ChangeDraw(stage.name, drawn.round, matches)] * 2
    return random.choice(wishes)


def history(seed: int, plan: StagePlan, steps: int = 40) -> tuple[RunningEvent, list[EventState]]:
    random = Random(seed)
    event = RunningEvent(random.choice([6, 7, 8]), plan)
    states = [event.state]
    event.do(AddSession("s9", "Sunday", (1,)))
    states.append(event.state)
    for _ in range(steps):
        with suppress(Refused):
            event.do(wish(event, random), random.choice([DIRECTOR, DIRECTOR, SCORER]), why="because")
            states.append(event.state)
    return event, states


PLANS: list[StagePlan] = [SwissPlan(4), SwissPlan(), RoundRobinPlan(), RoundRobinPlan(times=2), BracketPlan()]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(PLANS))
def test_a_history_read_again_is_the_same_event(seed: int, plan: StagePlan) -> None:
    event, _ = history(seed, plan)
    again = replay(loads(dumps(event.state.journal)))
    assert again == event.state
    assert results(again) == results(event.state)
    assert draw_marks(again) == draw_marks(event.state)
    assert all(str(entry.act.told(event.state)) for entry in event.state.journal)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(PLANS))
def test_the_last_act_undone_leaves_what_was_before(seed: int, plan: StagePlan) -> None:
    event, states = history(seed, plan, 15)
    last = event.state.journal[-1]
    if event.state.away and not last.act.while_away:
        with pytest.raises(Refused, match="put away"):
            event.do(UndoInEvent(last.id), why="a slip")
    else:
        event.do(UndoInEvent(last.id), why="a slip")
        assert same(event.state, states[-2])


def same(one: EventState, other: EventState) -> bool:
    """Whether two states are equal but for the journal itself."""
    empty = EventState()
    apart = {"journal": empty.journal, "undone": empty.undone, "versions": empty.versions}
    return replace(one, **apart) == replace(other, **apart)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(PLANS))
def test_the_same_command_twice_does_it_once(seed: int, plan: StagePlan) -> None:
    event, _ = history(seed, plan, 15)
    random = Random(seed)
    for entry in random.sample([*event.state.journal], 3):
        command = event.command(entry.act, entry.by, id=entry.id)
        assert decide(event.state, command) == ()
        other = event.command(PutEventAway(not event.state.away), entry.by, id=entry.id)
        if entry.act != other.act:
            with pytest.raises(Refused, match="This command has the number of another one"):
                decide(event.state, other)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_a_correction_in_a_session_never_changes_a_draw_but_marks_it(seed: int) -> None:
    random = Random(seed)
    event = RunningEvent(8, SwissPlan(3))
    event.do(AddSession("s1", "Monday", (1, 2, 3)))
    said: dict[int, list[FedMatch]] = {}
    for number in (1, 2):
        event.do(DrawRound())
        said[number] = [
            FedMatch(sides, (random.randint(0, 30), random.randint(0, 30)), boards=8) for sides in event.drawn()
        ]
        event.feed("s1", said)
    event.do(DrawRound())
    before = event.state
    assert draw_marks(event.state, event.feeds) == ()
    match = said[1][0]
    assert match.imps is not None
    event.feed("s1", {**said, 1: [replace(match, imps=(match.imps[0] + 12, match.imps[1])), *said[1][1:]]})
    assert event.state is before
    marks = draw_marks(event.state, event.feeds)
    assert [mark.round for mark in marks] == [2, 3]
    assert {each.contestant for mark in marks for each in mark.changed} == {*match.sides}


# -- who may do what ---------------------------------------------------------------------------------------------------


def test_captains_enter_themselves_while_entries_are_open_and_change_only_their_own() -> None:
    event = RunningEvent(2)
    with pytest.raises(Refused, match="Entries are not open"):
        event.do(EnterContestant("Cyan"), PLAYER)
    event.do(replace(terms(event.state), entries_open=True))
    event.do(EnterContestant("Cyan"), PLAYER)
    event.do(ChangeEntry("Blues", number=2), PLAYER)
    with pytest.raises(Refused, match="An entry is changed by its own captain"):
        event.do(ChangeEntry("Reds", number=1), PLAYER)
    with pytest.raises(Refused, match="This is not for a player to do"):
        event.do(WithdrawContestant(2), PLAYER)
    with pytest.raises(Refused, match="A player can undo only what the same player did"):
        event.do(UndoInEvent("c2"), PLAYER)


def test_a_scorer_records_and_does_not_draw() -> None:
    event = RunningEvent(4, SwissPlan(3))
    with pytest.raises(Refused, match="This is not for the scorer to do"):
        event.do(DrawRound(), SCORER)
    event.do(DrawRound())
    event.do(RecordResult(EventMatchKey("Swiss", 1, 1), imps=(Fraction(3), Fraction(1))), SCORER)


def team(*names: str) -> tuple[ContestPlayer, ...]:
    return tuple(ContestPlayer(name) for name in names)


def test_a_team_has_three_to_six_players_and_a_line_up_is_two_pairs_of_them() -> None:
    event = RunningEvent()
    with pytest.raises(Refused, match="A team has 3 to 6 players, not 2"):
        event.do(EnterContestant("Few", team("Ann", "Bob")))
    with pytest.raises(Refused, match="Ann is in it twice"):
        event.do(EnterContestant("Twice", team("Ann", "Ann", "Bob")))
    event.do(EnterContestant("", team("Ann", " Bob  Hill", "Cy", "Di", "Eve"), captain=3))
    event.do(EnterContestant("Others", team("Flo", "Gus", "Hal", "Ida")))
    assert event.state.entries[1].name == "Ann & Bob Hill & Cy & Di & Eve"
    event.do(OpenStage("Swiss", SwissPlan(3)))
    event.do(DrawRound())
    key = event.key(1, 2)
    captain = Actor("player", "Cy", contestant=1)
    event.do(SetLineUp(key, 1, (1, 5), (2, 3)), captain)
    assert event.state.stage().record(key).line_ups == {1: MatchLineUp((1, 5), (2, 3))}
    for ns, ew, said in [
        ((1, 2), (2, 3), "Nobody sits at both tables"),
        ((1,), (2, 3), "Two play North-South and two East-West"),
        ((1, 6), (2, 3), "has no such player"),
    ]:
        with pytest.raises(Refused, match=said):
            event.do(SetLineUp(key, 1, ns, ew))
    with pytest.raises(Refused, match="A line-up is the captain's to give"):
        event.do(SetLineUp(key, 2, (1, 2), (3, 4)), captain)


def test_an_event_is_opened_once_and_can_be_put_away_and_brought_back() -> None:
    event = RunningEvent(2)
    with pytest.raises(Refused, match="This event is open already"):
        event.do(OpenEvent("Again"))
    event.do(PutEventAway())
    with pytest.raises(Refused, match="This event was put away"):
        event.do(EnterContestant("Late"))
    event.do(PutEventAway(away=False))
    event.do(EnterContestant("Late"))
    assert [str(entry.act.told(event.state)) for entry in event.state.journal][-3:] == [
        "put the event away",
        "brought the event back",
        "entered 3 Late",
    ]


def test_what_was_said_of_an_event_is_changed_until_it_matters() -> None:
    event = RunningEvent(4, SwissPlan(3), seed="4711")
    with pytest.raises(Refused, match="Nothing would change"):
        event.do(terms(event.state))
    with pytest.raises(Refused, match="Somebody has entered already"):
        event.do(replace(terms(event.state), kind="pairs"))
    event.do(replace(terms(event.state), title="  Winter   teams", seed="12"))
    assert event.state.title == "Winter teams"
    event.do(DrawRound())
    with pytest.raises(Refused, match="A round has been drawn from the seed “12”; it stays"):
        event.do(replace(terms(event.state), seed="13"))
    for change, said in [
        ({"rules": "chess"}, "There are no rules “chess”"),
        ({"regulations": "mars"}, "mars"),
        ({"scale": "mars"}, "There is no scale “mars”"),
        ({"boards": 0}, "A match has 1 to "),
        ({"title": " "}, "The event needs a title"),
    ]:
        with pytest.raises(Refused, match=said):
            event.do(replace(terms(event.state), **change))
    assert isinstance(terms(event.state), ChangeEvent)


def test_a_command_is_written_and_read_again_and_its_time_must_be_likely() -> None:
    event = RunningEvent(2)
    command = event.command(EnterContestant("Late", seed=3))
    assert command_from_json(json.loads(json.dumps(command_to_json(command)))) == command
    with pytest.raises(NotNow, match="It is not the year 1980"):
        decide(event.state, replace(command, at=command.at.replace(year=1980)))


def test_everybody_who_holds_a_state_sees_it_stay() -> None:
    event = RunningEvent(4, SwissPlan(3))
    before = event.state
    text = dumps(before.journal)
    event.do(DrawRound())
    other = evolve(before, decide(before, event.command(PutEventAway()))[0])
    assert dumps(before.journal) == text
    assert other.away
    assert not event.state.away


def test_the_commands_read_the_journal_of_an_event(tmp_path: Path) -> None:
    event = RunningEvent(8, SwissPlan(4))
    event.play()
    file = tmp_path / "event.jsonl"
    file.write_text(dumps(event.state.journal), "utf-8")
    run = CliRunner().invoke
    listed = json.loads(run(app, ["standings", str(file), "--json"]).output)
    assert [line["contestant"] for line in listed["standings"]] == [number for _, number, _ in event.table()]
    drawn = json.loads(run(app, ["swiss", "draw", str(file), "--json"]).output)
    assert [(match["a"], match["b"]) for match in drawn["matches"]] == [m.sides for m in next_draw(event.state).matches]
    file.write_text(dumps(event.state.journal) + "nothing", "utf-8")
    spoilt = run(app, ["standings", str(file)])
    assert spoilt.exit_code == 2
    assert "is not JSON" in spoilt.output
    event = RunningEvent(4, RoundRobinPlan())
    file.write_text(dumps(event.state.journal), "utf-8")
    assert "League is no Swiss." in run(app, ["swiss", "draw", str(file)]).output


def test_a_journal_that_was_changed_by_hand_is_refused_in_a_sentence(tmp_path: Path) -> None:
    event = RunningEvent(5, SwissPlan(4), own_rules={"first": "place"})
    event.play()
    file = tmp_path / "event.jsonl"
    kept = [json.loads(line) for line in dumps(event.state.journal).splitlines()]
    draw, result = len(kept) - 3, len(kept) - 1

    def refused(*lines: object) -> str:
        file.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
        answers = [CliRunner().invoke(app, [*words, str(file)]) for words in (["standings"], ["swiss", "draw"])]
        assert [answer.exit_code for answer in answers] == [2, 2]
        assert answers[0].output == answers[1].output
        return " ".join(answers[0].output.split())

    def changed(place: int, **act: object) -> list[object]:
        return [{**line, "act": {**line["act"], **act}} if at == place else line for at, line in enumerate(kept)]

    no_line = "Line {} does not follow from those before it; this journal was changed."
    no_fit = "Draws and results do not fit together; this journal was changed."
    assert refused(*kept, kept[draw]) == no_line.format(len(kept) + 1)
    assert refused(*kept[1:]) == no_line.format(1)
    assert refused(*changed(draw, stage="Nowhere")) == no_line.format(draw + 1)
    assert refused(*changed(result, imps=["1"])) == no_fit
    round_one = kept[draw]["act"]["drawn"][0]
    for sides in ([99, 98], [1, 2, 3, 4]):
        matches = [{**match, "sides": sides} if at == 0 else match for at, match in enumerate(round_one["matches"])]
        assert refused(*changed(draw, drawn=[{**round_one, "matches": matches}])) == no_fit
