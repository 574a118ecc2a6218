"""Which cities pass the filters of the catalogue's list."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from travelagent.catalog import source
from travelagent.catalog.matches import Ambiguous, CityMatch
from travelagent.catalog.money import current_rates
from travelagent.catalog.names import area_members, resolve_city
from travelagent.catalog.values import TAGS, City


class CityFilters(serializers.Serializer[Any]):
    """The query string. All that are given must hold; `tag` may be given several times."""

    q = serializers.CharField(required=False, max_length=200, help_text="A name or a part of one, in either language.")
    country = serializers.CharField(required=False, max_length=60, help_text="ISO code, or a name in either language.")
    region = serializers.CharField(required=False, max_length=60, help_text="A province, state or larger region.")
    tag = serializers.ListField(
        child=serializers.ChoiceField(TAGS), required=False, default=list, help_text="What the city is known for."
    )
    month = serializers.IntegerField(required=False, min_value=1, max_value=12, help_text="Among the best months.")
    budget_max = serializers.DecimalField(
        required=False,
        max_digits=12,
        decimal_places=2,
        min_value=Decimal(0),
        help_text="One person's day on a budget costs at most this, in `currency`.",
    )
    currency = serializers.CharField(required=False, default="USD", help_text="ISO 4217 code of `budget_max`.")

    def validate_country(self, name: str) -> frozenset[str]:
        """Return the ids of the cities of the country that is called so."""
        return _area(name)

    def validate_region(self, name: str) -> frozenset[str]:
        """Return the ids of the cities of the region that is called so."""
        return _area(name)

    def validate_currency(self, code: str) -> str:
        """Return the code in capitals; raise ValidationError where no exchange rate is known for it."""
        if code.upper() not in current_rates():
            raise serializers.ValidationError(_("No exchange rate is known for %(code)s.") % {"code": code})
        return code.upper()


def passing(filters: dict[str, Any]) -> list[str]:
    """Return the ids of the cities that pass every validated filter but `q`."""
    return [city.id for city in source.cities().values() if _passes(city, filters)]


def named(text: str) -> list[str]:
    """Return the ids of the cities that a name means, typing errors forgiven.

    They are one, several of the same name, or those of an area.
    """
    match resolve_city(text):
        case CityMatch(id=city):
            return [city]
        case Ambiguous(choices=choices):
            return [choice.id for choice in choices]
        case found:
            return list(found.members)


def _area(name: str) -> frozenset[str]:
    members: Iterable[str] | None = area_members(name)
    if members is None:
        raise serializers.ValidationError(_("No area is called %(name)s.") % {"name": name})
    return frozenset(members)


def _passes(city: City, filters: dict[str, Any]) -> bool:
    areas = [filters[name] for name in ("country", "region") if name in filters]
    if any(city.id not in area for area in areas) or not set(filters["tag"]) <= set(city.tags):
        return False
    if "month" in filters and filters["month"] not in city.best_months:
        return False
    if "budget_max" not in filters:
        return True
    day = current_rates().convert(city.daily_cost("budget"), city.currency, filters["currency"])
    return bool(day.amount <= filters["budget_max"])
