"""What is kept of the calendar: dates and what was changed on them, who directs, and who comes with whom.

People are named by their entry in the register, so that who is forgotten there is forgotten here (`people`). Nothing of a
date is deleted: it is cancelled, with a reason, and calendars that were subscribed to are told.
"""

from __future__ import annotations

import datetime
import secrets
import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.movement.forms import GRADES

KINDS = {
    "pairs": _("Pairs"),
    "teams": _("Teams"),
    "individual": _("Individual"),
    "event": _("Swiss, league or knockout"),
    "other": _("No play: a lesson, a meeting, a party"),
}
LEVELS = {"club": _("Club director"), "tournament": _("Tournament director"), "national": _("National director")}
"""The three levels of directors, the lowest first."""
DUTIES = {"director": _("Director"), "reserve": _("Reserve director")}


def new_uid() -> str:
    """A name that no other date in the world has: subscribed calendars know a date by it."""
    return uuid.uuid4().hex


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(24)


class SessionGuide(models.Model):
    """How a night is run: written by who always directs it, so that whoever stands in changes nothing."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="session_guides")
    title = models.CharField(max_length=80)
    text = models.TextField()
    changed = models.DateTimeField()
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")

    class Meta:
        ordering = ("title", "pk")

    def __str__(self) -> str:
        return self.title


class CalendarDate(models.Model):
    """One date of the calendar: a night, or something else that is on."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="dates")
    uid = models.CharField(max_length=32, default=new_uid, editable=False, unique=True)
    series = models.CharField(max_length=32, blank=True, editable=False, db_index=True)
    """What the dates of a repeating night have in common; empty for a single one."""
    day = models.DateField(db_index=True)
    start = models.TimeField(null=True, blank=True)
    end = models.TimeField(null=True, blank=True)
    title = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=KINDS, default="pairs")
    for_whom = models.CharField(max_length=80, blank=True)
    place = models.CharField(max_length=80, blank=True)
    fees = models.CharField(max_length=80, blank=True)
    grade = models.CharField(max_length=20, choices=GRADES, default="open")
    least_boards = models.PositiveSmallIntegerField(null=True, blank=True)
    most_boards = models.PositiveSmallIntegerField(null=True, blank=True)
    notes = models.TextField(blank=True)
    guide = models.ForeignKey(SessionGuide, models.SET_NULL, null=True, blank=True, related_name="dates")
    level = models.CharField(max_length=10, blank=True, choices=LEVELS)
    """The qualification that its director should have; empty if none is asked for."""
    director = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    reserve = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    standing = models.BooleanField(default=True)
    """Whether the standing pairs of the day are expected."""
    cancelled = models.DateTimeField(null=True, editable=False)
    reason = models.CharField(max_length=200, blank=True, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    """How often it was changed: subscribed calendars take the larger one."""
    changed = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("day", "start", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=tuple(KINDS)) & models.Q(level__in=("", *LEVELS)),
                name="calendar_known_kind",
            ),
        )

    def __str__(self) -> str:
        return f"{self.title}, {self.day}"

    @property
    def begins(self) -> datetime.datetime | None:
        """When it begins, in the club's time; nothing if no time was said."""
        return self._at(self.day, self.start)

    @property
    def ends(self) -> datetime.datetime | None:
        """When it ends; after midnight if the time is before the beginning."""
        if self.start is None or self.end is None:
            return None
        return self._at(self.day + datetime.timedelta(days=self.end <= self.start), self.end)

    @staticmethod
    def _at(day: datetime.date, time: datetime.time | None) -> datetime.datetime | None:
        if time is None:
            return None
        return datetime.datetime.combine(day, time, tzinfo=timezone.get_default_timezone())

    @property
    def boards(self) -> str:
        """The boards as a wish for a movement has them.

        >>> CalendarDate(least_boards=24, most_boards=28).boards, CalendarDate(least_boards=20).boards
        ('24-28', '20')
        """
        return "-".join(str(each) for each in (self.least_boards, self.most_boards) if each)

    @property
    def is_played(self) -> bool:
        """Whether people sit down to play, so that partners and seats matter."""
        return self.kind != "other"

    def touch(self) -> None:
        """Marks it as changed, for calendars that were subscribed to."""
        self.sequence += 1
        self.changed = timezone.now()


CHANGES = {
    "made": _("entered"),
    "changed": _("changed"),
    "cancelled": _("cancelled"),
    "restored": _("is on after all"),
    "director": _("director"),
    "reserve": _("reserve director"),
}


class DateChange(models.Model):
    """What was done to a date, by whom and why; never changed, but that who is forgotten is named no more."""

    date = models.ForeignKey(CalendarDate, models.PROTECT, related_name="changes")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    what = models.CharField(max_length=10, choices=CHANGES)
    fields = models.CharField(max_length=300, blank=True)
    """The names of what was changed."""
    reason = models.CharField(max_length=200, blank=True)
    before = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    after = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.date}: {self.what}"


class HeldNow(models.Manager["Qualification"]):
    """What was not taken out again."""

    def get_queryset(self) -> models.QuerySet[Qualification]:
        return super().get_queryset().filter(ended=None)


class Qualification(models.Model):
    """An examination that a director has passed; what is taken out of the list stays as a row, with who did it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="qualifications")
    player = models.ForeignKey(Player, models.PROTECT, related_name="qualifications")
    level = models.CharField(max_length=10, choices=LEVELS)
    passed = models.DateField(null=True, blank=True)
    mark = models.PositiveSmallIntegerField(null=True, blank=True)
    """Per cent."""
    by = models.ForeignKey(Account, models.PROTECT, null=True, editable=False, related_name="+")
    at = models.DateTimeField(null=True, editable=False, default=timezone.now)
    """When it was entered; not known of what is older than this column."""
    ended = models.DateTimeField(null=True, editable=False)
    ended_by = models.ForeignKey(Account, models.PROTECT, null=True, editable=False, related_name="+")

    objects = HeldNow()
    ever = models.Manager["Qualification"]()

    class Meta:
        ordering = ("player", "level", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("player", "level"), condition=models.Q(ended=None), name="calendar_a_level_once"
            ),
            models.CheckConstraint(condition=models.Q(level__in=tuple(LEVELS)), name="calendar_known_level"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.level}"


class DutySwap(models.Model):
    """A director, or a reserve, who cannot come asks the others; never removed, and settled once."""

    date = models.ForeignKey(CalendarDate, models.PROTECT, related_name="swaps")
    duty = models.CharField(max_length=10, choices=DUTIES)
    asked_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Nobody once the person is forgotten."""
    note = models.CharField(max_length=200, blank=True)
    asked = models.DateTimeField(default=timezone.now)
    settled = models.DateTimeField(null=True)
    """When somebody took it, or it was not needed any more."""
    taken_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("date__day", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("date", "duty"), condition=models.Q(settled=None), name="calendar_a_duty_is_asked_for_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.date}: {self.duty}"


class Subscription(models.Model):
    """The secret address of somebody's own calendar."""

    account = models.OneToOneField(Account, models.CASCADE, related_name="subscription")
    token = models.CharField(max_length=40, default=new_token, unique=True)

    def __str__(self) -> str:
        return str(self.account)


# -- who comes with whom ----------------------------------------------------------------------------------------------

WISHES = {"open": _("open"), "found": _("has a partner"), "withdrawn": _("taken back")}
OFFERS = {
    "asked": _("waits for an answer"),
    "accepted": _("accepted"),
    "declined": _("declined"),
    "withdrawn": _("taken back"),
}


class PartnerWish(models.Model):
    """Somebody looks for a partner, for one date or in general."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="partner_wishes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="partner_wishes")
    date = models.ForeignKey(CalendarDate, models.PROTECT, null=True, blank=True, related_name="wishes")
    note = models.CharField(max_length=300, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    """How to reach the person: shown to nobody but the one who is accepted."""
    at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=WISHES, default="open")

    class Meta:
        ordering = ("date__day", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("player", "date"), condition=models.Q(state="open"), name="calendar_one_wish_a_date"
            ),
            models.UniqueConstraint(
                fields=("player",), condition=models.Q(state="open", date=None), name="calendar_one_wish_in_general"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.state}"


class PartnerOffer(models.Model):
    """Somebody asks to be the partner."""

    wish = models.ForeignKey(PartnerWish, models.CASCADE, related_name="offers")
    player = models.ForeignKey(Player, models.PROTECT, related_name="partner_offers")
    note = models.CharField(max_length=300, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    """Shown to the one who is asked, and to nobody else."""
    at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=OFFERS, default="asked")

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("wish", "player"), condition=models.Q(state="asked"), name="calendar_asked_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.state}"


class Attendance(models.Model):
    """What somebody has said of one date: I come with this partner, or I shall not be there."""

    date = models.ForeignKey(CalendarDate, models.PROTECT, related_name="attendances")
    player = models.ForeignKey(Player, models.PROTECT, related_name="attendances")
    partner = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    away = models.BooleanField(default=False)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("player", "pk")
        constraints = (
            models.UniqueConstraint(fields=("date", "player"), name="calendar_one_answer_each"),
            models.CheckConstraint(
                condition=models.Q(away=False) | models.Q(partner=None), name="calendar_who_is_away_has_no_partner"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.date}"


class StandIn(models.Model):
    """Somebody who fills in when a player is missing."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="stand_ins")
    player = models.OneToOneField(Player, models.PROTECT, related_name="stand_in")
    note = models.CharField(max_length=200, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    """For the desk only."""

    class Meta:
        ordering = ("player", "pk")

    def __str__(self) -> str:
        return str(self.player)
