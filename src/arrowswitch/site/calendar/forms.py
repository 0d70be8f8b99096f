"""The questions of the calendar. At the desk a person is named as everywhere, by name or number; a player names others by
their whole name only, because a number would tell whose it is."""

from __future__ import annotations

import datetime
import re
from typing import Any

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.calendar.agreeing import settle
from arrowswitch.site.calendar.models import (
    DUTIES,
    LEVELS,
    Attendance,
    CalendarDate,
    PartnerOffer,
    PartnerWish,
    Qualification,
    SessionGuide,
    StandIn,
)
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import called, known
from arrowswitch.site.club.understanding import Unclear, understood
from arrowswitch.site.forms import FormOf, field_of

LONGEST = 20_000
MOST_DATES = 106
"""Of a repeating night that are entered at once: two years."""
FARTHEST = 3
"""Years that the calendar looks ahead."""
REPEATS = (("", _("only once")), ("1", _("every week")), ("2", _("every other week")))


class DaySelect(forms.DateInput):
    """A day as browsers ask for it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeSelect(forms.TimeInput):
    """A time as browsers ask for it."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


def at_desk(club: Club, text: str) -> Player | None:
    """Whom the desk means; nobody if nothing was written."""
    if not text.strip():
        return None
    try:
        return understood(club, text)
    except Unclear as problem:
        raise forms.ValidationError(str(problem)) from None


def by_name(club: Club, text: str) -> Player | None:
    """Whom a player means by a whole name; what else the register knows is not told."""
    if not text.strip():
        return None
    found = [each for each in called(known(club), text) if each.active]
    if len(found) != 1 or any(letter.isdigit() for letter in text):
        raise forms.ValidationError(
            gettext("Write the whole name of one person who plays here. Otherwise ask at the desk.")
        )
    return found[0]


LONGEST_NIGHT = 12
"""Hours; so what ends after midnight has begun in the afternoon or evening."""


def is_short_night(start: datetime.time, end: datetime.time) -> bool:
    """Whether the time from the begin to the end is a night's, perhaps over midnight.

    >>> is_short_night(datetime.time(19, 30), datetime.time(0, 15)), is_short_night(datetime.time(19, 30), datetime.time(18))
    (True, False)
    """
    minutes = (end.hour * 60 + end.minute - start.hour * 60 - start.minute) % (24 * 60)
    return start < end or 0 < minutes <= LONGEST_NIGHT * 60


class CalendarDateForm(FormOf[CalendarDate]):
    """A date of the calendar, or every week the same."""

    director_name = forms.CharField(
        label=DUTIES["director"], max_length=200, required=False, help_text=_("Name or number.")
    )
    reserve_name = forms.CharField(label=DUTIES["reserve"], max_length=200, required=False)
    repeat = forms.ChoiceField(label=_("How often"), choices=REPEATS, required=False)
    until = forms.DateField(label=_("The last time"), required=False, widget=DaySelect())
    skip = forms.CharField(
        label=_("Not on these days"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Holidays and the like, such as 2026-12-22, 2026-12-29."),
    )
    later = forms.BooleanField(label=_("Change the later dates of this night in the same way"), required=False)
    why = forms.CharField(label=_("Why"), max_length=200, required=False, help_text=_("Stays in the history."))
    sequence = forms.IntegerField(required=False, widget=forms.HiddenInput())
    """How often the date had been changed when the form was asked for."""

    class Meta:
        model = CalendarDate
        fields = (
            *("day", "start", "end", "title", "kind", "for_whom", "place", "fees", "grade", "least_boards"),
            *("most_boards", "notes", "guide", "level", "standing"),
        )
        labels = {  # noqa: RUF012
            "day": _("Day"),
            "start": _("Begins"),
            "end": _("Ends"),
            "title": _("What"),
            "kind": _("Kind"),
            "for_whom": _("For whom"),
            "place": _("Where"),
            "fees": _("Fees"),
            "grade": _("Grade"),
            "least_boards": _("Boards, at least"),
            "most_boards": _("Boards, at most"),
            "notes": _("Notes"),
            "guide": _("Session guide"),
            "level": _("The director should be"),
            "standing": _("Standing pairs of this day are expected"),
        }
        help_texts = {  # noqa: RUF012
            "for_whom": _("Such as: everybody, juniors, members only."),
            "fees": _("Such as: 4, visitors 6."),
            "grade": _("For the time that a board takes."),
            "notes": _("Everybody can read them."),
        }
        widgets = {  # noqa: RUF012
            "day": DaySelect(),
            "start": TimeSelect(),
            "end": TimeSelect(),
            "notes": forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST}),
        }

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = self.instance.club = club
        guide = field_of(self, "guide", forms.ModelChoiceField)
        guide.queryset, guide.empty_label = SessionGuide.objects.filter(club=club), gettext("none")
        level = field_of(self, "level", forms.TypedChoiceField)
        level.choices = [("", gettext("anybody")), *LEVELS.items()]
        for name in ("least_boards", "most_boards"):
            self.fields[name].widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        for duty in DUTIES:
            holder = getattr(self.instance, duty)
            self.initial.setdefault(f"{duty}_name", holder.with_number if holder else "")
            self.fields[f"{duty}_name"].widget.attrs.update({"autocomplete": "off", "list": "directors"})
        self.initial["sequence"] = self.instance.sequence
        asked_once = ("later", "why", "sequence") if not self.instance.pk else ("repeat", "until", "skip")
        for name in asked_once:
            del self.fields[name]
        if self.instance.pk and not self.instance.series:
            del self.fields["later"]

    def clean_day(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["day"]
        today = timezone.localdate()
        if not today.year - 1 <= day.year <= today.year + FARTHEST:
            raise forms.ValidationError(gettext("That is too far away."))
        return day

    def clean_notes(self) -> str:
        notes: str = self.cleaned_data["notes"]
        if len(notes) > LONGEST:
            raise forms.ValidationError(gettext("That is too long."))
        return notes

    def _boards(self, name: str) -> int | None:
        count: int | None = self.cleaned_data[name]
        if count is not None and not 1 <= count <= 200:
            raise forms.ValidationError(gettext("A night has 1 to 200 boards."))
        return count

    def clean_least_boards(self) -> int | None:
        return self._boards("least_boards")

    def clean_most_boards(self) -> int | None:
        return self._boards("most_boards")

    def _holder(self, duty: str) -> Player | None:
        text = self.cleaned_data[f"{duty}_name"]
        now: Player | None = getattr(self.instance, duty)
        return now if now and text.strip() == now.with_number else at_desk(self.club, text)

    def clean_director_name(self) -> Player | None:
        return self._holder("director")

    def clean_reserve_name(self) -> Player | None:
        return self._holder("reserve")

    def clean_skip(self) -> frozenset[datetime.date]:
        found = set()
        for word in re.split(r"[\s,;]+", self.cleaned_data["skip"].strip()):
            try:
                found |= {datetime.date.fromisoformat(word)} if word else set()
            except ValueError:
                raise forms.ValidationError(
                    gettext("“%(word)s” is not a day; write it as 2026-12-24.") % {"word": word[:20]}
                ) from None
        return frozenset(found)

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        least, most = values.get("least_boards"), values.get("most_boards")
        if least and most and most < least:
            self.add_error("most_boards", gettext("That is fewer than the least."))
        if values.get("end") and not values.get("start"):
            self.add_error("start", gettext("When does it begin?"))
        elif values.get("end") and not is_short_night(values["start"], values["end"]):
            self.add_error("end", gettext("It ends before it begins: look at the times again."))
        director, reserve = values.get("director_name"), values.get("reserve_name")
        if director and director == reserve:
            self.add_error("reserve_name", gettext("The reserve is somebody else."))
        if values.get("repeat"):
            if not values.get("until"):
                self.add_error("until", gettext("Until when? A repeating night has a last time."))
            elif "day" in values and len(self.days()) > MOST_DATES:
                self.add_error("until", gettext("Two years at once are the most."))
            elif "day" in values and not self.days():
                self.add_error("until", gettext("No date is left."))
        if not self.instance.pk and not self.errors:
            self._check_new(values["title"], values.get("start"))
        return values

    def _check_new(self, title: str, start: datetime.time | None) -> None:
        """Not what is there already: a page that is sent again, by the browser's way back, makes no second series."""
        there = CalendarDate.objects.filter(
            club=self.club, day__in=self.days(), title=title, start=start, cancelled=None
        ).first()
        if there is not None:
            self.add_error(
                "title",
                gettext("This is in the calendar on %(day)s already.") % {"day": date_format(there.day, "j M Y")},
            )

    def days(self) -> list[datetime.date]:
        """Every day that it is on, one more than allowed at most."""
        values = self.cleaned_data
        first, until, skip = values["day"], values.get("until"), values.get("skip") or frozenset()
        if not values.get("repeat"):
            return [first]
        step = datetime.timedelta(weeks=int(values["repeat"]))
        count = max(0, min((until - first) // step, 3 * MOST_DATES)) + 1 if until and until >= first else 0
        return [day for day in (first + number * step for number in range(count)) if day not in skip][: MOST_DATES + 1]


class CancelForm(forms.Form):
    """Why a date is cancelled."""

    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("Everybody reads it."))
    later = forms.BooleanField(label=_("All later dates of this night too"), required=False)


class SessionGuideForm(FormOf[SessionGuide]):
    """How a night is run."""

    class Meta:
        model = SessionGuide
        fields = ("title", "text")
        labels = {"title": _("Which night"), "text": _("How it is run")}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "text": _(
                "Where the tables stand and which is table 1, who keeps a seat, where the boards are, which movement is "
                "liked, what is announced, supper, money, scoring."
            )
        }
        widgets = {"text": forms.Textarea(attrs={"rows": 14, "maxlength": LONGEST})}  # noqa: RUF012

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST:
            raise forms.ValidationError(gettext("That is too long."))
        return text


PASS_MARKS = {"nzb": 80}
"""Per cent, by federation: New Zealand, the club directors' manual of 2013, L94-95 and L295-297 (ADM-05)."""


class QualificationForm(FormOf[Qualification]):
    """An examination that somebody has passed."""

    who = forms.CharField(label=_("Who"), max_length=200, help_text=_("Name or number."))

    class Meta:
        model = Qualification
        fields = ("level", "passed", "mark")
        labels = {"level": _("Level"), "passed": _("Passed on"), "mark": _("Mark, per cent")}  # noqa: RUF012
        widgets = {"passed": DaySelect()}  # noqa: RUF012

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = self.instance.club = club
        self.fields["mark"].widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        self.order_fields(["who", "level", "passed", "mark"])

    def clean_who(self) -> Player | None:
        return at_desk(self.club, self.cleaned_data["who"])

    def clean_mark(self) -> int | None:
        mark: int | None = self.cleaned_data["mark"]
        if mark is not None and mark > 100:
            raise forms.ValidationError(gettext("A mark is at most 100 per cent."))
        least = PASS_MARKS.get(self.club.federation, 0)
        if mark is not None and mark < least:
            raise forms.ValidationError(gettext("The pass mark is %(least)s per cent.") % {"least": least})
        return mark

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        who, level = values.get("who"), values.get("level")
        if who and level and Qualification.objects.filter(player=who, level=level).exists():
            self.add_error("level", gettext("That is in the list already."))
        if who:
            self.instance.player = who
        return values


class SwapForm(forms.Form):
    """Asking others to direct instead."""

    note = forms.CharField(label=_("What to say"), max_length=200, required=False)


CONTACT = _("How to reach you")


class DateChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic to the type checker only
    """A date of the calendar, as it is said."""

    def label_from_instance(self, obj: CalendarDate) -> str:
        return f"{date_format(obj.day, 'D j M')}: {obj.title}"


class PartnerWishForm(FormOf[PartnerWish]):
    """I look for a partner."""

    date = DateChoice(
        label=_("When"), required=False, queryset=CalendarDate.objects.none(), empty_label=_("in general")
    )

    class Meta:
        model = PartnerWish
        fields = ("date", "note", "contact")
        labels = {"note": _("What to know"), "contact": CONTACT}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "note": _("Such as: I play Acol and can drive. Every member reads it."),
            "contact": _("If you like. Only the one whom you accept sees it."),
        }

    def __init__(self, *args: Any, player: Player, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.club, self.instance.player = player.club, player
        date = field_of(self, "date", forms.ModelChoiceField)
        date.queryset = coming_dates(player.club)

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        mine = PartnerWish.objects.filter(player=self.instance.player, state="open", date=values.get("date"))
        if not self.errors and mine.exists():
            self.add_error("date", gettext("You have asked for that already. Take it back first to ask anew."))
        return values


def coming_dates(club: Club) -> Any:
    """The dates of play that are still to come."""
    return CalendarDate.objects.filter(club=club, cancelled=None, day__gte=timezone.localdate()).exclude(kind="other")


class PartnerOfferForm(FormOf[PartnerOffer]):
    """I would play with you."""

    class Meta:
        model = PartnerOffer
        fields = ("note", "contact")
        labels = {"note": _("What to say"), "contact": CONTACT}  # noqa: RUF012
        help_texts = {"contact": _("If you like. Only the one whom you ask sees it.")}  # noqa: RUF012


class StandInForm(FormOf[StandIn]):
    """I fill in when somebody is missing."""

    class Meta:
        model = StandIn
        fields = ("note", "contact")
        labels = {"note": _("When, and how quickly"), "contact": CONTACT}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "note": _("Such as: Tuesdays and Thursdays, an hour before. Every member reads it."),
            "contact": _("If you like. Only the desk sees it."),
        }


class AttendanceForm(forms.Form):
    """Whether somebody comes, and with whom. The desk may say it for others."""

    who = forms.CharField(label=_("Who"), max_length=200, help_text=_("Name or number."))
    partner = forms.CharField(label=_("Partner"), max_length=200, required=False)
    coming = forms.ChoiceField(choices=(("yes", ""), ("no", ""), ("as-usual", "")), required=False)

    def __init__(self, *args: Any, club: Club, player: Player | None, desk: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club, self.player, self.desk = club, player, desk
        if not desk:
            del self.fields["who"]
            self.fields["partner"].help_text = gettext("The whole name; empty if you have none yet.")

    def clean_who(self) -> Player | None:
        return at_desk(self.club, self.cleaned_data["who"])

    def clean_partner(self) -> Player | None:
        find = at_desk if self.desk else by_name
        return find(self.club, self.cleaned_data["partner"])

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        values.setdefault("who", self.player)
        if values.get("partner") and values.get("partner") == values.get("who"):
            self.add_error("partner", gettext("A pair is two people."))
        return values

    def save(self, date: CalendarDate, by: str) -> Attendance | None:
        """What was said, in the place of what was said before; nothing if it is as usual again.

        Who has a partner, or will not be there, looks for none any more, and asks nobody else.
        """
        values = self.cleaned_data
        if values["coming"] == "as-usual":
            Attendance.objects.filter(date=date, player=values["who"]).delete()
            return None
        away = values["coming"] == "no"
        said = {"away": away, "partner": None if away else values["partner"], "by": by, "at": timezone.now()}
        with transaction.atomic():
            if away or values["partner"]:
                settle(date, [values["who"]], "withdrawn" if away else "found")
            return Attendance.objects.update_or_create(date=date, player=values["who"], defaults=said)[0]
