"""Two more offices beside the recorder's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_end_sign_ins"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="treasurer",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="account",
            name="webmaster",
            field=models.BooleanField(default=False),
        ),
    ]
