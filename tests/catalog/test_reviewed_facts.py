"""The reviewed facts stand in the data; closures, sessions, best hours and exits are of known sights and hold."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.files import DATA, csv_rows
from travelagent.planning.engine import plan
from travelagent.planning.hours import windows_of
from travelagent.plans.values import Itinerary, PlanRequest
from travelagent.verifier import verify

TABLES = {"closed_on": "closures", "sessions": "sessions", "onward": "onward", "begin_from": "best_hours",
          "begin_by": "best_hours"}  # fmt: skip
COLUMNS = {"hours", "price", "minutes", "booking"}
READERS = {"two readers", "two readers, judged", "one reader", "found in plans"}
YEAR = tuple(date(2026, 1, 1) + timedelta(days=day) for day in range(365))


def curated(name: str) -> dict[str, dict[str, str]]:
    """The rows of a curated file by sight; those of the sights by their whole id."""
    files = [DATA / f"curated/{name}.csv"] if name != "sights" else sorted((DATA / "curated/sights").glob("*.csv"))
    rows = [row for file in files for row in csv_rows(Path(file))]
    return {row["sight"] if name != "sights" else f"{row['city']}/{row['id']}": row for row in rows}


def test_every_reviewed_fact_stands_in_the_data() -> None:
    reviewed = list(csv_rows(DATA / "curated/reviewed.csv"))
    rows = {name: curated(name) for name in {"sights", *TABLES.values()}}
    assert len(reviewed) >= 250
    assert len({(row["sight"], row["field"]) for row in reviewed}) == len(reviewed)
    for row in reviewed:
        table = "sights" if row["field"] in COLUMNS else TABLES[row["field"]]
        assert rows[table][row["sight"]][row["field"]] == row["value"], row
        assert row["readers"] in READERS
        assert row["why"]
        assert row["source"] == "general knowledge, 2026-11"


@pytest.mark.parametrize("facts", [source.closures, source.sessions, source.best_hours, source.onward])
def test_facts_are_of_known_sights(facts) -> None:
    assert facts().keys() <= source.sights().keys()
    assert set(source.onward().values()) <= source.sights().keys()


@pytest.mark.parametrize(
    ("name", "column", "row", "read"),
    [
        ("closures", "closed_on", "rome/colosseum,christmas", source.closures),
        ("sessions", "sessions", "rome/colosseum,noon", source.sessions),
        ("closures", "closed_on", "rome/colosseum,12-25\nrome/colosseum,01-01", source.closures),
    ],
)
def test_a_bad_row_is_an_error_of_loading_that_names_it(
    name: str, column: str, row: str, read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "curated").mkdir()
    (tmp_path / f"curated/{name}.csv").write_text(f"sight,{column}\n{row}\n", encoding="utf-8")
    monkeypatch.setattr(source, "DATA", tmp_path)
    with pytest.raises(ValueError, match=rf"{name}\.csv: rome/colosseum"):
        read.__wrapped__()


def test_every_session_is_held_on_some_day() -> None:
    for sight in planning_sights(source.cities()):
        held = {opens for day in (YEAR if sight.sessions else ()) for opens, _ in windows_of(sight, day)}
        late = {each.start for each in sight.sessions if each.start + sight.minutes > 24 * 60}
        assert held == {each.start for each in sight.sessions} - late, sight.id


@pytest.mark.parametrize(
    ("city", "first", "closed"),
    [
        ("london", date(2026, 12, 24), {"london/british-museum", "london/tower-of-london", "london/national-gallery"}),
        ("new-york", date(2026, 11, 26), {"new-york/metropolitan-museum-of-art", "new-york/museum-of-modern-art",
                                          "new-york/statue-of-liberty-ellis-island"}),
        ("beijing", date(2027, 2, 5), {"beijing/forbidden-city", "beijing/national-museum"}),
        ("rome", date(2026, 12, 8), {"rome/vatican-museums-and-sistine-chapel"}),
        ("prague", date(2027, 4, 22), {"prague/jewish-quarter"}),
        ("istanbul", date(2027, 5, 17), {"istanbul/grand-bazaar"}),
    ],
)  # fmt: skip
def test_a_holiday_closes_the_sights_of_the_catalogue(city: str, first: date, closed: set[str]) -> None:
    sights, plan_request = planning_sights([city]), request_for(city, 2, first)
    itinerary = plan(plan_request, sights)
    assert itinerary.certificate.feasible
    assert verify(itinerary, plan_request, sights).feasible
    assert not closed & {visit.sight for visit in itinerary.days[0].visits}
    alone = plan(request_for(city, 1, first), sights)
    reasons = {left.sight: left.reason.en for left in alone.left_out if left.sight in closed}
    assert reasons.keys() == closed
    assert all("Closed on" in reason and "(" in reason for reason in reasons.values()), reasons


def request_for(city: str, days: int, first: date) -> PlanRequest:
    return PlanRequest((city_stay(source.cities()[city]),), days, start_date=first, deadline_seconds=60.0)


def visits(itinerary: Itinerary) -> dict[str, int]:
    return {str(visit.sight): visit.arrive for visit in itinerary.visits}


@pytest.mark.parametrize(
    ("sight", "starts"),
    [
        ("lijiang/impression-lijiang", {"11:00", "13:30"}),
        ("hanoi/thang-long-water-puppet-theatre", {"15:00", "16:10", "17:20", "18:30", "20:00"}),
        ("vienna/vienna-state-opera", {"19:00"}),
        ("new-york/broadway-theater-district", {"19:00"}),
        ("rome/borghese-gallery", {f"{hour:02d}:00" for hour in range(9, 18)}),
    ],
)
def test_a_session_of_the_catalogue_is_met_exactly(sight: str, starts: set[str]) -> None:
    city = sight.partition("/")[0]
    plan_request = PlanRequest(
        (city_stay(source.cities()[city]),), 2, start_date=date(2026, 5, 12), must_see=(sight,), deadline_seconds=60.0
    )
    itinerary = plan(plan_request, planning_sights([city]))
    arrive = visits(itinerary)[sight]
    assert f"{arrive // 60:02d}:{arrive % 60:02d}" in starts
    assert itinerary.certificate.feasible
