"""What stands on a page is what can be typed there: every value of every federation, there and back."""

from __future__ import annotations

from operator import attrgetter

import pytest

from arrowswitch.regulations import RegulationsError, describe, kind, load, names, understood, written
from arrowswitch.regulations.written import _TYPED

KEYS = [key for key, _about in describe()]


@pytest.mark.parametrize("name", names())
def test_every_value_is_understood_as_it_is_written(name: str) -> None:
    rules = load(name)
    for key in KEYS:
        value = attrgetter(key)(rules)
        section, _, setting = key.partition(".")
        again = load(name, {section: {setting: understood(key, written(value))}})
        assert attrgetter(key)(again) == value, f"{key}: {written(value)}"


def test_every_sort_of_value_can_be_typed_and_none_is_left_over() -> None:
    assert {kind(key) for key in KEYS} == set(_TYPED)


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("awards.least_boards", "", "This must be a whole number; “” will not do."),
        ("awards.least_boards", "18.5", "This must be a whole number; “18.5” will not do."),
        ("awards.least_boards", "101", "This must be a number from 0 to 100; “101” will not do."),
        ("awards.least_boards", "-1", "This must be a number from 0 to 100; “-1” will not do."),
        ("artificial.plus", "sixty", "This must be a number; “sixty” will not do."),
        ("artificial.plus", "1e999", "This must be a number; “1e999” will not do."),
        ("artificial.own_percentage", "perhaps", "This must be yes or no; “perhaps” will not do."),
        ("weighted.method", "both", "This must be one of shared, simple; “both” will not do."),
        ("matches.scale", "/etc/passwd.toml", "This must be one of wbf, wbf-discrete,"),
        ("timing.extra_minutes", "junior 1", "This must have a name, a colon and a value for each line;"),
        ("timing.extra_minutes", "old: 1", "This must be one of open, intermediate, junior, social;"),
        ("fouled.small", "2: 55", "This must give as many percentages as results: 2;"),
        ("penalties.slow", "ten points", "This must be written like “10%, 3 IMPs, 1 VP”, “a warning” or"),
        ("ties.pairs", "lot, luck", "This must be one of opponents,"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(key: str, text: str, said: str) -> None:
    with pytest.raises(RegulationsError) as refusal:
        understood(key, text)
    assert str(refusal.value).startswith(said)


def test_a_key_that_there_is_not_is_refused() -> None:
    for key in ("awards.no_such", "nothing.at_all", "name", ""):
        with pytest.raises(RegulationsError):
            understood(key, "1")
