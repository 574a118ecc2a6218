"""What management commands have in common."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def require_prepared_database() -> None:
    """Raises CommandError where the database is not migrated yet, saying what to do."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not prepared. Do this first: python manage.py prepare")


class PreparedCommand(BaseCommand):
    """A command that needs a prepared database, whatever it is asked."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        require_prepared_database()
        return super().execute(*args, **options)
