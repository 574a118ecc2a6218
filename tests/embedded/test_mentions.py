"""Words that only seem to state something: parts of names, prices of single things, days and people spoken of."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from travelagent.assistant.embedded.reading.edits import edits_of
from travelagent.assistant.embedded.reading.reading import Reading, Segment, roles_of, with_whole_words
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.reading.unserved import unknown_names
from travelagent.assistant.embedded.understanding import BROUGHT, understand
from travelagent.assistant.embedded.wishes import Wishes
from travelagent.assistant.encoder.tagger import tagger
from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.trip_view import NO_TRIP, PlanAtHand, PlannedDay
from travelagent.briefs.acts import EditPlan, NotRead, TripCommand, Undo
from travelagent.briefs.values import Dates, DayWish, Party, Ride, Stay, TripBrief

TODAY, FIRST = date(2026, 11, 30), date(2028, 1, 13)


def reading(text: str, act: str = "plan", *, planned: bool = True) -> Reading:
    """The reading of a message as one clause that does this, its roles by the encoder."""
    found = lexed(text, TODAY, ("harbin",) if planned else ())
    tokens = with_whole_words(found.text, found.tokens)
    tags = tagger().tags(found.text, tokens, planned=planned)
    return Reading(found.text, tokens, roles_of(tokens, tags), (Segment(act, 0, len(tokens), 1.0),), spans=tags.spans)


def wishes(text: str, *, planned: bool = True) -> Wishes:
    return wishes_of(reading(text, planned=planned), TODAY, ("harbin",) if planned else None)


def plan(*, days: int = 4) -> PlanAtHand:
    planned = (PlannedDay(n, FIRST + timedelta(days=n - 1), "harbin", ()) for n in range(1, days + 1))
    return PlanAtHand(("harbin",), tuple(planned), "a1")


def edits(text: str) -> list[dict[str, Any]]:
    return list(edits_of(reading(text, "edit"), plan(), TODAY).edits)


def test_what_may_be_is_no_month_and_a_name_states_nothing() -> None:
    cases: list[tuple[str, str, object]] = [
        ("One more person, Taylor, may join us, so please plan for 3 travelers.", "dates", Dates()),
        ("We'd like to come in may and stay a week.", "dates", Dates(month=5)),
        ('Please add "Xianglu Bay Beach" to Day 3.', "interests", ()),
        ('Dinner on Day 3 near "Art Corridor", please.', "avoid", ()),
        ('Please book lunch at "Shang Zheng Yi (Fu 1999 · Dingxi Road Store 2)".', "origin", ""),
        ("The booking page says it is closed that day, drop it.", "stops", ()),
        ("We can relax that meal price cap, but keep the original restaurant requirement.", "avoid", ()),
        ("Please don't pick a restaurant until I give you those details.", "avoid", ()),
        ("I can't handle much spice, so please avoid Sichuan cuisine and hot pot.", "avoid", ()),
        ("Eat there, please pick the best restaurant so we don't have to worry about the little one.", "avoid", ()),
        ("Please avoid museums and temples.", "avoid", ("museum", "temple")),
        ("A sudden temperature drop comes at noon on the second day.", "arrival", Ride()),
    ]
    found = [(text, name, getattr(wishes(text), name)) for text, name, _ in cases]
    assert found == cases


def test_other_prices_are_not_the_budget_of_the_trip() -> None:
    cases = [
        ("For lunch on day 2, let's take seafood. It costs around 302 yuan per person.", None),
        ("Let's change the Day 2 dinner to a place that costs about 65 yuan per person on average.", None),
        ("That meal should be lower, the cost per person within 20 yuan.", None),
        ("第二天晚饭人均120元以内", None),
        ("Actually, forget that strict 110 yuan limit.", None),
        ("12306 says the outbound train is delayed.", None),
        ("Could you lower the total cap from the original 4100 yuan down to within 3700 yuan?", Decimal(3700)),
        ("总预算从9500元降到9200元", Decimal(9200)),
        ("We have 5000 yuan per person for the trip, meals included.", Decimal(5000)),
    ]
    found = [(text, limit and limit.amount) for text, _ in cases for limit in [wishes(text).budget]]
    assert found == cases


def test_who_gives_up_going_along_is_not_counted() -> None:
    cases = [
        ("My partner can't make it, so it's just me now.", 1),
        ("Actually, one person in our group can't make it at the last minute, so it's just two of us now.", 2),
        ("One person had to drop out, so it's just two of us now.", 2),
        ("We have to bring a child along at the last minute, so please update the plan for 3 people.", 3),
        ("We're bringing a kid along last minute, so please update the plan for 2 people.", 2),
    ]
    assert [(text, wishes(text).people.count) for text, _ in cases] == cases
    assert not wishes(cases[-1][0]).people.added


def test_what_is_wanted_of_one_day_is_not_wanted_of_all() -> None:
    found = wishes("For Day 2, please schedule a rest between 12:30 and 14:30.")
    assert found.day_wishes == (DayWish(2, "rest", start=750, minutes=120),)
    found = wishes("For Day 2, please schedule at least 45 minutes of rest between 12:30 and 14:30.")
    assert found.day_wishes == (DayWish(2, "rest", start=750, minutes=45),)
    assert wishes("For Day 3, I'd like something more relaxed and easygoing.").pace is None
    assert wishes("Can you fit in at least 4 popular spots a day?").more == 0


def test_dates_with_their_month_come_before_days_of_some_month() -> None:
    text = "A trip to Ningbo, staying from the 2nd to the 5th, leaving on April 30, 2027, and back on May 4, 2027."
    found = wishes(text, planned=False)
    assert (found.dates.start, found.dates.end, found.days) == (date(2027, 4, 30), date(2027, 5, 4), 5)


def test_words_beside_a_day_do_not_remove_or_empty_it() -> None:
    assert edits("There is a sudden temperature drop on the second day.") == []
    assert edits("For Day 3, we'd like to add something relaxed.") == []
    later = "Please schedule all attractions on Day 2 for after 10:30 AM, nothing earlier than that."
    assert edits(later) == [{"op": "start_at", "day": 2, "at": "10:30"}]


def test_names_that_are_not_known_are_found() -> None:
    text = 'Add "Jintai Temple" and "Saint Sophia Cathedral" and "the last one" on day 2'
    found = reading(text)
    assert unknown_names(found, *BROUGHT) == ("Jintai Temple",)
    acts = understand("3 days in Rome and the Zorbo museum, no churches", NO_TRIP, TODAY).acts
    assert NotRead("Zorbo museum") in acts


def test_another_mind_on_one_thing_takes_no_change_back() -> None:
    brief = TripBrief(stays=(Stay("harbin"),), dates=Dates(FIRST, days=4), party=Party(2))
    trip = replace(NO_TRIP, brief=brief, plan=plan())
    text = "Also, I changed my mind on where to stay. I'd rather have an apartment. Please switch it to one."
    assert not any(isinstance(act, Undo) for act in understand(text, trip, TODAY).acts)


def test_what_is_not_to_share_a_day_stays_in_the_plan() -> None:
    days = (PlannedDay(1, FIRST, "barcelona", ("barcelona/sagrada-familia", "barcelona/park-guell")),)
    trip = replace(NO_TRIP, brief=TripBrief(stays=(Stay("barcelona"),)), plan=PlanAtHand(("barcelona",), days, "a1"))
    acts = understand("圣家堂跟奎尔公园别放同一天", trip, TODAY).acts
    assert not any(isinstance(act, EditPlan) for act in acts)


def test_a_trip_is_not_deleted_by_a_guess() -> None:
    brief = TripBrief(stays=(Stay("harbin"),), dates=Dates(FIRST, days=4), party=Party(2))
    trip = replace(NO_TRIP, brief=brief, plan=plan(), earlier="add a museum on day 2")
    assert not any(isinstance(act, TripCommand) for act in understand("Redo the plan", trip, TODAY).acts)
