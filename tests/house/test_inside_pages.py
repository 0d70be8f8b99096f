"""docs/inside.md is true of pages and awards: what it says to add is added to a copy of the sources, and used."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "inside.md").read_text("utf-8")
BLOCK = re.compile(r"```(?:py|html)\n(?:# |\{# )([^\n]+?)(?: #\})?\n(.*?)```", re.DOTALL)

ASKED = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.help.where import guide_of
call_command("migrate", verbosity=0)
club = Club.objects.create(name="Riverside")
for role in ("director", "scorer"):
    account = Account.objects.create(club=club, name=role, role=role)
    client = Client(headers={"host": "localhost"})
    client.force_login(account)
    answer = client.get(reverse("settings-rota"))
    print(role, answer.status_code, "What was played last" in answer.content.decode())
print(guide_of("settings-rota") == guide_of("settings"))
"""


def blocks(title: str) -> list[tuple[str, str]]:
    """The examples under a title: where each belongs, as its first line says, and its text."""
    return BLOCK.findall(PAGE.split(f"\n### {title}\n")[1].split("\n### ")[0])


def add(sources: Path, where: str, text: str) -> None:
    """Puts an example into a file of its own, or after the line that it names."""
    name, _, after = where.removeprefix("in ").partition(", ")
    file = sources / name
    if not after:
        assert not file.exists()
        file.write_text(text, "utf-8")
        return
    written = file.read_text("utf-8")
    assert written.count(f"{after}\n") == 1
    file.write_text(written.replace(f"{after}\n", f"{after}\n{text}"), "utf-8")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with the examples in them."""
    copy = tmp_path_factory.mktemp("sources")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs", copy / "docs")
    for title in ("An award", "A page"):
        for where, text in blocks(title):
            add(copy, where, text)
    return copy


def run(sources: Path, script: str) -> list[str]:
    """What a script says that uses these sources."""
    place = {
        "PYTHONPATH": str(sources / "src"),
        "DJANGO_SETTINGS_MODULE": "arrowswitch.site.settings",
        "ARROWSWITCH_DATA": str(sources),
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **place},
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_page_is_a_view_a_template_and_a_line(sources: Path) -> None:
    assert len({where.removeprefix("in ").partition(", ")[0] for where, _text in blocks("A page")}) == 3
    assert run(sources, ASKED) == ["director 200 True", "scorer 403 False", "True"]


def test_a_spelling_of_an_award_is_a_line_and_is_read_everywhere(sources: Path) -> None:
    ask = (
        "from arrowswitch.scoring.files.session_lines import award;"
        "from arrowswitch.session.desk.awards import read_award;"
        "print(award('avg+', 1), read_award('AVG+', 1))"
    )
    assert run(sources, ask) == ["Average(kind='plus') Average(kind='plus')"]
