"""Ranked search for cities, sights of a city, and a city's facts.

Mechanism: what cannot be bent filters (area, the ceiling of the budget, at least one interest, warm water for a beach,
frost for snow); the rest scores between 0 and 1 and is averaged by weight, over the requested aspects. Every hit has
its reasons, in both languages and with the figures. Pure: works on a `Catalogue` and `Rates`, by default the packaged
ones; takes no database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from opening_hours import OpeningHours

from travelagent.catalog import labels, source
from travelagent.catalog.attribution import Attribution, attribution
from travelagent.catalog.climate import FAR_STATION_KM, climate_of, elevation_of
from travelagent.catalog.derived import follows_places
from travelagent.catalog.fits import Weather, hot_dishes, price_fit, spice_fit, sun_a_day, weather_fit
from travelagent.catalog.journeys import Journey, Reach, is_reached, journey_fit, journey_text, journey_to
from travelagent.catalog.labels import SEASON_MONTHS, Season
from travelagent.catalog.money import Rates, amount_text, current_rates
from travelagent.catalog.names import area_members
from travelagent.catalog.spectacles import SPECTACLES, Shown, Spectacle, UsualDays, spectacle_at, spectacles_of
from travelagent.catalog.values import TAGS, Catalogue, City, CityClimate, MonthNormals, Sight, Tag, Tier
from travelagent.plans.values import LocalizedText, Strain

ReasonCode = Literal["interest", "best_month", "climate", "budget", "days", "sights", "journey", "spectacle", "spice"]

WARM_SEA_C = 24.0
"""A beach month's least mean daily maximum."""
FROST_C = 2.0
"""A snow month's highest mean temperature."""
COMFORT_C = (17.0, 28.0)
GOOD_SIGHT = 7
WEIGHTS = {
    **{"interest": 4.0, "month": 3.0, "budget": 2.0, "days": 1.0, "sights": 1.5},
    **{"weather": 4.0, "spice": 4.0, "spectacle": 6.0, "journey": 3.0, "price": 4.0},
}
NEARLY_BEST = 0.75
"""The share of the best score that a city needs to be listed by its nearness."""
MAX_LIMIT = 50


class InvalidQuery(ValueError):
    """A search that makes no sense as it stands: `field` is wrong, `text` explains how, for people."""

    code = "invalid_arguments"

    def __init__(self, field: str, text: LocalizedText) -> None:
        super().__init__(text.en)
        self.field = field
        self.text = text


@dataclass(frozen=True, slots=True)
class CityQuery:
    """What is looked for.

    Amounts are per person per day in `currency`, tickets and the journey there apart; `country` and `region` are any
    names in either language (also of a macro-region) or an ISO code. `spicy` is a wish for hot food, `cheap` one for
    days that cost little; sights that ask of a body what is to be spared it do not count.
    """

    interests: Sequence[Tag] = ()
    budget_min: Decimal | None = None
    budget_max: Decimal | None = None
    currency: str = "USD"
    season: Season | None = None
    month: int | None = None
    country: str | None = None
    region: str | None = None
    days: int | None = None
    reach: Reach | None = None
    weather: Weather | None = None
    spicy: bool = False
    cheap: bool = False
    spectacle: Spectacle | None = None
    spared: Sequence[Strain] = ()
    limit: int = 10


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a city is among the hits."""

    code: ReasonCode
    text: LocalizedText


@dataclass(frozen=True, slots=True)
class DailyCost:
    """One person's day in the asked currency, at the tier that fits the budget best."""

    tier: Tier
    amount: Decimal
    currency: str
    as_of: date
    approximate: bool


@dataclass(frozen=True, slots=True)
class CityHit:
    """A city that fits, its score between 0 and 1, the figures of the asked months, its best sights, and the journey
    there where it is known from where."""

    city: City
    score: float
    reasons: tuple[Reason, ...]
    daily: DailyCost
    climate: MonthNormals | None
    top_sights: tuple[Sight, ...]
    journey: Journey | None = None


@dataclass(frozen=True, slots=True)
class SightHit:
    """A sight with its score between 0 and 1, and its opening hours on the asked day (`HH:MM`–`HH:MM`)."""

    sight: Sight
    score: float
    open_on: tuple[tuple[str, str], ...] | None


@dataclass(frozen=True, slots=True)
class CityInfo:
    """A city's facts.

    `climate` holds the twelve months at the city's height; `spectacles` when blossom and leaves are usually at their
    best; `notes` what to keep in mind.
    """

    city: City
    climate: CityClimate
    elevation_m: int
    daily: dict[Tier, Decimal]
    sights: tuple[Sight, ...]
    spectacles: Mapping[Spectacle, UsualDays]
    notes: tuple[LocalizedText, ...]
    sources: tuple[Attribution, ...]


def search_cities(query: CityQuery, catalogue: Catalogue | None = None, rates: Rates | None = None) -> list[CityHit]:
    """Return the cities that fit, best first, at most `query.limit`.

    `InvalidQuery` for an unknown area, interest, month or an empty budget range; `MissingRate` for a currency that no
    rate is known for.
    """
    catalogue, rates = catalogue or source.packaged_catalogue(), rates or current_rates()
    _check(query)
    area = _area(query)
    cities = [city for city in catalogue.cities.values() if area is None or city.id in area]
    hits = [hit for city in cities if (hit := _judge(city, query, catalogue, rates))]
    hits.sort(key=lambda hit: (-hit.score, hit.city.id))
    return (_nearest_first(hits) if query.reach and query.reach.nearest else hits)[: query.limit]


def _nearest_first(hits: Sequence[CityHit]) -> list[CityHit]:
    """Those that fit about as well as the best, the nearest first."""
    near = [hit for hit in hits if hit.score >= NEARLY_BEST * hits[0].score]
    return sorted(near, key=lambda hit: (hit.journey.air_km if hit.journey else 0, hit.city.id))


def _check(query: CityQuery) -> None:
    if unknown := [interest for interest in query.interests if interest not in TAGS]:
        listed = ", ".join(unknown)
        raise InvalidQuery("interests", LocalizedText(f"Unknown interests: {listed}.", f"未知的兴趣：{listed}。"))
    if query.month is not None and not 1 <= query.month <= 12:
        raise InvalidQuery("month", LocalizedText("A month is a number from 1 to 12.", "月份应为 1 到 12。"))
    if query.season is not None and query.season not in SEASON_MONTHS:
        raise InvalidQuery("season", LocalizedText("Unknown season.", "未知的季节。"))
    if query.budget_min is not None and query.budget_max is not None and query.budget_min > query.budget_max:
        raise InvalidQuery("budget_min", LocalizedText("The budget's range is empty.", "预算下限高于上限。"))
    if not 1 <= query.limit <= MAX_LIMIT:
        raise InvalidQuery("limit", LocalizedText(f"From 1 to {MAX_LIMIT} results.", f"结果数应为 1 到 {MAX_LIMIT}。"))
    if query.days is not None and query.days < 1:
        raise InvalidQuery("days", LocalizedText("A trip has at least one day.", "行程至少一天。"))


def _area(query: CityQuery) -> tuple[str, ...] | None:
    """The curated cities of the asked area: what region and country have in common."""
    found: tuple[str, ...] | None = None
    for field, name in (("region", query.region), ("country", query.country)):
        if not name:
            continue
        members = area_members(name)
        if members is None:
            raise InvalidQuery(field, LocalizedText(f"No area is called {name!r}.", f"没有名为“{name}”的地区。"))
        found = members if found is None else tuple(city for city in found if city in members)
    return found


def requested_months(query: CityQuery) -> tuple[int, ...]:
    """Return the months of the query, 1 to 12: the one that is named, else the season's three, else none."""
    if query.month is not None:
        return (query.month,)
    return SEASON_MONTHS[query.season] if query.season else ()


def _judge(city: City, query: CityQuery, catalogue: Catalogue, rates: Rates) -> CityHit | None:
    """The city as a hit, or `None` where something that cannot be bent stands against it."""
    journey = journey_to(city, query.reach) if query.reach else None
    if journey and query.reach and not is_reached(journey, query.reach):
        return None
    there = [s for s in catalogue.sights_of(city.id) if not set(source.strains_of(s)) & set(query.spared)]
    sights = sorted(there, key=lambda sight: (-sight.score, sight.id))
    months = requested_months(query)
    climate = mean_climate(city.id, months) if months else None
    shown = spectacle_at(city.id, query.spectacle, months) if query.spectacle else None
    daily, budget = _daily(city, query, rates)
    marks = _marks(city, query, sights, climate, shown[1] if shown else 0.0)
    if 0 in (*marks.values(), budget) or (climate and not _bearable(query.interests, climate)):
        return None
    marks["sights"] = sum(sight.score for sight in sights[:8]) / 80
    if climate:
        marks["month"] = _month_fit(city, query.interests, months, climate)
    if query.budget_max is not None or query.budget_min is not None:
        marks["budget"] = budget
    if query.cheap:
        marks["price"] = price_fit(float(_converted(city, "mid", "USD", rates).amount))
    if query.days is not None:
        marks["days"] = days_fit(city, query.days)
    if journey:
        marks["journey"] = journey_fit(journey, query.days)
    score = sum(WEIGHTS[aspect] * mark for aspect, mark in marks.items()) / sum(WEIGHTS[a] for a in marks)
    top = _top_sights(sights, query.interests)
    reasons = _reasons(city, query, months, climate, daily, top, shown[0] if shown else None, journey)
    return CityHit(city, round(score, 4), reasons, daily, climate, top, journey)


def _marks(
    city: City, query: CityQuery, sights: Sequence[Sight], climate: MonthNormals | None, shown: float
) -> dict[str, float]:
    """How well a city serves the wishes of which it must serve something."""
    marks: dict[str, float] = {}
    if query.interests:
        marks["interest"] = interest_fit(city, sights, query.interests)
    if climate and query.weather:
        marks["weather"] = weather_fit(query.weather, climate)
    if query.spicy:
        marks["spice"] = spice_fit(city)
    if query.spectacle:
        marks["spectacle"] = shown
    return marks


def interest_fit(city: City, sights: Sequence[Sight], interests: Sequence[Tag]) -> float:
    """Return how well a city serves interests, 0 to 1: by the place each has among its own, else by its good sights.

    1 if none.
    """
    if not interests:
        return 1.0
    return sum(_one_interest(city, sights, interest) for interest in interests) / len(interests)


def _one_interest(city: City, sights: Sequence[Sight], interest: Tag) -> float:
    good = sum(interest in sight.tags and sight.score >= GOOD_SIGHT for sight in sights)
    if interest in city.tags:
        return 1.0 - 0.05 * city.tags.index(interest)
    if interest in ("beach", "island"):
        return 0.5 if interest == "island" and "beach" in city.tags else 0.0
    return min(0.5, 0.15 * good)


def _bearable(interests: Sequence[Tag], climate: MonthNormals) -> bool:
    if ("beach" in interests or "island" in interests) and climate.t_max < WARM_SEA_C:
        return False
    return "snow" not in interests or climate.t_mean <= FROST_C


@follows_places
@lru_cache(maxsize=4096)
def mean_climate(city: str, months: tuple[int, ...]) -> MonthNormals:
    """Return the mean of some months at a curated city; its `month` is the first of them."""
    chosen = [climate_of(city).months[month - 1] for month in months]
    if len(chosen) == 1:
        return chosen[0]
    sun = [month.sun_hours for month in chosen if month.sun_hours is not None]

    def mean(figures: Sequence[float]) -> float:
        return round(sum(figures) / len(figures), 1)

    return MonthNormals(
        month=months[0],
        t_mean=mean([month.t_mean for month in chosen]),
        t_max=mean([month.t_max for month in chosen]),
        t_min=mean([month.t_min for month in chosen]),
        precip_mm=mean([month.precip_mm for month in chosen]),
        rain_days=mean([month.rain_days for month in chosen]),
        sun_hours=mean(sun) if len(sun) == len(chosen) else None,
        years=min(month.years for month in chosen),
    )


def _month_fit(city: City, interests: Sequence[Tag], months: tuple[int, ...], climate: MonthNormals) -> float:
    """Half the city's own best months, half the weather: comfortable days (for a beach warm ones), few rain days."""
    best = sum(_nearness(month, city.best_months) for month in months) / len(months)
    low, high = (WARM_SEA_C + 2, 33.0) if "beach" in interests or "island" in interests else COMFORT_C
    off = max(low - climate.t_max, climate.t_max - high, 0.0)
    warmth = 1.0 if "snow" in interests else max(0.0, 1.0 - off / 15)
    dry = max(0.0, 1.0 - max(climate.rain_days - 4, 0) / 16)
    return 0.5 * best + 0.3 * warmth + 0.2 * dry


def _nearness(month: int, best: Sequence[int]) -> float:
    gap = min(min((month - one) % 12, (one - month) % 12) for one in best)
    return {0: 1.0, 1: 0.5}.get(gap, 0.0)


def _daily(city: City, query: CityQuery, rates: Rates) -> tuple[DailyCost, float]:
    """The cost of a day at the best tier the budget allows, and how well it fits; 0 where none does."""
    costs = {tier: _converted(city, tier, query.currency, rates) for tier in ("budget", "mid", "luxury")}
    low, high = query.budget_min, query.budget_max
    tiers: tuple[tuple[Tier, float], ...] = (("mid", 1.0), ("budget", 0.7), ("luxury", 0.9))
    for tier, mark in tiers:
        amount = costs[tier].amount
        if (high is None or amount <= high) and (low is None or amount >= low):
            return costs[tier], mark
    between = low is not None and high is not None and costs["budget"].amount <= high and costs["luxury"].amount >= low
    return costs["mid"], 0.5 if between else 0.0


def _converted(city: City, tier: Tier, currency: str, rates: Rates) -> DailyCost:
    money = rates.convert(city.daily_cost(tier), city.currency, currency)
    return DailyCost(tier, money.amount.quantize(Decimal("0.01")), currency, money.as_of, money.approximate)


def days_fit(city: City, days: int) -> float:
    """Return how well a length of trip suits a city: 1 inside its usual stay, less the farther outside."""
    off = max(city.days_min - days, days - city.days_max, 0)
    return max(0.0, 1.0 - off / 4)


def _top_sights(sights: Sequence[Sight], interests: Sequence[Tag]) -> tuple[Sight, ...]:
    wanted = set(interests)
    return tuple(sorted(sights, key=lambda s: (-(s.score + 2 * len(wanted & set(s.tags))), s.id))[:3])


def _reasons(
    city: City,
    query: CityQuery,
    months: tuple[int, ...],
    climate: MonthNormals | None,
    daily: DailyCost,
    top: Sequence[Sight],
    shown: Shown | None,
    journey: Journey | None,
) -> tuple[Reason, ...]:
    reasons = []
    if journey:
        reasons.append(Reason("journey", journey_text(journey)))
    if shown and query.spectacle:
        reasons.append(Reason("spectacle", _shown_text(query.spectacle, shown.sight)))
    if query.spicy:
        reasons.append(Reason("spice", _spice_text(city)))
    if matched := [labels.tag_name(tag) for tag in query.interests if tag in city.tags]:
        english, chinese = ", ".join(tag.en for tag in matched), "、".join(tag.zh for tag in matched)
        reasons.append(Reason("interest", LocalizedText(f"Known for: {english}", f"擅长：{chinese}")))
    if best := tuple(month for month in months if month in city.best_months):
        named = labels.month_names(best)
        reasons.append(
            Reason("best_month", LocalizedText(f"Among its best months: {named.en}", f"适逢最佳月份：{named.zh}"))
        )
    if climate:
        reasons.append(Reason("climate", _climate_text(months, climate, sunny=query.weather == "sunny")))
    if query.cheap or query.budget_max is not None or query.budget_min is not None:
        reasons.append(Reason("budget", cost_text(daily)))
    if query.days is not None and city.days_min <= query.days <= city.days_max:
        fit = "1 day fits" if query.days == 1 else f"{query.days} days fit"
        text = LocalizedText(
            f"{fit}: a usual stay is {city.days_min}–{city.days_max}",
            f"{query.days} 天合适：通常停留 {city.days_min}–{city.days_max} 天",
        )
        reasons.append(Reason("days", text))
    english, chinese = ", ".join(sight.name_en for sight in top), "、".join(sight.name_zh for sight in top)
    reasons.append(Reason("sights", LocalizedText(f"Do not miss: {english}", f"不可错过：{chinese}")))
    return tuple(reasons)


def _shown_text(spectacle: Spectacle, sight: Sight) -> LocalizedText:
    """`Autumn leaves: Central Park – cherry blossom in April, foliage in early November`."""
    named = SPECTACLES[spectacle]
    return LocalizedText(
        f"{named.en}: {sight.name_en} – {sight.note_en.rstrip('.')}",
        f"{named.zh}：{sight.name_zh}（{sight.note_zh.rstrip('。')}）",
    )


def _spice_text(city: City) -> LocalizedText:
    dishes = hot_dishes(city)
    return LocalizedText(
        f"Hot dishes: {', '.join(dish.en for dish in dishes)}", f"辣的特色菜：{'、'.join(dish.zh for dish in dishes)}"
    )


def _climate_text(months: tuple[int, ...], climate: MonthNormals, *, sunny: bool) -> LocalizedText:
    named, days = labels.month_names(months), round(climate.rain_days)
    each, monthly = (" a month", "每月") if len(months) > 1 else ("", "")
    rain = f"{days} rain day{'' if days == 1 else 's'}{each}"
    sun = sun_a_day(climate) if sunny else None
    bright = (
        LocalizedText(f", {sun:.0f} h of sun a day", f"，日照每天约 {sun:.0f} 小时") if sun else LocalizedText("", "")
    )
    return LocalizedText(
        f"{named.en}: {climate.t_max:.0f} °C by day, {rain}{bright.en}",
        f"{named.zh}：白天约 {climate.t_max:.0f} °C，{monthly} {days} 个雨天{bright.zh}".replace("， ", "，"),
    )


def cost_text(daily: DailyCost) -> LocalizedText:
    """Describe the cost of a day: `About CN¥620 a day each (mid-range)`."""
    tier, amount = labels.TIER_NAMES[daily.tier], amount_text(daily.amount.quantize(Decimal(1)), daily.currency)
    return LocalizedText(f"About {amount.en} a day each ({tier.en})", f"每人每天约 {amount.zh}（{tier.zh}）")


def search_sights(
    city: str,
    interests: Sequence[Tag] = (),
    free_only: bool = False,
    open_on: date | None = None,
    limit: int = 20,
    catalogue: Catalogue | None = None,
) -> list[SightHit]:
    """Return the sights of a curated city, best first: by their own score and the interests they serve.

    With `open_on` those that are closed on that day fall out. An id that is not curated raises `KeyError`.
    """
    catalogue = catalogue or source.packaged_catalogue()
    _check(CityQuery(interests=interests))
    wanted = set(interests)
    hits = []
    for sight in catalogue.sights_of(catalogue.cities[city].id):
        windows = opening_windows(sight, open_on) if open_on else None
        if (free_only and sight.price > 0) or windows == ():
            continue
        match = len(wanted & set(sight.tags)) / len(wanted) if wanted else 1.0
        hits.append(SightHit(sight, round(0.06 * sight.score + 0.4 * match, 4), windows))
    return sorted(hits, key=lambda hit: (-hit.score, hit.sight.id))[:limit]


def opening_windows(sight: Sight, day: date) -> tuple[tuple[str, str], ...]:
    """Return when a sight is open on a day, local time, as `HH:MM` pairs.

    Empty when it is closed, by its hours or on a holiday. What begins on the day and ends after midnight is cut at
    24:00.
    """
    if any(closure.includes(day) for closure in sight.closed_on):
        return ()
    begin = datetime(day.year, day.month, day.day)
    end = begin + timedelta(days=1)
    windows = []
    for opens, closes, state, _ in OpeningHours(sight.hours).intervals(begin, end):
        if str(state) != "open":
            continue
        last = "24:00" if closes is None or closes >= end else f"{closes:%H:%M}"
        windows.append((f"{opens:%H:%M}", last))
    return tuple(windows)


def city_info(city: str, catalogue: Catalogue | None = None) -> CityInfo:
    """Return a curated city's facts, its climate with the station it is from, costs a day by tier, and what to keep in
    mind.

    An id that is not curated raises `KeyError`.
    """
    catalogue = catalogue or source.packaged_catalogue()
    place = catalogue.cities[city]
    climate = climate_of(city)
    sights = sorted(catalogue.sights_of(city), key=lambda sight: (-sight.score, sight.id))
    tiers: tuple[Tier, ...] = ("budget", "mid", "luxury")
    return CityInfo(
        city=place,
        climate=climate,
        elevation_m=elevation_of(city),
        daily={tier: place.daily_cost(tier) for tier in tiers},
        sights=tuple(sights),
        spectacles=spectacles_of(city),
        notes=(*_climate_notes(climate), attribution("osm" if source.addition_of(city) else "curated").note),
        sources=(attribution("osm" if source.addition_of(city) else "curated"), attribution("climate")),
    )


def _climate_notes(climate: CityClimate) -> list[LocalizedText]:
    notes, name, km = [], climate.station.name, round(climate.distance_km)
    if climate.distance_km > FAR_STATION_KM:
        notes.append(
            LocalizedText(
                f"Climate figures are from {name}, {km} km away: take them as a guide.",
                f"气候数据来自约 {km} 公里外的气象站（{name}），仅供参考。",
            )
        )
    if abs(climate.shift_c) >= 1:
        notes.append(
            LocalizedText(
                f"Temperatures are moved by {climate.shift_c:+.1f} °C from the station's height to the city's.",
                f"气温已按海拔差修正 {climate.shift_c:+.1f} °C。",
            )
        )
    return notes
