"""The desk: what a scorer types from travellers and slips, the name slips, and the clock that calls by itself."""

from arrowswitch.session.desk.awards import read_award, read_score, read_weighted
from arrowswitch.session.desk.codes import CODES, PATTERNS
from arrowswitch.session.desk.hands_off import calls_due, planned_call
from arrowswitch.session.desk.posting import (
    POSTING_WAYS,
    SLIPS,
    TRAVELLERS,
    Sheet,
    SheetRow,
    find_sheet,
    jump,
    next_sheet,
    sheets,
)
from arrowswitch.session.desk.slips import Slip, SlipHalf, change_places, seated, slips
from arrowswitch.session.desk.standing import every_half, half_at, half_of, standing
from arrowswitch.session.desk.typed import Habits, TypedResult, act_for, as_typed, read_typed, understood
