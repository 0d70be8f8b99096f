"""The latest results with who won, for pages that anybody can open."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from arrowswitch.scoring.figures import percentage
from arrowswitch.site.club.models import Club
from arrowswitch.site.mybridge.shown import kept_back
from arrowswitch.site.night.naming import name_for
from arrowswitch.site.night.results.public import posted_in
from arrowswitch.site.yearbook import keeper
from arrowswitch.site.yearbook.models import PlayedLine

PATIENCE = 0.2
"""Seconds that a page waits for sessions that were just posted."""
MOST_NAMED = 6


def latest_results(club: Club, most: int) -> list[dict[str, Any]]:
    """The sessions that were played last and stand on the club's list, each with its winners."""
    sessions = list(posted_in(club).order_by("-date", "-pk")[:most])
    if not sessions:
        return []
    keeper.in_step(club, PATIENCE)
    won = winners_of([session.pk for session in sessions])
    return [{"session": session, "won": won.get(session.pk, [])} for session in sessions]


def winners_of(sessions: list[int]) -> dict[int, list[dict[str, str]]]:
    """Who was first in each list of some sessions, and with what; nothing of a session that keeps something to itself."""
    told = set(sessions) - kept_back(sessions)
    lines = PlayedLine.objects.filter(played__in=told, played__posted=True, place=1).order_by("pk")
    together: defaultdict[tuple[int, str], list[PlayedLine]] = defaultdict(list)
    for line in lines.select_related("player__merged_into"):
        together[line.played_id, line.contestant].append(line)
    found: defaultdict[int, list[dict[str, str]]] = defaultdict(list)
    for (session, _contestant), some in together.items():
        names = [name_for(line.player.now, "public") if line.player else line.name for line in some]
        exact = some[0].exact_percent
        found[session].append(
            {
                "names": (" & " if len(names) < 3 else ", ").join(names[:MOST_NAMED]),
                "direction": some[0].direction,
                "percent": f"{percentage(exact)}%" if exact is not None and some[0].percent is not None else "",
            }
        )
    return found
