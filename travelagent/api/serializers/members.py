"""Members of a trip, invitations, comments, votes and activity as the contract names them."""

from typing import Any, ClassVar

from django.conf import settings
from rest_framework import serializers

from travelagent.api.serializers.base import Body, BothLanguages, Text
from travelagent.api.serializers.trips import BySerializer
from travelagent.trips import discussion, mailed_invites, members
from travelagent.trips.membership import NAME_CHARS, Role
from travelagent.trips.models import TripInvite
from travelagent.trips.models.together import MemberRole

ROLES = [role.wire for role in Role]


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody who belongs to a trip. `id` is null for the owner; `me`: it is the caller."""

    id = serializers.CharField(source="member.pk", allow_null=True, default=None)
    name = serializers.CharField()
    role = serializers.ChoiceField(ROLES)
    me = serializers.SerializerMethodField()
    joined_at = serializers.DateTimeField(source="member.joined_at", allow_null=True, default=None)

    def get_me(self, row: members.Companion) -> bool:
        """State whether the member is the caller."""
        return bool(row.person == self.context["reader"])


class MemberChanges(Body):
    """Another role; `owner` hands the trip over."""

    role = serializers.ChoiceField(ROLES)


class InviteBody(Body):
    """What those who join may do, for how many days the link is open, and how many may use it."""

    role = serializers.ChoiceField(MemberRole.choices, default=MemberRole.VIEWER)
    days = serializers.IntegerField(
        required=False, min_value=1, max_value=members.MOST_INVITE_DAYS, default=members.INVITE_DAYS
    )
    uses = serializers.IntegerField(required=False, min_value=1, max_value=members.MOST_USES, default=1)


class MailedInviteBody(Body):
    """Whom an invitation is mailed to, in which language, what they may do and for how many days it is open."""

    address = Text(max_length=mailed_invites.ADDRESS_CHARS)
    locale = serializers.ChoiceField(tuple(settings.LANGUAGE_OF), required=False, help_text="The caller's by default.")
    role = serializers.ChoiceField(MemberRole.choices, default=MemberRole.VIEWER)
    days = serializers.IntegerField(
        required=False, min_value=1, max_value=members.MOST_INVITE_DAYS, default=members.INVITE_DAYS
    )


class InviteSerializer(serializers.ModelSerializer[TripInvite]):
    """A link by which people join. `address`: whom it was mailed to, empty for a link that is passed on."""

    address = serializers.CharField(read_only=True)

    class Meta:
        model = TripInvite
        fields: ClassVar = ["id", "role", "address", "uses", "most_uses", "created_at", "expires_at", "revoked_at"]
        read_only_fields: ClassVar = fields


class NewInviteSerializer(InviteSerializer):
    """`url` holds the token, which is shown only once."""

    url = serializers.CharField()

    class Meta(InviteSerializer.Meta):
        fields: ClassVar = [*InviteSerializer.Meta.fields, "url"]
        read_only_fields: ClassVar = fields


class JoinBody(Body):
    """An invitation's token, and the name by which the others know one; `end_user` is a partner's own id of its
    traveller."""

    token = Text(max_length=100)
    name = Text(required=False, allow_blank=True, max_length=NAME_CHARS, default="")
    end_user = Text(required=False, allow_blank=True, max_length=200, default="")


class MentionSerializer(serializers.Serializer[Any]):
    """Somebody whom a comment names: `length` characters of its text from `at`, counted in code points, the "@" among
    them. `member`: the member's id, `owner` for the owner, null for somebody who left; `name`: their name now."""

    member = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    at = serializers.IntegerField()
    length = serializers.IntegerField()
    me = serializers.BooleanField()


class MentionBody(Body):
    """A member, by id or as `owner`, and the place of the "@" before their name in the text, in code points."""

    member = Text(max_length=40)
    at = serializers.IntegerField(min_value=0, max_value=discussion.TEXT_CHARS)


class CommentSerializer(serializers.Serializer[Any]):
    """A comment on a stop."""

    id = serializers.CharField()
    visit = serializers.CharField()
    stop_name = BothLanguages()
    text = serializers.CharField()
    mentions = MentionSerializer(many=True)
    by = BySerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class CommentBody(Body):
    """A comment on the stop `visit`, an id of the itinerary; `mentions`: the members whom the text names."""

    visit = Text(max_length=200)
    text = Text(max_length=discussion.TEXT_CHARS, trim_whitespace=False)
    mentions = MentionBody(many=True, max_length=members.MOST_MEMBERS, required=False, default=list)  # type: ignore[call-arg]  # not in the stubs


class TallySerializer(serializers.Serializer[Any]):
    """The votes on a stop."""

    visit = serializers.CharField()
    up = serializers.IntegerField()
    down = serializers.IntegerField()
    mine = serializers.IntegerField()


class VoteBody(Body):
    """1 for the stop, -1 against it, 0 takes one's vote back."""

    visit = Text(max_length=200)
    value = serializers.ChoiceField(discussion.VOTES)


class HappeningSerializer(serializers.Serializer[Any]):
    """A version or a comment of a trip."""

    kind = serializers.ChoiceField(["version", "comment"])
    at = serializers.DateTimeField()
    by = BySerializer(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    told = BothLanguages(many=True, allow_null=True)
    stop = BothLanguages(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    mentions = MentionSerializer(many=True)
