"""Doing beside the service what would hold everybody up inside it."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ApartError(Exception):
    """The work took too much time or memory, and was ended."""


class Apart(Protocol):
    """Runs functions of a module where they cannot hold up the event loop: neither its thread nor its lock."""

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run it; arguments, result and whatever it raises are copied.

        Raises:
            ApartError: it was ended before it was done.
        """
        ...
