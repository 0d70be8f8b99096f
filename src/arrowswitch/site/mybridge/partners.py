"""With whom one plays: how often, how well, and how the two do together and apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, FloatField, Max, Q, Sum
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from arrowswitch.contests.form import mean_of
from arrowswitch.site.club.models import Player
from arrowswitch.site.merits.form_shown import FormRow, FormShown, form_of_player
from arrowswitch.site.night.naming import is_withheld, name_for
from arrowswitch.site.yearbook.models import PlayedLine
from arrowswitch.site.yearbook.reading import form_of, nights_of


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


def partners_of(player: Player) -> list[OwnPartner]:
    """Everybody one played with, the most frequent first."""
    mine = PlayedLine.objects.filter(player=player, played__posted=True, played__club=player.club_id)
    mine = mine.exclude(partner=None, partner_name="")
    scored = Q(percent__isnull=False)
    rows = list(
        mine.order_by()
        .values("partner", "partner_name")
        .annotate(
            nights=Count("pk"),
            best=Max("percent"),
            last=Max("day"),
            boards_scored=Sum("boards", filter=scored),
            weighed=Sum(Cast(F("boards"), FloatField()) * F("percent"), filter=scored),
        )
        .order_by("-nights", "-last")
    )
    people = Player.objects.in_bulk([row["partner"] for row in rows if row["partner"]])
    return [_partner(row, people.get(row["partner"])) for row in rows]


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
    together = form_of_player(player, partner, eyes="desk")
    theirs = list(nights_of(partner))
    kept_back = is_withheld(partner, "public")
    rows = [(_("Together"), mean_of(form_of(line for line in theirs if line.partner_id == player.pk)))]
    apart = (line for line in nights_of(player) if line.partner_id != partner.pk)
    rows.append((_("You, with others"), mean_of(form_of(apart))))
    if not kept_back:
        others = (line for line in theirs if line.partner_id != player.pk)
        rows.append((_("%(name)s, with others") % {"name": partner}, mean_of(form_of(others))))
    return PartnersCompared(
        partner,
        together,
        tuple(FormRow(name, mean) for name, mean in rows if mean is not None),
        together.roles,
        form_of_player(partner, player, eyes="desk").roles,
        kept_back,
    )
