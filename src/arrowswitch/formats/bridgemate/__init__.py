"""What Bridgemates write, and what their control program answers."""
