"""The questions of the checklists."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.forms import FormOf
from arrowswitch.site.noticeboard.models import ChecklistVersion

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
