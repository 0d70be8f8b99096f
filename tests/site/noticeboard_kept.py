"""Something of every kind that the checklists keep, for the tests that try every address."""

from __future__ import annotations

import datetime
from typing import Any

from people import PASSWORD, account, our_club
from urls_by_role import CHECKLIST, NOTE, NOTICE, REMARK
from website_kept import sited

from arrowswitch.site.noticeboard.models import (
    Checklist,
    ChecklistRemark,
    ChecklistRun,
    ChecklistVersion,
    Notice,
    NoticeVersion,
    TeachingNote,
    TeachingNoteVersion,
)


def noted() -> dict[str, Any]:
    """A checklist of the club of the tests that everybody may read, gone through once, with a remark; and its site."""
    owner = account("owner", our_club(), password=PASSWORD)
    kept = Checklist.objects.create(club=our_club())
    version = ChecklistVersion.objects.create(
        checklist=kept, by=owner, title="Lock-up", use="needed", readers="everybody", text="# Outside\nLights\nGate"
    )
    run = ChecklistRun.objects.create(checklist=kept, version=version, day=datetime.date(2026, 3, 4))
    remark = ChecklistRemark.objects.create(run=run, item=2, text="The gate is stuck", by=owner)
    day = datetime.date(2026, 3, 4)
    notice = Notice.objects.create(club=our_club())
    NoticeVersion.objects.create(notice=notice, by=owner, title="Closed at Easter", readers="everybody", since=day)
    note = TeachingNote.objects.create(club=our_club())
    TeachingNoteVersion.objects.create(note=note, by=owner, day=day, title="A lead out of turn", facts="West led.")
    return {CHECKLIST: kept.pk, REMARK: remark.pk, NOTICE: notice.pk, NOTE: note.pk, **sited()}
