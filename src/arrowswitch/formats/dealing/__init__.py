"""Files of dealing machines: hands only."""
