"""Fields of a brief in a few words each: what was noted of a message, or of the whole conversation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final, get_args

from travelagent.assistant.phrases import worded
from travelagent.assistant.places import localize
from travelagent.assistant.wording import about, month_name
from travelagent.briefs.values import DietWish, Need, PersonalDiet, Ride, TripBrief
from travelagent.catalog.names import place_name
from travelagent.plans.fields import clock
from travelagent.plans.messages import Messages
from travelagent.plans.words import short_day, term

_MESSAGES: Final = Messages("travelagent.assistant.brief_words")
_RESTRICTS: Final = frozenset({"avoid", "needs"})
"""Fields for which an answer reports that a value no longer holds."""


def noted_fields(before: TripBrief, after: TripBrief, language: str, *, but: frozenset[str] = frozenset()) -> list[str]:
    """Return in words the fields of a brief that differ from before, except the fields `but`."""
    found = []
    for name, words in _WORDS.items():
        if name not in but and getattr(before, name) != getattr(after, name):
            found += [text for text in words(before, after, language) if text]
    return found


def _dates(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    old, new = before.dates, after.dates
    if new.start is not None and new.start != old.start:
        day = short_day(new.start)
        yield _say("noted.start", language, day=day)
    elif new.month is not None and new.month != old.month and new.start is None:
        yield _say("noted.month", language, month=month_name(new.month, language))
    if after.days is not None and after.days != before.days:
        yield _say_count("noted.days", after.days, language, days=after.days)


def _party(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    party = after.party
    if party.adults:
        yield _say_count("noted.adults", party.adults, language, count=party.adults)
    if party.seniors:
        yield _say_count("noted.seniors", party.seniors, language, count=party.seniors)
    if party.children:
        ages = [str(age) for age in party.children if age is not None]
        id = "noted.children_aged" if ages else "noted.children"
        count = len(party.children)
        yield _say_count(id, count, language, count=count, ages=_listed(ages, language))
    for change in party.changes:
        if change not in before.party.changes:
            who = change.who or _say("noted.somebody", language)
            yield _say("noted.leaves" if change.leaves else "noted.joins", language, who=who, day=change.since)


def _budget(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    if (limit := after.budget) is not None:
        yield _say(f"noted.budget_{limit.per}", language, amount=_amount(limit.amount, limit.currency, language))


def _amount(amount: Decimal, currency: str | None, language: str) -> str:
    return about(amount, currency, language) if currency else f"{amount:,.0f}"


def _ride(name: str) -> Callable[[TripBrief, TripBrief, str], Iterator[str]]:
    def words(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
        ride: Ride = getattr(after, name)
        if ride.at is not None:
            mode = _say(f"noted.by_{ride.mode}", language) if ride.mode else ""
            yield _say(f"noted.{name}", language, at=clock(ride.at), mode=mode)

    return words


def _diet(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    old, new = before.diet, after.diet
    if gone := [each for each in old if each not in new]:
        yield _say("noted.withdrawn", language, terms=_listed((_diet_word(each, language) for each in gone), language))
    if added := [each for each in new if each not in old]:
        yield _say("noted.diet", language, terms=_listed((_diet_word(each, language) for each in added), language))


def _diet_word(wish: DietWish, language: str) -> str:
    if not isinstance(wish, PersonalDiet):
        return worded(wish, language)
    id = "noted.allergy_of" if wish.allergy else "noted.diet_of"
    return _say(id, language, who=wish.who, diet=worded(wish.diet, language))


def _terms(name: str) -> Callable[[TripBrief, TripBrief, str], Iterator[str]]:
    def words(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
        old: tuple[str, ...] = getattr(before, name)
        new = [each for each in getattr(after, name) if each not in old]
        gone = [each for each in old if each not in getattr(after, name)]
        if gone and name in _RESTRICTS:
            terms = _listed((_term(each, language) for each in gone), language)
            yield _say("noted.withdrawn", language, terms=terms)
        if new:
            yield _say(f"noted.{name}", language, terms=_listed((_term(each, language) for each in new), language))

    return words


def _term(value: str, language: str) -> str:
    if "/" in value:
        return place_name(value, language)
    if value in get_args(Need):
        return _say(f"need.{value}", language)
    return localize(term(value), language)


def _one(name: str) -> Callable[[TripBrief, TripBrief, str], Iterator[str]]:
    def words(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
        if value := getattr(after, name):
            yield _say(f"noted.{name}_{value}", language)

    return words


def _tiers(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    for line in ("lodging", "meals"):
        tier = getattr(after.tiers, line)
        if tier and tier != getattr(before.tiers, line):
            yield _say(f"noted.tier_of_{line}", language, tier=_say(f"noted.tier_{tier}", language))


def _stays(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    yield _say("noted.stays", language, places=_listed((place_name(each, language) for each in after.places), language))


def _origin(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    if after.origin:
        yield _say("noted.origin", language, place=place_name(after.origin, language))


def _lodging(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    old, new = before.lodging, after.lodging
    if new.near and new.near != old.near:
        yield _say("noted.lodging", language, place=new.near)
    if new.night is not None and (new.night, new.currency) != (old.night, old.currency):
        yield _say("noted.night", language, amount=_amount(new.night, new.currency, language))


def _ends_at(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    if after.ends_at:
        yield _say("noted.ends_at", language, place=place_name(after.ends_at, language))


def _travel(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    if after.travel.between and after.travel.between != before.travel.between:
        yield _say(f"noted.between_{after.travel.between}", language)
    if after.travel.within in ("taxi", "transit", "walk") and after.travel.within != before.travel.within:
        yield _say(f"noted.within_{after.travel.within}", language)


def _day_wishes(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    for wish in after.day_wishes:
        if wish in before.day_wishes:
            continue
        if wish.kind == "visit" and wish.day != "every":
            id = "noted.visit_last" if wish.day == "last" else "noted.visit"
            yield _say(id, language, day=wish.day, name=place_name(wish.value, language))
        elif wish.kind == "rest":
            yield _say("noted.rest", language)
        elif wish.kind == "free" and isinstance(wish.day, int):
            yield _say("noted.free", language, day=wish.day)


def _constraints(before: TripBrief, after: TripBrief, language: str) -> Iterator[str]:
    new = (constraint for constraint in after.constraints if constraint not in before.constraints)
    yield from (localize(constraint.text, language) for constraint in new)


def _say(id: str, language: str, /, **values: object) -> str:
    return localize(_MESSAGES(id, **values), language)


def _say_count(id: str, count: int, language: str, /, **values: object) -> str:
    """The text of an id with a count, or that of its form for one."""
    return _say(f"{id}_one" if count == 1 else id, language, **values)


def _listed(parts: Iterable[str], language: str) -> str:
    return ("、" if language == "zh" else ", ").join(parts)


_WORDS: Final[Mapping[str, Callable[[TripBrief, TripBrief, str], Iterator[str]]]] = {
    "stays": _stays,
    "origin": _origin,
    "dates": _dates,
    "party": _party,
    "budget": _budget,
    "arrival": _ride("arrival"),
    "departure": _ride("departure"),
    "lodging": _lodging,
    "pace": _one("pace"),
    "tier": _one("tier"),
    "tiers": _tiers,
    "interests": _terms("interests"),
    "must_see": _terms("must_see"),
    "avoid": _terms("avoid"),
    "diet": _diet,
    "needs": _terms("needs"),
    "ends_at": _ends_at,
    "travel": _travel,
    "day_wishes": _day_wishes,
    "constraints": _constraints,
}
