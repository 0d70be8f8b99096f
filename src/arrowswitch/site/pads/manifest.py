"""The pad as an app that can be kept on a phone: its name, its icons and where it begins."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow

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
