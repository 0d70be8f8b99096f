"""`arrowswitch rule`: what to do when the director is called, one question after another."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arrowswitch.bridge import NotBridge, parse_seat
from arrowswitch.cli.options import AsJson, print_json, refusals, say_no
from arrowswitch.rulings import (
    DEFAULT_EDITION,
    EDITIONS,
    BadFacts,
    BadProcedure,
    CannotRule,
    Procedure,
    WalkStep,
    book,
    search,
    walk,
    with_facts,
)
from arrowswitch.rulings.facts import read
from arrowswitch.rulings.shown import step_shown
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def rule(
    procedure: Annotated[
        str | None,
        typer.Argument(metavar="[PROCEDURE]", help="The procedure, such as revoke; without it you are asked."),
    ] = None,
    laws: Annotated[str, typer.Option(metavar="|".join(EDITIONS), help="The edition of the Laws.")] = DEFAULT_EDITION,
    answers: Annotated[
        str | None, typer.Option(metavar="a,b,c", help="Answers in order; what comes next is printed.")
    ] = None,
    text: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="List what fits these words or this law.")
    ] = None,
    offender: Annotated[str | None, typer.Option(metavar="N|E|S|W", help="Where the offender sits.")] = None,
    declarer: Annotated[str | None, typer.Option(metavar="N|E|S|W", help="Who is declarer.")] = None,
    facts: Annotated[
        str | None,
        typer.Option(
            metavar="FACTS",
            help="What is known, such as “dealer N; 1S (E:1H) P 2S AP”: what follows from it is not asked.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find out how something is ruled: three short questions, who chooses what, what to say, and which law it is.

    In the terminal answer with the number of an answer, or b to go back.

    Facts are parts between semicolons: dealer N; the calls in turn, one that does not stand in brackets with its seat, such
    as 1S (E:1H) P 2S AP, and what a call showed after an equals sign, 2D=H; turn W; offender E; declarer S; card HK.
    """
    if laws not in EDITIONS:
        say_no(say("There is no edition {laws}; there are {known}.", laws=laws, known=", ".join(EDITIONS)))
    with refusals(BadProcedure, NotBridge):
        book()
        seats: dict[str, Any] = {
            role: parse_seat(seat) for role, seat in (("offender", offender), ("declarer", declarer)) if seat
        }
    if text is not None or (procedure is None and (as_json or answers is not None)):
        _list(search(book(), text or "", most=len(book())), as_json, text or "")
        return
    name = procedure or _chosen()
    given = [each.strip() for each in (answers or "").split(",") if each.strip()]

    with refusals(BadFacts):
        known = read(facts) if facts else None

    def ask(after: list[str]) -> WalkStep:
        return walk(
            book(), name, with_facts(book(), name, after, known, edition=laws), edition=laws, known=known, **seats
        )

    with refusals(CannotRule):
        step = ask(given)
        if as_json:
            print_json(step_shown(step))
            return
        if answers is None:
            step = _walked(ask, given)
        _print(step_shown(step))


def _list(found: list[Procedure], as_json: bool, text: str) -> None:
    if as_json:
        print_json(
            [
                {
                    "id": each.id,
                    "title": each.title,
                    "phase": each.phase,
                    "kind": each.kind,
                    "laws": {k: list(v) for k, v in each.laws.items()},
                }
                for each in found
            ]
        )
        return
    if not found:
        say_no(say("Nothing fits “{text}”; try other words, or the number of a law.", text=text))
    width = max(len(each.id) for each in found)
    for each in found:
        typer.echo(f"{each.id:<{width}}  {each.title}")


# -- walking --------------------------------------------------------------------------------------------------------------


def _chosen() -> str:
    """The procedure that the director picks after saying what happened."""
    while True:
        typer.echo(say("What happened? Say it in plain words or give the number of a law."))
        found = search(book(), _typed(), most=9)
        if not found:
            typer.echo(say("Nothing fits; try other words, or the number of a law."))
            continue
        for number, each in enumerate(found, 1):
            typer.echo(f"{number:>3}  {each.title}")
        typer.echo(say("  b  back"))
        picked = _picked(len(found))
        if picked is not None:
            return found[picked].id


def _walked(ask: Any, answers: list[str]) -> WalkStep:
    """Asks until there is a ruling; b takes the last answer back."""
    step: WalkStep = ask(answers)
    while not step.done:
        _print(step_shown(step), numbered=True)
        if answers:
            typer.echo(say("  b  back"))
        picked = _picked(len(step.options))
        answers = answers[:-1] if picked is None else [*answers, step.options[picked].id]
        step = ask(answers)
    return step


def _picked(count: int) -> int | None:
    """The number that is typed, counted from 0; None for back."""
    while True:
        typed = _typed().lower()
        if typed == "b":
            return None
        if typed.isdecimal() and 1 <= int(typed) <= count:
            return int(typed) - 1
        typer.echo(say("Type a number from 1 to {count}, or b to go back.", count=count))


def _typed() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        say_no(say("The input ended before there was a ruling."))


def _print(shown: dict[str, Any], numbered: bool = False) -> None:
    question, conclusion = shown["question"], shown["conclusion"]
    typer.echo()
    for each in _followed(shown["trail"], only_last=numbered):
        typer.echo(
            say(
                "{question} {answer} ({source})", question=each["text"], answer=each["answered"], source=each["because"]
            )
        )
    if question:
        _print_question(question, numbered)
    if conclusion:
        _print_conclusion(conclusion)


def _followed(trail: list[dict[str, Any]], only_last: bool) -> list[dict[str, Any]]:
    """What was not asked because it follows from the facts; only since the last question, if so wanted."""
    asked = max((place for place, each in enumerate(trail) if not each["because"]), default=-1) if only_last else -1
    return [each for each in trail[asked + 1 :] if each["because"]]


def _print_question(question: dict[str, Any], numbered: bool) -> None:
    if question["asked"]:
        where = say("Ask, away from the table: {who}", who=question["asked"])
        typer.echo(where if question["away"] else say("Ask: {who}", who=question["asked"]))
    typer.echo(question["text"])
    if question["say"]:
        typer.echo(say("Say: “{words}”", words=question["say"]))
    if question["why"]:
        typer.echo(say("Why: {why}", why=question["why"]))
    for number, option in enumerate(question["options"], 1):
        typer.echo(f"{number if numbered else option['id']:>3}  {option['text']}")


def _print_conclusion(conclusion: dict[str, Any]) -> None:
    typer.echo(conclusion["text"])
    if conclusion["say"]:
        typer.echo(say("Say: “{words}”", words=conclusion["say"]))
    typer.echo(say("Laws: {laws}", laws=", ".join(conclusion["laws"])))
    for heading, lines in (
        (say("What it does:"), [each["text"] for each in conclusion["effects"] if each["text"]]),
        (say("Who may use what:"), conclusion["information"]),
        (say("Later:"), conclusion["later"]),
    ):
        if lines:
            typer.echo(heading)
            for line in lines:
                typer.echo(f"  - {line}")
    for name in conclusion["see"]:
        typer.echo(say("See also: arrowswitch rule {name}", name=name))
    if conclusion["appeal"]:
        typer.echo(say("Tell both sides that they may appeal."))
    if conclusion["check"]:
        typer.echo(say("Check: {note}", note=conclusion["check"]))
