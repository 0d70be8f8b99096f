"""Amounts in templates."""

from __future__ import annotations

from django import template

from arrowswitch.till import Currency

register = template.Library()


@register.filter
def money(amount: int | None, currency: Currency) -> str:
    """An amount as the club writes it; nothing where there is none.

    >>> money(700, Currency()), money(None, Currency())
    ('$7.00', '')
    """
    return "" if amount is None else currency.told(amount)


@register.filter
def money_if(amount: int | None, currency: Currency) -> str:
    """The same, and nothing for none and nought: for tables in which most cells are empty.

    >>> money_if(0, Currency()), money_if(-50, Currency())
    ('', '−$0.50')
    """
    return currency.told(amount) if amount else ""
