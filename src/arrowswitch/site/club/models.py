"""What is kept about the club."""

from __future__ import annotations

from django.db import models


class Club(models.Model):
    """A club and the federation whose regulations it plays by."""

    name = models.CharField(max_length=80)
    federation = models.SlugField(max_length=20, default="wbf")
    is_demonstration = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def here(cls) -> Club | None:
        """The club of this data folder, once somebody has named it."""
        return cls.objects.order_by("pk").first()

    @classmethod
    def demonstration(cls) -> Club:
        """The made-up club that shows what the program does."""
        return cls.here() or cls.objects.create(name="Demonstration Club", federation="wbf", is_demonstration=True)
