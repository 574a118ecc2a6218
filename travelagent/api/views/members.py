"""Travelling together: who belongs to a trip, invitations, comments, votes, activity."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.api.pagination import Whole
from travelagent.api.parsers import BoundedJson
from travelagent.api.preconditions import ETAG
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.members import (
    CommentBody,
    CommentSerializer,
    HappeningSerializer,
    InviteBody,
    InviteSerializer,
    JoinBody,
    MailedInviteBody,
    MemberChanges,
    MemberSerializer,
    NewInviteSerializer,
    TallySerializer,
    VoteBody,
)
from travelagent.api.serializers.trips import TripSerializer
from travelagent.api.views.trips import TripView
from travelagent.trips import discussion, mailed_invites, members
from travelagent.trips.history import by_wire
from travelagent.trips.membership import Role, find_trip, names_of
from travelagent.trips.mentions import Mention, mention_rows
from travelagent.trips.models import StopComment, Trip

VISIT = OpenApiParameter("visit", str, description="The comments on one stop; on all by default.")
MAILED = OpenApiExample(
    "Answer",
    {
        **{"id": "inv_4fWqT0bVZ1c8yJ5hK2mN7x", "role": "viewer", "address": "ben@example.org"},
        **{"uses": 0, "most_uses": 1, "revoked_at": None},
        **{"created_at": "2026-01-31T10:00:00Z", "expires_at": "2026-02-14T10:00:00Z"},
    },
    response_only=True,
    status_codes=["201"],
)
"""Not recorded: only people with an account have invitations mailed."""


class TogetherView(TripView):
    """The base of the views of travelling together."""

    parser_classes = [BoundedJson]

    def companions(self, row: Trip) -> list[dict[str, Any]]:
        """Return the owner and the members of a trip as rows for the wire."""
        rows = MemberSerializer(members.companions_of(row), many=True, context={"reader": self.person(row)})
        return list(rows.data)

    def comments(self, row: Trip, comments: list[StopComment]) -> list[dict[str, Any]]:
        """Return the comments as rows for the wire, each with its mentions and its author."""
        names, reader = names_of(row), self.person(row)
        mentions = mention_rows(row, comments, names, reader)
        fields = ("id", "visit", "stop_name", "text", "created_at")
        rows = [
            {
                **{name: getattr(each, name) for name in fields},
                "mentions": mentions.get(each.pk, ()),
                "by": by_wire(each.person_id, names, reader),
            }
            for each in comments
        ]
        return list(CommentSerializer(rows, many=True).data)


class MemberList(TogetherView):
    """The members of a trip."""

    pagination_class = Whole

    @extend_schema(responses=MemberSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List who belongs to the trip: its owner, then the members."""
        return Whole().get_paginated_response(self.companions(self.trip(trip)))


class Membership(TogetherView):
    """The caller's own membership."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str) -> Response:
        """Leave the trip."""
        row = self.trip(trip)
        members.leave_trip(self.person(row), row.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberDetail(TogetherView):
    """One member of a trip."""

    @extend_schema(request=MemberChanges, responses=MemberSerializer)
    def patch(self, request: Request, trip: str, member: str) -> Response:
        """Give a member another role; `owner` hands the trip over, and whoever owned it becomes an editor."""
        row, role = self.trip(trip, Role.OWNER), self.body(MemberChanges)["role"]
        person = self.person(row)
        if role == Role.OWNER.wire:
            changed = members.hand_over(person, row.pk, member).person_id
        else:
            changed = members.change_role(person, row.pk, member, role).person_id
        row.refresh_from_db()
        found = next(each for each in members.companions_of(row) if each.person == changed)
        return Response(MemberSerializer(found, context={"reader": person}).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, member: str) -> Response:
        """Take a member out. Their open pages are closed."""
        row = self.trip(trip, Role.OWNER)
        members.remove_member(self.person(row), row.pk, member)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InviteList(TogetherView):
    """The invitations to a trip."""

    pagination_class = Whole

    @extend_schema(responses=InviteSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the trip's invitations, those that have ended among them."""
        rows = InviteSerializer(self.trip(trip, Role.OWNER).invites.all(), many=True).data
        return Whole().get_paginated_response(rows)

    @extend_schema(request=InviteBody, responses={201: NewInviteSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """Create a link by which people join the trip; it is shown only once."""
        row, given = self.trip(trip, Role.OWNER), self.body(InviteBody)
        invite, token = members.invite_to_trip(self.person(row), row.pk, given["role"], given["days"], given["uses"])
        url = request.build_absolute_uri(reverse("join", args=[token]))
        return Response({**InviteSerializer(invite).data, "url": url}, status.HTTP_201_CREATED)


class MailedInviteList(TogetherView):
    """Invitations by e-mail."""

    post_in_transaction = False

    @extend_schema(request=MailedInviteBody, responses={201: InviteSerializer}, examples=[MAILED])
    def post(self, request: Request, trip: str) -> Response:
        """Mail an invitation for one person; an open one to the same address ends. For people with a verified address
        of their own; at most 20 a day, 429 `limit`. Where the mail server takes none, 503 `mail_not_sent`."""
        row, given = self.trip(trip, Role.OWNER), self.body(MailedInviteBody)
        invite = mailed_invites.invite_by_mail(
            self.person(row),
            row.pk,
            given["address"],
            lambda token: request.build_absolute_uri(reverse("join", args=[token])),
            role=given["role"],
            days=given["days"],
            lang=given.get("locale") or self.locale,
        )
        return Response(InviteSerializer(invite).data, status.HTTP_201_CREATED)


class InviteDetail(TogetherView):
    """One invitation."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, invite: str) -> Response:
        """End an invitation; who joined by it stays."""
        row = self.trip(trip, Role.OWNER)
        members.revoke_invite(self.person(row), row.pk, invite)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TripJoin(TogetherView):
    """Joining a trip by an invitation."""

    @extend_schema(request=JoinBody, responses=TripSerializer, parameters=[ETAG])
    def post(self, request: Request) -> Response:
        """Join the trip that an invitation is for. A partner's travellers join trips of the same partner alone."""
        given = self.body(JoinBody)
        if given["end_user"] and self.actor.partner is None:
            raise wrong_field("end_user", _("Only a partner's key has travellers of its own."))
        person = self.actor.person_for(given["end_user"])
        joined = members.join_trip(person.pk, given["token"], given["name"])
        return self.shown(find_trip(person.pk, joined.pk))


class CommentList(TogetherView):
    """The comments on the stops of a trip."""

    pagination_class = Whole

    @extend_schema(responses=CommentSerializer(many=True), parameters=[VISIT])
    def get(self, request: Request, trip: str) -> Response:
        """List the comments on the trip's stops, the oldest first."""
        row, visit = self.trip(trip), self.query_text("visit")
        rows = row.comments.filter(visit=visit) if visit else row.comments.all()
        return Whole().get_paginated_response(self.comments(row, list(rows)))

    @extend_schema(request=CommentBody, responses={201: CommentSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """Say something about a stop, and name members in it. Viewers may, too."""
        row, given = self.trip(trip), self.body(CommentBody)
        mentions = [Mention(each["member"], each["at"]) for each in given["mentions"]]
        made = discussion.add_comment(self.person(row), row.pk, given["visit"], given["text"], mentions)
        return Response(self.comments(row, [made])[0], status.HTTP_201_CREATED)


class CommentDetail(TogetherView):
    """One comment."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, comment: str) -> Response:
        """Take one's own comment away, or any as the owner of the trip."""
        row = self.trip(trip)
        discussion.remove_comment(self.person(row), row.pk, comment)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VoteList(TogetherView):
    """The votes on the stops of a trip."""

    pagination_class = Whole

    @extend_schema(responses=TallySerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the votes on the stops that have any."""
        row = self.trip(trip)
        return Whole().get_paginated_response(
            TallySerializer(discussion.tallies_of(row, self.person(row)), many=True).data
        )

    @extend_schema(request=VoteBody, responses=TallySerializer)
    def post(self, request: Request, trip: str) -> Response:
        """Vote for or against a stop. Viewers may, too."""
        row, given = self.trip(trip), self.body(VoteBody)
        tally = discussion.vote_on_stop(self.person(row), row.pk, given["visit"], given["value"])
        return Response(TallySerializer(tally).data)


class ActivityList(TogetherView):
    """The activity of a trip."""

    pagination_class = Whole

    @extend_schema(responses=HappeningSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the latest versions and comments of the trip, the newest first."""
        row = self.trip(trip)
        found = discussion.activity_of(row, self.person(row))
        return Whole().get_paginated_response(HappeningSerializer(found, many=True).data)
