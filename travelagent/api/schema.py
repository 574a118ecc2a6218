"""How the two ways to authenticate stand in the OpenAPI schema."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from travelagent.api.authentication import KeyAuthentication, SiteAuthentication


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = KeyAuthentication
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A partner's key, `tk_…`."}


class SiteScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SiteAuthentication
    name = "site"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": "The site's own session."}
