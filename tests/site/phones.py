"""Phones for the tests: a server that can be killed and started again at the same address, a desk in another process, and
browsers of a phone's size which count their taps."""

from __future__ import annotations

import itertools
import json
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from browsing import ARGUMENTS, PATIENCE, WIDE, WITHOUT_OUR_FONTS, executable
from clubs import line
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from site_server import environment
from writer import writer

from arrowswitch.session import Act, Actor, Command
from arrowswitch.site.data_folder import storage
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads.joining import codes
from arrowswitch.site.pads.pins import pin_of
from arrowswitch.site.work import memory

SMALL = {"width": 360, "height": 640}
LOST = ("Failed to load resource", "Failed to fetch", "net::ERR", "An unknown error occurred when fetching the script")
"""What the browser notes when the network is gone or a phone was taken off; everything else is a fault."""
_count = itertools.count(1)


def codes_of(session: int) -> dict[int, str]:
    """The six letters of each table."""
    return {each.table: each.code for each in codes(Session.objects.get(pk=session), store.state(session))}


def numbers_of(session: int, folder: str) -> dict[int, str]:
    """The four figures of each pair, as the server of a data folder works them out."""
    pairs = store.state(session).sections["A"].movement.contestants
    with override_settings(SECRET_KEY=storage.secret_key(Path(folder))):
        return {pair: pin_of(session, "A", pair) for pair in pairs}


def free_port() -> int:
    """A port below those that the system gives to whoever calls out, so that nobody takes it while a server is down."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


class Server:
    """`arrowswitch serve` at one address, which can be killed."""

    def __init__(self, folder: str, host: str = "127.0.0.1") -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://{host}:{self.port}"
        """As the phones know it."""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        command = [sys.executable, "-m", "arrowswitch", "serve", "--port", str(self.port), "--data", self.folder]
        self.process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL)
        for _ in range(1200):
            try:
                urlopen(f"http://127.0.0.1:{self.port}/t/", timeout=60).read()
            except OSError:
                assert self.process.poll() is None
                time.sleep(0.1)
            else:
                return
        raise AssertionError("The server does not answer.")

    def kill(self) -> None:
        """Ends it without a word, as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


ONCE_KEPT = """() => new Promise((done) => {
  indexedDB.open("arrowswitch-pad").onsuccess = ({ target }) => {
    target.result.transaction("told").objectStore("told").get("draft").onsuccess = () => {
      target.result.close();
      done();
    };
  };
})"""


def once_kept(page: Page) -> None:
    """Waits until what was tapped is on disk: a database reads only when what was written before is."""
    page.evaluate(ONCE_KEPT)


@dataclass
class DeskBeside:
    """The director, who writes in another process."""

    process: subprocess.Popen[str]

    def do(self, act: Act, **more: object) -> None:
        """Gives a command that must be granted."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        command = Command(f"desk-{next(_count)}", Actor("director", "Ann"), timezone.now(), act, **more)  # type: ignore[arg-type]
        self.process.stdin.write(line(command))
        self.process.stdin.flush()
        assert self.process.stdout.readline().startswith("ok")


@dataclass
class Phone:
    """A phone at a table."""

    context: BrowserContext
    page: Page
    faults: list[str]
    sent: list[str] = field(default_factory=list)
    """The bodies of what it has sent."""
    taps: int = 0

    def tap(self, *names: str) -> None:
        """Touches keys by their names, one after the other, each when the one before has had its effect."""
        for name in names:
            before = self.page.evaluate("window.clicks ?? 0")
            self.page.tap(f"#{name}")
            self.page.wait_for_function(
                "before => (window.clicks ?? 0) > before", arg=before
            )  # it comes after the finger
            self.taps += 1

    def enter(self, board: int, contract: str, declarer: str, lead: str, over: int) -> int:
        """Enters a board up to the agreement, and says how many taps that took."""
        before = self.taps
        self.tap(f"b-{board}")
        self.bid(contract, declarer, lead, over)
        self.tap("agree")
        return self.taps - before

    def bid(self, contract: str, declarer: str, lead: str, over: int) -> None:
        """From the contract to the result."""
        self.tap(f"k-{contract[:2]}")
        if contract.endswith("X"):
            self.tap(f"k-x{contract.count('X')}")
        self.tap(f"k-{declarer}")
        self.tap(f"lead-{lead[0]}", f"k-{lead}")
        self.tap(f"k-r{over}")

    def shows(self, text: str) -> None:
        """Waits until something can be read on it."""
        expect(self.page.locator("#pad")).to_contain_text(text)

    @property
    def height(self) -> tuple[int, int, int]:
        """How high and wide what it shows is, and how high the window is."""
        return tuple(  # type: ignore[return-value]
            self.page.evaluate(
                "[document.documentElement.scrollHeight, document.documentElement.scrollWidth, innerHeight]"
            )
        )


@dataclass
class Room:
    """A server, a desk and phones."""

    server: Server
    desk: DeskBeside
    browser: Browser
    codes: dict[int, str]
    numbers: dict[int, str]
    """Of the pairs."""
    phones: list[Phone] = field(default_factory=list)

    def join(self, table: int, choose: str = "", size: dict[str, int] | None = None) -> Phone:
        """A new phone joins a table; `choose` is the side or the pair with which it goes."""
        context = self.browser.new_context(viewport=size or SMALL, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
        context.add_init_script("addEventListener('click', () => { window.clicks = (window.clicks ?? 0) + 1; })")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        phone = Phone(context, page, [])
        page.on("pageerror", lambda error: phone.faults.append(str(error)))
        page.on("console", lambda said: phone.faults.append(said.text) if is_fault(said.type, said.text) else None)
        page.on("request", lambda asked: phone.sent.append(asked.post_data or "") if "/pad/send" in asked.url else None)
        self.phones.append(phone)
        page.goto(f"{self.server.address}/t/{self.codes[table]}/")
        self.choose(page, choose)
        page.wait_for_selector("#call")
        return phone

    def choose(self, page: Page, holder: str) -> None:
        """Says who holds the phone: the table, a side of it, or a pair."""
        form = page.locator("#goes" if holder.isdigit() else "#stays")
        if holder and form.locator("summary").count():
            form.locator("summary").click()
        if holder.isdigit():
            form.locator(f"input[value='{holder}']").check()
            form.locator("#number").fill(self.numbers[int(holder)])
            page.click("#it-goes")
        else:
            page.click(f"button[value='{holder}']" if holder else "#it-stays")


def is_fault(kind: str, text: str) -> bool:
    return kind in ("error", "warning") and not any(each in text for each in LOST)


@contextmanager
def room(session: int, place: dict[str, str], host: str = "127.0.0.1", *, bare: bool = False) -> Iterator[Room]:
    """A room in which a session is played. The database is looked at before and after, not during.

    Phones may know the server by another address, as in a club, where browsers keep back what they give to their own
    computer and to https. Bare phones have one wide font, and ours do not come.
    """
    letters, numbers = codes_of(session), numbers_of(session, place["ARROWSWITCH_DATA"])
    server = Server(place["ARROWSWITCH_DATA"], host)
    server.start()
    with ExitStack() as stack:
        stack.callback(server.kill)
        desk = writer(session, **place)
        stack.callback(desk.kill)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=executable(),
            args=[
                *ARGUMENTS,
                f"--host-resolver-rules=MAP {host} 127.0.0.1",
                *([WITHOUT_OUR_FONTS] if bare else []),
            ],
            env=WIDE if bare else None,
        )
        made = Room(server, DeskBeside(desk), browser, letters, numbers)
        try:
            yield made
        except BaseException as problem:
            for phone in made.phones:
                problem.add_note(f"A phone shows: {phone.page.inner_text('body')!r}; faults: {phone.faults}")
            raise
        browser.close()
    memory.forget_all()
    noted = [fault for phone in made.phones for fault in phone.faults]
    assert [fault for fault in noted if not (bare and "preload" in fault)] == []


def messages(phone: Phone) -> list[dict[str, object]]:
    """Every message that a phone has sent."""
    return [message for body in phone.sent for message in json.loads(body)["messages"]]
