"""Members: what the club keeps about its people beyond the name, and privacy in one place."""
