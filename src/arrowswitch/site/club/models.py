"""What is kept about the club."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


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
        """The club that is shown to who is not signed in: the first real one, else the demonstration."""
        return cls.objects.order_by("is_demonstration", "pk").first()

    @classmethod
    def demonstration(cls) -> Club:
        """The made-up club that shows what the program does."""
        return cls.objects.get_or_create(
            is_demonstration=True, defaults={"name": "Demonstration Club", "federation": "wbf"}
        )[0]


class Player(models.Model):
    """A person in the club's register. In journals a player is known by the primary key, and by the name of that day."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    number = models.CharField(max_length=20, blank=True)
    """The federation's or the club's number; empty for who has none."""
    given = models.CharField(max_length=80, blank=True)
    family = models.CharField(max_length=80, blank=True)
    grade = models.CharField(max_length=20, blank=True)
    active = models.BooleanField(default=True)
    erased = models.DateTimeField(null=True, blank=True)
    """When the person asked to be forgotten; results then show nobody's name."""

    class Meta:
        ordering = ("family", "given", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "number"), condition=~models.Q(number=""), name="club_one_player_a_number"
            ),
            models.CheckConstraint(
                condition=models.Q(erased=None) | models.Q(number="", given="", family="", grade="", active=False),
                name="club_nothing_is_known_of_the_erased",
            ),
        )

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()

    def erase(self) -> None:
        """Forgets everything about the person but that there was one."""
        self.number = self.given = self.family = self.grade = ""
        self.active, self.erased = False, self.erased or timezone.now()
        self.save()
