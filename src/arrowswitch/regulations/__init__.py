"""What a federation or a club decides: profiles as data, each value with its source.

`load("nzb")` gives a value that is passed to whoever needs it; nothing is looked up globally. `describe()` lists every
key with its meaning.
"""

from arrowswitch.regulations.load import load, names
from arrowswitch.regulations.schema import (
    GRADES,
    Appeals,
    Artificial,
    Awards,
    Butler,
    Corrections,
    Description,
    FouledBoards,
    Matches,
    Matchpoints,
    Penalties,
    PenaltyScale,
    Registers,
    Regulations,
    RegulationsError,
    Ties,
    Timing,
    WeightedScores,
    describe,
)
from arrowswitch.regulations.written import allowed, kind, understood, written

__all__ = [
    "GRADES",
    "Appeals",
    "Artificial",
    "Awards",
    "Butler",
    "Corrections",
    "Description",
    "FouledBoards",
    "Matches",
    "Matchpoints",
    "Penalties",
    "PenaltyScale",
    "Registers",
    "Regulations",
    "RegulationsError",
    "Ties",
    "Timing",
    "WeightedScores",
    "allowed",
    "describe",
    "kind",
    "load",
    "names",
    "understood",
    "written",
]
