from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0006_withheld_names"),
        ("journal", "0007_solved_leads"),
        ("merits", "0003_eligibility"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="awardrun",
            name="merits_runs_of_a_year",
        ),
        migrations.AddIndex(
            model_name="awardrun",
            index=models.Index(
                condition=models.Q(("current", True)), fields=["club", "day"], name="merits_current_of_a_year"
            ),
        ),
    ]
