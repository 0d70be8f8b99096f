"""Events of several sessions: the list that their results make together."""
