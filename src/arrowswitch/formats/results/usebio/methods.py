"""What USEBIO calls the sorts of events and the ways of scoring, in its older and in its newer words."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.formats.record import RecordKind

EVENT_TYPES: Mapping[str, tuple[RecordKind, str]] = {
    "PAIRS": ("pairs", ""),
    "MP_PAIRS": ("pairs", "matchpoints"),
    "BUTLER_PAIRS": ("pairs", "butler"),
    "CROSS_IMP": ("pairs", "cross-imps"),
    "CROSS_IMPS": ("pairs", "cross-imps"),
    "CROSS_IMP_PAIRS": ("pairs", "cross-imps"),
    "AGGREGATE": ("pairs", "total-points"),
    "SWISS_PAIRS": ("pairs", ""),
    "SWISS_PAIRS_CROSS_IMPS": ("pairs", "cross-imps"),
    "SWISS_PAIRS_BUTLER_IMPS": ("pairs", "butler"),
    "TEAMS": ("teams", ""),
    "TEAMS_OF_FOUR": ("teams", ""),
    "SWISS_TEAMS": ("teams", ""),
    "KO": ("teams", ""),
    "INDIVIDUAL": ("individual", ""),
}
"""Whom an event is for, and how it is scored where its type says so."""

SCORINGS: Mapping[str, str] = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "MP": "matchpoints",
    "BUTLER_IMPS": "butler",
    "BUTLER": "butler",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP": "cross-imps",
    "AGGREGATE": "total-points",
    "IMPS": "imps",
    "PAB": "point-a-board",
    "BAM": "board-a-match",
    "HYBRID": "patton",
}
"""By `BOARD_SCORING_METHOD`; teams that add scores up play for the aggregate."""

WRITTEN: Mapping[str, str] = {
    "matchpoints": "MATCH_POINTS",
    "butler": "BUTLER_IMPS",
    "cross-imps": "CROSS_IMPS",
    "total-points": "AGGREGATE",
    "aggregate": "AGGREGATE",
    "imps": "IMPS",
    "point-a-board": "PAB",
    "board-a-match": "BAM",
    "patton": "HYBRID",
}
POINTS: Mapping[str, str] = {"matchpoints": "MATCH_POINTS", "cross-imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS"}
"""How the points of a line are called, after NS_ and EW_."""
USUAL: Mapping[RecordKind, str] = {"pairs": "matchpoints", "individual": "matchpoints", "teams": "imps"}

FACTS: Mapping[str, str] = {
    "country": "COUNTRY",
    "match scoring": "MATCH_SCORING_METHOD",
    "masterpoint scale": "MASTER_POINT_SCALE",
    "masterpoint type": "MASTER_POINT_TYPE",
    "masterpoints awarded": "MPS_AWARDED_FLAG",
}
"""Facts of an event that stand in `Record.further`, by their names there."""
CONTACT: Mapping[str, str] = {"contact": "FULL_NAME", "telephone": "TELEPHONE", "e-mail": "EMAIL"}
CHARGE_CODE = "charge code"
EVENT_TYPE = "event type"


def method_of(kind: RecordKind, event_type: str, scoring: str, points: str) -> str:
    """How an event is scored; "" if the file does not say it in words that are known.

    `points` is the name of the points that lines have, if they have any.

    >>> method_of("pairs", "PAIRS", "IMPS", "CROSS_IMP_POINTS"), method_of("teams", "TEAMS", "AGGREGATE", "")
    ('cross-imps', 'aggregate')
    """
    said = SCORINGS.get(scoring, "") or EVENT_TYPES.get(event_type, ("", ""))[1]
    printed = next((method for method, name in POINTS.items() if name == points), "")
    if kind == "teams":
        return {"total-points": "aggregate", "cross-imps": "imps", "butler": "imps"}.get(said, said)
    return printed if said in ("imps", "") else said
