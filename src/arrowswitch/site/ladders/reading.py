"""What other pages ask of ladders: where a player stands, and what a player has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.scoring.figures import percentage, written
from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.keeping import fixed_lists, of_yearbook
from arrowswitch.site.ladders.models import Competition, MadePlace, Winner
from arrowswitch.site.ladders.sentences import kept_again
from arrowswitch.site.spoken import spoken
from arrowswitch.site.yearbook import keeper as yearbook

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
    competitions = Competition.objects.filter(club=player.club).exclude(shown_to="desk").order_by("-year", "title")
    listed = list(competitions.filter(closed=None)[:MOST])
    listed += list(competitions.exclude(closed=None)[: MOST - len(listed)])
    fixed = fixed_lists(each for each in listed if each.closed)
    waits = bool(yearbook.in_step(player.club)) if any(each.closed is None for each in listed) else False
    lists: dict[int, Competition] = {}
    for each in listed:
        made = fixed.get(each.pk) if each.closed else getattr(of_yearbook(each, waits=waits).made, "pk", None)
        if made is not None:
            lists[made] = each
    mine = MadePlace.objects.filter(made__in=lists, holders__player=player).defer("taken").select_related("made__rules")
    lines = sorted(mine.prefetch_related("holders"), key=lambda line: (list(lists).index(line.made_id), line.turn))
    placed = _placed(line.made_id for line in lines)
    return [_standing(line, lists[line.made_id], player, placed) for line in lines]


def _placed(lists: Iterable[int]) -> Counter[tuple[int, str, str]]:
    """How many have a place in each part of these lists."""
    rows = MadePlace.objects.filter(made__in=set(lists)).exclude(rank="").order_by()
    counted = rows.values_list("made", "part", "direction").annotate(count=Count("pk"))
    return Counter({(made, part, direction): count for made, part, direction, count in counted})


def _standing(
    line: MadePlace, competition: Competition, player: Player, placed: Counter[tuple[int, str, str]]
) -> PlayersLadder:
    others = [holder.player_id for holder in line.holders.all() if holder.player_id != player.pk]
    why = [spoken(sentence) for sentence in kept_again(line.why or "[]")]
    return PlayersLadder(
        competition,
        line.pk,
        line.rank,
        placed[line.made_id, line.part, line.direction],
        result_of(line, line.made.rules.value.plan),
        line.part,
        str(others[0] or "") if others else "",
        line.played,
        line.made.is_open and competition.closed is None,
        tuple(why if not line.rank else [spoken(sentence) for sentence in kept_again(line.said)]),
    )


def result_of(line: MadePlace, plan: SeriesPlan) -> str:
    """The result of a line as people read it."""
    if line.exact is None:
        return ""
    return f"{percentage(line.exact)}%" if plan.way in ("percent", "mean") else written(line.exact)


def trophies_of(player: Player) -> list[Winner]:
    """What a player has won, the latest first."""
    won = Winner.objects.filter(names__player=player, replaced_by=None, nobody=False).select_related("trophy")
    return list(won.order_by("-year", "trophy__title")[:MOST])
