"""The proof of the book, made whenever it is loaded: every path ends, every answer leads somewhere, no question is
unreachable, each law paragraph can exist, each name in braces is known, and every case comes out as it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

from arrowswitch.bridge import NotBridge
from arrowswitch.rulings.follows import NAMED, SOURCES
from arrowswitch.rulings.laws import EDITIONS, is_law
from arrowswitch.rulings.load import BadProcedure, at
from arrowswitch.rulings.model import (
    ROLES,
    SEE,
    Case,
    Edition,
    Effect,
    Fork,
    Node,
    Procedure,
    Question,
    RulingNote,
    RulingOutcome,
)
from arrowswitch.rulings.walk import CannotRule, in_edition, walk, with_facts
from arrowswitch.words import Sentence, say

CALLED = {Question: "question", Fork: "decision", RulingOutcome: "outcome"}
"""What a file calls the places of a walk."""

FEWEST_CASES = 2
Fault = tuple[str, Sentence]
"""The place of a fault, and what it is."""


def prove(book: Mapping[str, Procedure]) -> None:
    """Refuses a book with faults in it, naming the file, the line and the place of each.

    The cases are tried when the whole book holds together: they walk from one procedure into another.
    """
    for look in (unsound, wrong_cases):
        if found := [fault for procedure in book.values() for fault in look(book, procedure)]:
            raise BadProcedure("\n".join(found))


def unsound(book: Mapping[str, Procedure], procedure: Procedure) -> Iterator[Sentence]:
    """Everything in a procedure that does not hold together."""
    found = list(_dangling(book, procedure)) or list(_unreachable(procedure))  # the second only follows from the first
    found += [*_endless(procedure), *_lawless(procedure), *_unknown_names(book, procedure), *_too_little(procedure)]
    for where, what in found:
        yield at(procedure.file, procedure.lines, where, what)


def wrong_cases(book: Mapping[str, Procedure], procedure: Procedure) -> Iterator[Sentence]:
    """The cases that do not come out as they say."""
    for case in procedure.cases:
        if wrong := _wrong(book, procedure.id, case):
            yield at(procedure.file, procedure.lines, f"case {case.name}", wrong)


def _too_little(procedure: Procedure) -> Iterator[Fault]:
    if len(procedure.cases) < FEWEST_CASES:
        count = len(procedure.cases)
        yield "id", say("test cases: {count}; the fewest are {fewest}", count=count, fewest=FEWEST_CASES)
    if not procedure.ways:
        yield "id", say("nobody can find it: “ways” says how players describe it")


# -- where it leads -----------------------------------------------------------------------------------------------------


def _dangling(book: Mapping[str, Procedure], procedure: Procedure) -> Iterator[Fault]:
    for place, target, other in _ways_on(procedure):
        if other and target not in book:
            yield place, say("it goes to the procedure {target}, which is not there", target=target)
        if not other and target not in procedure.nodes:
            yield place, say("it leads to {target}, which is not there", target=target)
    for node in procedure.nodes.values():
        if isinstance(node, Question) and len(node.options) < 2:
            yield f"question {node.id}", say("it has fewer than two answers")
        if isinstance(node, Question) and node.from_facts:
            gives = SOURCES[node.from_facts].gives
            if not {option.id for option in node.options} & set(gives):
                yield (
                    f"question {node.id}",
                    say("none of its answers is given by the facts: {gives}", gives=", ".join(gives)),
                )
        if isinstance(node, Fork) and not node.rules:
            yield f"decision {node.id}", say("it has no rules")


def _ways_on(procedure: Procedure) -> Iterator[tuple[str, str, bool]]:
    yield "first", procedure.first, False
    for node in procedure.nodes.values():
        if isinstance(node, Question):
            for option in node.options:
                yield f"question {node.id}, option {option.id}", option.go or option.next, bool(option.go)
        elif isinstance(node, Fork):
            for rule in node.rules:
                yield f"decision {node.id}", rule.next, False


def _next_of(node: Node) -> Iterator[str]:
    if isinstance(node, Question):
        yield from (option.next for option in node.options if option.next)
    elif isinstance(node, Fork):
        yield from (rule.next for rule in node.rules)


def _unreachable(procedure: Procedure) -> Iterator[Fault]:
    seen: set[str] = set()
    waiting = [procedure.first]
    while waiting:
        name = waiting.pop()
        if name in seen or name not in procedure.nodes:
            continue
        seen.add(name)
        waiting += _next_of(procedure.nodes[name])
    for name, node in procedure.nodes.items():
        if name not in seen:
            yield f"{CALLED[type(node)]} {name}", say("it can never be reached")


def _endless(procedure: Procedure) -> Iterator[Fault]:
    """A place from which a walk can come back to itself."""
    finished: set[str] = set()

    def round_trip(name: str, above: tuple[str, ...]) -> str:
        if name in above:
            return name
        if name in finished or name not in procedure.nodes:
            return ""
        for after in _next_of(procedure.nodes[name]):
            if back := round_trip(after, (*above, name)):
                return back
        finished.add(name)
        return ""

    if back := round_trip(procedure.first, ()):
        yield f"{CALLED[type(procedure.nodes[back])]} {back}", say("the walk comes back to it without end")


# -- laws and names -----------------------------------------------------------------------------------------------------


def _lawless(procedure: Procedure) -> Iterator[Fault]:
    named: list[tuple[str, Mapping[Edition, tuple[str, ...]], tuple[str, ...]]] = [("id", procedure.laws, EDITIONS)]
    for node in procedure.nodes.values():
        if isinstance(node, RulingOutcome):
            mine = tuple(edition for edition in EDITIONS if in_edition(node.editions, edition))
            named.append((f"outcome {node.id}", node.laws, mine))
            for edition in node.check:
                if edition not in EDITIONS:
                    yield f"outcome {node.id}", say("“check” names {edition}, which is no edition", edition=edition)
    for place, laws, editions in named:
        for edition in editions:
            if not laws.get(edition):
                yield place, say("it names no law of {edition}", edition=edition)
        for edition, paragraphs in laws.items():
            for paragraph in paragraphs:
                if not is_law(paragraph, edition):
                    yield place, say("there is no Law {law} in {edition}", law=paragraph, edition=edition)


def texts(procedure: Procedure) -> Iterator[tuple[str, str]]:
    """Every text of a procedure in which seats or other procedures may be named, with its place."""
    for node in procedure.nodes.values():
        if isinstance(node, Question):
            yield from ((f"question {node.id}", text) for text in (node.text, node.say, node.why))
            yield from ((f"question {node.id}, option {option.id}", option.text) for option in node.options)
        elif isinstance(node, RulingOutcome):
            lines = [each.text for each in further_lines(node)]
            yield from ((f"outcome {node.id}", text) for text in (node.text, node.say, *lines, *node.check.values()))


def further_lines(node: RulingOutcome) -> tuple[Effect | RulingNote, ...]:
    """The lines beside a ruling: what it does, who may use what, what comes later."""
    return (*node.effects, *node.information, *node.later)


def names_in(text: str) -> Iterator[str]:
    """What a text names in braces.

    >>> list(names_in("{partner} is on lead: see {see:lead-restriction}."))
    ['partner', 'see:lead-restriction']
    """
    for _literal, name, of, _conversion in Formatter().parse(text):
        if name is not None:
            yield f"{name}:{of}" if of else name


def _unknown_names(book: Mapping[str, Procedure], procedure: Procedure) -> Iterator[Fault]:
    for place, text in texts(procedure):
        try:
            names = list(names_in(text))
        except ValueError:
            yield place, say("the braces in “{text}” do not fit", text=text)
            continue
        for name in names:
            kind, _colon, target = name.partition(":")
            if kind == SEE and target not in book:
                yield place, say("it says see {target}, and there is no such procedure", target=target or "…")
            elif kind != SEE and name not in (*ROLES, *NAMED):
                known = ", ".join((*ROLES, *NAMED))
                yield place, say("“{name}” stands in braces; there are {known} and see:…", name=name, known=known)


# -- cases and walks ----------------------------------------------------------------------------------------------------


def _wrong(book: Mapping[str, Procedure], name: str, case: Case) -> Sentence | None:
    seats = {role: seat for role, seat in case.seats.items() if role in ("offender", "declarer")}
    try:
        answers = with_facts(book, name, case.answers, case.known, edition=case.edition)
        step = walk(book, name, answers, edition=case.edition, known=case.known, **seats)  # type: ignore[arg-type]
    except (CannotRule, NotBridge) as problem:
        return problem.args[0] if isinstance(problem.args[0], Sentence) else say("{problem}", problem=problem)
    if not step.done:
        return say("it stops at the question {id}; more answers are wanted", id=step.node.id)
    if step.node.id != case.outcome:
        return say("it comes out as {found}, not as {outcome}", found=step.node.id, outcome=case.outcome)
    if case.tricks is not None and step.tricks != case.tricks:
        return say("tricks that it moves: {found}, not {tricks}", found=step.tricks, tricks=case.tricks)
    return None
