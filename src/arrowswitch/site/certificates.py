"""A certificate of the club's own, so that phones on its network can use https: a small authority, and a certificate of
this computer that it signs. Phones trust it once the authority's certificate has been installed on them.

The keys never leave the data folder, and only its owner can read them.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from arrowswitch.site.network import network_number
from arrowswitch.words import say

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

FOLDER = "certificate"
YEARS = timedelta(days=3650)
SEASON = timedelta(days=397)
"""No phone takes a server's certificate that is good for longer."""


class NoCertificate(Exception):  # noqa: N818 - said to a person
    """There is no certificate to use, or it is no good any more. The sentence says what to do."""


@dataclass(frozen=True)
class Place:
    """Where the certificates of a data folder are."""

    folder: Path

    @property
    def authority(self) -> Path:
        """What phones install."""
        return self.folder / FOLDER / "club.crt"

    @property
    def authority_key(self) -> Path:
        return self.folder / FOLDER / "club.key"

    @property
    def server(self) -> Path:
        return self.folder / FOLDER / "server.crt"

    @property
    def server_key(self) -> Path:
        return self.folder / FOLDER / "server.key"


def names() -> tuple[list[str], list[str]]:
    """The names and the numbers by which this computer is called in its network."""
    own = socket.gethostname().split(".")[0].lower()
    called = list(dict.fromkeys(["localhost", own, f"{own}.local"]))
    numbers = ["127.0.0.1", "::1"]
    with contextlib.suppress(OSError):
        numbers += socket.gethostbyname_ex(socket.gethostname())[2]
    number = network_number()
    return called, list(dict.fromkeys([*numbers, *([number] if number else [])]))


def make(folder: Path, more: tuple[str, ...] = ()) -> tuple[Place, list[str]]:
    """A certificate for this computer's names and numbers, and for others that are given; the authority stays the same,
    so that phones that trust it need nothing new. Returns where it is and what it is for."""
    place = Place(folder)
    place.authority.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority, key = _authority(place)
    called, numbers = names()
    for name in more:
        try:
            numbers.append(str(ipaddress.ip_address(name)))
        except ValueError:
            called.append(name.lower())
    called, numbers = list(dict.fromkeys(called)), list(dict.fromkeys(numbers))
    _server(place, authority, key, called, numbers)
    return place, [*called, *numbers]


def _authority(place: Place) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    if place.authority.exists() and place.authority_key.exists():
        key = serialization.load_pem_private_key(place.authority_key.read_bytes(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise NoCertificate(say("{file} is no key of ours.", file=place.authority_key))
        return x509.load_pem_x509_certificate(place.authority.read_bytes()), key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(x509.NameOID.COMMON_NAME, f"Arrowswitch on {socket.gethostname().split('.')[0][:40]}")]
    )
    now = datetime.now(UTC) - timedelta(days=1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + YEARS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(place.authority_key, key)
    place.authority.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return made, key


def _server(
    place: Place,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    called: list[str],
    numbers: list[str],
) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC) - timedelta(days=1)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, called[0])])
    good_for = [*map(x509.DNSName, called), *(x509.IPAddress(ipaddress.ip_address(number)) for number in numbers)]
    made = (
        x509.CertificateBuilder(
            authority.subject, name, key.public_key(), x509.random_serial_number(), now, now + SEASON
        )
        .add_extension(x509.SubjectAlternativeName(good_for), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write_key(place.server_key, key)
    place.server.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _usage(*, signs: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Writes a key that only its owner can read, from the first byte on."""
    from cryptography.hazmat.primitives import serialization

    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )


def ready(folder: Path) -> Place:
    """The certificate to serve with; renewed if its time is nearly over or this computer has another number now."""
    from cryptography import x509

    place = Place(folder)
    if not all(file.exists() for file in (place.authority, place.authority_key, place.server, place.server_key)):
        raise NoCertificate(say("There is no certificate yet. Make one: arrowswitch certificate"))
    made = x509.load_pem_x509_certificate(place.server.read_bytes())
    good_for = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {*good_for.get_values_for_type(x509.DNSName), *map(str, good_for.get_values_for_type(x509.IPAddress))}
    called, numbers = names()
    if made.not_valid_after_utc - datetime.now(UTC) < timedelta(days=30) or not known >= {*called, *numbers}:
        make(folder, tuple(known))
    return place
