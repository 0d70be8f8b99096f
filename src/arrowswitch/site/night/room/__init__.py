"""The room during play: tables, clock, what to say, calls."""
