"""No test reaches another machine. The addresses are those that are reserved for examples: nobody has them."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import aiohttp
import pytest

from tests.conftest import guard
from tests.driver import NOBODY_LISTENS, Cafe
from tests.network_guard import OutsideError

NAME = "bank.example"
ADDRESSES = [("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6), ("::ffff:192.0.2.1", socket.AF_INET6)]


@pytest.fixture
def _fails() -> Iterator[None]:
    """The test that does so fails at its end, whatever became of the refusal."""
    yield
    with pytest.raises(AssertionError, match=r"must not leave this machine.*(192\.0\.2\.1|2001:db8::1|bank\.example)"):
        guard.check()


@pytest.mark.usefixtures("_fails")
@pytest.mark.parametrize(("address", "family"), ADDRESSES)
def test_no_connection(address: str, family: socket.AddressFamily) -> None:
    with socket.socket(family) as outgoing:
        for connect in (outgoing.connect, outgoing.connect_ex):
            with pytest.raises(OutsideError, match=address):
                connect((address, 443))


@pytest.mark.usefixtures("_fails")
@pytest.mark.parametrize(("address", "family"), ADDRESSES)
def test_no_datagram(address: str, family: socket.AddressFamily) -> None:
    with socket.socket(family, socket.SOCK_DGRAM) as outgoing:
        with pytest.raises(OutsideError, match=address):
            outgoing.sendto(b"?", (address, 53))
        with pytest.raises(OutsideError, match=address):
            outgoing.sendmsg([b"?"], [], 0, (address, 53))


@pytest.mark.usefixtures("_fails")
async def test_no_look_up() -> None:
    with pytest.raises(OutsideError, match=NAME):
        socket.getaddrinfo(NAME, 443)
    with pytest.raises(OutsideError, match=NAME):
        socket.gethostbyname(NAME)
    with pytest.raises(OutsideError, match=NAME):
        await asyncio.get_running_loop().getaddrinfo(NAME, 443)


@pytest.mark.usefixtures("_fails")
@pytest.mark.parametrize("host", [NAME, "192.0.2.1"])
async def test_no_request(host: str) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectionError, match=host):
            await session.get(f"http://{host}/")


@pytest.mark.usefixtures("_fails")
async def test_a_refusal_that_is_swallowed_fails_the_test_too() -> None:
    async with aiohttp.ClientSession() as session:
        with contextlib.suppress(aiohttp.ClientError):
            await session.get(f"https://{NAME}/")


async def test_this_machine_may_be_reached(cafe: Cafe) -> None:
    assert (await cafe.get("/healthz")).status == 200
    for name in ("localhost", "127.0.0.1", b"127.0.0.1", "::1", None):
        assert socket.getaddrinfo(name, 80)
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectionError, match="Connect call failed"):
            await session.get(NOBODY_LISTENS)
    one, other = socket.socketpair()
    with one, other:
        one.sendmsg([b"!"])
        assert other.recv(1) == b"!"
    guard.check()
