"""A process that writes to a session, told by its environment where the database is.

`writer.py SESSION` reads commands from its input, one a line in JSON, and answers each with a line: `ok ID NUMBER` once it
is on disk (NUMBER of new entries), or `no ID SENTENCE`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from site_server import environment


def writer(session: int, **place: str) -> subprocess.Popen[str]:
    """Starts the process; it is ready when it has said so."""
    process = subprocess.Popen(
        [sys.executable, __file__, str(session)],
        env=environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **place),
        cwd=Path(__file__).parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def main() -> None:
    import django

    django.setup()
    from arrowswitch.session import Refused
    from arrowswitch.session.journal.text import command_from_json
    from arrowswitch.site.journal import store

    session = int(sys.argv[1])
    print("ready", flush=True)
    for line in sys.stdin:
        command = command_from_json(json.loads(line))
        try:
            print("ok", command.id, len(store.append(session, command).entries), flush=True)
        except (Refused, store.StoreFault) as refusal:
            print("no", command.id, refusal, flush=True)


if __name__ == "__main__":
    assert "ARROWSWITCH_DATA" in os.environ
    main()
