"""The trip at hand of a session: its brief and its plan, read and changed without a message.

Brief and plan have one version, returned in `ETag`. A change may name in `If-Match` the version that it is based on;
when the trip has another one by now, nothing is written and the answer is 412 `version_conflict` with that version.
"""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.tools import ToolError
from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api import tool_problems
from travelagent.api.preconditions import ETAG, IF_MATCH, base_version, etag
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.trip_state import (
    BriefSerializer,
    PlanTripBody,
    ShownTripSerializer,
    TripStateSerializer,
)
from travelagent.api.views.base import ActorView
from travelagent.catalog.spoken import spoken
from travelagent.chat import actions, trip_state
from travelagent.chat.trip_state import TripState
from travelagent.plans.errors import InvalidRequest

STATUS = {**tool_problems.STATUS, "unknown_sight": 400}


class TripStateView(ActorView):
    """The base of the views of the trip at hand."""

    scope = Scope.RUNS

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answer 404 for a session that is not the caller's before the body is checked."""
        super().initial(request, *args, **kwargs)
        actions.find_session(self.actor, kwargs["session"])

    def shown(self, state: TripState, serializer: type[TripStateSerializer] = ShownTripSerializer) -> Response:
        """Return the response with the trip at hand and its version as `ETag`."""
        return Response(serializer(state).data, headers={"ETag": etag(state.at_hand.version)})


class SessionBrief(TripStateView):
    """The brief of the trip at hand."""

    @extend_schema(responses=TripStateSerializer, parameters=[ETAG])
    def get(self, request: Request, session: str) -> Response:
        """Get the brief of the trip at hand with its sources, and the id of its plan."""
        return self.shown(trip_state.read_trip(self.actor, session), TripStateSerializer)

    @extend_schema(request=BriefSerializer, responses=TripStateSerializer, parameters=[IF_MATCH, ETAG])
    def patch(self, request: Request, session: str) -> Response:
        """Change the named fields of the brief alone; `null` makes a field unsaid. The plan stays as it is. 409
        `run_active` while a run is at work, 412 `version_conflict` when the trip was changed meanwhile."""
        if not isinstance(request.data, dict):
            raise wrong_field("non_field_errors", _("An object is needed."))
        base, source = base_version(request), trip_state.source_of(self.actor)
        try:
            state = trip_state.change_brief(self.actor, session, request.data, base, source, self.locale)
        except ToolError as error:
            raise tool_problems.problem_of(error, STATUS) from error
        except InvalidRequest as error:
            raise wrong_field(error.field.removeprefix("brief."), spoken(error.text)) from error
        return self.shown(state, TripStateSerializer)


class SessionPlan(TripStateView):
    """The plan of the trip at hand."""

    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=PlanTripBody, responses=ShownTripSerializer, parameters=[IF_MATCH, ETAG])
    def post(self, request: Request, session: str) -> Response:
        """Plan the trip from its brief, a patch of it applied before, or make edits of its plan; nothing is changed
        when it cannot be planned, nor by a preview. 422 `infeasible` names the clash and the cheapest way out."""
        given = self.body(PlanTripBody)
        patch, edits = given.get("brief"), given.get("edits", ())
        base, source = base_version(request), trip_state.source_of(self.actor)
        try:
            state = trip_state.plan_trip(
                self.actor, session, patch, base, source, self.locale, edits, is_preview=given["preview"]
            )
        except ToolError as error:
            raise tool_problems.problem_of(error, STATUS) from error
        return self.shown(state)


class SessionUndo(TripStateView):
    """Undo of the trip at hand."""

    @extend_schema(request=None, responses=ShownTripSerializer, parameters=[ETAG])
    def post(self, request: Request, session: str) -> Response:
        """Take the newest change of brief and plan back, as a new version; 409 `nothing_to_undo`."""
        return self.shown(trip_state.undo(self.actor, session))


class SessionRedo(TripStateView):
    """Redo of the trip at hand."""

    @extend_schema(request=None, responses=ShownTripSerializer, parameters=[ETAG])
    def post(self, request: Request, session: str) -> Response:
        """Make the change again that was taken back last, as a new version; 409 `nothing_to_redo`."""
        return self.shown(trip_state.redo(self.actor, session))
