from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0006_withheld_names"),
        ("journal", "0007_solved_leads"),
        ("yearbook", "0001_yearbook"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="playedsession",
            name="yearbook_sessions_of_a_year",
        ),
        migrations.AddIndex(
            model_name="playedsession",
            index=models.Index(
                condition=models.Q(("posted", True)), fields=["club", "day"], name="yearbook_posted_in_a_year"
            ),
        ),
    ]
