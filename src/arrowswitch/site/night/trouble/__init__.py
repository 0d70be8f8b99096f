"""What to do when something has gone wrong."""
