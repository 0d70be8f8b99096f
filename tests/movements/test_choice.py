"""Choosing: the manuals' first choices are there, what they call unfit stays below, wishes are met or refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from arrowswitch.movements import ImpossibleWish, audit, build, choose
from arrowswitch.movements.choosing.advice import advice
from arrowswitch.movements.choosing.tonight import Choice
from arrowswitch.words import half

ENTRIES = [half(pairs) for pairs in range(4, 81)]

# ACBL club director's notes L2473-2512: the movement named first for each size, boards NS (EW).
ACBL_FIRST = {
    "3": ("howell", 25, 25), "3½": ("howell", 24, 24), "4": ("howell", 28, 28), "4½": ("howell", 24, 24),
    "5": ("howell", 27, 27), "5½": ("howell", 24, 24), "6": ("howell", 27, 27), "6½": ("howell", 24, 24),
    "7": ("howell", 26, 26), "7½": ("howell", 24, 24), "8": ("share-relay", 24, 24), "8½": ("mitchell", 27, 24),
    "9": ("mitchell", 27, 27), "9½": ("share-relay", 30, 27), "10": ("share-relay", 30, 30),
    "10½": ("appendix", 27, 24), "11": ("mitchell", 27, 27), "11½": ("appendix", 30, 27),
    "12": ("share-relay", 24, 24), "12½": ("mitchell", 26, 24), "13": ("mitchell", 26, 26),
    "13½": ("share-relay", 28, 26), "14": ("share-relay", 28, 28), "14½": ("mitchell", 30, 28),
    "15": ("mitchell", 26, 26), "15½": ("rover", 24, 26), "16": ("sections", 24, 24), "17": ("sections", 24, 24),
}  # fmt: skip


# Busbridge directors' instructions L1708-1731, in the columns of the table above; its Howells of 12 rounds are its own.
BUSBRIDGE_FIRST = {
    "3": ("howell", 5, 5), "3½": ("howell", 7, 4), "4": ("howell", 7, 4), "4½": ("howell", 9, 3),
    "5": ("mitchell", 5, 5), "5½": ("howell", 9, 3), "6": ("share-relay", 6, 4), "6½": ("howell", 12, 2),
    "7": ("mitchell", 7, 4), "7½": ("howell", 12, 2), "8": ("share-relay", 8, 3), "8½": ("howell", 12, 2),
    "9": ("mitchell", 9, 3), "9½": ("howell", 12, 2), "10": ("blackpool", 12, 2), "10½": ("hesitation", 12, 2),
    "11": ("blackpool", 12, 2), "11½": ("share-relay", 12, 2), "12": ("share-relay", 12, 2),
    "12½": ("mitchell", 12, 2), "13": ("mitchell", 12, 2), "13½": ("skip-mitchell", 12, 2),
    "14": ("skip-mitchell", 12, 2), "14½": ("mitchell", 12, 2),
}  # fmt: skip

# NZ Club Directors Manual L1193-1203, L1364-1404: Howells up to seven tables, then Mitchells.
NZ_FIRST = {
    "4": ("howell", 7, 4), "5": ("howell", 9, 3), "6": ("howell", 9, 3), "7": ("howell", 13, 2),
    "8": ("share-relay", 8, 3), "9": ("mitchell", 9, 3), "10": ("share-relay", 10, 3),
    "11": ("extended-mitchell", 13, 2), "12": ("share-relay", 12, 2), "13": ("mitchell", 13, 2),
    "14": ("share-relay", 14, 2), "15": ("mitchell", 15, 2), "16": ("web", 13, 2), "18": ("web", 13, 2),
    "20": ("web", 13, 2), "26": ("skip-mitchell", 26, 1), "32": ("sections", 13, 2),
}  # fmt: skip


def known_as(choice: Choice) -> str:
    return "howell" if choice.family.endswith("howell") else choice.family


def place(choices: tuple[Choice, ...], family: str, ns: int, ew: int) -> int | None:
    for number, choice in enumerate(choices):
        if (known_as(choice), choice.boards_ns, choice.boards_ew) == (family, ns, ew):
            return number
    return None


@pytest.mark.parametrize(("entry", "first"), ACBL_FIRST.items())
def test_the_first_choice_of_the_acbl_notes_leads_the_list_of_its_federation(
    entry: str, first: tuple[str, int, int]
) -> None:
    assert place(choose(tables=entry, regulations="acbl"), *first) == 0
    assert place(choose(tables=entry), *first) is not None


@pytest.mark.parametrize(
    ("regulations", "entry", "first"),
    [("ebu", *line) for line in BUSBRIDGE_FIRST.items()] + [("nzb", *line) for line in NZ_FIRST.items()],
)
def test_the_first_choice_of_a_manual_leads_the_list_of_its_federation(
    regulations: str, entry: str, first: tuple[str, int, int]
) -> None:
    best = choose(tables=entry, regulations=regulations)[0]
    assert (known_as(best), best.rounds, best.boards_per_round) == first


@pytest.mark.parametrize("regulations", ["wbf", "acbl", "nzb", "ebu"])
@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if advice(entry)])
def test_what_the_manuals_advise_is_on_the_list_and_the_unfit_below_it(entry: str, regulations: str) -> None:
    choices = choose(tables=entry, regulations=regulations)
    length = [(known_as(c), c.rounds, c.boards_per_round) for c in choices]
    advised = {line for line in advice(entry) if not line.unfit}
    for line in advised:
        family = "howell" if line.family.endswith("howell") else line.family
        assert (family, line.rounds, line.boards_per_round) in length
    unfit = [number for number, choice in enumerate(choices) if choice.standing == 2]
    good = [number for number, choice in enumerate(choices) if choice.standing == 0]
    assert not unfit or not good or min(unfit) > max(good)


def test_nine_and_a_half_tables_never_prefer_what_is_called_unacceptable() -> None:
    choices = choose(tables="9½")
    bad = [n for n, c in enumerate(choices) if (c.family, c.rounds) in {("appendix", 8), ("skip-mitchell", 9)}]
    assert bad == [] or min(bad) > max(n for n, c in enumerate(choices) if c.standing == 0)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_from_2_to_40_tables_has_a_choice_that_is_legal(entry: str) -> None:
    choices = choose(tables=entry)
    assert choices
    assert choices[0].fits
    for choice in choices:
        for movement in choice.parts or (choice.movement,):
            assert audit(movement).legal
        assert choice.reasons or choice.warnings
        assert choice.minutes > 0
        assert choice.qf is not None
        assert 0 <= choice.qf <= 100
        assert sum(len(part.contestants) for part in choice.parts or (choice.movement,)) == len(
            {*range(round(2 * float(entry.replace("½", ".5"))))}
        )


@pytest.mark.parametrize("entry", ["6½", "9", "11½", "14"])
def test_a_choice_can_be_built_again_from_its_options(entry: str) -> None:
    for choice in choose(tables=entry, winners=1):
        if not choice.parts:
            again = build(choice.family, **choice.options)
            assert again.meetings == choice.movement.meetings


@pytest.mark.parametrize("teams", range(3, 21))
def test_teams_have_choices_too(teams: int) -> None:
    choices = choose(teams=teams)
    assert choices[0].fits
    assert all(audit(choice.movement).legal for choice in choices)
    if teams in (5, 7, 9, 11, 13, 15):
        assert choices[0].family == "american-whist"


def test_three_pairs_who_cannot_move_at_eleven_and_a_half_tables() -> None:
    for choice in choose(tables="11½", boards="24-28", stationary=3):
        if choice.fits:
            assert len(choice.movement.stationary) >= 3
            assert 24 <= min(choice.boards_ns, choice.boards_ew) <= 28


def test_one_winner_is_had_by_arrow_switches() -> None:
    best = next(c for c in choose(tables=9, winners=1) if c.family == "mitchell")
    assert best.winners == 1
    assert best.options["switch"] == "9"
    assert best.qf == pytest.approx(93.90, abs=0.01)
    assert all(c.winners == 1 for c in choose(tables=9, winners=1) if c.fits)
    assert all(c.winners == 2 for c in choose(tables=9, winners=2) if c.fits)


def test_below_five_tables_a_federation_wants_one_winner() -> None:
    assert all(choice.winners == 1 for choice in choose(tables=4, regulations="ebu") if choice.fits)
    assert any("earn no awards" in w for choice in choose(tables=2, regulations="ebu") for w in choice.warnings)


def test_a_large_room_is_split_and_the_web_is_offered() -> None:
    for tables in (16, 18, 20, 24):
        families = {choice.family for choice in choose(tables=tables)}
        assert "web" in families
        assert "sections" in families
    best = choose(tables=26)[0]
    assert best.sections == 2
    assert {part.entry for part in best.parts} == {"13"}


def test_time_is_counted_by_the_profile() -> None:
    minutes = {
        name: next(c for c in choose(tables=9, regulations=name) if c.family == "mitchell" and c.rounds == 9).minutes
        for name in ("acbl", "nzb", "ebu")
    }
    assert minutes == {"acbl": 189, "nzb": 176, "ebu": 171}  # 9 x 21, 9 x 19.5 rounded up, 9 x 19


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ({"tables": 10, "boards": 40, "minutes": 60}, "40 boards would take about 280 minutes; in 60 minutes about 8"),
        ({"tables": 5, "stationary": 6}, "at most 5 can"),
        ({"tables": 10, "winners": 3}, "one or two winners"),
        ({"tables": 10, "boards": "28-24"}, "smaller number first"),
        ({"tables": "lots"}, "not a number of tables"),
        ({"tables": 80}, "One movement seats 2 to 72 tables, not 80."),
        ({"teams": 40}, "3 to 20 teams"),
        ({}, "How many tables"),
        ({"tables": 10, "stationary": -1}, "0 or more"),
        ({"tables": 10, "minutes": 0}, "Nobody can play in 0 minutes."),
    ],
)
def test_an_impossible_evening_is_answered_with_a_sentence(wish: dict[str, Any], answer: str) -> None:
    with pytest.raises(ImpossibleWish, match=re.escape(answer)):
        choose(**wish)


def test_the_json_of_a_choice_has_the_keys_of_the_contract() -> None:
    assert set(choose(tables="8½")[0].to_dict()) == {
        *("family", "name", "tables", "rounds", "boards_per_round", "boards_ns", "boards_ew", "winners", "sections"),
        *("minutes", "sit_out_boards", "qf", "reasons", "warnings", "command"),
    }


def test_sections_with_one_winner_are_shown_with_their_arrow_switches() -> None:
    choice = next(one for one in choose(tables=16, winners=1) if one.sections == 2)
    assert (
        choice.command == "arrowswitch movement show share-relay --tables 8 --rounds 8 --boards-per-round 3 --switch 8"
    )


def test_sections_claim_equal_boards_only_where_nobody_sits_out() -> None:
    equal = "Every pair plays the same number of boards."
    full = next(one for one in choose(tables=16) if one.sections == 2)
    halved = next(one for one in choose(tables="23½") if one.sections == 2)
    assert equal in full.reasons
    assert equal not in halved.reasons
    assert "2 copies of the boards are needed." in full.warnings


@pytest.mark.parametrize(
    ("wish", "warning"),
    [
        ({"teams": 9}, "The first move and the double move must be called."),
        ({"teams": 5}, "East-West make the first move before a board is played."),
        ({"teams": 7}, "East-West and the boards make the first move before a board is played."),
        ({"tables": 19}, "3 copies of the boards are needed."),
        ({"tables": 18}, "Half the room takes the boards in reverse order."),
    ],
)
def test_what_is_hard_is_said_of_the_movement_at_hand(wish: dict[str, Any], warning: str) -> None:
    assert warning in {str(said) for choice in choose(**wish) for said in choice.warnings}


@pytest.mark.parametrize(
    ("tables", "split"),
    [
        (26, "2 sections of 13 Mitchell"),
        (30, "2 sections: 18 Web Mitchell + 12 Hesitation Mitchell"),
        (32, "2 sections: 20 Web Mitchell + 12 Hesitation Mitchell"),
        (39, "3 sections of 13 Mitchell"),
    ],
)
def test_a_large_room_can_be_split_as_the_new_zealand_manual_says(tables: int, split: str) -> None:
    """NZ Club Directors Manual L1131, L1620; nobody else's split is called its choice."""
    praised = [
        choice.name
        for choice in choose(tables=tables)
        if choice.sections > 1 and any("New Zealand" in reason for reason in choice.reasons)
    ]
    assert praised == [split]
