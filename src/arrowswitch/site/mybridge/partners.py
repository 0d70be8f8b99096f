"""With whom one plays: how often, how well, and how the two do together and apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, FloatField, Max, Q, QuerySet, Sum
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from arrowswitch.contests.form import FormMean
from arrowswitch.site.club.models import Player
from arrowswitch.site.merits.form_shown import FormRow, FormShown, form_of_player
from arrowswitch.site.mybridge.shown import kept_back_from
from arrowswitch.site.night.naming import is_withheld, name_for
from arrowswitch.site.yearbook.models import PlayedLine

LATELY = 250
"""Nights that curves and the part of the play are made of: five years of every week."""


@dataclass(frozen=True)
class OwnPartner:
    """Somebody one played with."""

    name: str
    nights: int
    percent: float | None
    """The mean over boards."""
    best: float | None
    last: date | None
    player: int | None = None
    """The number in the register, of who can be compared with."""


def partners_of(player: Player, year: int | None = None) -> list[OwnPartner]:
    """Everybody one played with, the most frequent first; in all years, or in one."""
    mine = _all_of(player).exclude(partner=None, partner_name="")
    if year:
        mine = mine.filter(day__year=year)
    told = _told(player)
    rows = list(
        mine.values("partner", "partner_name")
        .annotate(nights=Count("pk"), best=Max("percent", filter=told), last=Max("day"), **_sums(told))
        .order_by("-nights", "-last")
    )
    people = Player.objects.in_bulk([row["partner"] for row in rows if row["partner"]])
    return [_partner(row, people.get(row["partner"])) for row in rows]


def _all_of(player: Player) -> QuerySet[PlayedLine]:
    return PlayedLine.objects.filter(player=player, played__posted=True, played__club=player.club_id).order_by()


def _told(player: Player) -> Q:
    """Which nights go into a mean: those with a percentage that the club does not keep back."""
    return Q(percent__isnull=False) & ~Q(played__in=kept_back_from(player))


def _sums(told: Q) -> dict[str, Sum]:
    weighed = Cast(F("boards"), FloatField()) * F("percent")
    return {"boards_scored": Sum("boards", filter=told), "weighed": Sum(weighed, filter=told)}


def _partner(row: Any, found: Player | None) -> OwnPartner:
    boards, weighed = row["boards_scored"], row["weighed"]
    return OwnPartner(
        name_for(found, "desk") if row["partner"] else row["partner_name"],
        row["nights"],
        weighed / boards if boards and weighed is not None else None,
        row["best"],
        row["last"],
        found.pk if found and not found.erased else None,
    )


@dataclass(frozen=True)
class PartnersCompared:
    """A player and a partner, together and apart."""

    partner: Player
    together: FormShown
    rows: tuple[FormRow, ...]
    mine: tuple[FormRow, ...]
    theirs: tuple[FormRow, ...]
    """What each did when they played together, where contracts are known."""
    kept_back: bool
    """Whether the partner does not want to be seen with others."""


def compared(player: Player, partner: Player) -> PartnersCompared:
    """Everything about two who have played together. What the partner did with others is told only of who is named to everybody."""
    kept_back = is_withheld(partner, "public")
    mine, theirs = _all_of(player).filter(_told(player)), _all_of(partner).filter(_told(partner))
    rows = [(_("Together"), _mean(mine.filter(partner=partner)))]
    rows.append((_("You, with others"), _mean(mine.exclude(partner=partner))))
    if not kept_back:
        rows.append((_("%(name)s, with others") % {"name": partner}, _mean(theirs.exclude(partner=player))))
    hidden = kept_back_from(player)
    together = form_of_player(player, partner, eyes="desk", most=LATELY, without=hidden)
    return PartnersCompared(
        partner,
        together,
        tuple(FormRow(name, mean) for name, mean in rows if mean is not None),
        together.roles,
        form_of_player(partner, player, eyes="desk", most=LATELY, without=hidden).roles,
        kept_back,
    )


def _mean(lines: QuerySet[PlayedLine]) -> FormMean | None:
    """The mean over all boards, as `contests.form` has it."""
    found = lines.aggregate(sessions=Count("pk"), **_sums(Q()))
    boards, weighed = found["boards_scored"], found["weighed"]
    return FormMean(weighed / boards, boards, found["sessions"]) if boards else None
