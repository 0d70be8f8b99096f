"""Why a number is what it is: its working, and the score beside the others of its board."""
