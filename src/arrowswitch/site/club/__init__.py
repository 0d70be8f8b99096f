"""The club itself: its name, its federation, the first visit, the settings."""
