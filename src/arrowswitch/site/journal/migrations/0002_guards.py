"""The database itself keeps the journal whole: rows are added at the end of their session, and that is all."""

from django.db import migrations

from arrowswitch.site.journal.guards import guarded


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_journal")]
    operations = [guarded("journal_entry", "session_id")]
