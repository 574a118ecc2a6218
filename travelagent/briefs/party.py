"""Who travels, counted: people, children by age, rooms and reduced tickets."""

from __future__ import annotations

import dataclasses
from typing import get_args

from travelagent.briefs.values import Party, PartyChange, TripBrief
from travelagent.plans.values import Walker

GROUP = 2
"""So many people are taken for several who were not counted."""
CHILD_UNTIL = 13
"""From this age on nobody is a child for bedtimes, for what is shown to children, and for a bed in the parents'
room."""
SMALL_UNTIL = 7
"""Up to this age a child's legs are short, and it is carried at times."""
ADULT_FROM = 18
"""Up to this age tickets are usually reduced, and places for adults are closed."""


def head_count(party: Party) -> int:
    """Return how many people travel, at the most at a time.

    Everybody who was counted, with one adult at least where children go; two of a group that was not counted; one where
    nobody was mentioned.
    """
    return max(_count(party_on(party, day)) for day in _days_of_change(party))


def _count(party: Party) -> int:
    """Return how many travel from the first day on."""
    counted = (party.adults or 0) + len(party.children) + (party.seniors or 0)
    alone = bool(party.children) and not (party.adults or party.seniors)
    return max(1, counted + alone, GROUP if party.group and not counted else 1)


def _days_of_change(party: Party) -> tuple[int, ...]:
    return (1, *(change.since for change in party.changes))


def party_on(party: Party, day: int) -> Party:
    """Return who is there on a day of the trip."""
    found = dataclasses.replace(party, changes=())
    for change in sorted(party.changes, key=lambda each: each.since):
        if change.since <= day:
            found = _changed(found, change)
    return found


def fullest(party: Party) -> Party:
    """Return who is there on the day with the most people."""
    return max((party_on(party, day) for day in _days_of_change(party)), key=_count)


def everybody(party: Party) -> Party:
    """Return all who are there on any day."""
    found = dataclasses.replace(party, changes=())
    for change in party.changes:
        found = found if change.leaves else _changed(found, change)
    return found


def people_by_day(party: Party, days: int) -> tuple[int, ...]:
    """Return how many people are there on each of so many days."""
    return tuple(_count(party_on(party, day)) for day in range(1, days + 1))


def _changed(party: Party, change: PartyChange) -> Party:
    """Return the party after a change, with all of its adults counted."""
    adults = _count(party) - len(party.children) - (party.seniors or 0)
    seniors, children = party.seniors or 0, list(party.children)
    named = change.adults or change.seniors or change.children
    more = (change.adults or 0) if named else 1
    if change.leaves:
        for age in change.children:
            if children:
                children.remove(next((each for each in (age, None) if each in children), children[0]))
        adults, seniors = max(adults - more, 0), max(seniors - (change.seniors or 0), 0)
    else:
        children += change.children
        adults, seniors = adults + more, seniors + (change.seniors or 0)
    return dataclasses.replace(
        party, adults=adults or None, seniors=seniors or None, children=tuple(children), group=False,
        senior_ages=party.senior_ages[:seniors],
    )  # fmt: skip


def recounted(party: Party, count: int) -> Party:
    """Return the party of so many people, at the most at a time: the children and seniors that were mentioned, and as
    many adults as it takes.

    Where these are more than all, it is unknown who stays at home, and only the number is left.
    """
    later = head_count(party) - _count(party)
    adults = count - later - len(party.children) - (party.seniors or 0)
    if adults < 0 or (not adults and not party.seniors):
        return Party(adults=count)
    return dataclasses.replace(party, adults=adults or None, group=False)


def is_counted(party: Party) -> bool:
    """Return whether the number of travellers was stated."""
    return party.adults is not None or party.seniors is not None or bool(party.children) or party.group


def young_children(party: Party) -> tuple[int | None, ...]:
    """Return the ages of those who are children and no teenagers; a child of unknown age is one."""
    return tuple(age for age in everybody(party).children if age is None or age < CHILD_UNTIL)


def sharing_children(party: Party) -> int:
    """Return how many sleep in their parents' room."""
    return len(young_children(party))


def ticket_ages(party: Party) -> tuple[int | None, ...]:
    """Return the ages of those who pay reduced tickets where there are any, minors and seniors; None for an unknown
    age.
    """
    seniors = party.seniors or 0
    known = party.senior_ages[:seniors]
    return (*party.children, *known, *(None,) * (seniors - len(known)))


def has_seniors(party: Party) -> bool:
    """Return whether seniors travel, counted or not."""
    return bool(everybody(party).seniors) or party.elders


def goes_gently(brief: TripBrief) -> bool:
    """Return whether somebody sees less in a day: seniors, who is pregnant, and whoever cannot walk far or climb."""
    return has_seniors(brief.party) or bool(
        {"wheelchair", "little_walking", "no_altitude", "pregnant"} & set(brief.needs)
    )


def walkers_of(brief: TripBrief) -> tuple[Walker, ...]:
    """Return the kinds of travellers, each once, as far as strength is concerned.

    A child of unknown age is a small one, as is that in a stroller; where nobody was mentioned, or only children, an
    adult goes.
    """
    party, needs = everybody(brief.party), set(brief.needs)
    found: set[Walker] = {_walker(age) for age in party.children}
    if party.adults or party.group or not (party.seniors or party.elders):
        found.add("adult")
    if has_seniors(party):
        found.add("senior")
    if "stroller" in needs:
        found.add("small_child")
    found.update(need for need in get_args(Walker) if need in needs)
    return tuple(walker for walker in get_args(Walker) if walker in found)


def _walker(age: int | None) -> Walker:
    if age is None or age < SMALL_UNTIL:
        return "small_child"
    return "child" if age < CHILD_UNTIL else "teenager" if age < ADULT_FROM else "adult"
