"""`cafe restore`: replace the database by a copy."""

import argparse
from datetime import datetime
from pathlib import Path

from cafe.backups.folder import DATABASE, UPLOADS
from cafe.config import Config
from cafe.core.kernel.clock import SYSTEM_CLOCK, unix_now
from cafe.db.errors import RestoreError
from cafe.db.restoring import CopyFacts
from cafe.engines import restore_database
from cafe.uploads.folder import UploadFolder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "copy",
        type=Path,
        metavar="COPY",
        help="a file that `backup` made or that lies beside the database, or a folder",
    )


async def run(config: Config, parsed: argparse.Namespace) -> None:
    """Restore, and print the age of the copy, the place of the replaced database and the next steps.

    Raises:
        RestoreError: the copy cannot be used, or the database is served; nothing was changed.
    """
    copy: Path = parsed.copy
    file, pictures = _find_in(copy) if copy.is_dir() else (copy, None)  # noqa: ASYNC240 - nothing runs beside it

    def checked(facts: CopyFacts) -> None:
        """Print this before anything is changed: after a kill, these lines tell where everything is."""
        say(describe(facts))
        if pictures is not None:
            back = UploadFolder(config.uploads).add_missing(pictures, unix_now(SYSTEM_CLOCK))
            say(f"pictures brought back: {back}")
        if facts.kept is not None:
            say(f"the database until now is kept in {facts.kept}")
        if facts.is_older and not config.is_shared:
            say("the copy is an older version's: it is migrated when it is served")

    await restore_database(config, file, checked)
    say("restored; start the service, then look through bank cabinet and staff chat for the time since the copy")


def _find_in(folder: Path) -> tuple[Path, Path | None]:
    """Return the database in a folder, and its folder of pictures, if any."""
    file, pictures = folder / DATABASE, folder / UPLOADS
    if not file.exists():
        raise RestoreError(f"{folder}: there is no {DATABASE} in this folder")
    return file, pictures if pictures.is_dir() else None


def describe(facts: CopyFacts) -> str:
    newest = ""
    if facts.newest_at is not None:
        newest = f", the newest №{facts.newest_number} of {_local(facts.newest_at)}"
    return f"the copy is of {_local(facts.made_at)}; orders in it: {facts.orders}{newest}"


def say(text: str) -> None:
    print(text, flush=True)


def _local(moment: int) -> str:
    return f"{datetime.fromtimestamp(moment).astimezone():%Y-%m-%d %H:%M %Z}"
