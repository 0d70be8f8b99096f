"""What the club has decided for itself. Rows are only added: the last for a key holds, and all together are the record."""

from __future__ import annotations

import json
from typing import Any

from django.db import models

from arrowswitch.site.club.models import Club


class Decision(models.Model):
    """A value of the regulations that the club set for itself, or gave up again, with who, when and why."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="decisions")
    federation = models.SlugField(max_length=20)
    """The federation on whose regulations the value stands."""
    key = models.CharField(max_length=80)
    text = models.TextField(blank=True)
    """The value as JSON; empty means: as the federation has it."""
    source = models.CharField(max_length=200)
    """Who decided it, in the club's words."""
    by = models.CharField(max_length=80)
    """Who wrote it down."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.key}: {self.text}"

    @property
    def value(self) -> Any:
        """The value as it could stand in a profile; nothing where the federation's holds again."""
        return json.loads(self.text) if self.text else None
