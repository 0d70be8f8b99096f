"""Decisions about the lists besides the ranking: strata, and handicaps."""

from __future__ import annotations

import re

from arrowswitch.scoring import METHODS
from arrowswitch.scoring.ranking.handicaps import KINDS
from arrowswitch.session import acts
from arrowswitch.session.deciding.granting import Granted, check_scorable
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.state import State
from arrowswitch.words import say

_NUMBER = re.compile(r"[+-]?[0-9]{1,4}([.][0-9]{1,3})?")


def set_lists(state: State, command: Command, act: acts.SetLists) -> Granted:
    """Strata and handicaps, all at once."""
    known = {
        state.name(name, number): state.label(name, number)
        for name, section in state.sections.items()
        for number in section.movement.contestants
    }
    for who in (*act.strata, *act.handicaps):
        if who not in known:
            raise Refused(say("There is no {who} in this session.", who=who[:40]))
    for who, stratum in act.strata.items():
        if not isinstance(stratum, str) or not re.fullmatch("[A-Z]", stratum):
            raise Refused(say("The stratum of {who} is a letter, A for the strongest.", who=known[who]))
    for who, number in act.handicaps.items():
        if not isinstance(number, str) or not _NUMBER.fullmatch(number):
            raise Refused(say("The handicap of {who} is a number, such as 4.5 or -9.", who=known[who]))
    if act.kind not in KINDS:
        raise Refused(say("A handicap is in {kinds}, not in {kind}.", kinds=", ".join(KINDS), kind=act.kind[:40]))
    if act.handicaps and act.kind != "matchpoints" and not METHODS[state.method].percent:
        raise Refused(say("There are no percentages in this way of scoring; grant points."))
    if (dict(act.strata), act.granted) == (dict(state.strata), state.handicaps):
        raise Refused(say("Nothing would change."))
    granted = Granted(act)
    check_scorable(state, command, granted)
    return granted
