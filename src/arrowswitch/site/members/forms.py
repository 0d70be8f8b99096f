"""The questions about members: particulars, one's own wishes, and what the club has decided."""

from __future__ import annotations

import calendar
from typing import Any, ClassVar

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session.journal import seen_text
from arrowswitch.site.calendar.forms import DaySelect
from arrowswitch.site.club.models import WITHHELD, Player
from arrowswitch.site.forms import FormOf
from arrowswitch.site.members.models import MembersSettings, Particulars, lines_of
from arrowswitch.site.website.unnamed import refuse_names

AGREES = {
    "list_email": _("Other members may see the e-mail address"),
    "list_telephone": _("Other members may see the telephone number"),
    "list_birthday": _("Other members may see the birthday"),
}


class WhyField(forms.CharField):
    """Why something is changed; it is kept with the change."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Why (it is kept with the change)"),
            max_length=200,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )


class BirthdayFields(forms.Form):
    """Day and month of a birthday; the year is not asked for."""

    day = forms.TypedChoiceField(
        label=_("Birthday: day"),
        coerce=str,
        required=False,
        choices=[("", "–"), *((f"{day:02}", str(day)) for day in range(1, 32))],
    )
    month = forms.TypedChoiceField(
        label=_("Birthday: month"),
        coerce=str,
        required=False,
        choices=[("", "–"), *((f"{number:02}", name) for number, name in MONTHS.items())],
    )

    def birthday(self) -> str:
        """Both, as they are kept; a fault of the form if there is no such day."""
        day, month = self.cleaned_data.get("day", ""), self.cleaned_data.get("month", "")
        if not day and not month:
            return ""
        if not day or not month or int(day) > calendar.monthrange(2024, int(month))[1]:
            self.add_error("day", gettext("Choose a day and a month that has it, or neither."))
            return ""
        return f"{month}-{day}"


class ContactForm(FormOf[Particulars], BirthdayFields):
    """How a person is reached, and what other members may see of that. Birthdays only where the club keeps them."""

    class Meta:
        model = Particulars
        fields: tuple[str, ...] = ("email", "telephone", "address", *AGREES)
        labels = {  # noqa: RUF012
            "email": _("E-mail"),
            "telephone": _("Telephone"),
            "address": _("Address, as it stands on an envelope"),
            **AGREES,
        }
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "address": forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})
        }

    def __init__(self, *args: Any, settings: MembersSettings, **options: Any) -> None:
        super().__init__(*args, **options)
        self.settings = settings
        if settings.birthdays:
            month, _dash, day = self.instance.birthday.partition("-")
            self.initial.update(day=day, month=month)
        else:
            for name in ("day", "month", "list_birthday"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        for name in ("telephone", "address"):
            rows = (" ".join(seen_text(line).split()) for line in values.get(name, "").splitlines())
            values[name] = "\n".join(row for row in rows if row)
        if values["telephone"] and not any(letter.isdigit() for letter in values["telephone"]):
            self.add_error("telephone", gettext("There is no figure in this number."))
        if self.settings.birthdays:
            self.instance.birthday = self.birthday()
        return values


class MemberForm(ContactForm):
    """All particulars, as directors keep them."""

    kind = forms.ChoiceField(label=_("Membership"), required=False)
    consent = forms.BooleanField(label=_("The person has given the birthday to be kept here"), required=False)
    why = WhyField()

    class Meta(ContactForm.Meta):
        fields = (
            *("kind", "since", "until", "grade_since", "grade_source", "rank", "rank_since", "rank_source"),
            *ContactForm.Meta.fields,
        )
        labels = {  # noqa: RUF012
            **ContactForm.Meta.labels,
            "since": _("Member since"),
            "until": _("Member until"),
            "grade_since": _("The grade holds since"),
            "grade_source": _("Where the grade is from"),
            "rank": _("Rank"),
            "rank_since": _("The rank holds since"),
            "rank_source": _("Where the rank is from"),
        }
        widgets: ClassVar[dict[str, forms.Widget]] = {
            **ContactForm.Meta.widgets,
            **{name: DaySelect() for name in ("since", "until", "grade_since", "rank_since")},
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        known = [*self.settings.kinds_of_members, *self.settings.kinds_of_others]
        if self.instance.kind and self.instance.kind not in known:
            known.append(self.instance.kind)  # of an older list
        field = self.fields["kind"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", gettext("not said")), *((kind, kind) for kind in known)]
        if not self.settings.birthdays:
            del self.fields["consent"]

    def clean(self) -> dict[str, Any]:
        before = self.instance.birthday
        super().clean()
        values = self.cleaned_data
        values["rank"] = " ".join(seen_text(values.get("rank", "")).split())
        since, until = values.get("since"), values.get("until")
        if since and until and until < since:
            self.add_error("until", gettext("This is before the membership began."))
        now = self.instance.birthday
        if self.settings.birthdays and now and now != before and not values.get("consent"):
            self.add_error(
                "consent", gettext("A birthday is kept only if the person has given it for that. Tick it if so.")
            )
        return values


class WithheldForm(FormOf[Player]):
    """Where the person is named."""

    class Meta:
        model = Player
        fields = ("withheld",)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["withheld"] = forms.ChoiceField(
            label=_("Withhold the name"),
            required=False,
            widget=forms.RadioSelect,
            choices=[("", _("nowhere: results show it")), *WITHHELD.items()],
        )


class AskErasureForm(forms.Form):
    """A word to the owner with the wish to be forgotten."""

    note = forms.CharField(
        label=_("A word to the club’s owner, if you like"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class MembersSettingsForm(FormOf[MembersSettings]):
    """What the club has decided about its members."""

    class Meta:
        model = MembersSettings
        fields = (
            *("member_kinds", "other_kinds", "birthdays", "contact_list"),
            *("address", "paper", "keeper", "notice"),
        )
        labels = {  # noqa: RUF012
            "member_kinds": _("Kinds of membership, a line each"),
            "other_kinds": _("Kinds of people who are no members, a line each"),
            "birthdays": _("Keep birthdays (day and month) of those who give them"),
            "contact_list": _("Members see a list with e-mail and telephone of those who agreed"),
            "address": _("Address of the club, as it stands over letters"),
            "paper": _("Paper"),
            "keeper": _("Whom people ask about their data, and how"),
            "notice": _("The club’s own words on the page about privacy"),
        }
        help_texts = {  # noqa: RUF012
            "birthdays": _("If you turn this off, all birthdays that are kept are forgotten."),
        }
        widgets = {  # noqa: RUF012
            name: forms.Textarea(attrs={"rows": rows})
            for name, rows in (("member_kinds", 5), ("other_kinds", 3), ("address", 4), ("notice", 6))
        }

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        for name in ("member_kinds", "other_kinds"):
            kinds = lines_of(seen_text(values.get(name, "").replace("\r", "")))
            if any(len(kind) > 40 for kind in kinds):
                self.add_error(name, gettext("A kind has at most 40 letters."))
            values[name] = "\n".join(kinds)
        refuse_names(self, self.instance.club, "keeper", "notice")
        twice = set(lines_of(values["member_kinds"])) & set(lines_of(values["other_kinds"]))
        if twice:
            self.add_error("other_kinds", gettext("“%(kind)s” is among the members already.") % {"kind": min(twice)})
        return values
