"""compare_cities: cities side by side, an aspect a row, and what stands out in one sentence."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import both, called, cited, known_cities, localize, name_of
from travelagent.assistant.results.comparison import Cell, Comparison, Row
from travelagent.assistant.results.parsing import dumped, parsed
from travelagent.assistant.results.values import Money, NamedCity
from travelagent.assistant.tools.interests import INTERESTS_OFFERED
from travelagent.assistant.views.catalogue import comparison_view
from travelagent.assistant.wording import months
from travelagent.catalog import labels, source
from travelagent.catalog.attribution import Key
from travelagent.catalog.money import amount_text, current_rates, usual_currency
from travelagent.catalog.search import mean_climate
from travelagent.catalog.values import TIERS, City, Tag, Tier
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import LocalizedText

Aspect: TypeAlias = Literal["costs", "climate", "sights", "best_months", "getting_around"]
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
HIGH_SCORE = 9
KNOWN_FOR = 3

Lead: TypeAlias = tuple[City | None, LocalizedText]
"""Who leads in an aspect, None for nobody, and the sentence that states it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row: an aspect's figure for each city, in the order of the cities, as the artifact carries it."""

    aspect: Aspect
    label: LocalizedText
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """What the comparison is about."""

    cities: tuple[City, ...]
    aspects: tuple[Aspect, ...]
    month: int | None
    interests: tuple[Tag, ...]
    currency: str


def _label(args: Mapping[str, Any], locale: str) -> str:
    cities = [called(city, locale) for city in args.get("cities") or []]
    if locale == "zh":
        return f"正在比较{'、'.join(cities)}…"
    return f"Comparing {', '.join(cities)}…"


@tool(
    category="catalogue",
    tags=("cities", "comparison"),
    label=_label,
    view=comparison_view,
    offers=("cities", "month", "interests", "currency"),
)
def compare_cities(
    cities: Annotated[list[str], Field(min_length=2, max_length=6, description="By any name.")],
    aspects: Annotated[list[Aspect], Field(description="Those that matter, the first first; default: all.")] = [],  # noqa: B006
    month: Annotated[int | None, Field(ge=1, le=12, description="For the climate.")] = None,
    interests: Annotated[
        list[Tag], Field(description="Whose sights are to be counted.", json_schema_extra=INTERESTS_OFFERED)
    ] = [],  # noqa: B006
    currency: Annotated[str | None, Field(pattern="^[A-Z]{3}$", description="Of the costs, ISO 4217.")] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Set cities side by side: costs, climate, sights by interest, best months, getting around; with a verdict."""
    chosen, failures = known_cities(cities, context.locale)
    if len(chosen) < 2:
        if failures:
            raise failures[0]
        message = "请给出至少两座不同的城市。" if context.locale == "zh" else "Name at least two different cities."
        raise ToolError("invalid_arguments", message, field="cities")
    own = {city.currency for city in chosen}
    usual = own.pop() if len(own) == 1 else usual_currency(context.locale)
    request = ComparisonRequest(
        chosen, tuple(dict.fromkeys(aspects)) or ASPECTS, month, tuple(interests), currency or usual
    )
    try:
        lines = [line for aspect in request.aspects for line in LINES[aspect](request)]
        leader, verdict = _verdict(request)
    except MissingRate as error:
        raise ToolError(error.code, localize(error.text, context.locale), field="currency") from error
    payload = {
        "cities": [
            {"id": c.id, "name": both(c.name_en, c.name_zh), "country": c.country, "lat": c.lat, "lon": c.lon}
            for c in chosen
        ],
        "aspects": [
            {
                "aspect": line.aspect,
                "label": both(line.label.en, line.label.zh),
                "values": dict(zip((c.id for c in chosen), line.values, strict=True)),
            }
            for line in lines
        ],
        "month": month,
        "verdict": both(verdict.en, verdict.zh),
    }
    read = replace(_read(request, lines, leader, verdict, context.locale), left_out=tuple(map(str, failures)))
    return ToolResult(
        dumped(read),
        (Shown("comparison", payload),),
        sources=cited(context.locale, *_sources(request), places=[city.id for city in request.cities]),
    )


def _read(
    request: ComparisonRequest, lines: Sequence[Line], leader: City | None, verdict: LocalizedText, locale: str
) -> Comparison:
    """The comparison in the run's language."""
    cities = tuple(NamedCity(city.id, name_of(city, locale)) for city in request.cities)
    rows = [
        Row(line.aspect, localize(line.label, locale), tuple(_cell(v, locale) for v in line.values)) for line in lines
    ]
    return Comparison(cities, tuple(rows), localize(verdict, locale), leader.id if leader else "")


def _cell(value: Any, locale: str) -> Cell:
    """A figure in the run's language; an amount stays one."""
    if not isinstance(value, dict):
        return cast(Cell, value)
    return str(value[locale]) if locale in value else parsed(Money, value)


def _sources(request: ComparisonRequest) -> list[Key]:
    keys: list[Key] = ["curated"]
    if "climate" in request.aspects:
        keys.append("climate")
    if {city.currency for city in request.cities} != {request.currency}:
        keys.append("ecb")
    return keys


# -- aspects -----------------------------------------------------------------------------------------------------------


def _costs(request: ComparisonRequest) -> list[Line]:
    """One person's day by tier."""
    return [
        Line(
            "costs",
            LocalizedText(f"A person's day, {labels.TIER_NAMES[tier].en}", f"人均每天（{labels.TIER_NAMES[tier].zh}）"),
            tuple(_money(_day(city, tier, request.currency), request.currency) for city in request.cities),
        )
        for tier in TIERS
    ]


def _climate(request: ComparisonRequest) -> list[Line]:
    """Temperature by day and night and rain days: of the month that is asked, else of January and July."""
    lines = []
    for month in (request.month,) if request.month else (1, 7):
        named = labels.month_names((month,))
        normals = [mean_climate(city.id, (month,)) for city in request.cities]
        degrees = tuple(f"{round(n.t_min)} – {round(n.t_max)}" for n in normals)
        lines.append(Line("climate", LocalizedText(f"{named.en}, °C", f"{named.zh}气温（°C）"), degrees))
        rain = tuple(round(n.rain_days) for n in normals)
        lines.append(Line("climate", LocalizedText(f"{named.en}, rain days", f"{named.zh}雨天数"), rain))
    return lines


def _sights(request: ComparisonRequest) -> list[Line]:
    """How many sights, how many of the best, and of each interest; without interests what each city is known for."""
    found = [source.sights_of(city.id) for city in request.cities]
    lines = [
        Line("sights", LocalizedText("Sights", "景点数"), tuple(len(sights) for sights in found)),
        Line(
            "sights",
            LocalizedText(f"Sights scored {HIGH_SCORE} or 10", f"{HIGH_SCORE} 分以上景点"),
            tuple(sum(s.score >= HIGH_SCORE for s in sights) for sights in found),
        ),
    ]
    for interest in request.interests:
        name = labels.tag_name(interest)
        counts = tuple(sum(interest in s.tags for s in sights) for sights in found)
        lines.append(Line("sights", LocalizedText(f"Sights: {name.en}", f"{name.zh}类景点"), counts))
    if "food" in request.interests:
        dishes = tuple(both(", ".join(city.food_en), "、".join(city.food_zh)) for city in request.cities)
        lines.append(Line("sights", LocalizedText("Dishes", "代表菜"), dishes))
    if not request.interests:
        lines.append(Line("sights", LocalizedText("Known for", "特色"), tuple(map(_known_for, request.cities))))
    return lines


def _known_for(city: City) -> dict[str, str]:
    tags = [labels.tag_name(tag) for tag in city.tags[:KNOWN_FOR]]
    return both(", ".join(tag.en for tag in tags), "、".join(tag.zh for tag in tags))


def _best_months(request: ComparisonRequest) -> list[Line]:
    named = tuple(both(months(city.best_months, "en"), months(city.best_months, "zh")) for city in request.cities)
    return [Line("best_months", LocalizedText("Best months", "最佳月份"), named)]


def _getting_around(request: ComparisonRequest) -> list[Line]:
    """Local transport a day, and the usual stay."""
    transit = [_converted(city.transit_day, city.currency, request.currency) for city in request.cities]
    stays = [
        both(f"{city.days_min}–{city.days_max} days", f"{city.days_min}–{city.days_max} 天") for city in request.cities
    ]
    return [
        Line(
            "getting_around",
            LocalizedText("Local transport a day", "每日市内交通"),
            tuple(_money(amount, request.currency) for amount in transit),
        ),
        Line("getting_around", LocalizedText("Usual stay", "建议停留"), tuple(stays)),
    ]


LINES: Mapping[Aspect, Callable[[ComparisonRequest], list[Line]]] = {
    "costs": _costs,
    "climate": _climate,
    "sights": _sights,
    "best_months": _best_months,
    "getting_around": _getting_around,
}


def _day(city: City, tier: Tier, currency: str) -> Decimal:
    return _converted(city.daily_cost(tier), city.currency, currency)


def _converted(amount: Decimal, origin: str, currency: str) -> Decimal:
    return current_rates().convert(amount, origin, currency).amount.quantize(Decimal("0.01"))


def _money(amount: Decimal, currency: str) -> dict[str, str]:
    return {"amount": str(amount), "currency": currency}


# -- the verdict -------------------------------------------------------------------------------------------------------


def _verdict(request: ComparisonRequest) -> Lead:
    """Who leads in what was asked, each with its figures, in the order of the aspects."""
    parts = [part for aspect in request.aspects if aspect in VERDICTS and (part := VERDICTS[aspect](request))]
    if not parts:
        return None, LocalizedText("In what was compared they do not differ.", "在所比较的方面没有差别。")
    en, zh = ("; ".join(part.en for _, part in parts), "；".join(part.zh for _, part in parts))
    best = _leader([city for city, _ in parts if city])
    if best is None:
        return None, LocalizedText(f"{en[0].upper()}{en[1:]}.", f"{zh}。")
    return best, LocalizedText(f"I would take {best.name_en}: {en}.", f"更推荐{best.name_zh}：{zh}。")


def _leader(leads: Sequence[City]) -> City | None:
    """The city that leads in most; None where two lead in as much."""
    (best, count), *others = Counter(city.id for city in leads).most_common(2) or [("", 0)]
    if any(number == count for _, number in others):
        return None
    return next((city for city in leads if city.id == best), None)


def _cheaper(request: ComparisonRequest) -> Lead | None:
    figures = {city: _day(city, "mid", request.currency) for city in request.cities}
    ranked = sorted(request.cities, key=lambda city: figures[city])
    low, high = ranked[0], ranked[-1]
    if figures[low] == figures[high]:
        return None
    least, most = (
        amount_text(figures[city].quantize(Decimal(1), ROUND_HALF_UP), request.currency) for city in (low, high)
    )
    how = _than(request, LocalizedText("cheaper", "更便宜"), LocalizedText("cheapest", "最便宜"))
    return low, LocalizedText(
        f"{low.name_en} is {how.en}: about {least.en} a mid-range day, {high.name_en} {most.en}",
        f"{low.name_zh}{how.zh}：舒适档每天约 {least.zh}，{high.name_zh}约 {most.zh}",
    )


def _than(request: ComparisonRequest, of_two: LocalizedText, of_many: LocalizedText) -> LocalizedText:
    """The word for the first of two, or of more."""
    return of_two if len(request.cities) == 2 else of_many


def _drier(request: ComparisonRequest) -> Lead | None:
    if request.month is None:
        return None
    named = labels.month_names((request.month,))
    rain = {city: round(mean_climate(city.id, (request.month,)).rain_days) for city in request.cities}
    ranked = sorted(request.cities, key=lambda city: rain[city])
    dry, wet = ranked[0], ranked[-1]
    if rain[dry] == rain[wet]:
        return None
    how = _than(request, LocalizedText("drier", "雨天更少"), LocalizedText("driest", "雨天最少"))
    return dry, LocalizedText(
        f"in {named.en} {dry.name_en} is {how.en} (rain days: {rain[dry]}, {wet.name_en} {rain[wet]})",
        f"{named.zh}{dry.name_zh}{how.zh}：{rain[dry]} 天，{wet.name_zh} {rain[wet]} 天",
    )


def _richer(request: ComparisonRequest) -> Lead | None:
    """Who has most sights of the interests, without any most of the best ones."""
    wanted = set(request.interests)
    counts = {
        city: sum(bool(wanted & set(s.tags)) if wanted else s.score >= HIGH_SCORE for s in source.sights_of(city.id))
        for city in request.cities
    }
    ranked = sorted(request.cities, key=lambda city: -counts[city])
    most, least = ranked[0], ranked[-1]
    tags = [labels.tag_name(tag) for tag in request.interests]
    what = LocalizedText(
        f"sights for {' and '.join(tag.en for tag in tags)}" if tags else f"sights scored {HIGH_SCORE} or 10",
        f"{'、'.join(tag.zh for tag in tags)}类景点" if tags else f" {HIGH_SCORE} 分以上景点",
    )
    if counts[most] == counts[least]:
        if not (tags and counts[most]):
            return None
        return None, LocalizedText(
            f"they have as many {what.en}: {counts[most]} each", f"{what.zh}一样多：各 {counts[most]} 个"
        )
    how = _than(request, LocalizedText("more", "更多"), LocalizedText("most", "最多"))
    return most, LocalizedText(
        f"{most.name_en} has {how.en} {what.en}: {counts[most]}, {least.name_en} {counts[least]}",
        f"{most.name_zh}{what.zh}{how.zh}：{counts[most]} 个，{least.name_zh} {counts[least]} 个",
    )


def _in_season(request: ComparisonRequest) -> Lead | None:
    if request.month is None:
        return None
    named = labels.month_names((request.month,))
    best = [city for city in request.cities if request.month in city.best_months]
    if len(best) in (0, len(request.cities)):
        return None
    return (best[0] if len(best) == 1 else None), LocalizedText(
        f"{named.en} is among the best months of {', '.join(city.name_en for city in best)}",
        f"{named.zh}适逢{'、'.join(city.name_zh for city in best)}的最佳月份",
    )


VERDICTS: Mapping[Aspect, Callable[[ComparisonRequest], Lead | None]] = {
    "costs": _cheaper,
    "climate": _drier,
    "sights": _richer,
    "best_months": _in_season,
}
