"""What hangs on the wall of the club: its checklists and notices; and what directors note down for teaching."""
