"""Each session belongs to a club; those from before, to the first. The journals themselves are not touched."""

import django.db.models.deletion
from django.db import migrations, models


def give_to_the_first_club(apps, schema_editor):
    club, session = apps.get_model("club", "Club"), apps.get_model("journal", "Session")
    if session.objects.exists():
        first = club.objects.order_by("pk").first() or club.objects.create(name="Club")
        session.objects.update(club=first)


class Migration(migrations.Migration):
    dependencies = [("club", "0003_player_club"), ("journal", "0002_guards")]
    operations = [
        migrations.AddField(
            "session",
            "club",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="club.club"
            ),
        ),
        migrations.RunPython(give_to_the_first_club, migrations.RunPython.noop),
        migrations.AlterField(
            "session",
            "club",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="club.club"),
        ),
        migrations.AlterField("session", "opened", models.CharField(max_length=100)),
        migrations.AddConstraint(
            "session", models.UniqueConstraint(fields=("club", "opened"), name="journal_opened_once")
        ),
    ]
