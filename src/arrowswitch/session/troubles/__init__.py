"""What can go wrong on a night, and the ways out, each tried on the session before it is shown."""
