"""The questions about the club."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club
from arrowswitch.site.federations import choices


class ClubForm(forms.ModelForm):
    """The club's name and federation: all that is asked on the first visit."""

    federation = forms.ChoiceField(
        label=_("Federation"),
        choices=choices,
        initial="wbf",
        help_text=_("It decides timing, awards and the wording of the rules. It can be changed later."),
    )

    class Meta:
        model = Club
        fields = ("name", "federation")
        labels = {"name": _("Name of the club")}  # noqa: RUF012
        error_messages = {"name": {"required": _("Write the club's name, as it should stand above the results.")}}  # noqa: RUF012
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "organization"})}  # noqa: RUF012
