"""What is kept of the people who sign in.

A name belongs to one club: two clubs on a server may each have an Ann. `login` is the name as the database compares it,
with the club before it, so that "ann" and "Ann" are one account on every kind of database.
"""

from __future__ import annotations

import unicodedata
from typing import Any, cast

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models, transaction
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session import Actor
from arrowswitch.session.acts import Role
from arrowswitch.site.club.models import Club, Player

ROLES = {
    "owner": _("owner"),
    "director": _("director"),
    "scorer": _("scorer"),
    "player": _("player"),
}
"""The roles of people with an account, the largest first; who is not signed in is `public`."""

OFFICES = {
    "recorder": _("recorder"),
    "treasurer": _("treasurer"),
    "webmaster": _("webmaster"),
}
"""Trusts beside the role, which no role has by itself. Each is a column of an account."""


WAY = "way"
"""What a sign-in says of how it began, where no password was asked for."""


def same_name(name: str) -> str:
    """A name as it is compared: capitals, spaces and the way an accent is typed make no difference.

    >>> same_name("  ÅSA  Berg ") == same_name("A\u030asa berg")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def seal() -> str:
    """Something new for an account's sessions to be signed with."""
    return get_random_string(16)


class Accounts(BaseUserManager["Account"]):
    """How accounts are made and found."""

    def add(self, club: Club, name: str, role: str, password: str | None = None, **more: Any) -> Account:
        """A new account; without a password nobody can sign in to it by name."""
        account = self.model(club=club, name=" ".join(name.split()), role=role, **more)
        account.set_password(password)
        account.save()
        return account

    def called(self, club: Club, name: str) -> Account | None:
        """The account of this name in a club."""
        return self.filter(login=login(club, name)).first()


def login(club: Club, name: str) -> str:
    """The one column that names an account on the whole server."""
    return f"{club.pk}/{same_name(name)}"


class Account(AbstractBaseUser):
    """A person of a club who can sign in."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="accounts")
    name = models.CharField(max_length=80)
    """As it stands in the journal."""
    login = models.CharField(max_length=400, unique=True, editable=False)
    role = models.CharField(max_length=10, choices=ROLES)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="accounts")
    recorder = models.BooleanField(default=False)
    """Whether the club's dossier is this person's to keep."""
    treasurer = models.BooleanField(default=False)
    """Whether the club's money is this person's to count."""
    webmaster = models.BooleanField(default=False)
    """Whether the club's public pages are this person's to write."""
    is_active = models.BooleanField(default=True)
    """Not so for who was removed: the journal keeps the name, so the row stays."""
    seal = models.CharField(max_length=16, default=seal, editable=False)
    """Changed to end all sessions of the account."""

    objects = Accounts()

    USERNAME_FIELD = "login"

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(role__in=("owner", "director", "scorer", "player")), name="accounts_known_role"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        self.login = login(self.club, self.name)
        super().save(*args, **options)

    @property
    def actor(self) -> Actor:
        """Who this is in a journal."""
        return Actor(cast(Role, self.role), self.name)  # the database lets no other in

    def change_password(self, password: str) -> None:
        """A new password; sessions that began with the old one end."""
        self.set_password(password)
        self.save(update_fields=["password"])

    def end_sessions(self) -> None:
        """Ends the account's sessions on all devices."""
        self.seal = seal()
        self.save(update_fields=["seal"])

    @property
    def offices(self) -> tuple[str, ...]:
        """The offices that the person holds."""
        return tuple(office for office in OFFICES if getattr(self, office))

    @property
    def offices_said(self) -> list[str]:
        """The same, as they are called."""
        return [str(OFFICES[office]) for office in self.offices]

    @property
    def is_larger_than_players(self) -> bool:
        """Whether it may do more than a player's: such a one opens by its password only."""
        return self.role != "player" or bool(self.offices)

    def change_role(self, role: str, player: Player | None, **offices: bool) -> None:
        """Another role, from the next page on, and these offices and no others; refused to the club's last owner."""
        with transaction.atomic():
            self._another_owner_stays(role == "owner")
            self.role, self.player = role, player
            for office in OFFICES:
                setattr(self, office, offices.get(office, False))
            self.save(update_fields=["role", "player", *OFFICES])

    def remove(self) -> None:
        """Nobody can sign in to it any more; the journal keeps the name."""
        with transaction.atomic():
            self._another_owner_stays(False)
            self.is_active, self.seal = False, seal()
            self.save(update_fields=["is_active", "seal"])

    def restore(self) -> None:
        """Lets a removed account in again."""
        self.is_active = True
        self.save(update_fields=["is_active"])

    def forget(self) -> None:
        """Nobody is named by it any more: it was removed, and the person is to be forgotten."""
        self.name = f"{gettext('(name withheld)')} {self.pk}"
        self.set_unusable_password()
        self.save(update_fields=["name", "login", "password"])

    def _another_owner_stays(self, stays: bool) -> None:
        """Looks for an owner who remains, with all owners held, so that two cannot remove each other."""
        owners = Account.objects.select_for_update().filter(club=self.club_id, role="owner", is_active=True)
        if not stays and {owner.pk for owner in owners.order_by("pk")} == {self.pk}:
            raise LastOwner

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """A session is good as long as neither the password nor the seal has changed."""
        return salted_hmac(
            "arrowswitch.site.accounts", f"{self.password}/{self.seal}", secret=secret, algorithm="sha256"
        ).hexdigest()


class LastOwner(Exception):  # noqa: N818 - said to a person
    """A club always has somebody who can let others in."""


class Tries(models.Model):
    """Wrong passwords for one name, or from one address, one after the other."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    last = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
