"""The questions about an event of several sessions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests import BadContest
from arrowswitch.site.club.models import Club
from arrowswitch.site.forms import FormOf, field_of
from arrowswitch.site.night.results.combined.combining import sessions_to_choose
from arrowswitch.site.night.results.models import Event, EventSession
from arrowswitch.site.spoken import spoken

PLANNED = ("way", "carried", "planned", "needed", "counted", "listed", "partners")
"""What says how sessions become one list."""


class EventForm(FormOf[Event]):
    """An event: its name, its sessions, and how they become one list."""

    carried = forms.IntegerField(
        label=_("Carried over, in percent"),
        min_value=0,
        max_value=100,
        initial=100,
        help_text=_("How much of every session but the last counts: 100 all of it, 0 nothing."),
    )
    sessions = forms.TypedMultipleChoiceField(
        label=_("Sessions"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one session.")},
    )

    class Meta:
        model = Event
        fields = (
            "name",
            "sessions",
            "way",
            "carried",
            "matched",
            "listed",
            "planned",
            "needed",
            "counted",
            "partners",
            "open",
        )
        labels = {  # noqa: RUF012
            "name": _("Name of the event"),
            "way": _("How the sessions are put together"),
            "matched": _("How pairs are known again"),
            "listed": _("Who is listed"),
            "planned": _("Sessions in all, also those to come"),
            "needed": _("So many must be played to have a place"),
            "counted": _("The best so many count"),
            "partners": _("With at least so many different partners"),
            "open": _("Those who have the link may look at it"),
        }
        error_messages = {"name": {"required": _("Give the event a name.")}}  # noqa: RUF012

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        for name in ("listed", "partners"):
            self.fields[name].required = False
        chosen = [each.session_id for each in self.instance.parts.all()] if self.instance.pk else []
        field_of(self, "sessions", forms.TypedMultipleChoiceField).choices = [
            (each.pk, f"{each.title} · {date_format(each.date, 'j M Y')}" if each.date else each.title)
            for each in sessions_to_choose(club, chosen)
        ]
        self.fields["sessions"].initial = chosen

    def clean(self) -> dict[str, Any]:
        """Refuses a plan that cannot be meant, such as more sessions that count than there are."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        given["listed"] = given.get("listed") or "contestants"
        given["partners"] = given.get("partners") or 1
        if given["listed"] == "players":
            given["matched"] = "players"
        event = Event(**{name: given[name] for name in PLANNED if name in given})
        try:
            event.plan.check()
        except BadContest as problem:
            self.add_error(None, spoken(problem))
        return given

    def save(self, commit: bool = True) -> Event:
        event = super().save(commit=False)
        event.club = self.club
        event.save()
        wanted = set(self.cleaned_data["sessions"])
        event.parts.exclude(session_id__in=wanted).delete()
        known = set(event.parts.values_list("session_id", flat=True))
        EventSession.objects.bulk_create(EventSession(event=event, session_id=pk) for pk in sorted(wanted - known))
        return event
