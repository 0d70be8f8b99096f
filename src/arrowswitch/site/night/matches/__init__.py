"""The matches of a teams session at the desk: their results, what went wrong in them, teams and their line-ups."""
