"""From the state to the scoring: the lines that count, the penalties, the ranked list, and the effect of a command.

Everything is worked out by `scoring`; nothing is kept here, so no number can be older than the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from arrowswitch.bridge import dealer_of, vulnerability_of
from arrowswitch.deals import par
from arrowswitch.deals.tables import TrickTable
from arrowswitch.scoring import Line, Penalty, Scored, SessionToScore, Standing, score
from arrowswitch.scoring.lines import Award, Score, Status
from arrowswitch.scoring.methods import board_scorer
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.session import SettledMatch
from arrowswitch.session.night.lines import Contracted, LatePlay, LineKey, LineRecord, ns_points
from arrowswitch.session.night.printed import ranked
from arrowswitch.session.night.state import State
from arrowswitch.session.night.teams import match_boards

NOTHING = Score(0)


def scoring_session(state: State) -> SessionToScore:
    """What `scoring` needs to know of the session."""
    found = tuple(_lines(state))
    partnerships = _partnerships(state)
    session = SessionToScore(
        found,
        state.method,
        state.winners,
        state.regulations,
        boards_per_match=state.boards_per_match,
        match_boards=match_boards(state) if state.victory_points and state.method == "imps" else {},
        settled=tuple(_settled(state)),
        apart=state.apart,
        pars=_pars(state),
        running=state.phase != "published",
        partnerships=partnerships,
    )
    sides = {name for line in found if line.status != "struck" for name in (line.ns, line.ew)}
    playing = {name for side in sides for name in session.players(side)}
    playing |= {name for match in session.settled for name in (match.one, match.other)}
    penalties = [penalty for penalty in _penalties(state) if penalty.contestant in playing]
    if any(penalty.share is not None for penalty in penalties) and not _has_top(session):
        penalties = [
            penalty for penalty in penalties if penalty.share is None
        ]  # early on no board has been played twice
    return replace(
        session,
        penalties=tuple(penalties),
        strata={who: stratum for who, stratum in state.strata.items() if who in playing},
        handicaps=state.handicaps,
        unranked=frozenset(state.name(*who) for who in state.left),
    )


def _settled(state: State) -> Iterator[SettledMatch]:
    """The matches that have a result without their boards."""
    for key, result in sorted(state.matches.items()):
        one, other = (state.name(key.section, number) for number in (key.one, key.other))
        yield SettledMatch(
            one,
            other,
            result.award or "entered",
            (tidy(result.one), tidy(result.other)),
            "" if result.absent is None else state.name(key.section, result.absent),
            result.boards,
            key.round,
            key.section,
        )


def _partnerships(state: State) -> dict[str, tuple[str, ...]]:
    """In an individual, who were the sides of the lines."""
    if all(section.movement.kind != "individual" for section in state.sections.values()):
        return {}
    return {
        state.name(key.section, side): tuple(state.name(key.section, player) for player in movement.members(side))
        for key, record in state.lines.items()
        if (movement := state.sections[key.section].movement).kind == "individual"
        for side in (record.ns, record.ew)
    }


def _pars(state: State) -> dict[int, int]:
    """The double-dummy par of boards, where it is the datum; the deals of others are not known, or not worked out yet."""
    if state.method not in ("butler", "net") or state.regulations.butler.datum != "par":
        return {}
    return {board: _par(table, board) for board, table in state.tables.items()}


@lru_cache(maxsize=2**10)
def _par(table: TrickTable, board: int) -> int:
    return par(table, dealer_of(board), vulnerability_of(board)).score


def _has_top(session: SessionToScore) -> bool:
    return any(board_scorer(session, key).top for key in session.by_board)


def scored(state: State) -> Scored:
    """The session, scored as it stands."""
    return score(scoring_session(state))


def standings(state: State) -> tuple[Standing, ...]:
    """The ranked list as it stands."""
    return ranked(state, scored(state))


def _lines(state: State) -> Iterator[Line]:
    found = {key: line_of(state, key, state.lines[key], _status(state, key)) for key in sorted(state.lines)}
    taken = {place for key, line in found.items() if line.counts for place in _places(state, key, line)}
    for key, line in found.items():
        if not line.counts and line.status != "struck":
            here = _places(state, key, line)
            if taken & here:
                continue  # they had the board elsewhere after all
            taken |= here
        yield line


def _places(state: State, key: LineKey, line: Line) -> set[tuple[str, int, str]]:
    """Who has a board here; the two halves of a team are two."""
    movement, record = state.sections[key.section].movement, state.lines[key]
    if movement.kind == "individual":
        four = (*movement.members(record.ns), *movement.members(record.ew))
        return {(state.name(key.section, player), key.board, "") for player in four}
    ns, ew = ("NS", "EW") if movement.kind == "teams" else ("", "")
    return {(line.ns, key.board, ns), (line.ew, key.board, ew)}


def _status(state: State, key: LineKey) -> Status:
    """How a line counts."""
    record = state.lines[key]
    gone = state.cancelled(key.section, record.ns, record.ew, key.round)
    if record.void or gone or (key.section, key.board) in state.removed:
        return "struck"
    if record.occupies:
        return "counts"
    return "late" if isinstance(record.entry, LatePlay) else "not-played"


def line_of(state: State, key: LineKey, record: LineRecord, status: Status = "counts") -> Line:
    """A line as scoring sees it."""
    made = ns_points(record.entry, key.board)
    table: Award = NOTHING if made is None else Score(made)
    adjustment = record.adjustment
    return Line(
        key.board,
        state.name(key.section, record.ns),
        state.name(key.section, record.ew),
        adjustment.ns if adjustment.ns is not None else table,
        adjustment.ew if adjustment.ew is not None else table,
        status,
        record.group,
        adjustment.ns_fault,
        adjustment.ew_fault,
        key.section,
        key.round,
        key.table,
        record.entry.result if isinstance(record.entry, Contracted) else None,
        adjustment.under_appeal or state.under_appeal(key),
    )


def _penalties(state: State) -> Iterator[Penalty]:
    for penalty in state.penalties.values():
        if not penalty.withdrawn and not penalty.warning:
            name = state.name(penalty.section, penalty.contestant)
            played = penalty.match_round or max(penalty.round, 1)
            match = played if state.on_victory_points else None
            yield Penalty(
                name, share=penalty.share, points=penalty.points, vps=penalty.vps, reason=penalty.why, round=match
            )


def changed_standings(before: State, after: State) -> tuple[tuple[Standing | None, Standing | None], ...]:
    """Who stands elsewhere than before: what a ruling would do, to be looked at before it is confirmed."""
    old = {standing.contestant: standing for standing in standings(before)}
    new = {standing.contestant: standing for standing in standings(after)}
    names = dict.fromkeys((*new, *old))
    return tuple((old.get(name), new.get(name)) for name in names if _bare(old.get(name)) != _bare(new.get(name)))


def _bare(standing: Standing | None) -> Standing | None:
    return replace(standing, tie_broken_by=None, tie_steps=(), notes=()) if standing else None
