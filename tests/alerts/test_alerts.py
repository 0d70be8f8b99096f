"""Alerts and systems: every row of the federations' tables comes out as it is printed, and bad files are refused."""

from __future__ import annotations

from importlib.resources import files

import pytest

from arrowswitch.alerts import (
    BadChart,
    NoSuchChart,
    allowed,
    classify,
    federation,
    federations,
    found_shown,
    is_alerted,
    read,
    search,
)
from arrowswitch.alerts.model import ANY, DUTIES

# call or situation | words of the meaning | duty | words of the announcement
ACBL_MATRIX_2006 = """
1C | natural and not forcing, about 10 to 21 HCP | nothing
1D | conventional, strong club | alert
1C | often very light | pre-alert
1D | shorter than three cards | announce | May be short
1H | natural, about 10 to 21 HCP | nothing
1S | conventional | alert
1S | often very light | pre-alert
1C-1D | natural, forcing for one round | nothing
1C-1D | not forcing | alert
1C-1D | denies a four-card major altogether | alert
1C-1H | four or more cards, forcing for one round | nothing
1C-1S | not forcing | alert
1C-1S | promises five or more cards | alert
1C-1NT | limited to 11 HCP | nothing
1D-1NT | conventional | alert
1C-2NT | invitational or better | nothing
1D-2NT | conventional | alert
1D-1H | four or more cards | nothing
1D-1S | not forcing | alert
1D-2C | natural and forcing for a round | nothing
1D-2C | not forcing | alert
1C-2S | four or more cards, natural and forcing to game | nothing
1H-2S | natural of any strength, in competition | nothing
1S-3D | natural and weak or invitational | alert
1H-1S | four or more cards | nothing
1H-1S | not forcing | alert
1H-1S | conventional | alert
1S-1NT | natural and not forcing | nothing
1S-1NT | forcing | announce | Forcing
1H-1NT | semi-forcing | announce | Semi-forcing
1H-1NT | conventional | alert
1H-2NT | natural, invitational | nothing
1S-2NT | Jacoby | alert
1S-2H | natural and forcing for a round | nothing
1H-2C | not forcing | alert
1H-3H | limit raise after a pass | nothing
1H-3H | weak after a double | nothing
1S-3S | any strength after an overcall | nothing
1S-3S | weak after a pass | alert
1S-3S | invitational or better after a double | alert
1S-4S | natural raise | nothing
1H-4H | weak or strong by agreement | alert
1S-1NT-2C | three or more cards | nothing
1C-1H-1NT | 12 to a poor 15 | nothing
1D-1S-1NT | strong, 16 HCP | alert
opener-2nt-rebid | strong | nothing
opener-2nt-rebid | checkback | alert
game-tries | three or more cards | nothing
game-tries | fewer than three cards | alert
1NT | natural | announce | 15 to 17
1NT | conventional | alert
1NT-2C | asks for a four-card major | nothing
1NT-2C | puppet | alert
1NT-2D | natural and not forcing | nothing
1NT-2H | transfer to hearts or spades | announce | Transfer
1NT-2D | cancels the meaning | alert
1NT-2S | natural | nothing
1NT-2S | minor-suit Stayman | alert
1NT-2NT | invites 3NT | nothing
1NT-2NT | conventional | alert
1NT-3H | natural | nothing
1NT-3C | conventional | alert
1nt-4d-4h | natural | nothing
1nt-4d-4h | transfer to hearts or spades | announce | Transfer
1nt-4d-4h | cancels | alert
(1H)-1NT | within 14 to 19 | nothing
(1H)-1NT | below 14 or above 19 | announce | 12 to 14
(1S)-1NT | conventional | alert
1nt-overcall-balancing | passed hand | nothing
1nt-overcall-balancing | unpassed hand | alert
(1C)-1H | five or more cards and 6 HCP | nothing
(1C)-1S | intermediate or better | alert
(1H)-1S | often fewer than five cards | pre-alert
(1S)-2C | five or more cards | nothing
(1S)-2D | four cards, or less | alert
(1S)-2H | often fewer than 10 | pre-alert
(1C)-2H | weak | nothing
(1D)-2S | intermediate | alert
jump-raise-of-overcall | weak, intermediate or strong | nothing
jump-shift-to-overcall | weak | alert
(1H)-2NT | unusual | nothing
(1H)-2NT | natural | alert
(1S)-3NT | to play | nothing
(1S)-3NT | unusual | alert
competitive-4nt | unusual | nothing
competitive-4nt | intermediate | alert
initial-double | take-out | nothing
initial-double | penalty | alert
double-of-overcall | negative | nothing
double-of-overcall | penalty | alert
support-double | four cards or a bid that denies three | nothing
support-double | three-card support | alert
(1S)-2S | most meanings | nothing
(1H)-2H | natural | alert
2C | strong, artificial | nothing
2C | natural, weak or intermediate | alert
2C | conventional in another way | alert
2C-2D | negative or waiting | nothing
2C-2NT | forcing to game | alert
2NT | strong and flat | nothing
2NT | unusual | alert
2NT-3C | Stayman as usual | nothing
2NT-3C | puppet | alert
2H | natural and weak | nothing
2S | natural and intermediate or strong | alert
2D | conventional | alert
2H-2NT | asks | nothing
2S-2NT | natural | alert
2H-2S | natural and forcing | nothing
2S-3C | not forcing | alert
2H-3H | less than invitational | nothing
2S-3S | invitational or better | alert
3D | natural and pre-emptive | nothing
3H | intermediate, strong or conventional | alert
3S | often fewer than six | pre-alert
3NT | strong and flat | nothing
3NT | gambling | alert
4-major-opening | do not play Namyats | nothing
4-major-opening | you play Namyats | alert
3C-3H | forcing for one round | nothing
3D-3S | not forcing or conventional | alert
ace-asking | 4NT over a suit or 4♣ over no trumps | nothing
ace-asking | at 3NT or lower | alert
ace-asking | opening bid | alert
ace-asking | 1♣–4♣ or 1♦–4♦ | alert
above-3nt | a bid that would be alerted lower down | delayed
above-3nt | pass, double or redouble | alert
transfers | hearts or spades | announce | Transfer
any | natural | nothing
any | conventional | alert
any | forgotten what it means | alert
"""

NZ_POLICY_2013 = """
1C | natural system | announce | 3 plus
1C | strong club | announce | Strong, 16 plus
1C | Polish | announce | Unusual
1D | three or more | nothing
1D | fewer than three | alert
1H | four or more cards in the suit | nothing
1H | denies four or more spades | alert
1S | canapé | alert
one-suit-complex | prepare a defence | pre-alert
1NT | natural | announce | 12 to 14
1NT | range and style | pre-alert
1NT | conventional | alert
2C | game force | self-alerting
2C | any other use | alert
2D | natural with one suit | nothing
2D | multi | alert
2H | tartan | alert
2S | second suit | alert
2S | not promise four cards | alert
2-shows-clubs | clubs | alert
unusual-2nt | minors | alert
3H | natural | nothing
higher-opening | Namyats | alert
3S | unusual meaning | pre-alert
2C-2D | negative | self-alerting
2C-2D | other use | alert
1NT-2C | simple Stayman | self-alerting
1NT-2C | any other use | alert
1NT-2C | relay Stayman | alert
1NT-(X)-2C | Stayman | alert
1NT-2D | transfer | alert
1NT-2C-2D | simple Stayman | self-alerting
rangefinder | rangefinder | alert
1C-2H | weak | alert
1C-1H | natural and forcing | nothing
1S-2H | not forcing | alert
1H-3H | invitational | nothing
1H-3H | weak or pre-emptive | alert
canape-rebid | longer | alert
1D-2D | natural | nothing
inverted minors | inverted | alert
1S-1NT | natural | nothing
forcing 1NT | forcing | alert
Baron 2NT | Baron | alert
Jacoby 2NT | Jacoby | alert
1H-2NT | natural | nothing
Bergen raise | raise | alert
fourth suit | artificial | alert
splinter | below the four level | alert
splinter | at the four level or higher | self-alerting
pass or correct | pass or correct | alert
pass-or-correct | forced | alert
trial bid | asks for cover | alert
pass | natural | nothing
pass | special | alert
Lebensohl | Lebensohl | alert
Herbert negative | Herbert | alert
X | any meaning | self-alerting
X | neither for take-out nor for penalty | pre-alert
X | unusual meaning | delayed
XX | any meaning | self-alerting
cue bid | any meaning | self-alerting
(1NT)-2NT | any meaning | self-alerting
cue bid | unusual meaning | delayed
5C | after the first bid | self-alerting
5D | opening bid | alert
(1H)-1S | only the suit named | nothing
(1H)-2S | two or more suits | alert
(1H)-2S | take-out | pre-alert
1NT overcall | pass-out seat | nothing
(1H)-1NT | natural, with a stopper | nothing
(1H)-1NT | direct seat, without the promise | alert
after-1nt-overcall | transfer | alert
over-takeout-double | new suit that is not forcing | alert
over-takeout-double | pre-emptive jump | alert
over-takeout-double | fit-showing | alert
over-suit-overcall | new suit | alert
over-suit-overcall | no trumps without the promise of a stopper | alert
answer-to-overcall | not forcing | alert
answer-to-overcall | mini-splinter | alert
(1NT)-2C | not natural | alert
(1NT)-2H | only the suit named | nothing
any | expect natural, with the meaning that opponents | nothing
any | conventional | alert
any | forcing or not forcing | alert
any | other agreements | alert
any | not sure | alert
"""

ABF_AND_BRIDGE_NSW = """
1C | natural | announce | 3 plus clubs
1C | strong | announce | Strong, at least 16 points
1C | Polish | announce | Unusual
1NT | natural | announce | 15 to 17
1NT | conventional | alert
conventional-opening | conventional | alert
1NT-2C | any meaning | self-alerting
X | any meaning | self-alerting
XX | surprise | pre-alert
X | unusual | delayed
cue bid | any meaning | self-alerting
cue bid | surprise | pre-alert
4H | any meaning | self-alerting
any | natural, with the meaning that opponents expect | nothing
any | conventional | alert
"""

TABLES = {"acbl": ACBL_MATRIX_2006, "nzb": NZ_POLICY_2013, "abf": ABF_AND_BRIDGE_NSW}
ROWS = [
    (name, *(part.strip() for part in (line + " |").split("|")[:4]))
    for name, table in TABLES.items()
    for line in table.strip().splitlines()
]


@pytest.mark.parametrize(("name", "call", "meaning", "duty", "words"), ROWS)
def test_a_row_of_the_tables_comes_out_as_printed(name: str, call: str, meaning: str, duty: str, words: str) -> None:
    found = is_alerted(name, call, meaning)
    assert [(each.duty, each.words) for each in found] == [(duty, words)], [each.sentence for each in found]
    assert found[0].source.date
    assert found[0].means in found[0].sentence


@pytest.mark.parametrize("name", sorted(federations()))
def test_no_meaning_of_a_chart_is_left_untried(name: str) -> None:
    tried = {
        (each.situation, each.means) for row in ROWS if row[0] == name for each in is_alerted(name, row[1], row[2])
    }
    there = {(each.id, meaning.means) for each in federation(name).situations.values() for meaning in each.meanings}
    assert there - tried == set()


def test_every_duty_and_every_verdict_can_be_met() -> None:
    assert {row[3] for row in ROWS} == set(DUTIES)


@pytest.mark.parametrize("written", ["1NT-2D", "1nt 2d", "1NT–2♦", "1NT P 2D", "1 no trump - 2 diamonds"])
def test_a_call_is_found_however_it_is_written(written: str) -> None:
    assert is_alerted("acbl", written)[0].situation == "1nt-2d-2h"


def test_a_call_without_a_line_gets_the_rule_for_any_call() -> None:
    assert {each.situation for each in is_alerted("bnsw", "1C-1D")} == {ANY}
    assert {each.situation for each in is_alerted("nzb", "some convention nobody heard of")} == {ANY}


# -- systems

JUNIOR_AND_INTERMEDIATE = """
1c-natural 1c-precision-simple 1d-natural 1d-precision 1-major 1nt 2c-strong 2c-precision 2d-strong 2d-natural
2d-weak 2-major-strong 2-major-weak 2nt 3nt 3-natural negative-answer forcing-raise stayman transfers
2nt-enquiry 2d-enquiry natural-overcall strong-cue michaels jump-cue defence-to-1nt defence-to-artificial
doubles ace-asking later-cue
"""
INTERMEDIATE_ONLY = """
1c-precision-relays multi 2d-precision 2-major-two-suits 2nt-minors 3-transfer multi-enquiry
precision-2d-enquiry variable-two-suiter
"""


@pytest.mark.parametrize(
    ("convention", "junior"),
    [(each, "yes") for each in JUNIOR_AND_INTERMEDIATE.split()] + [(each, "no") for each in INTERMEDIATE_ONLY.split()],
)
def test_the_guide_for_junior_and_intermediate_is_kept(convention: str, junior: str) -> None:
    assert allowed("nzb", "junior", convention).verdict == junior
    assert allowed("nzb", "intermediate", convention).verdict == "yes"


# event | green | blue | red | yellow | brown sticker
NZ_PERMISSIONS = """
junior | limited | limited | no | no | no
intermediate | yes | yes | limited | no | no
open-8b | yes | yes | limited | no | no
a-pairs | yes | yes | limited | no | no
a-pairs-final | yes | yes | yes | no | yes
a-teams | yes | yes | yes | yes | yes
"""
NSW_PERMISSIONS = """
state-imps | yes | yes | yes | yes | yes
matchpoint-pairs | yes | yes | yes | no | yes
red-points | yes | yes | yes | yes | yes
other | yes | yes | yes | no | yes
"""
PERMISSIONS = [
    (name, event.strip(), system, verdict.strip())
    for name, table in (("nzb", NZ_PERMISSIONS), ("bnsw", NSW_PERMISSIONS))
    for line in table.strip().splitlines()
    for event, *verdicts in [line.split("|")]
    for system, verdict in zip(("green", "blue", "red", "yellow", "brown-sticker"), verdicts, strict=True)
]


@pytest.mark.parametrize(("name", "event", "system", "verdict"), PERMISSIONS)
def test_the_matrix_of_permissions_is_kept(name: str, event: str, system: str, verdict: str) -> None:
    told = allowed(name, event, system)
    assert told.verdict == verdict
    assert verdict != "limited" or told.conditions


@pytest.mark.parametrize(
    ("convention", "barred"),
    [
        ("one-level-artificial", {"junior", "intermediate", "open-8b"}),
        ("1nt-unusual", {"junior", "intermediate", "open-8b"}),
        ("transfer-openings", {"junior", "intermediate", "open-8b"}),
        ("relay-system", {"junior", "intermediate", "open-8b"}),
        ("major-unanchored", {"junior", "intermediate", "open-8b", "a-pairs"}),
        ("brown-opening", {"junior", "intermediate", "open-8b", "a-pairs"}),
        ("brown-overcall", {"junior", "intermediate", "open-8b", "a-pairs"}),
        ("brown-two-suiter", {"junior", "intermediate", "open-8b", "a-pairs"}),
        ("multi", {"junior"}),
    ],
)
def test_what_the_new_zealand_policy_bars_is_barred_there_and_nowhere_else(convention: str, barred: set[str]) -> None:
    events = federation("nzb").events
    assert {event for event in events if allowed("nzb", event, convention).verdict == "no"} == barred


def test_the_acbl_limits_come_with_their_numbers() -> None:
    for convention, number in (
        ("1nt", "10 HCP"),
        ("weak-two", "range of 7"),
        ("alertable-2-3", "5-4"),
        ("over-1nt", "one suit"),
    ):
        told = allowed("acbl", "club", convention)
        assert told.verdict == "limited"
        assert number in told.conditions[0]
    assert allowed("acbl", "club", "signals").verdict == "yes"
    assert allowed("acbl", "flight-a", "signals-other").verdict == "no"
    assert "first discard" in allowed("acbl", "other", "Lavinthal").conditions[0]
    for convention in ("relays", "multi", "known-suit", "minor-2s-2nt"):
        assert allowed("acbl", "flight-a", convention).verdict == "yes"
        assert "written defence" in allowed("acbl", "flight-a", convention).conditions[0]
        assert allowed("acbl", "club", convention).verdict == "ask"


def test_a_protected_pair_meets_neither_yellow_nor_brown() -> None:
    for system in ("yellow", "brown-sticker"):
        assert allowed("bnsw", "red-points", system, against_protected=True).verdict == "no"
        assert allowed("bnsw", "state-imps", system, against_protected=True).verdict == "yes"
    assert allowed("bnsw", "red-points", "red", against_protected=True).verdict == "yes"
    kept = federation("bnsw").protection
    assert kept
    assert "both players below National Master or one below Local Master" in kept.who
    assert federation("nzb").protection is None
    assert search("abf", "protected pair")[0].id == "protected-pairs"


@pytest.mark.parametrize(
    ("answers", "system", "brown"),
    [
        ([True], "yellow", False),
        ([False] * 4 + [True], "yellow", False),
        ([False] * 5 + [True], "red", True),
        ([False] * 7 + [True], "red", True),
        ([False] * 8 + [True, True], "blue", False),
        ([False] * 8 + [True, False], "red", False),
        ([False] * 9 + [False], "red", False),
        ([False] * 9 + [True] * 4, "green", False),
        ([False] * 9 + [True] * 3 + [False], "red", False),
    ],
)
def test_a_new_zealand_system_gets_its_class_by_a_few_answers(answers: list[bool], system: str, brown: bool) -> None:
    told = classify("nzb", answers)
    assert told.system
    assert (told.system.id, told.brown_sticker) == (system, brown)
    assert len(told.why) == len(answers)
    assert classify("nzb", answers[:-1]).question


def test_a_green_system_in_new_south_wales_may_have_a_brown_sticker() -> None:
    told = classify("bnsw", {"unusual": False, "brown": True, "strong-club": False, "natural": True})
    assert told.system
    assert (told.system.id, told.brown_sticker) == ("green", True)
    assert told.system.check


def test_an_acbl_system_gets_its_chart() -> None:
    for answers, chart in (([False, True], "general"), ([True, False], "midchart"), ([True, True], "superchart")):
        told = classify("acbl", answers)
        assert told.system
        assert told.system.id == chart


# -- files and wishes that are not right


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('duty = "self-alerting"', 'duty = "shout"'), "situation 1nt-2c: “duty” is one of"),
        (('words = "15 to 17", ', ""), "situation 1nt-opening: “words” stands beside an announcement"),
        (('source = "bnsw"', 'source = "hearsay"'), "source: there is no “hearsay”"),
        (('delayed = "Tell', 'later = "Tell'), "duties: “delayed” is wanted"),
        (('id = "any"', 'id = "some"'), "situation: one has the id “any”"),
        (('no = "natural"', 'no = "unusual"'), "question strong-club: it leads back to “unusual”"),
        (('no = "natural"', 'no = "purple"'), "question strong-club: there is no “purple”"),
        (('red = "yes", yellow = "no"', 'red = "yes", yellow = "maybe"'), "“verdict” is one of"),
        (('red = "yes", yellow = "no", ', 'red = "yes", '), "event matchpoint-pairs, allows: “yellow” is wanted"),
        (('title = "Two systems"', 'titel = "Two systems"'), "note two-systems: “titel” is no key here"),
        (('id = "blue"', 'id = "green"'), "class green: the id is there twice"),
        (('date = "5 December 2024"', 'date = ""'), "source bnsw: “date” is wanted"),
    ],
)
def test_a_bad_file_is_refused_with_the_file_and_the_key(change: tuple[str, str], sentence: str) -> None:
    text = files("arrowswitch.alerts").joinpath("abf.toml").read_text(encoding="utf-8")
    assert change[0] in text
    with pytest.raises(BadChart) as refused:
        read(text.replace(*change, 1), "abf.toml")
    assert str(refused.value).startswith("abf.toml, ")
    assert sentence in str(refused.value)


def test_what_there_is_nothing_about_is_said_in_a_sentence() -> None:
    with pytest.raises(NoSuchChart, match=r"There are no alerts of ebu; there are abf, acbl, nzb\."):
        federation("ebu")
    with pytest.raises(NoSuchChart, match="NZ Bridge has no kind of event swiss"):
        allowed("nzb", "swiss", "multi")
    with pytest.raises(NoSuchChart, match="has no convention or class purple"):
        allowed("nzb", "junior", "purple")


@pytest.mark.parametrize("name", sorted(federations()))
def test_everything_in_a_chart_is_found_by_its_title(name: str) -> None:
    chart = federation(name)
    for each in [
        *chart.situations.values(),
        *chart.conventions.values(),
        *chart.notes.values(),
        *chart.classes.values(),
    ]:
        shown = [found_shown(name, found) for found in search(name, each.title, most=99)]
        assert each.title in [found["title"] for found in shown], each.title
        assert all(found["source"] for found in shown)
