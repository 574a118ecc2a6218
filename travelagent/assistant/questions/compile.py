"""From a DataQuery to SQL over the read-only catalogue, built as a tree: no text of the question becomes text of it."""

from dataclasses import replace
from typing import Final

from sqlglot import exp
from sqlglot.expressions import Select, column, condition, func, select

from travelagent.assistant.language import Language
from travelagent.assistant.questions.values import (
    CLIMATE_FIELDS,
    SIGHT_FIELDS,
    Area,
    Bound,
    DataQuery,
    Filters,
    Scope,
    is_money,
)
from travelagent.catalog import names, source
from travelagent.catalog.matches import Reading
from travelagent.catalog.money import usual_currency
from travelagent.catalog.sql.check import DIALECT

_OPERATORS: Final[dict[str, type[exp.Binary]]] = {">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE, "=": exp.EQ}
_PLACES: Final = {"city": "cities.id", "country": "cities.country", "region": "cities.region_en"}
_COUNTED: Final = {"cities": "cities.id", "countries": "cities.country", "regions": "cities.region_en"}
_TIES: Final = {"city": "cities.id", "country": "cities.country_en", "region": "cities.region_en"}


def members_of(scope: Scope) -> tuple[str, ...]:
    """Return the ids of the curated cities in a scope, or of all cities for an empty scope."""
    if not scope.count:
        return tuple(source.cities())
    areas = (city for area in scope.areas for city in names.expand(Reading(area.kind, (area.name,))))
    return tuple(dict.fromkeys((*scope.cities, *areas)))


def with_currency(query: DataQuery, language: Language) -> DataQuery:
    """Return the query with the currency of its amounts settled: the requested one, else the places' only one, else the
    language's usual one.
    """
    if query.currency:
        return query
    own = {source.cities()[city].currency for city in members_of(query.scope)}
    return replace(query, currency=own.pop() if len(own) == 1 else usual_currency(language))


def compiled(query: DataQuery) -> str:
    """Compile a query whose currency is settled to SQL."""
    built = _sights(query) if query.row == "sight" else _measured(query)
    if query.limit is not None:
        built = built.limit(query.limit)
    return built.sql(DIALECT)


def measure_column(query: DataQuery) -> str:
    """Return the name of the result column that holds the measured value."""
    if query.row == "sight":
        return f"price_{query.currency.lower()}" if query.field == "price" else query.field or "score"
    return _value(query)[1]


# -- lists -------------------------------------------------------------------------------------------------------------


def _sights(query: DataQuery) -> Select:
    """Sights with their city, what is asked of them, their score and ticket."""
    price = _price(query).as_(f"price_{query.currency.lower()}")
    built = select(
        *_pair("sights.name", "sight"),
        *_pair("cities.name", "city"),
        "sights.category",
        "sights.score",
        "sights.minutes",
    ).select(price)
    built = built.from_("sights").join("cities", on="cities.id = sights.city")
    built = _where(built, [*_scope(query.scope), *_sight_conditions(query)])
    field = query.field or "score"
    by = exp.column("price_usd", "sights") if field == "price" else exp.column(field, "sights")
    ties = ("sights.id",) if field == "score" else ("sights.score DESC", "sights.id")
    return built.order_by(_ordered(by, query.descending), *ties)


def _measured(query: DataQuery) -> Select:
    """A count, an average or a figure for each row."""
    value, name = _value(query)
    built = select(value.as_(name))
    of_sights = query.counted == "sights"
    if query.row == "total":
        built = built.from_("cities")
        if of_sights or query.has_sights:
            built = built.join("sights", on="sights.city = cities.id")
        return _where(built, [*_scope(query.scope), *_conditions(query), *_known(query)])
    if query.row == "category":
        built = select("sights.category", value.as_(name)).from_("sights").join("cities", on="cities.id = sights.city")
        built = _where(built, [*_scope(query.scope), *_sight_conditions(query)]).group_by("sights.category")
        return _finished(built, query, name, "sights.category")
    built = select(*_head(query), value.as_(name))
    if query.row == "area":
        built = built.from_("areas").join("cities", on="cities.id = areas.city")
    else:
        built = built.from_("cities")
    if of_sights:
        inner = condition("sights.city = cities.id").and_(*_sight_conditions(query))
        built = built.join("sights", on=inner, join_type="left")
    where = _areas(query.scope.areas) if query.row == "area" else _scope(query.scope)
    built = _where(built, [*where, *([] if of_sights else _city_conditions(query))])
    if query.function == "value":
        return _finished(_where(built, _known(query)), query, name, "cities.id")
    key = ("areas.kind", "areas.name") if query.row == "area" else (_PLACES[query.row],)
    built = built.group_by(*key)
    if query.function == "average":
        built = built.having(exp.Not(this=exp.Is(this=value.copy(), expression=exp.null())))
    return _finished(built, query, name, "areas.name_en" if query.row == "area" else _TIES[query.row])


def _finished(built: Select, query: DataQuery, name: str, tie: str) -> Select:
    """With the condition on the count, and in order."""
    if query.having is not None:
        built = built.having(_compared(_counted(query), query.having.operator, query.having.value))
    if query.descending is None:
        return built.order_by(tie)
    return built.order_by(_ordered(column(name), query.descending), tie)


def _head(query: DataQuery) -> list[exp.Expr]:
    if query.row == "area":
        return _pair("areas.name", "area")
    if query.row == "city":
        head = _pair("cities.name", "city")
        return head if len(members_of(query.scope)) == 1 or query.scope.cities else [*head, *_country_or_region(query)]
    return _pair(f"cities.{query.row}", query.row)


def _country_or_region(query: DataQuery) -> list[exp.Expr]:
    """Where a city is: its region when all are of one country, else its country."""
    countries = {source.cities()[city].country for city in members_of(query.scope)}
    place = "region" if len(countries) == 1 else "country"
    return _pair(f"cities.{place}", place)


def _pair(stem: str, alias: str) -> list[exp.Expr]:
    """A name in both languages."""
    return [exp.alias_(column(*reversed(f"{stem}_{code}".split("."))), f"{alias}_{code}") for code in ("en", "zh")]


# -- values ------------------------------------------------------------------------------------------------------------


def _value(query: DataQuery) -> tuple[exp.Expr, str]:
    """What is measured, and the name of its column."""
    field = query.field
    match query.function:
        case "count":
            return _counted(query), query.counted
        case "share":
            part = _all(_filtered(replace(query.filters, categories=(), tags=()), query))
            hit = exp.Case().when(part, exp.Literal.number(100)).else_(exp.Literal.number(0))
            return _rounded(func("AVG", hit), 1), "share"
    assert field is not None
    money = is_money(field)
    figure = _figure(query, field)
    name = f"{field}_{query.currency.lower()}" if money else field
    if query.function == "value":
        return figure, name
    return _rounded(func("AVG", figure), 2 if money else 1), f"average_{name}"


def _figure(query: DataQuery, field: str) -> exp.Expr:
    """A figure of a sight or a city, money in the query's currency."""
    if field == "price":
        return _price(query)
    if field in SIGHT_FIELDS:
        return column(field, "sights")
    if field in CLIMATE_FIELDS:
        return _climate(field, query.months)
    if field in ("elevation_m", "lat"):
        return column(field, "cities")
    return _rounded(_in_currency(column(f"{field}_usd", "cities"), query.currency), 2)


def _price(query: DataQuery) -> exp.Expr:
    own = {source.cities()[city].currency for city in members_of(query.scope)}
    if own == {query.currency}:
        return column("price", "sights")
    return _rounded(_in_currency(column("price_usd", "sights"), query.currency), 2)


def _in_currency(dollars: exp.Expr, currency: str) -> exp.Expr:
    if currency == "USD":
        return dollars
    rate = select("rates.per_usd").from_("rates").where(column("currency", "rates").eq(currency))
    return exp.Mul(this=dollars, expression=rate.subquery())


def _climate(field: str, months: tuple[int, ...]) -> exp.Expr:
    """The mean over the asked months, over the year without any."""
    mean = select(_rounded(func("AVG", column(field, "climate")), 1)).from_("climate").where("climate.city = cities.id")
    if months:
        mean = mean.where(column("month", "climate").isin(*months))
    return mean.subquery()


def _counted(query: DataQuery) -> exp.Expr:
    if query.counted == "sights":
        return exp.Count(this=column("id", "sights"))
    return exp.Count(this=exp.Distinct(expressions=[exp.to_column(_COUNTED[query.counted])]))


def _rounded(value: exp.Expr, digits: int) -> exp.Expr:
    return exp.Round(this=value, decimals=exp.Literal.number(digits))


# -- conditions --------------------------------------------------------------------------------------------------------


def _conditions(query: DataQuery) -> list[exp.Expr]:
    if query.function == "share":
        return _filtered(Filters(categories=query.filters.categories, tags=query.filters.tags), query)
    return _sight_conditions(query) if query.counted == "sights" or query.has_sights else _city_conditions(query)


def _known(query: DataQuery) -> list[exp.Expr]:
    """Cities without the figure that orders them are left out."""
    if query.field == "sun_hours" and query.counted == "cities":
        return [exp.Not(this=exp.Is(this=_climate("sun_hours", query.months), expression=exp.null()))]
    return []


def _scope(scope: Scope) -> list[exp.Expr]:
    if not scope.count:
        return []
    conditions: list[exp.Expr] = []
    if scope.cities:
        conditions.append(column("id", "cities").isin(*scope.cities))
    if scope.areas:
        inside = select("areas.city").from_("areas").where(*_areas(scope.areas))
        conditions.append(column("id", "cities").isin(query=inside))
    return [exp.or_(*conditions)]


def _areas(areas: tuple[Area, ...]) -> list[exp.Expr]:
    named = [exp.and_(column("kind", "areas").eq(a.kind), column("name", "areas").eq(a.name)) for a in areas]
    return [exp.or_(*named)]


def _sight_conditions(query: DataQuery) -> list[exp.Expr]:
    return _filtered(query.filters, query)


def _filtered(filters: Filters, query: DataQuery) -> list[exp.Expr]:
    conditions: list[exp.Expr] = []
    if filters.categories:
        conditions.append(column("category", "sights").isin(*filters.categories))
    for tag in filters.tags:
        tagged = select("sight_tags.sight").from_("sight_tags").where(column("tag", "sight_tags").eq(tag))
        conditions.append(column("id", "sights").isin(query=tagged))
    if filters.free is not None:
        price = column("price", "sights")
        conditions.append(price.eq(0) if filters.free else exp.GT(this=price, expression=exp.Literal.number(0)))
    for field, allowed in (("booking", filters.booking), ("indoor", filters.indoor)):
        if allowed:
            conditions.append(column(field, "sights").isin(*allowed))
    if filters.text:
        pattern = f"%{filters.text.replace('%', '').replace('_', '')}%"
        conditions.append(exp.or_(*(column(f"name_{code}", "sights").like(pattern) for code in ("en", "zh"))))
    return [*conditions, *(_bounded(bound, query) for bound in filters.bounds)]


def _city_conditions(query: DataQuery) -> list[exp.Expr]:
    conditions = [_bounded(bound, query) for bound in query.filters.bounds]
    if query.filters.best_month:
        best = select("best_months.city").from_("best_months")
        best = best.where(column("month", "best_months").eq(query.filters.best_month))
        conditions.append(column("id", "cities").isin(query=best))
    for tag in query.filters.tags:
        tagged = select("city_tags.city").from_("city_tags").where(column("tag", "city_tags").eq(tag))
        conditions.append(column("id", "cities").isin(query=tagged))
    return conditions


def _bounded(bound: Bound, query: DataQuery) -> exp.Expr:
    in_currency = replace(query, currency=bound.currency or query.currency)
    return _compared(_figure(in_currency, bound.field), bound.operator, bound.value)


def _compared(figure: exp.Expr, operator: str, value: float) -> exp.Expr:
    number = exp.Literal.number(int(value) if value == int(value) else value)
    return _OPERATORS[operator](this=figure, expression=number)


def _all(conditions: list[exp.Expr]) -> exp.Expr:
    return exp.and_(*conditions)


def _where(built: Select, conditions: list[exp.Expr]) -> Select:
    return built.where(*conditions) if conditions else built


def _ordered(by: exp.Expr, descending: bool | None) -> exp.Expr:
    return by.desc() if descending else by.asc()
