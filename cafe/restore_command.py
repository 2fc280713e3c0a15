"""`cafe restore`: replace the database by a copy."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from cafe.backups.copy_folder import list_generations, rebuild
from cafe.backups.folder import DATABASE, UPLOADS
from cafe.config import Config
from cafe.core.kernel.clock import SYSTEM_CLOCK, unix_now
from cafe.db.errors import RestoreError
from cafe.db.restoring import CopyFacts
from cafe.engines import mark_moment, restore_database
from cafe.uploads.folder import UploadFolder

EXACT = "%Y-%m-%d %H:%M:%S %Z"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "copy",
        type=Path,
        metavar="COPY",
        help="a file that `backup` made or that lies beside the database, a night's folder, or that of CAFE_COPY_TO",
    )
    parser.add_argument(
        "--at",
        type=_moment,
        metavar="YYYY-MM-DDTHH:MM[:SS]",
        help="of the folder of CAFE_COPY_TO: the database as it was then, by this machine's clock (default: newest)",
    )


async def run(config: Config, parsed: argparse.Namespace) -> None:
    """Restore, and print the age of the copy, the place of the replaced database and the next steps.

    Raises:
        RestoreError: the copy cannot be used, or the database is served; nothing was changed.
    """
    copy: Path = parsed.copy
    if list_generations(copy):
        with _rebuilt(config, copy, parsed.at) as file:
            await _restore(config, file, None)
        return
    if parsed.at is not None:
        raise RestoreError("--at: is for the folder of CAFE_COPY_TO")
    file, pictures = _find_in(copy) if copy.is_dir() else (copy, None)  # noqa: ASYNC240 - nothing runs beside it
    await _restore(config, file, pictures)


async def _restore(config: Config, file: Path, pictures: Path | None) -> None:
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


@contextmanager
def _rebuilt(config: Config, folder: Path, until: datetime | None) -> Iterator[Path]:
    """Yield the database that a continuous copy has, and say of what moment it is."""
    database = None if config.is_shared else config.database_path.absolute()
    if database is not None:
        database.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".rebuilt-", dir=database and database.parent) as made:
        file = Path(made) / DATABASE
        found = rebuild(folder, file, None if until is None else int(until.timestamp() * 1000))
        if found is None:
            raise RestoreError(f"{folder}: has nothing of that time, or nothing that is whole")
        say(f"the continuous copy has everything up to {datetime.fromtimestamp(found.at // 1000).astimezone():{EXACT}}")
        if found.problem:
            say(f"WARNING: it should go on, but {found.problem}")
        mark_moment(file, found.at // 1000)
        yield file


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no moment such as 2026-11-28T12:40") from None


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
