"""The page of what is remembered of a person, listed, changed, forgotten; and what a locked-out caller sees."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from allauth.account.views import SignupView
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from travelagent.accounts import memories
from travelagent.accounts.actors import actor_of_site


class SignUp(SignupView):  # type: ignore[misc]  # the library has no types
    """The library's page, for people who take one name at the same moment, too: the second one chooses another."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            with transaction.atomic():
                response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().error_messages["username_taken"])
            response = self.form_invalid(form)
        return response


@require_http_methods(["GET", "HEAD", "POST"])
def memory_page(request: HttpRequest) -> HttpResponse:
    """Render the caller's memories; a POST with `change` words one anew, with `forget` deletes it."""
    actor = actor_of_site(request.user, request.session)
    person = (actor.person if actor else None) or 0
    if request.method == "POST":
        _act(request, person)
        return redirect("memories")
    return render(request, "accounts/memories.html", {"memories": memories.memories_of(person)})


def _act(request: HttpRequest, person: int) -> None:
    try:
        if memory := request.POST.get("forget"):
            memories.forget(person, memory)
            messages.success(request, _("Forgotten."))
        elif memory := request.POST.get("change"):
            memories.reword(person, memory, request.POST.get("text", ""))
            messages.success(request, _("Changed."))
    except (memories.MemoryNotFound, memories.InvalidMemory) as error:
        messages.error(request, str(error))


def locked_out(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """After too many wrong passwords: 429, saying for how long."""
    seconds = int(settings.AXES_COOLOFF_TIME.total_seconds())
    response = render(request, "accounts/locked.html", {"minutes": max(1, seconds // 60)}, status=429)
    response["Retry-After"] = str(seconds)
    return response
