"""Whether other processes serve the same file is known at once, also after a kill."""

import asyncio
import subprocess
import sys
from pathlib import Path

from cafe.db.presence import Presence
from tests.driver import config_for, open_cafe

HOLD = """
import sys, time
from pathlib import Path
from cafe.db.presence import Presence
with Presence(Path(sys.argv[1])) as presence:
    presence.share()
    print(presence.is_alone, flush=True)
    time.sleep(60)
"""


def test_the_second_is_not_alone_and_the_one_after_both_is(tmp_path: Path) -> None:
    database = tmp_path / "cafe.db"
    with Presence(database) as first:
        assert first.is_alone
        with Presence(database) as early:
            assert not early.is_alone
            early.share()  # not yet possible, and no harm
        first.share()
        with Presence(database) as second:
            assert not second.is_alone
            second.share()
    with Presence(database) as third:
        assert third.is_alone


def test_a_second_one_outlives_the_first(tmp_path: Path) -> None:
    database = tmp_path / "cafe.db"
    second = Presence(database)
    with Presence(database) as first:
        first.share()
        second.__enter__()
        second.share()
    with Presence(database) as third:
        assert not third.is_alone
    second.__exit__(None, None, None)


def test_a_killed_process_is_gone_at_once(tmp_path: Path) -> None:
    database = tmp_path / "cafe.db"
    command = [sys.executable, "-c", HOLD, str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        with Presence(database) as beside:
            assert not beside.is_alone
        process.kill()
        process.wait(timeout=10)
        with Presence(database) as after:
            assert after.is_alone


async def test_a_service_notes_that_it_lives_until_it_stops(tmp_path: Path) -> None:
    config = config_for(tmp_path)
    async with open_cafe(config, catalogue=None) as first, open_cafe(config, catalogue=None) as second:
        async with asyncio.timeout(20):
            while await second.value("SELECT COUNT(*) FROM process_runs") < 2:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        assert (await first.get("/healthz")).json["presence"] == "running"
    async with open_cafe(config, catalogue=None) as third:
        async with asyncio.timeout(20):
            while await third.value("SELECT COUNT(*) FROM process_runs") != 1:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
