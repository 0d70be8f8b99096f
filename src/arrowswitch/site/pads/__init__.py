"""Pads: the phones and tablets at the tables. Joining, what they are told, what they send, and the desk's view of them."""
