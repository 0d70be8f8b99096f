"""What a night needs on paper."""
