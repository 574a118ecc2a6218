"""Who calls: a partner's bearer key, or the site's own session, visitors included, and then always with CSRF.

The actor is `request.auth`. DRF's own session authentication skips CSRF for anonymous users; `SiteAuthentication` does
not.
"""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from travelagent.accounts.actors import NOBODY, Actor, actor_of_key, actor_of_site, bearer, new_visitor
from travelagent.accounts.address import address_of, network_of

if TYPE_CHECKING:  # settings name this module while rest_framework.views is being imported
    from rest_framework.views import APIView


class KeyAuthentication(BaseAuthentication):
    """Authentication of partners by `Authorization: Bearer tk_…`."""

    def authenticate(self, request: Request) -> tuple[Any, Actor] | None:
        token = bearer(request.headers.get("Authorization", ""))
        if token is None:
            return None
        actor = actor_of_key(token)
        if actor is None:
            raise AuthenticationFailed(_("This key is unknown, revoked or expired."), code="invalid_key")
        return AnonymousUser(), actor

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class SiteAuthentication(BaseAuthentication):
    """Whoever the site's session cookie names, else, by the CSRF cookie that every page sets, a new visitor.

    The first write makes the visitor; before it nothing is kept, and there is nothing to read.
    """

    def authenticate(self, request: Request) -> tuple[Any, Actor] | None:
        django_request: HttpRequest = request._request
        user = getattr(django_request, "user", None) or AnonymousUser()
        network = network_of(address_of(django_request))
        actor = actor_of_site(user, django_request.session, network)
        if actor is None and settings.CSRF_COOKIE_NAME not in django_request.COOKIES:
            return None
        _enforce_csrf(django_request)
        if actor is None:
            actor = NOBODY if request.method in SAFE_METHODS else new_visitor(django_request.session, network)
        return user, actor


def _enforce_csrf(request: HttpRequest) -> None:
    """Check the token in the request's header. Its form, which may have one on pages, is left to the view's parser.

    Raises PermissionDenied.
    """
    request.POST = QueryDict()

    def unused(_: HttpRequest) -> Any:
        return None

    check = CSRFCheck(unused)
    check.process_request(request)
    if check.process_view(request, unused, (), {}) is not None:
        detail = _(
            "This did not come from a page of this site, or the page is too old. Load it again; "
            "a script sends the cookie “csrftoken” as the header “X-CSRFToken”, too."
        )
        raise PermissionDenied(detail, code="csrf_failed")


class HasActor(BasePermission):
    """Somebody known calls, and a key has the view's scope."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        actor = request.auth
        if not isinstance(actor, Actor):
            return False
        scope = getattr(view, "scope", "")
        if scope and scope not in actor.scopes:
            raise PermissionDenied(_("This key lacks the scope %(scope)s.") % {"scope": scope}, code="missing_scope")
        return True
