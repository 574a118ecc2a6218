"""What a sight is worth, and when it is at its best."""

import dataclasses
from itertools import pairwise

import pytest

from tests.planning.cast import sight
from travelagent.planning.taste import preferred, worth

SUN = (6 * 60, 19 * 60)
DAY = (9 * 60, 22 * 60)
OPEN = ((8 * 60, 20 * 60),)


def best(category: str, minutes: int, **changes):
    return preferred(sight("there", 48.0, 11.0, category=category, minutes=minutes, **changes), OPEN, SUN, DAY)


def test_worth_grows_faster_than_the_score_and_a_ten_stands_out():
    worths = [worth(sight("s", 48.0, 11.0, score=score), ()) for score in (5.0, 6.0, 7.0, 8.0, 9.0, 10.0)]
    steps = [after / before for before, after in pairwise(worths)]
    assert worths[4] > worths[1] + worths[2] + 2 * worths[0]
    assert all(step > 1.5 for step in steps)
    assert steps[-1] == max(steps)


def test_a_family_spends_its_days_in_museums_for_children():
    for_adults, for_all = (sight("m", 48.0, 11.0, category="museum", tags=tags) for tags in (("art",), ("family",)))
    palace = sight("p", 48.0, 11.0, category="palace", tags=("history",))
    assert worth(for_adults, ("family",)) < worth(palace, ("family",)) < worth(for_all, ("family",))
    assert worth(for_adults, ("family", "art")) > worth(palace, ("family", "art"))


def test_what_is_there_for_children_is_worth_more_to_a_family_than_what_merely_suits_it():
    def family(category: str, *tags: str) -> float:
        return worth(sight("s", 48.0, 11.0, category=category, tags=("family", *tags)), ("family",))

    assert family("park") < family("zoo") == family("aquarium") == family("museum", "science")
    assert family("museum", "art") == family("park")
    assert worth(sight("z", 48.0, 11.0, category="zoo", tags=("wildlife",)), ("wildlife",)) == family("park")


@pytest.mark.parametrize(("shorter", "longer"), [(150, 240), (90, 150)])
def test_of_two_unmissable_sights_the_one_that_takes_longer_is_worth_more(shorter, longer):
    short, long = (worth(sight("s", 48.0, 11.0, score=10.0, minutes=minutes), ()) for minutes in (shorter, longer))
    assert short < long


def test_a_whole_day_is_worth_no_more_than_half_of_one_and_a_lesser_sight_nothing_for_its_length():
    half, whole = (worth(sight("s", 48.0, 11.0, score=10.0, minutes=minutes), ()) for minutes in (240, 540))
    assert half == whole
    assert len({worth(sight("s", 48.0, 11.0, score=9.0, minutes=minutes), ()) for minutes in (60, 240, 540)}) == 1


def test_interests_raise_what_meets_them_and_lower_what_does_not():
    museum = sight("m", 48.0, 11.0, category="museum", tags=("art", "history"))
    plain = worth(museum, ())
    assert worth(museum, ("food",)) < plain < worth(museum, ("art",)) < worth(museum, ("art", "museum"))
    assert worth(museum, ("art", "museum", "history")) == worth(museum, ("art", "museum"))


@pytest.mark.parametrize(("category", "until"), [("viewpoint", 19 * 60 + 20), ("tower", 20 * 60)])
def test_a_short_lookout_is_for_the_afternoon_and_a_long_one_takes_the_day(category, until):
    assert best(category, 60) == ((14 * 60 + 30, 20 * 60),)
    assert best(category, 180) == ((8 * 60, until),)


def test_a_beach_is_of_the_day_whatever_there_is_beside_it():
    sunset = 17 * 60 + 30
    beach = sight("beach", 41.4, 2.2, category="beach", tags=("beach", "nightlife"), minutes=120)
    [(_, closes)] = preferred(beach, ((0, 24 * 60),), (8 * 60, sunset), DAY)
    assert closes <= sunset + 30


@pytest.mark.parametrize("minutes", [60, 180])
def test_a_view_from_the_open_is_not_for_the_dark_unless_it_is_one_of_the_lights(minutes):
    sunset = 15 * 60 + 40
    hill = sight("hill", 55.9, -3.2, category="viewpoint", minutes=minutes)
    always = ((0, 24 * 60),)
    [(opens, closes)] = preferred(hill, always, (8 * 60 + 30, sunset), DAY)
    assert opens < sunset
    assert closes - minutes <= sunset
    assert preferred(dataclasses.replace(hill, tags=("nightlife",)), always, (510, sunset), DAY)[0][1] == 24 * 60
    assert preferred(dataclasses.replace(hill, category="tower"), always, (510, sunset), DAY)[0][1] == 24 * 60


def test_a_walk_in_the_hills_is_over_before_dark():
    sunset = 17 * 60 + 40
    valley = sight("valley", 64.0, -21.2, category="hot_spring", tags=("hiking",), minutes=240)
    [(_, closes)] = preferred(valley, ((0, 24 * 60),), (9 * 60, sunset), DAY)
    assert closes <= sunset + 20


def test_gardens_end_with_the_daylight_unless_they_are_under_a_roof():
    assert best("garden", 90) == ((8 * 60, 19 * 60 + 20),)
    assert best("garden", 90, indoor=True) == OPEN


def test_a_preference_without_room_for_the_visit_is_given_up():
    early = ((8 * 60, 12 * 60),)
    lookout = sight("l", 48.0, 11.0, category="viewpoint", minutes=60)
    assert preferred(lookout, early, SUN, DAY) == early
    show = dataclasses.replace(lookout, category="show")
    assert preferred(show, early, SUN, DAY) == early


@pytest.mark.parametrize(("begin_by", "latest"), [(10 * 60 + 30, 10 * 60 + 30), (8 * 60, 9 * 60 + 15)])
def test_what_is_best_early_is_begun_by_then_or_first_thing(begin_by, latest):
    assert best("lake", 60, begin_by=begin_by) == ((8 * 60, latest + 60),)
    assert best("show", 60, begin_by=begin_by) == ((8 * 60, latest + 60),)


@pytest.mark.parametrize(("dinner", "begin"), [((17 * 60, 21 * 60), 17 * 60 + 30), ((19 * 60, 22 * 60), 18 * 60 + 30)])
def test_one_is_where_the_food_is_when_people_there_have_dinner(dinner: tuple[int, int], begin: int):
    bars = sight("bars", 48.0, 11.0, category="neighborhood", tags=("food", "nightlife"), minutes=90)
    [(opens, closes)] = preferred(bars, ((0, 24 * 60),), SUN, DAY, dinner=dinner)
    assert (opens, closes) == (begin, dinner[1] - 60)
