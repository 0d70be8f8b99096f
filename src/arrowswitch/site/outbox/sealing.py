"""The password of the mail server as it is kept: sealed by the key that lies beside the database and goes into no back-up.

Who finds a back-up cannot read it. Put back on another computer, which has another key, the password must be typed again.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

FOR = b"arrowswitch mail server 1"


class OtherKey(Exception):  # noqa: N818 - said to a person
    """It was sealed with another key."""


def sealed(password: str) -> str:
    """A password as it is kept."""
    return _box().encrypt(password.encode()).decode()


def opened(kept: str) -> str:
    """The password again, or `OtherKey`."""
    try:
        return _box().decrypt(kept.encode()).decode()
    except InvalidToken:
        raise OtherKey from None


def _box() -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=FOR).derive(settings.SECRET_KEY.encode())
    return Fernet(urlsafe_b64encode(key))
