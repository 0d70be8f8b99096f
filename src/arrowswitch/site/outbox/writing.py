"""Writing a mail down."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from arrowswitch.site.club.models import Club
from arrowswitch.site.outbox import BadAddress, worker
from arrowswitch.site.outbox.models import NOTHING_LEFT, Mail

LONGEST_SUBJECT = 200


def address(text: str) -> str:
    """An address as it is kept: without blanks around it, and the part after the @ in small letters.

    >>> address(" Ann.Black@Example.ORG ")
    'Ann.Black@example.org'
    """
    box, at, place = text.strip().rpartition("@")
    found = f"{box}{at}{place.lower()}"
    try:
        validate_email(found)
    except ValidationError:
        raise BadAddress(text) from None
    return found


def write(club: Club, to: str, subject: str, text: str, html: str, key: str, headers: Mapping[str, str]) -> Mail | None:
    """See `outbox.send`."""
    values = {
        "subject": one_line(subject)[:LONGEST_SUBJECT],
        "text": text,
        "html": html,
        "written_headers": json.dumps({name: one_line(value) for name, value in headers.items()}) if headers else "",
    }
    to = address(to)
    if key:
        found, new = Mail.objects.get_or_create(club=club, key=key, to=to, defaults=values)
    else:
        found, new = Mail.objects.create(club=club, to=to, **values), True
    if new:
        transaction.on_commit(worker.wake)
    return found if new else None


def drop(club: Club, to: str, key_begins: str) -> None:
    """See `outbox.take_back`."""
    waiting = Mail.objects.filter(club=club, to=to, key__startswith=key_begins, state="waiting")
    waiting.update(state="dropped", ended=timezone.now(), **NOTHING_LEFT)


def one_line(text: str) -> str:
    """What stands in the head of a mail, where a line break would begin something else.

    >>> one_line("Tuesday\\r\\nBcc: everybody@example.org")
    'Tuesday Bcc: everybody@example.org'
    """
    return " ".join(text.split())
