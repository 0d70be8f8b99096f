"""How many examples the property tests try: few every day, many when there is time (`script/soak`)."""

from __future__ import annotations

import os

from hypothesis import settings

SOAK = os.environ.get("SOAK") == "1"
settings.register_profile("chosen", max_examples=300 if SOAK else 35, deadline=None)
settings.load_profile("chosen")


def examples(count: int) -> int:
    """So many when there is time; a third of them every day."""
    return count if SOAK else max(count // 3, 5)
