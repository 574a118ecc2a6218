import django.db.models.deletion
import travelagent.chat.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0005_compressed_events'),
    ]

    operations = [
        migrations.AddField(
            model_name='run',
            name='kind',
            field=models.CharField(choices=[('message', 'message'), ('edit', 'edit')], default='message', max_length=10, verbose_name='kind'),
        ),
        migrations.CreateModel(
            name='SessionVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='version')),
                ('brief', travelagent.chat.fields.CompressedJSONField(verbose_name='brief')),
                ('plan', models.CharField(blank=True, default='', max_length=200, verbose_name='plan')),
                ('source', models.CharField(max_length=12, verbose_name='source')),
                ('undo_to', models.PositiveIntegerField(blank=True, null=True)),
                ('redo_to', models.PositiveIntegerField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('plan_run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='planned_versions', to='chat.run', verbose_name='run of the plan')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='chat.run', verbose_name='run')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='chat.chatsession', verbose_name='session')),
            ],
            options={
                'verbose_name': 'session version',
                'verbose_name_plural': 'session versions',
                'ordering': ['-number'],
                'constraints': [models.UniqueConstraint(fields=('session', 'number'), name='one_session_version_a_number')],
            },
        ),
    ]
