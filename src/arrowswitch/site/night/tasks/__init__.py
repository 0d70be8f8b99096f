"""What repairs and rulings have left to do: in the room and before posting, each with the one button that does it."""
