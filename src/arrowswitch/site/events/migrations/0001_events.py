"""Events, each a journal of its own, which the database itself keeps whole."""

import django.db.models.deletion
from django.db import migrations, models

import arrowswitch.site.night.results.models
from arrowswitch.site.journal.guards import guarded


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("club", "0004_register"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("opened", models.CharField(max_length=100)),
                ("title", models.TextField()),
                ("kind", models.CharField(max_length=20)),
                ("last", models.PositiveIntegerField()),
                ("changed", models.DateTimeField()),
                ("away", models.BooleanField(default=False)),
                (
                    "token",
                    models.CharField(default=arrowswitch.site.night.results.models.token, max_length=40, unique=True),
                ),
                ("shared", models.BooleanField(default=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="kept_events", to="club.club"
                    ),
                ),
            ],
            options={
                "ordering": ("-changed", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="KeptEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("command", models.CharField(max_length=100)),
                ("role", models.CharField(max_length=20)),
                ("name", models.TextField()),
                ("at", models.DateTimeField()),
                ("version", models.PositiveIntegerField()),
                ("body", models.TextField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="events.keptevent"
                    ),
                ),
            ],
            options={
                "ordering": ("event", "number"),
            },
        ),
        migrations.AddConstraint(
            model_name="keptevent",
            constraint=models.UniqueConstraint(fields=("club", "opened"), name="events_opened_once"),
        ),
        migrations.AddConstraint(
            model_name="keptentry",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="events_one_entry_a_number"),
        ),
        migrations.AddConstraint(
            model_name="keptentry",
            constraint=models.UniqueConstraint(fields=("event", "command"), name="events_each_command_once"),
        ),
        guarded("events_keptentry", "event_id"),
    ]
