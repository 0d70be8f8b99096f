"""The regulations that a club plays by: its federation's, with the club's own values on top.

They are looked up when a session is made, which keeps them in its journal; what the club decides later does not touch it.
"""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from arrowswitch.regulations import Regulations, RegulationsError, load
from arrowswitch.site.club.models import Club
from arrowswitch.site.rules.models import Decision

Values = dict[str, dict[str, Any]]
"""Section, key, and `{value, source}`, as `regulations.load` takes it."""


def decisions(club: Club) -> list[Decision]:
    """What the club has decided about its federation's regulations, the last first."""
    return list(Decision.objects.filter(club=club, federation=club.federation))


def in_force(club: Club) -> dict[str, Decision]:
    """The club's own values by key; what a later version of the program cannot read any more is left out."""
    last: dict[str, Decision] = {}
    for each in decisions(club):
        last.setdefault(each.key, each)
    return {
        key: each for key, each in last.items() if each.value is not None and _is_good(each.federation, key, each.value)
    }


def _is_good(federation: str, key: str, value: Any) -> bool:
    section, _dot, name = key.partition(".")
    try:
        load(federation, {section: {name: value}})
    except RegulationsError:
        return False
    return True


def own_values(club: Club, federation: str = "") -> Values:
    """The club's own values for a new session; none where it is played by another federation than the club's."""
    if federation not in ("", club.federation):
        return {}
    values: Values = {}
    for key, each in in_force(club).items():
        section, _dot, name = key.partition(".")
        values.setdefault(section, {})[name] = {"value": each.value, "source": source_of(each)}
    return values


def source_of(decision: Decision) -> str:
    """Where a value of the club's own comes from."""
    return _("%(club)s: %(source)s") % {"club": decision.club.name, "source": decision.source}


def regulations_of(club: Club) -> Regulations:
    """The club's regulations as they are now."""
    return load(club.federation, own_values(club) or None)


def rules_for(club: Club | None, federation: str) -> str:
    """The regulations of a session to be made, as `federations.taken` reads it."""
    own = own_values(club, federation) if club else {}
    return f"{federation} {json.dumps(own, sort_keys=True)}" if own else federation
