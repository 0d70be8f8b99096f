"""What other pages ask of ladders: where a player stands, and what a player has won."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.scoring.figures import percentage, written
from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.keeping import fixed_list, in_step
from arrowswitch.site.ladders.models import Competition, MadePlace, Winner
from arrowswitch.site.ladders.sentences import kept_again
from arrowswitch.site.spoken import spoken

MOST = 40
"""Competitions that are looked at for one player, the latest first."""


@dataclass(frozen=True)
class PlayersLadder:
    """Where a player stands in a competition."""

    competition: Competition
    place: int
    """The number of the line, for the address of its working: `ladder-place`."""
    rank: str
    """Empty without a place."""
    of: int
    """How many have a place in the same list."""
    result: str
    """With its sign of per cent where it is a percentage."""
    part: str
    """The grade whose list it is, where grades are apart."""
    partner: str
    """The number in the register of the other player of a pair; empty in a list of players."""
    played: int
    is_open: bool
    said: tuple[str, ...]
    """What may still be reached, or why there is no place."""


def ladders_of(player: Player) -> list[PlayersLadder]:
    """The competitions that a player stands in and may look at, the open ones first."""
    found = []
    competitions = Competition.objects.filter(club=player.club).exclude(shown_to="desk").order_by("-year", "title")
    listed = list(competitions.filter(closed=None)[:MOST])
    listed += list(competitions.exclude(closed=None)[: MOST - len(listed)])
    for each in listed:
        shown = fixed_list(each) if each.closed else in_step(each).made
        if shown is None:
            continue
        places = MadePlace.objects.filter(made=shown, holders__player=player).prefetch_related("holders")
        plan = shown.rules.value.plan
        for line in places[:5]:
            others = [holder.player_id for holder in line.holders.all() if holder.player_id != player.pk]
            why = [spoken(sentence) for sentence in kept_again(line.why or "[]")]
            found.append(
                PlayersLadder(
                    each,
                    line.pk,
                    line.rank,
                    MadePlace.objects.filter(made=shown, part=line.part, direction=line.direction)
                    .exclude(rank="")
                    .count(),
                    result_of(line, plan),
                    line.part,
                    str(others[0] or "") if others else "",
                    line.played,
                    shown.is_open and each.closed is None,
                    tuple(why if not line.rank else [spoken(sentence) for sentence in kept_again(line.said)]),
                )
            )
    return found


def result_of(line: MadePlace, plan: SeriesPlan) -> str:
    """The result of a line as people read it."""
    if line.exact is None:
        return ""
    return f"{percentage(line.exact)}%" if plan.way in ("percent", "mean") else written(line.exact)


def trophies_of(player: Player) -> list[Winner]:
    """What a player has won, the latest first."""
    won = Winner.objects.filter(names__player=player, replaced_by=None, nobody=False).select_related("trophy")
    return list(won.order_by("-year", "trophy__title")[:MOST])
