"""A desk without a browser: signs in to a server and talks JSON with it."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from arrowswitch.words import say

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class CannotReach(Exception):  # noqa: N818 - said to a person
    """The server does not do what was asked; the sentence says what happened."""


class RemoteDesk:
    """Somebody at the desk of a server."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        if not parts.hostname:
            raise CannotReach(say("“{address}” is not an address.", address=address))
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.connection = kind(parts.hostname, parts.port, timeout=60)
        self.cookies: dict[str, str] = {}
        self.token = ""

    def sign_in(self, name: str, password: Callable[[], str]) -> None:
        """As the director of a demonstration, else by name and password."""
        status, page = self._send("GET", "sign-in/")
        found = TOKEN.search(page)
        if status != 200 or not found:
            raise CannotReach(say("There is no club at {address} to sign in to.", address=self.origin))
        self.token = found.group(1)
        if not name:
            status, _ = self._form("look-round/", {"role": "director"})
            if status != 302:
                raise CannotReach(say("This is a real club: say with --name which account to sign in with."))
            return
        status, _ = self._form("sign-in/", {"name": name, "password": password()})
        if status != 302:
            raise CannotReach(say("The name and the password do not belong together."))

    def _form(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields})
        return self._send("POST", path, body, "application/x-www-form-urlencoded")

    def post(self, path: str, value: Any) -> dict[str, Any]:
        """Sends JSON and gives what is answered, be it good or a refusal."""
        status, text = self._send("POST", path, json.dumps(value), "application/json")
        return self._read(status, text)

    def get(self, path: str) -> dict[str, Any]:
        """What the server says of something."""
        return self._read(*self._send("GET", path))

    def _read(self, status: int, text: str) -> dict[str, Any]:
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise CannotReach(say("The server answered with status {status}.", status=status))
        return answer

    def _send(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str]:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Origin": self.origin,
            **({"Content-Type": kind} if kind else {}),
            **({"X-CSRFToken": self.cookies.get("csrftoken", "")} if method == "POST" else {}),
        }
        try:
            try:
                answer, text = self._ask(method, path, body, headers)
            except (
                ConnectionError,
                http.client.HTTPException,
            ):  # an idle line is cut; a command sent twice is done once
                self.connection.close()
                answer, text = self._ask(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            reason = str(error) or type(error).__name__
            raise CannotReach(
                say("{address} does not answer ({reason}).", address=self.origin, reason=reason)
            ) from None
        for value in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(value).items():
                self.cookies[name] = morsel.value
        return answer.status, text

    def _ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[http.client.HTTPResponse, str]:
        self.connection.request(method, f"/{path}", body.encode() or None, headers)
        answer = self.connection.getresponse()
        return answer, answer.read().decode("utf-8", "replace")
