"""A query in words, in both languages: how the question was understood, shown beside its answer."""

from typing import Final

from travelagent.assistant.questions.values import (
    Area,
    Bound,
    DataQuery,
    Filters,
    Row,
    Scope,
    is_money,
)
from travelagent.catalog import gazetteer, labels, names, source
from travelagent.catalog.labels import category_name, tag_name
from travelagent.catalog.sql.schema import LABELS
from travelagent.catalog.text import is_spaced
from travelagent.catalog.values import Category
from travelagent.plans.values import LocalizedText

_PLURALS: Final = {
    **{"church": "churches", "beach": "beaches", "university": "universities", "gallery": "galleries"},
    **{"fortress": "fortresses", "cemetery": "cemeteries", "ruins": "ruins", "ski": "ski areas"},
}
_ROWS: Final[dict[Row, LocalizedText]] = {
    "city": LocalizedText("city", "城市"),
    "country": LocalizedText("country", "国家"),
    "region": LocalizedText("region", "省份/地区"),
    "area": LocalizedText("area", "地区"),
    "category": LocalizedText("category", "类别"),
}
_COUNTED: Final = {
    "cities": LocalizedText("cities", "城市"),
    "countries": LocalizedText("countries", "国家"),
    "regions": LocalizedText("regions", "地区"),
}
_OPERATORS: Final = {
    ">": LocalizedText("over", "超过"),
    ">=": LocalizedText("at least", "不低于"),
    "<": LocalizedText("under", "低于"),
    "<=": LocalizedText("at most", "不超过"),
    "=": LocalizedText("of", "为"),
}
_BOOKING: Final = {
    "required": LocalizedText("booking required", "需预约"),
    "none": LocalizedText("no booking needed", "无需预约"),
}
_INDOOR: Final = {"fully": LocalizedText("indoor ", "室内"), "none": LocalizedText("outdoor ", "户外")}


def described(query: DataQuery) -> LocalizedText:
    """`Cities in Yunnan and Sichuan by number of sights (score over 9), highest first, the first 10`."""
    what, where, when = _measure(query), _places(query.scope), _months(query.months)
    conditions = _conditions(query)
    en_if, zh_if = (f" ({conditions.en})", f"（{conditions.zh}）") if conditions.en else ("", "")
    order = _order(query)
    if query.row == "sight":
        kinds = _kinds(query.filters)
        en = f"{kinds.en}{where.en}{en_if}, by {what.en}"
        zh = f"{where.zh}{kinds.zh}{zh_if}，按{what.zh}"
    elif query.row == "total":
        en, zh = f"{what.en}{where.en}{when.en}{en_if}", f"{where.zh}{when.zh}{what.zh}{zh_if}"
    else:
        row = _ROWS[query.row]
        en = f"{what.en} by {row.en}{where.en}{when.en}{en_if}"
        zh = f"{where.zh}各{row.zh}{when.zh}{what.zh}{zh_if}"
    return LocalizedText(f"{en[0].upper()}{en[1:]}{order.en}", f"{zh}{order.zh}")


def _measure(query: DataQuery) -> LocalizedText:
    """What is counted or measured."""
    if query.function in ("count", "share"):
        kinds = _kinds(query.filters)
        counted = kinds if query.counted == "sights" else _COUNTED[query.counted]
        if query.has_sights:
            counted = LocalizedText(f"{counted.en} with {kinds.en}", f"有{kinds.zh}的{counted.zh}")
        if query.function == "share":
            return LocalizedText(f"share of {counted.en}", f"{counted.zh}占比")
        return LocalizedText(f"number of {counted.en}", f"{counted.zh}数量")
    figure = _figure(query.field or "score", query.currency)
    if query.function == "value":
        return figure
    if query.counted == "sights":
        kinds = _kinds(query.filters)
        return LocalizedText(f"average {figure.en} of {kinds.en}", f"{kinds.zh}平均{figure.zh}")
    return LocalizedText(f"average of {figure.en}", f"平均{figure.zh}")


def _figure(field: str, currency: str) -> LocalizedText:
    label = LABELS[field]
    money = is_money(field)
    en, zh = f"{label.en[0].lower()}{label.en[1:]}", label.zh
    return LocalizedText(f"{en} in {currency}", f"{zh}（{currency}）") if money else LocalizedText(en, zh)


def _kinds(filters: Filters) -> LocalizedText:
    """`free museums and galleries`."""
    names_of = [LocalizedText(_plural(c), category_name(c).zh) for c in filters.categories]
    kinds_en, kinds_zh = " and ".join(n.en for n in names_of) or "sights", "、".join(n.zh for n in names_of) or "景点"
    tags = [tag_name(tag) for tag in filters.tags]
    en = "".join(f"{tag.en} " for tag in tags) + kinds_en
    zh = "、".join(tag.zh for tag in tags) + ("类" if tags else "") + kinds_zh
    for kind in filters.indoor:
        en, zh = _INDOOR[kind].en + en, _INDOOR[kind].zh + zh
    if filters.free is not None:
        en, zh = ("free " if filters.free else "ticketed ") + en, ("免费" if filters.free else "收费") + zh
    return LocalizedText(en, zh)


def _plural(category: Category) -> str:
    return _PLURALS.get(category, category.replace("_", " ") + "s")


def _conditions(query: DataQuery) -> LocalizedText:
    filters = query.filters
    parts = [_bound(bound, query.currency) for bound in filters.bounds]
    if query.counted != "sights" and query.filters.tags and not query.has_sights:
        tags = [tag_name(tag) for tag in filters.tags]
        known = LocalizedText(", ".join(tag.en for tag in tags), "、".join(tag.zh for tag in tags))
        parts.append(LocalizedText(f"known for {known.en}", f"以{known.zh}著称"))
    parts += [_BOOKING[kind] for kind in filters.booking]
    if filters.text:
        parts.append(LocalizedText(f"“{filters.text}” in the name", f"名称含“{filters.text}”"))
    if filters.best_month:
        month = labels.month_names((filters.best_month,))
        parts.append(LocalizedText(f"at their best in {month.en}", f"{month.zh}为最佳月份"))
    if query.having is not None:
        operator, value = _OPERATORS[query.having.operator], _number(query.having.value)
        parts.append(LocalizedText(f"number {operator.en} {value}", f"数量{operator.zh} {value}"))
    return LocalizedText(", ".join(p.en for p in parts), "，".join(p.zh for p in parts))


def _bound(bound: Bound, currency: str) -> LocalizedText:
    operator, label = _OPERATORS[bound.operator], LABELS[bound.field]
    unit = (bound.currency or currency) if is_money(bound.field) else ""
    value = f"{_number(bound.value)} {unit}".strip()
    return LocalizedText(
        f"{label.en[0].lower()}{label.en[1:]} {operator.en} {value}", f"{label.zh}{operator.zh} {value}"
    )


def _number(value: float) -> str:
    return f"{value:g}" if value < 1e6 else f"{value:.0f}"


def _places(scope: Scope) -> LocalizedText:
    cities = [LocalizedText(c.name_en, c.name_zh) for c in map(source.cities().__getitem__, scope.cities)]
    named = [*cities, *map(_area_name, scope.areas)]
    if not named:
        return LocalizedText("", "")
    *first, last = [n.en for n in named]
    english = f"{', '.join(first)} and {last}" if first else last
    return LocalizedText(f" in {english}", "、".join(n.zh for n in named))


def _area_name(area: Area) -> LocalizedText:
    if area.kind == "country":
        english, chinese = names.country_name(area.name)
        return LocalizedText(names.with_article(english), chinese)
    if area.kind == "region":
        return next(
            LocalizedText(c.region_en, c.region_zh) for c in source.cities().values() if c.region_en == area.name
        )
    row = next(row for row in gazetteer.rows("macros.csv") if row["name"] == area.name)
    return LocalizedText(area.name, next((n for n in gazetteer.split(row["aliases"]) if not is_spaced(n)), area.name))


def _months(months: tuple[int, ...]) -> LocalizedText:
    if not months:
        return LocalizedText("", "")
    named = labels.month_names(months)
    return LocalizedText(f" in {named.en}", named.zh)


def _order(query: DataQuery) -> LocalizedText:
    if query.descending is None or query.row == "total":
        return LocalizedText("", "")
    return (
        LocalizedText(", highest first", "，从高到低")
        if query.descending
        else LocalizedText(", lowest first", "，从低到高")
    )
