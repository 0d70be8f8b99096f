"""The fonts of the pages, which come with the program, so that a page measures the same on every machine.

They are files in `static`; `style.css` says which letters are in which. Where they come from is told beside those of the prints.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent / "static" / "arrowswitch"
FONTS = tuple(sorted(file.relative_to(HERE).as_posix() for file in (HERE / "fonts").glob("*.woff2")))
"""What a page needs to look right without a network, as names of static files."""
