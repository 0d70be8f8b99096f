"""A new act is one class: written here, it goes through the whole program, from the wish to its undoing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from night import DIRECTOR, SCORER, Night, small

from arrowswitch.journals import KIND_OF, KINDS
from arrowswitch.session import (
    Act,
    Command,
    JournalEntry,
    JournalFault,
    Publish,
    Refused,
    Start,
    State,
    Undo,
    decide,
    replay,
)
from arrowswitch.session.deciding.granting import check_text
from arrowswitch.session.journal import dumps, loads
from arrowswitch.session.journal.act import GrantedAct, Thing, act, all_acts
from arrowswitch.session.story import table_story, versions
from arrowswitch.words import Sentence, say

NAME = "move-trophy"


@pytest.fixture
def trophy() -> Iterator[type[Act]]:
    """The trophy of the club stands on a table. No other file knows of it."""

    @act(NAME)
    class MoveTrophy(Act):
        """Put the trophy on another table."""

        needs_reason = True

        section: str
        table: int
        engraved: str = ""

        def decide(self, state: State, command: Command) -> GrantedAct:
            check_text(self.engraved, say("The engraving"))
            if self.told(state) in state.title:
                raise Refused(say("It stands there already."))
            return GrantedAct(MoveTrophy(self.section, self.table, self.engraved.strip()), (say("Dust it."),))

        def evolve(self, state: State, entry: JournalEntry) -> State:
            return state.but(title=f"Tuesday ({self.told(state)})")

        def as_granted(self, granted: MoveTrophy) -> MoveTrophy:
            return MoveTrophy(self.section, self.table, self.engraved.strip())

        def touches(self, state: State, command: str) -> Iterable[Thing]:
            return [("trophy",)]

        def concerns(self, state: State) -> Iterable[Thing]:
            return [("table", self.section, self.table)]

        def told(self, state: State) -> Sentence:
            return say("put the trophy on table {table}", table=state.table(self.section, self.table))

    yield MoveTrophy
    del KIND_OF[KINDS.pop(NAME)]


def test_a_new_act_is_decided_kept_replayed_told_and_undone(trophy: type[Act]) -> None:
    night = Night(small()).start()
    first = night.do(trophy("A", 2, " 1926 "), why="they won it")  # type: ignore[call-arg]
    assert first.act == trophy("A", 2, "1926")  # type: ignore[call-arg]
    assert night.state.title == "Tuesday (put the trophy on table 2)"
    text = dumps(night.state.journal)
    assert f'"act":{{"type":"{NAME}","section":"A","table":2,"engraved":"1926"}}' in text
    assert replay(loads(text)) == night.state
    assert [each.what for each in table_story(night.state, "A", 2)] == ["put the trophy on table 2"]
    night.do(trophy("A", 3), why="they dropped it")  # type: ignore[call-arg]
    with pytest.raises(Refused, match=r"has gone on from there since \(put the trophy on table 3"):
        night.do(Undo(first.id))
    night.do(Undo(), why="it was glued")
    assert night.state.title == "Tuesday (put the trophy on table 2)"
    night.do(Undo(first.id), why="it was a dream")
    assert night.state.title == "Tuesday"
    assert replay(loads(dumps(night.state.journal))) == night.state


def test_a_new_act_says_who_may_do_it_and_when(trophy: type[Act]) -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="This is not for the scorer to do, but for the owner / the director"):
        night.do(trophy("A", 2), SCORER, why="they won it")  # type: ignore[call-arg]
    with pytest.raises(Refused, match="Give a reason"):
        night.do(trophy("A", 2))  # type: ignore[call-arg]
    night.do(Publish(), force=True, why="it is late")
    with pytest.raises(Refused, match="The results are posted"):
        night.do(trophy("A", 2), why="they won it")  # type: ignore[call-arg]
    assert versions(night.state)[0].state.title == "Tuesday"


def test_the_same_wish_sent_again_does_it_once(trophy: type[Act]) -> None:
    night = Night(small()).start()
    wish = night.command(trophy("A", 2, " 1926 "), why="they won it")  # type: ignore[call-arg]
    night.do(wish.act, at=wish.at, id=wish.id, why=wish.why)
    assert decide(night.state, wish) == ()
    other = Command(wish.id, DIRECTOR, wish.at, trophy("A", 3), wish.why)  # type: ignore[call-arg]
    with pytest.raises(Refused, match="This command has the number of another one"):
        decide(night.state, other)


def test_a_program_that_does_not_know_the_act_says_so(trophy: type[Act]) -> None:
    night = Night(small()).start()
    text = dumps(night.state.journal)
    name = KINDS.pop(NAME)
    try:
        with pytest.raises(
            JournalFault, match=r"Line 1: act\.type: “move-trophy” is not one of add-draw, add-minutes, adjust"
        ):
            loads(text.splitlines()[1].replace('"type":"start"', f'"type":"{NAME}"'))
    finally:
        KINDS[NAME] = name


def test_two_acts_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="There is a kind “start” already: Start"):

        @act("start")
        class Another(Act):
            """Not this one."""

    assert KINDS["start"] is Start


@pytest.mark.parametrize(("name", "kind"), all_acts().items())
def test_every_act_says_what_it_is_what_it_changes_and_how_it_is_told(name: str, kind: type[Act]) -> None:
    assert kind.__doc__
    assert not kind.__doc__.startswith(kind.__name__ + "(")  # what a dataclass would say of itself
    assert kind.evolve is not Act.evolve
    assert kind.told is not Act.told or kind.in_words
    assert kind.__module__.startswith("arrowswitch.session.acts.")
    assert "__dict__" not in dir(kind)
    assert kind.who
    assert name == KIND_OF[kind]
