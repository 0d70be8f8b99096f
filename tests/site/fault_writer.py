"""A process that writes to a session and is not spared: forked from one that is awake already, so that a life is short.

It is given commands and answers each with (id, what became of it, seconds): `ok` once it is on disk, `later` where the
database could not, `no` where the session refused it.
"""

from __future__ import annotations

import os
import resource
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arrowswitch.site.settings")
django.setup()

from clubs import used  # noqa: E402 - models want Django to be awake
from django.db import connection  # noqa: E402

from arrowswitch.session import Refused  # noqa: E402
from arrowswitch.session.journal.text import command_from_json  # noqa: E402
from arrowswitch.site.journal import store  # noqa: E402
from arrowswitch.site.work import memory  # noqa: E402

Answer = tuple[str, str, float]


def write(line: Connection, place: dict[str, str], session: int, limit: int = 0) -> None:
    """Writes what comes down the line until it is told to stop, or killed; `limit`: no file may become longer."""
    with used(Path(place["ARROWSWITCH_DATA"]), place.get("ARROWSWITCH_DATABASE", "")):
        store.state(session)
        line.send(("ready", "", 0.0))
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        while (given := line.recv()) is not None:
            for each in given:
                line.send(_given(session, each))
        connection.close()


def _given(session: int, data: dict[str, Any]) -> Answer:
    command = command_from_json(data)
    began = time.monotonic()
    try:
        store.append(session, command)
        said = "ok"
    except Refused:
        said = "no"
    except store.StoreFault:
        said = "later"
        memory.forget_all()
        try:
            store.state(session)  # reading goes on
        except store.StoreFault:
            connection.close()  # the server is gone, or was started again
    return command.id, said, time.monotonic() - began
