"""The wheel works alone: built, installed outside the checkout, and run from there with nothing but what is inside it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "arrowswitch"
OF_EXTRAS = ("endplay", "psycopg", "rustworkx")


def script(name: str) -> Any:
    """A script of ours, as a module."""
    spec = spec_from_file_location(name, ROOT / "script" / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release, long_description = script("release"), script("long_description")


def plain_environment() -> dict[str, str]:
    """The environment of somebody who has never seen the checkout."""
    hidden = ("PYTHON", "ARROWSWITCH", "DJANGO", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return {**kept, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist of this checkout, as `script/release` makes them."""
    made: tuple[Path, Path] = release.build(tmp_path_factory.mktemp("built"))
    return made


@pytest.fixture(scope="module")
def wheel(built: tuple[Path, Path]) -> Path:
    return built[0]


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment in which only the wheel is installed; its dependencies, without those of the extras,
    are lent by this one."""
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
    lent = folder / "lent"
    lent.mkdir()
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.startswith(OF_EXTRAS):
            (lent / package.name).symlink_to(package)
    # A path in a .pth file lends the packages there, but not the editable checkout that another .pth there points at.
    (site_packages / "lent.pth").write_text(f"{lent}\n")
    return scripts / "arrowswitch"


def asked(command: Path, *arguments: str, **environment: str) -> tuple[int, str, str]:
    """The status of the installed command, what it prints and what it complains of."""
    done = subprocess.run(
        [str(command), *arguments],
        cwd=command.parent,
        env={**plain_environment(), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def run(command: Path, *arguments: str) -> str:
    """What the installed command prints."""
    status, printed, complaints = asked(command, *arguments)
    assert (status, complaints) == (0, "")
    return printed


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


def test_what_needs_an_extra_says_which(command: Path, tmp_path: Path) -> None:
    deals = tmp_path / "deals.pbn"
    run(command, "deal", "--boards", "1", "--seed", "7", "-o", str(deals))
    assert asked(command, "par", str(deals)) == (
        2,
        "",
        "There is no double-dummy solver here. Install arrowswitch[solver]; Python 3.11 to 3.13 have one.\n",
    )
    drawing = tmp_path / "swiss.json"
    drawing.write_text('{"contestants": [{"id": "1"}, {"id": "2"}], "rounds": [], "next": 1, "rules": "wbf"}')
    assert asked(command, "swiss", "draw", str(drawing)) == (
        2,
        "",
        "A draw needs another package: install arrowswitch[swiss].\n",
    )
    address = {"ARROWSWITCH_DATABASE": "postgresql://ann@127.0.0.1:1/club"}
    assert asked(command, "serve", "--port", "0", "--data", str(tmp_path / "data"), **address) == (
        2,
        "",
        "ARROWSWITCH_DATABASE names a PostgreSQL server, which needs another package: install arrowswitch[postgres].\n",
    )


def test_its_types_are_seen_from_outside(command: Path, tmp_path: Path) -> None:
    release.try_types(command.parent / "python", tmp_path)


def test_its_metadata_and_its_description_are_fit_for_an_index(built: tuple[Path, Path]) -> None:
    wheel, sdist = built
    release.check_wheel(wheel)
    release.check_sdist(sdist)
    assert "long_description" not in str(release.metadata(wheel).get_payload())


def test_a_link_into_the_checkout_leads_to_the_publishers_address_or_is_plain_text() -> None:
    text = "![A night](docs/night.png)\n[Guide](docs/a.md#top), [Laws](https://laws.example/)\n```sh\n[x](y)\n```\n"
    assert long_description.published(text) == "\nGuide, [Laws](https://laws.example/)\n```sh\n[x](y)\n```\n"
    assert long_description.published(text, "https://forge.example/bridge/blob/main") == (
        "![A night](https://forge.example/bridge/raw/main/docs/night.png)\n"
        "[Guide](https://forge.example/bridge/blob/main/docs/a.md#top), [Laws](https://laws.example/)\n"
        "```sh\n[x](y)\n```\n"
    )


def test_a_release_with_a_broken_link_is_refused(tmp_path: Path) -> None:
    sdist = tmp_path / "arrowswitch-1.tar.gz"
    readme = tmp_path / "README.md"
    readme.write_text("[Guide](docs/no-such-page.md)")
    with tarfile.open(sdist, "w:gz") as archive:
        archive.add(readme, "arrowswitch-1/README.md")
    with pytest.raises(release.NotGood, match=r"links to docs/no-such-page\.md"):
        release.check_sdist(sdist)


def brought_by(name: str, seen: set[str]) -> set[str]:
    """The packages that one brings along without its extras, itself too."""
    if name in seen:
        return seen
    seen.add(name)
    for needed in map(Requirement, distribution(name).requires or ()):
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            brought_by(needed.name.lower(), seen)
    return seen


def test_a_plain_install_is_small_and_has_nothing_of_the_extras() -> None:
    brought = brought_by("arrowswitch", set()) - {"arrowswitch"}
    assert {"django", "numpy", "typst"} <= brought
    assert not any(name.startswith((*OF_EXTRAS, "matplotlib")) for name in brought)
    files = [
        Path(str(file.locate())) for name in brought for file in distribution(name).files or () if file.suffix != ".pyc"
    ]
    ours = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(path.stat().st_size for path in [*files, *ours]) < release.LARGEST * 1_000_000


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
