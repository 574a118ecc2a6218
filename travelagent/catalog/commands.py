"""What management commands have in common."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.private import keep_private

LOCALE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables with a terminal's language, the first that is set before all others."""


def in_terminal(text: Promise, **values: object) -> str:
    """Return a translatable text in the language of the terminal, with its values put in."""
    locale = next(filter(None, map(os.environ.get, LOCALE_VARIABLES)), "")
    with translation.override("zh-hans" if locale.lower().startswith("zh") else "en"):
        return str(text) % values if values else str(text)


def require_prepared_database(*, of_any_release: bool = False) -> None:
    """Raise CommandError, with what to do, where the database is not migrated to this release, or to any."""
    executor = MigrationExecutor(connection)
    applied, targets = executor.loader.applied_migrations, executor.loader.graph.leaf_nodes()
    if not applied if of_any_release else executor.migration_plan(targets):
        raise CommandError(in_terminal(_("The database is not prepared. Do this first: python manage.py prepare")))


class PreparedCommand(BaseCommand):
    """A command that needs a prepared database, whatever it is asked."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        keep_private()
        require_prepared_database()
        return super().execute(*args, **options)
