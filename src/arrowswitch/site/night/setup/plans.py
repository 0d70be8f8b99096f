"""What is offered for a new session: one movement for the room, or one for each section, ready to be chosen.

A plan is written as `mitchell?tables=7;howell?tables=5`, one movement for each section, so that a form can carry it and
an address can name it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any
from urllib.parse import parse_qsl

from django.utils.translation import gettext as _

from arrowswitch import movements
from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.choosing.tonight import Choice, Pace
from arrowswitch.regulations import Regulations
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards.kept import CLUB_CARD, kept_by, movement_named, of_size, version_named
from arrowswitch.site.federations import taken
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.built import build_from, written

MOST_SECTIONS = 8
OFFERED = 12


@dataclass(frozen=True)
class PlanOffer:
    """A way to play tonight: a movement for each section, and what speaks for and against it."""

    plan: str
    name: str
    course: str
    boards_per_round: int
    winners: int
    minutes: str
    dots: str = ""
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def look(self) -> list[dict[str, str]]:
        """The pages of its movements."""
        return [
            {"name": name, "address": shown.address(family, options)}
            for name, (family, options) in zip(ascii_uppercase, parts(self.plan), strict=False)
        ]


def offer_of(*choices: Choice) -> PlanOffer:
    """What was chosen for each section, as one offer."""
    first = choices[0]
    balance = [choice.qf for choice in choices if choice.qf is not None]
    return PlanOffer(
        ";".join(plan_of(choice) for choice in choices),
        " + ".join(dict.fromkeys(choice.name for choice in choices)),
        first.course,
        first.boards_per_round,
        first.winners,
        shown.hours(max(choice.minutes for choice in choices)),
        shown.dots(min(balance)) if balance else "",
        tuple(dict.fromkeys(reason for choice in choices for reason in choice.reasons)),
        tuple(dict.fromkeys(warning for choice in choices for warning in choice.warnings)),
    )


def offer_named(plan: str, federation: str, club: Club | None = None) -> PlanOffer:
    """The plan that somebody picked elsewhere; `ImpossibleWish` if there is no such movement."""
    found = planned(plan, club)
    pace = shown.pace(federation, {})
    return PlanOffer(
        plan,
        " + ".join(dict.fromkeys(movement.name for movement in found)),
        found[0].course,
        found[0].boards_per_round,
        found[0].winners,
        shown.hours(max(shown.minutes(movement, pace) for movement in found)),
        reasons=(_("You picked this one."),),
        warnings=accepted(plan, club),
    )


def card_offers(club: Club | None, kind: str, size: int, pace: Pace) -> list[PlanOffer]:
    """The club's cards for so many."""
    return [
        PlanOffer(
            written(CLUB_CARD, {"card": each.pk}),
            each.name,
            f"{each.rounds} × {each.boards_per_round}",
            each.boards_per_round,
            each.winners,
            shown.hours(shown.minutes(each.movement, pace)),
            shown.dots(each.qf) if each.qf is not None else "",
            (kept_by(each),),
            tuple(each.faults),
        )
        for each in of_size(club, kind, size)
    ]


def _choose(*, regulations: str | Regulations, **wish: Any) -> tuple[Choice, ...]:
    rules = taken(regulations) if isinstance(regulations, str) else regulations
    return movements.choose(regulations=rules, **wish)


def offers(tables: str, **wish: Any) -> list[PlanOffer]:
    """The ways to play so many tables, best first. "7+6½" asks for sections of these sizes."""
    entries = [each.strip() for each in tables.split("+")]
    if len(entries) == 1 or entries[-1] in ("½", "1/2"):
        return [offer_of(choice) for choice in _choose(tables=tables, **wish)][:OFFERED]
    if len(entries) > MOST_SECTIONS:
        raise ImpossibleWish(_("At most %(most)s sections can be set up at once.") % {"most": MOST_SECTIONS})
    found = []
    for first in _choose(tables=entries[0], **wish):
        boards = (first.boards_ns, first.boards_ns)
        rest = [_like(entry, first, {**wish, "boards": boards}) for entry in entries[1:]]
        if not first.parts and None not in rest:
            found.append(offer_of(first, *(choice for choice in rest if choice)))
    if not found:
        raise ImpossibleWish(
            _("No number of boards suits all the sections. Set them up one by one, or give other numbers of boards.")
        )
    return found[:OFFERED]


def _like(entry: str, first: Choice, wish: Mapping[str, Any]) -> Choice | None:
    """The best for another section that plays the same boards, with as many winners."""
    for choice in _choose(tables=entry, **wish):
        if not choice.parts and choice.boards_ns == first.boards_ns and choice.winners == first.winners:
            return choice
    return None


def team_offers(teams: int, **wish: Any) -> list[PlanOffer]:
    """The ways to play so many teams, best first."""
    return [offer_of(choice) for choice in _choose(teams=teams, **wish)][:OFFERED]


def player_offers(players: int, **wish: Any) -> list[PlanOffer]:
    """The ways to play an individual of so many players, best first."""
    return [offer_of(choice) for choice in _choose(players=players, **{**wish, "winners": None})][:OFFERED]


def plan_of(choice: Choice) -> str:
    """A choice as a plan."""
    if not choice.parts:
        return written(choice.family, choice.options)
    return ";".join(written(part.family, options) for _letter, part, options in shown.sections(choice))


def parts(plan: str) -> list[tuple[str, dict[str, str]]]:
    """The movements of a plan: family and options.

    >>> parts("mitchell?tables=7%C2%BD;howell?tables=5")
    [('mitchell', {'tables': '7½'}), ('howell', {'tables': '5'})]
    """
    found = []
    for part in plan.split(";"):
        family, _mark, query = part.partition("?")
        found.append((family, dict(parse_qsl(query[:500], max_num_fields=20))))
    return found


def accepted(plan: str, club: Club | None) -> tuple[str, ...]:
    """The faults that were accepted when the club's cards in a plan were kept."""
    named = [options for family, options in parts(plan[:4000]) if family == CLUB_CARD]
    return tuple(fault for options in named for fault in version_named(club, options).faults)


def planned(plan: str, club: Club | None = None) -> list[Movement]:
    """The movements of a plan; `ImpossibleWish` says what is wrong with it."""
    found = parts(plan[:4000])
    if len(found) > MOST_SECTIONS:
        raise ImpossibleWish(_("At most %(most)s sections can be set up at once.") % {"most": MOST_SECTIONS})
    return [
        movement_named(club, options) if family == CLUB_CARD else build_from(family, options)
        for family, options in found
    ]
