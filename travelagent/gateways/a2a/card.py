"""The agent's card: who it is, how it is spoken to, and what it can do, in the reader's language."""

from a2a.types.a2a_pb2 import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    HTTPAuthSecurityScheme,
    SecurityRequirement,
    SecurityScheme,
    StringList,
)
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, TransportProtocol
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from travelagent.gateways.a2a.tasks import JSON, MARKDOWN

KEY = "key"
TEXT = "text/plain"


def agent_card(site: str) -> AgentCard:
    """Return the card of the agent that a site is. `site`: its address, without a slash at its end."""
    bindings = [(TransportProtocol.HTTP_JSON, "a2a"), (TransportProtocol.JSONRPC, "a2a-rpc")]
    return AgentCard(
        name="TravelAgent",
        description=_(
            "Plans journeys day by day, with opening hours, travel times and costs that are checked, and changes, "
            "saves and exports them. It asks before it saves."
        ),
        version=str(settings.SPECTACULAR_SETTINGS["VERSION"]),
        supported_interfaces=[
            AgentInterface(
                url=f"{site}{reverse(name)}".removesuffix("/"),
                protocol_binding=binding.value,
                protocol_version=PROTOCOL_VERSION_CURRENT,
            )
            for binding, name in bindings
        ],
        capabilities=AgentCapabilities(streaming=True),
        security_schemes={KEY: SecurityScheme(http_auth_security_scheme=_key())},
        security_requirements=[SecurityRequirement(schemes={KEY: StringList()})],
        default_input_modes=[TEXT, JSON],
        default_output_modes=[MARKDOWN, JSON],
        skills=_skills(),
    )


def _key() -> HTTPAuthSecurityScheme:
    description = _("A key with the scope “runs”, made by the server's operator.")
    return HTTPAuthSecurityScheme(scheme="bearer", description=description)


def _skills() -> list[AgentSkill]:
    return [
        AgentSkill(
            id="plan",
            name=_("Plan a journey"),
            description=_(
                "Makes an itinerary for one or more cities that fits the days, the people, the budget and the wishes."
            ),
            tags=["travel", "itinerary", "planning"],
            examples=[_("Plan three days in Kyoto for two adults and a child, with temples and little walking")],
        ),
        AgentSkill(
            id="change",
            name=_("Change the plan at hand"),
            description=_(
                "Adds, drops or moves sights and days, and changes dates, pace or budget, in the same context."
            ),
            tags=["travel", "itinerary", "editing"],
            examples=[_("Make it four days and put the castle on the first one")],
        ),
        AgentSkill(
            id="ask",
            name=_("Answer questions about places"),
            description=_("Tells of cities, sights, opening hours, weather, routes and costs, with sources."),
            tags=["travel", "sights", "weather", "costs"],
            examples=[_("When does the Louvre close on Fridays?")],
        ),
        AgentSkill(
            id="trips",
            name=_("Keep trips"),
            description=_("Saves, renames and deletes trips, each only after a yes."),
            tags=["travel", "trips"],
            examples=[_("Save this plan")],
        ),
    ]
