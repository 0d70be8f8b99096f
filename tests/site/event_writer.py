"""A process that plays an evening of an event from wherever it is, told by its environment where the database is.

`event_writer.py EVENT` opens the evening, calls and plays its rounds and draws the next, each step by a command of its own, and says each
step when it is on disk. Started again, it goes on.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from site_server import environment

BEGIN = datetime(2026, 1, 7, 19, 30, tzinfo=UTC)
ROUNDS = 3


def event_writer(event: int, **place: str) -> subprocess.Popen[str]:
    """Starts the process."""
    return subprocess.Popen(
        [sys.executable, __file__, str(event)],
        env=environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **place),
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        text=True,
    )


def evening(event: int) -> Iterator[str]:
    """Plays the evening; each step has been done when its name comes out."""
    from people import our_club

    from arrowswitch.contests.events import DrawRound, EventCommand
    from arrowswitch.journals import Actor
    from arrowswitch.session import BareScore, CallRound, Command, Enter, LineKey, Start
    from arrowswitch.site.events import running
    from arrowswitch.site.journal import store as sessions

    director, club = Actor("director", "Ann"), our_club()
    session = running.open_evening(
        event, club=club, by=director, command="first", title="Tuesday", day=date(2026, 1, 7), rounds=ROUNDS, now=BEGIN
    )
    yield "evening"
    for number in range(1, ROUNDS + 1):
        if number > 1:
            running.append(event, EventCommand(f"draw-{number}", director, BEGIN, DrawRound("Swiss")), club=club)
            yield f"draw-{number}"
        movement = sessions.state(session).sections["A"].movement
        draw = movement.draws[number - 1]
        for own in range(draw.first, draw.last + 1):
            call = Start() if own == 1 else CallRound(own)
            sessions.append(session, Command(f"call-{own}", director, BEGIN, call))
            yield f"call-{own}"
            for meeting in movement.by_round[own]:
                for board in meeting.boards:
                    name = f"score-{own}-{meeting.table}-{board}"
                    points = BareScore(110 if (own + meeting.table + board) % 3 else 500)
                    line = LineKey("A", own, meeting.table, board)
                    sessions.append(session, Command(name, director, BEGIN, Enter(line, points)))
                    yield name


def main() -> None:
    import django

    django.setup()
    for step in evening(int(sys.argv[1])):
        print(step, flush=True)
    print("over", flush=True)


if __name__ == "__main__":
    main()
