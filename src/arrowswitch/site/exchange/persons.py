"""Who of the register a player of a file is: by the number, else by a name that only one has; a new number is a new entry."""

from __future__ import annotations

from collections import defaultdict

from arrowswitch.formats import RecordPlayer
from arrowswitch.session import SeatedPlayer
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.file import LIMITS, split_name
from arrowswitch.site.club.players.search import known, name_key
from arrowswitch.site.members.changes import Author, write_new


class KnownPlayers:
    """The register, looked up once for many files."""

    def __init__(self, club: Club, by: str = "") -> None:
        self.club, self.by = club, by
        self.added: list[Player] = []
        """Those who were added since the last `settle`."""
        self._by_number: dict[str, Player] = {}
        self._by_name: defaultdict[tuple[str, ...], list[Player]] = defaultdict(list)
        for player in known(club):
            self._put(player)

    def _put(self, player: Player) -> None:
        for number in filter(None, (player.federation_number, player.number)):
            self._by_number[number] = player
        self._by_name[name_key(str(player))].append(player)

    def seat(self, player: RecordPlayer) -> SeatedPlayer:
        """The player as a journal keeps one; somebody with a number that the register does not know is added to it."""
        name = " ".join(player.name.split())[:200]
        found = self._find(player) or self._add(player, name)
        return SeatedPlayer(name, str(found.pk) if found else "")

    def is_new(self, player: RecordPlayer) -> bool:
        """Whether somebody would be added to the register; nobody is."""
        return self._find(player) is None and self._is_addable(player)

    def _find(self, player: RecordPlayer) -> Player | None:
        for number in filter(None, (player.number.strip(), player.club_number.strip())):
            if number in self._by_number:
                return self._by_number[number]
        numbered = bool(player.number.strip() or player.club_number.strip())
        same = [each for each in self._by_name.get(name_key(player.name), ()) if not (numbered and each.number)]
        return same[0] if len(same) == 1 else None

    def _is_addable(self, player: RecordPlayer) -> bool:
        number = player.number.strip() or player.club_number.strip()
        return bool(number.strip("0")) and len(number) <= LIMITS["number"] and bool(name_key(player.name))

    def _add(self, player: RecordPlayer, name: str) -> Player | None:
        number = player.number.strip() or player.club_number.strip()
        given, family = split_name(name)
        if not self._is_addable(player):
            return None
        new = Player.objects.create(club=self.club, number=number, given=given[:80], family=family[:80])
        write_new([new], Author(None, "results", name=self.by))
        self._put(new)
        self.added.append(new)
        return new

    def settle(self, *, kept: bool) -> int:
        """What was added is in the register for good, or not at all; how many they are."""
        added, self.added = self.added, []
        for player in () if kept else added:
            self._by_number.pop(player.number, None)
            self._by_name[name_key(str(player))].remove(player)
        return len(added) if kept else 0
