"""Sealed deals of sessions."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("journal", "0006_session_away")]

    operations = [
        migrations.CreateModel(
            name="SealedSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("promise", models.CharField(max_length=64)),
                ("body", models.TextField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sealed", to="journal.session"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("session", "promise"), name="deals_sealed_once")],
            },
        ),
    ]
