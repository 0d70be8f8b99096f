"""What is kept of mail: how a club's mail leaves, and each mail with what has become of it."""

from __future__ import annotations

import json

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.outbox.sealing import OtherKey, opened, sealed

SECURITY = {
    "starttls": _("STARTTLS, usually port 587"),
    "tls": _("TLS from the beginning, usually port 465"),
    "none": _("none, only for a server on this computer or in this house, usually port 25"),
}


class MailServer(models.Model):
    """The server that takes a club's mail, and the name that it is sent in."""

    club = models.OneToOneField(Club, models.PROTECT, related_name="mail_server")
    host = models.CharField(max_length=200)
    port = models.PositiveIntegerField(default=587)
    security = models.CharField(max_length=10, choices=SECURITY, default="starttls")
    name = models.CharField(max_length=200, blank=True)
    """The name that the server knows the club by; empty if it asks for none."""
    password = models.TextField(blank=True, editable=False)
    """Sealed: see `sealing`."""
    sender = models.EmailField()
    changed = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(security__in=tuple(SECURITY)), name="outbox_security"),
        )

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    def keep_password(self, password: str) -> None:
        """Seals a new password; an empty one is none."""
        self.password = sealed(password) if password else ""

    @property
    def plain_password(self) -> str:
        """The password as the server wants it; raises `OtherKey` where the key is another one than it was sealed with."""
        return opened(self.password) if self.password else ""

    @property
    def password_is_lost(self) -> bool:
        """Whether it must be typed again."""
        try:
            return self.plain_password == "" and self.password != ""
        except OtherKey:
            return True


STATES = {
    "waiting": _("waits"),
    "sending": _("is being sent"),
    "sent": _("sent"),
    "failed": _("not sent"),
    "unknown": _("perhaps sent"),
    "dropped": _("not to be sent"),
}
"""`unknown` is a mail that was handed over and whose receipt never came: it is not sent again unless somebody says so."""

NOTHING_LEFT = {"text": "", "html": "", "written_headers": ""}
"""What was in a mail is nobody's business once it is over: there may be links in it that let somebody in."""


class Mail(models.Model):
    """One mail to one address."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="mails")
    key = models.CharField(max_length=100, blank=True)
    """What it is about, so that it is written once; empty for what has no other like it."""
    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    written_headers = models.TextField(blank=True)
    """More headers, as JSON."""
    made = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=STATES, default="waiting")
    due = models.DateTimeField(default=timezone.now)
    """When it is tried next."""
    tries = models.PositiveIntegerField(default=0)
    holder = models.CharField(max_length=32, blank=True)
    """Who is sending it now: nobody else hands it over."""
    held_until = models.DateTimeField(null=True)
    handed = models.DateTimeField(null=True)
    """When its letters began to go to the server: from then on the server may have it."""
    ended = models.DateTimeField(null=True)
    problem = models.TextField(blank=True)
    """Why it did not leave at the last try, in a sentence."""

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("state", "due"), name="outbox_due"),)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "key", "to"), condition=~models.Q(key=""), name="outbox_each_key_once"
            ),
            models.CheckConstraint(condition=models.Q(state__in=tuple(STATES)), name="outbox_known_state"),
        )

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"

    @property
    def headers(self) -> dict[str, str]:
        """More headers that it has."""
        found: dict[str, str] = json.loads(self.written_headers or "{}")
        return found

    @property
    def may_be_tried(self) -> bool:
        """Whether somebody may have it tried again."""
        return self.state in ("waiting", "failed", "unknown")
