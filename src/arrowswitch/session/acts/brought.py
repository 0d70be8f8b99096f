"""A session that was brought in from a file: the ranking that the file has, and whose list is to be posted, the file's or ours."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.session.deciding import check_contestant, check_text
from arrowswitch.session.journal import DESK, Act, Command, JournalEntry, Refused, act
from arrowswitch.session.night import PrintedPlace, State
from arrowswitch.words import Sentence, say, say_count


@act("keep-printed")
class KeepPrinted(Act):
    """Keep the ranking as the file has it that the session was brought in from."""

    who = DESK
    changes_results = False
    changes = ("printed",)

    places: tuple[PrintedPlace, ...]

    def decide(self, state: State, command: Command) -> None:
        if not state.brought_from:
            raise Refused(say("This session was not brought in from a file."))
        if not self.places:
            raise Refused(say("There is no ranking to keep."))
        for place in self.places:
            check_contestant(state, place.section, place.contestant)
            check_text(place.rank, say("The place"))
        if len({(place.section, place.contestant) for place in self.places}) < len(self.places):
            raise Refused(say("Somebody stands in the ranking twice."))
        if self.places == state.printed:
            raise Refused(say("Nothing would change."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, printed=self.places)

    def told(self, state: State) -> Sentence:
        return say_count(
            "kept the ranking of the file, {n} place", "kept the ranking of the file, {n} places", len(self.places)
        )


@act("rank-as-printed")
class RankAsPrinted(Act):
    """Let the list be as the file has it, whatever the boards come to here; or as the boards come to."""

    while_posted = "always"
    changes = ("list",)
    needs = ("printed",)

    printed: bool = True

    def decide(self, state: State, command: Command) -> None:
        if self.printed and not state.printed:
            raise Refused(say("There is no ranking of a file in this session."))
        if self.printed == state.as_printed:
            raise Refused(say("Nothing would change."))
        if not self.printed and not state.lines and not state.matches:
            raise Refused(say("Only the ranking of this session is known, and no board that it could be made of."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, as_printed=self.printed)

    def told(self, state: State) -> Sentence:
        if self.printed:
            return say("let the ranking be as the file has it")
        return say("let the ranking be as the boards come to")
