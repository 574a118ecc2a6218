"""The catalogue in the admin: to be searched and read, as the loader alone writes it; and corrected, cell by cell."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest

from travelagent.catalog import overlay
from travelagent.catalog.models import CatalogueVersion, City, ClimateMonth, Correction, ExchangeRate, Sight


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
    list_display = ("id", "name_en", "name_zh", "country", "region_en", "currency", "station_name", "station_km")
    list_filter = ("country", "currency")
    search_fields = ("id", "name_en", "name_zh", "region_en", "region_zh", "aliases")


@admin.register(Sight)
class SightAdmin(LoadedAdmin):
    list_display = ("id", "name_en", "name_zh", "category", "score", "minutes", "price", "booking", "indoor")
    list_filter = ("category", "score", "booking", "indoor", "city__country")
    search_fields = ("id", "name_en", "name_zh", "city__name_en", "city__name_zh")
    list_select_related = ("city",)


@admin.register(ClimateMonth)
class ClimateMonthAdmin(LoadedAdmin):
    list_display = ("city", "month", "t_max", "t_min", "precip_mm", "rain_days", "sun_hours")
    list_filter = ("month",)
    search_fields = ("city__id", "city__name_en", "city__name_zh")
    list_select_related = ("city",)


@admin.register(ExchangeRate)
class ExchangeRateAdmin(LoadedAdmin):
    list_display = ("currency", "per_usd", "as_of", "source", "approximate", "note")
    list_filter = ("source", "approximate")
    search_fields = ("currency",)


@admin.register(CatalogueVersion)
class CatalogueVersionAdmin(LoadedAdmin):
    list_display = ("data_hash", "loaded_at", "cities", "sights")


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
    list_display = ("place", "column", "value", "reason", "active", "corrected_by", "updated_at")
    list_filter = ("active", "column")
    list_select_related = ("corrected_by",)
    search_fields = ("place", "reason")

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
