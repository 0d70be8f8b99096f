"""Setting a session up: what, when, which movement, how it is scored, who may see what."""
