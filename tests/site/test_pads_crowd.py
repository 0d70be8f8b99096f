"""A hall of phones behind one address joins a real server at once, while somebody at the same address guesses at codes."""

from __future__ import annotations

import contextlib
import http.client
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from nights import a_night, desk_server
from phones import codes_of
from site_server import Served

from arrowswitch.movements import build
from arrowswitch.site.pads.models import Pad

PATIENCE = 300
PHONES = 140
GUESSERS = 12


class Visitor:
    """A browser without a screen."""

    def __init__(self, server: Served) -> None:
        place = urlsplit(server.address)
        self.line = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
        self.cookies: dict[str, str] = {}

    def asks(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The status of an answer, where it leads and what it says."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request("GET" if form is None else "POST", path, urlencode(form) if form else None, headers)
        answer = self.line.getresponse()
        for written in answer.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: each.value for name, each in SimpleCookie(written).items()}
        return answer.status, answer.headers.get("Location") or "", answer.read().decode()

    def sends(self, path: str, **form: str) -> tuple[int, str, str]:
        """A form, with the token of its page."""
        status, _where, page = self.asks(path)
        assert status == 200, (path, status, page[:200])
        token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        return self.asks(path, {"csrfmiddlewaretoken": token, **form})


def test_140_phones_behind_one_address_all_get_in_while_somebody_guesses_at_codes(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=35, rounds=3, boards_per_round=1), names=False)
    codes = codes_of(session)
    begin = threading.Barrier(PHONES + GUESSERS)
    with desk_server(desk_club) as server, ThreadPoolExecutor(PHONES + GUESSERS) as hall:

        def phone(number: int) -> tuple[int, int]:
            code = codes[number % 35 + 1]
            begin.wait(PATIENCE)
            visitor = Visitor(server)
            with contextlib.closing(visitor.line):
                if number % 4 == 0:  # one in four types the letters
                    status, place, _page = visitor.sends("/t/", code=code)
                    assert (status, place) == (302, f"/t/{code}/"), status
                joined = visitor.sends(f"/t/{code}/")[0]
                return joined, visitor.asks("/pad/known")[0]

        def guesser(_number: int) -> list[tuple[int, float]]:
            begin.wait(PATIENCE)
            found = [(0, 0.0)]
            visitor = Visitor(server)
            with contextlib.closing(visitor.line):
                while found[-1][0] != 429 and len(found) < 60:
                    asked = time.monotonic()
                    status = visitor.asks("/t/AAAAAA/")[0]
                    found.append((status, time.monotonic() - asked))
            return found[1:]

        vandals = [hall.submit(guesser, number) for number in range(GUESSERS)]
        answers = list(hall.map(phone, range(PHONES)))
        guesses = [guess for each in vandals for guess in each.result()]
    assert set(answers) == {(302, 200)}
    assert Pad.objects.filter(session=session).count() == PHONES
    statuses = [status for status, _took in guesses]
    assert 429 in statuses
    assert min(took for status, took in guesses if status == 429) > 5  # wrong ones are slow
