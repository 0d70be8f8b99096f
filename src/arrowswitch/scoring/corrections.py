"""What the scorer may put right without asking the players, when the score and the contract do not agree."""

from __future__ import annotations

from arrowswitch.bridge import Result, Vulnerability, is_possible, ns_score
from arrowswitch.regulations import Corrections

GAME = 300
"""The least score of a game that was bid and made."""


def amended(result: Result, recorded: int, vulnerability: Vulnerability, settings: Corrections) -> int | None:
    """The score that the scorer may write instead of the recorded one; None if that stands.

    >>> from arrowswitch.bridge import parse_result
    >>> from arrowswitch.regulations import load
    >>> amended(parse_result("3NT N ="), 400, Vulnerability.ALL, load("ebu").corrections)
    600
    """
    right = ns_score(result, vulnerability)
    if recorded == right:
        return None
    other = Vulnerability.NONE if result.declarer and vulnerability.of(result.declarer) else Vulnerability.ALL
    wrong_vulnerability = recorded == ns_score(result, other)
    game = result.made and abs(right) >= GAME
    allowed = {
        "impossible-score": not is_possible(recorded, vulnerability),
        "vulnerability": wrong_vulnerability,
        "game-vulnerability": wrong_vulnerability and game,
    }
    return right if any(allowed[case] for case in settings.scorer_may_amend) else None
