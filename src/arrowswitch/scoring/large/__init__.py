"""Fields of thousands of tables, scored as arrays. Needs numpy, and is imported by itself.

Meant for simultaneous pairs across clubs while they are played; a test holds it to the exact numbers of `scored`.
"""
