"""Ladders: how many sessions there are, must be played and count, and whether pairs or players are listed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", "0001_results")]

    operations = [
        migrations.AddField("event", "planned", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("event", "needed", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("event", "counted", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField(
            "event",
            "listed",
            models.CharField(
                choices=[("contestants", "pairs and teams, as they played"), ("players", "every player alone")],
                default="contestants",
                max_length=12,
            ),
        ),
        migrations.AddField("event", "partners", models.PositiveSmallIntegerField(default=1)),
        migrations.AlterField(
            "event",
            "way",
            models.CharField(
                choices=[
                    ("percent", "Mean of the percentages, by boards played"),
                    ("mean", "Mean of the percentages, every session alike"),
                    ("points", "Sum of matchpoints or IMPs"),
                    ("vps", "Sum of victory points"),
                ],
                default="percent",
                max_length=10,
            ),
        ),
    ]
