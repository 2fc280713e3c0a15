"""The port of passkeys: checking what a browser's authenticator has signed (W3C Web Authentication)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Credential = Mapping[str, Any]
"""A browser's `PublicKeyCredential` as JSON, its bytes in base64url."""


@dataclass(frozen=True, slots=True)
class Site:
    """The site that passkeys are bound to: its host, and the origin of its pages."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that a browser has just made; id and COSE key in base64url."""

    id: str
    public_key: str
    sign_count: int


class PasskeyVerifier(Protocol):
    """Both methods may raise `PasskeyError`: the answer is malformed, for another site or challenge, or forged."""

    async def read_new(self, credential: Credential, challenge: str, site: Site) -> NewPasskey:
        """Verify the answer to a request for a new passkey."""
        ...

    async def read_use(
        self, credential: Credential, challenge: str, site: Site, public_key: str, sign_count: int
    ) -> int:
        """Verify the answer of a known passkey; return its new count of signatures."""
        ...
