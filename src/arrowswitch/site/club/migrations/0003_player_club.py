"""Each player belongs to a club; those from before, to the first."""

import django.db.models.deletion
from django.db import migrations, models


def give_to_the_first_club(apps, schema_editor):
    club, player = apps.get_model("club", "Club"), apps.get_model("club", "Player")
    if player.objects.exists():
        first = club.objects.order_by("pk").first() or club.objects.create(name="Club")
        player.objects.update(club=first)


class Migration(migrations.Migration):
    dependencies = [("club", "0002_player")]
    operations = [
        migrations.RemoveConstraint("player", "club_one_player_a_number"),
        migrations.AddField(
            "player",
            "club",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="players", to="club.club"
            ),
        ),
        migrations.RunPython(give_to_the_first_club, migrations.RunPython.noop),
        migrations.AlterField(
            "player",
            "club",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="players", to="club.club"),
        ),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                fields=("club", "number"), condition=~models.Q(number=""), name="club_one_player_a_number"
            ),
        ),
    ]
