"""Howells against the printed cards, and generated ones against what is known to be possible."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from arrowswitch.movements import build, choose, facts
from arrowswitch.movements.balance import balance
from arrowswitch.movements.design import bound
from arrowswitch.movements.families.howell import howell
from arrowswitch.movements.families.howell_cards import HowellCard, cards, relays
from arrowswitch.movements.families.three_quarter_howell import three_quarter_howell
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import half
from oracles import names, oracle, pairs_movement

PREFIX = {"000": "nz", "002": "acbl", "004": "busbridge"}
PRINTED = {f"{PREFIX[name[:3]]}-howell-{int(name[10:12])}": name for name in names("*-pairs-*-howell")}


def seats(movement: Movement) -> list[tuple[int, int, int, int, tuple[int, ...]]]:
    return [(m.round, m.table, m.ns, m.ew, m.boards) for m in movement.meetings]


def arrows(card: HowellCard) -> dict[str, str]:
    """Where each seat of the line-up goes after every round, before any arrow switch.

    >>> arrows(cards()["busbridge-howell-4"])["1NS"]
    '2EW'
    """
    seat = {
        number: f"{table}{side}"
        for table, sides in enumerate(card.line_up.seats, 1)
        for side, number in zip(("NS", "EW"), sides, strict=True)
    }
    # The pair in seat number n becomes n in the next round where n - 1 sat before: it follows the number below it.
    return {
        place: seat[(number - 2) % card.rounds + 1] if number <= card.rounds else "stationary"
        for number, place in seat.items()
    }


def assert_legal(movement: Movement) -> None:
    """Nobody plays a board or an opponent twice, or is at two tables; no set is at two tables that do not share."""
    boards = Counter((side, board) for m in movement.meetings for side in m.sides for board in m.boards)
    assert set(boards.values()) == {1}
    assert set(Counter(frozenset(m.sides) for m in movement.meetings).values()) == {1}
    assert set(Counter((m.round, side) for m in movement.meetings for side in m.sides).values()) == {1}
    if not movement.shares:
        assert set(Counter((m.round, board) for m in movement.meetings for board in m.boards).values()) == {1}


@pytest.mark.parametrize("card", PRINTED)
def test_a_printed_card_is_followed_to_the_letter(card: str) -> None:
    printed = oracle(PRINTED[card])
    movement = howell(Wish(2 * printed["tables"], card=card))
    assert seats(movement) == seats(pairs_movement(PRINTED[card]))
    assert movement.card == card
    assert set(movement.stationary) == {place["pair"] for place in printed["stationary"]}


@pytest.mark.parametrize("card", [card for card, name in PRINTED.items() if "moves" in oracle(name)])
def test_the_arrows_of_the_guide_cards(card: str) -> None:
    assert arrows(cards()[card]) == oracle(PRINTED[card])["moves"]


@pytest.mark.parametrize("card", [card for card, name in PRINTED.items() if "relays" in oracle(name)])
def test_the_relays_that_a_card_tells_of(card: str) -> None:
    printed = {(relay["between"], relay["sets"]) for relay in oracle(PRINTED[card])["relays"]}
    assert {(f"T{r.between[0]}/T{r.between[1]}", r.sets) for r in relays(cards()[card], 1)} == printed


@pytest.mark.parametrize("card", cards())
def test_every_card_is_legal_and_has_the_quality_it_claims(card: str) -> None:
    one = cards()[card]
    pairs = one.pairs - bool(one.missing)
    movement = howell(Wish(pairs, card=card))
    assert_legal(movement)
    assert len(movement.contestants) == pairs
    if one.qf is not None:
        assert balance(movement).qf == pytest.approx(one.qf, abs=0.001)


@pytest.mark.parametrize("card", [card for card in cards().values() if card.missing], ids=lambda card: card.id)
def test_a_card_for_a_half_table_is_better_than_those_in_print_and_its_proof_holds(card: HowellCard) -> None:
    """Everybody sits out once at most; the bound in its source is counted anew, and where it is reached nobody can do better."""
    pairs, family = card.pairs - 1, card.family
    movement = build(family, tables=half(pairs), rounds=card.length, boards_per_round=2, card=card.id)
    limit = bound(movement)
    assert max(facts(movement).sit_outs.values()) == 1
    assert facts(movement).repeated == ()
    if limit.proves(balance(movement).qf):
        assert card.source.endswith("proved: none is better")
    else:
        assert card.source.endswith(f"none can be above {limit.qf:.2f}")
    printed = [
        balance(build(one.family, tables=half(pairs), rounds=card.length, boards_per_round=2, card=one.id)).qf
        for one in cards().values()
        if one.qf is None and one.pairs == card.pairs and one.rounds == card.rounds and len(one.sets_by_round) == 0
    ]
    assert all(card.qf is not None and card.qf > quality - 1e-4 for quality in printed)


def test_nine_pairs_are_perfectly_balanced_in_nine_rounds() -> None:
    """81.82 is the best in print (thebridsk, nine pairs), 87.10 with arrow switches of it."""
    movement = build("howell", tables="4½", rounds=9, boards_per_round=3, card="designed-howell-9-pairs-9")
    assert_legal(movement)
    found = balance(movement)
    assert (found.qf, found.deviation, found.minimum, found.maximum) == (100, 0, 3, 3)
    assert {frozenset(m.sides) for m in movement.meetings} == set(map(frozenset, combinations(range(1, 10), 2)))
    assert sorted(rest.pair for rest in movement.sit_outs) == list(range(1, 10))
    first = choose(tables="4½", boards="24-28", winners=1)[0]
    assert (first.movement.card, first.qf) == ("designed-howell-9-pairs-9", 100)


@pytest.mark.parametrize(("pairs", "rounds"), [(8, 7), (12, 11), (16, 15), (20, 19), (24, 23)])
def test_complete_howells_that_can_be_perfect_are(pairs: int, rounds: int) -> None:
    movement = howell(Wish(pairs, rounds=rounds))
    assert balance(movement).qf == 100
    assert {frozenset(m.sides) for m in movement.meetings} == set(map(frozenset, combinations(range(1, pairs + 1), 2)))


@pytest.mark.parametrize(("pairs", "rounds", "mark"), [(6, 5, 60.0), (10, 9, 83.33), (14, 13, 91.30)])
def test_complete_howells_reach_the_published_marks(pairs: int, rounds: int, mark: float) -> None:
    assert round(balance(howell(Wish(pairs, rounds=rounds))).qf, 2) >= mark


@pytest.mark.parametrize("pairs", range(3, 29))
def test_every_size_from_two_to_fourteen_tables_has_a_howell_of_a_session_s_length(pairs: int) -> None:
    movement = howell(Wish(pairs))
    assert_legal(movement)
    assert 24 <= movement.rounds * movement.boards_per_round <= 30
    assert len(movement.contestants) == pairs
    assert [call.after for call in movement.instructions] == sorted(call.after for call in movement.instructions)


def test_two_tables_play_three_rounds_with_shared_boards() -> None:
    movement = howell(Wish(4))
    assert (movement.rounds, movement.shares) == (3, ((1, 2),))
    assert balance(movement).qf == 100


@pytest.mark.parametrize("pairs", [7, 9, 11, 13, 15, 17, 19])
def test_at_a_half_table_nobody_sits_out_twice(pairs: int) -> None:
    movement = howell(Wish(pairs))
    assert max(Counter(out.pair for out in movement.sit_outs).values()) == 1


def test_the_best_ghost_of_five_and_a_half_tables_is_pair_12() -> None:
    assert 12 not in howell(Wish(11, card="busbridge-howell-6")).contestants
    movement = howell(Wish(11, card="busbridge-howell-6"))
    assert [(out.round, out.table, out.pair) for out in movement.sit_outs] == [(n, 6, n) for n in range(1, 10)]


def test_another_ghost_can_be_named() -> None:
    assert 5 not in howell(Wish(11, card="busbridge-howell-6", phantom="5")).contestants


def test_a_card_may_be_cut_short() -> None:
    movement = howell(Wish(8, rounds=6, card="busbridge-howell-4", boards_per_round=4))
    whole = howell(Wish(8, card="busbridge-howell-4"))
    assert seats(movement) == [seat for seat in seats(whole) if seat[0] <= 6]


def test_boards_may_be_wished_for() -> None:
    movement = howell(Wish(14, boards=26))
    assert movement.rounds * movement.boards_per_round == 26


def test_a_three_quarter_howell_has_several_stationary_pairs() -> None:
    movement = three_quarter_howell(Wish(14, rounds=12))
    assert (movement.rounds, movement.stationary) == (12, (13, 14))
    assert movement.family == "three-quarter-howell"


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ({"pairs": 60}, "2 to 14 tables, not 30.*Mitchell"),
        ({"pairs": 12, "rounds": 12}, "at most 11 rounds"),
        ({"pairs": 12, "card": "acbl-howell-8"}, "acbl-howell-6"),
        ({"pairs": 12, "phantom": "3"}, "nobody is missing"),
        ({"pairs": 11, "phantom": "13"}, "1 to 12"),
        ({"pairs": 10, "boards": 29}, "nearest are"),
        ({"pairs": 10, "boards_per_round": 0}, "1 to 12 can"),
    ],
)
def test_an_impossible_howell_is_answered_with_what_is_possible(wish: dict[str, int], answer: str) -> None:
    with pytest.raises(ImpossibleWish, match=answer):
        howell(Wish(**wish))  # type: ignore[arg-type]


def test_there_is_no_three_quarter_howell_for_two_tables() -> None:
    with pytest.raises(ImpossibleWish, match="take the Howell"):
        three_quarter_howell(Wish(4))


@pytest.fixture(scope="module")
def making() -> ModuleType:
    """The script that makes the file of generated cards."""
    tool = Path(__file__).resolve().parents[2] / "script" / "howells.py"
    spec = importlib.util.spec_from_file_location("howells_tool", tool)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_search_finds_the_same_again(making: ModuleType) -> None:
    assert making.search(10, 7, seed=3, seconds=0.2) == making.search(10, 7, seed=3, seconds=0.2)


def test_the_search_finds_perfect_balance_for_twelve_pairs(making: ModuleType) -> None:
    found = making.search(12, 11).movement()
    assert_legal(found)
    assert balance(found).qf == 100


def test_the_search_says_what_lengths_there_are(making: ModuleType) -> None:
    with pytest.raises(ImpossibleWish, match="5 to 9 rounds"):
        making.search(10, 10)


@pytest.mark.parametrize(("pairs", "length"), [(10, 7), (10, 8)])
def test_a_generated_card_is_made_again_from_its_seed(making: ModuleType, pairs: int, length: int) -> None:
    written = json.loads(making.FILE.read_text("utf-8"))
    assert making.entry(pairs, length, seed=0, seconds=0.5) in written


def test_the_file_of_generated_cards_is_what_the_script_writes(making: ModuleType, tmp_path: Path) -> None:
    text = making.FILE.read_text("utf-8")
    written = json.loads(text)
    assert [making.place(one) for one in written] == [
        (pairs, length) for pairs, lengths in making.LENGTHS.items() for length in lengths
    ]
    worse = [{**one, "qf": one["qf"] - 1, "line_up": "1-2"} for one in written]
    assert making.improved(written, worse) == written
    assert making.improved(worse, written) == written
    making.write(written, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text("utf-8") == text
