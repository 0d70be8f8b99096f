"""What is kept of signing in without a password: which ways are open, the links that were sent, and the PINs.

Of a link and of a PIN there is only a digest. What a club has decided is a new row with every decision, and a PIN that ended stays as a
row without its digest: who gave it, when, and why it ended.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club, Player


class SignInWays(models.Model):
    """By which ways players may sign in; the latest row holds."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="sign_in_ways")
    by_link = models.BooleanField(default=False)
    by_pin = models.BooleanField(default=False)
    address = models.CharField(max_length=200, blank=True)
    """What links in mails begin with. It is the owner's word: what a visitor's browser says may be forged."""
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.by_link}, {self.by_pin}"

    @classmethod
    def of(cls, club: Club | None) -> SignInWays:
        """What a club has decided; before it has, no way is open."""
        found = cls.objects.filter(club=club).first() if club and not club.is_demonstration else None
        return found or cls(club=club)


class SignInLink(models.Model):
    """A link that was sent, or would have been if the club knew the address."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    """Nobody where the address is not known: so both take the same time."""
    digest = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(default=timezone.now, db_index=True)
    until = models.DateTimeField()
    used = models.DateTimeField(null=True)
    asked_as = models.CharField(max_length=80, blank=True)
    """Whose tries are forgiven when it is used."""
    wanted = models.CharField(max_length=200, blank=True)
    """The page to go on to."""

    def __str__(self) -> str:
        return f"{self.player_id}, {self.made}"


ENDINGS = {
    "": _("good"),
    "changed": _("another took its place"),
    "taken back": _("taken back"),
    "merged": _("two entries made one"),
}
"""Why a PIN ended."""


class PlayerPin(models.Model):
    """A PIN of a player. One is good at a time."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="pins")
    digest = models.CharField(max_length=200, blank=True)
    """As Argon2 makes it; empty when it ended."""
    given = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80, blank=True)
    """Who gave it; empty for who set it for himself."""
    wrong = models.PositiveIntegerField(default=0)
    """Wrong ones since it was right last."""
    ended = models.DateTimeField(null=True)
    why = models.CharField(max_length=10, blank=True, choices=ENDINGS)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("player",), condition=models.Q(ended=None), name="signin_one_pin_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}, {self.given}"
