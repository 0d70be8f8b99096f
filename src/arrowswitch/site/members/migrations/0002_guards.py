"""The database itself sees to it that the history of the register is never written over; values in it are forgotten with the person."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from arrowswitch.site.journal.guards import emptied, kept, of_a_person


class Migration(migrations.Migration):
    dependencies = [("members", "0001_members"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField(
            "entrychange",
            "by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "entrychange",
            "player",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="club.player"),
        ),
        kept("members_entrychange", of_a_person("player_id") | emptied("before", "after", "why", "by_name")),
    ]
