"""The federations' values, and what happens to a file that is wrong."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.regulations import RegulationsError, describe, load, names

ROUND_MINUTES = {
    # profile: {boards: minutes}; NZ manual L708-713, Bridge Director's Companion L3743-3747, Busbridge L1637-1641
    "nzb": {1: "7", 2: "13", 3: "19.5", 4: "26"},
    "acbl": {2: "15", 3: "21", 4: "28"},
    "ebu": {2: "14", 3: "21", 4: "28"},
    "wbf": {1: "7.5", 2: "15", 3: "21", 4: "28"},
}


@pytest.mark.parametrize("name", ROUND_MINUTES)
def test_a_round_lasts_as_long_as_the_manual_says(name: str) -> None:
    timing = load(name).timing
    assert {b: timing.round_minutes(b) for b in ROUND_MINUTES[name]} == {
        b: Fraction(minutes) for b, minutes in ROUND_MINUTES[name].items()
    }


def test_english_rounds_are_shorter_where_there_are_many() -> None:
    """Busbridge L1639-1641: 2 boards 14 minutes, 13 where there are 13 rounds; 3 boards 21 or 19, 4 boards 28 or 24."""
    timing = load("ebu").timing
    lengths = [(12, 2), (13, 2), (14, 2), (8, 3), (9, 3), (6, 4), (7, 4)]
    assert [timing.round_minutes(boards, rounds=rounds) for rounds, boards in lengths] == [14, 13, 13, 21, 19, 28, 24]
    assert timing.round_minutes(3, "junior", 9) == 22
    with pytest.raises(RegulationsError, match=re.escape("must have rounds and boards as key, such as 13x2, not “13”")):
        load("ebu", {"timing": {"many_rounds_minutes": {"13": 12}}})


def test_slower_grades_get_their_minutes() -> None:
    assert load("nzb").timing.round_minutes(2, "junior") == 14
    assert load("acbl").timing.round_minutes(2, "junior") == 20  # 10 minutes a board in a novice game
    with pytest.raises(RegulationsError, match="There is no grade “expert”; there are open, intermediate"):
        load("nzb").timing.round_minutes(2, "expert")


def test_english_awards_need_three_tables_and_one_winner_below_five() -> None:
    awards = load("ebu").awards
    assert (awards.least_complete_tables, awards.one_winner_below, awards.least_share_of_boards) == (
        3,
        5,
        Fraction(7, 10),
    )


def test_new_zealand_awards_need_two_tables_and_twenty_boards_or_half_from_eleven() -> None:
    awards = load("nzb").awards
    assert (awards.least_complete_tables, awards.least_boards, awards.half_award_boards) == (2, 20, 11)


@pytest.mark.parametrize("name", names())
def test_every_value_of_every_profile_names_its_source(name: str) -> None:
    regulations = load(name)
    assert set(regulations.sources) == {item.key for item in describe()}
    assert not [key for key, source in regulations.sources.items() if source.endswith(".toml") or not source]


def test_every_key_is_explained() -> None:
    assert all(item.about.endswith(".") for item in describe())


def test_a_clubs_own_file_goes_on_top_of_a_profile(tmp_path: Path) -> None:
    club = tmp_path / "riverside.toml"
    club.write_text(
        'title = "Riverside"\n[timing]\nround_minutes_for = [8, 15]\n[artificial]\n'
        'plus = { value = 62.5, source = "AGM 2024" }\n'
    )
    regulations = load("nzb", club)
    assert regulations.title == "Riverside"
    assert regulations.timing.round_minutes(2) == 15
    assert regulations.artificial.plus == Fraction(125, 2)
    assert regulations.source("artificial.plus") == "AGM 2024"
    assert regulations.source("timing.round_minutes_for") == "riverside.toml"
    assert regulations.matchpoints == load("nzb").matchpoints


BAD_FILES = {
    "[timming]\nwarning_minutes = 2\n": "club.toml: there is no section “timming”; there are timing, awards",
    "[timing]\nwarnings = 2\n": "club.toml: there is no key “timing.warnings”; timing has round_minutes_for",
    "[timing]\nwarning_minutes = 2.5\n": "club.toml: timing.warning_minutes must be a whole number; it is 2.5.",
    "[artificial]\nplus = 160\n": "club.toml: artificial.plus must be a number from 0 to 100; it is 160.",
    "[artificial]\nplus = 'lots'\n": "club.toml: artificial.plus must be a number; it is 'lots'.",
    "[matchpoints]\nmissing = 'newberg'\n": "club.toml: matchpoints.missing must be one of neuberg, plus-one, factor",
    "[fouled]\nlaw_88 = 'yes'\n": "club.toml: fouled.law_88 must be true or false; it is 'yes'.",
    "[fouled]\nsmall = { two = [55, 45] }\n": "club.toml: fouled.small must have a number of results as key, not “two”",
    "[ties]\nswiss = 'lot'\n": "club.toml: ties.swiss must be a list in square brackets",
    "[penalties]\nslow = [{ fine = 5 }]\n": "club.toml: penalties.slow must be tables with percent, imps, vps",
    "[fouled]\nsmall = { 2 = [55] }\n": "club.toml: fouled.small must give as many percentages as results: 2",
    "[matches]\nscale = 'fifa'\n": "club.toml: matches.scale must be one of wbf, wbf-discrete, acbl-20",
    "timing = 3\n": "club.toml: timing must be a table.",
    "extends = 'ebu'\n": "club.toml: extends may not stand here",
    "[timing\n": "club.toml is not TOML",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_a_bad_file_is_refused_with_file_and_key_named(text: str, tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text(text)
    with pytest.raises(RegulationsError) as refused:
        load("wbf", club)
    assert str(refused.value).startswith(BAD_FILES[text])
    assert "\n" not in str(refused.value)


def test_an_unknown_profile_or_a_lost_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        RegulationsError, match="There are no regulations “fifa”; there are acbl, bnsw, ebu, nzb, qba, wbf"
    ):
        load("fifa")
    with pytest.raises(RegulationsError, match=r"gone.toml cannot be read \(No such file"):
        load("wbf", tmp_path / "gone.toml")
