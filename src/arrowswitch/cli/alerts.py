"""`arrowswitch alerts`: what a federation says about alerts, announcements and systems."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arrowswitch.alerts import NoSuchChart, chart_shown, classify, federation, federations, found_shown, search
from arrowswitch.cli.options import AsJson, print_json, refusals, say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)
YES, NO = ("yes", "y"), ("no", "n")


@app.command()
def alerts(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[FEDERATION]", help="nzb, abf (also bnsw and qba) or acbl; without it they are listed."
        ),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option("--search", metavar="TEXT", help="A call (1NT-2D), a convention (Stayman) or a word."),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(metavar="yes,no,...", help="Answers about a system, in order; the next question or its class."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look up whether a call is alerted, announced or neither, what may be played where, and what class a system is."""
    if name is None:
        _list(as_json)
        return
    with refusals(NoSuchChart):
        chart = federation(name)
    if answers is not None:
        _classify(chart.id, answers, as_json)
        return
    if text is None:
        whole = chart_shown(chart.id)
        if as_json:
            print_json(whole)
            return
        found = [*whole["calls"], *whole["conventions"], *whole["classes"], *whole["rules"]]
        if whole["protected"]:
            kept = whole["protected"]
            lines = " ".join((kept["who"], *kept["duties"]))
            found.append({"kind": "rule", "title": say("Protected pairs"), "text": lines, "check": ""} | kept)
    else:
        found = [found_shown(chart.id, each) for each in search(chart.id, text)]
        if as_json:
            print_json({"federation": chart.id, "title": chart.title, "search": text, "found": found})
            return
        if not found:
            say_no(
                say("{title} has nothing about “{text}”; try a call or other words.", title=chart.title, text=text), 1
            )
    for number, each in enumerate(found):
        if number:
            typer.echo()
        _print(each)


def _list(as_json: bool) -> None:
    known = list(federations().values())
    if as_json:
        print_json([{"federation": each.id, "title": each.title, "profiles": list(each.profiles)} for each in known])
        return
    for each in known:
        typer.echo(f"{each.id:<5} {each.title}")


def _print(shown: dict[str, Any]) -> None:
    typer.echo(shown["title"])
    if shown["text"]:
        typer.echo(f"  {shown['text']}")
    for meaning in shown.get("meanings", ()):
        said = f" “{meaning['words']}”" if meaning["words"] else ""
        note = f" {meaning['note']}" if meaning["note"] else ""
        typer.echo(f"  {meaning['name'] + said}: {meaning['means']}.{note}")
    for verdict in shown.get("verdicts", ()):
        typer.echo(" ".join((f"  {verdict['name']}: {'; '.join(verdict['titles'])}.", *verdict["conditions"])))
    if shown["check"]:
        typer.echo(say("  Check: {note}", note=shown["check"]))
    typer.echo(say("  Source: {source}", source=shown["source"]))


def _classify(name: str, written: str, as_json: bool) -> None:
    given = []
    for each in filter(None, (part.strip().lower() for part in written.split(","))):
        if each not in YES + NO:
            say_no(say("“{answer}” is no answer; write yes or no, with commas between.", answer=each))
        given.append(each in YES)
    told = classify(name, given)
    if as_json:
        print_json(
            {
                "question": told.question and {"id": told.question.id, "text": told.question.text},
                "class": told.system and told.system.id,
                "brown_sticker": told.brown_sticker,
                "answers": [{"question": text, "answer": answer} for text, answer in told.why],
                "source": told.system and str(told.system.source),
                "check": told.system.check if told.system else "",
            }
        )
        return
    if told.question:
        typer.echo(told.question.text)
    if told.system:
        typer.echo(told.system.title)
        typer.echo(f"  {told.system.text}")
        if told.brown_sticker:
            typer.echo(say("  It has a brown sticker convention."))
        if told.system.check:
            typer.echo(say("  Check: {note}", note=told.system.check))
        typer.echo(say("  Source: {source}", source=str(told.system.source)))
