"""What a player says when he calls the director leads to the right procedure: it stands first."""

from __future__ import annotations

import pytest

from arrowswitch.rulings import book, search
from arrowswitch.rulings.search import in_full

SAID = [
    # the auction
    ("1H over 1S", "insufficient-bid"),
    ("2C over 2H", "insufficient-bid"),
    ("one heart over one spade", "insufficient-bid"),
    ("she bid too low", "insufficient-bid"),
    ("his bid isn't high enough", "insufficient-bid"),
    ("it wasn't sufficient", "insufficient-bid"),
    ("he bid out of turn", "bid-out-of-turn"),
    ("opened the bidding when it wasn't his turn", "bid-out-of-turn"),
    ("she passed out of turn", "pass-out-of-turn"),
    ("he doubled out of turn", "double-out-of-turn"),
    ("he doubled his partner", "inadmissible-double"),
    ("I pulled the wrong card from the box", "change-of-call"),
    ("wrong card out of the bidding box", "change-of-call"),
    ("she wants to change her bid", "change-of-call"),
    ("I didn't mean to bid that", "change-of-call"),
    ("is it a comparable call", "comparable-call"),
    ("we both bid at once", "simultaneous-calls"),
    ("he bid eight clubs", "bid-above-seven"),
    ("she was barred but she bid", "call-when-required-to-pass"),
    ("I never got a chance to bid", "player-left-out"),
    ("everybody passed can we redeal", "passed-out"),
    ("he doubled after the bidding was over", "call-after-auction"),
    ("he said one and then stopped", "incomplete-call"),
    ("a card fell on the table during the bidding", "card-exposed-in-auction"),
    # information
    ("she hesitated", "unauthorised-information"),
    ("he thought for ages before passing", "unauthorised-information"),
    ("they took a long time to bid", "unauthorised-information"),
    ("break in tempo", "unauthorised-information"),
    ("partner forgot to alert", "forgotten-alert"),
    ("they didn't alert", "forgotten-alert"),
    ("the explanation was wrong", "misinformation-found-later"),
    ("they told us the wrong meaning", "misinformation-found-later"),
    ("he didn't have what they said", "misinformation-found-later"),
    ("my partner gave the wrong explanation", "correcting-partners-explanation"),
    ("may I change my call because of the late alert", "misinformation-before-lead"),
    ("he psyched", "psych"),
    ("she opened with no points", "psych"),
    ("no stop card", "announcements-and-stop"),
    ("can I ask what that bid means", "review-and-questions"),
    ("I overheard the result at the next table", "extraneous-information"),
    ("she looked at her own system card", "own-system-card"),
    ("he fumbled with a singleton", "deception-by-tempo"),
    # the lead and the play
    ("he led from the wrong side", "opening-lead-out-of-turn"),
    ("the wrong person led", "opening-lead-out-of-turn"),
    ("opening lead by the wrong defender", "opening-lead-out-of-turn"),
    ("declarer led from the wrong hand", "lead-out-of-turn-declarer"),
    ("he was in dummy but led from hand", "lead-out-of-turn-declarer"),
    ("defender led out of turn", "lead-out-of-turn-defender"),
    ("it wasn't her lead", "lead-out-of-turn-defender"),
    ("he revoked", "revoke"),
    ("she didn't follow suit", "revoke"),
    ("he trumped but he had a heart", "revoke"),
    ("dropped a card on the table", "exposed-card-in-play"),
    ("he showed his ace", "exposed-card-in-play"),
    ("partner is on lead and there is a penalty card", "penalty-card-partner-leads"),
    ("two penalty cards", "several-penalty-cards"),
    ("he didn't play the penalty card", "penalty-card-not-played"),
    ("two cards came out together", "simultaneous-plays"),
    ("she played before her partner", "premature-play"),
    ("is that card played", "card-played"),
    ("declarer wants to change the card from dummy", "change-of-card"),
    ("he called for a spade and meant the ace", "change-of-card"),
    ("dummy spoke", "dummys-rights"),
    ("dummy told him he was in his hand", "dummys-rights"),
    ("dummy played the wrong card", "wrong-card-from-dummy"),
    ("dummy looked at my hand", "dummy-lost-rights"),
    ("declarer just said play", "unclear-card-from-dummy"),
    ("can I see the last trick", "looking-at-tricks"),
    ("he has one card too many at the end", "defective-trick"),
    ("I have fourteen cards", "wrong-number-of-cards"),
    ("I only have twelve cards", "missing-card"),
    ("there is a card on the floor", "missing-card"),
    # claims and scores
    ("he claimed and was wrong", "contested-claim"),
    ("we don't agree with the claim", "contested-claim"),
    ("he claimed but there was a trump out", "claim-outstanding-trump"),
    ("he conceded a trick he had won", "concession-cancelled"),
    ("we disagree about the number of tricks", "disputed-tricks"),
    ("we put in the wrong score", "score-correction"),
    ("we want to appeal", "appeal"),
    ("average plus", "artificial-score"),
    # boards, time and manners
    ("we played the wrong board", "wrong-board"),
    ("we've played this board before", "board-played-twice"),
    ("they are at the wrong table", "movement-mix-up"),
    ("the board doesn't match the hand record", "fouled-board"),
    ("I took the cards from the other board", "cards-from-wrong-board"),
    ("forgot to switch", "board-not-switched"),
    ("they're too slow", "slow-play"),
    ("no time to play the last board", "slow-play"),
    ("they are late", "late-arrival"),
    ("his phone rang", "telephone"),
    ("he was rude to me", "bad-behaviour"),
    ("the kibitzer said something", "spectators"),
    ("he says he did and I say he didn't", "disputed-facts"),
    ("I gave the wrong ruling", "directors-error"),
    # said at tables, in other words than the book's
    ("she bid before me", "bid-out-of-turn"),
    ("he doubled a pass", "inadmissible-double"),
    ("took ages to pass and then partner bid", "unauthorised-information"),
    ("his partner bid after the slow pass", "unauthorised-information"),
    ("they said it was a transfer but it was natural", "misinformation-found-later"),
    ("she didn't say it could be short", "forgotten-alert"),
    ("he's just found a diamond", "revoke"),
    ("no hearts? yes I have one", "revoke"),
    ("she had a club all along", "revoke"),
    ("they renounced", "revoke"),
    ("I can see his hand", "exposed-card-in-play"),
    ("I meant to play the queen", "change-of-card"),
    ("dummy picked a card without being asked", "wrong-card-from-dummy"),
    ("declarer said small and dummy put the ten", "wrong-card-from-dummy"),
    ("she said the rest are mine", "contested-claim"),
    ("he threw his cards in", "contested-claim"),
    ("there are two aces of spades", "foreign-card"),
    ("someone said six spades makes", "extraneous-information"),
    ("we are sitting the wrong way", "movement-mix-up"),
    ("the board is the wrong way round", "board-not-switched"),
    ("the boards haven't arrived", "slow-play"),
    ("we keyed in the wrong contract", "score-correction"),
    ("can I see that again", "looking-at-tricks"),
    ("he swore", "bad-behaviour"),
    ("my husband is being horrible", "bad-behaviour"),
]


@pytest.mark.parametrize(("said", "name"), SAID)
def test_what_a_player_says_finds_the_procedure(said: str, name: str) -> None:
    found = [each.id for each in search(book(), said)]
    assert found[0] == name, found[:3]


@pytest.mark.parametrize("name", sorted(book()))
def test_a_procedure_is_found_by_its_title_and_by_every_way_it_is_put(name: str) -> None:
    procedure = book()[name]
    assert search(book(), procedure.title)[0].id == name
    for way in procedure.ways:
        assert name in [each.id for each in search(book(), way)[:3]], way


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("dummy down before the lead", "card-exposed-in-auction"),
        ("defender names a card", "exposed-card-in-play"),
        ("one heart, no, one spade", "change-of-call"),
        ("forgot the notrump range", "announcements-and-stop"),
        ("final pass by mistake", "change-of-call"),
        ("revoker claimed", "revoke"),
        ("revoker's partner has led", "revoke"),
        ("can I let them off?", "attention-to-irregularity"),
        ("a player has to leave", "player-replaced"),
        ("my partner went home ill", "player-replaced"),
        ("somebody else played for her", "player-replaced"),
        ("we forgot a board", "board-forgotten"),
        ("I thought we were not vulnerable", "wrong-vulnerability"),
        ("the board is on the floor", "board-off-table"),
        ("we played it in hearts and it was spades", "wrong-denomination"),
        ("they won't tell us what it means, they refuse", "refused-explanation"),
        ("he picked up his bidding cards", "bidding-cards-early"),
        ("declarer thought he was dummy", "contested-claim"),
    ],
)
def test_what_is_called_for_in_other_words_is_found_as_well(said: str, name: str) -> None:
    assert search(book(), said)[0].id == name


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("UI", "unauthorised-information"),
        ("MI", "misinformation-before-lead"),
        ("BIT", "unauthorised-information"),
        ("LOOT", "lead-out-of-turn-defender"),
        ("OLOOT", "opening-lead-out-of-turn"),
        ("BOOT", "bid-out-of-turn"),
        ("POOT", "pass-out-of-turn"),
        ("COOT", "call-out-of-turn"),
        ("IB", "insufficient-bid"),
        ("PP", "procedural-penalty"),
        ("DP", "bad-behaviour"),
        ("MPC", "penalty-card-partner-leads"),
        ("ESE", "self-inflicted-damage"),
        ("CPU", "illegal-agreement"),
        ("Ave+", "artificial-score"),
        ("boot", "bid-out-of-turn"),
        ("a BOOT by West", "bid-out-of-turn"),
        ("UI from a BIT", "unauthorised-information"),
    ],
)
def test_directors_abbreviations_are_read(short: str, name: str) -> None:
    assert search(book(), short)[0].id == name


def test_an_abbreviation_that_is_a_word_too_counts_in_capitals_only() -> None:
    assert in_full("she waited a bit before she led") == "she waited a bit before she led"
    assert search(book(), "he put his boot on the board")[0].id != "bid-out-of-turn"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("27B1b", "insufficient-bid"),
        ("27 b 1 (b)", "insufficient-bid"),
        ("law 27", "insufficient-bid"),
        ("L27", "insufficient-bid"),
        ("Law 27.B.1.b", "insufficient-bid"),
        ("L64A1", "revoke"),
        ("§ 64", "revoke"),
        ("12C1e", "self-inflicted-damage"),
        ("12", "adjusted-score"),
        ("12c2", "artificial-score"),
        ("20F5b", "correcting-partners-explanation"),
        ("20", "review-and-questions"),
        ("50E", "penalty-card-partner-leads"),
        ("49", "exposed-card-in-play"),
        ("16", "unauthorised-information"),
        ("16d", "extraneous-information"),
        ("15", "wrong-board"),
        ("15A2", "cards-from-wrong-board"),
        ("65B3", "trick-pointed-wrong"),
        ("70", "contested-claim"),
        ("70c", "claim-outstanding-trump"),
        ("79", "disputed-tricks"),
        ("79C", "score-correction"),
        ("86b1", "teams-board"),
        ("30b1bii", "pass-out-of-turn"),
        ("31", "bid-out-of-turn"),
        ("33", "simultaneous-calls"),
        ("27B4", "insufficient-bid"),
    ],
)
def test_a_law_is_found_however_it_is_written_and_its_main_procedure_first(written: str, name: str) -> None:
    assert search(book(), written)[0].id == name


@pytest.mark.parametrize("written", ["1", "Law 3", "77", "L80", "law 89", "78"])
def test_a_law_without_a_procedure_gives_nothing_unrelated(written: str) -> None:
    assert search(book(), written) == []


def test_what_reads_like_a_bid_and_is_no_paragraph_is_a_bid() -> None:
    assert search(book(), "8C")[0].id == "bid-above-seven"
    assert search(book(), "7D")[0].id == "board-off-table"
