"""The club's cards as the other pages take them: found, offered, kept.

A card is named by its version, so that a plan, a print and an address mean the same movement for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arrowswitch.movements import ImpossibleWish, Movement, audit, balance
from arrowswitch.movements.editing import packed
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards.models import ClubCard, ClubCardVersion
from arrowswitch.site.noticeboard.models import written_anew
from arrowswitch.site.spoken import spoken

CLUB_CARD = "club-card"
"""What stands for a family where a movement is one of the club's cards."""
MOST_CARDS = 500
MOST_ACCEPTED = 30
"""Faults that a card may be kept with: more than these nobody has read."""


class NotKept(ValueError):  # noqa: N818 - said to whoever keeps it
    """A card that cannot be kept so, in a sentence."""


def current(club: Club | None) -> QuerySet[ClubCardVersion]:
    """The club's cards as they are now, without those that are put away."""
    return ClubCardVersion.objects.filter(card__club=club, replaced=None, put_away=False).select_related("by")


def of_size(club: Club | None, kind: str, contestants: int) -> list[ClubCardVersion]:
    """The cards for so many pairs, teams or players."""
    return list(current(club).filter(kind=kind, contestants=contestants)[:20])


def version_named(club: Club | None, options: Mapping[str, object]) -> ClubCardVersion:
    """The version that an address or a plan names; `ImpossibleWish` if the club has none."""
    text = str(options.get("card", ""))
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
    found = ClubCardVersion.objects.filter(card__club=club, pk=number).select_related("by").first()
    if club is None or found is None:
        raise ImpossibleWish(_("The club has no such card."))
    return found


def movement_named(club: Club | None, options: Mapping[str, object]) -> Movement:
    """The movement of that version."""
    return version_named(club, options).movement


def kept_by(version: ClubCardVersion) -> str:
    """Where a card comes from, who kept it and when."""
    return _("A card of the club, %(origin)s, kept by %(name)s on %(day)s.") % {
        "origin": version.get_origin_display(),
        "name": version.by.name,
        "day": date_format(timezone.localtime(version.at), "j F Y"),
    }


def faults_of(movement: Movement) -> tuple[str, ...]:
    """What the audit says against a movement, in the reader's language."""
    return tuple(dict.fromkeys(spoken(fault.text) for fault in audit(movement).faults))


def keep(
    by: Account,
    movement: Movement,
    name: str,
    *,
    origin: str,
    accepted: Iterable[str] = (),
    notes: Iterable[str] = (),
    why: str = "",
    card: ClubCard | None = None,
) -> ClubCardVersion:
    """Keeps a movement as a card, or as the next version of one; every fault must have been accepted."""
    plain = " ".join(name.split())[:80]
    if not plain:
        raise NotKept(_("Give the card a name."))
    if not movement.meetings:
        raise NotKept(_("Nobody plays in this movement yet."))
    faults = faults_of(movement)
    if len(faults) > MOST_ACCEPTED:
        raise NotKept(
            _("It has %(n)s faults. Mend them first: with more than %(most)s it cannot be kept.")
            % {"n": len(faults), "most": MOST_ACCEPTED}
        )
    missing = set(faults) - set(accepted)
    if missing:
        raise NotKept(_("It has faults that were not accepted. Tick each of them, or mend it."))
    if card is None and ClubCard.objects.filter(club=by.club).count() >= MOST_CARDS:
        raise NotKept(_("The club has %(most)s cards already.") % {"most": MOST_CARDS})
    kept = ClubCardVersion(
        by=by,
        at=timezone.now(),
        why=" ".join(why.split())[:200],
        packed=packed(replace(movement, name=plain)),
        name=plain,
        kind=movement.kind,
        contestants=len(movement.contestants),
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        winners=movement.winners,
        qf=balance(movement).fairness if movement.kind == "pairs" else None,
        faults=list(faults),
        notes=list(notes),
        origin=origin,
    )
    with transaction.atomic():
        kept.card = card or ClubCard.objects.create(club=by.club)
        _written(kept, last_of(card) if card else None)
    return kept


def put_away(by: Account, before: ClubCardVersion, *, away: bool, why: str = "") -> ClubCardVersion:
    """Takes a card out of the lists, or brings it back."""
    same = {
        each.attname: getattr(before, each.attname)
        for each in ClubCardVersion._meta.concrete_fields
        if each.name not in ("id", "by", "at", "why", "replaced", "put_away")
    }
    after = ClubCardVersion(**same, by=by, at=timezone.now(), why=" ".join(why.split())[:200], put_away=away)
    with transaction.atomic():
        _written(after, before)
    return after


def last_of(card: ClubCard) -> ClubCardVersion:
    """The version of a card that counts."""
    return card.versions.select_related("by").get(replaced=None)


def _written(new: ClubCardVersion, before: ClubCardVersion | None) -> None:
    if not written_anew(new, before):
        raise NotKept(_("Somebody else has changed this card meanwhile. Open it again, and look."))
