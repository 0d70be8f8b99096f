"""A record brought in as a session of the club: the acts that make it, decided one after the other as at any session.

Its journal begins with the file that it came from; then come names, hands, every line as it was entered or awarded, penalties, the
ranking of the file, and the posting. What a session has no place for is told in notes, and so is what it would not grant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from arrowswitch.bridge import LAST_BOARD, Result, Side, ns_score, vulnerability_of
from arrowswitch.deals import BoardHands
from arrowswitch.formats.bringing.differing import Difference, differences, ranked_alike
from arrowswitch.formats.bringing.rebuilt import PlacedLine, RebuiltPlan, rebuilt
from arrowswitch.formats.fitting import (
    FittedRules,
    fitted,
    match_boards,
    scorable,
    to_score,
    with_penalties,
    with_sections,
    won,
)
from arrowswitch.formats.format import BadFile
from arrowswitch.formats.record import Record, RecordContestant, RecordPlayer
from arrowswitch.movements import Movement
from arrowswitch.regulations import RegulationsError
from arrowswitch.scoring import METHODS, BadLine, BadScale, BadSession, Penalty, Score, score
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import PlayedBefore
from arrowswitch.scoring.numbers import Number
from arrowswitch.session import (
    Act,
    Actor,
    Adjust,
    Adjustment,
    AttachHands,
    BareScore,
    Command,
    Contracted,
    EndPlay,
    Enter,
    EnterMatch,
    Entry,
    JournalEntry,
    KeepPrinted,
    LatePlay,
    LineKey,
    NameTeam,
    NotPlayed,
    Open,
    PassedOut,
    Penalise,
    Place,
    Publish,
    RankAsPrinted,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    SetLists,
    SplitBoard,
    State,
    Strike,
    decide,
    evolve,
)
from arrowswitch.session.night import MatchKey, PrintedPlace, SideName, matches_of, seats_of
from arrowswitch.words import Sentence, say, say_count

MOST_TEXT, MOST_TEAM_NAME, MOST_TEAM = 200, 40, 6
Whose = Literal["file", "ours"]
"""Whose ranking is posted: the one that the file has, or the one that its boards come to here."""
Seat = Callable[[RecordPlayer], SeatedPlayer]
"""Who of the club's register a player of a file is."""


def as_visitor(player: RecordPlayer) -> SeatedPlayer:
    """A player of whom only the name is known.

    >>> as_visitor(RecordPlayer("  Ann   Ash ", "12345"))
    SeatedPlayer(name='Ann Ash', id='')
    """
    return SeatedPlayer(" ".join(player.name.split())[:MOST_TEXT])


@dataclass(frozen=True)
class BroughtSession:
    """A session made of a record, ready to be kept."""

    state: State
    entries: tuple[JournalEntry, ...]
    rules: FittedRules
    """By which it is scored."""
    whose: Whose
    notes: tuple[Sentence, ...] = ()
    """What was made up, what there is no place for, what was not granted."""
    differences: tuple[Difference, ...] = ()
    """The numbers of the file that are others here."""


def bring_in(
    record: Record,
    file: str,
    *,
    command: str,
    by: Actor,
    at: datetime,
    regulations: str = "wbf",
    seat: Seat = as_visitor,
    whose: Whose | None = None,
    post: bool = True,
) -> BroughtSession:
    """A session made of a record.

    `command` is the id of its first command, by which the same file is known again; `regulations` are the club's, for what the file does
    not say. Without `whose` the ranking of the file is posted where it is another one than ours.
    """
    file = _keepable(file)
    made = _Made(file, command, by, at)
    record = with_sections(_tidy(record, made.notes), regulations)
    rules = fitted(record, regulations)
    record = with_penalties(record, rules)
    plan = rebuilt(record)
    made.notes += plan.notes
    made.do(_opening(record, plan, rules, file, at))
    if not made.entries:
        raise BadFile(made.notes[-1])
    _people(made, record, plan, seat)
    _hands(made, record)
    made.do(EndPlay())
    _lines(made, plan)
    _matches(made, record, plan)
    _penalties(made, record, plan)
    _lists(made, record, plan)
    found = _compared(record, rules)
    chosen = _ranking(made, record, plan, whose or ("ours" if ranked_alike(found) else "file"))
    if post:
        made.do(Publish())
    made.notes += _no_place_for(record)
    return BroughtSession(made.state, tuple(made.entries), rules, chosen, tuple(dict.fromkeys(made.notes)), found)


@dataclass
class _Made:
    """The session in the making."""

    file: str
    command: str
    by: Actor
    at: datetime
    state: State = field(default_factory=State)
    entries: list[JournalEntry] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)

    @property
    def why(self) -> str:
        return str(say("Brought in from {file}", file=self.file))

    def do(self, act: Act, why: str = "") -> bool:
        """Does something as it is asked for, and insists where the session has an objection; what it refuses is noted."""
        number = len(self.entries)
        name = f"{self.command}/{number}" if number else self.command
        asked = Command(name, self.by, self.at, act, (why or self.why)[:2000] if act.needs_reason else "")
        for wish in (asked, replace(asked, why=asked.why or self.why, force=True, repair=True)):
            try:
                entries = decide(self.state, wish)
            except Refused as refusal:
                problem: Sentence = refusal.args[0]
                continue
            for entry in entries:
                self.state = evolve(self.state, entry)
                self.entries.append(entry)
            return True
        self.notes.append(say("Not kept: {problem}", problem=problem))
        return False


# -- before it begins ---------------------------------------------------------------------------------------------------


def _tidy(record: Record, notes: list[Sentence]) -> Record:
    """The record without lines that no session can have and letters that nothing can keep, and with a method that suits what
    was played."""
    record = replace(
        record,
        title=_keepable(record.title),
        contestants=tuple(
            replace(
                each,
                name=_keepable(each.name),
                number=_keepable(each.number),
                players=tuple(
                    RecordPlayer(*map(_keepable, (player.name, player.number, player.club_number)))
                    for player in each.players
                ),
            )
            for each in record.contestants
        ),
    )
    lines = tuple(each for each in record.lines if 1 <= each.line.board <= LAST_BOARD and each.line.ns != each.line.ew)
    if len(lines) < len(record.lines):
        notes.append(
            say_count(
                "{n} line is left out: no such board, or one pair against itself.",
                "{n} lines are left out: no such board, or one pair against itself.",
                len(record.lines) - len(lines),
            )
        )
    if scorable(record):
        return replace(record, lines=lines)
    method = "imps" if record.kind == "teams" else "matchpoints"
    notes.append(
        say(
            "{given} is no way of scoring {kind}; it is scored by {method}.",
            given=record.method[:40],
            kind=record.kind,
            method=method,
        )
    )
    return replace(record, lines=lines, method=method)


_UNKEEPABLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def _keepable(text: str) -> str:
    """A text without what databases and journals cannot hold, or what turns the text around it about.

    >>> _keepable("Ann\\x00 Ash"), _keepable("\\u202eBo Ash")
    ('Ann Ash', 'Bo Ash')
    """
    return _UNKEEPABLE.sub("", text)


def _opening(record: Record, plan: RebuiltPlan, rules: FittedRules, file: str, at: datetime) -> Open:
    file = _keepable(file)
    overrides = {
        section: {key: {"value": value, "source": file[:MOST_TEXT]} for key, value in values.items()}
        for section, values in rules.overrides.items()
    }
    return Open(
        " ".join((record.title or file).split())[:MOST_TEXT] or "?",
        record.date or at.date(),
        plan.sections,
        record.method,
        plan.winners,
        apart=record.apart and len(plan.sections) > 1,
        regulations=rules.regulations,
        overrides=overrides,
        victory_points=record.method == "imps" and bool(match_boards(record)),
        brought_from=file[:MOST_TEXT],
    )


# -- people and hands ---------------------------------------------------------------------------------------------------


def _people(made: _Made, record: Record, plan: RebuiltPlan, seat: Seat) -> None:
    seatings: list[Seating] = []
    sitting: set[str] = set()
    spares: dict[str, tuple[SeatedPlayer, ...]] = {}
    for who, each in plan.contestants.items():
        section, number = plan.numbers[who]
        seats = seats_of(_movement_of(plan, section), number)
        players = [_once(seat(player), sitting) for player in each.players if player.name.strip()]
        seatings += [
            Seating(Place(section, number, letter), player) for letter, player in zip(seats, players, strict=False)
        ]
        most = MOST_TEAM if record.kind == "teams" else len(seats)
        spares[who] = tuple(players[len(seats) : most])
        if len(players) > most:
            made.notes.append(
                say(
                    "{who}: only {most} of {count} players have a seat.",
                    who=each.name or made.state.label(section, number),
                    most=most,
                    count=len(players),
                )
            )
    if seatings:
        made.do(SeatPlayers(tuple(seatings)))
    for who, each in plan.contestants.items():
        name = " ".join(each.name.split())[:MOST_TEAM_NAME]
        if record.kind == "teams" and (name or spares[who]):
            made.do(NameTeam(*plan.numbers[who], name, spares[who]))


def _once(player: SeatedPlayer, sitting: set[str]) -> SeatedPlayer:
    """A player by the register, unless somebody else sits there by the same entry: files number visitors alike."""
    if player.id in sitting:
        return SeatedPlayer(player.name)
    sitting.update(filter(None, [player.id]))
    return player


def _movement_of(plan: RebuiltPlan, section: str) -> Movement:
    return next(each.movement for each in plan.sections if each.name == section)


def _hands(made: _Made, record: Record) -> None:
    """The hands of each board; of one that was dealt in several ways, the first."""
    hands: dict[int, BoardHands] = {}
    for each in record.deals:
        if each.hands.board in hands and hands[each.hands.board] != each.hands:
            made.notes.append(
                say("Board {board} was dealt in several ways; the first is kept.", board=each.hands.board)
            )
        hands.setdefault(each.hands.board, each.hands)
    if hands:
        made.do(AttachHands(tuple(hands.values())))


# -- results ------------------------------------------------------------------------------------------------------------


def _lines(made: _Made, plan: RebuiltPlan) -> None:
    late = [each for each in plan.lines if PlayedBefore in map(type, _awards(each))]
    for each in (*(each for each in plan.lines if each not in late), *late) if late else plan.lines:
        entry = _entry(made, each)
        kept = entry is None or made.do(Enter(each.key, entry, ns=_named(made, each, 0), ew=_named(made, each, 1)))
        if kept and (adjustment := _adjustment(each, entry)) is not None:
            made.do(Adjust(each.key, adjustment), each.record.remark)
        if kept and each.record.line.status == "struck":
            made.do(Strike(each.key), each.record.remark)
    groups: dict[tuple[int, str], list[LineKey]] = {}
    for each in plan.lines:
        if each.record.line.group and each.key in made.state.lines:
            groups.setdefault((each.key.board, each.record.line.group), []).append(each.key)
    for (_, group), keys in groups.items():
        made.do(SplitBoard(tuple(keys), group))


def _awards(each: PlacedLine) -> tuple[Any, Any]:
    return each.record.line.ns_award, each.record.line.ew_award


def _named(made: _Made, each: PlacedLine, side: int) -> int | None:
    """A side that the movement does not have there."""
    meeting = made.state.sections[each.key.section].meeting(each.key.round, each.key.table)
    mine = (each.ns, each.ew)
    return None if meeting is not None and meeting.sides == mine else mine[side]


def _entry(made: _Made, each: PlacedLine) -> Entry | None:
    """What was written on a line; None where it has only what the director awarded."""
    line, result = each.record.line, each.record.line.result
    if line.status in ("not-played", "late"):
        return NotPlayed() if line.status == "not-played" else LatePlay()
    points = [award.ns for award in _awards(each) if isinstance(award, Score)]
    if result is not None and result.passed_out:
        return PassedOut()
    if result is not None and result.declarer is not None:
        right = ns_score(result, vulnerability_of(line.board))
        written = line.score if line.score is not None and line.score != right else None
        return Contracted(*_written(result), each.record.lead.plain if each.record.lead else "", written)
    if line.score is None:
        return NotPlayed() if line.status == "struck" and not points else None
    if result is not None:
        made.notes.append(say("A contract without its declarer is kept as a score."))
    return BareScore(line.score) if line.score else PassedOut()


def _written(result: Result) -> tuple[str, str, int]:
    """A contract as the journal writes it: 4SX, N, 9."""
    return result.contract.plain, result.declarer.value if result.declarer else "", result.tricks


def _adjustment(each: PlacedLine, entry: Entry | None) -> Adjustment | None:
    """What the sides were awarded, where it is not what was written."""
    line = each.record.line
    faults = line.ns_fault, line.ew_fault
    if line.status != "counts" and line.status != "struck":
        return None
    if line.score is not None and faults == ("none", "none") and not line.under_appeal:
        return None
    if line.status == "struck" and entry is not None and line.score is None and line.result is None:
        return None
    if line.score is not None:
        return Adjustment(None, None, *faults, line.under_appeal)
    return Adjustment(line.ns_award, line.ew_award, *faults, line.under_appeal)


def _matches(made: _Made, record: Record, plan: RebuiltPlan) -> None:
    """Matches of teams that have a result and no boards."""
    if record.kind != "teams":
        return
    played = {(each.key.section, frozenset((each.ns, each.ew))) for each in plan.lines}
    planned = {(key.section, key.one, key.other): key for key, _ in matches_of(made.state)}
    for match in record.matches:
        if match.points is None:
            continue
        (section, one), (_, other) = plan.numbers[match.one], plan.numbers[match.other]
        if (section, frozenset((one, other))) in played:
            continue
        key: MatchKey | None = planned.get((section, min(one, other), max(one, other)))
        if key is not None:
            points = won(match.points) if one < other else won(match.points)[::-1]
            made.do(EnterMatch(key, Fraction(points[0]), Fraction(points[1])))


def _penalties(made: _Made, record: Record, plan: RebuiltPlan) -> None:
    for each in record.penalties:
        if each.contestant not in plan.numbers:
            continue
        section, number = plan.numbers[each.contestant]
        share, points, vps = (Fraction(amount) if amount else None for amount in (each.share, each.points, each.vps))
        in_match = _match_fined(made, plan, each) if points and made.state.on_victory_points else None
        made.do(Penalise(section, number, share, points, vps, match_round=in_match), each.reason)


def _match_fined(made: _Made, plan: RebuiltPlan, penalty: Penalty) -> int | None:
    """The round of the match that a penalty is taken from: against those that it names, or the one that it names."""
    section, number = plan.numbers[penalty.contestant]
    other = plan.numbers[penalty.against].number if penalty.against in plan.numbers else None
    mine = [each for each in made.state.sections[section].movement.meetings if number in each.sides]
    against = (each.round for each in mine if other in each.sides)
    named = (each.round for each in mine if each.round == penalty.round)
    return next(against, None) or next(named, None)


_LETTER, _HANDICAP = re.compile("[A-Z]"), re.compile(r"[+-]?[0-9]{1,4}([.][0-9]{1,3})?")


def _lists(made: _Made, record: Record, plan: RebuiltPlan) -> None:
    """Strata and handicaps."""
    strata, handicaps = {}, {}
    for who, each in plan.contestants.items():
        name = made.state.name(*plan.numbers[who])
        letter = _stratum(each)
        if letter:
            strata[name] = letter
        elif each.stratum:
            made.notes.append(say("The stratum {stratum} is not kept: a letter is wanted.", stratum=each.stratum[:20]))
        if each.handicap is not None and _HANDICAP.fullmatch(text := shown(each.handicap, 3)):
            handicaps[name] = text
    kind = record.further.get("handicap kind", "percent") if METHODS[record.method].percent else "matchpoints"
    if strata or handicaps:
        made.do(SetLists(strata, kind, handicaps))


def _stratum(each: RecordContestant) -> str:
    """The letter of a stratum; files number them too."""
    text = each.stratum.strip().upper()
    if text.isdecimal() and 1 <= int(text[:3]) <= 26:
        return chr(ord("A") + int(text[:3]) - 1)
    return text if _LETTER.fullmatch(text) else ""


# -- the ranking ----------------------------------------------------------------------------------------------------------


def _compared(record: Record, rules: FittedRules) -> tuple[Difference, ...]:
    if not record.lines and not record.matches:
        return ()
    try:
        return differences(record, score(to_score(record, rules)))
    except (BadSession, BadLine, BadScale, RegulationsError) as problem:
        return (
            Difference(
                "rank", "", None, None, None, say("It cannot be scored here: {problem}", problem=problem.args[0])
            ),
        )


def _ranking(made: _Made, record: Record, plan: RebuiltPlan, whose: Whose) -> Whose:
    """The ranking of the file, kept, and posted if that is wanted; whose it is in the end."""
    listed: dict[str, PrintedPlace] = {}
    for place in record.ranking:
        if place.contestant in listed:
            continue
        section, number = plan.numbers[place.contestant]
        listed[place.contestant] = PrintedPlace(
            section,
            number,
            place.rank[:MOST_TEXT],
            _direction(plan, section, number),
            _exact(place.points),
            _exact(place.maximum),
            _exact(place.percent),
            _exact(place.vps),
            place.boards,
        )
    if not listed or not made.do(KeepPrinted(tuple(listed.values()))):
        return "ours"
    nothing_else = not made.state.lines and not made.state.matches
    if nothing_else or whose == "file":
        return "file" if made.do(RankAsPrinted()) else "ours"
    return "ours"


def _exact(value: Number | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _direction(plan: RebuiltPlan, section: str, number: int) -> SideName | None:
    if plan.winners != 2:
        return None
    return "EW" if _movement_of(plan, section).label(number).startswith(Side.EW) else "NS"


def _no_place_for(record: Record) -> Iterator[Sentence]:
    """What a record may have and a session has no place for."""
    if any(each.auction or each.play for each in record.lines):
        yield say("Auctions and the play of the cards are not kept.")
    if any(place.awards for place in record.ranking):
        yield say("Masterpoints are not kept.")
    if record.kind != "teams" and record.matches:
        yield say("Matches of pairs are kept as their boards; their victory points only in the ranking of the file.")
    if record.date is None:
        yield say("The file does not say on which day it was played; today stands there.")
