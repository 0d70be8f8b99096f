"""What is kept about members beyond their line in the register, what was changed in it, and who asks to be forgotten.

Particulars are a row of their own beside the player, so that forgetting a person is deleting it. A change is written down
and never overwritten; but when a person is forgotten the values in it are forgotten too (`forgetting`).
"""

from __future__ import annotations

import re
from datetime import date

from django.db import models
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player

SOURCES = {
    "typed": _("typed in"),
    "federation": _("the federation’s list"),
    "computed": _("worked out from points"),
}
"""Where a grade or a rank comes from."""
WAYS = {
    "desk": _("by the desk"),
    "self": _("by the person"),
    "import": _("an imported list"),
    "federation": _("the federation’s list"),
    "merge": _("two entries made one"),
    "results": _("a file of results"),
    "erased": _("erased"),
}
"""How a change came about."""
MEMBERS = "Member\nLife member\nJunior member\nAssociate member"
OTHERS = "Visitor\nApplicant"
PAPERS = {"a4": "A4", "letter": "Letter"}
BIRTHDAY = re.compile(r"(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


class MembersSettings(models.Model):
    """What the club has decided about its members."""

    club = models.OneToOneField(Club, models.PROTECT, related_name="members_settings")
    member_kinds = models.TextField(default=MEMBERS)
    """The kinds of membership that make a member, a line each."""
    other_kinds = models.TextField(default=OTHERS, blank=True)
    """The kinds of people who are in the register and no members."""
    birthdays = models.BooleanField(default=False)
    contact_list = models.BooleanField(default=False)
    """Whether members see a list of those who agreed to be on it."""
    address = models.TextField(blank=True)
    """Of the club, as it stands over letters."""
    paper = models.CharField(max_length=6, choices=PAPERS, default="a4")
    keeper = models.CharField(max_length=200, blank=True)
    """Whom people ask about what is kept, and how that person is reached."""
    notice = models.TextField(blank=True)
    """The club's own words on the page about privacy."""
    columns = models.TextField(blank=True)
    """Which heading of the federation's list was taken for what, the last time, as JSON."""

    def __str__(self) -> str:
        return str(self.club)

    @classmethod
    def of(cls, club: Club) -> MembersSettings:
        """What a club has decided; as long as it has not, what is usual."""
        return cls.objects.filter(club=club).first() or cls(club=club)

    @property
    def kinds_of_members(self) -> list[str]:
        """The kinds that make a member.

        >>> MembersSettings().kinds_of_members[:2]
        ['Member', 'Life member']
        """
        return lines_of(self.member_kinds)

    @property
    def kinds_of_others(self) -> list[str]:
        """The kinds that do not."""
        return lines_of(self.other_kinds)


def lines_of(text: str) -> list[str]:
    """The lines of a text, each once, without the empty ones.

    >>> lines_of("Member\\n\\n Junior \\nMember")
    ['Member', 'Junior']
    """
    return list(dict.fromkeys(line for line in (" ".join(each.split()) for each in text.splitlines()) if line))


class Particulars(models.Model):
    """What is kept about a person beyond the line in the register. All of it may be empty."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="particulars")
    kind = models.CharField(max_length=40, blank=True)
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)
    grade_since = models.DateField(null=True, blank=True)
    grade_source = models.CharField(max_length=10, blank=True, choices=SOURCES)
    rank = models.CharField(max_length=40, blank=True)
    rank_since = models.DateField(null=True, blank=True)
    rank_source = models.CharField(max_length=10, blank=True, choices=SOURCES)
    email = models.EmailField(max_length=120, blank=True)
    telephone = models.CharField(max_length=40, blank=True)
    address = models.TextField(max_length=300, blank=True)
    birthday = models.CharField(max_length=5, blank=True)
    """Month and day, "03-31"; the year is nobody's business and is not kept."""
    list_email = models.BooleanField(default=False)
    """Whether the person agrees that other members see it; so for the next two."""
    list_telephone = models.BooleanField(default=False)
    list_birthday = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "particulars"

    def __str__(self) -> str:
        return str(self.player)

    @classmethod
    def of(cls, player: Player) -> Particulars:
        """What is kept about a person; an empty row that is not kept yet, if nothing is."""
        return (cls.objects.filter(player=player).first() if player.pk else None) or cls(player=player)

    def is_member_on(self, day: date, kinds: list[str]) -> bool:
        """Whether the person is a member of one of these kinds on a day.

        >>> ann = Particulars(kind="Member", until=date(2026, 6, 30))
        >>> ann.is_member_on(date(2026, 6, 30), ["Member"]), ann.is_member_on(date(2026, 7, 1), ["Member"])
        (True, False)
        """
        begun = self.since is None or self.since <= day
        return self.kind in kinds and begun and (self.until is None or self.until >= day)

    @property
    def birthday_told(self) -> str:
        """Day and month in words.

        >>> Particulars(birthday="03-31").birthday_told
        '31 March'
        """
        if not BIRTHDAY.fullmatch(self.birthday):
            return ""
        month, day = map(int, self.birthday.split("-"))
        return gettext("%(day)s %(month)s") % {"day": day, "month": MONTHS[month]}


class EntryChange(models.Model):
    """One field of a person's entry that was changed: by whom, when, how and why. Never changed, but that values are forgotten."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="changes")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=80, blank=True)
    way = models.CharField(max_length=10, choices=WAYS)
    field = models.CharField(max_length=20)
    """The name of the field; `entered` for a new entry, `erased` at its end."""
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("player", "-at"), name="members_changes_of_one"),)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.field}"


ANSWERS = {
    "open": _("waits for an answer"),
    "done": _("erased"),
    "withdrawn": _("taken back"),
    "declined": _("not erased"),
}


class ErasureRequest(models.Model):
    """Somebody asks to be forgotten; the owner answers."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="erasure_requests")
    player = models.ForeignKey(Player, models.CASCADE, related_name="erasure_requests")
    at = models.DateTimeField(default=timezone.now)
    note = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=ANSWERS, default="open")
    answered = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=80, blank=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("player",), condition=models.Q(state="open"), name="members_asked_to_be_erased_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.state}"


class KeptLetter(models.Model):
    """A letter to members that the club writes again and again."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="letters")
    title = models.CharField(max_length=80)
    text = models.TextField()
    changed = models.DateTimeField(default=timezone.now)
    by_name = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("title", "pk")
        constraints = (models.UniqueConstraint(fields=("club", "title"), name="members_one_letter_a_title"),)

    def __str__(self) -> str:
        return self.title
