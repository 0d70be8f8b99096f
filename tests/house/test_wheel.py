"""The wheel works alone: built, installed outside the checkout, and run from there with nothing but what is inside it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "arrowswitch"


def plain_environment() -> dict[str, str]:
    """The environment of somebody who has never seen the checkout."""
    hidden = ("PYTHON", "ARROWSWITCH", "DJANGO", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return {**kept, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (made,) = folder.glob("arrowswitch-*.whl")
    return made


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment in which only the wheel is installed; its dependencies are lent by this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / Path(sys.executable).name.replace("python3.11", "python")
    if find_spec("pip"):
        install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index"]
    else:
        install = ["uv", "pip", "install", "--python", str(python), "--offline"]
    subprocess.run([*install, "--quiet", "--no-deps", str(wheel)], check=True, cwd=folder, env=plain_environment())
    (site_packages,) = folder.rglob("site-packages")
    # A path in a .pth file lends the packages there, but not the editable checkout that another .pth there points at.
    (site_packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts / "arrowswitch"


def run(command: Path, *arguments: str) -> str:
    """What the installed command prints."""
    done = subprocess.run(
        [str(command), *arguments],
        cwd=command.parent,
        env=plain_environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert {".py", ".toml", ".json", ".html", ".css", ".js", ".svg", ".typ"} <= {Path(name).suffix for name in wanted}
    assert {".ttf", ".woff2", ".txt"} <= {Path(name).suffix for name in wanted}
    assert sorted(wanted - packed) == []


def test_every_guide_and_every_picture_is_in_the_wheel(wheel: Path) -> None:
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*") if path.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name.removeprefix("arrowswitch/site/help/") for name in archive.namelist()}
    assert {".md", ".webp"} <= {Path(name).suffix for name in wanted}
    assert sorted(wanted - packed) == []


def test_nothing_but_the_package_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
        licences = [name for name in archive.namelist() if name.endswith("/LICENSE")]
    assert {re.sub(r"-[\d.]+\.dist-info$", ".dist-info", top) for top in tops} == {
        "arrowswitch",
        "arrowswitch.dist-info",
    }
    assert len(licences) == 1


def test_the_installed_program_is_the_one_of_the_wheel(command: Path) -> None:
    python = command.parent / "python"
    where = subprocess.run(
        [str(python), "-c", "import arrowswitch; print(arrowswitch.__file__)"],
        cwd=command.parent,
        env=plain_environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert str(command.parent.parent) in where
    assert str(ROOT) not in where


def test_its_commands_answer(command: Path) -> None:
    assert run(command, "contract", "4SX+1") == "690\n"
    families = run(command, "movement", "list")
    assert {"mitchell", "howell", "web", "american-whist", "board-a-match"} <= set(families.split())
    assert "Howell, 4 tables" in run(command, "movement", "show", "howell", "--tables", "4")
    assert "Mitchell" in run(command, "movement", "choose", "--tables", "8½", "--regulations", "ebu")


def test_it_serves_its_pages_their_style_and_their_fonts(command: Path, tmp_path: Path) -> None:
    server = subprocess.Popen(
        [str(command), "serve", "--demo", "--port", "0", "--data", str(tmp_path)],
        cwd=command.parent,
        env=plain_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, server.stdout.read()
        with urlopen(found.group(), timeout=120) as answer:
            page = answer.read().decode()
        assert "Demonstration Club" in page
        with urlopen(found.group() + "help/tour/", timeout=120) as answer:
            tour = answer.read().decode()
        pictures = re.findall(r'src="/(help/[^"]+)"', tour)
        assert len(pictures) == 6
        for picture in pictures:
            with urlopen(found.group() + picture, timeout=120) as answer:
                assert answer.headers["content-type"] == "image/webp"
        styles = re.findall(r'href="/([^"]+\.css)"', page)
        assert styles
        for style in styles:
            with urlopen(found.group() + style, timeout=120) as answer:
                assert answer.headers["content-type"].startswith("text/css")
                sheet = answer.read().decode()
            assert len(sheet) > 500
            fonts = re.findall(r'url\("(fonts/[^"]+)"\)', sheet)
            assert fonts or "style.css" not in style
            for font in fonts:
                with urlopen(urljoin(found.group() + style, font), timeout=120) as answer:
                    assert answer.headers["content-type"] == "font/woff2"
                    assert answer.read(4) == b"wOF2"
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(120) == 0
