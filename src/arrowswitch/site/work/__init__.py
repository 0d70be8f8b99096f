"""Dear work: done in processes of its own, for visitors not too often, and remembered."""
