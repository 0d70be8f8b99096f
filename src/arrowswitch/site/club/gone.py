"""A page that was there and is not any more, with a sentence about it instead of "no such page"."""

from __future__ import annotations

from django.http import Http404


class PageGone(Http404):
    """Raised with the title and the text of the page that is shown instead."""
