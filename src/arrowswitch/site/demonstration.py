"""What is going on in the demonstration club: members, two nights that are over, and one that is being played right now.

All of it comes from the rehearsal of the session room, through the store, so it is a journal like any other. It is the same
each time but for the date. A demonstration that is opened again another day gets a new night under way. The deals come from
a seed, and their double-dummy tables from `demonstration.json`, so that par is there at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from django.utils import timezone

from arrowswitch.bridge import parse_seat, vulnerability_of
from arrowswitch.deals import BoardHands, TrickTable, deal_text, dealt
from arrowswitch.movements import Movement, build
from arrowswitch.session import (
    Actor,
    CallDirector,
    CallRound,
    Command,
    Contracted,
    Correct,
    Enter,
    LineKey,
    Open,
    Publish,
    Refused,
    SectionPlan,
    Settings,
)
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.night import ns_points
from arrowswitch.session.rehearsal import NAMES, night
from arrowswitch.site.accounts.demonstration import NAMES as PEOPLE
from arrowswitch.site.accounts.demonstration import demonstrator
from arrowswitch.site.calendar.models import PartnerWish
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import solving, store
from arrowswitch.site.night.results.models import Link

MEMBERS = 56
SEED = 7
MARK = "demonstration-"
"""How the ids of our commands begin."""
ROUND = 5
"""The round that is being played."""
INTO = timedelta(minutes=11)
"""How long it has been played."""
ONE_NIGHT = timedelta(hours=6)
TABLES = Path(__file__).with_suffix(".json")
"""The double-dummy tables of each night, from board 1 on."""
TONIGHT = "tonight"
SHOWN = Settings(scores="board", hands="board", par="board")
"""Tonight everything is shown after the board, so that a newcomer sees what there is."""
NIGHTS = (TONIGHT, "last week", "two weeks ago")


def fill(club: Club, now: datetime | None = None) -> None:
    """Puts everything there that is not there yet."""
    now = now or timezone.now()
    members = _members(club)
    ours = store.sessions(club).filter(opened__startswith=MARK)
    if not ours.exists():
        for weeks, when, movement in (
            (2, "two weeks ago", build("mitchell", tables=9, boards=27)),
            (1, "last week", build("rover", tables="9½", boards=27)),
        ):
            begin = (now - timedelta(weeks=weeks)).replace(hour=19, minute=30, second=0, microsecond=0)
            _keep(club, _night(movement, begin, members, when, seed=SEED + weeks))
    under_way = ours.filter(phase="playing")
    if not under_way.filter(changed__gt=now - ONE_NIGHT).exists():
        for number in under_way.values_list("pk", flat=True):
            store.append(number, _closing(number, now))
        _keep(club, _under_way(now, members))
    solving.keep((deal_text(hands), table) for when in NIGHTS for hands, table in deals_of(when).items())
    for session in ours.filter(phase="published", links=None):
        Link.make(session)
    _know_the_player(club)
    _partners_wanted(club)


def _partners_wanted(club: Club) -> None:
    """Two members look for a partner, so that whoever looks round as a player finds somebody."""
    if PartnerWish.objects.filter(club=club).exists():
        return
    others = Player.objects.filter(club=club, erased=None, active=True).exclude(family=PEOPLE["player"].split()[1])
    for player, note in zip(others[:2], ("Acol, and I can drive.", "Beginner, likes to talk it over."), strict=False):
        PartnerWish.objects.create(club=club, player=player, note=note)


def _know_the_player(club: Club) -> None:
    """Joins the account of whoever looks round as a player to the member of that name, so that there is a card to see."""
    account = demonstrator(club, "player")
    if account.player_id is None:
        given, family = PEOPLE["player"].split()
        account.player = Player.objects.filter(club=club, given=given, family=family, erased=None).first()
        account.save(update_fields=["player"])


def _members(club: Club) -> list[Seated]:
    """The people in the register; they are put there once, and a visitor may have changed them since."""
    if not Player.objects.filter(club=club).exists():
        names = [*Random(SEED).sample(NAMES, MEMBERS - 1), tuple(PEOPLE["player"].split())]  # noqa: S311 - made-up people
        members = [
            Player(club=club, number=str(number), given=given, family=family)
            for number, (given, family) in enumerate(names, 1001)
        ]
        for member in members:
            member.make_findable()
        Player.objects.bulk_create(members)
    found = Player.objects.filter(club=club, erased=None, active=True).order_by("number", "pk")
    return [Seated(str(player), str(player.pk)) for player in found if str(player)]


def deals_of(when: str) -> dict[BoardHands, TrickTable]:
    """The deals of a night, each with its table."""
    tables = json.loads(TABLES.read_text())[when]
    return dict(zip(dealt(f"demonstration, {when}", range(1, len(tables) + 1)), map(TrickTable, tables), strict=True))


def _night(
    movement: Movement, begin: datetime, members: Sequence[Seated], when: str, *, seed: int
) -> tuple[Command, ...]:
    chance = Random(seed)  # noqa: S311 - a made-up night
    people = list(members)
    chance.shuffle(people)
    people.sort(key=lambda each: each.name != PEOPLE["player"])  # whoever looks round as a player has played
    plans = (SectionPlan("A", movement, break_after=6, break_minutes=10),)
    opening = Open(f"{begin:%A} pairs", begin.date(), plans, settings=SHOWN if when == TONIGHT else Settings())
    return night(
        opening,
        chance,
        begin,
        name=f"{MARK}{begin:%Y%m%d%H%M}",
        director=Actor("director", PEOPLE["director"]),
        scorer=Actor("scorer", PEOPLE["scorer"]),
        players=people if len(people) >= 2 * len(movement.contestants) else None,
        deals=deals_of(when),
    )


def _keep(club: Club, commands: Sequence[Command]) -> None:
    session = store.begin(commands[0], club=club).session
    for answer in store.append_each(session, commands[1:]):
        if isinstance(answer, Refused):
            raise answer


def _closing(session: int, now: datetime) -> Command:
    """Posts a night of another day as far as it came."""
    count = len(store.state(session).journal)
    by = Actor("director", PEOPLE["director"])
    return Command(f"{MARK}closing-{count}", by, now, Publish(), "The room was closed", force=True)


# -- the night under way ----------------------------------------------------------------------------------------------


def _under_way(now: datetime, members: Sequence[Seated]) -> list[Command]:
    """A night in its fifth round: two scores have not come in, one looks wrong, and a table calls the director."""
    movement = build("share-relay", tables=12, boards=24)
    planned = _night(movement, now.replace(microsecond=0), members, TONIGHT, seed=SEED + 3)
    called = next(each.at for each in planned if isinstance(each.act, CallRound) and each.act.round == ROUND)
    back = called - now + INTO
    done = [replace(each, at=each.at - back) for each in planned if each.at - back <= now]
    gone = set(_lines(done, ROUND - 1)[2:12:9])
    done = [each for each in done if not (isinstance(each.act, Enter | Correct) and each.act.line in gone)]
    wrong = next(_looks_wrong(done))
    done = [wrong if each.id == wrong.id else each for each in done]
    call = CallDirector("A", 7, "lead out of turn")
    return [*done, Command(f"{done[0].id}-call", done[0].by, now - timedelta(minutes=2), call)]


def _lines(commands: Sequence[Command], round_number: int) -> list[LineKey]:
    return [each.act.line for each in commands if isinstance(each.act, Enter) and each.act.line.round == round_number]


def _looks_wrong(commands: Sequence[Command]) -> Iterator[Command]:
    """Entries that look wrong when the declarer is on the other side: everybody else's plus goes that way."""
    entered = {each.act.line: (each, each.act) for each in commands if isinstance(each.act, Enter)}
    corrected = {each.act.line for each in commands if isinstance(each.act, Correct)}
    for line, (command, act) in reversed(entered.items()):
        entry = act.entry
        if not isinstance(entry, Contracted) or line in corrected or not entry.result.made:
            continue
        points = [
            ns_points(each.entry, line.board) or 0 for key, (_, each) in entered.items() if key.board == line.board
        ]
        if len(points) > 4 and (min(points) > 0 or max(points) < 0):
            other = parse_seat(entry.declarer).left
            if vulnerability_of(line.board).of(other) == vulnerability_of(line.board).of(other.left):
                slip = replace(entry, declarer=other.value, lead="")
                yield replace(command, act=replace(act, entry=slip))
