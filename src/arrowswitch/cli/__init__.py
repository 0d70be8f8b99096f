"""The command `arrowswitch`: a thin skin over the rooms below it.

Each command lives in a module of its own, which is imported only when it is asked for, so that a small question is
answered at once. Exit status: 0 good; 1 faults found, each named; 2 a wish or an input that cannot be met.
"""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

__all__ = ["COMMANDS", "app"]

# command: one line of help. The module of the same name has the command's Typer as `app`.
COMMANDS = {
    "account": "Help people who cannot sign in.",
    "alerts": "Look up alerts, announcements and systems by federation.",
    "awards": "Say what the places of a session are awarded: masterpoints of a federation, points of your own.",
    "backup": "Copy the club's data to a file, also during play.",
    "bridgemate": "Let the Bridgemates of a session send results and calls.",
    "certificate": "Make a certificate of the club's own, for https.",
    "contract": "Print what a contract scores.",
    "convert": "Turn a file of results or deals into another format.",
    "deal": "Deal boards for a night or a lesson, and promise deals that anybody can check.",
    "elsewhere": "Say what Arrowswitch does not do, and what to do instead.",
    "event": "Choose the format of an event, and make the fixtures of a round robin or a league.",
    "export": "Write a session of the club to a file for others.",
    "fill-club": "Fill the made-up club with years of nights, to see its ladders and ratings.",
    "handicaps": "Work handicaps out from past results.",
    "imps": "Print the IMPs for a difference of scores.",
    "import": "Bring files of other programs into the club, as sessions.",
    "knockout": "Plan a knockout: rounds, matches of three, byes, the bracket.",
    "movement": "List, show, choose, check, balance and repair movements.",
    "par": "Say what can be made on each deal of a PBN file, and its par.",
    "print": "Print cards, forms, announcements and results as PDF.",
    "prizes": "Say who has won prizes for a result, and draw others by lot.",
    "restore": "Put a back-up in the place of the club's data.",
    "rule": "Rule at the table: questions, who may choose what, what to say, which law.",
    "score": "Score a session file, and say why a score is what it is.",
    "serve": "Open the club's pages on this computer.",
    "simulate": "Play a whole night against a real server, to rehearse.",
    "standings": "Rank a Swiss, a round robin or a league by victory points, or a series of sessions.",
    "swiss": "Draw the next round of a Swiss, or judge a draw.",
    "vps": "Print the victory points for a margin.",
}


class LazyCommands(TyperGroup):
    """Looks a command's module up when it is called, not before."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        app: typer.Typer = import_module(f"arrowswitch.cli.{module}").app
        command = get_group(app) if len(app.registered_commands) > 1 or app.registered_groups else get_command(app)
        command.name = cmd_name
        command.short_help = COMMANDS[cmd_name]
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """A word for something that is not done here is answered with what to do instead."""
        from arrowswitch.elsewhere import looked_for

        if args and args[0] not in COMMANDS and (found := looked_for(args[0])):
            typer.echo(found.text, err=True)
            raise typer.Exit(2)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs a command; a fault of the disk, of the database or of a journal ends in its sentence, in any of them."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            from arrowswitch.cli.options import say_no
            from arrowswitch.site.data_folder.faults import told

            sentence = told(error)
            if sentence is None:
                raise
            say_no(sentence)


app = typer.Typer(
    cls=LazyCommands,
    help="Runs a duplicate bridge club night: the movement, the seats, the scores, the results.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"Arrowswitch {version('arrowswitch')}")
        raise typer.Exit


@app.callback()
def arrowswitch(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Runs a duplicate bridge club night: the movement, the seats, the scores, the results."""
