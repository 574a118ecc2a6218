"""`manage.py import_places FILE`: the towns of an extract of OpenStreetMap, so that they can be planned offline."""

import re
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from travelagent.catalog import additions, overlay, source
from travelagent.catalog.commands import PreparedCommand, in_terminal
from travelagent.catalog.provenance import AddedPlace
from travelagent.catalog.text import key
from travelagent.catalog.venues import Venue
from travelagent.osm.cities import TooFewSights, free_id, names_of_place, packaged_city, place_of
from travelagent.osm.elements import Element
from travelagent.osm.extract import Extract, UnreadableExtract, read_extract
from travelagent.osm.places import ElementGrid, Town, belonging_to, towns_of
from travelagent.osm.venues import venues_of

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LISTED = 20


class Command(PreparedCommand):
    """The command `import_places`."""

    help = "Make the towns of an OpenStreetMap extract (.osm.pbf) plannable without network, with their restaurants."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="the extract; not needed with --remove")
        chosen = parser.add_mutually_exclusive_group(required=True)
        chosen.add_argument("--place", nargs="+", metavar="NAME", help="towns by name in any language of the file")
        chosen.add_argument("--all-towns", action="store_true", help="every town of the file")
        parser.add_argument(
            "--as", dest="id", default="", metavar="ID", help="the id of the one place, as in addresses"
        )
        parser.add_argument("--min-population", type=int, default=0, metavar="N", help="only towns with so many people")
        parser.add_argument("--dry-run", action="store_true", help="tell what would be stored, store nothing")
        parser.add_argument("--remove", action="store_true", help="remove these added places, by id or name")

    def handle(self, *args: Any, file: Path | None, id: str, **options: Any) -> None:
        overlay.refresh()
        if options["remove"]:
            self._remove(options["place"] or list(source.additions()))
            return
        if file is None:
            raise CommandError(in_terminal(_("Name the file to import.")))
        if id and (len(options["place"] or ()) != 1 or not SLUG.fullmatch(id) or len(id) > 60):
            raise CommandError(
                in_terminal(_("--as takes one id of small letters, digits and hyphens, for one --place."))
            )
        extract = self._read(file)
        towns = towns_of(extract.elements)
        chosen = self._chosen(towns, options["place"], options["min_population"])
        grid = ElementGrid(extract.elements)
        as_of = extract.as_of or timezone.localdate()
        stored = False
        try:
            for town in chosen:
                stored |= self._import(town, belonging_to(town, towns, grid), as_of, id, options["dry_run"])
        except KeyboardInterrupt:
            self.stderr.write(in_terminal(_("Interrupted: what is listed above is stored, the rest is not.")))
        if stored:
            overlay.publish()

    def _read(self, file: Path) -> Extract:
        start = time.monotonic()
        if not file.is_file():
            raise CommandError(in_terminal(_("There is no file %(file)s."), file=file))
        try:
            extract = read_extract(file, self._progress)
        except UnreadableExtract as error:
            message = _("%(file)s cannot be read as an OpenStreetMap extract: %(error)s")
            raise CommandError(in_terminal(message, file=file, error=error)) from error
        figures = {"elements": f"{len(extract.elements):,}", "seconds": f"{time.monotonic() - start:.1f}"}
        message = _("%(elements)s elements of %(as_of)s read in %(seconds)s s")
        self.stdout.write(in_terminal(message, as_of=extract.as_of or "?", **figures))
        return extract

    def _progress(self, read: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{read:,}", ending="")

    def _chosen(self, towns: Sequence[Town], wanted: Sequence[str] | None, least: int) -> list[Town]:
        """Return the towns to import, each of a name once: the largest. Raises CommandError for a name that is not
        there.
        """
        enough = [town for town in towns if (town.population or 0) >= least]
        if wanted is None:
            return enough
        found = [next((town for town in enough if key(name) in town.names), None) for name in wanted]
        missing = [name for name, town in zip(wanted, found, strict=True) if town is None]
        if missing:
            known = ", ".join(town.name.en for town in enough[:LISTED])
            message = _("The file has no town called %(names)s. It has: %(known)s")
            raise CommandError(in_terminal(message, names=", ".join(missing), known=known or "–"))
        return [town for town in found if town is not None]

    def _import(self, town: Town, elements: Sequence[Element], as_of: date, id: str, dry_run: bool) -> bool:
        """Store one town, unless it is a dry run; whether anything was stored. A packaged city only gets its venues."""
        start = time.monotonic()
        venues = venues_of(elements, as_of)
        packaged = None if id else packaged_city(town)
        if packaged is not None:
            if not dry_run:
                additions.replace_venues(packaged, venues)
            message = _("%(name)s is packaged, its sights stay; %(venues)s")
            self.stdout.write(in_terminal(message, name=town.name.en, venues=_counted(venues)))
            return not dry_run
        try:
            place = place_of(town, elements, as_of, "import", id or free_id(town))
            if not dry_run:
                additions.add(place, venues)
        except TooFewSights as error:
            message = _("%(name)s: left out, only %(found)s sights")
            self.stdout.write(in_terminal(message, name=town.name.en, found=error.found))
            return False
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(self._summary(place, venues, time.monotonic() - start))
        return not dry_run

    def _summary(self, place: AddedPlace, venues: Sequence[Venue], seconds: float) -> str:
        hours = sum("hours" not in added.estimated for added in place.sights)
        return in_terminal(
            _("%(name)s (%(id)s): %(sights)s sights, hours tagged for %(hours)s; %(venues)s; %(seconds)s s"),
            name=place.city.name_en,
            id=place.city.id,
            sights=len(place.sights),
            hours=hours,
            venues=_counted(venues),
            seconds=f"{seconds:.1f}",
        )

    def _remove(self, wanted: Sequence[str]) -> None:
        for name in wanted:
            found = [id for id in source.additions() if id == name or key(name) in names_of_place(id)] or [name]
            for id in found:
                message = _("%(id)s removed") if additions.remove(id) else _("There is no added place %(id)s.")
                self.stdout.write(in_terminal(message, id=id))
        overlay.publish()


def _counted(venues: Sequence[Venue]) -> str:
    """`213 restaurant, 87 cafe`, the kinds as the tables call them."""
    kinds = Counter(venue.kind for venue in venues)
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "0 venues"
