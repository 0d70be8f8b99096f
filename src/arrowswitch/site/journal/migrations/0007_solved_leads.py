"""Tricks after every lead, so that each is worked out once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0006_session_away")]
    operations = [
        migrations.CreateModel(
            "SolvedLeads",
            [
                ("question", models.CharField(max_length=90, primary_key=True, serialize=False)),
                ("tricks", models.CharField(max_length=60)),
            ],
        ),
    ]
