"""What is kept of the club's own site: its pages with every version, its pictures, and what the club has decided about it.

A page that is changed is written anew, as a checklist is (`noticeboard.models`): the last version is what the webmaster goes on
with, and `shown` is the one that visitors read, which may be an older one or none.
"""

from __future__ import annotations

import json
import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.noticeboard.models import WrittenVersion

KINDS = {
    "find": _("How to find us"),
    "join": _("Join a night"),
    "conduct": _("Code of conduct"),
    "news": _("News"),
    "page": _("A page of our own"),
}
ONCE = ("find", "join", "conduct")
"""The kinds of which a club has one page each, there from the beginning."""
PICTURE_KINDS = {"png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp"}


SITE_WORDS = ("words", "place", "times", "contact", "bridge_matters", "staff_matters", "conduct_matters")
"""What a club writes about itself in its settings, for everybody to read."""


def new_uid() -> uuid.UUID:
    """A name that no other site in the world has: programs that read the feeds know an entry by it."""
    return uuid.uuid4()


class WebPicture(models.Model):
    """A picture of the site, as it is sent to browsers."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="web_pictures")
    kind = models.CharField(max_length=4, choices=[(kind, kind) for kind in PICTURE_KINDS])
    alt = models.CharField(max_length=200)
    """What is in it, for who does not see it."""
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=16)
    body = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    withdrawn = models.DateTimeField(null=True, editable=False)
    """Off the site; pages that name it show nothing in its place."""

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("club", "withdrawn"), name="website_pictures_of_club"),)

    def __str__(self) -> str:
        return self.alt


class SiteSettings(models.Model):
    """What a club has decided about its site."""

    club = models.OneToOneField(Club, models.PROTECT, related_name="site_settings")
    uid = models.UUIDField(default=new_uid, editable=False, unique=True)
    words = models.TextField(blank=True)
    """Who we are, in a few words, at the top of the front page."""
    place = models.TextField(blank=True)
    """Where the club plays, as it stands on an envelope."""
    times = models.TextField(blank=True)
    """When it plays, where the calendar does not tell it well."""
    contact = models.CharField(max_length=200, blank=True)
    """Whom newcomers ask, and how."""
    address = models.URLField(max_length=200, blank=True)
    """Of the site, as people outside type it: mails and feeds need it."""
    at_home = models.BooleanField(default=True)
    """Whether visitors see the front page first."""
    found_pages = models.BooleanField(default=False)
    """Whether search engines may list the club's pages; so for its results."""
    found_results = models.BooleanField(default=False)
    mail_results = models.BooleanField(default=False)
    """Whether people without an account may ask for results by mail."""
    bridge_matters = models.CharField(max_length=200, blank=True)
    """Whom complaints about bridge matters go to; so for people who work for the club, and for a breach of the code."""
    staff_matters = models.CharField(max_length=200, blank=True)
    conduct_matters = models.CharField(max_length=200, blank=True)
    picture = models.ForeignKey(WebPicture, models.SET_NULL, null=True, blank=True, related_name="+")
    changed = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return str(self.club)

    @classmethod
    def of(cls, club: Club) -> SiteSettings:
        """What a club has decided; as long as it has not, what is usual."""
        found = cls.objects.filter(club=club).select_related("picture").first()
        return found or cls(club=club)


class WebPage(models.Model):
    """A page of the site, or an item of news; its words are in its versions."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="web_pages")
    kind = models.CharField(max_length=10, choices=KINDS)
    slug = models.SlugField(max_length=60, blank=True)
    """Its name in the address, of a page of our own; it never changes."""
    shown = models.ForeignKey("WebPageVersion", models.PROTECT, null=True, related_name="+")
    shown_since = models.DateTimeField(null=True)
    """When it was put on the site; a later version does not make news newer."""

    class Meta:
        ordering = ("-shown_since", "-pk")
        indexes = (models.Index(fields=("club", "kind", "shown_since"), name="website_pages_of_kind"),)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "slug"), condition=~models.Q(slug=""), name="website_one_page_an_address"
            ),
            models.UniqueConstraint(
                fields=("club", "kind"), condition=models.Q(kind__in=ONCE), name="website_one_page_of_some_kinds"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=tuple(KINDS)), name="website_known_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def latest(self) -> WebPageVersion:
        """The last version, shown or not."""
        return self.versions.get(replaced=None)


class WebPageVersion(WrittenVersion):
    """A page as it was written at one time."""

    page = models.ForeignKey(WebPage, models.PROTECT, related_name="versions")
    title = models.CharField(max_length=80)
    summary = models.CharField(max_length=200, blank=True)
    """One sentence, for lists and search engines."""
    text = models.TextField(blank=True)
    in_menu = models.BooleanField(default=False)
    draft = models.BooleanField(default=True)
    """Whether it was kept without being put on the site."""

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("page",), condition=models.Q(replaced=None), name="website_one_version_is_last"
            ),
        )

    def __str__(self) -> str:
        return self.title


# -- what is told of posted results -------------------------------------------------------------------------------------


class PostedSession(models.Model):
    """How far the postings of a session have been told, by the number of its journal's last entry."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="posted_news")
    last = models.PositiveIntegerField()

    def __str__(self) -> str:
        return str(self.session)


class PostedVersion(models.Model):
    """One posting of a session's results, as it is told in the feed. Nobody's name is in it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    session = models.ForeignKey(Session, models.CASCADE, related_name="posted_versions")
    version = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    written_changes = models.TextField(default="[]")
    """Of a correction, the results that changed, in sentences, as JSON."""

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("club", "-at"), name="website_posted_last"),)
        constraints = (models.UniqueConstraint(fields=("session", "version"), name="website_each_posting_once"),)

    def __str__(self) -> str:
        return f"{self.session}: {self.version}"

    @property
    def changes(self) -> list[str]:
        """What changed since the posting before."""
        found: list[str] = json.loads(self.written_changes)
        return found


WANTED = {"own": _("the nights that I play"), "all": _("every night")}


class ResultsSubscriber(models.Model):
    """An address that results are mailed to, once somebody who reads its mail has said so. Who wants no more is deleted."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="results_subscribers")
    email = models.EmailField()
    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="results_subscribers")
    wants = models.CharField(max_length=3, choices=WANTED, default="all")
    made = models.DateTimeField(default=timezone.now)
    confirmed = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("club", "email"), name="website_one_subscription_an_address"),)

    def __str__(self) -> str:
        return self.email
