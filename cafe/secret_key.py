"""The secret key: the configured one, or one generated and stored next to the database."""

import errno
import os
import secrets
from contextlib import suppress

from cafe.config import Config


def get_secret_key(config: Config) -> str:
    """Return the configured secret key, or the one next to the database, created on first start with mode 0600."""
    if config.secret_key:
        return config.secret_key.get_secret_value()
    path = config.database_path.with_suffix(".key")
    if not path.exists():
        created = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(created, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another process created it first: use its key
            os.link(created, path)
        created.unlink()
    key = path.read_text().strip()
    if not key:
        raise OSError(errno.EINVAL, "the secret key is empty; remove the file and a new one is made", str(path))
    return key
