"""The questions of the three books."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.understanding import Unclear, understood
from arrowswitch.site.forms import FormOf
from arrowswitch.site.registers.models import Psych, System

MOST_BYTES = 2_000_000
LONGEST = 10_000


class DayInput(forms.DateInput):
    """A day as browsers ask for it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def person(club: Club, text: str) -> Player | None:
    """Who of the register is meant, if that is clear; nothing is said of anybody else."""
    try:
        return understood(club, text)
    except Unclear:
        return None


# -- psychs -----------------------------------------------------------------------------------------------------------


class OwnPsychForm(FormOf[Psych]):
    """A player's own psych. A number stays a number: it would tell a player whose it is."""

    NUMBERS = False
    with_whom = forms.CharField(label=_("Partner"), max_length=160, required=False)

    class Meta:
        model = Psych
        fields: tuple[str, ...] = ("date", "event", "table", "round", "board", "call", "hand", "contract", "facts")
        labels = {  # noqa: RUF012
            "date": _("Day"),
            "event": _("Session"),
            "table": _("Table"),
            "round": _("Round"),
            "board": _("Board"),
            "call": _("Call"),
            "hand": _("Hand"),
            "contract": _("Contract and result"),
            "facts": _("What happened"),
        }
        help_texts = {  # noqa: RUF012
            "call": _("What was bid, and where: 1♠ in third seat."),
            "hand": _("As it was held: 3, 87, QJ10964, 8532."),
            "facts": _("The auction, and what partner did."),
        }
        widgets = {"date": DayInput(), "facts": forms.Textarea(attrs={"rows": 4})}  # noqa: RUF012

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.club = club
        self.club = club
        self.fields["date"].initial = self.fields["date"].initial or timezone.localdate()
        for name in ("table", "round", "board"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"
        if self.instance.pk:
            self.initial.setdefault("with_whom", self.instance.with_whom)

    def clean_date(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["date"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("That day is still to come."))
        return day

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        self._take("partner", "with_whom")
        if self.instance.partner_id and self.instance.partner_id == self.instance.player_id:
            self.add_error("with_whom", gettext("A pair is two people."))
        return values

    def _take(self, who: str, field: str) -> None:
        """Keeps a person by the register where that is clear, and by the name that was written where it is not."""
        if self.instance.pk and field not in self.changed_data:
            return  # of two people with one name it is still the same
        text = " ".join((self.cleaned_data.get(field) or "").split())
        told = any(letter.isdigit() for letter in text) and not self.NUMBERS
        found = person(self.club, text) if text and not told else None
        name = {"player": "name", "partner": "partner_name"}[who]
        setattr(self.instance, who, found)
        setattr(self.instance, name, "" if found else text)


class PsychForm(OwnPsychForm):
    """A psych as a director enters it, or looks at it later."""

    NUMBERS = True
    who = forms.CharField(label=_("Player"), max_length=160, help_text=_("Name or number."))
    visitor = forms.BooleanField(label=_("A visitor, who is not in the register"), required=False)

    class Meta(OwnPsychForm.Meta):
        fields = (*OwnPsychForm.Meta.fields, "finding", "breach")
        labels = {  # noqa: RUF012
            **OwnPsychForm.Meta.labels,
            "finding": _("What you make of it"),
            "breach": _("Against a regulation"),
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.initial.update(who=self.instance.who, visitor=self.instance.player is None)

    def clean(self) -> dict[str, Any]:
        text = self.cleaned_data.get("who", "")
        if text and self.cleaned_data.get("visitor"):
            self.instance.player, self.instance.name = None, " ".join(text.split())
        elif text and not (self.instance.player and "who" not in self.changed_data):
            try:
                self.instance.player, self.instance.name = understood(self.club, text), ""
            except Unclear as problem:
                self.add_error("who", str(problem))
        return super().clean()


# -- systems ----------------------------------------------------------------------------------------------------------


class SystemForm(FormOf[System]):
    """A pair and its system."""

    one = forms.CharField(label=_("Player"), max_length=160, help_text=_("Name or number."))
    other = forms.CharField(label=_("Partner"), max_length=160)
    file = forms.FileField(
        label=_("System card or summary"),
        required=False,
        help_text=_("A PDF of at most two megabytes."),
        widget=forms.FileInput(attrs={"accept": "application/pdf"}),
    )

    class Meta:
        model = System
        fields = ("title", "system_class", "brown_sticker", "filed", "note")
        labels = {  # noqa: RUF012
            "title": _("System"),
            "system_class": _("Class"),
            "brown_sticker": _("With brown sticker conventions"),
            "filed": _("Handed in on"),
            "note": _("Note"),
        }
        help_texts = {"title": _("Acol, 2 over 1, Precision …")}  # noqa: RUF012
        widgets = {"filed": DayInput(), "note": forms.Textarea(attrs={"rows": 4})}  # noqa: RUF012

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.instance.club = club
        self.club = club
        self.fields["filed"].initial = self.fields["filed"].initial or timezone.localdate()
        if self.instance.pk:
            self.initial.update(one=str(self.instance.first.now), other=str(self.instance.second.now))

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        for field, who in (("one", "first"), ("other", "second")):
            if not values.get(field) or (self.instance.pk and field not in self.changed_data):
                continue
            try:
                setattr(self.instance, who, understood(self.club, values[field]))
            except Unclear as problem:
                self.add_error(field, str(problem))
        if not self.errors and self.instance.first_id == self.instance.second_id:
            self.add_error("other", gettext("A pair is two people."))
        return values

    def clean_file(self) -> UploadedFile[bytes] | None:
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than two megabytes."))
        if file and file.read(5) != b"%PDF-":
            raise forms.ValidationError(_("That is not a PDF."))
        return file

    def save(self, commit: bool = True) -> System:
        """The registration, with the file if there is a new one."""
        if file := self.cleaned_data["file"]:
            file.seek(0)
            self.instance.card, self.instance.card_name = file.read(), file.name[:120]
        return super().save(commit)


# -- the recorder -----------------------------------------------------------------------------------------------------


class ReportForm(forms.Form):
    """What is told to the recorder."""

    about = forms.CharField(label=_("Whom is it about?"), max_length=160, help_text=_("A player, or a pair."))
    date = forms.DateField(label=_("When?"), required=False, widget=DayInput())
    event = forms.CharField(
        label=_("Where?"), max_length=200, required=False, help_text=_("Session, table, board, or away from the table.")
    )
    text = forms.CharField(
        label=_("What happened?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("What you saw and heard yourself, and who else was there."),
        error_messages={"required": _("Write what happened.")},
    )

    def __init__(self, *args: Any, director: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        if director:
            self.fields["on_behalf"] = forms.CharField(
                label=_("For whom do you write?"),
                max_length=160,
                required=False,
                help_text=_("If a player asked you to; otherwise it is your own report."),
            )


class WordsField(forms.CharField):
    """The words that open the dossier."""

    def __init__(self, *, new: bool = False, **options: Any) -> None:
        super().__init__(
            max_length=200,
            min_length=12 if new else None,
            strip=True,
            widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
            error_messages={
                "required": _("Write the words."),
                "min_length": _("Take at least %(limit_value)d letters; four words that nobody would guess are good."),
            },
            **options,
        )


class SetUpForm(forms.Form):
    """The words of a new dossier, twice, because nobody can give new ones."""

    words = WordsField(
        new=True,
        label=_("Words that open the dossier"),
        help_text=_("Not your password. Four words that nobody would guess; at least twelve letters."),
    )
    again = WordsField(label=_("The same words again"))
    months = forms.IntegerField(
        label=_("Months that a report stays"), min_value=1, max_value=120, help_text=_("After it was last worked on.")
    )

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        if not self.errors and _same(values["words"]) != _same(values["again"]):
            self.add_error("again", gettext("These are other words."))
        return values


def _same(words: str) -> str:
    return " ".join(words.casefold().split())


class OpenForm(forms.Form):
    """The words."""

    words = WordsField(label=_("The words that open the dossier"))


class RegisterForm(SetUpForm):
    """Other words, and how long reports stay."""

    old = WordsField(label=_("The words as they are now"))
    field_order = ("old", "words", "again", "months")


class NoteForm(forms.Form):
    """What the recorder did."""

    text = forms.CharField(
        label=_("A note"),
        help_text=_("Whom you spoke to, what they said, what was agreed."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": _("Write something.")},
    )
