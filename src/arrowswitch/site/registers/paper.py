"""An entry of a book on paper."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.utils.translation import get_language

from arrowswitch import press
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import paper_of, pdf


def printed(
    request: MemberRequest,
    heading: str,
    facts: Sequence[tuple[str, str]],
    parts: Sequence[tuple[str, str]],
    *,
    name: str,
    note: str = "",
    lines: Sequence[str] = (),
) -> HttpResponse:
    """A PDF: what is known in a table, then what was written, then lines to sign on."""
    made = press.render_record(
        heading,
        [(head, value) for head, value in facts if value],
        [(head, text) for head, text in parts if text.strip()],
        club=request.club.name,
        note=note,
        lines=lines,
        paper=paper_of(request),
        lang=get_language() or "en",
    )
    return pdf(made, name)
