"""How a stage is to be played, as a form says it: the plan of a Swiss, a round robin, pools or a knockout."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from math import ceil

from django.utils.dateparse import parse_date

from arrowswitch.contests.events import BracketPlan, RoundRobinPlan, StagePlan, SwissPlan
from arrowswitch.journals import Refused
from arrowswitch.site.events.desk import whole_in
from arrowswitch.words import say

FORMATS = ("swiss", "round-robin", "pools", "knockout")
"""What can be opened as a stage here; the rest of what the adviser knows is a movement of one night."""
STAGE_NAMES = {
    "swiss": say("Swiss"),
    "round-robin": say("Round robin"),
    "pools": say("Pools"),
    "knockout": say("Knockout"),
}
KNOCKOUT_WAYS = (
    ("", say("as planned best")),
    ("two-survivors", say("matches of three, two go on")),
    ("chart", say("matches of three, one goes on")),
    ("byes", say("byes for the highest seeds")),
)
MOST_EVENINGS = 200
Post = Mapping[str, str]


def plan_asked(format: str, rounds: int | None, entries: int, post: Post) -> StagePlan:
    """The plan of a format, with what the director has said of it; `Refused` says what cannot be."""
    match format:
        case "swiss":
            return SwissPlan(rounds)
        case "round-robin":
            once = max(1, entries - 1 + entries % 2)
            times = 2 if post.get("times") == "2" else max(1, (rounds or 1) // once)
            evening = whole_in(post.get("an_evening", "")[:4]) or 1
            dates = _dates(post, ceil(times * once / evening) if 0 < evening <= 20 else 1)
            return RoundRobinPlan(times=times, dates=dates, rounds_an_evening=evening)
        case "pools":
            wished = whole_in(post.get("pools", "")[:4])
            return RoundRobinPlan(pools=wished or next((n for n in (2, 3, 4) if entries / n <= 8), 4))
        case "knockout":
            way = post.get("way", "")
            if way not in dict(KNOCKOUT_WAYS):
                raise Refused(say("There is no such knockout."))
            return BracketPlan(way)
    raise Refused(say("There is no such format here."))


def _dates(post: Post, evenings: int) -> tuple[date, ...]:
    """The evenings of a league, from the first on every so many weeks; none, if no first is named."""
    text = post.get("first_day", "")[:20]
    try:
        first = parse_date(text) if text else None
    except ValueError:
        first = None
    if not text:
        return ()
    if first is None:
        raise Refused(say("“{text}” is no day.", text=text))
    weeks = whole_in(post.get("weeks", "")[:4]) or 1
    if not 1 <= weeks <= 52 or first.year > 2200:
        raise Refused(say("From one evening to the next it is 1 to 52 weeks."))
    if evenings > MOST_EVENINGS:
        raise Refused(say("A league has no more than {most} evenings.", most=MOST_EVENINGS))
    return tuple(first + timedelta(weeks=weeks * each) for each in range(evenings))
