"""The deals of a night: attached, promised, solved, printed."""
