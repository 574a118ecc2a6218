"""The account page: who one is here, one's own data as a file, and the deletion of everything."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from travelagent.accounts.actors import actor_of_site
from travelagent.accounts.models import Person, User
from travelagent.ops import personal_data


class EraseForm(forms.Form):
    """A user says the password, a visitor that it is meant."""

    sure = forms.BooleanField(label=gettext_lazy("Yes, delete all of it; it cannot be brought back."))
    password = forms.CharField(
        label=gettext_lazy("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = request.user
        if not isinstance(self._user, User):
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise forms.ValidationError(_("The password is wrong."))
        return password


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return _page(request, EraseForm(request))


@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """All that is kept of the caller, as a JSON file."""
    person = _person(request)
    if person is None:
        raise Http404(_("Nothing is kept of you."))
    file = JsonResponse(personal_data.export(person), json_dumps_params={"ensure_ascii": False, "indent": 1})
    file["Content-Disposition"] = 'attachment; filename="travelagent-data.json"'
    file["Cache-Control"] = "no-store"
    return file


@require_POST
def erase_me(request: HttpRequest) -> HttpResponse:
    form = EraseForm(request, request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    person = _person(request)
    logout(request)
    if person is not None:
        personal_data.erase(person)
    messages.success(request, _("Everything that was kept of you is deleted."))
    return redirect("account")


def _page(request: HttpRequest, form: EraseForm, status: int = 200) -> HttpResponse:
    context = {"erase_form": form, "signup_open": settings.ACCOUNT_SIGNUP_OPEN}
    return render(request, "accounts/account.html", context, status=status)


def _person(request: HttpRequest) -> Person | None:
    actor = actor_of_site(request.user, request.session)
    return None if actor is None else Person.objects.select_related("user").filter(pk=actor.person or 0).first()
