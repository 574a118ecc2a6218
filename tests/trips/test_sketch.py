"""The small map of a trip in the list: north up, true to scale, inside its frame."""

from typing import Any

import pytest

from travelagent.trips.sketch import HEIGHT, WIDTH, sketch


def days(*drawn: list[tuple[float, float]]) -> dict[str, Any]:
    return {"days": [{"visits": [{"lat": lat, "lon": lon} for lat, lon in stops]} for stops in drawn]}


def test_north_is_up_and_east_is_right() -> None:
    (day,) = sketch(days([(0, 0), (1, 1)]))
    (west, south), (east, north) = day.stops
    assert west < east
    assert north < south


def test_a_kilometre_is_as_long_in_every_direction() -> None:
    (day,) = sketch(days([(60, 0), (60, 1), (60.5, 1)]))  # at 60° north a degree of longitude is half one of latitude
    (x0, _), (x1, y1), (_, y2) = day.stops
    assert x1 - x0 == pytest.approx(y1 - y2, rel=0.02)


@pytest.mark.parametrize("stops", [[(35.0, 135.7)], [(35.0, 135.7), (35.0, 135.7)], [(-33.9, 151.2), (52.5, 13.4)]])
def test_every_stop_is_inside_the_frame(stops: list[tuple[float, float]]) -> None:
    (day,) = sketch(days(stops))
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in day.stops)


def test_a_day_without_stops_is_left_out_and_the_others_keep_their_colours() -> None:
    assert [day.colour for day in sketch(days([(1, 1)], [], [(2, 2)]))] == [1, 3]
    assert sketch(days([], [])) == ()


def test_a_few_far_stops_do_not_draw_the_others_small() -> None:
    town = [(39.9, 116.39), (39.92, 116.4), (39.93, 116.38), (39.88, 116.41), (39.9, 116.42), (39.91, 116.37)]
    near, far = sketch(days(town, [(40.43, 116.57), *town[:2]]))
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in (*near.stops, *far.stops[1:]))
    assert far.stops[0][1] < 0
    assert max(y for _, y in near.stops) - min(y for _, y in near.stops) > HEIGHT / 2


def test_towns_of_a_journey_all_count() -> None:
    drawn = sketch(days([(41.9, 12.5), (41.91, 12.48)], [(43.77, 11.25), (43.78, 11.26)], [(45.44, 12.33)]))
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for day in drawn for x, y in day.stops)


def test_stops_on_both_sides_of_the_date_line_lie_side_by_side() -> None:
    fiji = [(-16.69, -179.88), (-16.99, 178.69), (-16.50, 179.98)]
    (day,) = sketch(days(fiji))
    (matei, _), (nabouwalu, _), (rabi, _) = day.stops
    assert nabouwalu < rabi < matei
    assert rabi - nabouwalu > 5 * (matei - rabi)
    assert sketch(days([(lat, lon - 20 + 360 * (lon < 0)) for lat, lon in fiji])) == (day,)
