"""The shipped systemd unit: systemd understands it and finds it closed, and the program runs within it."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from tests.deploy.programs import DEPLOY, ROOT, SYSTEMD_ANALYZE, needs_systemd, systemd_environment
from tests.deploy.sandbox import settings
from tests.test_packaging import environment, run
from tests.uploads.photos import photo

UNIT = DEPLOY / "cafe.service"
EXPOSURE = 15
"""The most that the unit may leave open, in tenths of systemd's points: it has 1.2, most services above 9."""
WITHIN = 90


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [SYSTEMD_ANALYZE, *arguments]
    return subprocess.run(command, env=systemd_environment(), check=False, capture_output=True, text=True)  # noqa: S603 - our own words


@needs_systemd
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """With a folder that is there in place of /srv/cafe; nothing else is changed."""
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "cafe").touch(mode=0o755)
    unit = tmp_path / "cafe.service"
    unit.write_text(UNIT.read_text(encoding="utf-8").replace("/srv/cafe/", f"{tmp_path}/"), encoding="utf-8")
    done = analyze("verify", "--man=no", str(unit))
    ours = [line for line in done.stderr.splitlines() if "cafe.service" in line]
    assert (done.returncode, ours) == (0, [])
    unit.write_text(unit.read_text(encoding="utf-8") + "\n[Service]\nProtectSystm=strict\n", encoding="utf-8")
    assert "ProtectSystm" in analyze("verify", "--man=no", str(unit)).stderr


@needs_systemd
def test_systemd_finds_little_left_open() -> None:
    done = analyze("security", "--offline=true", f"--threshold={EXPOSURE}", str(UNIT))
    assert done.returncode == 0, done.stdout


def test_the_unit_is_for_what_the_script_installs() -> None:
    [folder] = settings(UNIT, "WorkingDirectory")
    assert settings(UNIT, "ExecStart") == [f"{folder}/venv/bin/cafe serve"]
    assert settings(UNIT, "ReadWritePaths") == [f"{folder}/data"]
    assert settings(UNIT, "Type") == ["notify"]
    assert settings(UNIT, "EnvironmentFile") == []  # the program reads .env by itself


@needs_systemd
def test_what_the_unit_forbids_is_refused() -> None:
    tries = """
import errno, mmap, os, socket

def refused(attempt, *arguments):
    try:
        attempt(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]

print(refused(os.chroot, "/"), refused(os.sched_setaffinity, 0, {0}), refused(socket.socket, socket.AF_NETLINK))
"""
    command = [sys.executable, "-m", "tests.deploy.sandbox", SYSTEMD_ANALYZE, str(UNIT), sys.executable, "-c", tries]
    done = subprocess.run(command, cwd=ROOT, env=systemd_environment(), check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    assert done.stdout.split() == ["EPERM", "EPERM", "EAFNOSUPPORT"]


@needs_systemd
async def test_the_program_runs_within_what_the_unit_leaves_open(tmp_path: Path) -> None:
    """It serves, takes a photo, which makes AVIF files too, tells its metrics, and stops."""
    within = environment(CAFE_PORT="0", CAFE_METRICS_PORT="0", PYTHONPATH=str(ROOT)) | systemd_environment_only()
    program = (sys.executable, str(ROOT / "run.py"), "--demo")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.deploy.sandbox", SYSTEMD_ANALYZE, str(UNIT), *program),
        cwd=tmp_path,
        env=within,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    said = ""
    try:
        async with asyncio.timeout(WITHIN):
            while "desk-link" not in said:  # how to get a link; the link itself stands in no log
                line = await process.stderr.readline()
                assert line, said
                said += line.decode()
        link = run([sys.executable, "-m", "cafe", "desk-link"], tmp_path, PYTHONPATH=str(ROOT))
        token = link.strip().partition("#link=")[2]
        url, metrics = (
            found[1] for pattern in (r"listening on (\S+)", r"metrics at (\S+)") if (found := re.search(pattern, said))
        )
        jar = CookieJar(unsafe=True)
        async with ClientSession(cookie_jar=jar, headers={"Origin": url}) as session:
            async with session.post(f"{url}/api/desk/session/link", json={"token": token}) as answer:
                assert answer.status == 200, await answer.text()
            async with session.post(f"{url}/api/desk/pictures", data=photo(4000, 3000)) as answer:
                assert answer.status == 201, await answer.text()
            async with session.post(f"{url}/api/cart/items", json={"product_id": 1}) as answer:
                assert answer.status == 201
            async with session.get(metrics) as answer:
                assert "process_resident_memory_bytes" in await answer.text()
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        _, rest = await asyncio.wait_for(process.communicate(), WITHIN)
    assert process.returncode == 0, said + rest.decode()
    assert "ERROR" not in said + rest.decode()


def systemd_environment_only() -> dict[str, str]:
    """What an unpacked systemd needs beyond this environment."""
    return {name: value for name, value in systemd_environment().items() if os.environ.get(name) != value}
