"""generate_city_recommendation: the reasoned choice among cities that are at hand; ends the run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant import clock
from travelagent.assistant.embedded.understanding import understand
from travelagent.assistant.places import called, cited, covered_cities, localize, name_of
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.tools.search_cities import read_hit, shown_hit
from travelagent.assistant.trip_view import NO_TRIP
from travelagent.assistant.wording import listed, speaker, table
from travelagent.briefs.costs import person_day_limit
from travelagent.briefs.values import TripBrief
from travelagent.catalog import labels, source
from travelagent.catalog.money import usual_currency
from travelagent.catalog.search import CityHit, CityQuery, cost_text, search_cities
from travelagent.catalog.values import Catalogue, City
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import LocalizedText


def _label(args: Mapping[str, Any], locale: str) -> str:
    cities = [called(city, locale) for city in args.get("available_cities") or []]
    if locale == "zh":
        return f"正在从{'、'.join(cities)}中挑选…"
    return f"Choosing among {', '.join(cities)}…"


@tool(category="catalogue", tags=("cities",), final=True, label=_label, offered=False)
def generate_city_recommendation(
    user_query: Annotated[
        str, Field(min_length=1, max_length=2000, description="What is wanted, in the user's words.")
    ],
    available_cities: Annotated[list[str], Field(min_length=1, max_length=20, description="The choice, by any name.")],
    *,
    context: ToolContext,
) -> ToolResult:
    """Choose among cities by what the user wants, with reasons and a comparison. This answers the user."""
    cities = covered_cities(available_cities, context.locale)
    brief = understand(user_query, NO_TRIP, clock.today(), context.locale).brief
    try:
        hits, dropped = _ranked(_query(brief, len(cities), context.locale), cities)
    except MissingRate as error:
        raise ToolError(error.code, localize(error.text, context.locale), field="user_query") from error
    value = {
        "chosen": hits[0].city.id,
        "dropped": [localize(wish, context.locale) for wish in dropped],
        "cities": [dumped(read_hit(hit, context.locale)) for hit in hits],
    }
    return ToolResult(
        value,
        (Shown("cities", {"cities": [shown_hit(hit) for hit in hits]}),),
        sources=cited(context.locale, "curated", "climate", "ecb", places=[hit.city.id for hit in hits]),
        reply=_reply(hits, dropped, cities, context.locale),
    )


def _query(brief: TripBrief, count: int, locale: str) -> CityQuery:
    dates = brief.dates
    month = dates.month or (dates.start.month if dates.start else None)
    budget_currency = brief.budget.currency if brief.budget else None
    return CityQuery(
        interests=brief.interests,  # type: ignore[arg-type]  # they are of the tag list
        budget_max=person_day_limit(brief),
        currency=budget_currency or usual_currency(locale),
        season=dates.season if month is None else None,
        month=month,
        days=brief.days,
        limit=count,
    )


def _ranked(query: CityQuery, cities: Sequence[City]) -> tuple[list[CityHit], tuple[LocalizedText, ...]]:
    """The cities that fit, best first; where none does, the wishes that had to be dropped for that."""
    ids = {city.id for city in cities}
    catalogue = Catalogue(
        {city.id: city for city in cities}, {id: sight for id, sight in source.sights().items() if sight.city in ids}
    )
    for relaxed, dropped in _relaxed(query):
        if hits := search_cities(relaxed, catalogue):
            return hits, dropped
    raise AssertionError("a query without wishes fits every city")


def _relaxed(query: CityQuery) -> Iterator[tuple[CityQuery, tuple[LocalizedText, ...]]]:
    """The query, then without its budget, then without the interests too."""
    budget, interests = LocalizedText("the budget", "预算"), LocalizedText("the interests", "兴趣")
    yield query, ()
    without = replace(query, budget_max=None)
    if without != query:
        yield without, (budget,)
    dropped = (budget, interests) if without != query else (interests,)
    yield replace(without, interests=()), dropped


def _reply(hits: Sequence[CityHit], dropped: Sequence[LocalizedText], cities: Sequence[City], locale: str) -> str:
    """The choice, its reasons, the others beside it, and who does not fit."""
    say = speaker(locale)
    best = hits[0]
    reasons = say("; ", "；").join(localize(reason.text, locale) for reason in best.reasons)
    lines = [
        say(f"**My choice: {best.city.name_en}.** {reasons}.", f"**推荐：{best.city.name_zh}。**{reasons}。"),
        localize(LocalizedText(best.city.summary_en, best.city.summary_zh), locale),
    ]
    if dropped:
        wishes = listed([localize(wish, locale) for wish in dropped], locale)
        lines.append(
            say(
                f"None of them fits all of it, so {wishes} had to be left aside.",
                f"没有城市满足全部条件，{wishes}未计入。",
            )
        )
    if len(hits) > 1:
        head = say("City|A day each|Best months|Why", "城市|人均每天|最佳月份|理由").split("|")
        lines += ["", *table(head, (_row(hit, locale) for hit in hits))]
    chosen = {hit.city.id for hit in hits}
    if left := [name_of(city, locale) for city in cities if city.id not in chosen]:
        names = listed(left, locale)
        lines += ["", say(f"Not fitting what was asked: {names}.", f"不符合条件：{names}。")]
    return "\n".join(lines)


def _row(hit: CityHit, locale: str) -> list[str]:
    reason = next((r for r in hit.reasons if r.code in ("interest", "climate", "best_month", "days")), hit.reasons[-1])
    return [
        name_of(hit.city, locale),
        localize(cost_text(hit.daily), locale),
        localize(labels.month_names(hit.city.best_months), locale),
        localize(reason.text, locale),
    ]
