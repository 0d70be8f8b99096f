"""Fields of thousands of tables, scored as arrays. Needs numpy, and is imported by itself."""
