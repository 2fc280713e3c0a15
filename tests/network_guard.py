"""Keeps the tests on this machine: what this process tries beyond loopback is refused, and fails the test.

An audit hook hears of it wherever in Python it is tried, in every thread. Two it does not hear: other processes (the
browser has a rule of its own, see `e2e/people.py`), and a name that uvloop looks up, which no test runs on.
"""

import ipaddress
import socket
import sys
from collections.abc import Callable
from typing import Any

CONNECTS = {"socket.connect", "socket.sendto", "socket.sendmsg"}
LOOK_UPS = {"socket.getaddrinfo", "socket.gethostbyname"}


class OutsideError(PermissionError):
    """Somebody tried to reach another machine."""


class NetworkGuard:
    """Remembers what was refused: the program may take the refusal for a network that is down, and go on."""

    def __init__(self) -> None:
        self._refused: list[str] = []

    def start(self) -> None:
        """Begin; there is no end, for an audit hook stays as long as the process."""
        sys.addaudithook(self._hear)

    def check(self) -> None:
        """Fail when anything was refused since the last time."""
        refused, self._refused = self._refused, []
        assert not refused, f"a test must not leave this machine, but this one tried {', '.join(refused)}"

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in CONNECTS:
            used, address = arguments
            if used.family in {socket.AF_INET, socket.AF_INET6} and address and not _is_loopback(address[0]):
                self._refuse(f"{event} to {address[0]}")
        elif event in LOOK_UPS and not _is_known_without_asking(arguments[0]):
            self._refuse(f"{event} of {arguments[0]}")

    def _refuse(self, what: str) -> None:
        self._refused.append(what)
        raise OutsideError(what)


def _is_loopback(host: str | bytes) -> bool:
    name = _text(host)
    return name in {"", "localhost"} or _has_address(name, lambda address: address.is_loopback)


def _is_known_without_asking(host: str | bytes | None) -> bool:
    return host is None or _is_loopback(host) or _has_address(_text(host), lambda _: True)


def _text(host: str | bytes) -> str:
    return host if isinstance(host, str) else host.decode("ascii", "replace")


def _has_address(name: str, is_right: Callable[[ipaddress.IPv4Address | ipaddress.IPv6Address], bool]) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return is_right(getattr(address, "ipv4_mapped", None) or address)
