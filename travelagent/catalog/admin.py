"""The catalogue in the admin: to be searched and read, as the loader alone writes it; and corrected, cell by cell."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from travelagent.catalog import overlay
from travelagent.catalog.filters import worded_filter
from travelagent.catalog.models import (
    AddedCity,
    CatalogueVersion,
    City,
    ClimateMonth,
    Correction,
    ExchangeRate,
    Sight,
    Venue,
    is_chinese,
)
from travelagent.catalog.names import country_name
from travelagent.catalog.spoken import spoken
from travelagent.plans.words import term

RATE_SOURCES = {"ecb": _("European Central Bank"), "supplement": _("estimated")}


class LoadedAdmin(admin.ModelAdmin[Any]):
    """Rows that come from the packaged data: no adding, changing or deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(City)
class CityAdmin(LoadedAdmin):
    """The packaged and added cities, read-only."""

    list_display = ("id", "name_en", "name_zh", "country_name", "region_en", "currency", "station_name", "station_km")
    list_filter = (worded_filter("country", _("country"), lambda code: country_name(code)[is_chinese()]), "currency")
    search_fields = ("id", "name_en", "name_zh", "region_en", "region_zh", "aliases")

    @admin.display(description=_("country"), ordering="country")
    def country_name(self, city: City) -> str:
        """Return the country's name in the active language."""
        return country_name(city.country)[is_chinese()]


@admin.register(Sight)
class SightAdmin(LoadedAdmin):
    """The packaged and added sights, read-only."""

    list_display = ("id", "name_en", "name_zh", "kind", "score", "minutes", "price", "booking", "indoor")
    list_filter = (
        worded_filter("category", _("category"), lambda code: spoken(term(code))),
        *("score", "booking", "indoor"),
    )
    search_fields = ("id", "name_en", "name_zh", "city__name_en", "city__name_zh")
    list_select_related = ("city",)

    @admin.display(description=_("category"), ordering="category")
    def kind(self, sight: Sight) -> str:
        """Return the category in the active language."""
        return spoken(term(sight.category))


@admin.register(ClimateMonth)
class ClimateMonthAdmin(LoadedAdmin):
    """The monthly climate of the cities, read-only."""

    list_display = ("city", "month", "t_max", "t_min", "precip_mm", "rain_days", "sun_hours")
    list_filter = ("month",)
    search_fields = ("city__id", "city__name_en", "city__name_zh")
    list_select_related = ("city",)


@admin.register(ExchangeRate)
class ExchangeRateAdmin(LoadedAdmin):
    """The exchange rates, read-only."""

    list_display = ("currency", "per_usd", "as_of", "source", "approximate", "note")
    list_filter = (
        worded_filter("source", _("source"), lambda code: str(RATE_SOURCES.get(code, code))),
        "approximate",
    )
    search_fields = ("currency",)


@admin.register(CatalogueVersion)
class CatalogueVersionAdmin(LoadedAdmin):
    """The loaded versions of the catalogue, read-only."""

    list_display = ("data_hash", "loaded_at", "cities", "sights")


def _column_name(column: str) -> str:
    """What a column of the cities or the sights is called."""
    fields = {field.name: field for model in (City, Sight) for field in model._meta.fields}
    return str(fields[column].verbose_name) if column in fields else column


class CorrectionForm(forms.ModelForm[Correction]):
    """Takes what the catalogue would take."""

    def clean(self) -> dict[str, Any]:
        cell = {name: self.cleaned_data.get(name, "") for name in ("place", "column", "value")}
        if all(cell.values()):
            overlay.check(**cell)
        return self.cleaned_data


@admin.register(Correction)
class CorrectionAdmin(admin.ModelAdmin[Correction]):
    """What is saved here is in force everywhere within seconds, and lies over every later release of the data."""

    form = CorrectionForm
    list_display = ("place", "what", "value", "reason", "active", "corrected_by", "updated_at")
    list_filter = ("active", worded_filter("column", _("what is corrected"), _column_name))
    list_select_related = ("corrected_by",)
    search_fields = ("place", "reason")

    @admin.display(description=_("what is corrected"), ordering="column")
    def what(self, correction: Correction) -> str:
        """Return the label of the corrected column."""
        return _column_name(correction.column)

    def save_model(self, request: HttpRequest, obj: Correction, form: Any, change: bool) -> None:
        obj.corrected_by = request.user  # type: ignore[assignment]  # staff have signed in
        super().save_model(request, obj, form, change)
        transaction.on_commit(overlay.publish)

    def delete_model(self, request: HttpRequest, obj: Correction) -> None:
        super().delete_model(request, obj)
        transaction.on_commit(overlay.publish)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        super().delete_queryset(request, queryset)
        transaction.on_commit(overlay.publish)


@admin.register(AddedCity)
class AddedCityAdmin(LoadedAdmin):
    """Added by `import_places` or fetched; to be looked at, and removed by that command."""

    list_display = ("id", "source", "licence", "as_of", "how", "updated_at")
    list_filter = ("how",)
    search_fields = ("id",)


@admin.register(Venue)
class VenueAdmin(LoadedAdmin):
    """The stored venues, read-only."""

    list_display = ("id", "place", "kind", "lat", "lon", "as_of")
    list_filter = ("kind",)
    search_fields = ("id", "place")
