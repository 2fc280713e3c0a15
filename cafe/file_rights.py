"""File permissions of the database, the key and `.env`."""

import logging
import stat
from pathlib import Path

log = logging.getLogger(__name__)

GROUP_AND_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(database: Path) -> None:
    """Restrict an existing database, the files beside it and the key file to their owner."""
    for path in private_files(database):
        if path.exists() and path.stat().st_mode & GROUP_AND_OTHERS:
            _restrict(path)


def private_files(database: Path) -> list[Path]:
    """List the database, the files beside it and the key file, existing or not."""
    beside = (database.with_name(database.name + ending) for ending in ("-wal", "-shm", "-lock", "-copying"))
    return [database, *beside, database.with_suffix(".key")]


def warn_if_exposed(path: Path) -> None:
    """Warn if every user of the machine has access to a file with secrets. Group access may be intended."""
    if path.exists() and path.stat().st_mode & stat.S_IRWXO:
        log.warning("%s is accessible to every user of this machine: chmod o-rwx %s", path, path)


def _restrict(path: Path) -> None:
    try:
        path.chmod(0o600)
    except OSError as error:
        log.warning("%s is accessible to others and cannot be restricted: %s", path, error.strerror)
    else:
        log.info("%s was accessible to others; it is restricted to its owner now", path)
