"""Files that were dropped on the page: any number at once, of any format, for all sections or for one; what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from arrowswitch.deals import BoardHands, deal_text
from arrowswitch.deals.promises import KIND, BadPromise, SealedDeals, loads_sealed
from arrowswitch.formats import BadFile, RecordDeal
from arrowswitch.formats.deal_files import deals_in
from arrowswitch.session import Act, AttachHands, AttachOwnHands, State
from arrowswitch.session.night import HandsKey
from arrowswitch.site.night.setup.forms import MOST_FILE
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence, say, spans

MOST_FILES = 60
"""No club has more sets of boards for one night."""


@dataclass
class DroppedFiles:
    """What the files hold, and what is wrong with them; nothing is attached as long as something is."""

    hands: dict[HandsKey, BoardHands] = field(default_factory=dict)
    sealed: SealedDeals | None = None
    problems: list[str] = field(default_factory=list)
    marked: list[int] = field(default_factory=list)
    """Boards whose dealer or vulnerability in the file is another than the number gives."""

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What was noticed in the files."""
        if not self.marked:
            return ()
        return (
            say(
                "In the file boards {boards} have another dealer or vulnerability than boards of these numbers.",
                boards=spans(self.marked),
            ),
        )


def read_dropped(files: Iterable[UploadedFile[bytes]], state: State, section: str, group: str) -> DroppedFiles:
    """What some files hold. Hands are for the section and group that was chosen, or that the file itself names."""
    found = DroppedFiles()
    for number, file in enumerate(files):
        if number == MOST_FILES:
            found.problems.append(_("These are too many files for one night."))
            break
        try:
            _read(file, found, state, section, group)
        except (BadFile, BadPromise) as fault:
            found.problems.append(f"{file.name}: {spoken(fault)}")
    return found


def _read(file: UploadedFile[bytes], found: DroppedFiles, state: State, section: str, group: str) -> None:
    if (file.size or 0) > MOST_FILE:
        raise BadFile(say("That file is too large for a file of deals."))
    data = file.read()
    if KIND.encode() in data[:200]:
        found.sealed = loads_sealed(data.decode("utf-8", errors="replace"))
        return
    deals = deals_in(data)
    apart = len(state.sections) > 1 and len({each.section for each in deals}) > 1
    for each in deals:
        if apart and not section and each.section and each.section not in state.sections:
            raise BadFile(
                say("There is no section {section} here. Choose for which section the file is.", section=each.section)
            )
        own = section or (each.section if len(state.sections) > 1 and each.section in state.sections else "")
        _keep(found, HandsKey(own, each.hands.board, group or each.group), each)


def _keep(found: DroppedFiles, key: HandsKey, deal: RecordDeal) -> None:
    before = found.hands.get(key)
    if before and deal_text(before) != deal_text(deal.hands):
        raise BadFile(say("Board {board} is there twice, with different hands.", board=key.board))
    found.hands[key] = deal.hands
    if deal.dealer is not None or deal.vulnerability is not None:
        found.marked.append(key.board)


def attaching(state: State, hands: dict[HandsKey, BoardHands]) -> Iterator[Act]:
    """The acts that make hands known. Boards that were not known yet are added; a set that has some of them takes the place
    of all."""
    common = {key.board: each for key, each in hands.items() if not key.section and not key.group}
    if common:
        kept = {} if common.keys() & state.hands.keys() else dict(state.hands)
        yield AttachHands(tuple(each for _, each in sorted((kept | common).items())))
    own: dict[tuple[str, str], list[BoardHands]] = {}
    for key, each in sorted(hands.items()):
        if key.section or key.group:
            own.setdefault((key.section, key.group), []).append(each)
    for (section, group), some in own.items():
        yield AttachOwnHands(tuple(some), section, group)
