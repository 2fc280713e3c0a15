"""The commands of the operating contract."""

import argparse
import asyncio
import gc
import os
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import uvloop
from pydantic import SecretStr

from cafe.app import opened, running
from cafe.config import Config, ConfigError, read_config
from cafe.core.errors import CatalogueError
from cafe.core.settings import READERS, Settings
from cafe.db.migrations import NewerDatabaseError
from cafe.logs import set_up_logging

Command = Callable[[Config, argparse.Namespace], Awaitable[None]]


class CommandError(Exception):
    """The command cannot be done; the text is one line for the person who gave it."""


def main(arguments: Sequence[str]) -> int:
    """Run a command and return the exit code: 0 done, 1 bad input, 2 bad usage (raised by argparse)."""
    parsed = _parser().parse_args(arguments)
    try:
        config = read_config()
        set_up_logging(config.log_level, config.log_format, _secrets(config))
        uvloop.run(parsed.command(config, parsed))
    except (CommandError, ConfigError, CatalogueError, NewerDatabaseError) as error:
        return _fail(str(error))
    except sqlite3.Error as error:
        return _fail(f"{config.database_path}: {error}")
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(config: Config, parsed: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stopped.set)
    async with running(config, is_demo=parsed.demo):
        # What stands by now stands until the end: the collector need not look through it again and again.
        gc.collect()
        gc.freeze()
        await stopped.wait()


async def _load(config: Config, parsed: argparse.Namespace) -> None:
    try:
        text = parsed.file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{parsed.file}: not UTF-8 text: {error.reason}") from None
    async with opened(config) as (_, services):
        try:
            await services.catalogue.load(text)
        except CatalogueError as error:
            raise CommandError(f"{parsed.file}: {error}") from None


async def _dump(config: Config, _parsed: argparse.Namespace) -> None:
    async with opened(config) as (_, services):
        sys.stdout.write(await services.catalogue.dump())


async def _settings(config: Config, parsed: argparse.Namespace) -> None:
    async with opened(config) as (_, services):
        if parsed.changes:
            await services.settings.change(dict(parsed.changes))
        else:
            for key in READERS:
                print(f"{key}={_shown(services.settings.current, key)}")


async def _backup(config: Config, parsed: argparse.Namespace) -> None:
    if not config.database_path.exists():
        raise CommandError(f"{config.database_path}: there is no database to copy")
    if parsed.file.exists() and parsed.file.samefile(config.database_path):
        raise CommandError(f"{parsed.file}: is the database itself")
    if not parsed.file.parent.is_dir():
        raise CommandError(f"{parsed.file}: there is no such folder")
    if parsed.file.is_dir():
        raise CommandError(f"{parsed.file}: is a folder")
    unfinished = parsed.file.with_name(f".{parsed.file.name}.{os.getpid()}.part")
    async with opened(config) as (database, _):
        try:
            await database.backup(unfinished)
            unfinished.replace(parsed.file)
        finally:
            unfinished.unlink(missing_ok=True)


def _shown(settings: Settings, key: str) -> str:
    value = getattr(settings, key)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _change(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return key.strip(), value.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cafe", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(command=command)
        return added

    serve = add("serve", _serve, "serve the cafe")
    serve.add_argument("--demo", action="store_true", help="first load the demo catalogue when there is none")
    load = add("load", _load, "insert or update what a catalogue file says, all or nothing")
    load.add_argument("file", type=Path, metavar="FILE.toml")
    add("dump", _dump, "print the whole catalogue and the settings as a catalogue file")
    settings = add("settings", _settings, "print or change the cafe's settings")
    settings.add_argument("changes", nargs="*", type=_change, metavar="KEY=VALUE")
    backup = add("backup", _backup, "write a consistent copy of the database while the service runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    return parser


def _secrets(config: Config) -> list[str]:
    values = (getattr(config, name) for name in Config.model_fields)
    return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]


def _fail(text: str) -> int:
    print(f"cafe: {' '.join(text.split())}", file=sys.stderr)
    return 1
