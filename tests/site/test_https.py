"""The club's own certificate: a client that trusts the club's authority gets in by https, others do not; keys are kept
close."""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from site_server import arrowswitch, environment

from arrowswitch.site.serving import certificates


def test_one_command_and_phones_that_trust_the_club_use_https(tmp_path: Path) -> None:
    made = arrowswitch("certificate", "--data", str(tmp_path), "--name", "desk.club.example")
    assert made.returncode == 0, made.stderr
    assert "desk.club.example" in made.stdout
    for file in ("club.key", "server.key"):
        assert (tmp_path / "certificate" / file).stat().st_mode & 0o777 == 0o600
    authority = tmp_path / "certificate" / "club.crt"
    server = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "serve", "--port", "0", "--https", "--data", str(tmp_path)],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = re.search(r"https://127.0.0.1:\d+/", server.stdout.readline())
        assert found
        trusting = ssl.create_default_context(cafile=str(authority))
        with urlopen(f"{found.group()}t/", timeout=60, context=trusting) as answer:
            assert "Join a table" in answer.read().decode()
            assert "secure" in answer.headers["Set-Cookie"].lower()
        with urlopen(f"{found.group()}club-certificate.crt", timeout=60, context=trusting) as answer:
            assert answer.read() == authority.read_bytes()
            assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        port = int(found.group().rsplit(":", 1)[1].strip("/"))
        with (
            socket.create_connection(("127.0.0.1", port), timeout=30) as plain,
            trusting.wrap_socket(plain, server_hostname="desk.club.example"),
        ):
            pass
        with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urlopen(f"{found.group()}t/", timeout=60, context=ssl.create_default_context())
    finally:
        server.kill()
        server.wait(10)


def test_without_a_certificate_https_says_what_to_do(tmp_path: Path) -> None:
    answer = arrowswitch("serve", "--port", "0", "--https", "--data", str(tmp_path))
    assert answer.returncode == 2
    assert "Make one: arrowswitch certificate" in answer.stderr


def test_a_renewed_certificate_needs_nothing_new_on_the_phones(tmp_path: Path) -> None:
    place, _ = certificates.make(tmp_path, ("desk.club.example",))
    authority, server = place.authority.read_bytes(), place.server.read_bytes()
    certificates.ready(tmp_path)
    assert place.server.read_bytes() == server
    certificates.make(tmp_path)
    assert place.authority.read_bytes() == authority
    assert place.server.read_bytes() != server


# -- what the authority may do ----------------------------------------------------------------------------------------


def read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def taken(place: certificates.CertificatePlace, name: str) -> bool:
    """Whether somebody who trusts the club's authority takes this server for the one of that name."""
    here, there = socket.socketpair()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(place.server, place.server_key)
    answering = threading.Thread(target=lambda: _shake(server, there))
    answering.start()
    try:
        ssl.create_default_context(cafile=str(place.authority)).wrap_socket(here, server_hostname=name).close()
    except ssl.SSLCertVerificationError:
        return False
    else:
        return True
    finally:
        here.close()
        answering.join(30)


def _shake(server: ssl.SSLContext, line: socket.socket) -> None:
    try:
        server.wrap_socket(line, server_side=True).close()
    except OSError:  # whoever came has gone
        line.close()


def forged(place: certificates.CertificatePlace, *names: str) -> None:
    """A certificate for names of somebody else, signed with the stolen key of the club."""
    numbers = [name for name in names if name[0].isdigit()]
    known = certificates._authority(place)
    assert known
    certificates._server(place, *known, [name for name in names if name not in numbers] or ["localhost"], numbers)


def test_the_authority_can_speak_for_nobody_but_this_computer_on_a_private_network(tmp_path: Path) -> None:
    place, good_for = certificates.make(tmp_path, ("desk.club.example", "203.0.113.7"))
    assert all(taken(place, name) for name in good_for)
    for number in ("192.168.1.77", "10.9.8.7", "172.16.0.1"):  # the club's computer in another network
        forged(place, number)
        assert taken(place, number)
    for name in ("bank.example", "club.example", "8.8.8.8", "203.0.113.8", "172.32.0.1"):
        forged(place, name)
        assert not taken(place, name)


def test_the_authority_is_good_for_two_years_and_no_certificate_outlives_it(tmp_path: Path) -> None:
    place, _ = certificates.make(tmp_path)
    authority, server = read(place.authority), read(place.server)
    assert authority.not_valid_after_utc - authority.not_valid_before_utc == timedelta(days=730)
    assert server.not_valid_after_utc - server.not_valid_before_utc <= timedelta(days=397)
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    older(place, days=100, bound=True)
    certificates.make(tmp_path)
    assert read(place.server).not_valid_after_utc <= read(place.authority).not_valid_after_utc


def older(place: certificates.CertificatePlace, *, days: int, bound: bool) -> None:
    """Puts an authority in place that ends in so many days and may speak for anybody, as the first ones could, or not."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Arrowswitch on desk")])
    now = datetime.now(UTC)
    numbers = (now - timedelta(days=400), now + timedelta(days=days))
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), *numbers)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    made = made.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    if bound:
        made = made.add_extension(certificates._may_speak_for(*certificates.names()), critical=True)
    signed = made.sign(key, hashes.SHA256())
    place.authority.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    certificates._write_key(place.authority_key, key)
    certificates._server(place, signed, key, *certificates.names())


@pytest.mark.parametrize(
    ("days", "bound", "said"), [(3000, False, "of an older kind"), (40, True, "certificate ends on 20")]
)
def test_a_worn_authority_serves_on_with_a_word_until_another_is_asked_for(
    tmp_path: Path, days: int, bound: bool, said: str
) -> None:
    place, _ = certificates.make(tmp_path)
    assert certificates.advice(tmp_path) is None
    older(place, days=days, bound=bound)
    before, key = place.authority.read_bytes(), place.authority_key.read_bytes()
    certificates.ready(tmp_path)
    assert place.authority.read_bytes() == before  # phones that trust it come in tonight
    assert taken(place, "localhost")
    assert said in str(certificates.advice(tmp_path))
    done = arrowswitch("certificate", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "It is a new one: phones that had the one before install this too" in done.stdout
    assert "It is a new one" not in arrowswitch("certificate", "--data", str(tmp_path)).stdout
    assert place.authority.read_bytes() != before
    assert key not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert certificates.advice(tmp_path) is None
    assert taken(place, "localhost")


def test_an_authority_that_has_ended_is_said_before_the_phones_find_out(tmp_path: Path) -> None:
    place, _ = certificates.make(tmp_path)
    older(place, days=-1, bound=True)
    answer = arrowswitch("serve", "--port", "0", "--https", "--data", str(tmp_path))
    assert (answer.returncode, answer.stderr) == (
        2,
        "The club's certificate has ended. Make another, and install it on the phones: arrowswitch certificate\n",
    )


def test_a_name_that_the_authority_may_not_speak_for_needs_another_and_is_left_out_until_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, _ = certificates.make(tmp_path)
    before = place.authority.read_bytes()
    monkeypatch.setattr(socket, "gethostname", lambda: "another-desk")
    certificates.ready(tmp_path)
    assert place.authority.read_bytes() == before
    assert taken(place, "localhost")  # one wrong name would spoil the whole certificate
    assert not taken(place, "another-desk.local")
    assert "is not for another-desk, another-desk.local." in str(certificates.advice(tmp_path))
    certificates.make(tmp_path)
    assert taken(place, "another-desk.local")
    assert certificates.advice(tmp_path) is None
    assert ipaddress.ip_address("127.0.0.1") in read(place.server).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    ).value.get_values_for_type(x509.IPAddress)
