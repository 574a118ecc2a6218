"""query_attractions: the sights of cities, best first."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import ToolContext, ToolResult, tool
from travelagent.assistant.places import called, cited, covered_cities, name_of
from travelagent.assistant.results.parsing import dumped, parsed
from travelagent.assistant.results.sights import FoundSight, FoundSights, SightsOfCity
from travelagent.assistant.tools.interests import INTERESTS_OFFERED
from travelagent.assistant.tools.sight_rows import shown_sights, sight_facts
from travelagent.assistant.views.catalogue import sights_view
from travelagent.catalog.search import SightHit, search_sights
from travelagent.catalog.values import City, Tag

SCANNED = 200


def _label(args: Mapping[str, Any], locale: str) -> str:
    cities = [called(city, locale) for city in args.get("cities") or []]
    if locale == "zh":
        return f"正在查询{'、'.join(cities)}的景点…"
    return f"Looking up sights of {', '.join(cities)}…"


@tool(category="catalogue", tags=("sights",), label=_label, view=sights_view)
def query_attractions(
    cities: Annotated[list[str], Field(min_length=1, max_length=8, description="By any name.")],
    interests: Annotated[
        list[Tag],
        Field(description="Only sights that serve one of these.", json_schema_extra=INTERESTS_OFFERED),
    ] = [],  # noqa: B006
    free_only: bool = False,
    open_on: Annotated[date | None, Field(description="Only what is open on this day, ISO.")] = None,
    limit: Annotated[int, Field(ge=1, le=50, description="At most so many a city.")] = 12,
    *,
    context: ToolContext,
) -> ToolResult:
    """List the sights of cities with score, hours, ticket, usual visit and a note. For one sight: ask_plan."""
    found = [
        (city, _hits(city, interests, free_only, open_on, limit)) for city in covered_cities(cities, context.locale)
    ]
    value = FoundSights(tuple(_read(city, hits, context.locale) for city, hits in found))
    empty = not any(hits for _, hits in found)
    return ToolResult(
        dumped(value),
        (shown_sights(found),),
        outcome="empty" if empty else "ok",
        sources=cited(context.locale, "curated", places=[city.id for city, _ in found]),
    )


def _hits(city: City, interests: list[Tag], free_only: bool, open_on: date | None, limit: int) -> list[SightHit]:
    """The best sights that serve one of the interests, if any is named."""
    hits = search_sights(city.id, interests, free_only, open_on, SCANNED)
    return [hit for hit in hits if not interests or set(interests) & set(hit.sight.tags)][:limit]


def _read(city: City, hits: Sequence[SightHit], locale: str) -> SightsOfCity:
    """A city's sights in the run's language."""
    names = [
        (hit.sight.name_zh, hit.sight.note_zh) if locale == "zh" else (hit.sight.name_en, hit.sight.note_en)
        for hit in hits
    ]
    rows = (
        {**sight_facts(hit, city), "name": name, "note": note} for hit, (name, note) in zip(hits, names, strict=True)
    )
    return SightsOfCity(city.id, name_of(city, locale), sights=tuple(parsed(FoundSight, row) for row in rows))
