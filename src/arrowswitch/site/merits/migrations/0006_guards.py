"""The database itself sees to it that awards and what was decided about them are never written over; a run ends once."""

from django.db import migrations, models

from arrowswitch.site.journal.guards import emptied, kept, of_a_person


class Migration(migrations.Migration):
    dependencies = [("merits", "0005_session_worth")]

    operations = [
        migrations.AddField("awardsway", "why", models.CharField(blank=True, default="", max_length=200)),
        kept("merits_awardsway", emptied("why", "by")),
        kept(
            "merits_awardrun",
            {
                "current": "NOT NEW.current",
                "superseded_by_id": "OLD.superseded_by_id IS NULL AND NEW.superseded_by_id IS NOT NULL",
            },
        ),
        kept("merits_madeaward", of_a_person("player_id")),
        kept("merits_handcredit", of_a_person("player_id") | emptied("why", "by")),
        kept("merits_eligibilitydecision", emptied("why", "by")),
        kept("merits_sessionworth", emptied("why", "by")),
    ]
