"""The JSON of ACBL Live for Clubs: a real shape is read, what is written is read again, and nothing makes the reader fall."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from records import records
from spoiling_files import spoilt

from arrowswitch.bridge import Side
from arrowswitch.formats import BadFile, Record, RecordDeal, RecordLine, RecordPlace, format_of, read_file, write_file
from arrowswitch.formats.fitting import to_score
from arrowswitch.formats.from_session import record_of
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Line, ranking, score
from rehearsed import rehearsed
from spoiling import places, put, values

FILE = Path(__file__).parent.parent / "data" / "formats" / "acbl" / "club-game.json"


@pytest.fixture(scope="module")
def game() -> Record:
    return read_file(FILE.read_bytes()).record


def test_it_is_known_by_its_content(game: Record) -> None:
    assert format_of(FILE.read_bytes()).name == "acbl"
    assert (game.title, game.club, game.club_number, game.date) == (
        "Example Open Pairs",
        "Example Bridge Club",
        "999999",
        date(2024, 5, 7),
    )
    assert (game.method, game.winners, game.kind, game.session_number) == ("matchpoints", 2, "pairs", 1)


def test_pairs_have_their_players_directions_and_strata(game: Record) -> None:
    first = game.by_id["A1NS"]
    assert [(player.name, player.number) for player in first.players] == [
        ("Ann Example", "1111111"),
        ("Bob Example", "1111112"),
    ]
    assert (first.direction, first.number, first.stratum, first.section) == (Side.NS, "1", "A", "A")


def test_a_place_is_written_as_here_and_masterpoints_have_their_colour(game: Record) -> None:
    places_read = {place.contestant: place for place in game.ranking}
    assert [places_read[f"A{number}NS"].rank for number in (1, 2, 3)] == ["1", "2", "3"]
    assert places_read["A1NS"].awards == (("Black", Fraction(35, 100)),)


def test_who_share_a_place_have_both_numbers_in_the_file(game: Record) -> None:
    tied = replace(
        game, ranking=tuple(replace(place, rank="1=" if place.rank in "12" else "3") for place in game.ranking)
    )
    pairs = json.loads(write_file(tied, "acbl").data)["event"]["sessions"][0]["sections"][0]["pair_summaries"]
    assert [each["strat_place"][0]["rank"] for each in pairs[:3]] == ["1/2", "1/2", "3"]
    assert written_and_read(tied) == tied


def test_results_are_read_with_contract_lead_and_points(game: Record) -> None:
    first = game.lines[0]
    assert (first.line.ns, first.line.ew, first.line.score, first.line.round, first.line.table) == (
        "A1NS",
        "A1EW",
        430,
        1,
        1,
    )
    assert (str(first.line.result), first.lead.plain if first.lead else "") == ("3NT S +1", "HT")
    assert (first.ns_points, first.ew_points) == (2, 0)


def test_words_in_the_place_of_scores(game: Record) -> None:
    by_place = {(each.line.board, each.line.table): each.line for each in game.lines}
    passed = by_place[2, 3]
    assert passed.score == 0
    assert passed.result is not None
    assert passed.result.passed_out
    assert (by_place[3, 2].ns_award, by_place[3, 2].ew_award) == (PLUS, MINUS)
    assert by_place[3, 3].status == "not-played"


def test_hands_are_read_and_levels_are_not(game: Record) -> None:
    deal = game.deals[0]
    assert deal.hands.board == 1
    assert deal.hands.north == "K962.AT54.AJ9.J2"
    assert deal.tricks is None
    assert deal.par == "Par: 430 3NT-NS+1"
    notes = read_file(FILE.read_bytes()).notes
    assert "What can be made is worked out anew: the file gives levels, and no tricks." in notes


def test_the_numbers_of_the_file_come_out(game: Record) -> None:
    standings = {each.contestant: each for each in ranking(score(to_score(replace(game, regulations="acbl"))))}
    for place in game.ranking:
        assert standings[place.contestant].rank == place.rank
        assert round(float(standings[place.contestant].percent or 0), 2) == float(place.percent or 0)


# -- what is written ------------------------------------------------------------------------------------------------------


def written_and_read(record: Record) -> Record:
    return read_file(write_file(record, "acbl").data, "acbl").record


def test_what_was_read_is_written_and_read_as_the_same(game: Record) -> None:
    assert written_and_read(game) == game


def poorer(record: Record) -> Record:
    """A record without what this format has no place for."""
    lines = tuple(
        RecordLine(_plain(each.line), each.ns_points, each.ew_points, each.lead)
        for each in sorted(record.lines, key=lambda each: (each.line.section, each.line.board))
    )
    named = {each.name for each in record.sections}
    length = record.boards_per_round
    return Record(
        title=record.title,
        date=record.date,
        club=record.club,
        club_number=record.club_number,
        event_id=record.event_id,
        session_number=record.session_number,
        method=record.method,
        winners=record.winners,
        boards_per_round=length,
        sections=tuple(replace(each, boards_per_round=length) for each in record.sections),
        contestants=tuple(
            replace(
                each,
                players=tuple(replace(player, club_number="") for player in each.players),
                section=each.section if each.section in named else "",
            )
            for each in record.contestants
        ),
        lines=lines,
        ranking=tuple(
            place
            for each in record.ranking
            if (place := replace(each, maximum=None, vps=None)) != RecordPlace(each.contestant)
        ),
        deals=tuple(RecordDeal(each.hands) for each in record.deals),
    )


def _plain(line: Line) -> Line:
    line = replace(line, group="", status="not-played" if line.status == "struck" else line.status)
    kept = all(
        type(award).__name__ in ("Score", "Average", "Percent", "Fixed") for award in (line.ns_award, line.ew_award)
    )
    return line if kept else replace(line, ns_award=AVERAGE, ew_award=AVERAGE)


@given(records(kinds=("pairs",), matches=False))
def test_reading_what_was_written_gives_the_same(record: Record) -> None:
    wanted = poorer(record)
    assert written_and_read(wanted) == wanted


def test_what_it_cannot_hold_is_listed() -> None:
    record = record_of(rehearsed("two winners"))
    assert "Penalties are left out, but for what the ranking says of them." in write_file(record, "acbl").left_out


# -- what is broken ---------------------------------------------------------------------------------------------------------


@given(spoilt(FILE.read_bytes()))
def test_a_spoilt_file_is_read_or_refused_in_a_sentence(data: bytes) -> None:
    with suppress(BadFile):
        read_file(data, "acbl")


GAME = json.loads(FILE.read_bytes())


@given(st.sampled_from(places(GAME)), values)
def test_a_value_of_another_kind_is_refused_in_a_sentence(place: tuple[Any, ...], value: Any) -> None:
    with suppress(BadFile):
        read_file(json.dumps(put(GAME, place, value)).encode(), "acbl")


def test_teams_are_refused() -> None:
    whole = {"event": {"type": "TEAMS", "sessions": [{"sections": [{"pair_summaries": []}]}]}}
    with pytest.raises(BadFile, match="only pairs are read"):
        read_file(json.dumps(whole).encode(), "acbl")


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(BadFile, match="nested too deep"):
        read_file(b'{"event": ' + b"[" * 200_000, "acbl")
