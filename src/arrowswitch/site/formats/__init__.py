"""How days are written, where a language writes them otherwise than Django has it."""
