"""What the forms of every app share: a model's form that says whose it is, and a field by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django import forms

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
