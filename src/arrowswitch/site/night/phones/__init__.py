"""The phones at the tables, as the desk sees them."""
