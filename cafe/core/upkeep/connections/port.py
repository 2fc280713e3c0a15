"""What typed keys need of the program."""

from collections.abc import Collection, Mapping
from typing import Protocol

from cafe.core.kernel.access import Access
from cafe.core.upkeep.connections.model import Connection


class KeyRing(Protocol):
    """The keys in force."""

    @property
    def from_environment(self) -> Collection[str]:
        """The names of the keys set in the environment."""
        ...

    def seal(self, name: str, value: str) -> str:
        """Encrypt a key for the database."""
        ...

    def unseal(self, name: str, sealed: str) -> str | None:
        """Decrypt it; None if it was sealed with another secret key, or for another name."""
        ...

    async def try_out(self, connection: Connection, values: Mapping[str, str]) -> Access:
        """Make a harmless call with these keys instead of those in force.

        Raises:
            ProblemsError: a key cannot be one.
            CafeError: there is no answer.
        """
        ...

    async def put_in_force(self, values: Mapping[str, str]) -> None:
        """Use these keys in this process, besides those of the environment."""
        ...
