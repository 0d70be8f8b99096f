"""What is kept about the club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.words import findable

OF_VISITORS = "SELECT * FROM club_club ORDER BY (is_demonstration = %s), id LIMIT 1"
"""Written out, because every request asks for it."""


WITHHELD = {
    "pages": _("on pages that anybody can open"),
    "files": _("on pages that anybody can open, and in files that are sent out"),
}
"""Where a name is not told, if the person asks for that."""


@contextmanager
def opening() -> Iterator[None]:
    """A transaction in which nobody else opens a club, in another process either."""
    with transaction.atomic():  # SQLite has one writer at a time
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE club_club IN SHARE ROW EXCLUSIVE MODE")
        yield


class Club(models.Model):
    """A club and the federation whose regulations it plays by."""

    name = models.CharField(max_length=80)
    federation = models.SlugField(max_length=20, default="wbf")
    is_demonstration = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def real(cls) -> Club | None:
        """The first real club on this server, once somebody has named it."""
        return cls.objects.filter(is_demonstration=False).order_by("pk").first()

    @classmethod
    def of_visitors(cls) -> Club | None:
        """The club of who is not signed in: the first real one, else the demonstration; or only that (`--demo`)."""
        return next(iter(cls.objects.raw(OF_VISITORS, [not settings.DEMONSTRATION])), None)

    @classmethod
    def may_be_opened(cls) -> bool:
        """Whether this server waits for a club of its own."""
        return not settings.DEMONSTRATION and cls.real() is None

    @classmethod
    def may_be_shown_round(cls) -> bool:
        """Whether visitors may be people of the demonstration: where there is no real club, and with `--demo`."""
        return settings.DEMONSTRATION or cls.real() is None

    @classmethod
    def demonstration(cls) -> Club:
        """The made-up club that shows what the program does."""
        made_up = cls.objects.filter(is_demonstration=True).order_by("pk")
        found = made_up.first()
        if found:
            return found
        with opening():
            return made_up.first() or cls.objects.create(
                name="Demonstration Club", federation="wbf", is_demonstration=True
            )


class Player(models.Model):
    """A person in the club's register. In journals a player is known by the primary key, and by the name of that day."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    number = models.CharField(max_length=20, blank=True)
    """The federation's or the club's number; empty for who has none."""
    federation_number = models.CharField(max_length=20, blank=True)
    """The federation's number, for a club that counts its people by numbers of its own."""
    given = models.CharField(max_length=80, blank=True)
    family = models.CharField(max_length=80, blank=True)
    grade = models.CharField(max_length=20, blank=True)
    active = models.BooleanField(default=True)
    must_sit = models.BooleanField(default=False)
    """Whether the person cannot move and needs a seat that stays."""
    withheld = models.CharField(max_length=5, blank=True, choices=WITHHELD)
    """From whom the person has asked to withhold the name; the desk and the table see it all the same."""
    erased = models.DateTimeField(null=True, blank=True)
    """When the person asked to be forgotten; results then show nobody's name."""
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
    """The entry that this one turned out to be the same person as: journals that name this one mean that."""
    last_partner = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="partner_of")
    """Who sat opposite last, to be offered first when names are typed."""
    findable = models.TextField(blank=True, editable=False)
    """The words by which the person is found."""

    class Meta:
        ordering = ("family", "given", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "number"), condition=~models.Q(number=""), name="club_one_player_a_number"
            ),
            models.UniqueConstraint(
                fields=("club", "federation_number"),
                condition=~models.Q(federation_number=""),
                name="club_one_player_a_federation_number",
            ),
            models.CheckConstraint(
                condition=models.Q(erased=None)
                | models.Q(number="", federation_number="", given="", family="", grade="", withheld="", active=False),
                name="club_nothing_is_known_of_the_erased",
            ),
        )

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()

    def save(self, *args: Any, **options: Any) -> None:
        self.make_findable()
        super().save(*args, **options)

    def make_findable(self) -> None:
        """Writes down the words by which the person is found."""
        self.findable = findable(self.given, self.family, self.number, self.federation_number)

    @property
    def with_number(self) -> str:
        """The name, with the number that tells namesakes apart: for the desk only."""
        return f"{self} ({self.number})" if self.number else str(self)

    @property
    def known_to_federation(self) -> str:
        """The number by which a federation knows the person: the one number that most have, or its own beside the club's."""
        return self.federation_number or self.number

    @property
    def now(self) -> Player:
        """The entry that stands for this person now."""
        return self.merged_into or self

    def erase(self) -> None:
        """Forgets everything about the person but that there was one."""
        self.number = self.federation_number = self.given = self.family = self.grade = self.withheld = ""
        self.must_sit, self.last_partner = False, None
        self.active, self.erased = False, self.erased or timezone.now()
        self.save()


class StandingPair(models.Model):
    """Two people who play together every week, on one day of it or on all; most of them always start at the same table."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="standing_pairs")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    """None for a pair without seats of its own."""
    side = models.CharField(max_length=2, blank=True, choices=(("NS", "NS"), ("EW", "EW")))
    weekday = models.PositiveSmallIntegerField(default=0)
    """1 for Monday to 7 for Sunday, 0 for every day."""
    first = models.ForeignKey(Player, models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("weekday", "table", "-side")
        constraints = (
            models.UniqueConstraint(fields=("club", "weekday", "table", "side"), name="club_one_standing_pair_a_side"),
        )

    def __str__(self) -> str:
        return f"{self.first} & {self.second}"

    @property
    def day(self) -> str:
        """The day, in the reader's language."""
        return str(WEEKDAYS[self.weekday - 1]) if self.weekday else gettext("every day")
