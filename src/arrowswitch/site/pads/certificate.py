"""The club's own certificate, for phones to install."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.serving.certificates import CertificatePlace

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
