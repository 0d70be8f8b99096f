"""Deals: promised before play and opened after it, and hands that only a section or a group of a fouled board played.

What is sealed is not in the journal: whoever keeps the session keeps it apart, and gives it back to be opened.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.bridge import NotBridge, check_board
from arrowswitch.deals.hands import BoardHands, check_deal, deal_text
from arrowswitch.deals.promises import BadPromise, check_secret, is_kept, read_promise
from arrowswitch.session.deciding.granting import check_text, insist, section_of
from arrowswitch.session.journal import DESK, DIRECTORS, Act, Command, GrantedAct, JournalEntry, Refused, act
from arrowswitch.session.night.dealt import hands_at, not_promised, same_deal_twice, wrong_leads, wrong_numbers
from arrowswitch.session.night.promised import DealPromise, HandsKey, OpensWhen
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say, say_count, spans

NO_PROMISE = say("No deals were promised for this session.")


@act("seal-deals")
class SealDeals(Act):
    """Promise deals before play: the promise is published, the deals stay closed until the time that is said."""

    who = DIRECTORS
    changes_results = False
    can_be_undone = False
    changes = ("promise",)
    settled = ("promise",)

    promise: str
    boards: tuple[int, ...]
    until: OpensWhen = "over"

    def decide(self, state: State, command: Command) -> GrantedAct:
        if state.phase != "open":
            raise Refused(say("Deals are promised before play begins."))
        if state.hands or state.own_hands:
            raise Refused(say("The deals are known already: only what nobody knows can be promised."))
        if state.promise and state.promise.taken:
            name = state.promise.taken[0][1]
            raise Refused(say("{name} took the promised deals already: the promise that was made holds.", name=name))
        if not self.boards or len(set(self.boards)) < len(self.boards):
            raise Refused(say("Say which boards are promised, each once."))
        try:
            promise = read_promise(self.promise)
            for board in self.boards:
                check_board(board)
        except (BadPromise, NotBridge) as fault:
            raise Refused(fault.args[0]) from None
        lacking = {board for section in state.sections.values() for board in section.movement.boards} - {*self.boards}
        notes = (say("Boards {boards} are not among the promised.", boards=spans(lacking)),) if lacking else ()
        return GrantedAct(replace(self, promise=promise), notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, promise=DealPromise(self.promise, self.boards, self.until, entry.at, entry.by.name))

    def told(self, state: State) -> Sentence:
        return say("promised the deals of boards {boards}: {promise}", boards=spans(self.boards), promise=self.promise)


@act("take-deals")
class TakeDeals(Act):
    """Take the sealed deals for the dealing machine. It shows them to whoever has the file, so it is written down."""

    who = DESK
    changes_results = False
    can_be_undone = False
    in_words = say("took the file of the promised deals for the dealing machine")

    def decide(self, state: State, command: Command) -> None:
        if state.promise is None:
            raise Refused(NO_PROMISE)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        if state.promise is None:
            return state
        taken = (*state.promise.taken, (entry.at, entry.by.name))
        return replace(state, promise=replace(state.promise, taken=taken))


@act("open-deals")
class OpenDeals(Act):
    """Open promised deals: they must be the ones that were promised, and it must be time."""

    who = DIRECTORS
    changes_results = False
    can_be_undone = False
    while_posted = "always"
    changes = ("promise", "hands")
    settled = ("secret",)

    secret: str
    hands: tuple[BoardHands, ...]

    def decide(self, state: State, command: Command) -> GrantedAct:
        promise = state.promise
        if promise is None:
            raise Refused(NO_PROMISE)
        if promise.opened is not None:
            raise Refused(say("The promised deals were opened already, by {name}.", name=promise.opened_by))
        check_time(state, command.why)
        try:
            secret = check_secret(self.secret)
            for hands in self.hands:
                check_board(hands.board)
                check_deal(hands)
            kept = is_kept(promise.promise, self.hands, secret)
        except (BadPromise, NotBridge) as fault:
            raise Refused(fault.args[0]) from None
        if not kept:
            raise Refused(
                say("These are not the deals that were promised: the deals, the boards or the secret differ.")
            )
        given = by_board(self.hands)
        notes = (*wrong_leads(state, given), *wrong_leads(state, given, few=True))
        return GrantedAct(replace(self, secret=secret), notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        opened = state.promise and replace(state.promise, secret=self.secret, opened=entry.at, opened_by=entry.by.name)
        return replace(state, promise=opened, hands=by_board(self.hands), tables={})

    def told(self, state: State) -> Sentence:
        return say_count(
            "opened the promised deals of {n} board", "opened the promised deals of {n} boards", len(self.hands)
        )


def check_time(state: State, why: str) -> None:
    """Refuses to open promised deals before the time that was said when they were promised."""
    until = state.promise.until if state.promise else "always"
    if until == "posted" and not state.publications:
        raise Refused(say("The promised deals stay closed until the results are posted."))
    if until == "over" and not state.publications and not all(each.over for each in state.sections.values()):
        raise Refused(say("The promised deals stay closed until all rounds have been played."))
    if until == "always" and state.phase != "published" and not why.strip():
        raise Refused(say("Say why the promised deals are opened now; it stands in the journal."))


@act("attach-own-hands")
class AttachOwnHands(Act):
    """Make hands known that only a section played, or only a group of a fouled board."""

    who = DESK
    changes_results = False
    changes = ("hands section group",)
    settled = ("group",)

    hands: tuple[BoardHands, ...]
    section: str = ""
    """Empty for all sections."""
    group: str = ""
    """Empty for the board as it was dealt."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        if not self.hands:
            raise Refused(say("There are no hands to attach."))
        if self.section:
            section_of(state, self.section)
        elif not self.group.strip():
            raise Refused(say("Say for which section the hands are, or for which group of a fouled board."))
        check_text(self.group, say("The name of the group"))
        if len({hands.board for hands in self.hands}) < len(self.hands):
            raise Refused(say("A board is there twice."))
        try:
            for hands in self.hands:
                check_board(hands.board)
                check_deal(hands)
        except NotBridge as error:
            raise Refused(error.args[0]) from None
        granted = replace(self, group=self.group.strip())
        problems = [
            *wrong_numbers(state, (hands.board for hands in self.hands), self.section),
            *not_promised(state, self.hands, self.section, granted.group),
            *granted._replaced(state),
            *wrong_leads(state, by_board(self.hands), self.section, granted.group),
        ]
        few = wrong_leads(state, by_board(self.hands), self.section, granted.group, few=True)
        return GrantedAct(granted, (*insist(command, problems), *same_deal_twice(self.hands), *few))

    def _replaced(self, state: State) -> list[Sentence]:
        """Boards that this section or group has played with other hands, as far as was known."""
        changed = [
            hands.board
            for hands in self.hands
            if (before := hands_at(state, self.section, hands.board, self.group))
            and deal_text(before) != deal_text(hands)
            and any(
                state.lines[key].group == self.group and self.section in ("", key.section)
                for key in state.on_board.get(hands.board, ())
            )
        ]
        if not changed:
            return []
        return [say("These boards have results, and their hands would change: {boards}.", boards=spans(changed))]

    def evolve(self, state: State, entry: JournalEntry) -> State:
        own = {HandsKey(self.section, hands.board, self.group): hands for hands in self.hands}
        tables = {key: table for key, table in state.own_tables.items() if key not in own}
        return replace(state, own_hands={**state.own_hands, **own}, own_tables=tables)

    def told(self, state: State) -> Sentence:
        boards = spans(hands.board for hands in self.hands)
        if self.group:
            return say("attached the hands of boards {boards} for group “{group}”", boards=boards, group=self.group)
        return say("attached the hands of boards {boards} for section {section}", boards=boards, section=self.section)


def by_board(hands: tuple[BoardHands, ...]) -> dict[int, BoardHands]:
    """Hands by their board."""
    return {each.board: each for each in hands}
