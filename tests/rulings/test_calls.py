"""Calls to the table, as facts and answers, with the paragraph and the rectification that the Laws give for them.

Each row names the law that it was read in. What a ruling does is written as in the book: the kind of an effect, and after
a colon what belongs to it.
"""

from __future__ import annotations

import pytest

from arrowswitch.rulings import EDITIONS, book, walk
from arrowswitch.rulings.model import Question, RulingOutcome

BOTH = " ".join(EDITIONS)
TELLING = ("times", "tricks", "card", "how", "ns", "ew", "offending", "others", "by")
"""What is told of an effect, besides its kind."""

# law, procedure, editions, answers, paragraphs that the ruling rests on, what it does
CALLS = [
    # -- the auction out of turn: 28B is for a call of an opponent
    ("28B", "bid-out-of-turn", BOTH, "right", "28B", "cancelled stands"),
    ("31B", "bid-out-of-turn", "2017", "partner no not", "31B 26B", "replace must-pass:once lead-restriction"),
    ("31B, 23A", "bid-out-of-turn", "2017", "partner no comparable", "31B 23B", "replace check-later"),
    ("31B", "bid-out-of-turn", "2007", "partner no", "31B 26", "cancelled must-pass:throughout lead-restriction"),
    ("29A", "bid-out-of-turn", BOTH, "partner yes", "29A", "stands withdrawn"),
    ("28B", "pass-out-of-turn", BOTH, "right", "28B", "cancelled stands"),
    ("30B1", "pass-out-of-turn", "2017", "partner no no not", "30B1(b)(ii) 26B", "replace must-pass:once lead-restriction"),
    ("30B1", "pass-out-of-turn", "2017", "partner no no comparable", "30B1(b)(i) 23B", "replace check-later"),
    ("30B2", "pass-out-of-turn", "2007", "partner no no yes", "30B2", "cancelled must-pass:throughout options"),
    ("30A", "pass-out-of-turn", "2007", "partner no no no", "30A", "cancelled must-pass:once"),
    ("28B", "double-out-of-turn", BOTH, "yes right", "28B", "cancelled stands"),
    ("32B", "double-out-of-turn", "2017", "yes partner no not", "32B 26B", "replace must-pass:once lead-restriction"),
    ("32A", "double-out-of-turn", "2007", "yes partner no", "32A 26B", "cancelled must-pass:throughout lead-restriction"),
    ("28B", "call-out-of-turn", BOTH, "no right", "28B", "cancelled stands"),
    ("31B", "call-out-of-turn", "2017", "no partner bid no not", "31B", "replace must-pass:once lead-restriction"),
    ("30B1", "call-out-of-turn", "2017", "no partner pass no no comparable", "30B1(b)(i)", "replace check-later"),
    ("32B", "call-out-of-turn", "2017", "no partner double yes no not", "32B", "replace must-pass:once lead-restriction"),
    # -- dummy's missing or extra card to a trick carries no automatic trick
    ("67B1, 64B3", "defective-trick", BOTH, "yes few dummy", "67B1 64B3", "replace transfer:0 adjust:equity"),
    ("67B2, 64B3", "defective-trick", BOTH, "yes many dummy", "67B2 64B3", "card-back transfer:0 adjust:equity"),
    ("67B1, 64A2", "defective-trick", BOTH, "yes few declarer yes", "67B1 64A2", "replace transfer:1"),
    # -- a card turned the wrong way, and a look at one's own last card
    ("65B3", "trick-pointed-wrong", "2017", "declarer no", "65B3", "nothing"),
    ("65B3", "trick-pointed-wrong", "2017", "declarer yes", "65B3 16B", "tell"),
    ("65B3", "trick-pointed-wrong", "2007", "declarer", "65B3", "nothing"),
    ("65B3", "trick-pointed-wrong", BOTH, "dummy no", "65B3", "nothing"),
    ("65B3", "trick-pointed-wrong", BOTH, "defender yes", "65B3 16B", "tell"),
    ("66B", "looking-at-tricks", BOTH, "turned", "66B", "nothing"),
    # -- declarer who takes himself for dummy has not claimed
    ("48B2, 68A", "contested-claim", BOTH, "mistaken yes", "48B2 68A", "card-back play-on"),
    # -- a defender plays before his partner
    ("57C1", "premature-play", BOTH, "before-partner yes", "57C1", "nothing"),
    ("57C1", "premature-play", BOTH, "declarer both", "57C1", "nothing"),
    ("57C2", "premature-play", "2017", "before-partner dummy", "57C2", "nothing tell"),
    ("57C1", "premature-play", "2007", "before-partner dummy", "57C1", "nothing tell"),
    ("57C3", "premature-play", "2017", "declarer no", "57C3", "stands"),
    ("57C2", "premature-play", "2007", "declarer no", "57C2", "stands"),
    # -- one player has seen another's cards: by fault
    ("12C2(a)", "extraneous-information", BOTH, "now no one-hand no yes no one-side", "12C2(a)", "artificial:A-:A+ penalty"),
    ("12C2(a)", "extraneous-information", BOTH, "now no one-hand no yes no both", "12C2(a)", "artificial:fault"),
    ("12C2(a)", "extraneous-information", BOTH, "now no more yes no outside", "12C2(a)", "artificial:A+:A+"),
    ("16D2(a)", "extraneous-information", "2017", "now no one-hand yes", "16D2(a)", "options"),
    ("16C2(b)", "extraneous-information", "2007", "now no more no", "16C2(b)", "cancelled"),
    ("16D3", "extraneous-information", "2017", "now yes", "16D2(c) 16D3", "play-on check-later"),
    ("16C3", "extraneous-information", "2007", "now yes", "16C2(c) 16C3", "play-on check-later"),
    # -- a lead out of turn to the last trick, and asking one's partner about a revoke
    ("53A", "lead-out-of-turn-defender", "2017", "no yes", "53A", "card-back"),
    ("60B", "play-after-illegal-play", BOTH, "defender-early", "60B", "penalty-card:major"),
    # -- dummy who has lost his rights
    ("43B3", "dummy-lost-rights", "2017", "defender", "43B3", "play-on adjust:split"),
    ("43B3", "dummy-lost-rights", "2007", "defender", "43B3 12B1", "play-on adjust:equity"),
    # -- two same cards in the pack
    ("13C", "foreign-card", "2017", "no thirteen", "13C", "card-back"),
    ("13F", "foreign-card", "2007", "no thirteen", "13F", "card-back"),
    ("13C, 14A", "foreign-card", BOTH, "no fewer no", "14A", "restore"),
    # -- revokes of both defenders: 64A for each, and no trick twice
    ("64A", "revoke", BOTH, "yes no in-time hand same-side revoker 3 revoker 2", "64A", "transfer:4"),
    ("64A", "revoke", BOTH, "yes no in-time hand same-side opponents 1 opponents 1", "64A", "transfer:1"),
    ("64A", "revoke", BOTH, "yes no in-time hand two-defenders yes 2", "64A", "transfer:3"),
    # -- a missing card
    ("14B4, 64B3", "missing-card", BOTH, "yes elsewhere yes dummy", "14B4 64B3", "transfer:0 adjust:equity"),
    ("14B4, 50B", "missing-card", BOTH, "yes elsewhere no yes yes", "14B4 50B", "restore penalty-card:major"),
    ("14B, 14C", "missing-card", BOTH, "yes nowhere no no", "14B 14C", "restore"),
    # -- the score and the facts
    ("12B2", "adjusted-score", BOTH, "right harsh", "12B2", "stands"),
    ("12A", "adjusted-score", BOTH, "no yes no", "12A", "stands"),
    ("84A", "disputed-facts", BOTH, "yes no", "84A", "play-on"),
    ("84B, 84C", "disputed-facts", BOTH, "yes yes no", "84B 84C 10C", "tell options"),
    ("84D", "disputed-facts", BOTH, "yes yes yes", "84D", "adjust:equity"),
    ("21B1(a)", "misinformation-before-lead", BOTH, "wrong auction yes no", "21B1(a)", "options check-later"),
    ("21B3", "misinformation-before-lead", BOTH, "wrong auction yes yes", "21B3", "play-on check-later"),
    # -- players, boards and bidding cards
    ("4", "player-replaced", BOTH, "no yes yes", "4", "stands play-on"),
    ("12C2(a)", "player-replaced", BOTH, "no no no", "12C2(a)", "artificial:A-:A+"),
    ("74C8", "player-replaced", BOTH, "soon no", "74C8", "tell penalty"),
    ("8B1", "board-forgotten", BOTH, "no no yes", "8B1", "play-on"),
    ("12C2(a)", "board-forgotten", BOTH, "no yes no ns-part ew-none", "12C2(a)", "artificial:A:A+"),
    ("21A, 2", "wrong-vulnerability", BOTH, "misread", "21A 2", "stands"),
    ("7A, 12A1", "wrong-vulnerability", BOTH, "opponents yes yes", "7A 12A1", "play-on adjust:equity"),
    ("2", "wrong-vulnerability", BOTH, "marked", "2", "stands"),
    ("7A", "board-off-table", BOTH, "nothing no", "7A 7D", "restore"),
    ("90B8", "board-off-table", BOTH, "nothing yes", "7A 90B8", "restore penalty"),
    ("22A, 44E", "wrong-denomination", BOTH, "no play", "22A 44E", "stands play-on"),
    ("22A, 79", "wrong-denomination", BOTH, "no after", "22A 79", "adjust:tricks"),
    ("47E2(a)", "wrong-denomination", BOTH, "yes no", "47E2(a)", "card-back"),
    ("20F1, 40B6(a)", "refused-explanation", BOTH, "yes refuses no", "20F1 40B6(a)", "tell penalty"),
    ("21B", "refused-explanation", BOTH, "yes refuses yes", "21B", "options adjust:equity"),
    ("18F, 22A", "bidding-cards-early", BOTH, "no offender", "18F 22A", "stands"),
    ("20C, 41B", "bidding-cards-early", BOTH, "yes", "20C 41B", "nothing"),
]  # fmt: skip
ROWS = [(*row[:2], edition, *row[3:]) for row in CALLS for edition in row[2].split()]


@pytest.mark.parametrize(("law", "name", "edition", "answers", "laws", "does"), ROWS)
def test_a_call_is_ruled_as_its_law_says(law: str, name: str, edition: str, answers: str, laws: str, does: str) -> None:
    step = walk(book(), name, answers.split(), edition=edition)
    assert isinstance(step.node, RulingOutcome), f"Law {law}: it still asks {step.node.id}"
    assert set(laws.split()) <= set(step.laws), law
    found = [
        ":".join([each.kind, *(str(each.detail[key]) for key in TELLING if key in each.detail)])
        for each in step.effects
    ]
    assert found == does.split(), law


OUT_OF_TURN = ("bid-out-of-turn", "pass-out-of-turn", "double-out-of-turn", "call-out-of-turn")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", OUT_OF_TURN)
def test_who_called_since_is_asked_in_the_same_words_of_every_call_out_of_turn(name: str, edition: str) -> None:
    question = book()[name].nodes["since"]
    assert isinstance(question, Question)
    assert [option.id for option in question.options if option.id != "together"] == [
        "nobody",
        "lho",
        "right",
        "partner",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", OUT_OF_TURN[:3])
def test_whose_turn_it_was_is_not_asked_again_once_the_partner_has_called_at_his_own(name: str, edition: str) -> None:
    first = ["yes"] if name == "double-out-of-turn" else []
    more = ["no"] if name == "pass-out-of-turn" else []
    step = walk(book(), name, [*first, "partner", *more, "no"], edition=edition)
    assert step.node.id != "turn"


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("adjusted-score", "power"),
        ("disputed-facts", "kind"),
        ("missing-card", "effect"),
        ("extraneous-information", "choice"),
        ("revoke", "exception"),
    ],
)
def test_a_director_is_asked_what_he_can_see_and_not_what_the_law_says_of_it(name: str, gone: str) -> None:
    assert gone not in book()[name].nodes
    for node in book()[name].nodes.values():
        if isinstance(node, Question):
            assert "law" not in node.text.lower().replace("laws do not allow", ""), node.id


def test_of_misinformation_one_thing_is_asked_at_a_time() -> None:
    first, then = (
        walk(book(), "misinformation-before-lead", ["wrong", "auction", *more]).node.id for more in ([], ["yes"])
    )
    assert (first, then) == ("influenced", "partner-called")


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_takes_the_tricks_of_a_revoke_away_is_asked_one_by_one(edition: str) -> None:
    asked = [
        walk(book(), "revoke", ["yes", "no", *more], edition=edition).node.id
        for more in ([], ["in-time"], ["in-time", "hand"])
    ]
    assert asked == ["noticed", "card", "other-revoke"]


def test_own_last_card_may_be_seen_until_a_lead_in_2007_and_until_his_side_plays_since_2017() -> None:
    said = {
        edition: next(
            option.text
            for option in walk(book(), "looking-at-tricks", edition=edition).options
            if option.id == "turned"
        )
        for edition in EDITIONS
    }
    assert "his side has not led or played" in said["2017"]
    assert "nobody has led" in said["2007"]


def test_in_2007_a_lead_out_of_turn_to_the_last_trick_is_one_like_any_other() -> None:
    """Law 53A of 2007 knows no exception for the thirteenth trick."""
    assert walk(book(), "lead-out-of-turn-defender", ["no"], edition="2007").node.id == "since"
    assert walk(book(), "lead-out-of-turn-defender", ["no"]).node.id == "thirteenth"


def test_law_50e_is_named_with_every_penalty_card() -> None:
    for procedure in book().values():
        for node in procedure.nodes.values():
            if isinstance(node, RulingOutcome) and any(each.kind == "penalty-card" for each in node.effects):
                for edition, laws in node.laws.items():
                    assert "50E" in {law[:3] for law in laws}, f"{procedure.id}, {node.id}, {edition}"
