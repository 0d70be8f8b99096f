from django.db import migrations


class Migration(migrations.Migration):
    """Sign-ins were kept as they stand in the cookie; from now on a digest is kept, so those from before end."""

    dependencies = [("accounts", "0003_recorder"), ("sessions", "0001_initial")]
    operations = [migrations.RunSQL("DELETE FROM django_session", migrations.RunSQL.noop)]
