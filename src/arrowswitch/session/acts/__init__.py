"""What people at a session can do, one file a noun; each act is one class with all that is known of it (see `journal.act`).

Every file here is read, so that a new act is known as soon as it is written.
"""

from importlib import import_module
from pkgutil import iter_modules

from arrowswitch.deals.hands import BoardHands
from arrowswitch.session.acts.adjustments import Adjust, Strike
from arrowswitch.session.acts.appeals import AppealOutcome, DecideAppeal, LodgeAppeal, ReviewAppeal
from arrowswitch.session.acts.boards import RemoveBoard, SplitBoard
from arrowswitch.session.acts.calls import AnswerCall, CallDirector
from arrowswitch.session.acts.conclusions import Conclusion
from arrowswitch.session.acts.movement import (
    ChangeMovement,
    CutRounds,
    EditMeeting,
    LatePair,
    PairLeaves,
    SwapDirections,
)
from arrowswitch.session.acts.penalties import Penalise, WithdrawPenalty
from arrowswitch.session.acts.people import Seat, Seating, Substitute
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
from arrowswitch.session.acts.scores import Confirm, Correct, Enter, Settle
from arrowswitch.session.acts.tasks import CloseTask, LeaveTask
from arrowswitch.session.acts.undo import Undo
from arrowswitch.session.journal.act import Act, Actor, Role
from arrowswitch.session.night.lines import SeatLetter
from arrowswitch.session.night.people import Place, Player
from arrowswitch.session.night.plan import SectionPlan, Settings, Show, Source

for _file in iter_modules(__path__):
    import_module(f"{__name__}.{_file.name}")

__all__ = [
    "Act",
    "Actor",
    "AddMinutes",
    "Adjust",
    "AnswerCall",
    "AppealOutcome",
    "AttachHands",
    "BeginBreak",
    "BoardHands",
    "CallDirector",
    "CallRound",
    "ChangeMovement",
    "ChangePlan",
    "ChangeSettings",
    "CloseTask",
    "Conclusion",
    "Confirm",
    "Correct",
    "CutRounds",
    "DecideAppeal",
    "EditMeeting",
    "EndPlay",
    "Enter",
    "HoldClock",
    "LatePair",
    "LeaveTask",
    "LodgeAppeal",
    "Open",
    "PairLeaves",
    "Penalise",
    "Place",
    "Player",
    "Polled",
    "Publish",
    "PutAway",
    "RemoveBoard",
    "Reopen",
    "ResumeClock",
    "ReviewAppeal",
    "Role",
    "Rule",
    "RulingStatus",
    "Seat",
    "SeatLetter",
    "Seating",
    "SectionPlan",
    "SetBreak",
    "SetLists",
    "SetSections",
    "SetTiming",
    "Settings",
    "Settle",
    "Show",
    "Source",
    "SplitBoard",
    "Start",
    "Strike",
    "Substitute",
    "SwapDirections",
    "TrackCards",
    "Undo",
    "WithdrawPenalty",
]
