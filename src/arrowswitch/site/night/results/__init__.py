"""Results, live and posted."""
