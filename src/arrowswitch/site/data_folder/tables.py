"""The tables of a club.

Django makes them in the steps of the migrations, and thinks all tables over again at each of some two hundred, which takes a newcomer's
computer many seconds. Where nothing is yet only the end counts: the tables are made as they stand after the last
step, and then comes what migrations do beside them, such as the guards. All of it is there then, or nothing.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from django.core.management import call_command
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

BESIDE = (RunPython, RunSQL)
"""What a migration does beside making and altering tables."""


def bring_up_to_date(connection: Any) -> None:
    """Makes the tables of this version, or alters those that an older one made."""
    if not connection.introspection.table_names():
        make(connection)
    call_command("migrate", database=connection.alias, verbosity=0, interactive=False)


def make(connection: Any, only: Container[tuple[str, str]] | None = None) -> None:
    """Makes the tables where there are none: all, or as far as these migrations make them."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    steps = [each for each, _ in plan if only is None or (each.app_label, each.name) in only]
    end = ProjectState()
    for step in steps:
        step.mutate_state(end, preserve=False)
    with connection.schema_editor(atomic=True) as editor:
        for table in (MigrationRecorder.Migration, *end.apps.get_models()):
            editor.create_model(table)
        for step in steps:
            for operation in step.operations:
                if isinstance(operation, BESIDE):
                    operation.database_forwards(step.app_label, editor, end, end)
            executor.recorder.record_applied(step.app_label, step.name)
