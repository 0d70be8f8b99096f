"""The health address, for whatever looks after the server: a container, a monitor, a proxy.

It is answered before anybody asks who is there, since that needs the database, and in a thread of its own (see `asgi`), so
that a crowd does not make the server look ill. It says whether scores can be kept, and nothing about the club.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.data_folder import storage
from arrowswitch.site.serving.logs import told_already

ADDRESS = "/health/"
SECONDS = 5
"""The longest that an answer takes, whatever the disk or the database server does."""
ROOM = 100_000
"""Bytes that must still find room on the disk: a few boards."""


@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """Whether the data can be read and written."""
    problem = trouble()
    text = problem or _("Arrowswitch can read and write its data.")
    response = HttpResponse(f"{text}\n", status=503 if problem else 200, content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = "no-store"
    return told_already(response)


page = allow(*EVERYONE)(health)
"""The same for the list of addresses."""


def first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers it before all that needs the database."""
    return lambda request: health(request) if request.path_info == ADDRESS else get_response(request)


def trouble() -> str:
    """What is wrong with the data; nothing if all is well."""
    try:
        with _anew() as cursor:
            cursor.execute("SELECT count(*) FROM django_migrations")
            try:
                _write(cursor)
            except (DatabaseError, OSError):
                return _("The data cannot be written: the disk is full, or another program holds it.")
    except (DatabaseError, InterfaceError, OSError):
        return _("The data cannot be read.")
    return ""


def _write(cursor: CursorWrapper) -> None:
    """Does what a write needs, and leaves nothing behind."""
    with transaction.atomic():
        cursor.execute("UPDATE django_migrations SET app = app WHERE id = 0")
    if connection.vendor == "sqlite" and settings.DATA:
        with tempfile.TemporaryFile(dir=settings.DATA) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def _anew() -> Iterator[Any]:
    """A new look at the database; a file that is gone would be made anew by looking."""
    if connection.vendor == "sqlite" and settings.DATA and not (settings.DATA / storage.DATABASE).is_file():
        raise FileNotFoundError
    try:
        with connection.cursor() as cursor:
            yield cursor
    finally:
        if not connection.in_atomic_block:
            connection.close()
