"""`deploy/install.sh`, from what the image gets of a checkout to a cafe that serves, with the real pip."""

import os
import re
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy import containerfile
from tests.deploy.programs import DEPLOY, ROOT
from tests.test_packaging import environment, serving_demo

ADDRESS = "https://cafe.example.org"


def install(checkout: Path, *arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    script = checkout / "deploy" / "install.sh"
    command = ["sh", str(script), *map(str, arguments)]
    return subprocess.run(command, cwd="/", env=environment(**more), check=False, capture_output=True, text=True)  # noqa: S603 - our own words


def checkout_in(folder: Path) -> Path:
    """A checkout with what the Containerfile copies, and no more."""
    containerfile.copy(containerfile.read(DEPLOY / "Containerfile"), ROOT, folder)
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def rights(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def programs(folder: Path) -> set[str]:
    return {path.name for path in (folder / "venvs").iterdir()}


@dataclass(frozen=True, slots=True)
class Installed:
    checkout: Path
    folder: Path
    said: str

    @property
    def in_use(self) -> str:
        return str((self.folder / "venv").readlink())

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.folder / "venv" / "bin" / "cafe"), *arguments]
        return subprocess.run(command, cwd=self.folder, env=environment(), check=False, capture_output=True, text=True)  # noqa: S603 - our own words


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Installed once; libraries come from the package index, or pip's cache of them."""
    checkout = checkout_in(tmp_path_factory.mktemp("checkout"))
    for path in checkout.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)  # the checkout need not be writable
    folder = tmp_path_factory.mktemp("machine") / "srv" / "cafe"
    done = install(checkout, folder, ADDRESS)
    assert done.returncode == 0, done.stdout + done.stderr
    return Installed(checkout, folder, done.stdout)


def test_it_makes_program_data_and_settings_and_nothing_else(installed: Installed) -> None:
    assert {path.name for path in installed.folder.iterdir()} == {"venv", "venvs", "data", ".env"}
    assert rights(installed.folder / "data") == "0o700"
    assert rights(installed.folder / ".env") == "0o600"
    assert f"\nCAFE_BASE_URL={ADDRESS}\n" in (installed.folder / ".env").read_text()
    assert not list((installed.folder / "venv").rglob("hatchling"))  # what makes the package does not stay
    *_, doctor, way_in = installed.said.splitlines()
    assert "venv/bin/cafe doctor" in doctor
    assert "venv/bin/cafe desk-link" in way_in
    assert ("chown -R cafe:cafe" in installed.said) == (os.getuid() == 0)  # else the unit's user could read nothing


async def test_the_installed_cafe_serves_and_is_checked(installed: Installed) -> None:
    async with serving_demo(installed.folder / "venv" / "bin" / "cafe", installed.folder) as session:
        async with session.get("/healthz") as answer:
            assert (await answer.json())["status"] == "ok"
        async with session.get("/api/products") as answer:
            assert len(await answer.json()) > 40
    (installed.folder / ".env").write_text("# looked through\n")  # so that doctor looks for nobody outside
    done = installed.command("doctor")
    assert re.search(r"^ok +database +SQLite", done.stdout, re.MULTILINE), done.stdout + done.stderr
    assert re.search(r"^ok +schema ", done.stdout, re.MULTILINE)


def test_run_again_it_changes_nothing(installed: Installed) -> None:
    (installed.folder / ".env").write_text("# looked through\n")
    before = installed.in_use
    done = install(installed.checkout, installed.folder, "https://another.example.org")
    assert done.returncode == 0, done.stderr
    assert "is up to date" in done.stdout
    assert installed.in_use == before
    assert (installed.folder / ".env").read_text() == "# looked through\n"


def test_an_upgrade_that_fails_leaves_the_old_program(installed: Installed, tmp_path: Path) -> None:
    broken, before = checkout_in(tmp_path), installed.in_use
    change(broken / "requirements.lock", "--hash=sha256:", "--hash=sha256:00000000")
    done = install(broken, installed.folder)
    assert done.returncode == 1
    assert "install.sh: requirements.lock could not be installed, see above; nothing was changed" in done.stderr
    assert installed.in_use == before
    assert {f"venvs/{name}" for name in programs(installed.folder)} == {before}
    assert installed.command("--version").returncode == 0


def test_an_upgrade_keeps_data_settings_and_the_program_before(installed: Installed, tmp_path: Path) -> None:
    (installed.folder / ".env").write_text("# looked through\n")
    (installed.folder / "data" / "note").write_text("kept")
    (installed.folder / "venvs" / "0.0.1-1").mkdir()  # what an earlier upgrade left
    still_runs = installed.folder / "venvs" / "0.0.2-1" / "sleep"  # as one after which nobody has restarted
    still_runs.parent.mkdir()
    shutil.copy("/bin/sleep", still_runs)
    newer, before = checkout_in(tmp_path), installed.in_use
    init = newer / "cafe" / "__init__.py"
    init.write_text(re.sub('__version__ = ".*"', '__version__ = "9.8.7"', init.read_text()))
    with subprocess.Popen([still_runs, "300"]) as running:  # noqa: S603 - it is ours
        done = install(newer, installed.folder)
        running.kill()
    assert done.returncode == 0, done.stderr
    assert still_runs.exists()
    shutil.rmtree(still_runs.parent)
    assert installed.command("--version").stdout == "cafe 9.8.7\n"
    assert {f"venvs/{name}" for name in programs(installed.folder)} == {before, "venvs/9.8.7-1"}
    assert (installed.folder / ".env").read_text() == "# looked through\n"
    assert (installed.folder / "data" / "note").read_text() == "kept"
    [back] = re.findall(r"cd \S+ && (ln .+), and restart", done.stdout)
    subprocess.run(["sh", "-c", back], cwd=installed.folder, check=True)  # noqa: S603, S607 - what the script says
    assert installed.in_use == before
    assert installed.command("--version").returncode == 0


FAKE_PYTHON = """#!/bin/sh
case "$*" in
  *{refused}*) exit 1 ;;
esac
exec python3 "$@"
"""


@pytest.mark.parametrize(
    ("refused", "says"),
    [("version_info", "Python 3.11 or newer is needed"), ("ensurepip", "apt-get install python3-venv")],
)
def test_a_python_that_will_not_do_is_refused(refused: str, says: str, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(FAKE_PYTHON.format(refused=refused))
    python.chmod(0o755)
    done = install(ROOT, tmp_path / "cafe", PYTHON=str(python))
    assert done.returncode == 1
    assert says in done.stderr
    assert not (tmp_path / "cafe").exists()


def test_no_python_is_refused(tmp_path: Path) -> None:
    done = install(ROOT, tmp_path / "cafe", PYTHON="python9.99")
    assert (done.returncode, "there is no python9.99" in done.stderr) == (1, True)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = install(ROOT, tmp_path / "file" / "cafe")
    assert (done.returncode, done.stderr) == (1, f"install.sh: {tmp_path}/file/cafe: cannot be made\n")


def test_a_folder_that_cannot_be_written_is_refused() -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "deploy").mkdir()
        script = shutil.copy(DEPLOY / "install.sh", place / "deploy")
        folder = place / "cafe"
        folder.mkdir(mode=0o555)
        place.chmod(0o755)
        somebody_else = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*somebody_else, "sh", script, folder]
        done = subprocess.run(command, cwd="/", env=environment(), check=False, capture_output=True, text=True)  # noqa: S603 - our own words
        assert done.returncode == 1
        assert done.stderr.startswith(f"install.sh: {folder}: cannot be written")


@pytest.mark.parametrize("address", ["cafe.example.org", "https://", "https://a b", "https://a\nCAFE_DEBUG=1"])
def test_what_is_no_address_is_refused(address: str, tmp_path: Path) -> None:
    done = install(ROOT, tmp_path / "cafe", address)
    assert done.returncode == 1
    assert not (tmp_path / "cafe").exists()


def test_without_a_folder_it_says_how_it_is_used() -> None:
    done = install(ROOT)
    assert (done.returncode, done.stderr) == (2, "usage: install.sh FOLDER [https://the.public.address]\n")


def test_it_takes_the_place_of_nothing_that_it_did_not_make(tmp_path: Path) -> None:
    (tmp_path / "venv").mkdir()
    done = install(ROOT, tmp_path)
    assert (done.returncode, "was not made by install.sh" in done.stderr) == (1, True)
