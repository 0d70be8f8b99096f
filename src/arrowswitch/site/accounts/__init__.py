"""Who may do what: the accounts of a club, signing in and out, and the gate that every page stands behind."""
