"""For all tests: how many examples are tried."""

from __future__ import annotations

import examples  # noqa: F401 - sets the profile
