"""A session as it is now: the state, and what can be asked of it: lines, seats, the clock, what is missing, results."""

from arrowswitch.session.night.analysis import analysed, far_from_double_dummy, lacking, par_of
from arrowswitch.session.night.checks import no_score, suspicious
from arrowswitch.session.night.clock import ClockFace, break_question, clock_face
from arrowswitch.session.night.dealt import all_hands, hands_at, line_hands, table_at
from arrowswitch.session.night.lines import (
    PLAYED,
    Adjustment,
    BareScore,
    Contracted,
    Entry,
    LatePlay,
    LineKey,
    LineRecord,
    NotPlayed,
    SeatLetter,
    SideName,
    adjustment_told,
    award_told,
    entry_told,
    ns_points,
    record_told,
)
from arrowswitch.session.night.match_table import TeamRow, cross_tables
from arrowswitch.session.night.matches import DrawnResult, drawn_results
from arrowswitch.session.night.mending import changed, cut, edited
from arrowswitch.session.night.missing import Missing, awaited, check_turn, missing
from arrowswitch.session.night.partners import PairWithin, pairs_by_butler
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.plan import SectionPlan, Settings
from arrowswitch.session.night.printed import PrintedPlace, place_number, ranked
from arrowswitch.session.night.promised import DealPromise, HandsKey, OpensWhen
from arrowswitch.session.night.replay import evolve, replay
from arrowswitch.session.night.results import changed_standings, scored, scoring_session
from arrowswitch.session.night.seats import (
    TEAM_SEATS,
    all_players_of,
    around,
    boards_by_player,
    boards_in_matches,
    credited,
    members_of,
    place_told,
    places,
    player_at,
    players_of,
    seats_of,
    unnamed,
)
from arrowswitch.session.night.sections import kept_seats, minutes_of, named, planned
from arrowswitch.session.night.sheets import (
    BoardSheet,
    CardRound,
    Contestant,
    MatchCard,
    Running,
    SheetLine,
    board_sheets,
    contestants,
    match_cards,
    recap,
    score_card,
    sheet_line,
)
from arrowswitch.session.night.sight import as_far_as_ranked, may_see_hands, may_see_line, may_see_par, may_see_ranking
from arrowswitch.session.night.state import (
    Appeal,
    DirectorCall,
    Publication,
    RecordedPenalty,
    Ruling,
    Section,
    State,
    Stint,
)
from arrowswitch.session.night.teams import MatchAward, MatchKey, matches_of
from arrowswitch.session.night.views import TableView, looks_wrong, table_map, to_announce
from arrowswitch.session.night.written import pairs_of, record_at
