"""A certificate of the club's own, so that phones on its network can use https: a small authority, and a certificate of
this computer that it signs. Phones trust it once the authority's certificate has been installed on them.

A phone that trusts the authority is told by its certificate to trust it for this computer's own names and for numbers of
private networks only, and for two years: whoever stole its key could not speak for anybody's bank. The keys never leave the
data folder, and only its owner can read them.
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

from arrowswitch.site.serving.network import network_number
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

FOLDER = "certificate"
TWO_YEARS = timedelta(days=730)
SOON = timedelta(days=60)
"""So long before the authority's end there is talk of it: every phone of the club has to install the next one."""
PRIVATE = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
"""The numbers that computers have in networks of their own (RFC 1918, 3927, 4193, 4291, 6598)."""
SEASON = timedelta(days=397)
"""No phone takes a server's certificate that is good for longer."""


class NoCertificate(Exception):  # noqa: N818 - said to a person
    """There is no certificate to use, or it is no good any more. The sentence says what to do."""


@dataclass(frozen=True)
class CertificatePlace:
    """Where the certificates of a data folder are."""

    folder: Path

    @property
    def authority(self) -> Path:
        """What phones install."""
        return self.folder / FOLDER / "club.crt"

    @property
    def authority_key(self) -> Path:
        """The key that signs; whoever has it speaks for this computer."""
        return self.folder / FOLDER / "club.key"

    @property
    def server(self) -> Path:
        """The certificate that phones are shown."""
        return self.folder / FOLDER / "server.crt"

    @property
    def server_key(self) -> Path:
        """Its key."""
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


def make(folder: Path, more: tuple[str, ...] = ()) -> tuple[CertificatePlace, list[str]]:
    """A certificate for this computer's names and numbers, and for others that are given. The authority stays the same as
    long as it may speak for them, so that phones that trust it need nothing new; another takes its place, with another
    key, when it may not or its time is nearly over. Returns where it is and what it is for."""
    place = CertificatePlace(folder)
    place.authority.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    called, numbers = names()
    for name in more:
        try:
            numbers.append(str(ipaddress.ip_address(name)))
        except ValueError:
            called.append(name.lower())
    called, numbers = list(dict.fromkeys(called)), list(dict.fromkeys(numbers))
    known = _authority(place)
    if known is None or is_worn(known[0]) or not all(permits(known[0], each) for each in (*called, *numbers)):
        known = _new_authority(place, called, numbers)
    _server(place, *known, called, numbers)
    return place, [*called, *numbers]


def _authority(place: CertificatePlace) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None:
    """The authority that there is."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    if not (place.authority.exists() and place.authority_key.exists()):
        return None
    key = serialization.load_pem_private_key(place.authority_key.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise NoCertificate(say("{file} is no key of ours.", file=place.authority_key))
    return x509.load_pem_x509_certificate(place.authority.read_bytes()), key


def is_worn(authority: x509.Certificate) -> bool:
    """Whether another authority should take its place: it may speak for anybody, as our first ones could, or ends soon."""
    return not _permitted(authority) or authority.not_valid_after_utc - datetime.now(UTC) < SOON


def permits(authority: x509.Certificate, name: str) -> bool:
    """Whether an authority may speak for a name or a number."""
    permitted = _permitted(authority)
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        ends = [each.value for each in permitted if isinstance(each.value, str)]
        return not permitted or any(name == end or name.endswith(f".{end}") for end in ends)
    networks = [each.value for each in permitted if not isinstance(each.value, str)]
    return not permitted or any(number in network for network in networks if network.version == number.version)


def _permitted(authority: x509.Certificate) -> list[x509.GeneralName]:
    """What an authority may speak for; nothing is written in one that may speak for everybody."""
    from cryptography import x509

    try:
        found = authority.extensions.get_extension_for_class(x509.NameConstraints)
    except x509.ExtensionNotFound:
        return []
    return list(found.value.permitted_subtrees or ())


def _may_speak_for(called: list[str], numbers: list[str]) -> x509.NameConstraints:
    from cryptography import x509

    private = [ipaddress.ip_network(each) for each in PRIVATE]
    own = [ipaddress.ip_address(each) for each in numbers]
    others = [ipaddress.ip_network(each) for each in own if not any(each in one for one in private)]
    return x509.NameConstraints(
        [*map(x509.DNSName, called), *map(x509.IPAddress, (*private, *others))], excluded_subtrees=None
    )


def _new_authority(
    place: CertificatePlace, called: list[str], numbers: list[str]
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """An authority with a key of its own; the key of the one before is gone, and with it all that could be done by it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(x509.NameOID.COMMON_NAME, f"Arrowswitch on {socket.gethostname().split('.')[0][:40]}")]
    )
    now = datetime.now(UTC) - timedelta(days=1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + TWO_YEARS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(_may_speak_for(called, numbers), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(place.authority_key, key)
    place.authority.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return made, key


def _server(
    place: CertificatePlace,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    called: list[str],
    numbers: list[str],
) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC) - timedelta(days=1)
    end = min(now + SEASON, authority.not_valid_after_utc)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, called[0])])
    good_for = [*map(x509.DNSName, called), *(x509.IPAddress(ipaddress.ip_address(number)) for number in numbers)]
    made = (
        x509.CertificateBuilder(authority.subject, name, key.public_key(), x509.random_serial_number(), now, end)
        .add_extension(x509.SubjectAlternativeName(good_for), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
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


def trusted(folder: Path) -> bytes:
    """What phones have installed; empty if there is nothing yet."""
    file = CertificatePlace(folder).authority
    return file.read_bytes() if file.exists() else b""


def ready(folder: Path) -> CertificatePlace:
    """The certificate to serve with; renewed if its time is nearly over or this computer has another number now.

    The authority stays as it is until its end: phones must not stand before a closed door because of a start. What it may
    not speak for is left out; `advice` says what to do.
    """
    from cryptography import x509

    place = CertificatePlace(folder)
    known = _authority(place)
    if known is None or not all(file.exists() for file in (place.server, place.server_key)):
        raise NoCertificate(say("There is no certificate yet. Make one: arrowswitch certificate"))
    authority, key = known
    if authority.not_valid_after_utc < datetime.now(UTC):
        raise NoCertificate(
            say("The club's certificate has ended. Make another, and install it on the phones: arrowswitch certificate")
        )
    made = x509.load_pem_x509_certificate(place.server.read_bytes())
    good_for = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    called = good_for.get_values_for_type(x509.DNSName)
    numbers = [str(each) for each in good_for.get_values_for_type(x509.IPAddress)]
    wished = [[each for each in both if permits(authority, each)] for both in names()]
    nearly_over = made.not_valid_after_utc - datetime.now(UTC) < timedelta(days=30)
    can_be_longer = made.not_valid_after_utc < authority.not_valid_after_utc
    if (nearly_over and can_be_longer) or not {*called, *numbers} >= {*wished[0], *wished[1]}:
        both = (list(dict.fromkeys([*old, *new])) for old, new in zip((called, numbers), wished, strict=True))
        _server(place, authority, key, *both)
    return place


def advice(folder: Path) -> Sentence | None:
    """What to do about an authority before it is a trouble; nothing if all is well."""
    known = _authority(CertificatePlace(folder))
    if known is None or not is_worn(known[0]):
        missing = [each for both in names() for each in both if known and not permits(known[0], each)]
        return say(NOT_CALLED, names=", ".join(missing)) if missing else None
    if not _permitted(known[0]):
        return say(TOO_MIGHTY)
    return say(ENDS_SOON, date=known[0].not_valid_after_utc.date())


NOT_CALLED = say(
    "The club's certificate is not for {names}. To be called so by phones, make another and install it on them: "
    "arrowswitch certificate"
)
TOO_MIGHTY = say(
    "The club's certificate is of an older kind, with which its thief could speak for any site. When there is time, make "
    "another and install it on the phones: arrowswitch certificate"
)
ENDS_SOON = say(
    "The club's certificate ends on {date}. When there is time, make another and install it on the phones: "
    "arrowswitch certificate"
)
