"""English as most of the world writes it: the day before the month."""
