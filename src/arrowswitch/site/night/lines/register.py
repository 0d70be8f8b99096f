"""The club's offence register with its people: entries of one person that were merged are one, the erased have no name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.story import Offence, known_persons
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store


class Register:
    """The register, and whoever is asked about."""

    def __init__(self, club: Club, players: Sequence[Seated] = ()) -> None:
        written = store.register(club)
        ids = {player.id for each in written for player in each.players} | {player.id for player in players}
        known = [int(number) for number in ids if number.isdecimal() and len(number) < 19]
        people = Player.objects.filter(club=club, pk__in=known).select_related("merged_into")
        self._people = {str(player.pk): player.now for player in people}
        self.players = tuple(map(self._person, players))
        self.offences = tuple(replace(each, players=tuple(map(self._person, each.players))) for each in written)

    def _person(self, seated: Seated) -> Seated:
        found = self._people.get(seated.id)
        return replace(seated, id=str(found.pk)) if found else seated

    @property
    def of_any(self) -> list[Offence]:
        """What is held against any of the players who were asked about."""
        mine = known_persons(self.players)
        return [each for each in self.offences if mine & known_persons(each.players) and not each.withdrawn]

    def names(self, offence: Offence) -> str:
        """Who is held to it, as the register calls them now."""
        return " & ".join(map(self._name, offence.players))

    def _name(self, seated: Seated) -> str:
        if not seated.id:
            return seated.name
        found = self._people.get(seated.id)
        if found is None:
            found = next((person for person in self._people.values() if str(person.pk) == seated.id), None)
        return str(found) if found and not found.erased else _("(name withheld)")
