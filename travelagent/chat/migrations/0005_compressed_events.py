import django.db.models.deletion
from django.db import migrations, models

import travelagent.chat.fields

ROWS = 500
WORKING = {
    'outcomes', 'tool_call_history', 'tool_result_history', 'last_thought', 'plan', 'memories', 'pending_tool_calls',
    'staged_writes', 'approved_calls', 'interrupts', 'untraced', 'reply',
}
ENDED = ('succeeded', 'failed', 'cancelled')


def _copy(apps, schema_editor, model, source, target):
    """Copy a column to another, some rows at a time."""
    table = apps.get_model('chat', model).objects.using(schema_editor.connection.alias)
    last = 0
    while rows := list(table.filter(pk__gt=last).order_by('pk').only('pk', source)[:ROWS]):
        for row in rows:
            setattr(row, target, getattr(row, source))
        table.bulk_update(rows, [target], batch_size=100)
        last = rows[-1].pk


def compress(apps, schema_editor):
    _copy(apps, schema_editor, 'RunEvent', 'data', 'packed')
    _copy(apps, schema_editor, 'Message', 'html', 'packed')


def decompress(apps, schema_editor):
    _copy(apps, schema_editor, 'RunEvent', 'packed', 'data')
    _copy(apps, schema_editor, 'Message', 'packed', 'html')


def compact(apps, schema_editor):
    """Keep of a run that has ended what its readers need, and of a session's newest one what the next run needs."""
    database = schema_editor.connection.alias
    runs = apps.get_model('chat', 'Run').objects.using(database)
    checkpoints = apps.get_model('chat', 'RunCheckpoint').objects.using(database)
    checkpoints.filter(run__status__in=ENDED).exclude(scope='').delete()
    newest = {
        session: run
        for run, session in runs.filter(checkpoints__scope='').order_by('created_at').values_list('pk', 'session')
    }
    for pk in list(checkpoints.filter(run__status__in=ENDED, scope='').values_list('pk', flat=True)):
        row = checkpoints.select_related('run').get(pk=pk)
        spent = WORKING if newest[row.run.session_id] == row.run_id else WORKING | {'messages'}
        row.state = {name: value for name, value in row.state.items() if name not in spent}
        row.save(update_fields=['state'])


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0004_compressed_checkpoints'),
    ]

    operations = [
        migrations.AddField(
            model_name='runevent',
            name='packed',
            field=travelagent.chat.fields.CompressedJSONField(default=dict, verbose_name='data'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='message',
            name='packed',
            field=travelagent.chat.fields.CompressedJSONField(blank=True, default=str),
        ),
        migrations.RunPython(compress, decompress),
        # So that going back has something to add the column with.
        migrations.AlterField(model_name='runevent', name='data', field=models.JSONField(default=dict)),
        migrations.RemoveField(model_name='runevent', name='data'),
        migrations.RenameField(model_name='runevent', old_name='packed', new_name='data'),
        migrations.RemoveField(model_name='message', name='html'),
        migrations.RenameField(model_name='message', old_name='packed', new_name='html'),
        # The constraint's index begins with the run.
        migrations.AlterField(
            model_name='runevent',
            name='run',
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name='events',
                to='chat.run',
                verbose_name='run',
            ),
        ),
        migrations.RunPython(compact, migrations.RunPython.noop),
    ]
