"""To whom clubs send results, and which files were made."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("club", "0004_register"), ("journal", "0006_session_away")]
    operations = [
        migrations.CreateModel(
            "ClubReceiver",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("receiver", models.SlugField(max_length=40)),
                ("wanted", models.BooleanField()),
                ("written", models.TextField(default="{}")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="receivers", to="club.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "MadeFile",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("receiver", models.SlugField(max_length=40)),
                ("file", models.SlugField(max_length=20)),
                ("version", models.PositiveIntegerField()),
                ("written", models.TextField(default="{}")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.TextField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="made_files", to="journal.session"
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.AddConstraint(
            "clubreceiver",
            models.UniqueConstraint(fields=("club", "receiver"), name="exchange_a_receiver_once"),
        ),
    ]
