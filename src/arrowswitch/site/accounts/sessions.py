"""The sessions of who is signed in: Django's own, but known to the database only by a digest of the cookie's key.

Whoever reads the database, or a copy of it, signs in with nothing that stands there. A session is read with one plain
statement because every request reads one.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import connection
from django.utils import timezone

WITH_IT = (("dossier", "/dossier/"),)
"""Cookies that go when somebody signs out, and where they are good."""


def digest(key: str) -> str:
    """What the database knows a session by; its column has room for forty figures.

    >>> len(digest("secret")), digest("secret") == digest("Secret")
    (40, False)
    """
    return hashlib.sha256(key.encode()).hexdigest()[:40]


class SessionStore(InDatabase):
    """Kept in the database as Django keeps them, under another name."""

    def load(self) -> dict[str, Any]:
        """What is kept under this key, if it has not ended; the models take fifty times as long to ask."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s",
                (digest(self.session_key or ""), now),
            )
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row[0])

    def exists(self, session_key: str) -> bool:
        return super().exists(digest(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        made = super().create_model_instance(data)
        made.session_key = digest(made.session_key)
        return made

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(digest(key))
