"""A stop as models read it: hours where it has some, and the meal that is had there."""

from travelagent.assistant.results.route import Visit
from travelagent.assistant.views.plan import visit_line

MUSEUM = Visit(
    id="rome/borghese-gallery", sight="rome/borghese-gallery", arrive="12:00", depart="14:30", minutes=150,
    opens="09:00", closes="19:00", name="Borghese Gallery",
)  # fmt: skip
OWN = Visit(
    id="fixed/1", sight=None, arrive="16:00", depart="17:00", minutes=60, opens="16:00", closes="17:00", name="Dentist"
)


def test_a_sight_has_its_hours_and_the_meal_that_is_had_there() -> None:
    assert visit_line(MUSEUM, meal="lunch").split(" | ")[1:] == ["open 09:00-19:00", "lunch there"]


def test_ones_own_place_has_no_opening_hours() -> None:
    assert visit_line(OWN) == "fixed/1 16:00-17:00 Dentist"
