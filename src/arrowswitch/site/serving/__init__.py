"""How requests come in and answers go out: lines and turns, who is of the room, files that never change, the network around."""
