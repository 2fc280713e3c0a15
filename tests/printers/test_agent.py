"""The agent in the cafe, over real sockets: what is on paper, and what it says of that."""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cafe import cli, print_agent
from cafe.print_agent import Agent, RefusedError, print_page
from tests.driver import Cafe
from tests.fakes.raw_printer import RawPrinter
from tests.printers.paper import added

pytestmark = pytest.mark.real_time  # the agent is a program of its own, with sockets and threads

PAGE = b"\x1b@" + bytes(range(1, 200)) * 200 + b"\x1dVB\x00"


PROGRAM = Path(print_agent.__file__).read_bytes()


@pytest.fixture(autouse=True)
def _is_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever answers has time to: the machine may be busy."""
    monkeypatch.setattr(print_agent, "ANSWERING", set())
    monkeypatch.setattr(print_agent, "STATUS_SECONDS", 10.0)
    monkeypatch.setattr(print_agent, "REST_SECONDS", 0.05)


@pytest.fixture
def printer() -> Iterator[RawPrinter]:
    with RawPrinter() as printer:
        yield printer


def settled(printer: RawPrinter) -> tuple[int, int]:
    """Wait until the printer has noticed that the agent is gone; return how many pages are whole, and torn."""
    end = time.monotonic() + 30
    while not printer.pages and not printer.torn and time.monotonic() < end:
        time.sleep(0.01)
    return len(printer.pages), len(printer.torn)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what a thread does."""
    end = time.monotonic() + 30
    for _ in iter(is_so, True):
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("answers", [True, False])
def test_a_page_comes_out_whole(printer: RawPrinter, monkeypatch: pytest.MonkeyPatch, *, answers: bool) -> None:
    printer.answers = answers
    if not answers:
        monkeypatch.setattr(print_agent, "STATUS_SECONDS", 0.2)
    assert print_page(printer.address, PAGE) == ("printed", None)
    assert settled(printer) == (1, 0)
    assert printer.pages == [PAGE]


def test_nothing_is_sent_without_paper_or_with_an_open_cover(printer: RawPrinter) -> None:
    printer.has_paper = False
    assert print_page(printer.address, PAGE) == ("failed", "paper")
    printer.has_paper, printer.is_open = True, True
    assert print_page(printer.address, PAGE) == ("failed", "cover")
    printer.is_open = False
    assert print_page(printer.address, PAGE) == ("printed", None)
    assert (len(printer.pages), printer.torn) == (1, [])


def test_one_that_is_off(printer: RawPrinter) -> None:
    address = printer.address
    printer.__exit__(None, None, None)
    assert print_page(address, PAGE) == ("failed", "off")
    assert print_page("queue:../x", PAGE) == ("failed", "off")
    assert print_page("usb:/dev/usb/lp99", PAGE) == ("failed", "off")
    printer.__enter__()


def test_what_stops_half_way_is_unclear(printer: RawPrinter, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"STATUS_SECONDS": 2.0, "STALLED_SECONDS": 0.4, "DONE_SECONDS": 0.4}.items():
        monkeypatch.setattr(print_agent, name, seconds)
    printer.jams_after = 2000
    assert print_page(printer.address, PAGE) == ("unclear", "other")
    assert print_page(printer.address, PAGE) == ("failed", "other")  # its port is still open
    assert settled(printer) == (0, 1)
    printer.jams_after, printer.breaks_after = None, 2000
    assert print_page(printer.address, PAGE) == ("unclear", "off")
    printer.breaks_after, printer.forgets_done = None, True
    assert print_page(printer.address, PAGE)[0] == "unclear"
    assert printer.pages == [PAGE]


def test_a_queue_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "lp"
    command.write_text(f'#!/bin/sh\n[ "$2" = Kitchen ] || exit 1\ncat > "{tmp_path}/page"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert print_page("queue:Kitchen", PAGE) == ("printed", None)
    assert (tmp_path / "page").read_bytes() == PAGE
    assert print_page("queue:Bar", PAGE) == ("failed", "off")


async def test_from_order_to_paper(cafe: Cafe, printer: RawPrinter) -> None:
    owner = await cafe.desk()
    _, token = await added(owner, address=printer.address)
    agent = Agent(cafe.url, token)
    work = threading.Thread(target=agent.run)
    work.start()
    for count in range(1, 4):
        await cafe.guest().places("latte", kind="pickup")
        await until(lambda count=count: len(printer.pages) == count)  # type: ignore[misc]
    printer.has_paper = False
    await cafe.guest().places("latte", kind="pickup")
    await until(lambda: bool(agent.trouble))
    printer.has_paper = True
    await until(lambda: len(printer.pages) == 4)
    agent.stopping.set()
    await cafe.guest().places("latte", kind="pickup")  # lets the call end
    await asyncio.to_thread(work.join)
    rows = await cafe.rows("SELECT DISTINCT is_copy, tries FROM print_jobs")
    assert rows == [{"is_copy": 0, "tries": 1}]
    assert all(page.startswith(b"\x1b@") for page in printer.pages)


async def test_without_a_known_token_it_ends(cafe: Cafe, capsys: pytest.CaptureFixture[str]) -> None:
    agent = Agent(cafe.url, "not-a-known-token")
    with pytest.raises(RefusedError):
        await asyncio.to_thread(agent.step)
    arguments = ["--server", cafe.url, "--token", "not-a-known-token"]
    assert await asyncio.to_thread(print_agent.main, arguments) == 1
    assert await asyncio.to_thread(cli.main, ["print-agent", *arguments]) == 1
    with pytest.raises(SystemExit):
        cli.main(["print-agent", "--server", "cafe.example", "--token", "x"])
    assert "does not know this token" in capsys.readouterr().out
    assert not await asyncio.to_thread(Agent("http://127.0.0.1:9", "x").step)


async def test_the_program_is_one_file_that_anybody_may_have(cafe: Cafe) -> None:
    answer = await cafe.get("/print-agent.py")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/x-python; charset=utf-8"
    assert answer.body == PROGRAM
    assert "import cafe" not in answer.body.decode()
