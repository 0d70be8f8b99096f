"""When play did not go as planned: the movement as it was really played, and how it goes on.

`tools` holds the proof and what all repairs share; the other modules are named after what went wrong.
"""
