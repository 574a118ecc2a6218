"""The catalogue's tables: what the loader writes from the packaged data, and nobody else; corrections of it; and
what was added beside it.

A city's key is its slug, a sight's is `city/slug`, so that links, tools and the API speak of the same names. `value()`
turns a row back into the frozen value that search and planning take.
"""

from decimal import Decimal
from typing import Any, ClassVar, cast

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from travelagent.catalog import source, values
from travelagent.plans.booking import Booking


def is_chinese() -> bool:
    """Return whether the active language is Chinese."""
    return (get_language() or "en").startswith("zh")


def _money(label: Any) -> "models.DecimalField[Decimal, Decimal]":
    return models.DecimalField(label, max_digits=14, decimal_places=2, validators=[MinValueValidator(0)])


class Place(models.Model):
    """What a city and a sight have in common."""

    name_en = models.CharField(_("English name"), max_length=120)
    name_zh = models.CharField(_("Chinese name"), max_length=120)
    lat = models.FloatField(_("latitude"), validators=[MinValueValidator(-90), MaxValueValidator(90)])
    lon = models.FloatField(_("longitude"), validators=[MinValueValidator(-180), MaxValueValidator(180)])
    tags = models.JSONField(_("interests"), default=list)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name in the active language."""
        return self.name_zh if is_chinese() else self.name_en


class City(Place):
    """A curated city with its usual costs: lodging a double room a night, meals and transit one person's day."""

    id = models.CharField(primary_key=True, max_length=60)
    aliases = models.JSONField(_("other names"), default=list)
    country = models.CharField(_("country"), max_length=2, db_index=True)
    region_en = models.CharField(_("region (English)"), max_length=80, db_index=True)
    region_zh = models.CharField(_("region (Chinese)"), max_length=80)
    timezone = models.CharField(_("time zone"), max_length=40)
    currency = models.CharField(_("currency"), max_length=3)
    best_months = models.JSONField(_("best months"), default=list)
    days_min = models.PositiveSmallIntegerField(_("usual stay from (days)"))
    days_max = models.PositiveSmallIntegerField(_("usual stay to (days)"))
    summary_en = models.CharField(_("summary (English)"), max_length=160)
    summary_zh = models.CharField(_("summary (Chinese)"), max_length=160)
    food_en = models.JSONField(_("dishes (English)"), default=list)
    food_zh = models.JSONField(_("dishes (Chinese)"), default=list)
    lodging_budget = _money(_("lodging, budget"))
    lodging_mid = _money(_("lodging, mid-range"))
    lodging_luxury = _money(_("lodging, luxury"))
    meals_budget = _money(_("meals, budget"))
    meals_mid = _money(_("meals, mid-range"))
    meals_luxury = _money(_("meals, luxury"))
    transit_day = _money(_("local transport a day"))
    elevation_m = models.IntegerField(_("elevation (m)"))
    station_id = models.CharField(_("weather station id"), max_length=8)
    station_name = models.CharField(_("weather station"), max_length=80)
    station_km = models.FloatField(_("distance to the station (km)"))
    station_elevation_m = models.FloatField(_("elevation of the station (m)"))
    station_shift_c = models.FloatField(_("temperature shift to the city's height (°C)"))

    class Meta:
        verbose_name = _("city")
        verbose_name_plural = _("cities")
        ordering = ["id"]

    def value(self) -> values.City:
        """Return the row as the frozen value."""
        return values.City(
            id=self.id,
            name_en=self.name_en,
            name_zh=self.name_zh,
            aliases=tuple(self.aliases),
            country=self.country,
            region_en=self.region_en,
            region_zh=self.region_zh,
            lat=self.lat,
            lon=self.lon,
            timezone=self.timezone,
            currency=self.currency,
            tags=tuple(self.tags),
            best_months=tuple(self.best_months),
            days_min=self.days_min,
            days_max=self.days_max,
            summary_en=self.summary_en,
            summary_zh=self.summary_zh,
            food_en=tuple(self.food_en),
            food_zh=tuple(self.food_zh),
            lodging=values.Tiers(self.lodging_budget, self.lodging_mid, self.lodging_luxury),
            meals=values.Tiers(self.meals_budget, self.meals_mid, self.meals_luxury),
            transit_day=self.transit_day,
        )


class Sight(Place):
    """A curated sight. `indoor` and `last_entry_minutes` follow from the other columns by a stated rule."""

    class Booking(models.TextChoices):
        NONE = "none", pgettext_lazy("booking", "none")
        RECOMMENDED = "recommended", _("recommended")
        REQUIRED = "required", _("required")

    class Indoor(models.TextChoices):
        NONE = "none", _("outdoors")
        PARTLY = "partly", _("partly indoors")
        FULLY = "fully", _("indoors")

    id = models.CharField(primary_key=True, max_length=140)
    city = models.ForeignKey(City, models.CASCADE, related_name="sights", verbose_name=_("city"))
    category = models.CharField(_("category"), max_length=20, db_index=True)
    minutes = models.PositiveSmallIntegerField(_("usual visit (minutes)"))
    score = models.PositiveSmallIntegerField(
        _("score"), db_index=True, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    hours = models.CharField(_("opening hours"), max_length=255)
    price = _money(_("ticket"))
    booking = models.CharField(_("booking"), max_length=12, choices=Booking.choices)
    note_en = models.CharField(_("note (English)"), max_length=120)
    note_zh = models.CharField(_("note (Chinese)"), max_length=120)
    indoor = models.CharField(_("roof"), max_length=6, choices=Indoor.choices)
    last_entry_minutes = models.PositiveSmallIntegerField(_("last entry before closing (minutes)"))

    class Meta:
        verbose_name = _("sight")
        verbose_name_plural = _("sights")
        ordering = ["city_id", "-score", "id"]

    def value(self) -> values.Sight:
        """Return the row as the frozen value."""
        return values.Sight(
            id=self.id,
            city=self.city_id,
            name_en=self.name_en,
            name_zh=self.name_zh,
            lat=self.lat,
            lon=self.lon,
            category=cast(values.Category, self.category),
            tags=tuple(self.tags),
            minutes=self.minutes,
            score=self.score,
            hours=self.hours,
            price=self.price,
            booking=cast(Booking, self.booking),
            note_en=self.note_en,
            note_zh=self.note_zh,
            ticket=source.shared_tickets().get(self.id, ""),
            ticket_days=source.ticket_days().get(self.id, 0),
            season_prices=source.season_prices_of(self.id),
            closed_on=source.closures().get(self.id, ()),
            sessions=source.sessions().get(self.id, ()),
        )


class ClimateMonth(models.Model):
    """One month at a city: the means of its station, moved to the city's height."""

    id = models.CharField(primary_key=True, max_length=64)
    city = models.ForeignKey(City, models.CASCADE, related_name="climate", verbose_name=_("city"))
    month = models.PositiveSmallIntegerField(_("month"), validators=[MinValueValidator(1), MaxValueValidator(12)])
    t_mean = models.FloatField(_("mean temperature (°C)"))
    t_max = models.FloatField(_("mean daily maximum (°C)"))
    t_min = models.FloatField(_("mean daily minimum (°C)"))
    precip_mm = models.FloatField(_("rain (mm)"))
    rain_days = models.FloatField(_("rain days"))
    sun_hours = models.FloatField(_("sun hours"), null=True)
    years = models.PositiveSmallIntegerField(_("years averaged"))

    class Meta:
        verbose_name = _("climate of a month")
        verbose_name_plural = _("climate by month")
        ordering = ["city_id", "month"]
        constraints = [models.UniqueConstraint(fields=["city", "month"], name="catalog_one_row_a_month")]

    def __str__(self) -> str:
        return f"{self.city_id} {self.month}"


class ExchangeRate(models.Model):
    """Units of a currency for one US dollar; `approximate` where no bank published it."""

    currency = models.CharField(_("currency"), primary_key=True, max_length=3)
    per_usd = models.DecimalField(_("per US dollar"), max_digits=24, decimal_places=12)
    as_of = models.DateField(_("as of"), null=True)
    source = models.CharField(_("source"), max_length=12)
    note = models.CharField(_("note"), max_length=80, blank=True)
    approximate = models.BooleanField(_("approximate"))

    class Meta:
        verbose_name = _("exchange rate")
        verbose_name_plural = _("exchange rates")
        ordering = ["currency"]

    def __str__(self) -> str:
        return self.currency


class Correction(models.Model):
    """One cell of a city or a sight that an operator has put right; it lies over every later release of the data."""

    place = models.CharField(_("city or sight"), max_length=140, db_index=True)
    column = models.CharField(_("what is corrected"), max_length=20)
    value = models.CharField(_("right value"), max_length=255)
    reason = models.CharField(_("why, and where it is from"), max_length=300)
    active = models.BooleanField(_("in force"), default=True)
    corrected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, verbose_name=_("corrected by")
    )
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["place", "column"]
        constraints = [models.UniqueConstraint(fields=["place", "column"], name="catalog_one_correction_a_cell")]

    def __str__(self) -> str:
        return f"{self.place} {self.column}: {self.value}"


class AddedCity(models.Model):
    """A city with its sights beside the packaged ones, in their form, with its source; read by `additions` alone."""

    class How(models.TextChoices):
        IMPORT = "import", _("imported from a file")
        FETCHED = "fetched", _("fetched from a service")

    id = models.CharField(primary_key=True, max_length=60)
    cells = models.JSONField(_("the city's cells"))
    sights = models.JSONField(_("the sights' cells, references and estimates"))
    estimated = models.JSONField(_("estimated fields"), default=list)
    elevation_m = models.IntegerField(_("elevation (m)"))
    source = models.CharField(_("source"), max_length=120)
    licence = models.CharField(_("licence"), max_length=60)
    url = models.CharField(_("address of the source"), max_length=200)
    licence_url = models.CharField(_("address of the licence"), max_length=200)
    as_of = models.DateField(_("as of"))
    how = models.CharField(_("how it came here"), max_length=8, choices=How.choices)
    digest = models.CharField(_("digest"), max_length=64)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("added city")
        verbose_name_plural = _("added cities")
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.cells["name_zh" if is_chinese() else "name_en"])


class Venue(models.Model):
    """A place to eat, to sleep or of need near the stops of plans, as its source tags it (`venues.Venue`)."""

    class Kind(models.TextChoices):
        RESTAURANT = "restaurant", _("restaurant")
        CAFE = "cafe", _("café")
        BAR = "bar", _("bar")
        FAST_FOOD = "fast_food", _("fast food")
        HOTEL = "hotel", _("hotel")
        TOILETS = "toilets", _("toilets")
        PHARMACY = "pharmacy", _("pharmacy")

    id = models.CharField(primary_key=True, max_length=32)
    place = models.CharField(_("city"), max_length=60, db_index=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    lat = models.FloatField(_("latitude"))
    lon = models.FloatField(_("longitude"))
    details = models.JSONField(_("names, hours and what is tagged"))
    as_of = models.DateField(_("as of"))

    class Meta:
        verbose_name = _("restaurant, hotel or service")
        verbose_name_plural = _("restaurants, hotels and services")
        ordering = ["id"]
        indexes: ClassVar = [models.Index(fields=["kind", "lat", "lon"], name="catalog_venue_near")]

    def __str__(self) -> str:
        return self.id


class CatalogueVersion(models.Model):
    """Which packaged data stands in the tables: one row, compared by the loader."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    data_hash = models.CharField(_("data hash"), max_length=64)
    loaded_at = models.DateTimeField(_("loaded"), auto_now=True)
    cities = models.PositiveIntegerField(_("cities"))
    sights = models.PositiveIntegerField(_("sights"))

    class Meta:
        verbose_name = _("catalogue version")
        verbose_name_plural = _("catalogue version")
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="catalog_single_version")]

    def __str__(self) -> str:
        return self.data_hash[:12]


def stored_catalogue() -> values.Catalogue:
    """Return the catalogue of the tables, as the values that search takes; two queries."""
    return values.Catalogue(
        cities={row.id: row.value() for row in City.objects.all()},
        sights={row.id: row.value() for row in Sight.objects.all()},
    )
