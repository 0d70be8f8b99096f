"""Sealing what is told to the recorder: anybody can close the seal, only who knows the recorder's words can open it.

Each report has a key of its own, agreed between a lock that lies open in the database (X25519) and a throw-away half
that is thrown away. The half that opens the lock is kept under the recorder's words (scrypt), which are kept nowhere. So
neither the owner of the pages nor who finds a back-up can read a report, and who forgets the words cannot either. New words
come with a new lock, so what opened the old one opens nothing that is sealed later.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

Body = dict[str, Any]
FOR = b"arrowswitch dossier 1"
ONCE = bytes(12)
"""A number used once: every key here seals one thing only."""
HARD = 2**15
"""How much work a guess at the words is: 32 megabytes and about a tenth of a second."""


class WrongWords(Exception):  # noqa: N818 - said to a person
    """The words do not open the key."""


class BrokenSeal(Exception):  # noqa: N818 - said to a person
    """What is sealed was not sealed for this lock, or somebody has changed it."""


def new_lock() -> tuple[bytes, bytes]:
    """A lock, and the secret that opens it."""
    secret = X25519PrivateKey.generate()
    return secret.public_key().public_bytes_raw(), secret.private_bytes_raw()


def fits(secret: bytes, lock: bytes) -> bool:
    """Whether a secret is that of a lock.

    >>> lock, secret = new_lock()
    >>> fits(secret, lock), fits(new_lock()[1], lock)
    (True, False)
    """
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw() == lock


def under_words(secret: bytes, words: str) -> bytes:
    """The secret as it is kept.

    >>> from_words(under_words(b"a secret", "seven hearts redoubled"), "Seven  hearts redoubled")
    b'a secret'
    """
    salt = os.urandom(16)
    return salt + ChaCha20Poly1305(_key_of(words, salt)).encrypt(ONCE, secret, FOR)


def from_words(kept: bytes, words: str) -> bytes:
    """The secret again, or `WrongWords`."""
    salt, rest = kept[:16], kept[16:]
    try:
        return ChaCha20Poly1305(_key_of(words, salt)).decrypt(ONCE, rest, FOR)
    except InvalidTag:
        raise WrongWords from None


def _key_of(words: str, salt: bytes) -> bytes:
    plain = " ".join(words.casefold().split())  # a telephone begins a sentence with a capital
    return Scrypt(salt=salt, length=32, n=HARD, r=8, p=1).derive(plain.encode())


def sealed(lock: bytes, body: Body) -> bytes:
    """What anybody can put into the dossier.

    >>> lock, secret = new_lock()
    >>> opened(secret, sealed(lock, {"text": "He sighed."}))
    {'text': 'He sighed.'}
    """
    half = X25519PrivateKey.generate()
    mine = half.public_key().public_bytes_raw()
    key = _agreed(half.exchange(X25519PublicKey.from_public_bytes(lock)), mine, lock)
    return mine + ChaCha20Poly1305(key).encrypt(ONCE, json.dumps(body).encode(), FOR)


def opened(secret: bytes, kept: bytes) -> Body:
    """What is inside, or `BrokenSeal`; only the secret of the lock opens it.

    >>> opened(new_lock()[1], sealed(new_lock()[0], {"text": "He sighed."}))
    Traceback (most recent call last):
    arrowswitch.site.registers.sealing.BrokenSeal
    """
    mine, rest = kept[:32], kept[32:]
    own = X25519PrivateKey.from_private_bytes(secret)
    try:
        shared = own.exchange(X25519PublicKey.from_public_bytes(mine))
        key = _agreed(shared, mine, own.public_key().public_bytes_raw())
        body: Body = json.loads(ChaCha20Poly1305(key).decrypt(ONCE, rest, FOR))
    except (InvalidTag, ValueError):
        raise BrokenSeal from None
    return body


def _agreed(shared: bytes, mine: bytes, lock: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=FOR + mine + lock).derive(shared)


def cookie_key(secret_key: str, sign_in: str) -> bytes:
    """The key for what a browser carries while the dossier is open: from the key file beside the database, and from what
    only that browser has as long as it is signed in.

    >>> cookie_key("key", "one sign-in") == cookie_key("key", "another")
    False
    """
    both = json.dumps([secret_key, sign_in]).encode()
    return urlsafe_b64encode(HKDF(algorithm=SHA256(), length=32, salt=None, info=FOR + b" open").derive(both))
