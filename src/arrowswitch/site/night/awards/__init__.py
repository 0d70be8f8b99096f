"""What the places of a session are awarded: made from the list that was posted, and made again when it is corrected."""
