"""The journal of a session, and taking things back."""
