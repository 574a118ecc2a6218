"""validate_sql: whether a query may be run on the catalogue, and the text of it that will be."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import ToolContext, ToolResult, tool
from travelagent.assistant.tools.sql import checked
from travelagent.catalog.sql.check import MAX_CHARS

Sql = Annotated[str, Field(min_length=1, max_length=MAX_CHARS, description="One SELECT over the catalogue's tables.")]


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在检查查询…" if locale == "zh" else "Checking the query…"


@tool(category="data", tags=("sql",), label=_label, follows=("generate_sql",))
def validate_sql(sql: Sql, *, context: ToolContext) -> ToolResult:
    """Check one SELECT over cities(id, name_en, name_zh, country, country_en, country_zh, region_en, region_zh, lat,
    lon, elevation_m, currency, days_min, days_max, and in US dollars lodging_, meals_, day_ × budget, mid, luxury +
    _usd, transit_day_usd), sights(id, city, name_en, name_zh, category, minutes, score, price, price_usd, booking,
    indoor, hours, lat, lon), climate(city, month, t_mean, t_max, t_min, precip_mm, rain_days, sun_hours),
    sight_tags(sight, tag), city_tags(city, tag), best_months(city, month), areas(kind region|country|macro, name,
    name_en, name_zh, city) and rates(currency, per_usd). Returns the query as run_sql takes it.
    """
    query = checked(sql, context.locale)
    return ToolResult({"sql": query.sql, "tables": list(query.tables), "limit": query.limit})
