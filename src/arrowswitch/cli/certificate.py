"""`arrowswitch certificate`: the one command after which `arrowswitch serve --https` works on the club's own network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arrowswitch.cli.options import say_no
from arrowswitch.words import say

app = typer.Typer(add_completion=False)


@app.command()
def certificate(
    data: Annotated[Path | None, typer.Option(help="The folder that holds the club's data.")] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="Another name or number by which this computer is called.")
    ] = None,
) -> None:
    """Make a certificate of the club's own, so that phones on its network can use https."""
    from arrowswitch.site.data_folder import storage
    from arrowswitch.site.serving import certificates

    try:
        folder = storage.prepare(data, demo=False)
        trusted = certificates.trusted(folder)
        place, good_for = certificates.make(folder, tuple(name or ()))
    except (storage.CannotServe, certificates.NoCertificate) as refusal:
        say_no(refusal, 2)
    except OSError as error:
        say_no(say("The certificate cannot be written ({reason}).", reason=error.strerror), 2)
    typer.echo(say("A certificate for {names} is made.", names=", ".join(good_for)))
    typer.echo(say("Start the program with: arrowswitch serve --host 0.0.0.0 --https"))
    typer.echo(say("Phones install this file once: {file}", file=place.authority))
    if trusted and trusted != certificates.trusted(folder):
        typer.echo(say("It is a new one: phones that had the one before install this too, and can remove that."))
    typer.echo(say("They find it at the address of the program too, at /club-certificate.crt"))
