"""Tonight's movement: from what the director knows at half past seven to a movement to run."""
