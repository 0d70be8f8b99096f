"""A mail server for the tests: it speaks SMTP over a real socket, keeps what it was given, and misbehaves when told to."""

from __future__ import annotations

import base64
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast

HOLD = 20.0
"""Seconds that a server which does not answer keeps silent, unless the test ends before."""


@dataclass
class Post:
    """What a server was given, and how it behaves: codes to answer with, and where it falls silent or hangs up."""

    port: int = 0
    name: str = ""
    password: str = ""
    refuses: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By what is said: RCPT, or an address, or END after the letters of a mail."""
    silent_at: str = ""
    """RCPT, or END: it has the mail and never says so."""
    hangs_up_at: str = ""
    hangs_up_on: str = ""
    """An address at which it goes away without a word."""
    mails: list[EmailMessage] = field(default_factory=list)
    envelopes: list[tuple[str, str]] = field(default_factory=list)
    visits: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    given: threading.Event = field(default_factory=threading.Event)
    """Set when the letters of a mail are there."""


class Counter(socketserver.StreamRequestHandler):
    """One conversation."""

    def say(self, code: int, words: str) -> None:
        self.wfile.write(f"{code} {words}\r\n".encode())
        self.wfile.flush()

    def handle(self) -> None:
        post, context = cast("Window", self.server).post, cast("Window", self.server).context
        post.visits += 1
        self.say(220, "tests ready")
        sender = to = ""
        while line := self.rfile.readline().decode("utf-8", "replace").strip():
            word = line.split()[0].upper()
            if post.silent_at == word:
                post.over.wait(HOLD)
                return
            if post.hangs_up_at == word:
                return
            if word in post.refuses:
                self.say(*post.refuses[word])
            elif word == "EHLO":
                tls = context is not None and not isinstance(self.request, ssl.SSLSocket)
                offers = ["tests", *(["STARTTLS"] if tls else []), *(["AUTH PLAIN"] if post.name else [])]
                for each in offers[:-1]:
                    self.wfile.write(f"250-{each}\r\n".encode())
                self.say(250, offers[-1])
            elif word == "STARTTLS" and context:
                self.say(220, "go ahead")
                self.request = context.wrap_socket(self.request, server_side=True)
                self.setup()
            elif word == "AUTH":
                wanted = f"\0{post.name}\0{post.password}".encode()
                good = base64.b64decode(line.split()[2]) == wanted
                self.say(235, "welcome") if good else self.say(535, "who are you?")
            elif word == "MAIL":
                sender = line.partition("<")[2].partition(">")[0]
                self.say(250, "ok")
            elif word == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
                if to == post.hangs_up_on:
                    return
                self.say(*post.refuses.get(to, (250, "ok")))
            elif word == "DATA":
                self.say(354, "go on")
                if not self.letters(post, sender, to):
                    return
            elif word == "QUIT":
                self.say(221, "bye")
                return
            else:
                self.say(250, "ok")

    def letters(self, post: Post, sender: str, to: str) -> bool:
        """Reads a mail to its end; whether the conversation goes on."""
        if post.hangs_up_at == "LETTERS":
            return False
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return False
            lines.append(line[1:] if line.startswith(b".") else line)
        if "END" in post.refuses:
            self.say(*post.refuses["END"])
            return True
        post.envelopes.append((sender, to))
        post.mails.append(cast(EmailMessage, message_from_bytes(b"".join(lines), policy=policy.default)))
        post.given.set()
        if post.silent_at == "END":
            post.over.wait(HOLD)
            return False
        if post.hangs_up_at == "END":
            return False
        self.say(250, "taken")
        return True


class Window(socketserver.ThreadingTCPServer):
    """The socket, with what it is given."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, post: Post, context: ssl.SSLContext | None) -> None:
        super().__init__(("127.0.0.1", post.port), Counter)
        self.post, self.context = post, context


@contextmanager
def open_post(post: Post | None = None, context: ssl.SSLContext | None = None) -> Iterator[Post]:
    """A mail server until the block ends, at a free port or again at the one that it had."""
    post = post or Post()
    post.over.clear()
    with Window(post, context) as window:
        post.port = window.server_address[1]
        thread = threading.Thread(target=window.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield post
        finally:
            post.over.set()
            window.shutdown()
            thread.join()
