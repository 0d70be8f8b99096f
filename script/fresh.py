"""What `script/fresh` does. A clone of what is committed, in an empty folder; a home with nothing in it; a PATH of Python, git and
the plainest tools; fontconfig that knows one wide font. There `script/test` runs. Then, in a second clone, `script/server`
is set up and opened with the network taken away, and asked for its first page, all that belongs to it, and a PDF.

How pip finds packages on this machine is passed on; nothing else is. Only the standard library is used.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, OpenerDirector, ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parent.parent
TOOLS = (
    *("sh", "env", "id", "uname", "date", "sleep", "true", "false", "test", "expr", "printf", "pwd", "git"),
    *("cat", "cksum", "head", "tail", "cut", "tr", "sort", "uniq", "wc", "tee", "sed", "grep", "find", "xargs"),
    *("cp", "mv", "rm", "ln", "ls", "mkdir", "mktemp", "chmod", "touch", "dirname", "basename", "readlink", "realpath"),
)
PASSED_ON = ("PIP_", "SSL_CERT", "REQUESTS_CA", "WORKERS")
PROXIES = ("http_proxy", "https_proxy", "no_proxy", "all_proxy")
PIP_FILES = (".config/pip/pip.conf", ".pip/pip.conf", "Library/Application Support/pip/pip.conf")
WITHOUT_NETWORK = (["-n"], ["-r", "-n"])
"""How `unshare` may run a command where there is no network: as root, or as anybody where the machine allows it."""
GUARD = """import sys
def only_this_computer(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple) and args[1][0] not in ("127.0.0.1", "::1", "localhost"):
        raise OSError("There is no network.")
sys.addaudithook(only_this_computer)
"""
"""Where the machine does not allow that, Python itself refuses every address that is not this computer's own."""
PATIENCE = 180


class NotFresh(Exception):  # noqa: N818 - said to a person
    """Something that a stranger would stumble over."""


def say(text: str) -> None:
    print(f"fresh: {text}", flush=True)


# -- the machine ------------------------------------------------------------------------------------------------------


def machine(place: Path) -> dict[str, str]:
    """The environment of a machine with nothing on it but Python and git."""
    tools, home = place / "bin", place / "home"
    tools.mkdir()
    home.mkdir()
    for name in TOOLS:
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    python = getattr(sys, "_base_executable", sys.executable)  # in a virtual environment, the one that made it
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
    (tools / "python3").chmod(0o755)
    given = {name: value for name, value in os.environ.items() if name.startswith(PASSED_ON) or name.lower() in PROXIES}
    settings = next((Path.home() / name for name in PIP_FILES if (Path.home() / name).exists()), None)
    if settings and "PIP_CONFIG_FILE" not in given:
        given["PIP_CONFIG_FILE"] = str(settings)
    return {**given, "PATH": str(tools), "HOME": str(home), "LANG": "C.UTF-8", "PIP_NO_CACHE_DIR": "1"}


def clone(place: Path, name: str) -> Path:
    """A clone of what is committed."""
    folder = place / name
    run(["git", "clone", "--quiet", str(ROOT), str(folder)], cwd=place)
    return folder


def run(command: list[str], **how: object) -> None:
    """Runs a command that must do well."""
    done = subprocess.run(command, check=False, **how)  # type: ignore[call-overload]
    if done.returncode:
        raise NotFresh(f"{' '.join(command)} ended with {done.returncode}.")


def browser() -> str:
    """The browser for the page tests: it is found, or installed, or the reason why not is printed."""
    found = subprocess.run(
        ["sh", "-c", '. script/chromium && echo "$CHROMIUM"'], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if found.returncode:
        raise NotFresh("There is no browser for the page tests.")
    return found.stdout.strip().splitlines()[-1]


# -- the server, without a network ------------------------------------------------------------------------------------


def cut_off(place: Path) -> tuple[list[str], dict[str, str]]:
    """What to put before a command and into its environment so that it has no network."""
    unshare = shutil.which("unshare")
    for how in WITHOUT_NETWORK if unshare else ():
        way = [str(unshare), *how]
        if subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0:
            return way, {}
    guard = place / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD)
    return [], {"PYTHONPATH": str(guard)}


def open_loopback() -> None:
    """In a place without a network even this computer's own address must be switched on first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        request = struct.pack("16sh14s", b"lo", 0x1 | 0x40, b"")
        fcntl.ioctl(probe, 0x8914, request)  # SIOCSIFFLAGS: up and running


def is_cut_off() -> bool:
    """Whether no way leads out of here."""
    try:
        socket.create_connection(("192.0.2.1", 80), timeout=3).close()
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


def look_at_the_server(folder: Path, own_network: bool) -> None:
    """Opens the server of a clone and asks for what a visitor asks for. Runs where there is no network."""
    if own_network:
        open_loopback()
        if not is_cut_off():
            raise NotFresh("The network is still there.")
    port = free_port()
    server = subprocess.Popen(
        ["script/server", "--demo", "--port", str(port), "--data", str(folder / "var")],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
        if not found:
            raise NotFresh("script/server did not say where it is open.")
        visit(found.group())
        os.killpg(server.pid, signal.SIGINT)
        if server.wait(PATIENCE):
            raise NotFresh(f"script/server ended with {server.returncode}.")
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def visit(home: str) -> None:
    """A visit: the first page with its styles, fonts and scripts; into the room as director; a print."""
    jar = CookieJar()
    visitor = build_opener(HTTPCookieProcessor(jar), ProxyHandler({}))
    page = fetch(visitor, home, "text/html").decode()
    if "Look round as director" not in page:
        raise NotFresh("The first page does not let a visitor in.")
    belongings = sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)))
    fonts = set()
    for each in belongings:
        body = fetch(visitor, urljoin(home, each))
        if each.endswith(".css"):
            fonts |= {
                urljoin(home, urljoin(each, font)) for font in re.findall(r'url\("([^"]+\.woff2)"\)', body.decode())
            }
    for font in sorted(fonts):
        if not fetch(visitor, font, "font/woff2").startswith(b"wOF2"):
            raise NotFresh(f"{font} is not a font.")
    if not fonts or not any(each.endswith(".js") for each in belongings):
        raise NotFresh("The first page has no fonts or no scripts.")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    into = re.search(r'formaction="([^"]+)"', page)
    if not token or not into:
        raise NotFresh("The first page has no door.")
    form = urlencode({"csrfmiddlewaretoken": token.group(1), "role": "director"}).encode()
    room = fetch(visitor, urljoin(home, into.group(1).replace("&amp;", "&")), "text/html", form).decode()
    if not re.search(r"Round \d+ of \d+", room):
        raise NotFresh("The room does not say which round it is.")
    pdf = fetch(visitor, urljoin(home, "movement/print/table-cards.pdf?family=mitchell&tables=5"), "application/pdf")
    if not pdf.startswith(b"%PDF") or b"AtkinsonHyperlegibleNext" not in pdf:
        raise NotFresh("The print is not a PDF in our own fonts.")


def fetch(visitor: OpenerDirector, address: str, kind: str = "", form: bytes | None = None) -> bytes:
    """What an address answers; it must be of this kind."""
    began = time.monotonic()
    with visitor.open(address, form, timeout=PATIENCE) as answer:
        body = bytes(answer.read())
        given = answer.headers["content-type"]
    say(f"  {given.partition(';')[0]:<24} {len(body):>9,} bytes {time.monotonic() - began:6.2f} s  {address}")
    if kind and not given.startswith(kind):
        raise NotFresh(f"{address} answers with {given}, not {kind}.")
    return body


# -- all of it --------------------------------------------------------------------------------------------------------


def try_tests(place: Path, environment: dict[str, str], arguments: list[str]) -> None:
    say("a browser for the page tests is looked for")
    chromium = browser()
    folder = clone(place, "tested")
    wide = {"FONTCONFIG_FILE": str(folder / "tests" / "data" / "wide" / "fonts.conf"), "CHROMIUM": chromium}
    say(f"script/test {' '.join(arguments)} in {folder}, with {chromium}")
    run(["script/test", *arguments], cwd=folder, env={**environment, **wide})


def try_server(place: Path, environment: dict[str, str]) -> None:
    folder = clone(place, "served")
    say(f"script/setup run in {folder}")
    run(["script/setup", "run"], cwd=folder, env=environment)
    before, more = cut_off(place)
    say(f"script/server without a network: {' '.join(before) or 'Python refuses addresses of other computers'}")
    own = ["--own-network"] if before else []
    inside = [sys.executable, str(ROOT / "script" / "fresh.py"), "--look", str(folder), *own]
    run([*before, *inside], cwd=folder, env={**environment, **more})


def main() -> int:
    asked = argparse.ArgumentParser(
        prog="script/fresh", description="Tries the project on a machine with nothing on it."
    )
    asked.add_argument("--no-tests", action="store_true", help="only the server")
    asked.add_argument("--no-server", action="store_true", help="only the tests")
    asked.add_argument("--keep", action="store_true", help="leave the folder there, to look into it")
    asked.add_argument("--look", type=Path, help=argparse.SUPPRESS)
    asked.add_argument("--own-network", action="store_true", help=argparse.SUPPRESS)
    options, arguments = asked.parse_known_args()
    place = None
    began = time.monotonic()
    try:
        if options.look:
            look_at_the_server(options.look, options.own_network)
            return 0
        if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=False).stdout:
            say("what is not committed is not tried")
        place = Path(tempfile.mkdtemp(prefix="fresh-"))
        environment = machine(place)
        say(f"an empty machine in {place}: PATH has python3, git and plain tools; passed on: {names(environment)}")
        if not options.no_tests:
            try_tests(place, environment, arguments)
        if not options.no_server:
            try_server(place, environment)
    except (NotFresh, OSError) as trouble:
        say(f"NOT GOOD: {trouble}")
        return 1
    finally:
        if place and not options.keep:
            shutil.rmtree(place, ignore_errors=True)
    say(f"good, after {time.monotonic() - began:.0f} s")
    return 0


def names(environment: dict[str, str]) -> str:
    own = ("PATH", "HOME", "LANG", "PIP_NO_CACHE_DIR")
    return ", ".join(sorted(name for name in environment if name not in own)) or "nothing"


if __name__ == "__main__":
    sys.exit(main())
