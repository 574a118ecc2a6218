"""The climate that stands for a city is near what one knows of it."""

import pytest

from travelagent.catalog import source
from travelagent.catalog.climate import climate_of, elevation_of, nearest_climate


@pytest.mark.parametrize(
    ("city", "january", "july"),
    [
        ("beijing", (0, 5), (29, 34)),
        ("harbin", (-16, -8), (25, 31)),
        ("sanya", (23, 28), (29, 34)),
        ("singapore", (28, 33), (29, 34)),
        ("london", (6, 11), (21, 27)),
        ("sydney", (25, 30), (15, 20)),
        ("bogota", (15, 22), (15, 22)),
        ("lhasa", (5, 12), (20, 26)),
        ("dubai", (21, 27), (37, 45)),
        ("reykjavik", (0, 5), (12, 17)),
        ("zermatt", (-3, 3), (15, 22)),
        ("lijiang", (10, 16), (21, 27)),
        ("denver", (3, 10), (28, 34)),
    ],
)
def test_known_cities_have_plausible_days(city: str, january: tuple[int, int], july: tuple[int, int]) -> None:
    months = climate_of(city).months
    assert january[0] <= months[0].t_max <= january[1]
    assert july[0] <= months[6].t_max <= july[1]


def test_monsoon_and_desert_rain() -> None:
    assert climate_of("mumbai").months[6].precip_mm > 500
    assert sum(month.precip_mm for month in climate_of("cairo").months) < 60


def test_every_city_has_twelve_ordered_months() -> None:
    for city in source.cities():
        climate = climate_of(city)
        assert [month.month for month in climate.months] == list(range(1, 13))
        for month in climate.months:
            assert month.t_min <= month.t_mean <= month.t_max, (city, month)
            assert 0 <= month.rain_days <= 31
            assert month.precip_mm >= 0


def test_temperatures_are_moved_to_the_citys_height() -> None:
    climate = climate_of("jiuzhaigou")
    raw, moved = climate.station.months[0], climate.months[0]
    rise = climate.station.elevation_m - elevation_of("jiuzhaigou")
    assert climate.shift_c == pytest.approx(rise / 100 * 0.65, abs=0.051)
    assert moved.t_max == pytest.approx(raw.t_max + climate.shift_c, abs=0.051)
    assert moved.precip_mm == raw.precip_mm


def test_any_point_has_a_station() -> None:
    assert nearest_climate(0.0, -150.0).distance_km > 500
    assert nearest_climate(-89.0, 0.0).station


def test_a_station_in_town_stands_for_it_though_those_around_lie_higher() -> None:
    yerevan = nearest_climate(40.1811, 44.5136)
    assert yerevan.station.name == "Yerevan-Arabkir"
    assert yerevan.months[4].t_max > 20


def test_no_mountains_station_stands_for_a_town_whose_height_is_not_known() -> None:
    bologna, shigatse = nearest_climate(44.4938, 11.3387), nearest_climate(29.27, 88.88)
    assert bologna.station.elevation_m < 300
    assert bologna.months[4].t_max > 18
    assert shigatse.station.elevation_m > 3000
