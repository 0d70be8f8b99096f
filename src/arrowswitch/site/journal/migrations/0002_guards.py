"""The database itself keeps the journal whole: rows are added at the end of their session, and that is all."""

from django.db import migrations

SQLITE = (
    """
    CREATE TRIGGER journal_entry_is_never_changed BEFORE UPDATE ON journal_entry
    BEGIN SELECT RAISE(ABORT, 'The journal is never changed.'); END
    """,
    """
    CREATE TRIGGER journal_entry_is_never_removed BEFORE DELETE ON journal_entry
    BEGIN SELECT RAISE(ABORT, 'The journal is never shortened.'); END
    """,
    """
    CREATE TRIGGER journal_entry_comes_last BEFORE INSERT ON journal_entry
    WHEN NEW.number <> 1 + (SELECT COALESCE(MAX(number), 0) FROM journal_entry WHERE session_id = NEW.session_id)
    BEGIN SELECT RAISE(ABORT, 'An event is added at the end of the journal.'); END
    """,
)
SQLITE_AWAY = (
    "DROP TRIGGER journal_entry_is_never_changed",
    "DROP TRIGGER journal_entry_is_never_removed",
    "DROP TRIGGER journal_entry_comes_last",
)
POSTGRESQL = (
    """
    CREATE FUNCTION journal_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'The journal is never changed or shortened.' USING ERRCODE = 'restrict_violation'; END $$
    """,
    """
    CREATE FUNCTION journal_entry_at_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.number <> 1 + (SELECT COALESCE(MAX(number), 0) FROM journal_entry WHERE session_id = NEW.session_id) THEN
            RAISE EXCEPTION 'An event is added at the end of the journal.' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER journal_entry_is_never_changed BEFORE UPDATE OR DELETE ON journal_entry
    FOR EACH ROW EXECUTE FUNCTION journal_entry_refuse()
    """,
    """
    CREATE TRIGGER journal_entry_is_never_removed BEFORE TRUNCATE ON journal_entry
    FOR EACH STATEMENT EXECUTE FUNCTION journal_entry_refuse()
    """,
    """
    CREATE TRIGGER journal_entry_comes_last BEFORE INSERT ON journal_entry
    FOR EACH ROW EXECUTE FUNCTION journal_entry_at_the_end()
    """,
)
POSTGRESQL_AWAY = (
    "DROP TRIGGER journal_entry_is_never_changed ON journal_entry",
    "DROP TRIGGER journal_entry_is_never_removed ON journal_entry",
    "DROP TRIGGER journal_entry_comes_last ON journal_entry",
    "DROP FUNCTION journal_entry_refuse",
    "DROP FUNCTION journal_entry_at_the_end",
)


def guard(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def unguard(apps, schema_editor):
    for statement in {"sqlite": SQLITE_AWAY, "postgresql": POSTGRESQL_AWAY}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_journal")]
    operations = [migrations.RunPython(guard, unguard)]
