"""What a message may ask for: the `intent` of the contract's understanding."""

from typing import Literal, TypeAlias

Intent: TypeAlias = Literal[
    "travel_planning",
    "city_recommendation",
    "attraction_query",
    "route_planning",
    "itinerary_query",
    "budget_query",
    "food",
    "accommodation",
    "transportation",
    "season_query",
    "nature_tour",
    "cultural_tour",
    "family_tour",
    "honeymoon_tour",
    "adventure_tour",
    "comparison",
    "trip_management",
    "data_question",
    "memory",
    "greeting",
    "general_chat",
    "complaint",
    "out_of_scope",
]
