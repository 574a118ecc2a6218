"""list_trips, get_trip, create_trip, update_trip, delete_trip: the person's saved trips.

The last three write, so they only run after their owner's confirmation. What is saved is named by the id of an artifact
of the conversation: an artifact never changes, so what was confirmed is what is written.
"""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, TypeAlias

from django.urls import reverse
from pydantic import Field

from agent_core.tools import HIDDEN, Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.results.trips import DeletedTrip, SavedTrip, TripLinks
from travelagent.assistant.tools.artifacts import ArtifactId, Artifacts, artifact_of
from travelagent.plans.words import short_day
from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.models import Author, Trip
from travelagent.wire.itinerary import stop_count

Person: TypeAlias = Annotated[int, HIDDEN]
Session: TypeAlias = Annotated[str, HIDDEN]

TripId = Annotated[str, Field(pattern="^trip_[0-9A-Za-z]+$", description="As list_trips gives it.")]
SAVED = ("list_trips", "create_trip")
"""The tools that tell the id of a saved trip."""
Title = Annotated[str, Field(min_length=1, max_length=120)]


def _listing(args: Mapping[str, Any], locale: str) -> str:
    return "正在查看已保存的行程…" if locale == "zh" else "Looking at the saved trips…"


def _saving(args: Mapping[str, Any], locale: str) -> str:
    return "正在保存行程…" if locale == "zh" else "Saving the trip…"


def _deleting(args: Mapping[str, Any], locale: str) -> str:
    return "正在删除行程…" if locale == "zh" else "Deleting the trip…"


@tool(category="trips", tags=("trips",), label=_listing)
def list_trips(person: Person) -> ToolResult:
    """List the saved trips: id, title, cities, days. They can then be read, changed or deleted by id."""
    rows = actions.trips_of(person)[:100]
    return ToolResult({"trips": [_read(row) for row in rows]}, outcome="ok" if rows else "empty")


@tool(category="trips", tags=("trips",), label=_listing, follows=SAVED)
def get_trip(id: TripId, person: Person, *, context: ToolContext) -> ToolResult:
    """Read one saved trip, its days and budget included."""
    row = _found(person, id, context.locale)
    return ToolResult({**_read(row), "itinerary": row.itinerary, "budget": row.budget}, (_shown(row),))


@tool(category="trips", tags=("trips",), label=_listing, follows=SAVED)
def get_trip_links(id: TripId, person: Person, *, context: ToolContext) -> ToolResult:
    """Tell where a saved trip is read and shared, and where its files are: calendar, PDF, GPX, GeoJSON, Markdown, JSON.

    The links are paths of this site. A link for others is made on the trip's page by its owner, and only shown there.
    """
    row = _found(person, id, context.locale)
    page = reverse("trip", args=[row.pk])
    files = {name: f"/api/v1/trips/{row.pk}/export/?format={name}&lang={context.locale}" for name in EXPORTS}
    return ToolResult(dumped(TripLinks(id=row.pk, title=row.title, page=page, share=f"{page}#share", files=files)))


def _creation(args: Mapping[str, Any], locale: str, injected: Mapping[str, Any]) -> str:
    plan = _described(args, injected, locale)
    if locale == "zh":
        return f"保存新行程“{args.get('title', '')}”{plan}"
    return f"Save a new trip “{args.get('title', '')}”{plan}"


@tool(writes=True, category="trips", tags=("trips",), label=_saving, summary=_creation)
def create_trip(
    title: Title,
    itinerary: ArtifactId,
    person: Person,
    session: Session,
    artifacts: Artifacts,
    budget: Annotated[str | None, Field(description="The id of a budget artifact.")] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Save an itinerary of this conversation as a trip; one that it was saved as before is changed by update_trip.

    Needs the user's confirmation.
    """
    plan = artifact_of(artifacts, itinerary, "itinerary", context.locale)
    costs = artifact_of(artifacts, budget, "budget", context.locale) if budget else None
    try:
        row = actions.create_trip(person, title, plan, costs, session, author=Author.ASSISTANT)
    except actions.InvalidTrip as error:
        raise ToolError("invalid_arguments", str(error), field=error.field) from error
    return ToolResult(_read(row), (_shown(row),))


def _change(args: Mapping[str, Any], locale: str, injected: Mapping[str, Any]) -> str:
    old, renewed = _title_of(args, injected), bool(args.get("itinerary"))
    parts = []
    if args.get("title"):
        parts.append(f"改名为“{args['title']}”" if locale == "zh" else f"rename it to “{args['title']}”")
    if renewed:
        plan = _described(args, injected, locale)
        parts.append(f"换成新的安排{plan}" if locale == "zh" else f"replace its days{plan}")
    what = ("、" if locale == "zh" else ", ").join(parts)
    if locale == "zh":
        return f"更新已保存的行程“{old}”：{what}，原来的版本保留在历史记录里" if renewed else f"修改行程“{old}”：{what}"
    if renewed:
        return f"Update the saved trip “{old}”: {what}; the version before stays in its history"
    return f"Change the trip “{old}”: {what}"


@tool(writes=True, category="trips", tags=("trips",), label=_saving, summary=_change, follows=SAVED)
def update_trip(
    id: TripId,
    person: Person,
    artifacts: Artifacts,
    title: Title | None = None,
    itinerary: Annotated[str | None, Field(description="The id of an itinerary artifact.")] = None,
    budget: Annotated[str | None, Field(description="The id of a budget artifact.")] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Change a saved trip's title, days or budget. Needs the user's confirmation."""
    if title is None and itinerary is None and budget is None:
        raise ToolError("invalid_arguments", "nothing is to be changed", expected=["title", "itinerary", "budget"])
    _found(person, id, context.locale)
    try:
        row = actions.update_trip(
            person,
            id,
            title=title,
            itinerary=artifact_of(artifacts, itinerary, "itinerary", context.locale) if itinerary else None,
            budget=artifact_of(artifacts, budget, "budget", context.locale) if budget else None,
            author=Author.ASSISTANT,
        )
    except actions.InvalidTrip as error:
        raise ToolError("invalid_arguments", str(error), field=error.field) from error
    return ToolResult(_read(row), (_shown(row),))


def _deletion(args: Mapping[str, Any], locale: str, injected: Mapping[str, Any]) -> str:
    title = _title_of(args, injected)
    return f"删除行程“{title}”，不可恢复" if locale == "zh" else f"Delete the trip “{title}”, for good"


@tool(writes=True, category="trips", tags=("trips",), label=_deleting, summary=_deletion, follows=SAVED)
def delete_trip(id: TripId, person: Person, *, context: ToolContext) -> ToolResult:
    """Delete a saved trip. Needs the user's confirmation."""
    title = _found(person, id, context.locale).title
    actions.delete_trip(person, id)
    return ToolResult(dumped(DeletedTrip(id, title)))


def _found(person: int, trip: str, locale: str) -> Trip:
    try:
        return actions.find_trip(person, trip)
    except actions.TripNotFound as error:
        message = (
            "没有这个行程，或它不属于你。" if locale == "zh" else "There is no such trip, or it is not the user's."
        )
        raise ToolError("unknown_trip", message, id=trip) from error


def _described(args: Mapping[str, Any], injected: Mapping[str, Any], locale: str) -> str:
    """How much a plan holds and when it begins: (3 days from Fri 2 Oct, 11 stops)."""
    plan = injected["artifacts"](str(args.get("itinerary", "")), "itinerary")
    if plan is None:
        return ""
    days, stops = len(plan["days"]), stop_count(plan["days"])
    begins = short_day(date.fromisoformat(plan["days"][0]["date"]))
    if locale == "zh":
        return f"（{begins.zh}起 {days} 天，{stops} 站）"
    length = "1 day" if days == 1 else f"{days} days"
    return f" ({length} from {begins.en}, {'1 stop' if stops == 1 else f'{stops} stops'})"


def _title_of(args: Mapping[str, Any], injected: Mapping[str, Any]) -> str:
    row = actions.trips_of(injected["person"]).filter(pk=str(args.get("id", ""))).first()
    return row.title if row else str(args.get("id", ""))


def _read(row: Trip) -> dict[str, Any]:
    return dumped(
        SavedTrip(
            id=row.pk,
            title=row.title,
            cities=tuple(row.itinerary["cities"]),
            days=len(row.itinerary["days"]),
            version=row.version,
            updated_at=row.updated_at.isoformat(timespec="seconds"),
        )
    )


def _shown(row: Trip) -> Shown:
    return Shown("trip", {**_read(row), "itinerary": row.itinerary, "budget": row.budget})
