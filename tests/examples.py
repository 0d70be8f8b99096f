"""How many examples the property tests try: few every day, many when there is time (`script/soak`)."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SOAK = os.environ.get("SOAK") == "1"
settings.register_profile(
    "chosen",
    max_examples=300 if SOAK else 35,
    deadline=None,  # how fast the computer is, is not what is tested
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chosen")


def examples(count: int) -> int:
    """So many when there is time; a third of them every day."""
    return count if SOAK else max(count // 3, 5)
