"""Template filters for what directors read: sentences made in the rooms below, and numbers as players write them."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, ngettext

from arrowswitch.words import Sentence

register = template.Library()


@register.filter
def said(sentence: str) -> str:
    """A sentence (or the bare name of a movement) in the reader's language."""
    if isinstance(sentence, Sentence):
        return sentence.translated(gettext, ngettext)
    return gettext(str(sentence)) if sentence else ""
