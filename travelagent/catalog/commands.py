"""What management commands have in common."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def require_prepared_database(*, of_any_release: bool = False) -> None:
    """Raises CommandError, saying what to do, where the database is not migrated to this release, or to any."""
    executor = MigrationExecutor(connection)
    applied, targets = executor.loader.applied_migrations, executor.loader.graph.leaf_nodes()
    if not applied if of_any_release else executor.migration_plan(targets):
        raise CommandError("The database is not prepared. Do this first: python manage.py prepare")


class PreparedCommand(BaseCommand):
    """A command that needs a prepared database, whatever it is asked."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        require_prepared_database()
        return super().execute(*args, **options)
