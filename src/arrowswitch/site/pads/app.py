"""The pad as an app that can be kept on a phone: its name and icons, the worker that keeps its page and files on the device so
that a reload needs no network, and the club's own certificate, for phones to install."""

from __future__ import annotations

import json
import os
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.pads.words import words
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.serving import offline
from arrowswitch.site.serving.certificates import CertificatePlace

PAPER, BAIZE = "#faf7ef", "#1b5a40"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("pad/icon-192.png", "192x192", "image/png", "any"),
    ("pad/icon-512.png", "512x512", "image/png", "any"),
    ("pad/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, kind and purpose; the pictures are drawn by `script/icons`."""


@allow(*EVERYONE)
@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """The same for every phone and every club; joining a table is part of the app."""
    pad = reverse("pad")
    app = {
        "id": pad,
        "name": _("Arrowswitch pad"),
        "short_name": _("Bridge pad"),
        "description": _("Enter the scores of your table."),
        "lang": get_language() or "en",
        "start_url": pad,
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BAIZE,
        "icons": [
            {"src": static(f"arrowswitch/{file}"), "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
    }
    response = JsonResponse(app, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


PAGE = Path(__file__).resolve().parent.parent / "templates/pads/pad.html"
FILES = ("pad/*.js", "pad/*.css", "pad/icon-apple-180.png")


@allow(*EVERYONE)
@require_safe
def script(_request: ClubRequest) -> HttpResponse:
    """The worker, with the names of what it keeps."""
    text = PAGE.read_text(encoding="utf-8") + json.dumps(words())
    return offline.worker("pad", offline.kept(*FILES), [reverse("pad")], text)


FILE = "ARROWSWITCH_CERTIFICATE"
"""The environment says where it is, where it is not in the data folder."""


@allow(*EVERYONE)
@require_safe
def authority(_request: HttpRequest) -> HttpResponse:
    """What a phone must trust before it can use https here; no secret is in it."""
    file = (
        Path(os.environ[FILE]) if os.environ.get(FILE) else settings.DATA and CertificatePlace(settings.DATA).authority
    )
    if not file or not file.is_file():
        raise Http404
    response = HttpResponse(file.read_bytes(), content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="club-certificate.crt"'
    return response
