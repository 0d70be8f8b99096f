"""Sessions that were put away are not on the lists; none was so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0005_solved")]
    operations = [migrations.AddField("session", "away", models.BooleanField(default=False))]
