"""A session goes out as a record and comes back as a session: the same results, whatever the file leaves out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given as given_record
from records import records

from arrowswitch.bridge import Side, parse_contract, parse_seat
from arrowswitch.bridge.contracts import Result
from arrowswitch.formats import (
    BadFile,
    Record,
    RecordContestant,
    RecordLine,
    RecordMatch,
    RecordPlace,
    RecordPlayer,
    read_file,
    write_file,
)
from arrowswitch.formats.bringing import BroughtSession, bring_in, differences
from arrowswitch.formats.fitting import fitted, to_score
from arrowswitch.formats.from_session import record_of
from arrowswitch.movements import audit
from arrowswitch.press import render_session, session_applies
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Line, Penalty, Score, adjusted, played, score, victory_points
from arrowswitch.session import (
    Actor,
    Command,
    Contracted,
    Correct,
    NotPlayed,
    Open,
    PassedOut,
    Place,
    Publish,
    RankAsPrinted,
    Refused,
    SeatedPlayer,
    State,
    decide,
    evolve,
    replay,
    standings,
)
from arrowswitch.session.journal import dumps, loads
from arrowswitch.session.night import missing
from arrowswitch.session.story import versions
from rehearsed import BEGIN, NIGHTS, rehearsed

DORA = Actor("director", "Dora Daisy")


def brought(record: Record, **more: object) -> BroughtSession:
    return bring_in(record, "night.xml", command="brought", by=DORA, at=BEGIN, **more)  # type: ignore[arg-type]


def listed(state: State) -> list[tuple[object, ...]]:
    return [(each.contestant, each.rank, each.points, each.percent, each.vps) for each in standings(state)]


def bare(record: Record) -> Record:
    """A record as most files tell it: who met whom, and not when and where."""
    lines = tuple(replace(each, line=replace(each.line, round=None, table=None)) for each in record.lines)
    return replace(record, lines=lines)


def given(state: State, act: object, why: str = "", at: object = BEGIN) -> State:
    command = Command(f"after-{len(state.journal)}", DORA, at, act, why)  # type: ignore[arg-type]
    for entry in decide(state, command):
        state = evolve(state, entry)
    return state


# -- out and in again -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NIGHTS)
def test_a_night_that_went_out_comes_back_with_the_same_results(name: str) -> None:
    state = rehearsed(name)
    found = brought(record_of(state), whose="ours")
    assert listed(found.state) == listed(state)
    assert found.differences == ()
    assert found.state.phase == "published"
    assert missing(found.state) == ()


@pytest.mark.parametrize("name", [name for name in NIGHTS if name != "teams in stanzas"])
def test_rounds_that_a_file_does_not_tell_are_made_up_and_the_results_are_the_same(name: str) -> None:
    state = rehearsed(name)
    found = brought(bare(record_of(state)), whose="ours")
    assert listed(found.state) == listed(state)
    for section in found.state.sections.values():
        assert audit(section.movement, mended=True).faults == ()
        assert section.movement.rounds <= state.sections[section.name].movement.rounds


@pytest.mark.parametrize("name", NIGHTS)
def test_the_journal_of_a_session_that_was_brought_in_gives_the_same_session_again(name: str) -> None:
    found = brought(record_of(rehearsed(name)))
    assert isinstance(found.entries[0].act, Open)
    assert found.entries[0].act.told(found.state) == "brought in “Tuesday” from night.xml"
    again = replay(loads(dumps(found.entries)))
    assert again == found.state
    assert listed(again) == listed(found.state)


@pytest.mark.parametrize("format_name", ["json", "session", "acbl", "usebio", "pbn", "csv"])
@pytest.mark.parametrize("name", NIGHTS)
def test_a_night_comes_back_from_every_file_that_can_hold_it(name: str, format_name: str) -> None:
    state = rehearsed(name)
    record = record_of(state)
    if format_name == "acbl" and record.kind != "pairs":
        with pytest.raises(BadFile, match="holds pairs only"):
            write_file(record, format_name)
        return
    records = read_file(write_file(record, format_name).data, format_name).records
    if format_name == "session" and record.apart:
        assert [each.title for each in records] == ["Tuesday, A", "Tuesday, B"]
        both = [line for each in records for line in listed(brought(each, whose="ours").state)]
        assert [line[1:] for line in both] == [line[1:] for line in listed(state)]
        return
    found = brought(records[0], whose="ours")
    assert [each.rank for each in standings(found.state)] == [each.rank for each in standings(state)]
    if format_name == "csv":  # which has no penalties, and says so
        assert "Penalties are not in it." in write_file(record, format_name).left_out
    elif format_name not in ("usebio", "pbn") or record.kind != "teams":
        # these say what was taken from a team, and not in which match
        assert [each.points for each in standings(found.state)] == [each.points for each in standings(state)]


@pytest.mark.parametrize("format_name", ["lin", "rbn"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("two winners", "North-South and East-West are ranked apart is not in it"),
        ("sections apart", "sections are ranked apart is not in it"),
        ("individual", "everybody plays for themselves is not in it"),
        ("one winner", "Penalties are not in it."),
    ],
)
def test_files_of_games_say_why_they_come_back_with_another_list(name: str, said: str, format_name: str) -> None:
    assert any(said in each for each in write_file(record_of(rehearsed(name)), format_name).left_out)


def test_names_are_those_that_the_caller_gives() -> None:
    state = rehearsed("a howell")
    record = record_of(state, person=lambda player: RecordPlayer("(name withheld)"))
    assert {player.name for each in record.contestants for player in each.players} == {"(name withheld)"}
    known = record_of(state, person=lambda player: RecordPlayer(player.name, "12345"))
    seat = {
        player.name: SeatedPlayer(player.name, str(place)) for place, player in enumerate(known.contestants[0].players)
    }
    found = brought(known, seat=lambda player: seat.get(player.name, SeatedPlayer(player.name)))
    assert {stint.player.id for stints in found.state.seats.values() for stint in stints} == {"", "0", "1"}


def test_points_go_out_as_the_regulations_print_them() -> None:
    halves, wholes = record_of(rehearsed("half points")), record_of(rehearsed("a half table"))
    most = max(each.ns_points or 0 for each in halves.lines)
    assert most <= 3  # four tables: three others to beat, a win is 1
    assert max(each.ns_points or 0 for each in wholes.lines) > 4


# -- what files say -------------------------------------------------------------------------------------------------------


def pair(number: int, direction: Side | None = None) -> RecordContestant:
    called = (RecordPlayer(f"Player {number} One"), RecordPlayer(f"Player {number} Two"))
    return RecordContestant(f"{number}{direction or ''}", called, direction=direction, number=str(number))


def small(*lines: RecordLine, **more: object) -> Record:
    found = {"title": "Monday", "date": date(2024, 2, 5), "lines": lines, "contestants": tuple(map(pair, range(1, 5)))}
    return Record(**{**found, **more})  # type: ignore[arg-type]


def result(board: int, ns: str, ew: str, contract: str, declarer: str, tricks: int, points: int) -> RecordLine:
    made = Result(parse_contract(contract), tricks, parse_seat(declarer))
    return RecordLine(replace(played(board, ns, ew, points), result=made))


def test_a_score_that_its_contract_does_not_give_stands_and_is_told() -> None:
    record = small(result(1, "1", "2", "4S", "N", 10, 620), result(1, "3", "4", "4S", "N", 10, 420))
    found = brought(record)
    entry = next(iter(found.state.lines.values())).entry
    assert entry == Contracted("4S", "N", 10, "", 620)
    assert scored_points(found) == {"1": 2, "2": 0, "3": 0, "4": 2}


def scored_points(found: BroughtSession) -> dict[str, object]:
    return {each.contestant.removeprefix("A"): each.points for each in standings(found.state)}


def test_everything_that_a_line_may_be_finds_its_place() -> None:
    lines = (
        RecordLine(adjusted(1, "1", "2", PLUS, MINUS)),
        RecordLine(played(1, "3", "4", 0)),
        RecordLine(Line(2, "1", "4", Score(0), Score(0), "not-played")),
        RecordLine(Line(2, "3", "2", Score(420), AVERAGE)),
    )
    found = brought(small(*lines))
    records = {(key.board, record.ns): record for key, record in found.state.lines.items()}
    assert (records[1, 1].adjustment.ns, records[1, 1].adjustment.ew) == (PLUS, MINUS)
    assert records[1, 3].entry == PassedOut()
    assert records[2, 1].entry == NotPlayed()
    assert records[2, 3].adjustment.ns == Score(420)
    assert not [note for note in found.notes if note.startswith("Not kept")]


def test_a_penalty_counts_as_in_the_file() -> None:
    lines = (RecordLine(played(1, "1", "2", 620)), RecordLine(played(1, "3", "4", 170)))
    found = brought(small(*lines, penalties=(Penalty("1", points=Fraction(1, 2), reason="late"),)))
    assert scored_points(found)["1"] == Fraction(3, 2)
    assert [penalty.why for penalty in found.state.penalties.values()] == ["late"]


def test_numbers_that_stand_once_in_each_direction_are_two_lists() -> None:
    people = tuple(pair(number, side) for side in Side for number in (1, 2))
    lines = tuple(
        RecordLine(played(board, f"{ns}NS", f"{ew}EW", 50 * board))
        for board, ns, ew in ((1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1))
    )
    found = brought(small(*lines, contestants=people, winners=2))
    movement = found.state.sections["A"].movement
    assert [movement.label(number) for number in movement.contestants] == ["NS 1", "NS 2", "EW 1", "EW 2"]
    assert {each.direction for each in standings(found.state)} == {Side.NS, Side.EW}


def test_who_turns_in_the_middle_is_ranked_in_one_list_and_that_is_said() -> None:
    lines = (RecordLine(played(1, "1", "2", 50)), RecordLine(played(2, "2", "1", 50)))
    found = brought(small(*lines, winners=2))
    assert found.state.winners == 1
    assert "There is one list: not everybody keeps to one side of the table." in found.notes


def test_matches_without_boards_are_entered_as_a_whole() -> None:
    teams = tuple(RecordContestant(str(number), name=f"Team {number}") for number in range(1, 5))
    matches = tuple(
        RecordMatch(one, other, round_number, boards=tuple(range(1, 9)), points=points, vps=vps)
        for one, other, round_number, points, vps in (
            ("1", "2", 1, (30, 10), (Fraction(1471, 100), Fraction(529, 100))),
            ("3", "4", 1, (5, 25), (Fraction(529, 100), Fraction(1471, 100))),
            ("1", "3", 2, (12, 12), (10, 10)),
            ("4", "2", 2, (0, 8), (Fraction(777, 100), Fraction(1223, 100))),
        )
    )
    record = Record(title="Cup", date=date(2024, 2, 5), kind="teams", method="imps", contestants=teams, matches=matches)
    found = brought(record)
    assert len(found.state.matches) == 4
    assert found.state.on_victory_points
    assert standings(found.state)[0].contestant == "A1"
    assert sum(each.vps or 0 for each in standings(found.state)) == 80


def test_the_scale_is_found_from_the_victory_points() -> None:
    teams = tuple(RecordContestant(str(number)) for number in range(1, 7))
    matches = tuple(
        RecordMatch(one, other, 1, None, tuple(range(1, 8)), (margin, 0), victory_points(margin, 7, "acbl-30"))
        for one, other, margin in (("1", "2", 1), ("3", "4", 7), ("5", "6", 20))
    )
    record = Record(kind="teams", method="imps", contestants=teams, matches=matches)
    assert fitted(record).options["matches.scale"] == "acbl-30"


def test_a_file_with_a_ranking_only_is_shown_as_a_ranking() -> None:
    ranking = tuple(RecordPlace(str(place), f"{place}", percent=Fraction(60 - 5 * place)) for place in range(1, 5))
    found = brought(small(ranking=ranking))
    assert found.whose == "file"
    assert found.state.phase == "published"
    first = standings(found.state)[0]
    assert (first.contestant, first.rank, first.percent) == ("A1", "1", 55)
    with pytest.raises(Refused, match="Only the ranking of this session is known"):
        given(found.state, RankAsPrinted(printed=False))
    assert replay(loads(dumps(found.entries))) == found.state
    assert session_applies(found.state) == ("results",)
    assert render_session("results", found.state, names={}).startswith(b"%PDF")


def test_the_name_of_a_file_is_kept_without_letters_that_nothing_can_keep() -> None:
    lines = (RecordLine(played(1, "1", "2", 620)), RecordLine(played(1, "3", "4", 170)))
    found = bring_in(small(*lines, title=""), "ni\x1bg\udcffht.xml", command="brought", by=DORA, at=BEGIN)
    assert (found.state.title, found.state.brought_from) == ("night.xml", "night.xml")


def test_a_file_in_which_nobody_plays_is_refused() -> None:
    with pytest.raises(BadFile, match="Nobody plays in this file"):
        brought(Record(title="Deals"))


def test_a_person_whose_number_somebody_else_has_is_seated_as_a_visitor() -> None:
    lines = (RecordLine(played(1, "1", "2", 620)), RecordLine(played(1, "3", "4", 170)))
    found = brought(small(*lines), seat=lambda player: SeatedPlayer(player.name, "999"))
    ids = [stint.player.id for stints in found.state.seats.values() for stint in stints]
    assert sorted(ids) == ["", "", "", "", "", "", "", "999"]


def test_a_couple_at_a_table_where_others_sit_gets_a_further_table() -> None:
    lines = tuple(
        RecordLine(replace(played(board, ns, ew, 50), round=1, table=1))
        for board, ns, ew in ((1, "1", "2"), (2, "1", "2"), (1, "3", "4"))
    )
    found = brought(small(*lines))
    assert {(key.table, record.ns) for key, record in found.state.lines.items()} == {(1, 1), (2, 3)}
    assert any("further table" in note for note in found.notes)


# -- whose numbers --------------------------------------------------------------------------------------------------------


def test_points_of_half_the_size_are_no_difference() -> None:
    record = replace(record_of(rehearsed("half points")), regulations="wbf")
    assert max(each.ns_points or 0 for each in record.lines) <= 3
    assert differences(record, score(to_score(record))) == ()


def test_another_rule_for_missing_results_is_found_from_the_points() -> None:
    state = rehearsed("a half table")  # boards are not played equally often
    without = replace(record_of(state), regulations="wbf", further={"options": '{"matchpoints.missing": "none"}'})
    made = score(to_score(without))
    points = {id(each.line): each for board in made.boards.values() for each in board.lines}
    lines = tuple(
        replace(each, ns_points=points[id(each.line)].ns.value, ew_points=points[id(each.line)].ew.value)  # type: ignore[union-attr]
        for each in without.lines
        if points[id(each.line)].ns is not None
    )
    record = replace(without, lines=lines, further={})
    assert fitted(record).options["matchpoints.missing"] == "none"
    assert fitted(record).found
    assert not [each for each in differences(record, score(to_score(record, fitted(record)))) if each.what == "line"]


def test_a_difference_is_told_with_its_likely_reason() -> None:
    record = record_of(rehearsed("one winner"))
    other = next(place for place, each in enumerate(record.ranking) if each.adjustment is None)
    printed = tuple(
        replace(each, percent=Fraction(9999, 100), adjustment=Fraction(3)) if place == other else each
        for place, each in enumerate(record.ranking)
    )
    lines = (replace(record.lines[0], ns_points=Fraction(record.lines[0].ns_points or 0) + 3), *record.lines[1:])
    wrong = replace(record, ranking=printed, lines=lines)
    told = [str(each.text) for each in differences(wrong, score(to_score(wrong)))]
    assert any("in the file" in each and "on board 1" in each for each in told)
    assert any("99.99% in the file" in each and "the file adjusts the total by 3" in each for each in told)


def test_the_ranking_of_the_file_is_posted_where_it_differs_and_ours_can_be_posted_after_it() -> None:
    record = record_of(rehearsed("one winner"))
    places = [place.rank for place in record.ranking]
    turned = replace(
        record,
        ranking=tuple(
            replace(each, rank=rank, percent=Fraction(90 - 10 * number))
            for number, (each, rank) in enumerate(zip(reversed(record.ranking), places, strict=True))
        ),
    )
    found = brought(turned)
    assert found.whose == "file"
    assert standings(found.state)[0].contestant == record.ranking[-1].contestant
    assert any(each.what == "rank" for each in found.differences)
    ours = given(given(found.state, RankAsPrinted(printed=False)), Publish())
    assert listed(ours) == listed(rehearsed("one winner"))
    first, second = versions(ours)
    assert standings(first.state)[0].percent == 90
    assert second.changes.standings


def test_a_session_that_was_brought_in_is_corrected_like_any_other() -> None:
    found = brought(record_of(rehearsed("one winner")), whose="ours")
    key, record = next((key, each) for key, each in found.state.lines.items() if isinstance(each.entry, Contracted))
    correction = Correct(key, PassedOut(), consent=("NS", "EW"), error="scorer")
    after = given(found.state, correction, "The slip says so")
    assert after.lines[key].entry == PassedOut() != record.entry
    assert listed(after) != listed(found.state)


# -- whatever comes ---------------------------------------------------------------------------------------------------------


@given_record(records())
def test_any_record_is_brought_in_or_refused_in_a_sentence_and_its_journal_is_whole(record: Record) -> None:
    try:
        found = brought(record)
    except BadFile:
        return
    assert replay(loads(dumps(found.entries))) == found.state
    standings(found.state)


def test_letters_that_nothing_can_keep_are_left_out() -> None:
    lines = (RecordLine(played(1, "1", "2", 620)), RecordLine(played(1, "3", "4", 170)))
    who = replace(pair(1), players=(RecordPlayer("Ann\x00 \ud800Ash"),))
    found = brought(small(*lines, title="Mon\x00day", contestants=(who, *map(pair, (2, 3, 4)))))
    assert found.state.title == "Monday"
    assert found.state.seats[Place("A", 1, "N")][0].player.name == "Ann Ash"
