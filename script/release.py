"""What `script/release` does: builds wheel and sdist, looks at them, and tries the wheel in bare environments of Python 3.11,
3.12 and 3.13, with nothing but what pip brings. Only what was found good is put into dist/.

The wheel is built from the sdist, so that both are whole. A plain install must stay small: what is measured are the
files that pip brings, without Python's own caches. Only the standard library is used, and `build` and `mypy` of `.venv`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from email.parser import Parser
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
LEAST = PYTHONS[0]
LARGEST = 200
"""Megabytes of a plain install."""
PATIENCE = 300
AUTHOR = "The Arrowswitch authors"
EXTRAS = {"postgres", "solver", "swiss"}
PROBE = """from arrowswitch import bridge, movements
reveal_type(movements.build("mitchell", tables=7).rounds)
reveal_type(bridge.parse_result("4SX+1").tricks)
"""
"""What mypy is asked, and knows only from a package that is marked as typed."""
OWN_TOOLS = ("pip", "setuptools", "wheel")


class NotGood(Exception):  # noqa: N818 - said to a person
    """Something that must not be released."""


def say(text: str) -> None:
    print(f"release: {text}", flush=True)


def need(good: object, sentence: str) -> None:
    if not good:
        raise NotGood(sentence)


# -- what is built ----------------------------------------------------------------------------------------------------


def build(place: Path) -> tuple[Path, Path]:
    """The wheel and the sdist that it was made from."""
    told = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(place), str(ROOT)]
    done = subprocess.run(told, capture_output=True, text=True, check=False)
    need(done.returncode == 0, f"It cannot be built:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    (wheel,) = place.glob("*.whl")
    (sdist,) = place.glob("*.tar.gz")
    return wheel, sdist


def metadata(wheel: Path) -> Message:
    """What an index is told."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode("utf-8"))


def check_wheel(wheel: Path) -> None:
    """The mark of a typed package, and the metadata: who, for what, with which extras, and no link that leads nowhere."""
    with zipfile.ZipFile(wheel) as archive:
        need("arrowswitch/py.typed" in archive.namelist(), "py.typed is not in the wheel.")
    told = metadata(wheel)
    need(told["Author"] == AUTHOR, f"The author is {told['Author']}, not {AUTHOR}.")
    classifiers = told.get_all("Classifier") or []
    for wanted in ("Typing :: Typed", *(f"Programming Language :: Python :: {version}" for version in PYTHONS)):
        need(wanted in classifiers, f"The classifier “{wanted}” is missing.")
    need(set(told.get_all("Provides-Extra") or []) == EXTRAS, f"The extras are not {', '.join(sorted(EXTRAS))}.")
    for path in relative_links(str(told.get_payload())):
        raise NotGood(f"The long description links to {path}, which is not beside it.")


def check_sdist(sdist: Path) -> None:
    """The README's links lead to files of the sdist."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        top = archive.getnames()[0].partition("/")[0]
        readme = archive.extractfile(f"{top}/README.md")
        need(readme, "README.md is not in the sdist.")
        text = readme.read().decode("utf-8") if readme else ""
    for path in relative_links(text):
        good = path in names or any(name.startswith(f"{path.rstrip('/')}/") for name in names)
        need(good, f"README.md of the sdist links to {path}, which is not in it.")


def relative_links(text: str) -> Iterator[str]:
    """The files that a page links to.

    >>> list(relative_links("[a](docs/a.md#here), [b](https://b.example/)"))
    ['docs/a.md']
    """
    plain = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", plain):
        path = target.partition("#")[0]
        if path and "://" not in path:
            yield path


# -- where it is tried ------------------------------------------------------------------------------------------------


def pythons() -> dict[str, str]:
    """The Pythons of this machine, by version: on the PATH, or in pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = {}
    for version in PYTHONS:
        kept = sorted(pyenv.glob(f"{version}.*/bin/python"), key=lambda path: path.parts[-3].split("."))
        for python in (*map(str, reversed(kept)), shutil.which(f"python{version}")):
            if python and _version(python) == version:
                found[version] = python
                break
    return found


def _version(python: str) -> str:
    told = [python, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(told, capture_output=True, text=True, check=False).stdout.strip()


def plain_environment(**more: str) -> dict[str, str]:
    """The environment of somebody who has never seen the checkout."""
    hidden = ("PYTHON", "ARROWSWITCH", "DJANGO", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return {**kept, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


class Bare:
    """An environment with a wheel in it and nothing else."""

    def __init__(self, place: Path, python: str) -> None:
        self.place = place
        place.mkdir(parents=True)
        self.run([python, "-m", "venv", "env"])
        self.bin = place / "env" / "bin"

    def run(self, told: list[str], status: int = 0, **environment: str) -> str:
        """What a command says; it must end with this status, and in no case with a traceback."""
        done = subprocess.run(
            told,
            cwd=self.place,
            env=plain_environment(HOME=str(self.place / "home"), **environment),
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        said = done.stdout + done.stderr
        need(
            done.returncode == status and "Traceback" not in said,
            f"{' '.join(told)} ended with {done.returncode}:\n{said[-2000:]}",
        )
        return said

    def install(self, wheel: Path, extras: str = "") -> None:
        self.run([str(self.bin / "pip"), "install", "--quiet", f"{wheel}{extras}"], **pip_settings())

    def arrowswitch(self, words: str, status: int = 0, **environment: str) -> str:
        return self.run([str(self.bin / "arrowswitch"), *words.split()], status, **environment)


def pip_settings() -> Mapping[str, str]:
    """How pip finds packages on this machine, for a home that is empty."""
    usual = (Path.home() / name for name in (".config/pip/pip.conf", ".pip/pip.conf"))
    found = next((str(path) for path in usual if path.exists()), None)
    cache = Path.home() / ".cache" / "pip"
    return {"PIP_CACHE_DIR": str(cache), **({"PIP_CONFIG_FILE": found} if found else {})}


def megabytes(folders: Iterable[Path]) -> float:
    """What pip brought, by the lists that it keeps: without caches, without pip itself."""
    total = 0
    for folder in folders:
        for record in folder.glob("*.dist-info/RECORD"):
            if record.parent.name.partition("-")[0] in OWN_TOOLS:
                continue
            files = (line.rsplit(",", 2)[0].strip('"') for line in record.read_text("utf-8").splitlines())
            total += sum((folder / file).stat().st_size for file in files if not file.endswith(".pyc"))
    return total / 1_000_000


# -- how it is tried --------------------------------------------------------------------------------------------------


def try_commands(bare: Bare) -> None:
    """A score, a choice of movements, a print; and what it says where an extra is missing."""
    need(bare.arrowswitch("contract 4SX+1").strip() == "690", "A contract is scored wrongly.")
    need("Mitchell" in bare.arrowswitch("movement choose --tables 8½ --boards 24-28"), "No movement was found.")
    bare.arrowswitch("print pack mitchell --tables 5 -o pack.pdf")
    need((bare.place / "pack.pdf").read_bytes().startswith(b"%PDF"), "The print is not a PDF.")
    bare.arrowswitch("deal --boards 1 --seed 7 -o deals.pbn")
    need("arrowswitch[solver]" in bare.arrowswitch("par deals.pbn", 2), "It does not say how to get the solver.")
    address = "postgresql://ann@127.0.0.1:1/club"
    said = bare.arrowswitch("serve --port 0 --data pg", 2, ARROWSWITCH_DATABASE=address)
    need("arrowswitch[postgres]" in said, "It does not say how to get PostgreSQL.")


def try_pages(bare: Bare) -> None:
    """The made-up club: its first page, all that belongs to it, its health; then a back-up, put back elsewhere."""
    with served(bare) as home:
        visitor = build_opener(ProxyHandler({}))
        with visitor.open(home, timeout=PATIENCE) as answer:
            page = answer.read().decode("utf-8")
        need("Demonstration Club" in page, "The first page does not show the made-up club.")
        for each in ["health/", *sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)))]:
            with visitor.open(urljoin(home, each), timeout=PATIENCE) as answer:
                need(answer.read(), f"{each} is empty.")
    bare.arrowswitch("backup --data data/demonstration -o copy.sqlite3")
    bare.arrowswitch("restore copy.sqlite3 --data second")
    need((bare.place / "second" / "club.sqlite3").exists(), "The back-up was not put back.")


@contextmanager
def served(bare: Bare) -> Iterator[str]:
    """The address of the made-up club."""
    server = subprocess.Popen(
        [str(bare.bin / "arrowswitch"), "serve", "--demo", "--port", "0", "--data", "data"],
        cwd=bare.place,
        env=plain_environment(HOME=str(bare.place / "home")),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    try:
        first = server.stdout.readline() if server.stdout else ""
        found = re.search(r"http://\S+", first)
        if not found:
            raise NotGood(f"The pages do not open: {first}{server.stdout.read() if server.stdout else ''}")
        yield found.group()
    finally:
        server.send_signal(signal.SIGINT)
        status = server.wait(PATIENCE)
    need(status == 0, f"The server ended with {status}.")


def try_types(python: Path, place: Path) -> None:
    """mypy, strict, sees the types of the installed package."""
    probe = place / "probe.py"
    probe.write_text(PROBE)
    told = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), "--config-file="]
    done = subprocess.run(
        [*told, f"--cache-dir={place / 'mypy'}", "probe.py"],
        cwd=place,
        env=plain_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    need(done.returncode == 0 and done.stdout.count('"int"') == 2, f"mypy does not see the types:\n{done.stdout}")


def try_wheel(wheel: Path, version: str, python: str, place: Path) -> None:
    """One Python."""
    bare = Bare(place / version, python)
    bare.install(wheel)
    size = megabytes((bare.place / "env").rglob("site-packages"))
    say(f"Python {version}: a plain install is {size:.0f} MB")
    need(size < LARGEST, f"A plain install is {size:.0f} MB; it must be under {LARGEST}.")
    try_commands(bare)
    try_pages(bare)
    try_types(bare.bin / "python", bare.place)
    bare.install(wheel, "[postgres,solver,swiss]")
    need("Par" in bare.arrowswitch("par deals.pbn"), "There is no par with the solver.")
    bare.run([str(bare.bin / "python"), "-c", "import psycopg"])
    say(f"Python {version}: good, with the extras {megabytes((bare.place / 'env').rglob('site-packages')):.0f} MB")


def main() -> int:
    asked = argparse.ArgumentParser(prog="script/release", description="Builds and tries what can be published.")
    asked.add_argument("--out", type=Path, default=ROOT / "dist", help="where to put it; dist/ if it is left out")
    options = asked.parse_args()
    place = Path(tempfile.mkdtemp(prefix="release-"))
    try:
        found = pythons()
        for missing in sorted(set(PYTHONS) - found.keys()):
            say(f"Python {missing} is not on this machine, and is not tried")
        need(LEAST in found, f"Python {LEAST} is needed: it is the oldest that is promised.")
        wheel, sdist = build(place / "built")
        check_wheel(wheel)
        check_sdist(sdist)
        if not metadata(wheel).get_all("Project-URL"):
            say("[project.urls] of pyproject.toml is empty: whoever publishes fills it in")
        for version, python in found.items():
            try_wheel(wheel, version, python, place)
        options.out.mkdir(parents=True, exist_ok=True)
        for made in (wheel, sdist):
            shutil.copy2(made, options.out)
            say(f"good: {options.out / made.name}, {made.stat().st_size / 1_000_000:.1f} MB")
    except (NotGood, OSError, subprocess.TimeoutExpired) as trouble:
        say(f"NOT GOOD: {trouble}")
        return 1
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
