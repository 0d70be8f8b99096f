"""For all tests: how many examples are tried, and that what they start can be stopped."""

from __future__ import annotations

import signal

import examples  # noqa: F401 - sets the profile

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it for what it runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)
