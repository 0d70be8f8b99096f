"""What the forms of every app share: a model's form that says whose it is, and a field by its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.http import QueryDict

Sent = Mapping[str, Any] | None
"""What a form was sent; nothing while it is only shown."""
Kind = TypeVar("Kind", bound=forms.Field)

if TYPE_CHECKING:
    FormOf = forms.ModelForm
else:

    class FormOf(forms.ModelForm):
        """The form of a model: `FormOf[Club]`. Django's own is generic only to the type checker."""

        def __class_getitem__(cls, _model):
            return cls


def field_of(form: forms.BaseForm, name: str, kind: type[Kind]) -> Kind:
    """A field of a form that is being made, to fill in what only this form knows.

    >>> class Choosing(forms.Form):
    ...     board = forms.ChoiceField()
    >>> form = Choosing()
    >>> field_of(form, "board", forms.ChoiceField).choices = [("1", "Board 1")]
    >>> form.fields["board"].choices
    [('1', 'Board 1')]
    """
    found = form.fields[name]
    if not isinstance(found, kind):
        raise TypeError(f"{name} is no {kind.__name__}")
    return found


def send_anew(form: forms.BaseForm, **values: str) -> None:
    """Changes what a form was sent, so that it is shown as if it had come so.

    >>> class Asking(forms.Form):
    ...     board = forms.CharField()
    >>> form = Asking(QueryDict("board=7&step=confirm"))
    >>> send_anew(form, board="8")
    >>> form["board"].value(), form.data["step"]
    ('8', 'confirm')
    """
    sent = form.data.copy() if isinstance(form.data, QueryDict) else dict(form.data)
    for name, value in values.items():
        sent[name] = value
    form.data = sent
