"""The club's books about people: the psych book, the recorder's dossier, and the systems that pairs have registered."""
