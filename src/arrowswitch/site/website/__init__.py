"""The club's own site: its front page, news and pages of its own, what is told of posted results, and who finds it."""
