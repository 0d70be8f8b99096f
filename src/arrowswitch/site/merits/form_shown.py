"""The form of a player, or of two together, as pages show it: `{% include "merits/_form.html" with form=... %}`.

It is made from the yearbook; ask `rating_keeper.in_step` first. How strong the others were is known where the session is rated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arrowswitch.contests.form import (
    FormMean,
    FormPoint,
    FormScore,
    by_direction,
    by_partner,
    by_strength,
    mean_of,
    rolling,
)
from arrowswitch.scoring import figures
from arrowswitch.site.club.models import Player
from arrowswitch.site.merits.deciding import way_of
from arrowswitch.site.merits.models import RatingLine
from arrowswitch.site.merits.plots import Plot, plot
from arrowswitch.site.night.naming import Eyes, is_withheld, name_for
from arrowswitch.site.yearbook.models import PlayedLine
from arrowswitch.site.yearbook.reading import form_of, nights_of, partner_of

LAST = 10
"""Sessions that the curve is the mean of."""


@dataclass(frozen=True)
class FormRow:
    """A mean with what it is of."""

    name: str
    mean: FormMean
    partner: int | None = None
    """The number in the register, of a partner who has one."""


@dataclass(frozen=True)
class FormShown:
    """All that a page shows of a form; `all` is None where there is nothing yet."""

    player: Player
    partner: Player | None
    all: FormMean | None
    lately: FormMean | None
    """The last ten sessions."""
    curve: Plot | None
    partners: tuple[FormRow, ...]
    directions: tuple[FormRow, ...]
    roles: tuple[FormRow, ...]
    fields: tuple[FormRow, ...]
    nights: tuple[tuple[PlayedLine, str], ...]
    """Each with the name of the partner, the latest first."""


def form_of_player(
    player: Player,
    partner: Player | None = None,
    last: int = LAST,
    eyes: Eyes = "public",
    most: int | None = None,
    without: Collection[int] = (),
) -> FormShown:
    """The form of a player with everybody, or with one partner, whose names are for these eyes: of so many nights, without some."""
    mine = nights_of(player).exclude(played__in=without)
    nights = list((mine.filter(partner=partner) if partner else mine)[:most])
    rated = RatingLine.objects.filter(player=player)
    if way_of(player.club).ratings_seen_by == "nobody":
        rated = rated.none()  # then no page has anything of ratings
    strengths = dict(rated.values_list("session", "field"))
    scores = [replace(each, field=strengths.get(int(each.session))) for each in form_of(nights)]
    points = rolling(scores, last)
    return FormShown(
        player,
        partner,
        mean_of(scores),
        points[-1].mean if points else None,
        _curve(points, last),
        () if partner else tuple(_partners(nights, scores, eyes)),
        tuple(_named(by_direction(scores), {"NS": _("North-South"), "EW": _("East-West")})),
        tuple(_roles(nights)),
        tuple(_named(by_strength(scores), {"stronger": _("stronger than 50"), "weaker": _("weaker than 50")})),
        tuple((line, name_for(line.partner, eyes) if line.partner else line.partner_name) for line in nights),
    )


def _named(means: Mapping[str, FormMean], names: Mapping[str, str]) -> list[FormRow]:
    return [FormRow(names[key], means[key]) for key in names if key in means]


def _partners(nights: Iterable[PlayedLine], scores: Iterable[FormScore], eyes: Eyes) -> Iterable[FormRow]:
    known = {partner_of(line): line for line in nights}
    for key, mean in by_partner(scores).items():
        line = known[key]
        name = name_for(line.partner, eyes) if line.partner else line.partner_name
        linked = line.partner and not line.partner.erased and not is_withheld(line.partner, eyes)
        yield FormRow(name or _("somebody who is not named"), mean, line.partner_id if linked else None)


def _roles(nights: Iterable[PlayedLine]) -> Iterable[FormRow]:
    """As declarer, as dummy and in defence: the mean over all boards of which the contract is known."""
    boards: defaultdict[str, int] = defaultdict(int)
    sums: defaultdict[str, float] = defaultdict(float)
    sessions: defaultdict[str, int] = defaultdict(int)
    for line in nights:
        for role, (number, percent) in line.doings.items():
            boards[role] += number
            sums[role] += number * percent
            sessions[role] += 1
    names = {"declarer": _("as declarer"), "dummy": _("as dummy"), "defender": _("in defence")}
    for role, name in names.items():
        if boards[role]:
            yield FormRow(name, FormMean(sums[role] / boards[role], boards[role], sessions[role]))


def _curve(points: Sequence[FormPoint], last: int) -> Plot | None:
    if len(points) < 2:
        return None
    low, high = (pick(points, key=lambda each: each.mean.percent) for pick in (min, max))
    told = _(
        "The mean of the sessions up to then, %(last)s at most: %(first)s%% on %(first_day)s, %(now)s%% on %(now_day)s; "
        "lowest %(low)s%% on %(low_day)s, highest %(high)s%% on %(high_day)s."
    ) % {
        "last": last,
        **_said("first", points[0]),
        **_said("now", points[-1]),
        **_said("low", low),
        **_said("high", high),
    }
    return plot(
        _("Form, session by session"),
        told,
        [(each.score.day, each.mean.percent) for each in points],
        [(each.score.day, each.score.percent) for each in points],
    )


def _said(name: str, point: FormPoint) -> dict[str, str]:
    return {
        name: figures.percentage(Fraction(point.mean.percent)),
        f"{name}_day": date_format(point.score.day, "j F Y"),
    }
