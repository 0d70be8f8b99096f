"""Events: a contest as a journal, from the first entry to the last match.

`decide` grants a command or refuses it in a sentence, `evolve` and `replay` lead to the state, and what the event comes to is asked
with what sessions say (`SessionFeed`): `results`, `standings`, `next_draw`, `draw_marks`, `bracket`, `cross_table`, `still_possible`.
"""

from arrowswitch.contests.events import acts as acts
from arrowswitch.contests.events import formats as formats
from arrowswitch.contests.events.acts.entries import ChangeEntry, EnterContestant, SetSeeds, WithdrawContestant
from arrowswitch.contests.events.acts.event import ChangeEvent, OpenEvent, PutEventAway, terms
from arrowswitch.contests.events.acts.line_ups import SetLineUp
from arrowswitch.contests.events.acts.matches import (
    BreakTie,
    ClearResult,
    ForfeitMatch,
    PenaliseContestant,
    RecordResult,
    SitSameWay,
)
from arrowswitch.contests.events.acts.rounds import ChangeDraw, DrawRound, PostponeMatch
from arrowswitch.contests.events.acts.sessions import AddSession, LeaveOutSession
from arrowswitch.contests.events.acts.slips import ConfirmSlip, confirmed_by, slip_score
from arrowswitch.contests.events.acts.stages import CarryOver, CloseStage, OpenStage
from arrowswitch.contests.events.acts.undo import UndoInEvent, in_the_way
from arrowswitch.contests.events.brackets import BracketBox, BracketPicture, BracketSide, bracket
from arrowswitch.contests.events.deciding import decide, evolve, replay
from arrowswitch.contests.events.draws import DrawMark, ScoreThen, draw_cost, draw_marks, next_draw
from arrowswitch.contests.events.feeds import FedMatch, Feeds, SessionFeed
from arrowswitch.contests.events.formats.knockout import BracketPlan
from arrowswitch.contests.events.formats.round_robin import RoundRobinPlan
from arrowswitch.contests.events.formats.series import SeriesStage, series_list
from arrowswitch.contests.events.formats.swiss import SwissPlan
from arrowswitch.contests.events.journal import (
    EventAct,
    EventCommand,
    EventJournalEntry,
    all_event_acts,
    command_from_json,
    from_json,
    loads,
)
from arrowswitch.contests.events.plan import StagePlan
from arrowswitch.contests.events.state import (
    AddedSession,
    ContestPlayer,
    DrawnOn,
    EventContestant,
    EventMatchKey,
    EventState,
    MatchDraw,
    MatchLineUp,
    MatchRecord,
    RoundDraw,
    Stage,
    StageGroup,
    StageMember,
    StageSource,
    SubMatch,
)
from arrowswitch.contests.events.tables import (
    Chance,
    CrossCell,
    CrossTable,
    StageCut,
    carried,
    cross_table,
    cut,
    explain_match,
    explain_total,
    league_moves,
    qualifiers,
    results,
    standings,
    still_possible,
)
from arrowswitch.contests.events.view import EventMatchResult, StageView
from arrowswitch.journals import command_to_json, dumps, to_json

__all__ = [
    "AddSession",
    "AddedSession",
    "BracketBox",
    "BracketPicture",
    "BracketPlan",
    "BracketSide",
    "BreakTie",
    "CarryOver",
    "Chance",
    "ChangeDraw",
    "ChangeEntry",
    "ChangeEvent",
    "ClearResult",
    "CloseStage",
    "ConfirmSlip",
    "ContestPlayer",
    "CrossCell",
    "CrossTable",
    "DrawMark",
    "DrawRound",
    "DrawnOn",
    "EnterContestant",
    "EventAct",
    "EventCommand",
    "EventContestant",
    "EventJournalEntry",
    "EventMatchKey",
    "EventMatchResult",
    "EventState",
    "FedMatch",
    "Feeds",
    "ForfeitMatch",
    "LeaveOutSession",
    "MatchDraw",
    "MatchLineUp",
    "MatchRecord",
    "OpenEvent",
    "OpenStage",
    "PenaliseContestant",
    "PostponeMatch",
    "PutEventAway",
    "RecordResult",
    "RoundDraw",
    "RoundRobinPlan",
    "ScoreThen",
    "SeriesStage",
    "SessionFeed",
    "SetLineUp",
    "SetSeeds",
    "SitSameWay",
    "Stage",
    "StageCut",
    "StageGroup",
    "StageMember",
    "StagePlan",
    "StageSource",
    "StageView",
    "SubMatch",
    "SwissPlan",
    "UndoInEvent",
    "WithdrawContestant",
    "all_event_acts",
    "bracket",
    "carried",
    "command_from_json",
    "command_to_json",
    "confirmed_by",
    "cross_table",
    "cut",
    "decide",
    "draw_cost",
    "draw_marks",
    "dumps",
    "evolve",
    "explain_match",
    "explain_total",
    "from_json",
    "in_the_way",
    "league_moves",
    "loads",
    "next_draw",
    "qualifiers",
    "replay",
    "results",
    "series_list",
    "slip_score",
    "standings",
    "still_possible",
    "terms",
    "to_json",
]
