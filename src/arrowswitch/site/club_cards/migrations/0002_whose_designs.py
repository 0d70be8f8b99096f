from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club_cards", "0001_the_clubs_cards")]

    operations = [migrations.AddField("designrun", "of_desk", models.BooleanField(default=False))]
