"""A PgBouncer of the tests' own before a PostgreSQL server: the machine's, or what `make proxies` unpacked."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.postgres import NOBODY, PASSWORD, PostgresServer

CACHE = Path(__file__).parents[1] / ".cache" / "pgbouncer"
PROGRAM = shutil.which("pgbouncer") or next((str(path) for path in CACHE.rglob("sbin/pgbouncer") if path.is_file()), "")
LIBRARIES = ":".join(sorted({str(path.parent) for path in CACHE.rglob("*.so*")}))

needs_pgbouncer = pytest.mark.skipif(not PROGRAM, reason="there is no PgBouncer, and no Debian package of it to be had")

CONFIGURATION = """
[databases]
* = host=127.0.0.1 port={server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
logfile = {folder}/log
pool_mode = {mode}
default_pool_size = {sessions}
"""


@contextmanager
def pgbouncer(server: PostgresServer, mode: str, sessions: int) -> Iterator[int]:
    """Serve a server's databases with a number of sessions each; yields the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="cafe-pgbouncer-") as name:
        folder = Path(name)
        (folder / "users").write_text(f'"cafe" "{PASSWORD}"\n')
        configuration = folder / "pgbouncer.ini"
        configuration.write_text(
            CONFIGURATION.format(server=server.port, port=port, folder=folder, mode=mode, sessions=sessions)
        )
        command = [PROGRAM, str(configuration)]
        if os.geteuid() == 0:  # it refuses to serve as root
            for path in (folder, *folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
            command[1:1] = ["-u", "nobody"]
        process = subprocess.Popen(command, env=os.environ | {"LD_LIBRARY_PATH": LIBRARIES}, stderr=subprocess.DEVNULL)  # noqa: S603
        try:
            _wait(process, port)
            yield port
        finally:
            process.kill()
            process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    until = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert process.poll() is None, "PgBouncer ended"
            assert time.monotonic() < until, "PgBouncer does not listen"
            time.sleep(0.02)
        else:
            return
