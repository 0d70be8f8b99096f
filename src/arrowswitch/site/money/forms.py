"""The questions about money. Amounts are typed as people write them, and kept in the smallest unit."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club
from arrowswitch.site.forms import FormOf, Sent, field_of
from arrowswitch.site.members.models import lines_of
from arrowswitch.site.money.models import CashReturn, Fee, FeeKind, MoneyEntry, MoneySettings
from arrowswitch.site.spoken import spoken
from arrowswitch.till import BadAmount, Currency

EARLIEST, LATEST = datetime.date(1990, 1, 1), datetime.date(2199, 12, 31)


class MoneyField(forms.CharField):
    """An amount of money."""

    def __init__(self, *, less: bool = False, **options: Any) -> None:
        self.currency = Currency()
        self.less = less
        """Whether it may be less than nothing."""
        super().__init__(max_length=24, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "inputmode": "text" if self.less else "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return self.currency.number(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        written = super().clean(value)
        if not written:
            return None
        try:
            amount = self.currency.read(written)
        except BadAmount as bad:
            raise ValidationError(spoken(bad)) from None
        if amount < 0 and not self.less:
            raise ValidationError(gettext("This cannot be less than nothing."))
        return amount


def not_ahead(day: datetime.date | None) -> datetime.date | None:
    """A day on which money can have changed hands: not one that is to come, such as a year with two figures the wrong way round."""
    if day is not None and day > timezone.localdate():
        raise ValidationError(gettext("This day is still to come."))
    return day


class DayField(forms.DateField):
    """A day that a club can have something on."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and not EARLIEST <= value <= LATEST:
            raise ValidationError(gettext("Choose a day between 1990 and 2199."))


def in_money(form: forms.BaseForm, currency: Currency) -> None:
    """Tells the fields of a form in which money they are."""
    for each in form.fields.values():
        if isinstance(each, MoneyField):
            each.currency = currency


class MoneySettingsForm(FormOf[MoneySettings]):
    """What the club has decided about its money."""

    bank_above = MoneyField(
        label=_("Bank a surplus above"),
        help_text=_("A smaller one is kept, and makes up for a shortfall of a later night."),
    )
    voucher_price = MoneyField(label=_("A voucher usually costs"), help_text=_("0 if the club sells none."))
    why = forms.CharField(label=_("Why"), max_length=200, required=False, help_text=_("Stays in the history."))

    class Meta:
        model = MoneySettings
        fields = (
            *("sign", "sign_after", "comma", "places", "pieces", "bank_above", "voucher_price"),
            *("vouchers_by_name", "bank_account", "why"),
        )
        labels = {  # noqa: RUF012
            "sign": _("Sign of the money"),
            "sign_after": _("The sign stands behind the number"),
            "comma": _("A comma stands before the cents, as in 7,50"),
            "places": _("Places after the point"),
            "pieces": _("Notes and coins"),
            "vouchers_by_name": _("It is written down who has how many vouchers"),
            "bank_account": _("Account, as it stands on the banking slip"),
        }
        help_texts = {  # noqa: RUF012
            "sign": _("Such as $, NZ$, £ or €."),
            "pieces": _("A line each, such as 20 or 0.50."),
        }
        widgets = {"pieces": forms.Textarea(attrs={"rows": 10})}  # noqa: RUF012

    def __init__(self, sent: Sent, *, instance: MoneySettings) -> None:
        super().__init__(sent, instance=instance)
        self.club = instance.club
        self.was = instance.places
        in_money(self, _typed(self, instance.currency))
        field_of(self, "places", forms.IntegerField).max_value = 3
        field_of(self, "places", forms.IntegerField).widget.attrs["max"] = 3

    def clean_places(self) -> int:
        """Where something is in the books already, its worth must not change."""
        places: int = self.cleaned_data["places"]
        if places > 3:
            raise ValidationError(gettext("No money has more than 3 places after the point."))
        if places != self.was and (
            MoneyEntry.objects.filter(club=self.club).exists() or Fee.objects.filter(kind__club=self.club).exists()
        ):
            raise ValidationError(gettext("There are amounts in the books already: this cannot be changed any more."))
        return places

    def clean_pieces(self) -> str:
        """Every line an amount."""
        lines = lines_of(self.cleaned_data["pieces"])
        currency = Currency(self.cleaned_data.get("sign", "$"), self.cleaned_data.get("places", 2))
        if not lines or len(lines) > 20:
            raise ValidationError(gettext("Write between 1 and 20 notes and coins."))
        for line in lines:
            try:
                worth = currency.read(line)
            except BadAmount as bad:
                raise ValidationError(spoken(bad)) from None
            if worth <= 0:
                raise ValidationError(gettext("A note or coin is worth more than nothing."))
        return "\n".join(lines)


def _typed(form: MoneySettingsForm, before: Currency) -> Currency:
    """The money in which the amounts beside it are typed: the new one, if it is changed with them."""
    places = str(form.data.get("places", "")) if form.is_bound else ""
    if places not in ("0", "1", "2", "3"):
        return before
    return Currency(
        str(form.data.get("sign", "")).strip(), int(places), "sign_after" in form.data, "comma" in form.data
    )


class FeeForm(forms.Form):
    """A fee from a day on."""

    kind = forms.ChoiceField(label=_("Kind of player"))
    amount = MoneyField(label=_("Fee"), help_text=_("0 for who does not pay."))
    since = DayField(label=_("From"), help_text=_("The day from which it holds; also one that is past."))
    why = forms.CharField(label=_("Why"), max_length=200, required=False, help_text=_("Stays in the history."))

    def __init__(self, sent: Sent, kinds: list[FeeKind], currency: Currency, **options: Any) -> None:
        super().__init__(sent, **options)
        self.kinds = {str(number): each for number, each in enumerate(kinds)}
        field_of(self, "kind", forms.ChoiceField).choices = [(key, each.name) for key, each in self.kinds.items()]
        in_money(self, currency)


class FeeKindForm(FormOf[FeeKind]):
    """A kind of player."""

    why = forms.CharField(label=_("Why"), max_length=200, required=False, help_text=_("Stays in the history."))

    class Meta:
        model = FeeKind
        fields = ("name", "memberships", "visitors", "retired")
        labels = {  # noqa: RUF012
            "name": _("Name"),
            "memberships": _("Kinds of membership that pay so"),
            "visitors": _("Also for everybody whose membership is named nowhere"),
            "retired": _("Not used any more"),
        }
        help_texts = {"memberships": _("A line each, as in the settings of members.")}  # noqa: RUF012
        widgets = {"memberships": forms.Textarea(attrs={"rows": 4})}  # noqa: RUF012

    def __init__(self, sent: Sent, *, instance: FeeKind, club: Club) -> None:
        super().__init__(sent, instance=instance)
        self.club = club

    def clean_name(self) -> str:
        """No other kind of the club has this name."""
        name = " ".join(self.cleaned_data["name"].split())
        others = FeeKind.objects.filter(club=self.club, name__iexact=name).exclude(pk=self.instance.pk)
        if not name or others.exists():
            raise ValidationError(gettext("There is a kind of this name already."))
        return name

    def clean_memberships(self) -> str:
        """A membership belongs to one kind."""
        lines = lines_of(self.cleaned_data["memberships"])
        mine = {line.casefold() for line in lines}
        for other in FeeKind.objects.filter(club=self.club, retired=False).exclude(pk=self.instance.pk):
            if shared := [line for line in lines_of(other.memberships) if line.casefold() in mine]:
                raise ValidationError(
                    gettext("%(membership)s belongs to %(kind)s already.")
                    % {"membership": shared[0], "kind": other.name}
                )
        return "\n".join(lines)

    def clean(self) -> dict[str, Any]:
        """There is always a kind for everybody else."""
        about = super().clean() or self.cleaned_data
        others = FeeKind.objects.filter(club=self.club, visitors=True, retired=False).exclude(pk=self.instance.pk)
        if self.instance.pk and not others.exists() and (about.get("retired") or not about.get("visitors")):
            was = FeeKind.objects.get(pk=self.instance.pk)
            if was.visitors and not was.retired:
                self.add_error(
                    "visitors", gettext("Some kind must be for everybody else: choose another one for that first.")
                )
        return about


MOST_VOUCHERS = 500
WHAT_IS_DONE = (
    ("paid-in", _("pays in: what is owed, or ahead")),
    ("vouchers", _("buys vouchers")),
    ("free", _("is given free-night vouchers")),
    ("subscription", _("pays the subscription")),
    ("paid-out", _("is paid back")),
)
GIVEN = ("free", "paid-out")
"""What the treasurer alone gives; who collects takes money only."""


class PayInForm(forms.Form):
    """Something that is done with a player's account."""

    what = forms.ChoiceField(label=_("What"), choices=WHAT_IS_DONE)
    amount = MoneyField(label=_("Amount"), required=False, help_text=_("Of free-night vouchers there is none."))
    count = forms.IntegerField(
        label=_("How many vouchers"), min_value=1, max_value=MOST_VOUCHERS, required=False, help_text=_("If any.")
    )
    way = forms.ChoiceField(
        label=_("How"),
        choices=[("cash", _("cash")), ("bank", _("card or bank transfer")), ("owes", _("on account: owes it"))],
    )
    day = DayField(label=_("Day"), required=False, help_text=_("Today, if you leave it empty."))
    text = forms.CharField(label=_("Remark"), max_length=200, required=False)

    def __init__(
        self, sent: Sent, *, settings: MoneySettings, on_night: bool = False, only_takes: bool = False
    ) -> None:
        super().__init__(sent)
        self.price = settings.voucher_price
        in_money(self, settings.currency)
        if on_night:
            del self.fields["day"]
        if only_takes:
            what = field_of(self, "what", forms.ChoiceField)
            what.choices = [(key, name) for key, name in WHAT_IS_DONE if key not in GIVEN]

    def clean_day(self) -> datetime.date | None:
        """Not a day to come."""
        return not_ahead(self.cleaned_data["day"])

    def clean(self) -> dict[str, Any]:
        """Vouchers are counted, everything else has an amount; the usual price of vouchers is worked out."""
        about = super().clean() or {}
        what, amount, count = about.get("what"), about.get("amount"), about.get("count")
        if what in ("vouchers", "free"):
            if not count and "count" not in self.errors:
                self.add_error("count", gettext("Say how many vouchers."))
            if what == "vouchers" and amount is None and count and "amount" not in self.errors:
                about["amount"] = self.price * count
                if not self.price:
                    self.add_error("amount", gettext("Say what they cost."))
        elif not amount and "amount" not in self.errors:
            self.add_error("amount", gettext("Say how much it is."))
        if what in ("paid-in", "paid-out") and about.get("way") == "owes":
            self.add_error("way", gettext("Say whether it is cash, or by card or bank transfer."))
        return about


class ReverseForm(forms.Form):
    """Why a row of the books was a mistake."""

    why = forms.CharField(label=_("Why"), max_length=200, help_text=_("Stays in the books."))


class OtherEntryForm(forms.Form):
    """Money that has nothing to do with a player."""

    what = forms.ChoiceField(label=_("What"), choices=[("expense", _("went out")), ("income", _("came in"))])
    amount = MoneyField(label=_("Amount"))
    way = forms.ChoiceField(
        label=_("How"), choices=[("cash", _("cash from the tray")), ("bank", _("card or bank transfer"))]
    )
    day = DayField(label=_("Day"))
    text = forms.CharField(label=_("What for"), max_length=200)

    def __init__(self, sent: Sent, *, currency: Currency) -> None:
        super().__init__(sent, initial={"day": timezone.localdate()})
        in_money(self, currency)

    def clean_amount(self) -> int | None:
        """Not nothing: a line of the books stays for ever."""
        amount: int | None = self.cleaned_data["amount"]
        if amount == 0:
            raise ValidationError(gettext("Say how much it is."))
        return amount

    def clean_day(self) -> datetime.date | None:
        """Not a day to come."""
        return not_ahead(self.cleaned_data["day"])


class MonthForm(forms.Form):
    """Closing a month, or opening it again."""

    what = forms.ChoiceField(choices=[("close", ""), ("open", "")])
    why = forms.CharField(label=_("Why"), max_length=200, required=False)


class BankingForm(forms.Form):
    """Which nights' money is taken to the bank, and when."""

    returns = forms.MultipleChoiceField(label=_("Nights"), widget=forms.CheckboxSelectMultiple, required=False)
    other = MoneyField(label=_("Other cash"), required=False, less=True)
    day = DayField(label=_("Day"))
    text = forms.CharField(label=_("Remark"), max_length=200, required=False)

    def __init__(
        self, sent: Sent, waiting: list[CashReturn], currency: Currency, loose: int = 0, **options: Any
    ) -> None:
        super().__init__(sent, **options)
        self.currency, self.loose = currency, loose
        field_of(self, "returns", forms.MultipleChoiceField).choices = [
            (str(each.pk), f"{date_format(each.day, 'j M Y')} {each.session.title}: {currency.told(each.banked)}")
            for each in waiting
        ]
        self.banked = {str(each.pk): each.banked for each in waiting}
        in_money(self, currency)

    def clean_day(self) -> datetime.date | None:
        """Not a day to come."""
        return not_ahead(self.cleaned_data["day"])

    def clean(self) -> dict[str, Any]:
        """Something is taken along."""
        about = super().clean() or {}
        total = sum(self.banked[each] for each in about.get("returns", ())) + (about.get("other") or 0)
        if (about.get("other") or 0) > max(self.loose, 0):
            known = self.currency.told(max(self.loose, 0))
            self.add_error(
                "other",
                gettext("The books know of %(amount)s only: write down first where the rest came from.")
                % {"amount": known},
            )
        if total <= 0 and not self.errors:
            raise ValidationError(gettext("Nothing is taken along: tick a night, or write how much other cash it is."))
        return about
