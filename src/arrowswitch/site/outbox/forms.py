"""What the owner is asked about mail."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.forms import FormOf
from arrowswitch.site.outbox.models import SECURITY, MailServer


class MailServerForm(FormOf[MailServer]):
    """The server that takes the club's mail. A password that is there already is never shown, and stays if none is typed."""

    new_password = forms.CharField(
        label=_("Password"),
        required=False,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    no_password = forms.BooleanField(label=_("The server asks for no password"), required=False)

    class Meta:
        model = MailServer
        fields = ("host", "port", "security", "name", "sender")
        labels: ClassVar = {
            "host": _("Mail server"),
            "port": _("Port"),
            "security": _("Protection"),
            "name": _("Name at the server"),
            "sender": _("The club’s own address, which mail comes from"),
        }
        help_texts: ClassVar = {
            "host": _("As your provider names it, such as smtp.example.org."),
            "name": _("Often the whole address. Empty if the server asks for no name."),
            "sender": _("Answers come here."),
        }
        widgets: ClassVar = {
            "host": forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            "name": forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            "security": forms.RadioSelect(choices=tuple(SECURITY.items())),
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.password:
            self.fields["new_password"].help_text = (
                _("It must be typed again: it was kept on another computer.")
                if self.instance.password_is_lost
                else _("One is kept. Leave this empty to keep it.")
            )

    def clean_host(self) -> str:
        host: str = self.cleaned_data["host"].strip()
        if any(not (letter.isalnum() or letter in ".-:_") for letter in host):
            raise forms.ValidationError(gettext("Write the name of the server only, such as smtp.example.org."))
        return host

    def clean_port(self) -> int:
        port: int = self.cleaned_data["port"]
        if not 1 <= port <= 65535:
            raise forms.ValidationError(gettext("A port is a number from 1 to 65535."))
        return port

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        before = MailServer.objects.filter(pk=self.instance.pk).first()
        if before and before.password and not cleaned.get("new_password") and not cleaned.get("no_password"):
            # A password is for the server that it was given for: nobody reads it by naming a server of his own.
            if cleaned.get("host") != before.host or cleaned.get("name") != before.name:
                self.add_error("new_password", gettext("For another server or name, type the password again."))
            elif cleaned.get("security") == "none" != before.security:
                self.add_error("new_password", gettext("To send it without protection, type the password again."))
        if cleaned.get("name") and cleaned.get("no_password"):
            self.add_error("name", gettext("A name without a password: leave the name empty too."))
        return cleaned

    def save_by(self, account: Account) -> MailServer:
        """Keeps it, in somebody's name."""
        kept: MailServer = self.save(commit=False)
        kept.club, kept.by, kept.changed = account.club, account, timezone.now()
        if self.cleaned_data["new_password"] or self.cleaned_data["no_password"]:
            kept.keep_password("" if self.cleaned_data["no_password"] else self.cleaned_data["new_password"])
        kept.save()
        return kept


class TestMailForm(forms.Form):
    """Where a test mail goes."""

    to = forms.EmailField(label=_("Send a test mail to"), max_length=200)
