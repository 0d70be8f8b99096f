"""`python -m arrowswitch`, and the installed command."""

import io
import os
import sys

from arrowswitch.cli import app


def main() -> None:
    """Runs the command line. Where a ½ or a ♠ cannot be shown there is a ? and the rest is still told."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            files_are_utf8 = not stream.isatty() and "PYTHONIOENCODING" not in os.environ
            stream.reconfigure(encoding="utf-8" if files_are_utf8 else None, errors="replace")
    app(prog_name="arrowswitch")


if __name__ == "__main__":
    main()
