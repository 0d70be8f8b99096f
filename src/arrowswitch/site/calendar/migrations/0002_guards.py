"""The database itself sees to it that what was done to dates and who took which duty is never written over."""

import django.db.models.deletion
from django.db import migrations, models

from arrowswitch.site.journal.guards import emptied, kept, of_a_person_or_nobody


class Migration(migrations.Migration):
    dependencies = [("calendar", "0001_calendar")]

    operations = [
        migrations.AlterField(
            "dutyswap",
            "asked_by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="club.player"
            ),
        ),
        kept("calendar_datechange", of_a_person_or_nobody("before_id", "after_id") | emptied("reason")),
        kept(
            "calendar_dutyswap",
            of_a_person_or_nobody("asked_by_id")
            | {
                "settled": "OLD.settled IS NULL AND NEW.settled IS NOT NULL",
                "taken_by_id": "OLD.settled IS NULL OR OLD.taken_by_id IS NOT NULL",
            }
            | emptied("note"),
        ),
    ]
