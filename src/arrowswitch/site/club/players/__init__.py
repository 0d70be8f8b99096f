"""The club's register of players: finding, changing, importing, doubles and forgetting. The model is in `club.models`."""
