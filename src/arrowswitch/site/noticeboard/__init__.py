"""What hangs on the wall of the club: its checklists."""
