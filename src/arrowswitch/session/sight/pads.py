"""What the device of a table, or of a pair, may know: everything it needs to go on without a network, and nothing else.

A pad knows where it is through the whole session, so that entry goes on when the network is gone. Of results it has its
own of the round that is being played, and of other tables only what `sight` allows at this moment (Bridge NSW
regulations 12.11 and 12.12, NZ manual ENT-09).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any

from arrowswitch.deals.tables import DECLARERS, DENOMINATIONS, TrickTable
from arrowswitch.journals import encode
from arrowswitch.movements import Meeting, Movement
from arrowswitch.scoring import BadLine, BadSession, matches
from arrowswitch.scoring.figures import fixed, in_column
from arrowswitch.scoring.methods import METHODS
from arrowswitch.session.acts import Actor, Enter
from arrowswitch.session.acts.scores import from_the_table
from arrowswitch.session.night.analysis import par_of
from arrowswitch.session.night.checks import suspicious
from arrowswitch.session.night.clock import break_now, time_left
from arrowswitch.session.night.dealt import hands_at, table_at
from arrowswitch.session.night.growing import LineRecords
from arrowswitch.session.night.lines import Entry, LineKey, LineRecord, ns_points
from arrowswitch.session.night.people import Place
from arrowswitch.session.night.results import scored
from arrowswitch.session.night.seats import TEAM_SEATS, player_at, seats_of
from arrowswitch.session.night.sheets import board_sheets
from arrowswitch.session.night.sight import may_see_hands, may_see_others, may_see_par
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.night.teams import matches_of
from arrowswitch.words import Sentence, say

Names = Callable[[str, int, int], list[str]]
"""The names of a contestant (section, number, round); the register knows them, not the session."""


@dataclass(frozen=True, slots=True)
class Device:
    """A pad: of a table, perhaps of one side of it; or of a pair, with which it moves."""

    section: str
    table: int | None = None
    side: str = ""
    pair: int | None = None

    def stops(self, movement: Movement) -> tuple[Meeting, ...]:
        """Where it is, round by round."""
        if self.pair is not None:
            return movement.path(self.pair)
        return movement.at_tables.get(self.table or 0, ())

    def actor(self, state: State, table: int | None = None, name: str = "") -> Actor:
        """Who it is when it writes or looks: the table at which it is, and the pair with which it goes."""
        return Actor("table", name, self.section, table if table is not None else self.here(state), self.pair)

    def name(self, state: State) -> str:
        """How the journal names it."""
        if self.pair is not None:
            return f"phone of {state.label(self.section, self.pair)}"
        return f"pad {state.table(self.section, self.table or 0)} {self.side}".strip()

    def here(self, state: State) -> int | None:
        """The table at which it is now."""
        if self.pair is None:
            return self.table
        section = state.sections[self.section]
        stops = self.stops(section.movement)
        now = [stop for stop in stops if stop.round <= max(section.round, 1)]
        later = [
            stop
            for stop in stops
            if stop.round > section.round and state.round_at(self.section, stop.table) >= stop.round
        ]
        mine = [stop for stop in later if any(_record(state, self.section, stop, board) for board in stop.boards)]
        found = (*now, *mine)
        return found[-1].table if found else (stops[0].table if stops else None)

    def may_be_at(self, state: State, key: LineKey) -> bool:
        """Whether a line is at its own table; a pair's device is at the table where the pair is in that round."""
        if key.section != self.section or key.section not in state.sections:
            return False
        if self.pair is None:
            return key.table == self.table
        meeting = state.sections[self.section].meeting(key.round, key.table)
        return meeting is not None and self.pair in state.sections[self.section].movement.seated(meeting)


def _record(state: State, section: str, stop: Meeting, board: int) -> LineRecord | None:
    return state.lines.get(LineKey(section, stop.round, stop.table, board))


def pairs_at(state: State, section: str, table: int) -> tuple[int, ...]:
    """Whose own device may join with a table's card: of those who are there now, and of those who sit out."""
    movement, called = state.sections[section].movement, max(state.sections[section].round, 1)
    rounds = {called, state.round_at(section, table)}
    here = {
        number
        for meeting in movement.meetings
        if meeting.table == table and meeting.round in rounds
        for number in movement.seated(meeting)
    }
    return tuple(sorted(here | {sit.pair for sit in movement.sit_outs if sit.round == called}))


@dataclass(frozen=True, slots=True, eq=False)
class PadPlan:
    """What a device is told of its stops before anything is played there, and a name for it."""

    name: str
    stops: list[dict[str, Any]]


def plan_of(state: State, device: Device, names: Names) -> PadPlan:
    """The stops of a device; the same until the movement changes, or who is named."""
    stops = [_stop(state, device, stop, names) for stop in device.stops(state.sections[device.section].movement)]
    return PadPlan(sha256(repr(stops).encode()).hexdigest()[:16], stops)


def pad_view(
    state: State,
    device: Device,
    names: Names,
    now: datetime,
    plan: PadPlan | None = None,
    known: str = "",
    posted: State | None = None,
) -> dict[str, Any]:
    """All that a pad is told, as plain values for JSON; whoever has kept the plan of the device gives it.

    A pad that says which plan it knows is told only what has been played there since, if it is still the same.
    Of results that were posted it sees what was posted last, not what is being corrected.
    """
    section = state.sections[device.section]
    movement = section.movement
    clock = time_left(state, section.name, now)
    settings = state.settings
    stops = device.stops(movement)
    in_play = _in_play(state, device, stops)
    plan = plan or plan_of(state, device, names)
    told = [{} for _ in stops] if known == plan.name else plan.stops
    return {
        "version": len(state.journal),
        "title": state.title,
        "phase": state.phase,
        "teams": movement.kind == "teams",
        "section": section.name,
        "sections": len(state.sections),
        "table": device.table,
        "side": device.side,
        "pair": device.pair,
        "round": section.round,
        "rounds": movement.rounds,
        "draws": _draws(movement),
        "confirm": settings.confirm,
        "pin": settings.pin and movement.kind != "individual",  # partners for a round have no number in common
        "leads": settings.leads,
        "wait": settings.wait,
        "intake": settings.intake,
        "clock": _clock(section, *clock) if clock else None,
        "plan": plan.name,
        "stops": [
            {**each, "done": [board for board in stop.boards if _finished(state, device.section, stop, board)]}
            for stop, each in zip(stops, told, strict=True)
        ],
        "waits": [{"round": sit.round, "table": sit.table} for sit in movement.sit_outs if sit.pair == device.pair],
        "first_board": movement.boards[0],
        "last_board": movement.boards[-1],
        "lines": _lines(state, device, in_play),
        "boards": {str(board): shown for board, shown in _shown(posted or state, device, in_play)},
        "match": _match(posted or state, device, in_play) if movement.kind == "teams" else [],
        "calls": [
            {"id": call.id, "about": call.about, "at": call.at.isoformat()}
            for call in state.calls.values()
            if call.answered is None and (call.section, call.table) == (section.name, device.here(state))
        ],
    }


def _clock(section: Section, left: timedelta, held: bool) -> dict[str, Any]:
    """What is left of the round, and how long the break after it is; whether it was begun before the time was up."""
    told = {"left": int(left.total_seconds()), "held": held}
    if section.break_after != section.round or not section.break_minutes:
        return told
    return told | {"break": 60 * section.break_minutes, "begun": break_now(section, left) is not None}


def _stop(state: State, device: Device, stop: Meeting, names: Names) -> dict[str, Any]:
    movement = state.sections[device.section].movement
    return {
        "round": stop.round,
        "table": stop.table,
        "boards": list(stop.boards),
        "switched": stop.switched,
        "ns": _side(state, device, stop, stop.ns, names),
        "ew": _side(state, device, stop, stop.ew, names),
        "last": stop.round == movement.rounds and not movement.to_draw,
    }


def _draws(movement: Movement) -> dict[str, Any] | None:
    """Where rounds are drawn one after the other: what the event calls each round, and which it draws next, if any."""
    if not movement.draws:
        return None
    return {
        "called": [movement.drawn_as(number) for number in range(1, movement.rounds + 1)],
        "of": movement.last_drawn,
        "next": movement.draws[-1].number + 1 if movement.to_draw else None,
    }


def _side(state: State, device: Device, stop: Meeting, number: int, names: Names) -> dict[str, Any]:
    movement = state.sections[device.section].movement
    return {
        "number": number,
        "label": _called(state, device.section, number),
        "names": _sitting(state, device.section, stop, number, names),
        "mates": _mates(movement, stop, number) if movement.kind == "teams" else None,
        "seats": [
            seat
            for each in movement.members(number)
            for seat in seats_of(movement, each)
            if (device.section, each, seat) not in state.seats
        ],
        **(
            {"next": None, "players": _players(state, device.section, number, stop, names)}
            if movement.kind == "individual"
            else {"next": _next(state, device.section, number, stop, names)}
        ),
    }


def _players(state: State, section: str, side: int, stop: Meeting, names: Names) -> list[dict[str, Any]]:
    """The two partners of an individual, each with the chair now, the seat that lacks a name, and the way afterwards."""
    movement = state.sections[section].movement
    chairs = dict(zip(movement.seated(stop), TEAM_SEATS, strict=True))
    return [
        {
            "number": each,
            "label": movement.label(each),
            "chair": chairs[each],
            "names": names(section, each, stop.round),
            "seats": [seat for seat in seats_of(movement, each) if (section, each, seat) not in state.seats],
            "next": _next_of_player(section, movement, each, stop, names),
        }
        for each in movement.members(side)
    ]


def _next_of_player(
    section: str, movement: Movement, player: int, stop: Meeting, names: Names
) -> dict[str, Any] | None:
    """Where a player of an individual goes after a round: a table and chair, with whom and against whom."""
    if stop.round >= movement.rounds:
        return None
    here = (each for each in movement.by_round[stop.round + 1] if player in movement.seated(each))
    meeting = next(here, None)
    if meeting is None:
        return {"table": None, "side": "", "stays": False, "boards": [], "against": None}
    ours, theirs = meeting.sides if player in movement.members(meeting.ns) else meeting.sides[::-1]
    chair, before = (dict(zip(movement.seated(each), TEAM_SEATS, strict=True)).get(player) for each in (meeting, stop))
    partner = next(each for each in movement.members(ours) if each != player)
    return {
        "table": meeting.table,
        "side": chair,
        "stays": (meeting.table, chair) == (stop.table, before),
        "boards": list(meeting.boards),
        "partner": {"label": movement.label(partner), "names": names(section, partner, meeting.round)},
        "against": {"label": movement.label(theirs), "names": names(section, theirs, meeting.round)},
    }


def _next(state: State, section: str, number: int, stop: Meeting, names: Names) -> dict[str, Any] | None:
    """Where a pair goes after a round and whom it meets: a table and side, a place to wait, or nowhere after the last or home."""
    movement = state.sections[section].movement
    if stop.round >= movement.rounds:
        return None
    for meeting in movement.by_round.get(stop.round + 1, ()):
        half = (meeting.ns if number == stop.ns else meeting.ew,)  # of a team, those who sit on this side
        if number in (half if movement.kind == "teams" else meeting.sides):
            side = "NS" if number == meeting.ns else "EW"
            stays = meeting.table == stop.table and (meeting.ns == number) == (stop.ns == number)
            other = meeting.ew if number == meeting.ns else meeting.ns
            against = {"label": movement.label(other), "names": names(section, other, meeting.round)}
            boards = list(meeting.boards)
            found = {"table": meeting.table, "side": side, "stays": stays, "boards": boards, "against": against}
            return found | ({"mates": _mates(movement, meeting, number)} if movement.kind == "teams" else {})
    if (section, number) in state.left:
        return None
    waits = [sit.table for sit in movement.sit_outs if (sit.round, sit.pair) == (stop.round + 1, number)]
    return {"table": waits[0] if waits else None, "side": "", "stays": False, "boards": [], "against": None}


def _called(state: State, section: str, number: int) -> str:
    """What the cards call a contestant; of a team also its name."""
    return f"{state.sections[section].movement.label(number)} {state.team(section, number).name}".strip()


def _sitting(state: State, section: str, stop: Meeting, number: int, names: Names) -> list[str]:
    """Who sits for a contestant at a table: of a team only the half that is there."""
    found = names(section, number, stop.round)
    if state.sections[section].movement.kind != "teams":
        return found
    seats = [seat for seat in TEAM_SEATS if player_at(state, Place(section, number, seat), stop.round)]
    side = "NS" if number == stop.ns else "EW"
    if len(seats) != len(found):
        return found
    return [name for seat, name in zip(seats, found, strict=True) if seat in side]


def _match(state: State, device: Device, stops: Sequence[Meeting]) -> list[dict[str, Any]]:
    """The matches that are played here now, once both tables have all their boards and the settings let them be seen:
    as those who sit North-South see them. Never another match."""
    found = []
    for stop in stops:
        if not all(_finished(state, device.section, stop, board) for board in stop.boards):
            continue  # as nearly always: phones ask often
        teams = frozenset(stop.sides)
        plans = [plan for key, plan in matches_of(state) if key.section == device.section and plan.teams == teams]
        plan = next((each for each in plans if stop.round in each.rounds), None)
        if plan is None:
            continue
        by = device.actor(state, stop.table)
        whole = all(
            _finished(state, device.section, meeting, board)
            for meeting in state.sections[device.section].movement.meetings
            if frozenset(meeting.sides) == teams and meeting.round in plan.rounds
            for board in meeting.boards
        )
        if not whole or not all(may_see_others(state, by, board) for board in plan.boards):
            continue
        mine = state.name(device.section, stop.ns)
        for match in matches(scored(state)).get(mine, ()):
            if match.opponent == state.name(device.section, stop.ew) and stop.round in match.rounds:
                found.append(
                    {
                        "round": stop.round,
                        "team": _called(state, device.section, stop.ns),
                        "net": in_column(match.net, 2 if match.net != int(match.net) else 0, sign=True),
                        "vps": fixed(match.vps, 2) if match.vps is not None else "",
                    }
                )
    return found


def _mates(movement: Movement, here: Meeting, team: int) -> int | None:
    """The table where the other half of a team is in the same round."""
    found = (each.table for each in movement.by_round[here.round] if team in each.sides and each is not here)
    return next(found, None)


def _finished(state: State, section: str, stop: Meeting, board: int) -> bool:
    record = _record(state, section, stop, board)
    return (section, board) in state.removed or (record is not None and record.finished)


def _in_play(state: State, device: Device, stops: Sequence[Meeting]) -> tuple[Meeting, ...]:
    """The stops in the round that is being played, and later ones that are begun already."""
    called = state.sections[device.section].round
    begun = {table: state.round_at(device.section, table) for table in {stop.table for stop in stops}}
    return tuple(stop for stop in stops if called <= stop.round <= begun[stop.table])


def _lines(state: State, device: Device, stops: Sequence[Meeting]) -> list[dict[str, Any]]:
    """Its own results of some stops, round by round; also of a board that was not due there, unless the desk struck it out."""
    boards = state.sections[device.section].movement.boards
    due = {(stop.round, stop.table, board) for stop in stops for board in stop.boards}
    order = {(stop.round, stop.table): number for number, stop in enumerate(stops)}
    tables = dict.fromkeys(stop.table for stop in stops)
    mine = [
        key for table in tables for key in state.lines.at(device.section, table, boards) if (key[1], key[2]) in order
    ]
    mine.sort(key=lambda key: order[key[1], key[2]])  # of one stop they stay in the order of the boards
    told = ((key, state.lines[key]) for key in mine)
    return [_line(key, record) for key, record in told if key[1:] in due or record.undue or not record.void]


@lru_cache(maxsize=2**10)  # a night has a few hundred, and a table is told all of its own with every score
def _written(result: Entry) -> Any:
    return encode(result)


def _line(key: LineKey, record: LineRecord) -> dict[str, Any]:
    """A result as a device is told it."""
    return {
        "round": key.round,
        "table": key.table,
        "board": key.board,
        "entry": _written(record.entry) if record.entry else None,
        "ns": ns_points(record.entry, key.board),
        "by": record.entered_by,
        "confirmed": record.confirmed,
        "adjusted": record.adjusted,
    }


def _shown(state: State, device: Device, stops: tuple[Meeting, ...]) -> Iterator[tuple[int, dict[str, Any]]]:
    """What is shown after a board, where the session's settings allow it at this moment."""
    for stop in stops:
        by = device.actor(state, stop.table)
        for board in stop.boards:
            mine = LineKey(device.section, stop.round, stop.table, board)
            if mine not in state.lines or not state.lines[mine].finished:
                continue
            shown: dict[str, Any] = {}
            if len(state.on_board.get(board, ())) > 1 and may_see_others(state, by, board):
                shown["traveller"] = _traveller(state, mine)
            group = state.lines[mine].group
            hands = hands_at(state, device.section, board, group)
            if hands and may_see_hands(state, by, board):
                shown["hands"] = {"N": hands.north, "E": hands.east, "S": hands.south, "W": hands.west}
            table = table_at(state, device.section, board, group)
            if table and may_see_par(state, by, board):
                shown |= _analysis(table, board)
            if shown:
                yield board, shown


def _analysis(table: TrickTable, board: int) -> dict[str, Any]:
    """What can be made, by declarer in notrump, spades, hearts, diamonds and clubs, and par."""
    best = par_of(table, board)
    return {
        "tricks": {seat.value: [table.tricks(seat, each) for each in DENOMINATIONS] for seat in DECLARERS},
        "par": {
            "ns": best.score,
            "contracts": [
                {
                    "contract": each.contract.plain,
                    "by": each.by[0].side.value if len(each.by) == 2 else each.by[0].value,
                    "over": each.tricks - each.contract.needs,
                }
                for each in best.contracts
            ],
        },
    }


def _traveller(state: State, mine: LineKey) -> list[dict[str, Any]]:
    """The results on a board so far, the best for North-South first, each with what it is worth among them."""
    keys = state.on_board.get(mine.board, ())
    if state.sections[mine.section].movement.kind == "teams":  # of another match nobody is told
        own = {state.lines[mine].ns, state.lines[mine].ew}
        keys = tuple(key for key in keys if {state.lines[key].ns, state.lines[key].ew} == own)
    lines = LineRecords({key: state.lines[key] for key in keys})
    worth = _worth(replace(state, lines=lines, penalties={}), mine.board)
    found = [
        {
            "ns_pair": state.label(key.section, record.ns),
            "ew_pair": state.label(key.section, record.ew),
            "entry": encode(record.entry) if record.entry else None,
            "ns": ns_points(record.entry, key.board),
            "adjusted": record.adjusted,
            "worth": worth.get(key),
            "mine": key == mine,
        }
        for key, record in lines.items()
        if record.occupies
    ]
    return sorted(found, key=lambda line: -(line["ns"] or 0))


def _worth(state: State, board: int) -> dict[LineKey, str]:
    """What each line gives North-South, compared with the others of its board: a percentage, or IMPs and the like."""
    if state.method not in METHODS:
        return {}
    try:
        sheets = board_sheets(state, scored(state), board)
    except (BadSession, BadLine):
        return {}  # an award that cannot be worked out from this board alone
    percent = METHODS[state.method].percent
    found = {}
    for each in (line for sheet in sheets for line in sheet.lines):
        if each.ns is not None:
            if not percent:
                found[each.key] = in_column(each.ns.value, 2, sign=True)
            elif each.ns.maximum:
                found[each.key] = f"{fixed(each.ns.share * 100, 0)}%"
    return found


UNLIKE = say(
    "This is unlike what other tables have on this board. Is it the right contract, the right side, the right result?"
)


UNUSUAL = say("That is unusual for this board. Is it the right contract, the right side, the right result?")


def notes_for_table(
    state: State, by: Actor, key: LineKey, result: Entry, notes: tuple[Sentence, ...]
) -> tuple[Sentence, ...]:
    """What was noticed about an entry, as the table may hear it: what other tables have on the board, and what can be
    made on it, stays hidden until the session's settings show it.

    What rests on hidden facts is asked about once, with the first score of a line: who might try one result after the
    other would read them out of what is asked and what is not. The desk has every note.
    """
    hidden = _hidden(state, by, key.board)
    if not hidden:
        return notes
    everything = set(suspicious(state, key, result))
    if [type(act) for act in from_the_table(state, key)] != [Enter]:
        blind = suspicious(state.but(**{facts: {} for facts in hidden}), key, result)
        return (*(note for note in notes if note not in everything), *blind)
    for facts, instead in MILDER.items():
        if facts in hidden:
            without = set(suspicious(state.but(**{facts: {}}), key, result))
            notes = _milder(notes, everything - without, instead)
    return notes


MILDER = {"on_board": UNLIKE, "tables": UNUSUAL}
"""What a table hears instead of what rests on facts that it may not see. Of the lead it saw itself what it is asked."""


def _hidden(state: State, by: Actor, board: int) -> tuple[str, ...]:
    """The facts about a board that somebody may not see, as the state has them."""
    may_see = {"on_board": may_see_others, "tables": may_see_par, "hands": may_see_hands}
    return tuple(facts for facts, may in may_see.items() if not may(state, by, board))


def _milder(notes: tuple[Sentence, ...], hidden: set[Sentence], instead: Sentence) -> tuple[Sentence, ...]:
    mild = tuple(note for note in notes if note not in hidden)
    return mild if len(mild) == len(notes) else (*mild, instead)
