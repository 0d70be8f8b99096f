"""Double-dummy tables by their deals, so that each is worked out once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0004_session_offences")]
    operations = [
        migrations.CreateModel(
            "Solved",
            [
                ("deal", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("tricks", models.CharField(max_length=20)),
            ],
        ),
    ]
