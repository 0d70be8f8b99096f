"""Files of the field: read and written, nothing else."""
