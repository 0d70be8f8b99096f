"""Whether the person who starts the pages sits before a screen with a browser, and opening it there.

A service, a script, a test and somebody at the other end of a line have none; a browser of text would take their terminal.
"""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Mapping
from pathlib import PurePath
from threading import Thread

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
FROM_AFAR = ("SSH_CONNECTION", "SSH_TTY")
OF_TEXT = {"www-browser", "links", "elinks", "lynx", "w3m"}


def has_screen(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether this computer has a screen, and the person is before it.

    >>> has_screen({}, "win32"), has_screen({}, "linux"), has_screen({"DISPLAY": ":0"}, "linux")
    (True, False, True)
    >>> has_screen({"DISPLAY": ":10", "SSH_CONNECTION": "192.0.2.1 5000 192.0.2.2 22"}, "linux")
    False
    """
    if any(environ.get(name) for name in FROM_AFAR):
        return False
    return platform in ("win32", "darwin") or any(environ.get(name) for name in SCREENS)


def found() -> webbrowser.BaseBrowser | None:
    """The browser that this person uses, if it has windows."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    return None if PurePath(getattr(browser, "name", "")).name in OF_TEXT else browser


def show(address: str, environ: Mapping[str, str]) -> None:
    """Opens a page where it can be seen, and does nothing anywhere else; nobody waits for it."""
    if not sys.stdout.isatty() or not has_screen(environ):
        return
    if browser := found():
        Thread(target=browser.open, args=[address], daemon=True).start()
