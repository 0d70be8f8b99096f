"""The questions about the club."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.forms import NameField, NewPasswordField
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, opening
from arrowswitch.site.federations import choices


class ClubForm(forms.ModelForm):
    """The club's name and federation."""

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


class WelcomeForm(ClubForm):
    """The club and its owner: all that is asked on the first visit."""

    owner = NameField(
        label=_("Your name"), help_text=_("You will be the club’s owner: director, and keeper of the accounts.")
    )
    password = NewPasswordField(label=_("A password for you"))

    def save(self, commit: bool = True) -> Account | None:
        """The new club's owner; nobody if somebody else has just opened the club."""
        with opening():
            if not Club.may_be_opened():
                return None
            club = super().save()
            return Account.objects.add(club, self.cleaned_data["owner"], "owner", self.cleaned_data["password"])
