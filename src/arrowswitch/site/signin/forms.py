"""What players are asked who sign in without a password, and what the club is asked about it."""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.forms import OfAClubForm, ProvenForm
from arrowswitch.site.forms import FormOf
from arrowswitch.site.outbox.models import MailServer
from arrowswitch.site.signin import pins
from arrowswitch.site.signin.models import SignInWays

STAY = _("Keep me signed in on this device (not on one that others use)")


class PinField(forms.CharField):
    """A PIN that is typed."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": options.pop("autocomplete", "current-password")}
        super().__init__(
            max_length=20,
            widget=forms.PasswordInput(attrs=attrs),
            error_messages={"required": _("Write the PIN: six figures.")},
            **options,
        )

    def clean(self, value: Any) -> str:
        """Without blanks, which slips have in the middle."""
        return "".join(super().clean(value).split())


class LinkForm(OfAClubForm):
    """Where a link is sent."""

    email = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=120,
        help_text=_("The one that the club has of you."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class PinForm(OfAClubForm):
    """A number and a PIN."""

    number = forms.CharField(
        label=_("Your number"),
        max_length=20,
        help_text=_("The club’s or the federation’s."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false"}),
    )
    pin = PinField(label=_("PIN"))
    stay = forms.BooleanField(label=STAY, required=False)

    def again(self) -> None:
        """A PIN that was wrong is typed anew, not the tick behind it."""
        stay = self.fields.pop("stay")
        super().again()
        self.fields["stay"] = stay


class OwnPinForm(ProvenForm):
    """A PIN of one's own. Who came by a link needs no old one; everybody else shows that it is he."""

    old = forms.CharField(
        max_length=200, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    pin = PinField(
        label=_("Your new PIN"),
        autocomplete="new-password",
        help_text=_("Six figures, not ones that others know of you."),
    )

    def __init__(self, *args: Any, way: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.way = way
        if way == "link":
            del self.fields["old"]
        else:
            self.fields["old"].label = _("Your PIN now") if way == "pin" else _("Your password now")

    def clean_old(self) -> str:
        """The old one shows who it is."""
        old: str = self.cleaned_data["old"]
        self.prove(lambda: self._is_right(old), gettext("That is not right."))
        return old

    def _is_right(self, old: str) -> bool:
        player = self.request.user.player
        if self.way == "pin" and player:
            kept = pins.pin_of(player)
            return kept is not None and pins.matches(kept, "".join(old.split()))
        return self.request.user.check_password(old)

    def clean_pin(self) -> str:
        """None that would be guessed."""
        pin: str = self.cleaned_data["pin"]
        player = self.request.user.player
        try:
            pins.check_new(pin, player.number if player else "")
        except pins.WeakPin as problem:
            raise forms.ValidationError(str(problem)) from None
        return pin


class SignInWaysForm(FormOf[SignInWays]):
    """By which ways players may sign in."""

    class Meta:
        model = SignInWays
        fields = ("by_link", "by_pin", "address")
        labels: ClassVar = {
            "by_link": _("By a link that is sent by e-mail"),
            "by_pin": _("By their number and a PIN"),
            "address": _("The address of these pages, as it stands in mails"),
        }
        help_texts: ClassVar = {
            "address": _("As players reach it, such as https://bridge.example. Links in mails begin with it."),
        }
        widgets: ClassVar = {"address": forms.URLInput(attrs={"autocomplete": "off"})}

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"].strip().rstrip("/")
        parts = urlsplit(address) if address.isascii() and address.isprintable() else urlsplit("")
        if address and (
            parts.scheme not in ("http", "https") or not parts.hostname or parts.path or "@" in parts.netloc
        ):
            raise forms.ValidationError(gettext("Write it as it begins: https://, and the name, and nothing after it."))
        return address

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("by_link"):
            if not cleaned.get("address") and "address" not in self.errors:
                self.add_error("address", gettext("A link needs it."))
            if not MailServer.objects.filter(club=self.instance.club_id).exists():
                self.add_error("by_link", gettext("Nothing can be sent before the club has a mail server."))
        return cleaned
