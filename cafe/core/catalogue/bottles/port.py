"""The port for reading the code in a picture."""

from typing import Protocol


class CodeReader(Protocol):
    async def read_code(self, content: bytes) -> str | None:
        """Return what the code in a picture says; None if there is none, or it is no picture."""
        ...
