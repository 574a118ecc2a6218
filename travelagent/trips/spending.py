"""The travellers of a trip and what they spent: every change of it, one function each, and the ledger.

As in `actions`, all take the id of the person who acts; what is not theirs raises TripNotFound, a viewer's change
RoleTooLow. What is spent is no part of a trip's versions: undoing a change of the plan takes no expense back. The rate
of the day on which an expense is entered is kept with it; another amount keeps it, another currency takes a new one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from travelagent.catalog import source
from travelagent.catalog.money import current_rates
from travelagent.catalog.spoken import spoken
from travelagent.expenses.compare import KindSum, by_kind
from travelagent.expenses.settle import settle
from travelagent.expenses.split import balances
from travelagent.expenses.values import CURRENCIES, Balance, Expense, Part, Rate, Transfer, check_expense, rounded
from travelagent.plans.errors import InvalidRequest, MissingRate
from travelagent.providers.current_rates import follow_rates
from travelagent.trips.errors import InvalidTrip, TripNotFound, VersionConflict
from travelagent.trips.membership import lock_trip
from travelagent.trips.models import ExpensePart, Traveller, Trip, TripExpense
from travelagent.trips.signals import trip_part_changed
from travelagent.wire.budget import budget_from_wire

MOST_TRAVELLERS = 40
MOST_EXPENSES = 2000
NAME_CHARS = 60
LABEL_CHARS = 120
RATE_DIGITS = Context(prec=10)
"""More digits than published rates have, and few enough for every database."""
PLAIN_FIELDS = ("amount", "currency", "day", "kind", "label", "method")


class TravellerInUse(Exception):
    """A traveller who paid or shares an expense cannot leave."""

    def __init__(self) -> None:
        super().__init__(_("This traveller paid or shares expenses. Change those first."))


class ExpenseConflict(VersionConflict):
    """The expense was changed meanwhile; `version` is the one it has now."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.args = (_("This expense changed in the meantime. Open it again to see the change."),)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was spent on a trip, in `currency`; `names` of the travellers by their ids."""

    currency: str
    names: Mapping[str, str]
    spent: Decimal
    balances: tuple[Balance, ...]
    transfers: tuple[Transfer, ...]
    kinds: tuple[KindSum, ...]


def currency_of(trip: Trip) -> str:
    """Return the currency that expenses are settled in: the chosen one, else that of the budget or the first city."""
    if trip.expense_currency:
        return trip.expense_currency
    if trip.budget:
        return str(trip.budget["currency"])
    first = next(iter(trip.itinerary.get("cities", ())), "")
    city = source.cities().get(first)
    return city.currency if city else "EUR"


def expenses_of(trip: Trip) -> list[Expense]:
    """Return a trip's expenses, the newest day first."""
    rows = trip.expenses.prefetch_related("parts")
    return [value_of(row, currency_of(trip)) for row in rows]


def value_of(row: TripExpense, currency: str) -> Expense:
    """Return an expense as the domain has it. `currency`: the trip's."""
    parts = ((part.traveller_id, part.weight) for part in row.parts.all())
    found = _expense(row, parts, currency)
    amounts = (Part(part.traveller, rounded(part.weight, row.currency)) for part in found.parts)
    kept = tuple(amounts) if found.method == "amounts" else found.parts
    return replace(found, amount=rounded(found.amount, row.currency), parts=kept)


def ledger_of(trip: Trip) -> Ledger:
    """Return the balances of a trip's travellers, the fewest transfers that settle them, planned beside actual."""
    names = dict(trip.travellers.values_list("id", "name"))
    currency, spent = currency_of(trip), expenses_of(trip)
    found = balances(spent, tuple(names))
    budget = budget_from_wire(trip.budget) if trip.budget else None
    try:
        kinds = by_kind(spent, currency, budget, current_rates().table())
    except MissingRate:
        kinds = by_kind(spent, currency, None)
    total = sum((expense.worth for expense in spent), Decimal(0))
    return Ledger(currency, names, total, found, settle({each.traveller: each.net for each in found}), kinds)


@transaction.atomic
def settle_in(person: int, trip: str, currency: str) -> Trip:
    """Choose the currency of the ledger; what is spent is converted anew, at today's rates. Raises TripNotFound,
    InvalidTrip."""
    row = lock_trip(person, trip)
    _known_currency(currency)
    if currency == currency_of(row):
        return row
    for expense in row.expenses.all():
        rate = _rate_of_today(expense.currency, currency, expense.day)
        expense.rate, expense.rate_day, expense.rate_estimated = rate.value, rate.day, rate.estimated
        expense.version += 1
        expense.save()
    row.expense_currency = currency
    row.save(update_fields=["expense_currency"])
    _tell(row, person)
    return row


@transaction.atomic
def add_traveller(person: int, trip: str, name: str) -> Traveller:
    """Add a traveller. Raises TripNotFound, InvalidTrip."""
    row = lock_trip(person, trip)
    if row.travellers.count() >= MOST_TRAVELLERS:
        raise InvalidTrip("name", _("A trip has at most %(most)s travellers.") % {"most": MOST_TRAVELLERS})
    _tell(row, person)
    return Traveller.objects.create(trip=row, name=_name(row, name))


@transaction.atomic
def rename_traveller(person: int, trip: str, traveller: str, name: str) -> Traveller:
    """Rename a traveller. Raises TripNotFound, InvalidTrip."""
    row = lock_trip(person, trip)
    found = find_traveller(row, traveller)
    found.name = _name(row, name, but=found.pk)
    found.save(update_fields=["name"])
    _tell(row, person)
    return found


@transaction.atomic
def remove_traveller(person: int, trip: str, traveller: str) -> None:
    """Remove a traveller who neither paid nor shares an expense. Raises TripNotFound, TravellerInUse."""
    row = lock_trip(person, trip)
    found = find_traveller(row, traveller)
    if found.paid.exists() or found.parts.exists():
        raise TravellerInUse
    found.delete()
    _tell(row, person)


@transaction.atomic
def add_expense(person: int, trip: str, given: Mapping[str, Any]) -> TripExpense:
    """Enter an expense. `given`: `payer`, `amount`, `currency`, `day`, `kind`, and optionally `label`, `method`,
    `parts` of (traveller, weight), all travellers equally by default, and a `rate` of one's own.

    Raises TripNotFound, InvalidTrip.
    """
    row = lock_trip(person, trip)
    if row.expenses.count() >= MOST_EXPENSES:
        raise InvalidTrip("amount", _("A trip has at most %(most)s expenses.") % {"most": MOST_EXPENSES})
    if not row.expense_currency:
        row.expense_currency = currency_of(row)
        row.save(update_fields=["expense_currency"])
    wanted = {"label": "", "method": "equal", **given}
    expense = TripExpense(trip=row, payer_id=wanted["payer"], **{name: wanted[name] for name in PLAIN_FIELDS})
    _put_rate(expense, row, wanted.get("rate"))
    _tell(row, person)
    parts = wanted.get("parts") or [(each, Decimal(1)) for each in row.travellers.values_list("id", flat=True)]
    return _kept(expense, row, parts)


@transaction.atomic
def update_expense(
    person: int, trip: str, expense: str, given: Mapping[str, Any], base: int | None = None
) -> TripExpense:
    """Change what is named of an expense. Raises TripNotFound, ExpenseConflict, InvalidTrip."""
    row = lock_trip(person, trip)
    found = find_expense(row, expense)
    if base is not None and base != found.version:
        raise ExpenseConflict(found.version)
    rated = (found.currency, given.get("currency", found.currency))
    for name in PLAIN_FIELDS:
        setattr(found, name, given.get(name, getattr(found, name)))
    found.payer_id = given.get("payer", found.payer_id)
    if "rate" in given or rated[0] != rated[1]:
        _put_rate(found, row, given.get("rate"))
    parts = given.get("parts") or [(part.traveller_id, part.weight) for part in found.parts.all()]
    found.version += 1
    _tell(row, person)
    return _kept(found, row, parts)


@transaction.atomic
def delete_expense(person: int, trip: str, expense: str, base: int | None = None) -> None:
    """Delete an expense; `base`: the version that it must still have. Raises TripNotFound, ExpenseConflict."""
    row = lock_trip(person, trip)
    found = find_expense(row, expense)
    if base is not None and base != found.version:
        raise ExpenseConflict(found.version)
    found.delete()
    _tell(row, person)


def find_traveller(trip: Trip, traveller: str) -> Traveller:
    """Return a traveller of the trip. Raises TripNotFound."""
    found = trip.travellers.filter(pk=traveller).first()
    if found is None:
        raise TripNotFound
    return found


def find_expense(trip: Trip, expense: str) -> TripExpense:
    """Return an expense of the trip. Raises TripNotFound."""
    found = trip.expenses.filter(pk=expense).first()
    if found is None:
        raise TripNotFound
    return found


def _kept(expense: TripExpense, trip: Trip, parts: Iterable[tuple[str, Decimal]]) -> TripExpense:
    """Check and write an expense with its parts. Raises InvalidTrip."""
    travellers = frozenset(trip.travellers.values_list("id", flat=True))
    value = _expense(expense, parts, currency_of(trip))
    try:
        check_expense(value, travellers)
    except InvalidRequest as error:
        raise InvalidTrip(error.field, spoken(error.text)) from error
    expense.save()
    expense.parts.all().delete()
    rows = (ExpensePart(expense=expense, traveller_id=part.traveller, weight=part.weight) for part in value.parts)
    ExpensePart.objects.bulk_create(rows)
    return expense


def _expense(row: TripExpense, parts: Iterable[tuple[str, Decimal]], currency: str) -> Expense:
    """Return the domain's value of a row, its figures as they are."""
    equally = row.method == "equal"
    given = tuple(Part(traveller, Decimal(1) if equally else weight) for traveller, weight in parts)
    rate = Rate(currency, row.rate, row.rate_day, row.rate_estimated)
    plain: dict[str, Any] = {name: getattr(row, name) for name in PLAIN_FIELDS}
    return Expense(id=row.pk, payer=row.payer_id, parts=given, rate=rate, **plain)


def _put_rate(expense: TripExpense, trip: Trip, own: Decimal | None) -> None:
    """Give an expense the rate of its owner, else today's. Raises InvalidTrip."""
    rate = _rate_of_today(expense.currency, currency_of(trip), expense.day, own)
    expense.rate, expense.rate_day, expense.rate_estimated = rate.value, rate.day, rate.estimated


def _rate_of_today(origin: str, target: str, day: Any, own: Decimal | None = None) -> Rate:
    """Return the own rate, else the current exchange rate. Raises InvalidTrip for an unknown currency or rate."""
    _known_currency(origin)
    _known_currency(target)
    if origin == target:
        return Rate(target, Decimal(1), day)
    if own is not None:
        return Rate(target, own, day)
    follow_rates()
    try:
        found = current_rates().convert(Decimal(1), origin, target)
    except MissingRate as error:
        raise InvalidTrip("currency", spoken(error.text)) from error
    return Rate(target, RATE_DIGITS.create_decimal(found.amount), found.as_of, found.approximate)


def _known_currency(currency: str) -> None:
    if currency not in CURRENCIES:
        raise InvalidTrip("currency", _("No exchange rate is known for %(code)s.") % {"code": currency})


def _name(trip: Trip, name: str, but: str = "") -> str:
    cleaned = " ".join(name.split())
    if not cleaned:
        raise InvalidTrip("name", _("A traveller needs a name."))
    if len(cleaned) > NAME_CHARS:
        raise InvalidTrip("name", _("At most %(limit)s characters.") % {"limit": NAME_CHARS})
    if trip.travellers.filter(name=cleaned).exclude(pk=but).exists():
        raise InvalidTrip("name", _("Someone on this trip already has that name."))
    return cleaned


def _tell(trip: Trip, person: int) -> None:
    trip_part_changed.send(sender=Trip, trip=trip, part="expenses", person=person)
