"""What a director types at the desk, read as people write it; what cannot be read is said in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arrowswitch.bridge import NotBridge, Result, Vulnerability, is_possible, parse_result
from arrowswitch.site.spoken import spoken

MINUS = str.maketrans("−–—", "---")
MOST_TABLES = 500
NUMBER = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,4})?")
ENTRY = re.compile(r"(?P<score>[+-]?\d+)(?:×(?P<times>\d{1,3}))?")
PARTS = re.compile(r"(?P<over>\d{1,3})\s*/\s*(?P<under>\d{1,3})")


def plain(text: str) -> str:
    """With one kind of minus, and no spaces about it.

    >>> plain(" − 50 ")
    '-50'
    """
    return re.sub(r"(?<![\w])([+-])\s+(?=\d)", r"\1", text.translate(MINUS)).strip()


def possible(score: int) -> bool:
    """Whether any contract gives this score, whoever is vulnerable.

    >>> possible(620), possible(-50), possible(625)
    (True, True, False)
    """
    return is_possible(score, Vulnerability.NONE) or is_possible(score, Vulnerability.ALL)


def wrong(sentence: str, **values: object) -> forms.ValidationError:
    """What a field says against what was typed."""
    return forms.ValidationError(sentence % values if values else sentence)


class WrittenField(forms.CharField):
    """Text that is read into a value; nothing written is None, and never wrong by itself."""

    def __init__(self, *, example: str = "", mode: str = "text", longest: int = 20, **more: Any) -> None:
        super().__init__(
            required=False,
            max_length=longest,
            error_messages={
                "max_length": gettext_lazy("That is longer than it can be; write at most %(limit_value)d signs.")
            },
            **more,
        )
        self.widget.attrs.update(placeholder=example, inputmode=mode, autocomplete="off", spellcheck="false")

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return self.read(plain(text)) if text else None

    def read(self, text: str) -> Any:
        """The value of what was typed; `wrong` if it has none."""
        raise NotImplementedError


class ResultField(WrittenField):
    """A contract and how it came out."""

    def read(self, text: str) -> Result:
        try:
            return parse_result(text)
        except NotBridge as problem:
            raise forms.ValidationError(spoken(problem)) from None


class ScoreField(WrittenField):
    """One score, as North-South see it."""

    def read(self, text: str) -> int:
        return read_score(text)


def read_score(text: str) -> int:
    """A score that some contract gives.

    >>> read_score("+620"), read_score("-50")
    (620, -50)
    """
    if not re.fullmatch(r"[+-]?\d{1,5}", text):
        raise wrong(_("“%(text)s” is not a score; write a number such as 620 or -50."), text=text)
    score = int(text)
    if not possible(score):
        raise wrong(_("No contract scores %(score)d; look at the number again."), score=score)
    return score


class ScoresField(WrittenField):
    """Several scores of one board, as North-South see them: 420 450x2 -50."""

    widget = forms.Textarea(attrs={"rows": 2})

    def __init__(self, **more: Any) -> None:
        super().__init__(longest=3000, **more)

    def read(self, text: str) -> tuple[int, ...]:
        return read_scores(text)


def read_scores(text: str) -> tuple[int, ...]:
    """Scores with spaces, commas or new lines between them; one that was made several times may be counted.

    >>> read_scores("420, 450 x2\\n-50")
    (420, 450, 450, -50)
    """
    scores: list[int] = []
    for entry in re.split(r"[\s,;]+", re.sub(r"\s*[xX×*]\s*", "×", text).strip(" ,;")):
        found = ENTRY.fullmatch(entry)
        if found is None:
            raise wrong(_("“%(text)s” is not a score; write scores such as 420 450x2 -50."), text=entry[:20])
        scores += [read_score(found["score"])] * int(found["times"] or 1)
        if len(scores) > MOST_TABLES:
            raise wrong(_("That is more than %(most)d tables; leave some out."), most=MOST_TABLES)
    return tuple(scores)


class NumberField(WrittenField):
    """A number in a range, whole or not."""

    def __init__(self, least: int, most: int, *, whole: bool = True, **more: Any) -> None:
        self.least, self.most, self.whole = least, most, whole
        more.setdefault("mode", "text" if least < 0 else "numeric" if whole else "decimal")
        super().__init__(longest=12, **more)

    def read(self, text: str) -> int | Fraction:
        text = text.removesuffix("%").rstrip()
        if not NUMBER.fullmatch(text):
            raise wrong(
                _("“%(text)s” is not a number; write one from %(least)d to %(most)d."),
                text=text,
                least=self.least,
                most=self.most,
            )
        number = Fraction(text.replace(",", "."))
        if not self.least <= number <= self.most or (self.whole and number.denominator > 1):
            kind = (
                _("%(text)s will not do; write a whole number from %(least)d to %(most)d.")
                if self.whole
                else _("%(text)s will not do; write a number from %(least)d to %(most)d.")
            )
            raise wrong(kind, text=text, least=self.least, most=self.most)
        return int(number) if number.denominator == 1 else number


class TablesField(WrittenField):
    """Tables, of one section or of several that are scored together: 13, or 16+13."""

    def read(self, text: str) -> int:
        if not re.fullmatch(r"\d{1,4}(\s*\+\s*\d{1,4})*", text):
            raise wrong(_("“%(text)s” is not a number of tables; write 13, or 16+13 for two sections."), text=text)
        tables = sum(int(part) for part in text.split("+"))
        if not 2 <= tables <= 9999:
            raise wrong(_("A board is compared at 2 to 9999 tables, not at %(tables)d."), tables=tables)
        return tables


class AmountField(WrittenField):
    """A share of a top (10%, 1/4), or a number of IMPs or victory points: as (number, whether it is a share)."""

    def read(self, text: str) -> tuple[Fraction, bool]:
        parts = PARTS.fullmatch(text)
        if parts and int(parts["under"]):
            return self._in_range(Fraction(int(parts["over"]), int(parts["under"])) * 100), True
        number = text.removesuffix("%").rstrip()
        if not NUMBER.fullmatch(number):
            raise wrong(_("“%(text)s” is not a penalty; write 10%%, 1/4 or 3."), text=text)
        return self._in_range(Fraction(number.replace(",", "."))), text.endswith("%")

    def _in_range(self, number: Fraction) -> Fraction:
        if not 0 < number <= 500:
            raise wrong(_("A penalty is more than 0 and at most 500; write 10%, 1/4 or 3."))
        return number


class OneOfField(forms.ChoiceField):
    """A choice that falls back to the first when nothing is chosen."""

    def __init__(self, choices: Any, **more: Any) -> None:
        message = {"invalid_choice": gettext_lazy("“%(value)s” is not one of the choices.")}
        super().__init__(choices=choices, required=False, error_messages=message, **more)

    def clean(self, value: Any) -> str:
        choices = cast(Iterable[tuple[str, object]], self.choices)  # Django has called what was callable
        first = str(next(iter(choices))[0])
        return super().clean(value) or first
