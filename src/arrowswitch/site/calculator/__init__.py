"""The scoring desk calculator: single questions that a director has without a session, each answered with its working."""
