"""The desk: what a scorer types from travellers and slips, the name slips, and the clock that calls by itself."""
