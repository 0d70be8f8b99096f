"""What each session adds to the offence register stands in its header; earlier journals are read once for it."""

from django.db import migrations, models

from arrowswitch.session import JournalFault, State
from arrowswitch.site.journal.folding import fold, written_offences


def read_the_journals(apps, schema_editor):
    session, entry = apps.get_model("journal", "Session"), apps.get_model("journal", "Entry")
    penalised = entry.objects.filter(body__contains='"type":"penalise"').values_list("session", flat=True).distinct()
    for header in session.objects.filter(pk__in=list(penalised)):
        rows = entry.objects.filter(session=header).order_by("number").values_list("number", "body")
        try:
            written = written_offences(fold(State(), rows))
        except JournalFault:
            continue  # a journal that cannot be read tells so when it is opened
        session.objects.filter(pk=header.pk).update(offences=written)


class Migration(migrations.Migration):
    dependencies = [("journal", "0003_session_club")]
    operations = [
        migrations.AddField("session", "offences", models.TextField(blank=True, default="")),
        migrations.RunPython(read_the_journals, migrations.RunPython.noop),
    ]
