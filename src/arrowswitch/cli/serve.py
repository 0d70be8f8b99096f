"""`arrowswitch serve`: the club's pages on this computer, and on the phones in the room when it is told to."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrowswitch.cli.browser import show
from arrowswitch.cli.options import refusals
from arrowswitch.words import say

if TYPE_CHECKING:
    import uvicorn

app = typer.Typer(add_completion=False)

HERE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only when the director asks for it


@app.command()
def serve(
    demo: Annotated[bool, typer.Option("--demo", help="Open a made-up club, apart from your own.")] = False,
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    asked_host: Annotated[
        str | None,
        typer.Option("--host", help=f"The address to answer at, {HERE} if nothing is said; 0.0.0.0 lets phones in."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to answer at; 0 takes a free one.")] = 8000,
    https: Annotated[
        bool, typer.Option("--https", help="Answer by https, with the certificate that `certificate` made.")
    ] = False,
    no_browser: Annotated[
        bool,
        typer.Option("--no-browser", help="Do not open the browser of this computer; with --host it is not opened."),
    ] = False,
) -> None:
    """Open the club's pages on this computer."""
    from arrowswitch.site.data_folder import storage
    from arrowswitch.site.start import ready

    host = HERE if asked_host is None else asked_host
    secure: dict[str, Any] = {}
    with refusals(storage.CannotServe):
        if https:
            secure = certificate(storage.prepare(data, demo=False))
        os.environ["ARROWSWITCH_LISTENS"] = host
        proxies = named_proxies()
        listening = listen(host, port)
        folder = storage.prepare(data, demo=demo)
        application = ready(folder, demo=demo)

    import uvicorn

    from arrowswitch.site.serving.connections import protocol

    config = uvicorn.Config(
        application,
        lifespan="off",
        http=protocol(proxies),
        ws="none",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        log_config=None,  # the site's own settings say what is written, and not again and again
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        **secure,
    )
    server = uvicorn.Server(config)
    stop_when_told(server)
    from arrowswitch.site.journal import keeper
    from arrowswitch.site.outbox import worker

    with contextlib.closing(storage.hold(folder)) if not storage.elsewhere() else contextlib.nullcontext():
        looks_after, postman = keeper.start(folder, demo=demo), worker.start()
        port, scheme = listening.getsockname()[1], "https" if https else "http"
        announce(host, port, folder, scheme)
        if asked_host is None and not no_browser:
            show(web_address(host, port, scheme), os.environ)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                server.run(sockets=[listening])
        finally:
            with contextlib.suppress(KeyboardInterrupt):
                postman.end()
                looks_after.end()
    typer.echo(say("Stopped."))


def stop_when_told(server: uvicorn.Server) -> None:
    """From now on a first Ctrl-C only says so, and a second one breaks off; a service that ends us does the same.

    Broken off in the middle of an import, we would leave a lock behind that others wait for.
    """

    def told(*_: object) -> None:
        if server.should_exit:
            raise KeyboardInterrupt
        server.should_exit = True

    signal.signal(signal.SIGTERM, told)
    signal.signal(signal.SIGINT, told)  # also where a script has put the program in the background


def named_proxies() -> list[str]:
    """The proxies that the environment names; what they say of those they speak for is believed, and nobody else."""
    from arrowswitch.site.data_folder.storage import CannotServe
    from arrowswitch.site.serving.network import PROXIES, proxies

    try:
        return list(proxies())
    except ValueError as problem:
        raise CannotServe(
            say(
                "{setting} names {name}, which is no address, network or known name. Write it like 127.0.0.1, 10.1.0.0/16.",
                setting=PROXIES,
                name=problem.args[0],
            )
        ) from None


def certificate(folder: Path) -> dict[str, Any]:
    """What the server needs to answer by https."""
    from arrowswitch.site.data_folder.storage import CannotServe
    from arrowswitch.site.serving.certificates import NoCertificate, advice, ready

    try:
        place = ready(folder)
        if hint := advice(folder):
            typer.echo(hint, err=True)
    except (NoCertificate, OSError, ValueError) as problem:
        raise CannotServe(problem.args[0] if isinstance(problem, NoCertificate) else say(UNREADABLE)) from None
    os.environ["ARROWSWITCH_CERTIFICATE"] = str(place.authority)
    return {"ssl_certfile": str(place.server), "ssl_keyfile": str(place.server_key)}


UNREADABLE = say("The certificate cannot be read. Make another: arrowswitch certificate")


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address, taken before anything else is touched."""
    from arrowswitch.site.data_folder.storage import CannotServe

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise CannotServe(say("There is no address {host} on this computer.", host=host)) from None
    listening = socket.socket(family, kind, protocol)
    if os.name == "posix":  # elsewhere this would let two programs have one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise CannotServe(
            say(REFUSED.get(error.errno or 0, REFUSED[0]), host=host, port=port, reason=error.strerror)
        ) from None
    return listening


REFUSED = {
    errno.EADDRINUSE: say(
        "Port {port} is in use by another program (perhaps Arrowswitch is open already). Choose another with --port."
    ),
    errno.EACCES: say("Port {port} is not allowed for you. Choose one above 1023 with --port."),
    errno.EADDRNOTAVAIL: say("There is no address {host} on this computer."),
    0: say("Nothing can be served at {host}, port {port} ({reason})."),
}


def announce(host: str, port: int, folder: Path, scheme: str = "http") -> None:
    """Prints where the pages are and, when phones may come in, the address and a code to point them at."""
    here = HERE if host in EVERYWHERE else host
    typer.echo(say("Arrowswitch is open at {address}", address=web_address(here, port, scheme)))
    if host in EVERYWHERE:
        from arrowswitch.site.serving.network import network_number

        number = network_number()
        if number:
            address = web_address(number, port, scheme)
            typer.echo(say("On a phone or tablet in the same network: {address}", address=address))
            show_code(address)
        else:
            typer.echo(say("This computer is not on a network, so phones cannot reach it yet."))
    if words := words_for_others(host):
        typer.echo(say("Whoever opens the club from another computer is asked for these words: {words}", words=words))
    typer.echo(say("The data is in {folder}. Ctrl-C stops.", folder=folder))


def words_for_others(host: str) -> str:
    """What the first visit from another computer needs, where there is such a visit to come; else nothing."""
    from arrowswitch.site.serving.network import is_loopback

    behind_proxy = os.environ.get("ARROWSWITCH_HOSTS")
    return os.environ.get("ARROWSWITCH_WORDS", "") if behind_proxy or not is_loopback(host) else ""


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """An address to type.

    >>> web_address("192.168.1.20", 8000), web_address("::1", 80), web_address("desk.local", 443, "https")
    ('http://192.168.1.20:8000/', 'http://[::1]/', 'https://desk.local/')
    """
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{name}/" if port == usual else f"{scheme}://{name}:{port}/"


def show_code(address: str) -> None:
    """A QR code made of text."""
    import segno

    with contextlib.suppress(UnicodeEncodeError):  # a terminal without block characters does without
        segno.make(address, micro=False).terminal(compact=True)
        sys.stdout.flush()
