"""The account page: who one is here, one's own data as a file, and the deletion of everything."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from travelagent.accounts.actors import NOBODY, actor_of_site
from travelagent.accounts.address import address_of, network_of
from travelagent.accounts.models import Person, User
from travelagent.accounts.rate_limits import Cost, count_call
from travelagent.catalog.models import is_chinese
from travelagent.maps.page import map_config
from travelagent.ops import personal_data
from travelagent.ops.personal_files import zipped
from travelagent.trips.visited import visited_cities


class EraseForm(forms.Form):
    """The confirmation of an erasure: a user enters the password, a visitor ticks a box."""

    sure = forms.BooleanField(label=gettext_lazy("Yes, delete everything. This cannot be undone."))
    password = forms.CharField(
        label=gettext_lazy("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = request.user
        if not isinstance(self._user, User):
            del self.fields["password"]

    def clean_password(self) -> str:
        """Return the password; raise ValidationError for a wrong one."""
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise forms.ValidationError(_("The password is wrong."))
        return password


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Render the page of one's own data."""
    return _page(request, EraseForm(request))


@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """Download all that is kept of the caller, as a JSON file."""
    person = _person(request)
    if person is None:
        raise Http404(_("Nothing is stored about you."))
    if (refused := _too_often(request)) is not None:
        return refused
    file = JsonResponse(personal_data.export(person), json_dumps_params={"ensure_ascii": False, "indent": 1})
    file["Content-Disposition"] = 'attachment; filename="travelagent-data.json"'
    file["Cache-Control"] = "no-store"
    return file


@require_safe
def my_files(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Download all that is kept of the caller, with the files of the caller's trips, as a ZIP."""
    person = _person(request)
    if person is None:
        raise Http404(_("Nothing is stored about you."))
    if (refused := _too_often(request)) is not None:
        return refused
    headers = {"Content-Disposition": 'attachment; filename="travelagent-data.zip"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(zipped(person), content_type="application/zip", headers=headers)


@require_POST
def erase_me(request: HttpRequest) -> HttpResponse:
    """Delete everything that is kept of the caller, and sign out."""
    form = EraseForm(request, request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    person = _person(request)
    logout(request)
    if person is not None:
        personal_data.erase(person)
    messages.success(request, _("Everything stored about you has been deleted."))
    return redirect("account")


def _visited(request: HttpRequest) -> dict[str, Any]:
    """Return the cities that the caller has been to, in words and for the map; nothing where there are none."""
    person = _person(request)
    visited = visited_cities(person.pk, localdate()) if person else []
    if not visited:
        return {}
    cities = [
        {"id": each.city.id, "name": {"en": each.city.name_en, "zh": each.city.name_zh}}
        | {"lat": each.city.lat, "lon": each.city.lon}
        for each in visited
    ]
    config = {"map": map_config(), "locale": "zh" if is_chinese() else "en", "cities": cities}
    countries = len({each.city.country for each in visited})
    return {"visited": visited, "visited_config": config, "countries": countries}


def _page(request: HttpRequest, form: EraseForm, status: int = 200) -> HttpResponse:
    context = {"erase_form": form, "signup_open": settings.ACCOUNT_SIGNUP_OPEN, **_visited(request)}
    return render(request, "accounts/account.html", context, status=status)


def _too_often(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a whole export, where too many were asked for."""
    actor = actor_of_site(request.user, request.session)
    wait_s = count_call(actor or NOBODY, network_of(address_of(request)), Cost.WHOLE)
    if not wait_s:
        return None
    text = _("Too many calls; there is room again in %(seconds)s seconds.") % {"seconds": int(wait_s)}
    headers = {"Retry-After": str(int(wait_s))}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=429, headers=headers)


def _person(request: HttpRequest) -> Person | None:
    actor = actor_of_site(request.user, request.session)
    return None if actor is None else Person.objects.select_related("user").filter(pk=actor.person or 0).first()
