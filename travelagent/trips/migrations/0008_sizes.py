import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CONTENT = ("title", "itinerary", "budget", "notes")


def measure(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Fill in the sizes of what is stored, as `quotas.size_of` measures them."""
    for name in ("Trip", "TripVersion"):
        model = apps.get_model("trips", name)
        for row in model.objects.iterator(chunk_size=100):
            content = {field: getattr(row, field) for field in CONTENT}
            size = len(json.dumps(content, ensure_ascii=False, default=str).encode())
            model.objects.filter(pk=row.pk).update(size=size)


class Migration(migrations.Migration):
    dependencies = [("trips", "0007_mentions_and_mailed_invites")]

    operations = [
        migrations.AddField(
            "trip", "size", models.PositiveIntegerField(db_default=0, default=0, verbose_name="size in bytes")
        ),
        migrations.AddField(
            "tripversion", "size", models.PositiveIntegerField(db_default=0, default=0, verbose_name="size in bytes")
        ),
        migrations.RunPython(measure, migrations.RunPython.noop),
    ]
