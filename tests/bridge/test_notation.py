"""What people write is read, and what is printed reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import (
    BIDS,
    PACK,
    PASSED_OUT,
    Contract,
    Doubling,
    NotBridge,
    OtherCall,
    Result,
    Seat,
    Vulnerability,
    in_words,
    parse_bid,
    parse_call,
    parse_card,
    parse_contract,
    parse_result,
    parse_seat,
    parse_vulnerability,
    parse_written,
)

contracts = st.builds(Contract, st.sampled_from(BIDS), st.sampled_from(Doubling))
results = st.builds(Result, contracts, st.integers(0, 13), st.none() | st.sampled_from(Seat)) | st.just(
    Result(PASSED_OUT)
)
spaces = st.sampled_from(["", " ", "  "])


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("3NTX-2", "3NTX -2"),
        ("3nt x by S -2", "3NTX S -2"),
        ("4♠=", "4♠ ="),
        ("4S=", "4♠ ="),
        ("4SN+1", "4♠ N +1"),
        ("4HxxW", "4♥XX W ="),
        ("6NT**", "6NTXX ="),
        ("3NT*-1", "3NTX -1"),
        ("PASS", "Pass"),
        ("Passed out", "Pass"),
        ("AP", "Pass"),
        ("p", "Pass"),
        ("4DX+1", "4♦X +1"),
        ("3n", "3NT ="),
        ("3NS", "3NT S ="),
        ("3NN+1", "3NT N +1"),
        ("3 no trumps by East", "3NT E ="),
        ("4SS", "4♠ S ="),
        ("4ss-1", "4♠ S -1"),
        ("4 spades doubled by South, -2", "4♠X S -2"),
        ("4♥\ufe0f × E −1", "4♥X E -1"),
        ("2♢W+2", "2♦ W +2"),
        ("4S+1 N", "4♠ N +1"),
        ("3NT S 9", "3NT S ="),
        ("4SX W 8", "4♠X W -2"),
        ("7C 0", "7♣ -13"),
        ("1NT by N 7 tricks", "1NT N ="),
        ("4dx making 5", "4♦X +1"),
        ("4S made", "4♠ ="),
        ("1C+6", "1♣ +6"),
        ("7NT-13", "7NT -13"),
    ],
)
def test_every_common_notation_of_a_result_is_read(written, printed):
    assert str(parse_result(written)) == printed


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("4Z", '"4Z" is not a result. Write it like 4SX N -1, 3NT=, 2♥ W +1, or PASS.'),
        ("7NT+1", "7NT +1 cannot be: its results go from -13 to =."),
        ("1C-8", "1♣ -8 cannot be: its results go from -7 to +6."),
        ("4S 14", "Nobody can take 14 tricks: a board has 0 to 13."),
        ("4S making 3", "4♠ making 3 cannot be: it makes from 4 to 7."),
        ("3S 4", "3♠ 4 could be 4 tricks or making 4: write +1 or -5."),
    ],
)
def test_a_result_that_cannot_be_is_answered_with_a_sentence(written, sentence):
    with pytest.raises(NotBridge) as caught:
        parse_result(written)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "nonsense",
    ["", " ", "0S", "8S", "4", "S", "4SXXX", "4S***", "4SN=S", "44S", "4S++1", "4S+", "4ß", "NT3", "4S by", "٤S", "X"],
)
def test_nonsense_is_neither_a_result_nor_a_contract_nor_a_bid(nonsense):
    for parse in (parse_result, parse_contract, parse_written, parse_bid):
        with pytest.raises(NotBridge, match=r"^\".*\" is not a .*\.$"):
            parse(nonsense)


@pytest.mark.parametrize("too_much", ["4S N", "4S=", "4SN+1", "3NT 9"])
def test_a_contract_that_stands_alone_has_no_declarer_and_no_result(too_much):
    with pytest.raises(NotBridge, match=r"is not a contract\. Write it like 4S"):
        parse_contract(too_much)


def test_a_contract_without_result_leaves_declarer_and_tricks_open():
    written = parse_written("4HxxW")
    assert (str(written.contract), written.declarer, written.tricks) == ("4♥XX", Seat.WEST, None)
    assert parse_written("AP").contract is PASSED_OUT


def test_a_long_text_is_quoted_in_part():
    with pytest.raises(NotBridge) as caught:
        parse_result("4S " * 1000)
    assert len(str(caught.value)) < 120


@given(results)
def test_a_result_reads_back_from_what_it_prints(result):
    assert parse_result(str(result)) == result


@given(results, spaces, st.sampled_from([str.lower, str.upper, str.title]))
def test_a_result_reads_back_from_letters_in_any_case_and_spacing(result, space, case):
    tail = str(result).split(" ")[1:]
    assert parse_result(case(space.join([result.contract.plain, *tail]))) == result


@given(contracts | st.just(PASSED_OUT))
def test_a_contract_reads_back_from_its_symbols_and_its_letters(contract):
    assert parse_contract(str(contract)) == parse_contract(contract.plain) == contract


@pytest.mark.parametrize("call", [*BIDS, *OtherCall])
def test_a_call_reads_back_from_its_symbols_and_its_letters(call):
    assert parse_call(str(call)) == parse_call(call.plain) == parse_call(call.plain.lower()) == call


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_reads_back_suit_first_or_rank_first(card):
    rank_first = card.plain[::-1]
    for written in (str(card), card.plain, rank_first, f"{card.rank}{card.suit}", f"{card.suit.letter} {card.rank}"):
        assert parse_card(written) == parse_card(written.lower()) == card


@pytest.mark.parametrize("nonsense", ["", "H", "5", "H1", "H11", "HH", "55", "X5", "H55", "S1O"])
def test_what_is_no_card_is_refused(nonsense):
    with pytest.raises(NotBridge, match=r"is not a card\. Write suit and rank, like H5"):
        parse_card(nonsense)


def test_seats_and_vulnerabilities_read_back():
    for seat in Seat:
        assert parse_seat(str(seat)) is parse_seat(seat.full_name) is seat
    for vulnerability in Vulnerability:
        assert parse_vulnerability(str(vulnerability)) is vulnerability
    assert [str(parse_vulnerability(text)) for text in ("-", "Love", "N/S", "e-w", "BOTH")] == (
        ["none", "none", "ns", "ew", "all"]
    )


@pytest.mark.parametrize(
    ("parse", "allowed"),
    [
        (parse_seat, "N, E, S and W"),
        (parse_vulnerability, "none, ns, ew or all"),
        (parse_call, "Pass, X or XX"),
        (parse_bid, "1♣ to 7NT"),
    ],
)
def test_a_refusal_says_what_is_allowed(parse, allowed):
    with pytest.raises(NotBridge, match=allowed):
        parse("Q")


@given(st.text(alphabet="1234567890 NESWCDHXT♠♥♦♣*+-=pasbyßſ٤", max_size=8))
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(text):
    for parse in (parse_result, parse_contract, parse_call, parse_card, parse_seat, parse_vulnerability):
        try:
            value = parse(text)
        except NotBridge as problem:
            refusal = str(problem)
        else:
            assert parse(str(value)) == value
            continue
        assert refusal.endswith(".")


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("4SX S -2", "4♠ doubled by South, two down"),
        ("3NT N =", "3NT by North, made exactly"),
        ("2HXX E +1", "2♥ redoubled by East, one overtrick"),
        ("1C +6", "1♣, six overtricks"),
        ("7NT W -13", "7NT by West, thirteen down"),
        ("PASS", "passed out"),
    ],
)
def test_a_result_is_said_in_words(written, words):
    assert in_words(parse_result(written)) == words
