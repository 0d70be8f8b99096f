"""Links that are sent: good once, for half an hour, and only by pressing the button of the page that they open.

Programs that look through mail open links and press nothing, so they use none up. Whoever asks is answered alike, whether the club
knows the address or not.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from arrowswitch.site import outbox
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import known
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.signin.models import SignInLink, SignInWays
from arrowswitch.site.signin.opening import why_not

GOOD_FOR = timedelta(minutes=30)
FORGOTTEN = timedelta(days=1)
PEOPLE = 6
"""So many people with one address are written to."""
KEYS = "sign-in/"
"""How the keys of these mails begin: back-ups leave them out (`journal.copies`)."""


def digest(token: str) -> str:
    """What the database knows a link by.

    >>> len(digest("secret")), digest("secret") == digest("Secret")
    (64, False)
    """
    return hashlib.sha256(token.encode()).hexdigest()


def with_address(club: Club, address: str) -> list[tuple[Player, str]]:
    """Whom the club reaches under this address, each with the address as the club has it.

    A database may take letters for the same that are not, such as ı for i, and what was typed is then a stranger's address.
    """
    wanted = address.strip()
    people = list(known(club).filter(particulars__email__iexact=wanted).order_by("pk")[:PEOPLE])
    kept = dict(Particulars.objects.filter(player__in=people).values_list("player", "email"))
    return [(each, kept[each.pk]) for each in people if kept[each.pk].strip().casefold() == wanted.casefold()]


def ask(club: Club, address: str, asked_as: str, wanted: str = "") -> None:
    """Sends a link to everybody with this address; if there is nobody, nothing leaves."""
    players = with_address(club, address)
    ways = SignInWays.of(club)
    with transaction.atomic():
        SignInLink.objects.filter(made__lt=timezone.now() - FORGOTTEN).delete()
        told: defaultdict[str, list[str]] = defaultdict(list)
        for player, kept in players:
            told[kept].append(_told(ways, player, asked_as, wanted))
        if not players:
            _told(ways, None, asked_as, wanted)
        for kept, lines in told.items():
            subject = _("Signing in at %(club)s") % {"club": club.name}
            outbox.send(club, kept, subject, _text(club, lines), key=f"{KEYS}{secrets.token_hex(12)}")


def _told(ways: SignInWays, player: Player | None, asked_as: str, wanted: str) -> str:
    """A line for each person: the link, or why there is none."""
    token = secrets.token_urlsafe(32)
    problem = why_not(player) if player else ""
    SignInLink.objects.create(
        club=ways.club,
        player=None if problem else player,
        digest=digest(token),
        until=timezone.now() + GOOD_FOR,
        asked_as=asked_as,
        wanted=wanted[:200],
    )
    return f"{player}:\n{problem or ways.address + reverse('sign-in-with-link', args=[token])}"


def _text(club: Club, told: Iterable[str]) -> str:
    until = time_format(timezone.localtime(timezone.now() + GOOD_FOR), "H:i")
    return "\n\n".join(
        (
            _("Somebody, most likely you, wants to sign in at %(club)s.") % {"club": club.name},
            _("Open the link and press the button. It is good once, until %(time)s.") % {"time": until},
            *told,
            _("If it was not you, do nothing. Nobody can sign in without this mail."),
        )
    )


def good(token: str) -> SignInLink | None:
    """A link that can still be used."""
    found = SignInLink.objects.select_related("player__club", "club").filter(
        digest=digest(token), used=None, until__gt=timezone.now()
    )
    link = found.first()
    if link is None or link.player is None or link.player.erased or link.player.merged_into_id:
        return None
    return link if SignInWays.of(link.club).by_link else None


def use(link: SignInLink) -> bool:
    """Uses a link up; not so if somebody was quicker."""
    now = timezone.now()
    return bool(SignInLink.objects.filter(pk=link.pk, used=None, until__gt=now).update(used=now))
