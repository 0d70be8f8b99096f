"""Lets everything go wrong that can: kills, power cuts, full and read-only disks, locks, clocks, damaged logs, restores, lost
networks, against SQLite and PostgreSQL. What was acknowledged must be there afterwards, once.

    script/faults                  1000 kills, and of everything else in proportion
    script/faults --short          a few of each, as `script/test` does
    script/faults --seed 7 --kills 200 --only power

Prints a line for each kind, with how many results were acknowledged, found again, doubled and lost, and how often somebody
was told "later". The same seed chooses the same faults; the computer's own pace decides where exactly they fall.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = [str(ROOT / name) for name in ("src", "tests/site", "tests")]
sys.path[:0] = PLACES
os.environ["PYTHONPATH"] = os.pathsep.join([*PLACES, os.environ.get("PYTHONPATH", "")])
os.environ["DJANGO_SETTINGS_MODULE"] = "arrowswitch.site.settings"
for name in ("ARROWSWITCH_DATA", "ARROWSWITCH_DATABASE"):
    os.environ.pop(name, None)


def main() -> int:
    """Runs the campaign; 1 if anything was lost, doubled or said wrongly."""
    wishes = argparse.ArgumentParser(description=str(__doc__), formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--seed", type=int, default=random.randrange(10_000))
    wishes.add_argument("--kills", type=int, default=1000)
    wishes.add_argument("--only", default="", metavar="KIND")
    wishes.add_argument("--short", action="store_true")
    wish = wishes.parse_args()

    import django

    django.setup()
    from campaign import CAMPAIGN, Ground, run
    from clubs import Place
    from postgres import postgres

    if wish.only not in ("", *CAMPAIGN):
        wishes.error(f"there is no kind {wish.only}; there are {', '.join(CAMPAIGN)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped and the folders go
    print(f"seed {wish.seed}")
    print(
        f"{'':32}{'faults':>8}{'acknowledged':>14}{'found':>8}{'doubled':>9}{'lost':>6}{'later':>7}{'seconds':>9}",
        flush=True,
    )
    good, began = True, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder, postgres() as sockets:
        (Path(folder) / "clubs").mkdir()
        ground = Ground(
            Place(Path(folder) / "clubs", lambda: sockets), Path(folder), random.Random(wish.seed), wish.short
        )
        for each in run(ground, wish.kills, wish.only):
            good = good and each.is_good
            took, began = time.monotonic() - began, time.monotonic()
            print(
                f"{each.kind:32}{each.faults:>8}{each.acknowledged:>14}{each.found:>8}{each.doubled:>9}{each.lost:>6}"
                f"{each.later:>7}{took:>9.1f}",
                flush=True,
            )
            for problem in each.wrong:
                print(f"    {problem}", flush=True)
    print("all good" if good else "NOT GOOD")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
