from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from travelagent.accounts.models import ApiKey, Memory, Partner, Person, User

admin.site.register(User, UserAdmin)


@admin.register(Partner)
class PartnerAdmin(admin.ModelAdmin[Partner]):
    list_display = ("name", "created_at")
    search_fields = ("name",)


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin[ApiKey]):
    list_display = ("hint", "partner", "scopes", "created_at", "expires_at", "revoked_at")
    list_filter = ("partner",)
    readonly_fields = ("id", "hint", "partner", "created_at")

    def has_add_permission(self, request: object) -> bool:
        return False  # a key is shown once, by the command that makes it


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin[Person]):
    list_display = ("__str__", "user", "partner", "end_user", "created_at")
    list_filter = ("partner",)
    search_fields = ("end_user", "user__username")
    readonly_fields = ("user", "visitor_key", "partner", "end_user")


@admin.register(Memory)
class MemoryAdmin(admin.ModelAdmin[Memory]):
    """What people asked to be remembered is theirs: counted here, not read."""

    list_display = ("id", "person", "created_at")
    fields = ("person", "created_at", "updated_at")
    readonly_fields = fields
    list_select_related = ("person__user", "person__partner")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
