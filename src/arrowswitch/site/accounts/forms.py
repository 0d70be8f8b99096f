"""What is asked of people who sign in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club

SHORTEST = 8
"""Letters of a password, at the least."""


class NameField(forms.CharField):
    """The name of a person with an account."""

    widget = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "words", "spellcheck": "false"})

    def __init__(self, **options: Any) -> None:
        options.setdefault("error_messages", {"required": _("Write a name.")})
        super().__init__(max_length=80, **options)

    def clean(self, value: Any) -> str:
        return " ".join(super().clean(value).split())


class NewPasswordField(forms.CharField):
    """A password to be; no rules but its length, which is the one that helps."""

    widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", _("At least eight letters, figures or signs. Three words are good."))
        super().__init__(
            min_length=SHORTEST,
            max_length=200,
            strip=False,
            error_messages={
                "required": _("Write a password."),
                "min_length": _("Take at least %(limit_value)d letters, figures or signs."),
            },
            **options,
        )


class SignInForm(forms.Form):
    """Name and password; on a server with several clubs also the club."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)
    name = NameField(label=_("Your name"))
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        clubs = Club.objects.filter(is_demonstration=False).order_by("name", "pk")
        if clubs.count() > 1:
            self.fields["club"].queryset = clubs
            self.fields["club"].initial = club
        else:
            del self.fields["club"]
        self.of = club

    @property
    def chosen(self) -> Club:
        """The club to sign in to."""
        return self.cleaned_data.get("club") or self.of
