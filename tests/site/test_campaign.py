"""A few faults of every kind, as `script/faults` lets happen by the thousand: what was acknowledged is there, once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from campaign import CAMPAIGN, Ground, Tally, run
from clubs import Place
from pytest_django.plugin import DjangoDbBlocker
from site_server import ROOT

SHORT = [kind for kind, parts in CAMPAIGN.items() if any(few for *_, few in parts)]


@pytest.mark.parametrize("kind", SHORT)
def test_a_few_faults_of_every_kind_lose_and_double_nothing(
    clubs: Place, tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(str(ROOT / name) for name in ("src", "tests/site", "tests")))
    with django_db_blocker.unblock():
        found = list(run(Ground(clubs, tmp_path, random.Random(7), short=True), 0, kind))
    assert found
    for tally in found:
        assert tally.is_good, tally


def test_what_is_lost_doubled_or_said_wrongly_is_counted() -> None:
    tally = Tally("kills")
    tally.count({"a", "b"}, ["a", "b", "c"])
    assert (tally.acknowledged, tally.found, tally.lost, tally.doubled, tally.is_good) == (2, 2, 0, 0, True)
    tally.count({"d", "e"}, ["d", "d"])
    assert (tally.acknowledged, tally.found, tally.lost, tally.doubled, tally.is_good) == (4, 3, 1, 1, False)
    assert not Tally("nothing").is_good


def test_a_kind_of_fault_that_is_not_there_is_said() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "script" / "faults.py"), "--only", "gremlins"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no kind gremlins; there are kills, server, power" in done.stderr
