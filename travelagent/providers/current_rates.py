"""The rates of the day, put in force where something is about to be paid for.

Nobody waits for them: until they are fetched amounts go by the newest ones that are known, and say of which day.
"""

from travelagent.catalog.money import current_rates, put_in_force
from travelagent.providers.access import rates_today
from travelagent.providers.answers import Answer


def follow_rates() -> None:
    """Put the newest rates that are kept here in force in this process.

    Newer ones are fetched meanwhile, once they expire.
    """
    found = rates_today(wait=False)
    if isinstance(found, Answer) and found.value.date > current_rates().as_of:
        put_in_force(found.value.table())
