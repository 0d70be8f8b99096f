"""The journals of all sessions in the database: `store` keeps and reads them, `copies` backs them up."""
