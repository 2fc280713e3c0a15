"""Running heavy work outside of the service's process."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ApartError(Exception):
    """The work took too much time or memory, and was stopped."""


class Apart(Protocol):
    """Runs functions of a module where they block neither the event loop's thread nor the interpreter lock."""

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function; arguments, result and exceptions are copied.

        Raises:
            ApartError: it was stopped before it finished.
        """
        ...
