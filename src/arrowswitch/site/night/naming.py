"""Who is who in a session: the register's names, because a person may have asked to be forgotten since the night.

The journal keeps the name of the day. For a player of the register that name is shown only while the register still
knows the person; a visitor without a number keeps the name that was written down. Who has asked for it is named at the desk
and at the table, but not where anybody can read it: whoever asks for names without saying for whose eyes gets those for anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from django.utils.translation import gettext as _

from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session import State
from arrowswitch.session.acts import Place
from arrowswitch.session.night import SeatLetter, SideName, members_of, player_at, players_of
from arrowswitch.site.club.models import Club, Player

Eyes = Literal["desk", "public", "files"]
"""Who reads: the desk and the table, anybody, or whoever is sent a file."""


def name_for(player: Player | None, eyes: Eyes) -> str:
    """What a person of the register is called before these eyes; nobody by name who is forgotten, or does not want it there.

    >>> ann = Player(given="Ann", family="Ash", withheld="pages")
    >>> name_for(ann, "desk"), name_for(ann, "public"), name_for(ann, "files")
    ('Ann Ash', 'A player', 'Ann Ash')
    """
    if player is None or player.erased:
        return _("(name withheld)")
    return _("A player") if is_withheld(player, eyes) else str(player)


def is_withheld(player: Player, eyes: Eyes) -> bool:
    """Whether somebody who is known has asked not to be named before these eyes."""
    return bool(player.withheld) and (eyes == "public" or (eyes == "files" and player.withheld == "files"))


class Names:
    """The names of a session, for those who read them."""

    def __init__(self, state: State, club: Club, eyes: Eyes = "public") -> None:
        self.state = state
        self.club = club
        self.eyes = eyes

    @cached_property
    def register(self) -> Mapping[str, Player]:
        """The club's players who sit in this session, by the number that the journal knows them by.

        An entry that was merged into another stands for that person.
        """
        seated = {stint.player.id for stints in self.state.seats.values() for stint in stints}
        seated |= {player.id for team in self.state.teams.values() for player in team.spares}
        known = [int(number) for number in seated if number.isdecimal() and len(number) < 19]
        players = Player.objects.filter(club=self.club, pk__in=known).select_related("merged_into")
        return {str(player.pk): player.now for player in players}

    def player(self, seated: Seated) -> str:
        """A person's name; nobody's where it was asked to be forgotten or withheld."""
        if not seated.id:
            return seated.name
        return name_for(self.register.get(seated.id), self.eyes)

    def number(self, seated: Seated) -> str:
        """The number by which a federation knows a person; empty for who has none, and wherever there is no name either."""
        found = self.register.get(seated.id) if seated.id else None
        return found.known_to_federation if found and not found.erased and not is_withheld(found, self.eyes) else ""

    def players(self, section: str, contestant: int, round_number: int | None = None) -> list[str]:
        """The names of a pair or team, as far as they are known."""
        return [self.player(each) for each in players_of(self.state, section, contestant, round_number)]

    def contestant(self, section: str, contestant: int, round_number: int | None = None) -> str:
        """A pair by its names, a team by its own if it has one; empty while nobody has been named."""
        return self.state.team(section, contestant).name or self.people(section, contestant, round_number)

    def people(self, section: str, contestant: int, round_number: int | None = None) -> str:
        """Everybody of a pair or a team, by their names."""
        found = self.players(section, contestant, round_number)
        return (" & " if len(found) < 3 else ", ").join(found)

    def team(self, section: str, contestant: int) -> str:
        """A team in short: its number, and its name if it has one."""
        return f"{self.label(section, contestant)} {self.state.team(section, contestant).name}".strip()

    def captain(self, section: str, contestant: int) -> str:
        """A team's captain; empty if nobody was said to be, or has left it."""
        found = self.state.team(section, contestant).captain
        return self.player(found) if found in members_of(self.state, section, contestant) and found else ""

    def sitting(self, section: str, contestant: int, side: SideName, round_number: int) -> str:
        """Who sits for a contestant on a side of the table: of a team only the pair of that side."""
        if self.state.sections[section].movement.kind != "teams":
            return self.contestant(section, contestant, round_number)
        seats: tuple[SeatLetter, SeatLetter] = ("N", "S") if side == "NS" else ("E", "W")
        players = (player_at(self.state, Place(section, contestant, seat), round_number) for seat in seats)
        return " & ".join(self.player(player) for player in players if player)

    def label(self, section: str, contestant: int) -> str:
        """A pair by its number, as it is written on the cards; with its section where there are several."""
        return self.state.label(section, contestant)

    def both(self, section: str, contestant: int) -> str:
        """Number and names: "7 Ann Ash & Bob Beech"."""
        return f"{self.label(section, contestant)} {self.contestant(section, contestant)}".strip()

    def table(self, section: str, table: int) -> str:
        """A table: 3, or B3 where there are several sections."""
        return self.state.table(section, table)

    @cached_property
    def by_scoring_name(self) -> Mapping[str, tuple[str, int]]:
        """Section and number of what scoring calls a contestant ("A7")."""
        return {
            self.state.name(section.name, number): (section.name, number)
            for section in self.state.sections.values()
            for number in section.movement.contestants
        }
