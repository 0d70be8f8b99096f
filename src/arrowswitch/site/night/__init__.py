"""A night at the desk: one package for each thing a director does, over the session's state and nothing else."""
