"""The page of what is remembered of a person: listed, changed, forgotten."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from travelagent.accounts import memories
from travelagent.accounts.actors import actor_of_site


@require_http_methods(["GET", "HEAD", "POST"])
def memory_page(request: HttpRequest) -> HttpResponse:
    """The caller's memories; a POST with `change` words one anew, with `forget` deletes it."""
    actor = actor_of_site(request.user, request.session, create=True)
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
