"""Cookies that keep somebody signed in at a page of the staff."""

from dataclasses import dataclass

from aiohttp import web


@dataclass(frozen=True, slots=True)
class TokenCookie:
    """A cookie with a secret token. Over https only this very host can set it.

    `Strict` is enough for links from chats: the page they open needs no cookie, and what it then asks for is its own.
    """

    plain_name: str
    lifetime: int
    """Seconds, from the last time that it was set."""
    is_secure: bool

    @property
    def name(self) -> str:
        return f"__Host-{self.plain_name}" if self.is_secure else self.plain_name

    def read(self, request: web.Request) -> str | None:
        return request.cookies.get(self.name)

    def header(self, token: str) -> str:
        """Return a `Set-Cookie` header that keeps the token for another lifetime."""
        return self._header(token, self.lifetime)

    def removal(self) -> str:
        """Return a `Set-Cookie` header that removes it."""
        return self._header("", 0)

    def _header(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self.is_secure else ""
        return f"{self.name}={value}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=Strict{secure}"
