"""What management commands have in common."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class PreparedCommand(BaseCommand):
    """A command that reads or writes the database; CommandError where that is not migrated yet, saying what to do."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not prepared. Do this first: python manage.py prepare")
        return super().execute(*args, **options)
