"""The database itself sees to it that what was done to dates and who took which duty is never written over."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from arrowswitch.site.journal.guards import emptied, kept, of_a_person, of_a_person_or_nobody

BY = models.ForeignKey(
    editable=False,
    null=True,
    on_delete=django.db.models.deletion.PROTECT,
    related_name="+",
    to=settings.AUTH_USER_MODEL,
)


class Migration(migrations.Migration):
    dependencies = [("calendar", "0001_calendar"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField(
            "dutyswap",
            "asked_by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="club.player"
            ),
        ),
        migrations.AddField("qualification", "by", BY.clone()),
        migrations.AddField("qualification", "at", models.DateTimeField(editable=False, null=True)),
        migrations.AlterField(
            "qualification",
            "at",
            models.DateTimeField(default=django.utils.timezone.now, editable=False, null=True),
        ),
        migrations.AddField("qualification", "ended", models.DateTimeField(editable=False, null=True)),
        migrations.AddField("qualification", "ended_by", BY.clone()),
        migrations.RemoveConstraint("qualification", "calendar_a_level_once"),
        migrations.AddConstraint(
            "qualification",
            models.UniqueConstraint(
                condition=models.Q(("ended", None)), fields=("player", "level"), name="calendar_a_level_once"
            ),
        ),
        kept(
            "calendar_qualification",
            of_a_person("player_id")
            | {"ended": "OLD.ended IS NULL AND NEW.ended IS NOT NULL", "ended_by_id": "OLD.ended IS NULL"}
            | {"passed": "NEW.passed IS NULL", "mark": "NEW.mark IS NULL"},  # when the person is forgotten
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
