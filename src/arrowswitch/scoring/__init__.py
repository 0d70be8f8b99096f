"""From results to ranked lists: matchpoints, IMPs, victory points, adjustments, factoring, tie-breaks.

`score(Session(lines))` scores a session, `ranking` ranks it, `rescore` changes one line, and `explain` shows the
working of any number. The functions behind them (`imps`, `victory_points`, `datum` ...) stand alone as well.
Fields of thousands of tables are scored by `arrowswitch.scoring.large.batch`, which needs numpy and is imported by itself.
"""

from arrowswitch.scoring.boards.butler import datum
from arrowswitch.scoring.boards.matchpoints import carried, top_of
from arrowswitch.scoring.boards.plain import instant
from arrowswitch.scoring.corrections import amended
from arrowswitch.scoring.explain.explain import Explanation, asked, explain
from arrowswitch.scoring.files.answer import answer, explained
from arrowswitch.scoring.files.session_file import loads
from arrowswitch.scoring.files.session_lines import SessionFileError
from arrowswitch.scoring.imps import imps
from arrowswitch.scoring.lines import (
    AVERAGE,
    MINUS,
    PLUS,
    BadLine,
    Ceiling,
    Damage,
    Fixed,
    Floor,
    Line,
    Outcome,
    Percent,
    Score,
    Weighted,
    adjusted,
    played,
    weighted,
)
from arrowswitch.scoring.matches.matches import forfeit, half_match, matches, unplayed_boards
from arrowswitch.scoring.matches.victory_points import BadScale, read_scale, scale_names, victory_points
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.penalties import Penalty, deduction
from arrowswitch.scoring.ranking.factoring import factored
from arrowswitch.scoring.ranking.handicaps import handicapped, pair_handicap
from arrowswitch.scoring.ranking.ranking import Standing, places, ranking, strata
from arrowswitch.scoring.scored import Scored, rescore, score
from arrowswitch.scoring.session import BadSession, BoardKey, BoardSitOut, Handicaps, SessionToScore
from arrowswitch.scoring.working import Step, Working

__all__ = [
    "AVERAGE",
    "METHODS",
    "MINUS",
    "PLUS",
    "BadLine",
    "BadScale",
    "BadSession",
    "BoardKey",
    "BoardSitOut",
    "Ceiling",
    "Damage",
    "Explanation",
    "Fixed",
    "Floor",
    "Handicaps",
    "Line",
    "Outcome",
    "Penalty",
    "Percent",
    "Score",
    "Scored",
    "SessionFileError",
    "SessionToScore",
    "Standing",
    "Step",
    "Weighted",
    "Working",
    "adjusted",
    "amended",
    "answer",
    "asked",
    "carried",
    "datum",
    "deduction",
    "explain",
    "explained",
    "factored",
    "forfeit",
    "half_match",
    "handicapped",
    "imps",
    "instant",
    "loads",
    "matches",
    "pair_handicap",
    "places",
    "played",
    "ranking",
    "read_scale",
    "rescore",
    "scale_names",
    "score",
    "strata",
    "top_of",
    "unplayed_boards",
    "victory_points",
    "weighted",
]
