"""The tables of the read-only catalogue file: what a data question may ask about, and what its columns are called.

Everything here is allowed to be read, and nothing else exists in the file. Money is in US dollars (`_usd`), at the
packaged rates, but for a ticket, which also stands in its city's currency (`sights.price`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from travelagent.plans.values import LocalizedText

_CITY_COSTS = (
    *("lodging_budget_usd", "lodging_mid_usd", "lodging_luxury_usd"),
    *("meals_budget_usd", "meals_mid_usd", "meals_luxury_usd"),
    *("day_budget_usd", "day_mid_usd", "day_luxury_usd", "transit_day_usd"),
)

# Table → column → SQL type. `areas` has a row for every city of a region (by its English name), a country (ISO code)
# and a macro-region (`Kansai`, `Europe`).
TABLES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "cities": {
            "id": "TEXT PRIMARY KEY",
            "name_en": "TEXT",
            "name_zh": "TEXT",
            "country": "TEXT",
            "country_en": "TEXT",
            "country_zh": "TEXT",
            "region_en": "TEXT",
            "region_zh": "TEXT",
            "lat": "REAL",
            "lon": "REAL",
            "elevation_m": "INTEGER",
            "currency": "TEXT",
            "days_min": "INTEGER",
            "days_max": "INTEGER",
            **dict.fromkeys(_CITY_COSTS, "REAL"),
        },
        "sights": {
            "id": "TEXT PRIMARY KEY",
            "city": "TEXT",
            "name_en": "TEXT",
            "name_zh": "TEXT",
            "category": "TEXT",
            "minutes": "INTEGER",
            "score": "INTEGER",
            "price": "REAL",
            "price_usd": "REAL",
            "booking": "TEXT",
            "indoor": "TEXT",
            "hours": "TEXT",
            "lat": "REAL",
            "lon": "REAL",
        },
        "climate": {
            "city": "TEXT",
            "month": "INTEGER",
            "t_mean": "REAL",
            "t_max": "REAL",
            "t_min": "REAL",
            "precip_mm": "REAL",
            "rain_days": "REAL",
            "sun_hours": "REAL",
        },
        "sight_tags": {"sight": "TEXT", "tag": "TEXT"},
        "city_tags": {"city": "TEXT", "tag": "TEXT"},
        "best_months": {"city": "TEXT", "month": "INTEGER"},
        "areas": {"kind": "TEXT", "name": "TEXT", "name_en": "TEXT", "name_zh": "TEXT", "city": "TEXT"},
        "rates": {"currency": "TEXT PRIMARY KEY", "per_usd": "REAL"},
    }
)
INDEXED: Final = (
    *(("sights", "city"), ("climate", "city"), ("sight_tags", "sight"), ("city_tags", "city")),
    *(("best_months", "city"), ("areas", "city")),
)

# What a result's column is called; `average_x` is x's average. A pair `x_en`, `x_zh` is one column `x`; money columns
# end in their currency.
LABELS: Final[Mapping[str, LocalizedText]] = MappingProxyType(
    {
        "name": LocalizedText("Name", "名称"),
        "city": LocalizedText("City", "城市"),
        "sight": LocalizedText("Sight", "景点"),
        "country": LocalizedText("Country", "国家"),
        "region": LocalizedText("Region", "省份/地区"),
        "area": LocalizedText("Area", "地区"),
        "category": LocalizedText("Category", "类别"),
        "minutes": LocalizedText("Visit (min)", "游览（分钟）"),
        "score": LocalizedText("Score", "评分"),
        "price": LocalizedText("Ticket", "门票"),
        "booking": LocalizedText("Booking", "预约"),
        "hours": LocalizedText("Hours", "开放时间"),
        "sights": LocalizedText("Sights", "景点数"),
        "cities": LocalizedText("Cities", "城市数"),
        "countries": LocalizedText("Countries", "国家数"),
        "regions": LocalizedText("Regions", "地区数"),
        "share": LocalizedText("Share (%)", "占比（%）"),
        "lodging_budget": LocalizedText("Double room, budget", "经济双人间"),
        "lodging_mid": LocalizedText("Double room, mid-range", "舒适双人间"),
        "lodging_luxury": LocalizedText("Double room, luxury", "豪华双人间"),
        "meals_budget": LocalizedText("Food a day, budget", "每日餐费（经济）"),
        "meals_mid": LocalizedText("Food a day, mid-range", "每日餐费（舒适）"),
        "meals_luxury": LocalizedText("Food a day, luxury", "每日餐费（豪华）"),
        "day_budget": LocalizedText("A person's day, budget", "人均每天（经济）"),
        "day_mid": LocalizedText("A person's day, mid-range", "人均每天（舒适）"),
        "day_luxury": LocalizedText("A person's day, luxury", "人均每天（豪华）"),
        "transit_day": LocalizedText("Local transport a day", "每日市内交通"),
        "t_mean": LocalizedText("Mean temperature (°C)", "平均气温（°C）"),
        "t_max": LocalizedText("Mean daily high (°C)", "平均最高气温（°C）"),
        "t_min": LocalizedText("Mean daily low (°C)", "平均最低气温（°C）"),
        "precip_mm": LocalizedText("Rain (mm)", "降水（毫米）"),
        "rain_days": LocalizedText("Rain days", "雨天数"),
        "sun_hours": LocalizedText("Sun hours", "日照（小时）"),
        "month": LocalizedText("Month", "月份"),
        "elevation_m": LocalizedText("Elevation (m)", "海拔（米）"),
        "lat": LocalizedText("Latitude", "纬度"),
        "lon": LocalizedText("Longitude", "经度"),
        "days_min": LocalizedText("Usual stay from (days)", "建议停留起（天）"),
        "days_max": LocalizedText("Usual stay to (days)", "建议停留至（天）"),
    }
)


def ddl() -> tuple[str, ...]:
    """Return the statements that make the empty tables and their indexes."""
    tables = [
        f"CREATE TABLE {table} ({', '.join(f'{name} {kind}' for name, kind in columns.items())})"
        for table, columns in TABLES.items()
    ]
    return (*tables, *(f"CREATE INDEX {table}_{column} ON {table} ({column})" for table, column in INDEXED))
