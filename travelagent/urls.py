from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from travelagent.ops.dashboard import usage

urlpatterns = [
    path("", include("travelagent.chat.urls")),
    path("", include("travelagent.catalog.urls")),
    path("", include("travelagent.maps.urls")),
    path("", include("travelagent.accounts.urls")),
    path("", include("travelagent.trips.urls")),
    path("", include("travelagent.providers.urls")),
    path("", include("travelagent.pictures.urls")),
    path("", include("travelagent.offline.urls")),
    path("", include("travelagent.ops.urls")),
    path("admin/usage/", admin.site.admin_view(usage), name="usage"),
    path("admin/", admin.site.urls),
    path("api/docs/", include("travelagent.api.docs_urls")),
    path("api/v1/", include("travelagent.api.urls")),
    path("v1/", include("travelagent.gateways.chat_completions.urls")),
    path("agui/", include("travelagent.gateways.agui.urls")),
    *([path("", include("travelagent.gateways.a2a.urls"))] if find_spec("a2a") else []),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="javascript-catalog"),
]

handler400 = "travelagent.ops.error_pages.bad_request"
handler403 = "travelagent.ops.error_pages.permission_denied"
handler404 = "travelagent.ops.error_pages.page_not_found"
handler500 = "travelagent.ops.error_pages.server_error"
