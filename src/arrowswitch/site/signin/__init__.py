"""How players sign in without a password: by a link that is sent to them, or by their number and a PIN.

Nobody is more than a player by these ways. Whose account has a larger role, or holds an office, signs in with name and password.
"""
