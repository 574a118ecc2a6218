"""The page of an invitation: who invites to what, and a button that joins."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from travelagent.accounts.actors import actor_of_site, new_visitor
from travelagent.trips import members
from travelagent.trips.cards import SKETCH_SIZE, trip_cards
from travelagent.trips.errors import InvalidTrip, TripNotFound
from travelagent.trips.membership import NAME_CHARS, owner_name
from travelagent.trips.models.together import MemberRole


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@ensure_csrf_cookie
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation; joining is a POST, by a visitor, too."""
    response = _answer(request, token)
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "same-origin"
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    fault, actor = "", actor_of_site(request.user, request.session)
    if actor is not None and (joined := _joined(actor.person or 0, token)):
        return HttpResponseRedirect(joined)
    try:
        invite = members.open_invite(token)
        if invite.trip.person.partner_id is not None:
            raise TripNotFound
        if request.method == "POST":
            actor = actor or new_visitor(request.session)
            trip = members.join_trip(actor.person or 0, token, request.POST.get("name", ""))
            return HttpResponseRedirect(reverse("trip", args=[trip.pk]))
    except InvalidTrip as error:
        fault = str(error)
    except TripNotFound:
        return render(request, "trips/join_gone.html", status=404)
    user = request.user
    context = {
        "trip": invite.trip,
        "may_change": invite.role == MemberRole.EDITOR,
        "owner": owner_name(invite.trip.person),
        "trips": trip_cards([invite.trip]),
        "sketch": SKETCH_SIZE,
        "name": user.get_username().partition("@")[0] if user.is_authenticated else "",
        "most": NAME_CHARS,
        "fault": fault,
    }
    return render(request, "trips/join.html", context)


def _joined(person: int, token: str) -> str:
    """Return the address of the trip for whoever belongs to it already, else nothing."""
    try:
        return reverse("trip", args=[members.joined_by(person, token).pk])
    except TripNotFound:
        return ""
