"""The club's own certificate: a client that trusts the club's authority gets in by https, others do not; keys are kept
close."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from site_server import arrowswitch, environment

from arrowswitch.site import certificates


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
    assert answer.returncode == 1
    assert "Make one: arrowswitch certificate" in answer.stderr


def test_a_renewed_certificate_needs_nothing_new_on_the_phones(tmp_path: Path) -> None:
    place, _ = certificates.make(tmp_path, ("desk.club.example",))
    authority, server = place.authority.read_bytes(), place.server.read_bytes()
    certificates.ready(tmp_path)
    assert place.server.read_bytes() == server
    certificates.make(tmp_path)
    assert place.authority.read_bytes() == authority
    assert place.server.read_bytes() != server
