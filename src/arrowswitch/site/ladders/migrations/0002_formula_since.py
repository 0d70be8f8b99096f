"""A formula of handicaps holds from a day on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0001_ladders"),
    ]

    operations = [
        migrations.AddField(
            model_name="handicapway",
            name="since",
            field=models.DateField(null=True),
        ),
    ]
