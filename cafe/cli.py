"""The commands of the operating contract."""

import argparse
import asyncio
import faulthandler
import gc
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

import uvloop

from cafe import __version__
from cafe.app import examine, opened, running
from cafe.backups.folder import OF_SQLITE
from cafe.config import ENV_FILE, Config, ConfigError, is_postgres, read_config
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.lengths import PERSON
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import read_texts
from cafe.core.kernel.urls import BOARD, desk_link_path, pairing_path
from cafe.core.people.devices.model import CODE_SECONDS, DEFAULT_NAME
from cafe.core.people.privacy.model import AmbiguousCustomerError
from cafe.core.people.staff.errors import LastOwnerError
from cafe.core.people.staff.model import Role
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.checks.model import State, describe_finding, name_of
from cafe.db.copies import NotADatabaseError
from cafe.db.errors import MoveError, RestoreError
from cafe.db.migrations import SchemaError
from cafe.engines import back_up, move_database
from cafe.file_rights import warn_if_exposed
from cafe.logs import set_up_logging
from cafe.print_agent import add_arguments as add_agent_arguments
from cafe.print_agent import run as run_agent
from cafe.refund_command import RefundCommandError
from cafe.refund_command import add_arguments as add_refund_arguments
from cafe.refund_command import run as run_refund
from cafe.restore_command import add_arguments as add_restore_arguments
from cafe.restore_command import run as run_restore
from cafe.sentry import reporting
from cafe.service_manager import service_manager
from cafe.terminal import print_link

log = logging.getLogger(__name__)

Command = Callable[[Config, argparse.Namespace], Awaitable[None]]


AGENT = "print in the cafe's own network what the service has for its printers"


class CommandError(Exception):
    """The command cannot be run; the text is one line for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code: 0 success, 1 bad input, 2 bad usage (raised by argparse)."""
    parsed = _parser().parse_args(arguments)
    if parsed.command is None:
        return run_agent(parsed)  # on a machine of the cafe, where there is no service to configure
    return _run(parsed)


def _run(parsed: argparse.Namespace) -> int:
    try:
        config = read_config()
        set_up_logging(config.log_level, config.log_format, config.secrets)
        uvloop.run(parsed.command(config, parsed))
    except (CommandError, ConfigError, CatalogueError, AmbiguousCustomerError) as error:
        return _fail(str(error))
    except (SchemaError, NotADatabaseError, MoveError, RestoreError, UnavailableError) as error:
        return _fail(str(error))
    except sqlite3.Error as error:
        return _fail(f"{'the SQLite file' if config.is_shared else config.database_path}: {error}")
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130
    return 0


SWITCH_SECONDS = 0.0005
"""How soon a computing thread yields to others: the event loop waits this long, instead of 5 ms, at each wake-up."""

STOP_WITHIN = 18.0
"""Seconds: a stop should take ten, and the service manager kills the process after twenty."""


async def _serve(config: Config, parsed: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM.

    A stop that hangs is ended with status 1 and all stacks on stderr: acknowledged data is durable.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    warn_if_exposed(ENV_FILE)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stopped.set)
    with service_manager() as manager:
        async with reporting(config), running(config, is_demo=parsed.demo) as app:
            # Objects created so far live until the end: keep the garbage collector from scanning them again and again.
            gc.collect()
            gc.freeze()
            manager.ready(f"listening on {app.base_url}")
            await stopped.wait()
            faulthandler.dump_traceback_later(STOP_WITHIN, exit=True)
            log.info("stopping: requests received so far are answered first")
            manager.stopping()
    log.info("stopped")


async def _load(config: Config, parsed: argparse.Namespace) -> None:
    try:
        text = parsed.file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{parsed.file}: not UTF-8 text: {error.reason}") from None
    async with opened(config, migrates=True) as (_, services):
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
            for key, value in services.settings.current.used().items():
                print(f"{key}={_format_setting(value)}")


async def _backup(config: Config, parsed: argparse.Namespace) -> None:
    if not config.is_shared and not config.database_path.exists():
        raise CommandError(f"{config.database_path}: there is no database to copy")
    if not config.is_shared and parsed.file.exists() and parsed.file.samefile(config.database_path):
        raise CommandError(f"{parsed.file}: is the database itself")
    if not parsed.file.parent.is_dir():
        raise CommandError(f"{parsed.file}: there is no such folder")
    if parsed.file.is_dir():
        raise CommandError(f"{parsed.file}: is a folder")
    temporary = parsed.file.with_name(f".{parsed.file.name}.{os.getpid()}.part")
    try:
        await back_up(config, temporary)
        temporary.replace(parsed.file)
    except sqlite3.OperationalError as error:
        if OF_SQLITE.get(str(error)) is Problem.NO_ROOM:  # at the target: the database is only read
            raise CommandError(f"{parsed.file}: there is no room for the copy") from None
        raise
    finally:
        temporary.unlink(missing_ok=True)


async def _migrate(config: Config, _parsed: argparse.Namespace) -> None:
    if not config.is_shared and not config.database_path.exists():
        raise CommandError(f"{config.database_path}: there is no database to migrate")
    async with opened(config, migrates=True):
        pass


async def _move(config: Config, parsed: argparse.Namespace) -> None:
    if not is_postgres(parsed.to) and not parsed.to.startswith("sqlite:///"):
        raise CommandError("--to: must be postgresql://user:password@host/database or sqlite:///path/to/file.db")
    rows = await move_database(config, parsed.to)
    print(f"rows moved: {rows}; set CAFE_DATABASE_URL to the new database and start the service")


async def _forget(config: Config, parsed: argparse.Namespace) -> None:
    async with opened(config) as (_, services):
        forgotten = await services.privacy.forget_person(parsed.person)
    print(f"finished orders anonymised: {forgotten.orders}")
    if forgotten.open_orders:
        print(f"open orders to be anonymised when they end: {forgotten.open_orders}")
    for customer_id in forgotten.others:
        print(f"customer {customer_id} also has orders with other phones, which were kept: forget {customer_id}")


async def _board_code(config: Config, parsed: argparse.Namespace) -> None:
    async with opened(config) as (_, services):
        code = await services.devices.issue_code(parsed.name)
    address = _address(config)
    print(f"{address}{BOARD}")
    print(f"code for '{code.name}', good once and for {CODE_SECONDS // 60} minutes: {code.shown}")
    print(f"{address}{pairing_path(code.token)}")


async def _desk_link(config: Config, parsed: argparse.Namespace) -> None:
    name = clean_text(parsed.name)
    if parsed.name is not None and (name is None or len(name) > PERSON):
        raise CommandError(f"--name: must be a name of at most {PERSON} characters")
    async with opened(config) as (_, services):
        try:
            link = await services.sign_in.issue_link(name, parsed.role and Role(parsed.role))
        except LastOwnerError:
            raise CommandError("--role: this is the last owner: make somebody else one first") from None
    print_link(f"{_address(config)}{desk_link_path(link.token)}", sys.stdout)


async def _devices(config: Config, parsed: argparse.Namespace) -> None:
    async with opened(config) as (_, services):
        if parsed.revoke is not None:
            device = await services.devices.revoke(parsed.revoke)
            if device is None:
                raise CommandError(f"--revoke: there is no device {parsed.revoke}")
            print(f"revoked: {device.name}")
            return
        zone = services.settings.current.zone
        for device in await services.devices.list_all():
            paired, seen = (
                f"{datetime.fromtimestamp(at, zone):%Y-%m-%d %H:%M}" for at in (device.paired_at, device.seen_at)
            )
            print(f"{device.id}\t{device.name}\tpaired {paired}\tlast seen {seen}")


async def _doctor(config: Config, _parsed: argparse.Namespace) -> None:
    findings, texts = await examine(config), read_texts()
    width = max(len(name_of(finding, texts, Locale.EN)) for finding in findings)
    for finding in findings:
        name = name_of(finding, texts, Locale.EN)
        print(f"{finding.state.value:<8} {name:<{width}}  {describe_finding(finding, texts, Locale.EN)}")
    failed = sum(finding.state is State.FAILED for finding in findings)
    if failed:
        raise CommandError(f"{failed} of {len(findings)} checks failed")


async def _refund(config: Config, parsed: argparse.Namespace) -> None:
    async with opened(config) as (_, services):
        try:
            await run_refund(services, parsed)
        except RefundCommandError as error:
            raise CommandError(str(error)) from None


def _address(config: Config) -> str:
    """Return the public address; if the service chooses its port itself, say so in a line and return an empty text."""
    if not config.base_url and not config.port:
        print("CAFE_PORT is 0: the address begins with what the service logs as 'listening on'", file=sys.stderr)
        return ""
    return config.base_url or f"http://{config.host}:{config.port}"


def _format_setting(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _change(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return key.strip(), value.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cafe", description=__doc__)
    parser.add_argument("--version", action="version", version=f"cafe {__version__}")
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
    add_restore_arguments(add("restore", run_restore, "put a copy in the database's place, which is kept beside it"))
    add("migrate", _migrate, "bring the database to this program's schema, after a copy beside it")
    move = add("move", _move, "copy everything into an empty database of the other engine, to serve from there on")
    move.add_argument("--to", required=True, metavar="URL")
    forget = add("forget", _forget, "forget a customer: anonymise their finished orders, drop links, messages and cart")
    forget.add_argument("person", metavar="PHONE_OR_CUSTOMER_ID")
    board_code = add(
        "board-code",
        _board_code,
        "print the kitchen screen's address, a code that pairs a tablet with it, and a link",
    )
    board_code.add_argument("--name", default="", help=f"what the tablet is called (default: {DEFAULT_NAME})")
    desk_link = add(
        "desk-link",
        _desk_link,
        "print an address that signs one person in at the owner's desk, once, within ten minutes",
    )
    desk_link.add_argument("--name", help="who it is; made if there is none (default: the first owner)")
    desk_link.add_argument(
        "--role", choices=[role.value for role in Role], help="what they may do (default: as before, else owner)"
    )
    add("doctor", _doctor, "check configuration, machine, database and outside services, and change nothing")
    agent = commands.add_parser("print-agent", help=AGENT, description=AGENT)
    agent.set_defaults(command=None)
    add_agent_arguments(agent)
    add_refund_arguments(add("refund", _refund, "give the money of an order back, all that is left or a part"))
    devices = add("devices", _devices, "list the paired tablets, or revoke one")
    devices.add_argument("--revoke", type=int, metavar="ID")
    return parser


def _fail(text: str) -> int:
    print(f"cafe: {' '.join(text.split())}", file=sys.stderr)
    return 1
