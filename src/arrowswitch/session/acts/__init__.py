"""What people at a session can do, one file a noun; each act is one class with all that is known of it (see `journal.act`).

Every file here is read, so that a new act is known as soon as it is written.
"""

from importlib import import_module
from pkgutil import iter_modules

from arrowswitch.deals.hands import BoardHands
from arrowswitch.session.acts.adjustments import Adjust, Strike
from arrowswitch.session.acts.appeals import (
    SEAT_WORDS,
    SEATS,
    SIDE_WORDS,
    DecideAppeal,
    LodgeAppeal,
    ReviewAppeal,
    appeal_until,
    appeals_of,
    deposit_due,
    ruling_standing,
)
from arrowswitch.session.acts.boards import RemoveBoard, SplitBoard
from arrowswitch.session.acts.brought import KeepPrinted, RankAsPrinted
from arrowswitch.session.acts.calls import AnswerCall, CallDirector
from arrowswitch.session.acts.conclusions import conclusion_of, text_shown
from arrowswitch.session.acts.consequences import (
    OWN_SCORE,
    applied,
    averages_of,
    averages_told,
    award_wanted,
    first_score_told,
    offence_of,
    offending_side,
    penalty_is_due,
    penalty_of,
    points_for_scores,
    restoring,
    score_act,
    scores_made,
    tricks_told,
    written_by,
)
from arrowswitch.session.acts.deals import AttachOwnHands, OpenDeals, SealDeals, TakeDeals
from arrowswitch.session.acts.draws import AddDraw, ReplaceDraw
from arrowswitch.session.acts.movement import (
    ChangeMovement,
    CutRounds,
    EditMeeting,
    LatePair,
    PairLeaves,
    SwapDirections,
)
from arrowswitch.session.acts.penalties import Penalise, WithdrawPenalty, penalty_told
from arrowswitch.session.acts.people import Seating, SeatPlayers, Substitute
from arrowswitch.session.acts.plan import AttachHands, ChangePlan, ChangeSettings, Open, PutAway, SetSections
from arrowswitch.session.acts.results import Publish, Reopen, SetLists
from arrowswitch.session.acts.rounds import (
    AddMinutes,
    BeginBreak,
    CallRound,
    EndPlay,
    HoldClock,
    ResumeClock,
    SetBreak,
    SetTiming,
    Start,
)
from arrowswitch.session.acts.rulings import Polled, Rule, RulingStatus, TrackCards
from arrowswitch.session.acts.scores import Confirm, Correct, Enter, Settle, reason_due
from arrowswitch.session.acts.tasks import CloseTask, LeaveTask, Task, TaskKind, deeds, find_task, is_due, open_tasks
from arrowswitch.session.acts.teams import AwardMatch, EnterMatch, GiveLineUp, NameTeam, ScoreMatches, with_scale
from arrowswitch.session.acts.undo import Undo
from arrowswitch.session.journal.act import Act, Actor, Role
from arrowswitch.session.night.lines import SeatLetter
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.plan import SectionPlan, Settings

for _file in iter_modules(__path__):
    import_module(f"{__name__}.{_file.name}")
