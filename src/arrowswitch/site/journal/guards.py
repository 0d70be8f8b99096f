"""What the database itself refuses of a table with journals: rows are added at the end of their journal, and that is all.
And of a register, such as the books of the money: rows are added, and only what is named may change in them.

Migrations put these guards up. SQLite makes a table anew when a column is added or altered, and the guards are gone with the old one:
such a migration puts them up again. A guard that looks into a second table is to be taken down before that one is made anew.
What they say is what they said when a club was made: change nothing here, add beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
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


# -- registers --------------------------------------------------------------------------------------------------------

KEPT_SQLITE = """
    CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} WHEN {when}
    BEGIN SELECT RAISE(ABORT, 'This register is only added to.'); END
    """
KEPT_POSTGRESQL = """
    CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} FOR EACH ROW WHEN ({when})
    EXECUTE FUNCTION {table}_only_added_to()
    """
REFUSING = """
    CREATE FUNCTION {table}_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'This register is only added to.' USING ERRCODE = 'restrict_violation'; END $$
    """
EMPTYING = """
    CREATE TRIGGER {table}_is_never_emptied BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_only_added_to()
    """
LOOKING = """
    CREATE FUNCTION {table}_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF {when} THEN RAISE EXCEPTION 'This register is only added to.' USING ERRCODE = 'restrict_violation'; END IF;
        RETURN {row};
    END $$
    """
KEPT_BY_LOOKING = """
    CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_{name}()
    """
LOOKS = "SELECT"
"""In a condition that looks into another row; a trigger of PostgreSQL has it in a function of its own."""


def emptied(*columns: str) -> dict[str, str]:
    """Remarks, and names of accounts, that are emptied when somebody whom they name is forgotten."""
    return {column: f"NEW.{column} = ''" for column in columns}


def of_a_person(*columns: str) -> dict[str, str]:
    """Whose it is: two entries of one person become one."""
    return {column: f"OLD.{column} IS NOT NULL AND NEW.{column} IS NOT NULL" for column in columns}


def of_a_person_or_nobody(*columns: str) -> dict[str, str]:
    """The same, and nobody's once the person is forgotten."""
    return {column: f"OLD.{column} IS NOT NULL" for column in columns}


def kept(table: str, may_change: Mapping[str, str] | None = None, *, may_go: str = "") -> migrations.RunPython:
    """Guards a register: a column changes only if it is named, and as its condition says; so nothing, or hardly anything, is removed."""
    changes = may_change or {}

    def _guards(schema_editor: Any) -> list[tuple[str, str, str]]:
        with schema_editor.connection.cursor() as cursor:
            found = schema_editor.connection.introspection.get_table_description(cursor, table)
        fixed = ", ".join(f'"{each.name}"' for each in found if each.name not in changes)
        allowed = [(f"keeps_its_{name}", f"UPDATE OF {name}", f"NOT ({when})") for name, when in changes.items()]
        removed = f"NOT ({may_go})" if may_go else "1 = 1"
        return [("is_never_changed", f"UPDATE OF {fixed}", "1 = 1"), ("is_never_removed", "DELETE", removed), *allowed]

    def up(_apps: Any, schema_editor: Any) -> None:
        has_functions = schema_editor.connection.vendor == "postgresql"
        if has_functions:
            schema_editor.execute(REFUSING.format(table=table), params=None)
            schema_editor.execute(EMPTYING.format(table=table), params=None)
        for name, event, when in _guards(schema_editor):
            made = [KEPT_SQLITE]
            if has_functions:
                made = [LOOKING, KEPT_BY_LOOKING] if LOOKS in when else [KEPT_POSTGRESQL]
            row = "OLD" if event == "DELETE" else "NEW"
            for each in made:
                schema_editor.execute(each.format(table=table, name=name, event=event, when=when, row=row), params=None)

    def down(_apps: Any, schema_editor: Any) -> None:
        has_functions = schema_editor.connection.vendor == "postgresql"
        if has_functions:
            schema_editor.execute(f"DROP FUNCTION {table}_only_added_to CASCADE", params=None)
        for name, _event, when in _guards(schema_editor):
            if not has_functions:
                schema_editor.execute(f"DROP TRIGGER {table}_{name}", params=None)
            elif LOOKS in when:
                schema_editor.execute(f"DROP FUNCTION {table}_{name} CASCADE", params=None)

    return migrations.RunPython(up, down)
