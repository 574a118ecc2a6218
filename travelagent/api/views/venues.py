"""Places to eat and to sleep near a point."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.api.serializers.base import both
from travelagent.api.serializers.venues import PURPOSES, VenueQuery, VenuesSerializer
from travelagent.api.views.catalog import CatalogView
from travelagent.catalog.provenance import OSM_COPYRIGHT_URL
from travelagent.catalog.venues import LICENCE, SOURCE
from travelagent.providers.venues import venues_around


class NearVenues(CatalogView):
    """Venues near a point."""

    @extend_schema(responses=VenuesSerializer, parameters=[VenueQuery])
    def get(self, request: Request) -> Response:
        """Places to eat or to sleep near a point, from imported or fetched data; none is invented.

        With `at` those that are closed then are left out, and those whose hours are not known come last. Those of a
        town that was fetched are fetched as well: until they are there the answer is empty, and `pending`.
        """
        query = VenueQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        given = query.validated_data
        found = venues_around(
            PURPOSES[given["purpose"]],
            given["lat"],
            given["lon"],
            given["radius_m"],
            open_at=given["at"],
            diet=given.get("diet"),
            limit=given["limit"],
        )
        body = {"venues": found.venues, "pending": found.is_pending, "attribution": both(SOURCE.en, SOURCE.zh)}
        return Response(VenuesSerializer({**body, "licence": LICENCE, "licence_url": OSM_COPYRIGHT_URL}).data)
