from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission
from django.db.models import Field, QuerySet
from django.forms import CheckboxSelectMultiple, ModelMultipleChoiceField, TypedMultipleChoiceField
from django.forms import Field as FormField
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from travelagent.accounts.keys import create_key
from travelagent.accounts.models import ApiKey, Memory, Partner, Person, Scope, User

# By the beginning of a permission's codename; what the database calls it is English.
PERMITTED = {
    "add": gettext_lazy("may add"),
    "change": gettext_lazy("may change"),
    "delete": gettext_lazy("may delete"),
    "view": gettext_lazy("may see"),
}


class PermissionChoice(ModelMultipleChoiceField[Permission]):
    """Permissions in the reader's language."""

    def label_from_instance(self, permission: Permission) -> str:
        about = permission.content_type
        verb = PERMITTED.get(permission.codename.partition("_")[0], permission.name)
        return f"{about.app_labeled_name} | {verb}"


@admin.register(User)
class AccountAdmin(UserAdmin[User]):
    """The admin of accounts, with the permissions in words."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return super().formfield_for_manytomany(db_field, request, **_worded(db_field), **kwargs)


admin.site.unregister(Group)


@admin.register(Group)
class RoleAdmin(GroupAdmin):
    """The admin of groups, with the permissions in words."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest | None = None, **kwargs: Any) -> Any:
        return super().formfield_for_manytomany(db_field, request, **_worded(db_field), **kwargs)


def _worded(db_field: Any) -> dict[str, Any]:
    return {"form_class": PermissionChoice} if db_field.related_model is Permission else {}


@admin.register(Partner)
class PartnerAdmin(admin.ModelAdmin[Partner]):
    """The admin of partners."""

    list_display = ("name", "created_at")
    search_fields = ("name",)


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin[ApiKey]):
    """The secret of a new key is shown once, in the message that follows; a key is revoked, not deleted."""

    list_display = ("hint", "partner", "allowed", "created_at", "expires_at", "revoked_at")
    list_filter = ("partner",)
    list_select_related = ("partner",)
    readonly_fields = ("id", "hint", "created_at", "revoked_at")
    actions = ("revoke",)

    @admin.display(description=gettext_lazy("scopes"))
    def allowed(self, key: ApiKey) -> str:
        """Return the scopes of a key in words."""
        return _("; ").join(str(Scope(scope).label) for scope in key.scopes)

    def get_readonly_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> tuple[str, ...]:
        return (*self.readonly_fields, "partner") if obj else self.readonly_fields

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> FormField | None:
        if db_field.name == "scopes":
            return TypedMultipleChoiceField(
                choices=Scope.choices, initial=Scope.values, widget=CheckboxSelectMultiple, label=_("scopes")
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        made, secret = create_key(obj.partner.name, obj.scopes)
        made.expires_at = obj.expires_at
        made.save(update_fields=["expires_at"])
        obj.__dict__.update(made.__dict__)
        self.message_user(request, _("The key, shown this once: %(secret)s") % {"secret": secret}, messages.WARNING)

    def has_delete_permission(self, request: HttpRequest, obj: ApiKey | None = None) -> bool:
        return False

    @admin.action(description=gettext_lazy("Revoke the selected keys, at once"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        """Revoke the selected keys; those revoked before keep their time."""
        queryset.filter(revoked_at=None).update(revoked_at=timezone.now())


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin[Person]):
    """The admin of persons."""

    list_display = ("__str__", "user", "partner", "end_user", "created_at")
    list_filter = ("partner",)
    search_fields = ("end_user", "user__username")
    fields = ("user", "partner", "end_user", "created_at")
    readonly_fields = fields


@admin.register(Memory)
class MemoryAdmin(admin.ModelAdmin[Memory]):
    """What people asked to be remembered is theirs: counted here, not read."""

    list_display = ("id", "person", "created_at")
    fields = ("person", "created_at", "updated_at")
    readonly_fields = fields
    list_select_related = ("person__user", "person__partner")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
