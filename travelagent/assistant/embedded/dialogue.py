"""The brief after a message: what it wishes, joined to what holds already. No text is looked at here."""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from travelagent.assistant.embedded.wishes import People, Stop, Wishes
from travelagent.briefs.acts import PatchBrief, SetField
from travelagent.briefs.values import EMPTY, BudgetLimit, Dates, DayWish, Lodging, Party, Ride, Stay, Travel, TripBrief
from travelagent.catalog import source
from travelagent.plans.fields import MAX_DAYS
from travelagent.plans.values import CarriedConstraint

T = TypeVar("T")


def patch(brief: TripBrief, wishes: Wishes) -> PatchBrief:
    """Return the change of a brief that these wishes make; without operations where they change nothing."""
    return PatchBrief(tuple(_ops(brief, wishes)))


def _ops(brief: TripBrief, wishes: Wishes) -> Iterator[SetField]:
    stays = _stays(brief, wishes)
    elsewhere = bool(brief.stays) and not set(brief.places) & {stay.place for stay in stays}
    given = {
        "stays": stays,
        "origin": brief.origin if wishes.origin in brief.places else wishes.origin or brief.origin,
        "ends_at": wishes.ends_at or brief.ends_at,
        "dates": _dates(brief, wishes, elsewhere=elsewhere),
        "arrival": _ride(brief.arrival, wishes.arrival),
        "departure": _ride(brief.departure, wishes.departure),
        "party": _party(brief.party, wishes.people),
        "needs": _union(_still(brief.needs, wishes), wishes.needs),
        "budget": _budget(brief.budget, wishes.budget),
        "currency": wishes.currency or brief.currency,
        "tier": wishes.tier or brief.tier,
        "pace": wishes.pace or brief.pace,
        "interests": _union((i for i in brief.interests if i not in wishes.avoid), wishes.interests),
        "must_see": _union((s for s in brief.must_see if s not in wishes.avoid), wishes.must_see),
        "avoid": _union(_still(brief.avoid, wishes), wishes.avoid),
        "diet": _union(_still(brief.diet, wishes), wishes.diet),
        "lodging": _lodging(brief, wishes),
        "day_wishes": _wishes_of_days(brief.day_wishes, wishes.day_wishes),
        "travel": _travel(brief.travel, wishes.travel),
        "constraints": _constraints(brief.constraints, wishes.constraints),
    }
    for name, value in given.items():
        if value != getattr(brief, name):
            yield SetField(name, value)


def _still(held: Iterable[T], wishes: Wishes) -> Iterator[T]:
    """Yield what still holds: neither withdrawn, nor against a sight that is requested now, by itself or as one of a
    kind.
    """
    known = source.sights()
    sights = [known[id] for id in wishes.must_see if id in known]
    kinds = {kind for sight in sights for kind in (sight.category, *sight.tags)}
    return (each for each in held if each not in wishes.withdrawn and each not in kinds | set(wishes.must_see))


def _stays(brief: TripBrief, wishes: Wishes) -> tuple[Stay, ...]:
    """The stays after a message, the one that the trip ends at last: those that it names take the place of the others,
    unless it adds them or gives days to some of those that stand."""
    found = _named_stays(brief, wishes)
    exit_at = wishes.ends_at or brief.ends_at
    return tuple(sorted(found, key=lambda stay: stay.place == exit_at))


def _named_stays(brief: TripBrief, wishes: Wishes) -> tuple[Stay, ...]:
    held = {stay.place: stay for stay in brief.stays if stay.place not in wishes.dropped}
    named = {stop.place: stop for stop in wishes.stops if stop.place not in wishes.dropped}
    if not named:
        return tuple(held.values())
    if set(named) < set(held) and not _is_whole(wishes) and not _chooses(wishes):
        return tuple(_with_days(stay, named.get(stay.place)) for stay in held.values())
    if held and (wishes.adds or wishes.dropped):
        kept = [_with_days(stay, named.get(stay.place)) for stay in held.values()]
        gone = [stay for stay in brief.stays if stay.place in wishes.dropped]
        if len(gone) == 1 and len(named.keys() - held.keys()) == 1:  # one for another
            new = next(stop for stop in named.values() if stop.place not in held)
            at = brief.stays.index(gone[0])
            return (*kept[:at], Stay(new.place, new.days or gone[0].days), *kept[at:])
        return (*kept, *(Stay(stop.place, stop.days) for stop in named.values() if stop.place not in held))
    days = {} if _is_whole(wishes) else {stay.place: stay.days for stay in held.values()}
    return tuple(Stay(stop.place, stop.days or days.get(stop.place)) for stop in named.values())


def _chooses(wishes: Wishes) -> bool:
    """Whether a message names nothing but several of the places: they are those that are left."""
    return len(wishes.stops) > 1 and wishes == Wishes(stops=wishes.stops, confidence=wishes.confidence)


def _is_whole(wishes: Wishes) -> bool:
    """Whether a message describes a trip of its own: places with a length, a date or a party."""
    return wishes.days is not None or wishes.dates.start is not None or wishes.people.count > 0


def _with_days(stay: Stay, stop: Stop | None) -> Stay:
    return dataclasses.replace(stay, days=stop.days) if stop is not None and stop.days is not None else stay


def _dates(brief: TripBrief, wishes: Wishes, *, elsewhere: bool) -> Dates:
    old, new = brief.dates, wishes.dates
    if elsewhere and wishes.days is not None:
        old = Dates(start=old.start, month=old.month, season=old.season, part=old.part)
    days = wishes.days
    on_top = sum(stop.days or 0 for stop in wishes.stops if stop.place not in brief.places) if wishes.adds else 0
    if days is None and on_top and brief.days is not None and old.end is None:
        days = min(brief.days + on_top, MAX_DAYS)
    if days is None and wishes.more and brief.days is not None:
        days = min(max(1, brief.days + wishes.more), MAX_DAYS)
    if days is None and wishes.dropped and brief.days is not None and old.end is None:
        days = _days_left(brief, wishes)
    dated = new.start or new.month or new.season or new.layover
    weekday = old.weekday if new.weekday is None else new.weekday
    when = new if dated else dataclasses.replace(old, weekend=old.weekend or new.weekend, weekday=weekday)
    start, end = when.start, new.end if new.end is not None else when.end
    if new.end is not None and not dated and old.start is not None and old.start <= new.end:
        start, days = old.start, (new.end - old.start).days + 1
    if start is not None and end is not None and days is not None and (end - start).days + 1 != days:
        end = None
    if start is None and end is not None and dated:
        end = new.end
    if start is not None and end is not None and end < start:  # only one of them is new
        start, end = (start, None) if new.start is not None else (None, end)
    return dataclasses.replace(when, start=start, end=end, days=days if days is not None else old.days)


def _lodging(brief: TripBrief, wishes: Wishes) -> Lodging:
    """The hotel near what is named and for the price of a night that is stated, each as before where it is not."""
    found = brief.lodging
    if _is_an_area(wishes.near, brief):
        found = dataclasses.replace(found, near=wishes.near, place=None)
    if wishes.night is not None:
        amount, currency = wishes.night
        found = dataclasses.replace(found, night=amount, currency=currency)
    return found


def _is_an_area(near: str, brief: TripBrief) -> bool:
    """Whether the hotel is to be near something: a city of the trip is no place in it."""
    cities = [source.cities()[place] for place in brief.places if place in source.cities()]
    return bool(near) and near not in {name for city in cities for name in (city.name_en, city.name_zh)}


def _days_left(brief: TripBrief, wishes: Wishes) -> int | None:
    """Return the length without the days of cities that are given up; None where these are not known, or are all."""
    gone = [stay.days for stay in brief.stays if stay.place in wishes.dropped]
    left = (brief.days or 0) - sum(days or 0 for days in gone)
    return left if gone and None not in gone and not wishes.stops and left > 0 else None


def _ride(old: Ride, new: Ride) -> Ride:
    given = {f.name: v for f in dataclasses.fields(new) if (v := getattr(new, f.name)) not in (None, "")}
    return dataclasses.replace(old, **given)


def _travel(old: Travel, new: Travel) -> Travel:
    return Travel(
        between=new.between or old.between,
        within=new.within or old.within,
        refuse=_union(old.refuse, new.refuse),
        fares=new.fares or old.fares,
    )


def _party(old: Party, new: People) -> Party:
    """Everybody who goes, and who joins or leaves as was stated before."""
    return dataclasses.replace(_counted(old, new), changes=old.changes)


def _counted(old: Party, new: People) -> Party:
    """Everybody who goes: a count takes the place of the one before, who is named is among those of before or comes
    on top of them."""
    if new == People():
        return old
    children = new.children or 0
    ages = (*new.ages[:children], *(None,) * (children - len(new.ages)))
    if old == EMPTY.party or (new.complete and not new.added):
        kept = (
            old.children
            if new.complete and not new.children and new.adults and not new.seniors and len(old.children)
            else ()
        )
        adults = new.adults
        if kept and adults is not None and adults > len(kept):
            adults -= len(kept)
        return Party(
            adults, ages or kept, new.seniors, group=new.group, elders=new.elders,
            senior_ages=new.senior_ages or (old.senior_ages if new.seniors == old.seniors else ()),
        )  # fmt: skip
    if new.added:
        others = (new.adults or 0) - (0 if new.complete else 1)
        return Party(
            (old.adults or 1) + max(others, 0), (*old.children, *ages), _sum(old.seniors, new.seniors),
            group=old.group, elders=old.elders or new.elders, senior_ages=(*old.senior_ages, *new.senior_ages),
        )  # fmt: skip
    if (old.adults or old.seniors or old.children) and not (new.children or new.seniors or new.ages):
        return old  # somebody of them is spoken of
    guessed = new.elders_guessed and old.seniors
    seniors = old.seniors if guessed else max(old.seniors or 0, new.seniors or 0) or None
    known = old.children if len(old.children) >= len(ages) and not new.ages else ages
    if new.ages and not new.children and old.children:
        known = (*new.ages, *old.children[len(new.ages) :])[: max(len(old.children), len(new.ages))]
    adults = max(old.adults or 0, new.adults or 0) or None
    return Party(
        adults, known, seniors, group=old.group or new.group, elders=old.elders or new.elders,
        senior_ages=new.senior_ages or old.senior_ages,
    )  # fmt: skip


def _sum(one: int | None, other: int | None) -> int | None:
    return (one or 0) + (other or 0) or None


def _budget(old: BudgetLimit | None, new: BudgetLimit | None) -> BudgetLimit | None:
    if new is None or old is None:
        return new or old
    return BudgetLimit(new.amount, new.currency or old.currency, new.per)


def _wishes_of_days(old: Sequence[DayWish], new: Sequence[DayWish]) -> tuple[DayWish, ...]:
    """The wishes with the new ones; another day for a sight takes the place of the one before."""
    again = {(wish.kind, wish.value or wish.day) for wish in new}
    return (*(wish for wish in old if (wish.kind, wish.value or wish.day) not in again), *new)


def _constraints(old: Sequence[CarriedConstraint], new: Sequence[CarriedConstraint]) -> tuple[CarriedConstraint, ...]:
    """The constraints with the new ones, each in place of one of its kind."""
    keys = {constraint.key for constraint in new}
    return (*(constraint for constraint in old if constraint.key not in keys), *new)


def _union(old: Iterable[T], new: Sequence[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*old, *new)))
