"""What is asked of people who sign in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session.journal import seen_text
from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.models import OFFICES, ROLES, Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.forms import FormOf, field_of
from arrowswitch.site.requests import MemberRequest

SHORTEST = 8
"""Letters of a password, at the least."""


class NameField(forms.CharField):
    """The name of a person with an account."""

    widget = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "words", "spellcheck": "false"})

    def __init__(self, **options: Any) -> None:
        options.setdefault("error_messages", {"required": _("Write a name.")})
        super().__init__(max_length=80, **options)

    def clean(self, value: Any) -> str:
        if isinstance(value, str) and "\0" not in value:  # that is no slip of the keyboard, and is refused
            value = seen_text(value)
        return " ".join(super().clean(value).split())


def not_common(password: str) -> None:
    """Refuses the twenty thousand passwords that everybody takes, which are tried first."""
    try:
        _COMMON.validate(password)
    except ValidationError:
        raise ValidationError(_("Many people take this one, so it is guessed first. Take another.")) from None


_COMMON = CommonPasswordValidator()


class NewPasswordField(forms.CharField):
    """A password to be; no rules but its length, and that it is not one that everybody takes: those are what helps."""

    default_validators = [not_common]  # noqa: RUF012 - as Django has it

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


class OfAClubForm(forms.Form):
    """A form of who is not signed in yet: on a server with several clubs it asks for which."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        clubs = Club.objects.filter(is_demonstration=False).order_by("name", "pk")
        if clubs.count() > 1:
            field_of(self, "club", forms.ModelChoiceField).queryset = clubs
            self.fields["club"].initial = club
        else:
            del self.fields["club"]
        self.of = club

    @property
    def chosen(self) -> Club:
        """The club to sign in to."""
        return self.cleaned_data.get("club") or self.of

    def again(self) -> None:
        """Puts the focus where there is something to write anew, and says there what was wrong."""
        last = next(reversed(self.fields))
        wrong = next((name for name in self.fields if name in self.errors), last)
        self.fields[wrong].widget.attrs["autofocus"] = True
        if self.non_field_errors():
            self.fields[wrong].widget.attrs |= {"aria-describedby": "refusal", "aria-invalid": "true"}


class SignInForm(OfAClubForm):
    """Name and password; on a server with several clubs also the club."""

    name = NameField(label=_("Your name"))
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class ProvenForm(forms.Form):
    """A form of who is signed in that asks once more for a secret of the account: a laptop or a phone may have been left open."""

    must_wait = False

    def __init__(self, *args: Any, request: MemberRequest, **options: Any) -> None:
        super().__init__(*args, **options)
        self.request = request

    def prove(self, is_right: Callable[[], bool], wrong: str) -> None:
        """Refuses a secret that is wrong, and one that is tried too often: nobody finds it out here either."""
        right, wait = tries.tried(self.request, self.request.user.login, is_right)
        if not right:
            self.must_wait = wait > 0
            raise forms.ValidationError(tries.too_many(wait) if wait else wrong)


class PasswordForm(ProvenForm):
    """Another password for oneself."""

    old = forms.CharField(
        label=_("Your password now"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = NewPasswordField(label=_("Your new password"))

    def clean_old(self) -> str:
        """The old one shows who it is."""
        old: str = self.cleaned_data["old"]
        self.prove(lambda: self.request.user.check_password(old), gettext("That is not your password."))
        return old


class ResetForm(forms.Form):
    """Another password for somebody who forgot theirs."""

    password = NewPasswordField(label=_("A new password"), help_text=_("Tell it to them; they can change it."))


class AddForm(forms.Form):
    """A new account."""

    name = NameField(label=_("Name"), help_text=_("It stands in the journal beside what the person does."))
    role = forms.ChoiceField(label=_("Role"), choices=list(ROLES.items()), initial="scorer")
    password = NewPasswordField(label=_("First password"), help_text=_("Tell it to them; they can change it."))

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        """One account a name; who was removed can be let in again."""
        name: str = self.cleaned_data["name"]
        if same := Account.objects.called(self.club, name):
            raise forms.ValidationError(
                _("There is an account “%(name)s” already. Add the family name, perhaps.")
                if same.is_active
                else _("“%(name)s” was removed before; open that account below and let it in again."),
                params={"name": same.name},
            )
        return name

    def save(self) -> Account:
        """The new account."""
        given = self.cleaned_data
        return Account.objects.add(self.club, given["name"], given["role"], given["password"])


class AccountForm(FormOf[Account]):
    """The role of an account, the player of the register whose it is, and the offices that it holds."""

    role = forms.ChoiceField(label=_("Role"), choices=list(ROLES.items()))

    class Meta:
        model = Account
        fields = ("role", "player", *OFFICES)
        labels = {  # noqa: RUF012
            "player": _("In the register"),
            "recorder": _("Keeps the recorder’s dossier"),
            "treasurer": _("Counts the club’s money"),
            "webmaster": _("Writes the club’s public pages"),
        }
        help_texts = {  # noqa: RUF012
            "player": _("The player whose account this is, if it is one."),
            "recorder": _("Better nobody who sits on a disciplinary or an appeals committee."),
            "treasurer": _("Sees fees, cash returns and the year’s takings, as the owner does."),
            "webmaster": _("News, how to find the club, and what search engines may see."),
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        player = field_of(self, "player", forms.ModelChoiceField)
        player.queryset = Player.objects.filter(club=self.instance.club_id, active=True)
        player.empty_label = _("nobody")

    @property
    def offices(self) -> list[forms.BoundField]:
        """The boxes to be ticked."""
        return [self[office] for office in OFFICES]
