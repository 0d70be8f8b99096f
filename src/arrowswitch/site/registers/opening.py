"""Keeping the dossier open for half an hour: the browser carries the key, under one that lies beside the database.

So neither a copy of the database nor the browser's own files open anything alone. The cookie is good for one sign-in of
one account, because the key of that sign-in, which only the browser has, is part of what it is locked with: whoever
signs in anew, with a password that an owner has given, has a cookie that opens nothing. It goes to the pages of the
dossier only, and leaves with the sign-in.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.http import HttpResponse

from arrowswitch.site.accounts.sessions import WITH_IT
from arrowswitch.site.registers.sealing import cookie_key
from arrowswitch.site.requests import MemberRequest

((COOKIE, PATH),) = WITH_IT
SECONDS = 1800


def carry(request: MemberRequest, response: HttpResponse, secret: bytes) -> HttpResponse:
    """Lets the browser go on for another half an hour."""
    body = json.dumps([request.user.pk, b64encode(secret).decode()]).encode()
    response.set_cookie(
        COOKIE,
        _box(request).encrypt(body).decode(),
        max_age=SECONDS,
        path=PATH,
        httponly=True,
        secure=request.is_secure(),
        samesite="Strict",
    )
    return response


def carried(request: MemberRequest) -> bytes | None:
    """The secret that the browser carries, if it is of this sign-in of this account and not too old."""
    try:
        account, secret = json.loads(_box(request).decrypt(request.COOKIES.get(COOKIE, "").encode(), ttl=SECONDS))
    except (InvalidToken, ValueError):
        return None
    return b64decode(secret) if account == request.user.pk else None


def drop(response: HttpResponse) -> HttpResponse:
    """Closes the dossier in this browser."""
    response.delete_cookie(COOKIE, path=PATH, samesite="Strict")
    return response


def _box(request: MemberRequest) -> Fernet:
    return Fernet(cookie_key(settings.SECRET_KEY, request.session.session_key or ""))
