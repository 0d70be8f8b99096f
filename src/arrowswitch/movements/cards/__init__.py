"""What lies on the tables and is said to the room, read off the meetings of any movement.

Cards, moves from round to round, announcements, and the drawing of the room.
"""
