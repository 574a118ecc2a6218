"""Everything between an installed tree and a served site; may be called again at any time."""

import subprocess
import sys
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.commands import in_terminal
from travelagent.catalog.private import keep_private


class Command(BaseCommand):
    """The command `prepare`."""

    help = "Migrate, load the catalogue, compile translations and the planning engine, collect static files."

    def handle(self, *args: Any, **options: Any) -> None:
        keep_private()
        call_command("compile_translations")
        self.stdout.write(in_terminal(_("preparing the database, the catalogue and the pages")))
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_catalogue")
        # Files of another release that are newer than this one's would be left as they are, and fit to nothing.
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        self.stdout.write(in_terminal(_("compiling the planner, which takes a minute or two the first time")))
        # In a process of its own: compiling holds the interpreter's lock, and its cache is then simply there.
        subprocess.run([sys.executable, "-m", "travelagent.planning", "warm"], check=True)
        self.stdout.write(in_terminal(_("prepared")))
