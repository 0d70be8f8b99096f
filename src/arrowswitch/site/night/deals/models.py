"""Sealed deals: kept beside the journal, which everybody at the desk may read, until they are opened."""

from __future__ import annotations

from django.db import models

from arrowswitch.site.journal.models import Session


class SealedSet(models.Model):
    """Deals that were promised, with their secret, as `arrowswitch.deals.promises` writes them. No page shows them."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="sealed")
    promise = models.CharField(max_length=64)
    body = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "promise"), name="deals_sealed_once"),)

    def __str__(self) -> str:
        return self.promise
