"""The questions of checklists, notices and notes for teaching."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.forms import FormOf
from arrowswitch.site.noticeboard.models import ChecklistVersion, NoticeVersion, TeachingNoteVersion, TeachingUse
from arrowswitch.site.registers.forms import DayInput
from arrowswitch.site.website.unnamed import named_in, refuse_names

MOST = 60
"""Things to do in one list."""
LONGEST = 300


class ChecklistForm(FormOf[ChecklistVersion]):
    """A checklist: its title, whose it is, when it is due, and one thing to do in a line."""

    class Meta:
        model = ChecklistVersion
        fields = ("title", "who", "use", "readers", "text", "why")
        labels = {  # noqa: RUF012
            "title": _("Title"),
            "who": _("Who does it"),
            "use": _("When"),
            "readers": _("Who may read it"),
            "text": _("What to do"),
            "why": _("Why"),
        }
        help_texts = {  # noqa: RUF012
            "text": _("One thing in a line. A line that begins with # is a heading."),
            "why": _("Stays in the history."),
        }
        widgets = {"text": forms.Textarea(attrs={"rows": 14})}  # noqa: RUF012

    def clean_text(self) -> str:
        """At least one thing to do, and not too many."""
        text: str = self.cleaned_data["text"]
        items = ChecklistVersion(text=text).items
        if not items:
            raise forms.ValidationError(gettext("Write at least one thing to do."))
        if len(items) > MOST or any(len(line) > LONGEST for line in items):
            raise forms.ValidationError(
                gettext("Too much for one list: no more things to do than %(most)s, no line longer than %(longest)s.")
                % {"most": MOST, "longest": LONGEST}
            )
        return text


class OutcomeForm(forms.Form):
    """How something was settled."""

    outcome = forms.CharField(label=_("How it was settled"), max_length=300)


class NoticeForm(FormOf[NoticeVersion]):
    """A notice: what it says, to whom, and from when to when."""

    class Meta:
        model = NoticeVersion
        fields = ("title", "text", "readers", "since", "until", "why")
        labels = {  # noqa: RUF012
            "title": _("Title"),
            "text": _("Text"),
            "readers": _("Who may read it"),
            "since": _("From"),
            "until": _("Until"),
            "why": _("Why"),
        }
        help_texts = {  # noqa: RUF012
            "text": _("Plain words; empty lines part paragraphs."),
            "until": _("The last day on which it hangs. Empty: until somebody takes it down."),
            "why": _("Stays in the history."),
        }
        widgets = {  # noqa: RUF012
            "text": forms.Textarea(attrs={"rows": 6}),
            "since": DayInput(),
            "until": DayInput(),
        }

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club

    def clean(self) -> dict[str, Any]:
        """It does not end before it begins, and names nobody in the open who does not want that."""
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", gettext("This is before the first day."))
        if cleaned.get("readers") == "everybody" and self.data.get("what") != "down":
            refuse_names(self, self.club, "title", "text")
        return cleaned


class TeachingNoteForm(FormOf[TeachingNoteVersion]):
    """What happened, and what there is to learn, without anybody's name."""

    class Meta:
        model = TeachingNoteVersion
        fields = ("day", "title", "laws", "facts", "lesson", "why")
        labels = {  # noqa: RUF012
            "day": _("Day"),
            "title": _("In a few words"),
            "laws": _("Laws"),
            "facts": _("What happened"),
            "lesson": _("What there is to learn"),
            "why": _("Why it is changed"),
        }
        help_texts = {  # noqa: RUF012
            "laws": _("By their numbers: 25A, 26."),
            "facts": _("Say South and the opening leader, and nobody’s name."),
            "lesson": _("The hint for the night, or what a lesson would show."),
            "why": _("Stays in the history."),
        }
        widgets = {  # noqa: RUF012
            "day": DayInput(),
            "facts": forms.Textarea(attrs={"rows": 7}),
            "lesson": forms.Textarea(attrs={"rows": 4}),
        }

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club

    def clean(self) -> dict[str, Any]:
        """Nobody of the register is named."""
        cleaned = super().clean() or self.cleaned_data
        people = Player.objects.filter(club=self.club).exclude(given="").exclude(family="")
        names = [f"{given} {family}" for given, family in people.values_list("given", "family")]
        for field in ("title", "facts", "lesson"):
            named = named_in(cleaned.get(field) or "", names)
            if named:
                self.add_error(
                    field, gettext("Write it without names: %(name)s is in the register.") % {"name": ", ".join(named)}
                )
        return cleaned


class TeachingUseForm(FormOf[TeachingUse]):
    """Where a note was used."""

    class Meta:
        model = TeachingUse
        fields = ("day", "where")
        labels = {"day": _("Day"), "where": _("In which lesson, or to whom it was announced")}  # noqa: RUF012
        widgets = {"day": DayInput()}  # noqa: RUF012
