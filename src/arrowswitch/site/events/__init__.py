"""Events on the site: contests over one night or a season, kept as journals, with their pages."""
