"""Every procedure and every case of the sources is in the book: none can be lost without a test that says which."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from arrowswitch.rulings import EDITIONS, book, walk
from arrowswitch.rulings.model import Question

CASES = [(procedure.id, case) for procedure in book().values() for case in procedure.cases]


def named(pattern: str) -> list[tuple[str, str]]:
    """The procedures and editions of the cases with such a name."""
    return [(name, case.edition) for name, case in CASES if re.search(pattern, case.name)]


PROCEDURES = {
    "P-01 attention to an irregularity": "attention-to-irregularity",
    "P-02 wrong number of cards": "wrong-number-of-cards foreign-card",
    "P-03 missing card": "missing-card",
    "P-04 cards from the wrong board": "cards-from-wrong-board",
    "P-05 wrong board or opponents": "wrong-board board-played-twice",
    "P-06 fouled board": "fouled-board",
    "P-07 unauthorised information": "unauthorised-information",
    "P-08 extraneous information": "extraneous-information card-exposed-before-auction",
    "P-09 misinformation before the lead": "misinformation-before-lead",
    "P-10 who corrects an explanation": "correcting-partners-explanation misinformation-found-later",
    "P-11 alerts, announcements, stop card": "forgotten-alert announcements-and-stop",
    "P-12 agreements, psychs": "psych illegal-agreement own-system-card",
    "P-13 review and questions": "review-and-questions",
    "P-14 change of call": "change-of-call",
    "P-15 lead restrictions": "lead-restriction",
    "P-16 comparable call": "comparable-call",
    "P-17 insufficient bid": "insufficient-bid",
    "P-18 call out of rotation": "call-out-of-turn simultaneous-calls player-left-out",
    "P-19 pass out of rotation": "pass-out-of-turn",
    "P-20 bid out of rotation": "bid-out-of-turn dealer-marked-wrongly",
    "P-21 double out of rotation": "double-out-of-turn",
    "P-22 inadmissible and incomplete calls": "inadmissible-double call-when-required-to-pass bid-above-seven "
    "call-after-auction incomplete-call",
    "P-23 card exposed in the auction": "card-exposed-in-auction",
    "P-24 penalty cards": "exposed-card-in-play minor-penalty-card penalty-card-owners-turn penalty-card-partner-leads "
    "several-penalty-cards penalty-card-not-played",
    "P-25 dummy": "dummys-rights dummy-lost-rights wrong-card-from-dummy",
    "P-26 is the card played": "card-played change-of-card",
    "P-27 incomplete designation": "unclear-card-from-dummy",
    "P-28 lead out of turn": "lead-out-of-turn-defender lead-out-of-turn-declarer",
    "P-29 opening lead out of turn": "opening-lead-out-of-turn opening-lead-by-declaring-side",
    "P-30 premature play": "premature-play",
    "P-31 simultaneous plays, inability": "simultaneous-plays cannot-obey play-after-illegal-play",
    "P-32 revoke": "revoke asking-about-a-revoke",
    "P-33 looking at tricks": "looking-at-tricks trick-pointed-wrong",
    "P-34 defective trick": "defective-trick",
    "P-35 claim contested": "contested-claim claim-outstanding-trump defenders-concession",
    "P-36 agreed claim, concession": "agreed-claim-withdrawn concession-cancelled",
    "P-37 adjusted scores": "adjusted-score artificial-score self-inflicted-damage",
    "P-38 ethics, tempo, conduct": "intentional-infringement could-have-been-aware deception-by-tempo bad-behaviour",
    "P-39 spectators": "spectators",
    "P-40 tricks and score": "disputed-tricks score-correction",
    "P-41 director's powers and errors": "director-sees-it directors-error disputed-facts",
    "P-42 penalties and appeals": "procedural-penalty appeal late-arrival slow-play telephone",
    "P-43 teams": "teams-board",
    "P-44 mix-ups by movement": "movement-mix-up board-not-switched boards-from-wrong-set",
}
"""The procedures of the laws, each with those that a director would look it up under."""
MORE = {
    "passed-out",
    "time-for-a-ruling",
    "player-replaced",
    "board-forgotten",
    "board-off-table",
    "wrong-vulnerability",
    "wrong-denomination",
    "refused-explanation",
    "bidding-cards-early",
}
"""What the manuals and the calls of a club night add."""


def test_every_procedure_of_the_laws_is_there_and_every_one_that_is_there_belongs_somewhere() -> None:
    assert len(PROCEDURES) == 44
    listed = {name for names in PROCEDURES.values() for name in names.split()}
    assert listed | MORE == set(book())


@pytest.mark.parametrize("number", range(1, 53))
def test_every_case_of_the_laws_is_ruled_under_both_editions(number: int) -> None:
    assert {edition for _name, edition in named(rf"\bT{number:02}\b")} == set(EDITIONS)


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        ("NZ manual case ", range(1, 33)),
        ("QBA course case ", range(1, 30)),
        ("ACBL notes RU-", range(1, 10)),
    ],
)
def test_every_case_of_the_manuals_is_ruled_as_in_2007_by_which_they_were_written(source: str, numbers: range) -> None:
    missing = [number for number in numbers if "2007" not in {each for _name, each in named(rf"{source}{number}\b")}]
    assert missing == []


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (1, "late-arrival"),
        (2, "late-arrival"),
        (3, "slow-play"),
        (4, "telephone"),
        (5, "fouled-board"),
        (6, "fouled-board"),
        (17, "score-correction"),
        (18, "dealer-marked-wrongly"),
    ],
)
def test_every_ruling_of_the_new_south_wales_regulations_is_there(number: int, name: str) -> None:
    assert name in {each for each, _edition in named(rf"NSW (?:regulations )?case {number}\b")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_spoken_example_of_an_insufficient_bid_asks_the_right_player_in_the_right_order(edition: str) -> None:
    """East bids 1H over North's 1S: South is told what follows before he answers, then East, and West hears it last."""
    answers = ("yes", "yes", "no", "no", "other")
    asked = []
    for count in range(len(answers)):
        step = walk(book(), "insufficient-bid", answers[:count], edition=edition, offender="E")
        assert isinstance(step.node, Question)
        asked.append((step.node.ask, step.put(step.node.say)))
    assert [who for who, _said in asked] == ["director", "offender", "director", "lho", "offender"]
    to_south = asked[3][1]
    places = [
        to_south.index(part)
        for part in (
            "South, you may accept it",
            "If you do not, East must replace it",
            "the lowest sufficient bid in the same denomination",
            "West must pass for the rest of the auction",
            "a say in West’s first lead",
            "South, do you accept the bid?",
        )
    ]
    assert all(before < after for before, after in pairwise(places))
    assert "The bid is not accepted" in asked[4][1]
    ruling = walk(book(), "insufficient-bid", answers, edition=edition, offender="E")
    assert ruling.done
    assert ruling.put(ruling.node.say).startswith("West, you must pass whenever it is your turn to call.")  # type: ignore[union-attr]
