"""The service worker: it keeps the pad's page and its files on the device, so that a reload needs no network."""

from __future__ import annotations

import json
from pathlib import Path

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.pads.words import words
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.serving import offline

PAGE = Path(__file__).resolve().parent.parent / "templates/pads/pad.html"
FILES = ("pad/*.js", "pad/*.css", "pad/icon-apple-180.png")


@allow(*EVERYONE)
@require_safe
def script(_request: ClubRequest) -> HttpResponse:
    """The worker, with the names of what it keeps."""
    text = PAGE.read_text(encoding="utf-8") + json.dumps(words())
    return offline.worker("pad", offline.kept(*FILES), [reverse("pad")], text)
