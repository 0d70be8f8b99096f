"""Pairs movements against the manuals: every printed movement, the New Zealand table, skip windows, rovers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from arrowswitch.movements import FAMILIES, ImpossibleWish, audit, balance, build, dumps, facts, listing, loads
from arrowswitch.movements.build import SketchRow
from arrowswitch.movements.families.chain import skip_window
from arrowswitch.movements.model import Movement
from arrowswitch.movements.wishes import phantom_meetings
from oracles import names, oracle, pairs_movement

# Every printed pairs movement but the Howells (which have a test of their own): how to ask for it.
ASKED: dict[str, dict[str, Any]] = {
    "000-pairs-05-hesitation-24b": {"family": "hesitation", "tables": 5},
    "000-pairs-07-fat-mitchell-24b": {"family": "fat-mitchell", "tables": 7},
    "000-pairs-07-hesitation-24b": {"family": "hesitation", "tables": 7},
    "000-pairs-08-hesitation-27b": {"family": "hesitation", "tables": 8},
    "000-pairs-10-24b": {"family": "extended-mitchell", "tables": 10, "boards": 24},
    "000-pairs-11-26b": {"family": "extended-mitchell", "tables": 11, "boards": 26},
    "000-pairs-11-bowman-ewing-27b": {"family": "bowman-ewing", "tables": 11},
    "000-pairs-11-hesitation-24b": {"family": "hesitation", "tables": 11, "card": "nz-hesitation-11"},
    "000-pairs-12-hesitation-26b": {"family": "hesitation", "tables": 12},
    "000-pairs-14-rover-26b": {"family": "rover", "tables": 14},
    "000-pairs-15-bowman-ewing-26b": {"family": "bowman-ewing", "tables": 15},
    **{f"000-pairs-{n}-web-26b": {"family": "web", "tables": n} for n in (16, 18, 20, 22, 24)},
    "001-pairs-08h-rover-share-relay": {"family": "rover", "tables": "8½", "rounds": 8, "boards_per_round": 4},
    "001-pairs-11h-rover-mitchell": {"family": "rover", "tables": "11½", "rounds": 11, "boards_per_round": 3},
    **{f"002-pairs-{n:02}-bye-relay": {"family": "share-relay", "tables": n} for n in (6, 8, 10, 12, 14)},
    "002-pairs-07h-bye-relay": {"family": "share-relay", "tables": "7½", "boards_per_round": 4},
    "002-pairs-09h-bye-relay": {"family": "share-relay", "tables": "9½"},
    "002-pairs-13h-bye-relay": {"family": "share-relay", "tables": "13½"},
    "002-pairs-06h-mitchell-sitout": {"family": "mitchell", "tables": "6½"},
    "002-pairs-14h-mitchell-sitout": {"family": "mitchell", "tables": "14½", "rounds": 15},
    **{f"002-pairs-{n:02}-mitchell": {"family": "mitchell", "tables": n} for n in (7, 9, 11, 13, 15, 17)},
    **{f"002-pairs-{n:02}-skip-mitchell": {"family": "skip-mitchell", "tables": n} for n in (8, 10, 12, 14, 16)},
    **{f"002-pairs-{n:02}h-bump": {"family": "rover", "tables": n + 0.5} for n in (7, 9, 11, 13, 15, 17)},
    **{f"002-pairs-{n:02}h-bump-skip": {"family": "rover", "tables": n + 0.5} for n in (10, 12, 14, 16)},
    "002-pairs-08h-appendix": {"family": "appendix", "tables": "8½", "boards_per_round": 4},
    **{f"002-pairs-{n:02}h-appendix": {"family": "appendix", "tables": n + 0.5} for n in (10, 11, 14)},
    "004-example-04-skip-mitchell-3r": {"family": "skip-mitchell", "tables": 4, "rounds": 3, "boards_per_round": 1},
    "004-example-04-skip-mitchell-4r": {"family": "skip-mitchell", "tables": 4, "rounds": 4, "boards_per_round": 1},
    "004-pairs-05-mitchell": {"family": "mitchell", "tables": 5},
    "004-pairs-06-share-relay": {"family": "share-relay", "tables": 6},
    "004-pairs-07-mitchell": {"family": "mitchell", "tables": 7},
    "004-pairs-08-share-relay": {"family": "share-relay", "tables": 8},
    "004-pairs-09-mitchell": {"family": "mitchell", "tables": 9},
    "004-pairs-10-blackpool": {"family": "blackpool", "tables": 10},
    "004-pairs-11-blackpool": {"family": "blackpool", "tables": 11},
    "004-pairs-11-hesitation": {"family": "hesitation", "tables": 11},
    "004-pairs-12-double-weave": {"family": "double-weave", "tables": 12},
    "004-pairs-12-share-relay": {"family": "share-relay", "tables": 12},
    "004-pairs-13-mitchell": {"family": "mitchell", "tables": 13, "rounds": 12},
    "004-pairs-14-skip-mitchell-12r": {"family": "skip-mitchell", "tables": 14, "rounds": 12},
    "004-pairs-14-skip-mitchell-13r": {"family": "skip-mitchell", "tables": 14, "rounds": 13},
    "004-pairs-15-mitchell": {"family": "mitchell", "tables": 15, "rounds": 12},
}


def seats(movement: Movement) -> set[tuple[int, int, int, int, tuple[int, ...]]]:
    return {(m.round, m.table, m.ns, m.ew, m.boards) for m in movement.meetings}


def test_every_printed_pairs_movement_is_asked_for() -> None:
    printed = {name for name in names("*-pairs-*") if "howell" not in name} | set(names("*-example-*"))
    assert printed == set(ASKED)


@pytest.mark.parametrize("name", sorted(ASKED))
def test_a_printed_movement_comes_out_cell_by_cell(name: str) -> None:
    made = build(**ASKED[name])
    assert seats(made) == seats(pairs_movement(name))
    assert audit(made).faults == ()


@pytest.mark.parametrize("name", [n for n in sorted(ASKED) if oracle(n).get("sitouts")])
def test_whoever_sits_out_in_print_sits_out_here(name: str) -> None:
    made = build(**ASKED[name])
    told = {(s["round"], f"{s['side']} {s['pair']}") for s in oracle(name)["sitouts"]}
    assert {(s.round, made.label(s.pair)) for s in made.sit_outs} == told


# -- the New Zealand table of 4 to 28 tables ----------------------------------------------------------------------

SUMMARY = oracle("000-mitchell-summary-4-28")["rows"]


def spread(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in re.split(r",\s*", text):
        low, _, high = part.partition("-")
        numbers += range(int(low), int(high or low) + 1)
    return tuple(numbers)


def mitchell_for(tables: int, boards: int) -> Movement:
    """The Mitchell in which that many tables play that many boards each: the New Zealand table of 4 to 28 tables."""
    if boards % tables:
        return build("extended-mitchell", tables=tables, boards=boards)
    family = "mitchell" if tables % 2 else "share-relay" if boards > tables else "skip-mitchell"
    return build(family, tables=tables, rounds=tables, boards_per_round=boards // tables)


def safe_phantoms(tables: int, boards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a phantom may sit so that nobody meets it three times: NS tables, EW pair numbers (L1317-1325)."""
    rows = [SketchRow(m.round, m.table, m.ns, m.ew - tables, 1) for m in mitchell_for(tables, boards).meetings]
    safe = [phantom for phantom, worst, *_ in phantom_meetings(rows) if worst < 3]
    return (
        tuple(phantom.number for phantom in safe if phantom.side == "ns"),
        tuple(phantom.number for phantom in safe if phantom.side == "ew"),
    )


def test_the_summary_has_all_its_rows() -> None:
    assert len(SUMMARY) == 36


@pytest.mark.parametrize("row", SUMMARY, ids=lambda row: f"{row['tables']}T{row['boards']}B")
def test_a_row_of_the_mitchell_summary(row: dict[str, Any]) -> None:
    tables, size = row["tables"], row["boards_per_set"]
    made = mitchell_for(tables, row["boards"])
    found = audit(made)
    assert found.legal
    assert (made.boards_per_round, made.rounds, len(made.boards)) == (size, row["rounds"], row["boards"])
    assert list(map(list, made.shares)) == ([row["share"]] if row["share"] else [])
    relays = {relay.between: relay.boards for relay in made.relays}
    if row["relay"]:
        assert relays[tuple(row["relay"]["between_tables"])] == spread(row["relay"]["boards"])
    else:
        assert all(high == 1 for _, high in relays)
    assert relays.get((tables, 1), ()) == (spread(row["feed_in_boards"]) if row["feed_in_boards"] else ())
    special = [i for i in made.instructions if i.occasion == "special"]
    skips = [i.after for i in made.instructions if i.occasion == "skip"]
    assert skips == ([row["skip_after_round"]] if row["skip_after_round"] else [])
    if row["special_move"]:
        assert [i.after for i in special] == [row["special_move"]["after_round"]]
        assert f"table {tables + 1} minus" in special[0].text
    else:
        assert not special
    met: dict[str, int] = {}
    for *_, times in found.facts.repeated:
        met[str(times)] = met.get(str(times), 0) + 1
    assert met == {times: count for times, count in row["check"]["meetings"].items() if times != "1"}
    assert len(found.facts.missed) == row["check"]["never_meeting"]


@pytest.mark.parametrize(
    "row", [row for row in SUMMARY if row["special_move"]], ids=lambda row: f"{row['tables']}T{row['boards']}B"
)
def test_where_a_phantom_may_sit(row: dict[str, Any]) -> None:
    everywhere = tuple(range(1, row["tables"] + 1))
    ns, ew = safe_phantoms(row["tables"], row["boards"])
    assert ns == (everywhere if row["safe_ns_phantom_tables"] == "all" else spread(row["safe_ns_phantom_tables"]))
    assert ew == (everywhere if row["safe_ew_phantom_pairs"] == "all" else spread(row["safe_ew_phantom_pairs"]))


def test_fourteen_tables_and_26_boards_have_no_phantom_at_2_or_9() -> None:
    """The manual prints 2 or 9; some EW pairs would meet a NS phantom there three times."""
    assert safe_phantoms(14, 26)[0] == (4, 11)
    made = build("extended-mitchell", tables="13½", boards=26, boards_per_round=1)
    assert max(facts(made).sit_outs.values()) == 2
    worse = build("extended-mitchell", tables="13½", boards=26, boards_per_round=1, phantom="ns:2")
    assert max(facts(worse).sit_outs.values()) == 3


# -- skips, half tables, rovers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tables", "rounds", "window"),
    [(16, 13, (5, 8)), (14, 13, (6, 7)), (12, 9, (3, 6)), (10, 9, (4, 5)), (8, 7, (3, 4))],
)
def test_the_printed_skip_windows(tables: int, rounds: int, window: tuple[int, int]) -> None:
    assert skip_window(tables, rounds) == window
    for skip in range(1, rounds):
        if window[0] <= skip <= window[1]:
            assert audit(build("skip-mitchell", tables=tables, rounds=rounds, skip_after=skip)).legal
        else:
            with pytest.raises(ImpossibleWish, match=f"after round {window[0]} to {window[1]}"):
                build("skip-mitchell", tables=tables, rounds=rounds, skip_after=skip)


def test_a_skip_mitchell_may_have_as_many_rounds_as_tables() -> None:
    made = build("skip-mitchell", tables=8, rounds=8, boards_per_round=3)
    found = audit(made)
    assert found.legal
    assert len(found.facts.repeated) == 8
    assert len(found.facts.missed) == 8


@pytest.mark.parametrize(
    "card", oracle("002-bump-guide-cards")["cards"], ids=lambda card: f"{card['tables']} {card['pair']}"
)
def test_the_guide_cards_of_the_bumps(card: dict[str, Any]) -> None:
    made = build("rover", tables=card["tables"])
    label = card["pair"].replace("/", "") if "/" in card["pair"] else f"NS {card['pair']}"
    pair = next(n for n in made.contestants if made.label(n) == label)
    path = {m.round: (m.table, list(m.boards)) for m in made.path(pair)}
    for row in card["rows"]:
        if row.get("boards"):
            assert path[row["round"]] == (row["table"], row["boards"])


def test_a_rover_may_sit_east_west_on_the_same_card() -> None:
    for tables in ("13½", "15½", "16½", "17½"):
        ns, ew = build("rover", tables=tables), build("rover", tables=tables, side="ew")
        rover_ns = int(tables[:2]) + 1
        rover_ew = max(ew.contestants)
        assert [m.table for m in ns.path(rover_ns)] == [m.table for m in ew.path(rover_ew)]
        assert audit(ew).legal
        assert max(facts(ew).sit_outs.values()) == 1


@pytest.mark.parametrize("family", FAMILIES)
def test_every_size_and_card_of_a_family_is_legal_and_survives_its_file(family: str) -> None:
    lines = list(listing(family))
    assert lines
    for line in lines:
        said = {"teams": {"teams": line.size}, "individual": {"players": line.size}}
        made = build(family, card=line.card or None, **said.get(line.kind, {"tables": line.entry}))
        assert audit(made).faults == ()
        assert made.entry == line.entry
        again = loads(dumps(made))
        assert (again.meetings, again.sit_outs) == (made.meetings, made.sit_outs)
        assert (again.relays, again.shares) == (made.relays, made.shares)


@pytest.mark.parametrize("family", ["hesitation", "mitchell", "skip-mitchell", "share-relay", "web", "twinned"])
def test_whoever_is_missing_the_movement_stays_legal(family: str) -> None:
    built = 0
    for tables in ("5½", "6½", "7½", "8½"):
        for place in ("ns:1", "ns:3", "ew:2", f"ns:{int(tables[0]) + 1}", f"ew:{int(tables[0]) + 1}"):
            try:
                made = build(family, tables=tables, phantom=place)
            except ImpossibleWish:
                continue
            assert audit(made).faults == (), (family, tables, place)
            built += 1
    assert built >= 5  # at least one of the four sizes fits every family, with each pair missing in turn


def test_everybody_is_numbered_once_and_ew_go_on_from_the_last_ns() -> None:
    made = build("share-relay", tables="11½")
    assert made.contestants == tuple(range(1, 24))
    assert (made.label(11), made.label(12), made.label(23)) == ("NS 11", "EW 1", "EW 12")


def test_an_arrow_switch_makes_one_field() -> None:
    made = build("mitchell", tables=9, switch="9")
    assert made.winners == 1
    assert balance(made).qf == pytest.approx(93.90, abs=0.005)
    assert made.label(12) == "12"


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ({"family": "skip-mitchell", "tables": 7}, "needs an even number of tables"),
        ({"family": "mitchell", "tables": 8}, "skip-mitchell or share-relay"),
        ({"family": "howell", "tables": 30}, "2 to 14 tables"),
        ({"family": "mitchell", "tables": 7, "rounds": 9}, "1 to 7 rounds, not 9"),
        ({"family": "mitchell", "tables": 7, "boards": 29}, "nearest are 28 and 30"),
        ({"family": "mitchell", "tables": 7, "skip_after": 3}, "no option --skip-after"),
        ({"family": "mitchell", "tables": 7, "phantom": "ns:3"}, "nobody is missing"),
        ({"family": "mitchell", "tables": "6½", "phantom": "ns:9"}, "no pair NS 9"),
        ({"family": "mitchell", "tables": "6½", "phantom": "north"}, "ns:12, ew:3 or auto"),
        ({"family": "fat-mitchell", "tables": 9}, "5, 7, 11 or 13"),
        ({"family": "web", "tables": 16, "rounds": 12}, "odd number of rounds"),
        ({"family": "nonsense", "tables": 16}, "There is no movement"),
        ({"family": "mitchell"}, "How many tables"),
        ({"family": "american-whist"}, "How many teams"),
        ({"family": "mitchell", "tables": 0}, "2 to 72"),
        ({"family": "mitchell", "tables": 7, "boards_per_round": -1}, "1 or more"),
        ({"family": "howell", "tables": 7, "stationary": 9}, "1 pair keeps its seat, fewer than 9"),
    ],
)
def test_an_impossible_wish_is_answered_with_a_sentence(wish: dict[str, Any], answer: str) -> None:
    with pytest.raises(ImpossibleWish, match=re.escape(answer)):
        build(**wish)
