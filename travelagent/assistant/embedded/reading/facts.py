"""The facts of a message from its typed tokens and the roles they play: when, how long, for how much.

No words are looked at but those of closed classes beside a token (each, with, no wait). Dates are the next ones from
today on; a length is what is written outright, else what the stays or both dates make.
"""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from travelagent.assistant.embedded.reading.edit_words import Hit, hits
from travelagent.assistant.embedded.reading.reading import Reading
from travelagent.assistant.lexer.tokens import DateValue, SpanValue, Token
from travelagent.assistant.lexer.words import spectacles
from travelagent.briefs.values import BudgetLimit, Dates, Per
from travelagent.catalog.spectacles import Spectacle

LONGEST: Final = 180
FRIDAY, SATURDAY = 4, 5
WEEKEND_DAYS, LONG_WEEKEND_DAYS = 2, 3
_ARTICLES: Final = frozenset({"a", "one", "our", "my"})
_DATING: Final = frozenset({"on", "at", "not", "every", "any"})
"""Before an article these words make a weekend a date: not on a weekend."""
_ADJECTIVES: Final = 3
"""So many words may stand between the article and its weekend."""
LONGEST_TRIP: Final = 90
"""A last day this far behind the first is none of the same trip."""
CORRECTED_WITHIN: Final = 12
"""What takes a fact back stands within so many tokens."""
_RANK: Final = {"day_of_month": 1, "weekday": 2, "weekend": 3}
"""A date with its month is the first day rather than a day of some month, and so on."""
_BEFORE_TRIP: Final = 15
"""A day of the month is one of up to so many days before the trip that stands, else one behind its first day."""
_DAYS_BEFORE: Final = 3
"""A day of the week on which the trip is to begin is one of up to so many days before it begins now."""
_ONE_DAY: Final = frozenset({"一天", "每天", "a day"})
"""Words for a day that mean any one, where the length is stated as well."""
_OF_TRIP: Final = frozenset({"begin", "trip", "replace", "end"})
_EXACT: Final = ("day", "day_of_month", "relative")
_MORE: Final = frozenset({"more", "extra", "another"})
_MORE_BEFORE: Final = ("再加", "多加", "多玩", "多待", "再玩", "再待", "another", "an extra")
_EACH: Final = frozenset({"each", "apiece", "各", "每", "分"})
_CORRECTS: Final = frozenset(
    {"no", "sorry", "wait", "actually", "mean", "make", "rather", "instead", "correction", "scratch"}
)
_CORRECTS_ZH: Final = ("不对", "不是", "说错", "打错", "写错", "改成", "改为", "应该是", "而是", "算了", "还是")


_EACH_BEFORE: Final = (
    "人均", "每人", "每个人", "一个人", "人均预算", "每人预算", "一人", "一人预算", "一个人预算", "每个人预算",
    "per person", "each",
)  # fmt: skip
_EACH_BEHIND: Final = (
    "一个人",
    "每人",
    "每个人",
    "一人",
    "/人",
    "each",
    "per person",
    "a person",
    "a head",
    "per head",
    "pp",
)
_DAY_BEFORE: Final = re.compile(r"(?:每天|每日|(?<![第玩待去逛住共几十\d])一天|\bper day|\ba day)[^\d,，。;；.]{0,8}$")
_DAY_BEHIND: Final = ("一天", "每天", "/天", "a day", "per day", "daily", "/day")
_NIGHT_BEFORE: Final = ("每晚", "一晚", "nightly", "per night")
_NIGHT_BEHIND: Final = ("一晚", "每晚", "/晚", "晚", "a night", "per night", "nightly", "/night", "for the night")
_HOTEL_BEFORE: Final = (
    "住",
    "酒店",
    "房",
    "hotel",
    "room",
    "accommodation",
    "night",
    "stay",
    "lodging",
    "airbnb",
    "hostel",
)
_CLAUSE_END: Final = re.compile(r"[,，、;；.。!！?？\n]|\b(?:and|but)\b")
_MEALS: Final = frozenset({"meal"})
_DEFINITE: Final = frozenset({"that", "this", "extra", "more", "another", "那", "这", "顿", "加"})
"""Words shortly before a meal that make it one in particular."""
_OF_TRIP_COSTS: Final = (
    "budget", "total", "trip", "altogether", "overall", "everything", "all in", "in all",
    "预算", "总", "一共", "全部", "全程",
)  # fmt: skip
"""Words beside which an amount is that of the trip."""
_LODGINGS: Final = ("住", "酒店", "房", "hotel", "room", "accommodation", "night", "lodging", "airbnb", "hostel")
_PRICES: Final = ("person", "price", "cost", "人均", "每人")
_RISES, _FALLS_TO = ("from", "从", "由"), ("to", "within", "到", "至", "为", "成")
"""Words before the first and the second of two amounts of which the second takes the place of the first."""
_NAMES_IN_NUMERALS: Final = frozenset({"12306"})
"""The railways' booking service, whose name is a number."""
_WORDS_BEFORE: Final = 3
_MARKS: Final = frozenset(",.;!?，。；！？\n")
_NEAR, _CLAUSE = 16, 60
"""What stands beside an amount that is for each person, for each day, or for a night at the hotel."""
_PER: Final[Mapping[str, Per]] = {
    "budget.total": "total",
    "budget.person": "person",
    "budget.day": "day",
    "budget.person_day": "person_day",
}


def _takes_back(read: Reading, before: int, after: int) -> bool:
    """Whether what stands between two tokens takes the first one back."""
    between = [token.text for token in read.tokens[before + 1 : after]]
    if len(between) > CORRECTED_WITHIN:
        return False
    joined = "".join(between)
    return not _CORRECTS.isdisjoint(between) or any(word in joined for word in _CORRECTS_ZH)


def standing(read: Reading, found: Sequence[tuple[int, Token]]) -> list[tuple[int, Token]]:
    """Return the tokens without those that a later one takes back."""
    kept = list(found)
    for n in range(len(found) - 1, 0, -1):
        if _takes_back(read, found[n - 1][0], found[n][0]):
            return kept[n:]
    return kept


def next_day(month: int, day: int, today: dt.date, year: int | None = None) -> dt.date | None:
    """Return the next such day from today on, or that of the given year; None where the calendar has none."""
    for candidate in (year,) if year else range(today.year, today.year + 5):
        try:
            found = dt.date(candidate, month, day)
        except ValueError:
            continue
        if year or found >= today:
            return found
    return None


def resolved(value: DateValue, today: dt.date, after: dt.date | None = None) -> dt.date | None:
    """Return the day that a date means: the next one from today, or from `after` on."""
    since = after or today
    match value.form:
        case "day":
            return next_day(value.month or 0, value.day or 0, since, value.year)
        case "day_of_month":
            days = (since + dt.timedelta(days=n) for n in range(62))
            return next((day for day in days if day.day == value.day), None)
        case "weekday" | "weekend":
            weekday = value.weekday or 0
            if after is not None:
                return after + dt.timedelta(days=(weekday - after.weekday()) % 7)
            if value.week is None:
                return today + dt.timedelta(days=(weekday - today.weekday()) % 7 or 7)
            day = today - dt.timedelta(days=today.weekday()) + dt.timedelta(days=weekday + 7 * value.week)
            return day if day >= today else day + dt.timedelta(days=7)
        case "relative":
            return today + dt.timedelta(days=value.offset or 0)
        case "festival":
            return value.festival and value.festival + dt.timedelta(days=value.offset or 0)
        case _:
            return None


def with_months_of_trip(read: Reading, trip: Dates, today: dt.date, *, planned: bool) -> Reading:
    """Return the reading with its days of the month near the first day of the trip that stands, or else in its month:
    who has a trip from 16 April and arrives "on the 17th" means that of April. A month in the message itself comes
    first. Days of the week at which the trip begins, where nothing is planned yet, and ends are those of the trip, too.
    """
    month = next_day(trip.month, 1, today) if trip.month else None
    since = trip.start - dt.timedelta(days=_BEFORE_TRIP) if trip.start else month
    if since is None or any(token.type == "date" and token.form in ("day", "month") for token in read.tokens):
        return read
    tokens = [_dated(t, max(since, today)) if t.form == "day_of_month" else t for t in read.tokens]
    for n, token in read.of("start", "end") if not planned or _moves_trip(read) else read.of("end"):
        if trip.start and (token.type, token.form) == ("date", "weekday") and token.value.week is None:
            early = _DAYS_BEFORE if read.roles[n][0] == "start" else 0
            tokens[n] = _dated(token, max(trip.start - dt.timedelta(days=early), today))
    return dataclasses.replace(read, tokens=tuple(tokens))


def _dated(token: Token, since: dt.date) -> Token:
    """The token of a day of the month as that of the next such day."""
    day = resolved(token.value, since, since if token.form == "weekday" else None)
    if day is None:
        return token
    value = dataclasses.replace(token.value, form="day", year=day.year, month=day.month, day=day.day)
    return dataclasses.replace(token, form="day", value=value)


def read_dates(read: Reading, today: dt.date, *, planned: bool = False) -> Dates:
    """Return when the trip is, with its length where its first and last day define it.

    Where a plan stands, a day of the week by itself is one of the plan, unless the message begins, moves or ends the
    trip on it. A trip as long as a weekend begins on the first day of one.
    """
    dates = _explicit_dates(read, today, planned)
    length = weekend_length(read)
    if length is None or dates.start or dates.end or dates.weekend or dates.weekday is not None:
        return dates
    return dataclasses.replace(dates, weekday=FRIDAY if length > WEEKEND_DAYS else SATURDAY)


def weekend_length(read: Reading) -> int | None:
    """Return the days of a weekend that is a length, no date: with an article before it (a quiet weekend in Rome)."""
    for n, token in enumerate(read.tokens):
        if token.type != "date" or token.form != "weekend" or read.roles.get(n, ("",))[0] != "date.other":
            continue
        before = [each.text.lower() for each in read.tokens[max(0, n - _ADJECTIVES - 2) : n]]
        article = next((at for at in range(len(before) - 1, -1, -1) if before[at] in _ARTICLES), None)
        if article is not None and not (article and before[article - 1] in _DATING):
            return LONG_WEEKEND_DAYS if before[-1] == "long" else WEEKEND_DAYS
    return None


def _explicit_dates(read: Reading, today: dt.date, planned: bool) -> Dates:
    read = _with_weeks(read)
    begins = [pair for pair in standing(read, read.of("start")) if not _is_of_way_home(read, pair[0])]
    if planned and not _moves_trip(read):
        begins = [(n, token) for n, token in begins if not (token.form == "weekday" and token.value.week is None)]
    questioned = [(n, token) for n, token in read.of("date.ask") if token.form != "weekday"]  # a day of opening hours
    values: list[DateValue] = [token.value for _, token in (*begins, *read.of("month"), *questioned)]
    known = [value for value in values if resolved(value, today) is not None]
    first = next(iter(sorted(known, key=lambda value: _RANK.get(value.form, 0))), None)
    month = next((v for v in values if v.form == "month"), None)
    season = next((v.season for v in values if v.season), None)
    weekend = any(v.form == "weekend" and v.weekday == SATURDAY for v in values)
    if month and first and first.form in ("weekday", "weekend"):
        return Dates(month=month.month, part=month.part, weekday=first.weekday, season=season, weekend=weekend)
    if first and first.form == "day_of_month" and not month and len(ends := _dates_in_full(read, today)) > 1:
        return Dates(start=ends[0], end=ends[-1], days=(ends[-1] - ends[0]).days + 1)
    start = resolved(first, today) if first else None
    if month and first and first.form == "day_of_month":
        start = next_day(month.month or 0, first.day or 0, today, month.year)
    if start is None:
        rough = (month.month, month.part) if month else (None, None)
        return Dates(end=_last_day(read, today, None), month=rough[0], part=rough[1], season=season, weekend=weekend)
    end = _last_day(read, today, start) or _second_day(begins, today, start)
    if end is None or not 0 < (end - start).days < LONGEST_TRIP:
        return Dates(start=start, season=season, weekend=weekend)
    return Dates(start=start, end=end, days=(end - start).days + 1, season=season, weekend=weekend)


def _dates_in_full(read: Reading, today: dt.date) -> list[dt.date]:
    """The days that seem to end the trip and are written with their year, in order: several of them are its first and
    its last day, whatever days without a month stand beside them."""
    values = [token.value for _, token in read.of("end") if token.type == "date" and token.value.year]
    days = sorted({day for value in values if (day := resolved(value, today)) is not None})
    return days if days and (days[-1] - days[0]).days < LONGEST_TRIP else []


def read_spectacle(read: Reading) -> Spectacle | None:
    """Return the seasonal spectacle among the kinds that the traveller likes; None without one."""
    liked = (token for _, token in read.of("like") if token.type == "kind")
    named = (spectacle for token in liked for _, _, spectacle in spectacles().find(token.text.lower()))
    return next(named, None)


def _moves_trip(read: Reading) -> bool:
    """Whether a message has a word of beginning, going or changing the trip."""
    return any(hit.classes & _OF_TRIP for hit in hits(read.tokens, 0, len(read.tokens)))


def _with_weeks(read: Reading) -> Reading:
    """The reading with days of the week in the week that another date names (下周末 … 周五: Friday of next week)."""
    dates = [(n, token) for n, token in enumerate(read.tokens) if token.type == "date" and n in read.roles]
    week = next((token.value.week for _, token in dates if token.value.week), None)
    if week is None:
        return read
    tokens = list(read.tokens)
    for n, token in dates:
        if token.form == "weekday" and token.value.week is None and read.roles[n][0] == "start":
            tokens[n] = dataclasses.replace(token, value=dataclasses.replace(token.value, week=week))
    return dataclasses.replace(read, tokens=tuple(tokens))


def _is_of_way_home(read: Reading, n: int) -> bool:
    """Whether a date stands right before the hour at which one leaves for home, and no later date ends the trip."""
    if any(at > n for at, _ in read.of("end")):
        return False
    return any(read.roles.get(at, ("",))[0] in ("leave", "leave.part") for at in (n + 1, n + 2))


def _last_day(read: Reading, today: dt.date, start: dt.date | None) -> dt.date | None:
    """The last day: a date rather than a day of the week."""
    leaving = [(n, token) for n, token in read.of("start") if _is_of_way_home(read, n)]
    ends = standing(read, sorted((*read.of("end"), *leaving), key=lambda pair: pair[0]))
    dates = sorted((token.value for _, token in ends if token.form in _EXACT), key=lambda value: value.year is None)
    exact = next(iter(dates), None)
    last = exact or next((token.value for _, token in reversed(ends) if token.type == "date"), None)
    return resolved(last, today, start) if last else None


def _second_day(begins: Sequence[tuple[int, Token]], today: dt.date, start: dt.date) -> dt.date | None:
    """Of two dates that both seem to be the first day the later one: they are the ends of the trip."""
    days = [resolved(token.value, today, start) for _, token in begins if token.form in _EXACT]
    return max((day for day in days if day and day != start), default=None)


@dataclass(frozen=True, slots=True)
class TripLength:
    """The length of a trip as stated: its days, the days by which it changes, those of each stay, and the hours of a
    layover.
    """

    days: int | None = None
    change: int = 0
    stays: tuple[tuple[int, int], ...] = ()
    """The days of a stay, with the index of its token."""
    hours: float | None = None


def read_length(read: Reading, cities: int) -> TripLength:
    """Return the stated length of the trip and of its stays; a span for each of the cities counts as their stays."""
    spans = [(n, t) for n, t in read.of("length", "stay") if _is_of_days(t) and not _is_more(read, n)]
    whole = [(n, t) for n, t in standing(read, read.of("length")) if (n, t) in spans]
    stays = tuple((n, _days(t)) for n, t in read.of("stay") if (n, t) in spans)
    if whole and cities < 2:  # one day each side
        stays = tuple(stay for stay in stays if not _is_each(read, stay[0]))
    if parts := _parts_of(whole, stays, cities, read):
        stays = parts
    elif cities > 1 and len(spans) == cities and whole:  # a span for each city: 3 days in A, then 2 in B
        whole, stays = [], tuple((n, _days(t)) for n, t in spans)
    if cities > 1 and len(stays) > 1:
        stays = _within(_from_nights(stays, [token for n, token in spans if n in dict(stays)]), whole)
    whole = [pair for pair in whole if pair[1].text.lower() not in _ONE_DAY] or whole  # 一天要吃三顿饭
    days = _days(whole[0][1]) if whole else None if stays else weekend_length(read)
    if not whole and stays:
        if len(stays) == 1 and _is_each(read, stays[0][0]):
            days = stays[0][1] * max(1, cities)
        elif len(stays) > 1:
            days = sum(d for _, d in stays) if cities > 1 else max(d for _, d in stays)
        else:
            days = stays[0][1] if cities < 2 else None
    more = [*read.of("more"), *((n, t) for n, t in read.of("length", "stay") if _is_of_days(t) and _is_more(read, n))]
    fewer = read.of("fewer")
    change = sum(_count(t) for _, t in more) - sum(_count(t) for _, t in fewer)
    layover = next((t.value for _, t in read.of("layover") if t.type == "span" and t.value.unit == "hour"), None)
    return TripLength(days if days and days <= LONGEST else None, change, stays, layover.number if layover else None)


def _is_each(read: Reading, n: int) -> bool:
    """Whether a span is the length of each of several stays (3 days each, 各玩2天)."""
    return not _EACH.isdisjoint(token.text for token in read.tokens[max(0, n - 3) : n + 3])


_NOTHING: Final = "numeral.other"
"""The role of a number that is no fact of the trip."""


def _parts_of(
    whole: Sequence[tuple[int, Token]], stays: Sequence[tuple[int, int]], cities: int, read: Reading
) -> tuple[tuple[int, int], ...]:
    """The days of each city where, with numbers that are read as nothing else, they make up those of the trip: 7 days,
    4 in A and 3 in B. Empty where they do not."""
    unread = (n for n in range(len(read.tokens)) if read.roles.get(n, (_NOTHING,))[0] == _NOTHING)
    numbers = [(n, int(read.tokens[n].value)) for n in unread if read.tokens[n].type == "numeral"]
    parts = tuple(sorted({*stays, *numbers}))
    if len(whole) != 1 or len(parts) != cities or cities < 2:
        return ()
    return parts if sum(days for _, days in parts) == _days(whole[0][1]) else ()


def _within(stays: tuple[tuple[int, int], ...], whole: Sequence[tuple[int, Token]]) -> tuple[tuple[int, int], ...]:
    """The stays without the day after the last night where as many days as nights are stated: 6 days, 4 nights in A and
    2 in B."""
    if not whole or sum(days for _, days in stays) != _days(whole[0][1]) + 1:
        return stays
    return (*stays[:-1], (stays[-1][0], stays[-1][1] - 1))


def _from_nights(stays: tuple[tuple[int, int], ...], tokens: Sequence[Token]) -> tuple[tuple[int, int], ...]:
    """Stays that are counted in nights, as days: a place begins where the night before ends, the last one has a day
    more."""
    if not all(token.value.unit == "night" for token in tokens if token.type == "span"):
        return stays
    if all(token.type == "numeral" for token in tokens):
        return stays
    nights = [days - (token.type == "span") for (_, days), token in zip(stays, tokens, strict=True)]
    nights[-1] += 1
    return tuple((n, count) for (n, _), count in zip(stays, nights, strict=True))


def _is_more(read: Reading, n: int) -> bool:
    """Whether a span comes on top of what there is: one more day, 再加一天."""
    before = "".join(token.text for token in read.tokens[max(0, n - 2) : n])
    return bool(_MORE & set(read.tokens[n].text.split())) or before.endswith(_MORE_BEFORE)


def _count(token: Token) -> int:
    """How many days a span makes that is added or taken off."""
    if token.type == "numeral":
        return int(token.value)
    value: SpanValue = token.value
    return round(value.number) * (7 if value.unit == "week" else 1) if value.unit in ("day", "night", "week") else 0


def _is_of_days(token: Token) -> bool:
    return token.type == "numeral" or (token.type == "span" and token.value.unit not in ("hour", "minute"))


def _days(token: Token) -> int:
    return int(token.value if token.type == "numeral" else token.value.days)


def read_budget(read: Reading) -> BudgetLimit | None:
    """Return the limit of the trip's costs; None without one.

    The price of a night or of a meal is no limit, nor an amount that is dropped ("forget the limit of 110"). An amount
    that only looks like one of a night counts where neither nights nor a hotel come before it.
    """
    other = prices_of_parts(read)
    found = [(n, token) for n, token in read.of(*_PER, "budget.night") if n not in other and not _is_dropped(read, n)]
    named = [(n, token) for n, token in found if read.roles[n][0] in _PER]
    amounts = standing(read, named) or found
    if not amounts:
        return None
    n, token = amounts[0]
    if (later := _changed_to(read, n)) is not None:
        token = read.tokens[later]
    per = _unit_in_context(*_context_of(read, token)) or _PER.get(read.roles[n][0], "total")
    return BudgetLimit(Decimal(str(token.value.amount)), token.value.currency, per)


def read_night(read: Reading) -> tuple[Decimal, str | None] | None:
    """Return what a night at a hotel may cost, with its currency where that is stated; None without a limit.

    Of two prices that bound a range it is the higher one.
    """
    found = [(n, read.tokens[n]) for n in sorted(nightly_prices(read)) if not _is_dropped(read, n)]
    values = [token.value for _, token in standing(read, found)]
    if not values:
        return None
    most = max(values, key=lambda value: value.amount)
    return Decimal(str(most.amount)), next((value.currency for value in values if value.currency), None)


def prices_of_parts(read: Reading) -> frozenset[int]:
    """Return the indices of the amounts that are the price of a part of the trip: of a night at a hotel or of a meal,
    or that are a name.
    """
    names = (n for n, token in read.of(*_PER) if token.text in _NAMES_IN_NUMERALS)
    return nightly_prices(read) | frozenset(names) | _meal_prices(read)


def _meal_prices(read: Reading) -> frozenset[int]:
    """The amounts of a clause that speaks of a meal and not of the whole trip, and those for each person, or a price,
    beside one meal in particular."""
    in_particular = any(_is_in_particular(read, hit.first) for hit in _meals(read, 0, len(read.tokens)))
    amounts = (n for n, token in enumerate(read.tokens) if token.type == "money")
    return frozenset(n for n in amounts if _is_of_a_meal(read, n, in_particular=in_particular))


def _is_of_a_meal(read: Reading, n: int, *, in_particular: bool) -> bool:
    before, after = _context_of(read, read.tokens[n])
    first = max((m.end() for m in _CLAUSE_END.finditer(before)), default=0)
    last = next((m.start() for m in _CLAUSE_END.finditer(after)), len(after))
    clause = f"{before[first:]} {after[:last]}"
    if any(word in clause for word in (*_OF_TRIP_COSTS, *_LODGINGS)):
        return False
    begins = len(read.text[: read.tokens[n].start].rstrip()) - len(before) + first
    ends = read.tokens[n].end + last
    within = [m for m, token in enumerate(read.tokens) if begins <= token.start and token.end <= ends + 1]
    eats = next(_meals(read, within[0], within[-1] + 1), None) is not None if within else False
    return eats or (in_particular and any(word in clause for word in _PRICES))


def _meals(read: Reading, first: int, last: int) -> Iterator[Hit]:
    return (hit for hit in hits(read.tokens, first, last) if hit.classes & _MEALS)


def _is_in_particular(read: Reading, n: int) -> bool:
    """Whether a meal is one in particular: pointed at, or that of a day."""
    before = {token.text.lower() for token in read.tokens[max(0, n - 3) : n]}
    near = read.tokens[max(0, n - 4) : n + 5]
    return not _DEFINITE.isdisjoint(before) or any(token.type == "day" for token in near)


def _is_dropped(read: Reading, n: int) -> bool:
    """Whether a word that drops something stands before an amount in its clause."""
    first = max((m + 1 for m in range(n) if read.tokens[m].text in _MARKS), default=0)
    return any("drop" in hit.classes for hit in hits(read.tokens, first, n))


def _changed_to(read: Reading, n: int) -> int | None:
    """The amount that takes the place of another one ("from 4100 down to 3700")."""
    near = range(n + 1, min(len(read.tokens), n + 1 + CORRECTED_WITHIN))
    other = next((m for m in near if read.tokens[m].type == "money"), None)
    before = [token.text.lower() for token in read.tokens[max(0, n - _WORDS_BEFORE) : n]]
    if other is None or not any(word in before for word in _RISES):
        return None
    between = [token.text.lower() for token in read.tokens[n + 1 : other]]
    return other if any(word in between for word in _FALLS_TO) else None


def nightly_prices(read: Reading) -> frozenset[int]:
    """Return the indices of the amounts that are the price of a night at a hotel."""
    named = [n for n, token in read.of(*_PER) if _is_nightly(*_context_of(read, token))]
    tagged = [n for n, token in read.of("budget.night") if _is_of_a_hotel(*_context_of(read, token))]
    return frozenset((*named, *tagged))


def _context_of(read: Reading, token: Token) -> tuple[str, str]:
    """Return the lower-case texts before and behind an amount; the clause of an amount before it is not its own."""
    before = read.text[: token.start]
    other = max((t.end for t in read.tokens if t.type == "money" and t.end <= token.start), default=None)
    if other is not None:
        before = _CLAUSE_END.split(read.text[other : token.start])[-1]
    return before.rstrip().lower(), read.text[token.end :].lstrip().lower()


def _is_nightly(before: str, after: str) -> bool:
    """Whether an amount is the price of a night, by the words near to it."""
    return after.startswith(_NIGHT_BEHIND) or any(word in before[-_NEAR:] for word in _NIGHT_BEFORE)


def _is_of_a_hotel(before: str, after: str) -> bool:
    return _is_nightly(before, after) or any(word in before[-_CLAUSE:] for word in _HOTEL_BEFORE)


def _unit_in_context(before: str, after: str) -> Per | None:
    """Whom or which time an amount is for, where a word for it stands right beside it."""
    each_day = _DAY_BEFORE.search(before)
    beside = before[: each_day.start()] if each_day else before
    day_behind = next((words for words in _DAY_BEHIND if after.startswith(words)), "")
    behind = after.removeprefix(day_behind).lstrip()
    person = beside.rstrip().endswith(_EACH_BEFORE) or after.startswith(_EACH_BEHIND) or behind.startswith(_EACH_BEHIND)
    day = bool(each_day) or bool(day_behind)
    return "person_day" if person and day else "person" if person else "day" if day else None
