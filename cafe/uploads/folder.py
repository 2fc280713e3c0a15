"""The folder with the files of uploaded pictures, named by their content."""

import asyncio
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cafe.durable import sync

_FILE = r"[0-9a-f]{64}-(320\.webp|800\.webp|800\.jpg|320\.avif|800\.avif)"
WHOLE = re.compile(_FILE)
NAME = re.compile(rf"\.?{_FILE}(\.\w+\.part)?")
"""Our files, including incomplete ones: anything else in the folder is left alone."""


class UploadFolder:
    """Stores files so that readers see each completely or not at all; the folder is created with the first one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def write(self, files: Mapping[str, bytes], now: int) -> None:
        """Store files by name; existing ones get the time `now` (Unix seconds)."""
        await asyncio.to_thread(self._write, files, now)

    async def read(self, name: str) -> bytes | None:
        """Read a file by its name; None if there is none."""
        return await asyncio.to_thread(self._read, name)

    async def list_older(self, before: int) -> list[str]:
        """List the names of files written before a moment in Unix seconds, including incomplete ones."""
        return await asyncio.to_thread(self._list_older, before)

    async def delete(self, name: str, before: int) -> None:
        """Delete a file, unless it was written again since `before` (Unix seconds)."""
        await asyncio.to_thread(self._delete, name, before)

    def add_missing(self, saved: Path, now: int) -> int:
        """Copy the pictures of another folder that are missing here; none is changed or deleted. Return how many."""
        missing = [
            path
            for path in sorted(saved.iterdir())
            if WHOLE.fullmatch(path.name) and path.is_file() and not (self._folder / path.name).exists()
        ]
        for path in missing:
            self._write({path.name: path.read_bytes()}, now)
        return len({path.name.partition("-")[0] for path in missing})

    def _write(self, files: Mapping[str, bytes], now: int) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            self._write_one(name, content, now)
        sync(self._folder)

    def _write_one(self, name: str, content: bytes, now: int) -> None:
        """Write a temporary file, then rename it: two processes may store the same picture at once."""
        handle, path = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=self._folder)
        temporary = Path(path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(0o644)  # everybody may read it, and another process may run as another user
            os.utime(temporary, (now, now))
            temporary.replace(self._folder / name)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def _read(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def _list_older(self, before: int) -> list[str]:
        try:
            with os.scandir(self._folder) as entries:
                return [
                    entry.name
                    for entry in entries
                    if NAME.fullmatch(entry.name) and entry.is_file() and entry.stat().st_mtime < before
                ]
        except FileNotFoundError:  # nothing was uploaded yet, or a file was deleted meanwhile
            return []

    def _delete(self, name: str, before: int) -> None:
        path = self._folder / name
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < before:
                path.unlink()
