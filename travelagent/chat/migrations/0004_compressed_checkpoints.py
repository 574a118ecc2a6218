from django.db import migrations, models

import travelagent.chat.fields


def compress(apps, schema_editor):
    checkpoints = apps.get_model('chat', 'RunCheckpoint').objects.using(schema_editor.connection.alias)
    for pk in list(checkpoints.values_list('pk', flat=True)):
        checkpoints.filter(pk=pk).update(packed=checkpoints.values_list('state', flat=True).get(pk=pk))


def decompress(apps, schema_editor):
    checkpoints = apps.get_model('chat', 'RunCheckpoint').objects.using(schema_editor.connection.alias)
    for pk in list(checkpoints.values_list('pk', flat=True)):
        checkpoints.filter(pk=pk).update(state=checkpoints.values_list('packed', flat=True).get(pk=pk))


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0003_session_region'),
    ]

    operations = [
        migrations.AddField(
            model_name='runcheckpoint',
            name='packed',
            field=travelagent.chat.fields.CompressedJSONField(default=dict),
            preserve_default=False,
        ),
        migrations.RunPython(compress, decompress),
        # So that going back has something to add the column with.
        migrations.AlterField(model_name='runcheckpoint', name='state', field=models.JSONField(default=dict)),
        migrations.RemoveField(model_name='runcheckpoint', name='state'),
        migrations.RenameField(model_name='runcheckpoint', old_name='packed', new_name='state'),
    ]
