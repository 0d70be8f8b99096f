"""My bridge: all that a player comes back for, on pages of one's own. What is shown is asked of those who keep it; kept here is only
what a night was against the cards, because that takes long to work out.
"""
