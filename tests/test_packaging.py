"""What `pip install .` gives: every file of the program and the demo, nothing else, and a `cafe` that serves them."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientSession

import cafe
from cafe.resources import find_pictures

ROOT = Path(__file__).parent.parent
FILES = ("pyproject.toml", "requirements.in", "requirements-sentry.in", "run.py", ".gitignore", "LICENSE")
FOLDERS = ("cafe", "data", "docs")
START_WITHIN = 30
LEFT_BEHIND = ("data/cafe.db", "data/cafe.db-wal", "data/cafe.key", "data/uploads/photo.jpg", "data/menu.toml", ".env")
"""What lies about where a cafe is run, and must get into no package."""


@dataclass(frozen=True)
class Built:
    """The project, copied and packed: the source package first, the wheel from what was in it."""

    project: Path
    sdist: Path
    wheel: Path


def run(arguments: Sequence[str | Path], folder: Path, **more: str) -> str:
    done = subprocess.run(arguments, cwd=folder, env=environment(**more), check=False, capture_output=True, text=True)  # noqa: S603 - our own words
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(**more: str) -> dict[str, str]:
    """Nothing that would find the checkout, or another cafe's settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("CAFE_", "PYTHON"))} | more


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("packaging")
    project = folder / "project"
    project.mkdir()
    for file in (*(ROOT / name for name in FILES), *ROOT.glob("*.md")):
        shutil.copy(file, project)
    for name in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__", "cafe.db*", "*.key", *(["uploads"] if name == "data" else []))
        shutil.copytree(ROOT / name, project / name, ignore=ignored)
    for name in LEFT_BEHIND:
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("secret")
    build: list[str | Path] = [sys.executable, "-m", "hatchling", "build", "-d", folder, "-t"]
    run([*build, "sdist"], project)
    [sdist] = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    run([*build, "wheel"], folder / sdist.name.removesuffix(".tar.gz"))
    [wheel] = folder.glob("*.whl")
    return Built(project, sdist, wheel)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `cafe` command of a fresh environment, which borrows the locked libraries of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    site_packages = Path(sysconfig.get_path("purelib", "venv", paths))
    (site_packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = folder / "bin" / "python"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install"]
    run([*pip, "--quiet", "--no-index", "--no-deps", built.wheel], folder)
    return folder / "bin" / "cafe"


def files_of(project: Path) -> set[str]:
    """What a wheel must hold, by its names there."""
    code = {path for path in (project / "cafe").rglob("*") if path.is_file()}
    demo = {project / "data" / "demo.toml", *(project / "data" / "pictures").iterdir()}
    names = {path.relative_to(project).as_posix() for path in code | demo}
    return {re.sub("^data/", "cafe/data/", name) for name in names}


def test_the_wheel_holds_the_program_and_the_demo_and_nothing_else(built: Built) -> None:
    names = set(zipfile.ZipFile(built.wheel).namelist())
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed == files_of(built.project)
    kinds = {Path(name).suffix for name in packed}
    assert {".py", ".ftl", ".sql", ".html", ".js", ".css", ".toml", ".svg", ".jpg"} <= kinds


def test_nothing_of_a_running_cafe_is_packed(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers()}
    assert {"pyproject.toml", "LICENSE", "data/demo.toml", "docs/operator-guide.md"} <= names
    assert names.isdisjoint(LEFT_BEHIND)


def test_the_package_says_what_it_needs(built: Built) -> None:
    archive = zipfile.ZipFile(built.wheel)
    [metadata] = [name for name in archive.namelist() if name.endswith("/METADATA")]
    said = archive.read(metadata).decode()
    lines = (ROOT / "requirements.in").read_text().splitlines()
    needed = {re.sub(r"[-_.]+", "-", line) for line in lines if not line.startswith("#")}
    stated = re.findall(r"^Requires-Dist: (.+)$", said, re.MULTILINE)
    extras = [re.sub("[ '\"]", "", line) for line in stated if ";" in line]
    assert extras == ["sentry-sdk;extra==sentry"]
    assert {line for line in stated if ";" not in line} == needed
    assert re.findall(r"^Version: (.+)$", said, re.MULTILINE) == [cafe.__version__]
    assert "Requires-Python: >=3.11" in said
    assert "License-Expression: MIT" in said


def test_the_version_is_everywhere_the_same(installed: Path, tmp_path: Path) -> None:
    assert run([installed, "--version"], tmp_path) == f"cafe {cafe.__version__}\n"
    [described] = re.findall(r"^  version: (.+)$", (ROOT / "docs" / "openapi.yaml").read_text(), re.MULTILINE)
    assert re.fullmatch(rf"{re.escape(described)}(\.dev\d+)?", cafe.__version__)


def test_the_commands_work_from_anywhere(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "menu.toml").write_text('[settings]\ncafe_name = "Наша"\n', encoding="utf-8")
    run([installed, "load", "menu.toml"], tmp_path)
    assert 'cafe_name = "Наша"' in run([installed, "dump"], tmp_path)
    assert {path.name for path in (tmp_path / "data").iterdir()} == {"cafe.db"}


@asynccontextmanager
async def serving_demo(command: Path, folder: Path) -> AsyncIterator[ClientSession]:
    """`cafe serve --demo` on a free port, and a client of it; at the end it stops cleanly."""
    process = await asyncio.create_subprocess_exec(
        command, "serve", "--demo", cwd=folder, env=environment(CAFE_PORT="0"), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    said = ""
    try:
        async with asyncio.timeout(START_WITHIN):
            while not (address := re.search(r"listening on (\S+)", said)):
                line = await process.stderr.readline()
                assert line, said
                said += line.decode()
        async with ClientSession(address[1]) as session:
            yield session
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        _, rest = await asyncio.wait_for(process.communicate(), timeout=START_WITHIN)
    assert process.returncode == 0, said + rest.decode()


async def test_the_installed_demo_is_served_with_its_pictures_and_pages(installed: Path, tmp_path: Path) -> None:
    async with serving_demo(installed, tmp_path) as session:
        async with session.get("/api/products") as answer:
            products = await answer.json()
        assert len(products) > 40
        async with session.get(products[0]["image_url"]) as answer:
            assert (answer.status, answer.content_type) == (200, "image/svg+xml")
        async with session.get("/webapp/") as answer:
            page = await answer.text()
        scripts = re.findall(r'src="(/webapp/[^"]+\.js)"', page)
        assert scripts
        async with session.get(scripts[0]) as answer:
            assert (answer.status, answer.content_type) == (200, "text/javascript")


def test_the_owners_pictures_go_before_the_demos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (find_pictures() / "latte.svg").is_file()
    own = tmp_path / "data" / "pictures"
    own.mkdir(parents=True)
    assert find_pictures() == own
