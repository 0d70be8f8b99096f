"""`python -m arrowswitch`, and the installed command."""

from arrowswitch.cli import app


def main() -> None:
    """Runs the command line."""
    app(prog_name="arrowswitch")


if __name__ == "__main__":
    main()
