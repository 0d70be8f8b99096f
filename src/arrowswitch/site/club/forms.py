"""The questions about the club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.forms import NameField, NewPasswordField
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club import first_visit
from arrowswitch.site.club.models import Club, opening
from arrowswitch.site.federations import choices
from arrowswitch.site.forms import FormOf


class ClubForm(FormOf[Club]):
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
    """The club and its owner: all that is asked on the first visit; from another computer, the words in the terminal too."""

    words = forms.CharField(
        label=_("The words in the terminal"),
        help_text=_("They stand where the program was started. At the club’s own computer nobody is asked for them."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        error_messages={"required": _("Write the words that the program printed when it was started.")},
    )

    owner = NameField(
        label=_("Your name"), help_text=_("You will be the club’s owner: director, and keeper of the accounts.")
    )
    password = NewPasswordField(label=_("A password for you"))
    field_order = ("words", "name", "federation", "owner", "password")
    must_wait = False

    def __init__(self, *args: Any, request: HttpRequest, **options: Any) -> None:
        super().__init__(*args, **options)
        self.request = request
        if first_visit.is_here(request):
            del self.fields["words"]

    def clean_words(self) -> str:
        """Wrong words are counted as wrong passwords are."""
        given: str = self.cleaned_data["words"]
        right, wait = tries.tried(self.request, "first visit", lambda: first_visit.are_right(given))
        if not right:
            self.must_wait = wait > 0
            raise forms.ValidationError(tries.too_many(wait) if wait else _("These are not the words in the terminal."))
        return given

    def open_club(self) -> Account | None:
        """The new club's owner; nobody if somebody else has just opened the club."""
        with opening():
            if not Club.may_be_opened():
                return None
            club = self.save()
            return Account.objects.add(club, self.cleaned_data["owner"], "owner", self.cleaned_data["password"])
