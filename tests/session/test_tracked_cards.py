"""Penalty cards in the journal: the story of a table, step by step, with undo, and facts that a ruling was given."""

from __future__ import annotations

import pytest
from night import SCORER, Night, pad

from arrowswitch.journals import decode, encode
from arrowswitch.movements import build
from arrowswitch.session import LineKey, Refused, Rule, TrackCards, Undo
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.story.chronicle import line_story, table_story

LINE = LineKey("A", 1, 1, 1)


def playing() -> Night:
    return Night(build("mitchell", tables=3, boards_per_round=1)).start()


def track(*steps: str, **more: object) -> TrackCards:
    return TrackCards("A", 1, 1, 1, "S", steps, **more)  # type: ignore[arg-type]


def test_each_step_is_in_the_log_of_the_table_and_the_journal_reads_back() -> None:
    night = playing()
    night.do(track("exposed W HK"))
    night.do(track("exposed W HK", "lead E"))
    night.do(track("exposed W HK", "lead E", "forbid H"))
    assert night.state.tracked[LINE].steps == ("exposed W HK", "lead E", "forbid H")
    assert loads(dumps(night.state.journal)) == night.state.journal
    for story in (table_story(night.state, "A", 1), line_story(night.state, LINE)):
        assert any("declarer forbids hearts" in each.what for each in story)


def test_a_step_taken_back_is_a_shorter_story_and_undo_brings_back_the_one_before() -> None:
    night = playing()
    night.do(track("exposed W HK", "lead E"))
    last = night.do(track("exposed W HK"))
    assert night.state.tracked[LINE].steps == ("exposed W HK",)
    night.do(Undo(last.id))
    assert night.state.tracked[LINE].steps == ("exposed W HK", "lead E")


def test_a_story_that_leaves_anothers_steps_out_is_refused() -> None:
    night = playing()
    night.do(track("exposed W HK", "lead E"))
    with pytest.raises(Refused, match="Somebody else has followed"):
        night.do(track("exposed E S2"))
    assert night.state.tracked[LINE].steps == ("exposed W HK", "lead E")


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (track("exposed S HK"), "never penalty cards"),
        (track("free"), "nothing to choose"),
        (track("exposed W HK", edition="1997"), "There is no edition"),
        (TrackCards("A", 1, 1, 9, "S"), "Board 9 is not played"),
        (TrackCards("A", 1, 9, 1, "S"), "Nobody plays at table 9"),
    ],
)
def test_what_cannot_be_is_refused(act: TrackCards, problem: str) -> None:
    with pytest.raises(Refused, match=problem):
        playing().do(act)


def test_only_directors_follow_penalty_cards() -> None:
    for by in (SCORER, pad(1)):
        with pytest.raises(Refused, match="This is not for"):
            playing().do(track("exposed W HK"), by)


def test_a_ruling_names_the_suits_of_the_facts_and_older_journals_have_none() -> None:
    night = playing()
    answers = ("other", "yes", "yes", "some")
    entry = night.do(Rule("lead-restriction", "A", 1, 1, 1, answers, known="dealer N; 1S (E:1H) 2C 2S AP"))
    assert isinstance(entry.act, Rule)
    assert "spades, hearts or diamonds" in entry.act.text
    assert "West" in entry.act.text
    older = encode(Rule("revoke", "A", 1, 1))
    assert "known" not in older
    assert decode(Rule, older).known == ""
    with pytest.raises(Refused, match="cannot call"):
        night.do(Rule("lead-restriction", "A", 1, 1, 1, answers, known="dealer N; 1S 1H"))
