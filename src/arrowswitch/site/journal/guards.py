"""What the database itself refuses of a table with journals: rows are added at the end of their journal, and that is all.

Migrations put these guards up. What they say is what they said when a club was made: change nothing here, add beside it.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

SQLITE = (
    """
    CREATE TRIGGER {table}_is_never_changed BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, 'The journal is never changed.'); END
    """,
    """
    CREATE TRIGGER {table}_is_never_removed BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, 'The journal is never shortened.'); END
    """,
    """
    CREATE TRIGGER {table}_comes_last BEFORE INSERT ON {table}
    WHEN NEW.number <> 1 + (SELECT COALESCE(MAX(number), 0) FROM {table} WHERE {owner} = NEW.{owner})
    BEGIN SELECT RAISE(ABORT, 'An event is added at the end of the journal.'); END
    """,
)
SQLITE_AWAY = (
    "DROP TRIGGER {table}_is_never_changed",
    "DROP TRIGGER {table}_is_never_removed",
    "DROP TRIGGER {table}_comes_last",
)
POSTGRESQL = (
    """
    CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'The journal is never changed or shortened.' USING ERRCODE = 'restrict_violation'; END $$
    """,
    """
    CREATE FUNCTION {table}_at_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.number <> 1 + (SELECT COALESCE(MAX(number), 0) FROM {table} WHERE {owner} = NEW.{owner}) THEN
            RAISE EXCEPTION 'An event is added at the end of the journal.' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER {table}_is_never_changed BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_refuse()
    """,
    """
    CREATE TRIGGER {table}_is_never_removed BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()
    """,
    """
    CREATE TRIGGER {table}_comes_last BEFORE INSERT ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_at_the_end()
    """,
)
POSTGRESQL_AWAY = (
    "DROP TRIGGER {table}_is_never_changed ON {table}",
    "DROP TRIGGER {table}_is_never_removed ON {table}",
    "DROP TRIGGER {table}_comes_last ON {table}",
    "DROP FUNCTION {table}_refuse",
    "DROP FUNCTION {table}_at_the_end",
)


def guarded(table: str, owner: str) -> migrations.RunPython:
    """Guards a table whose rows belong to the journal that a column names."""

    def each(statements: dict[str, tuple[str, ...]]) -> Any:
        def run(_apps: Any, schema_editor: Any) -> None:
            for statement in statements[schema_editor.connection.vendor]:
                schema_editor.execute(statement.format(table=table, owner=owner), params=None)

        return run

    return migrations.RunPython(
        each({"sqlite": SQLITE, "postgresql": POSTGRESQL}), each({"sqlite": SQLITE_AWAY, "postgresql": POSTGRESQL_AWAY})
    )
