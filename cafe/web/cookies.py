"""Cookies that keep a person or device signed in at the staff's pages."""

from dataclasses import dataclass

from aiohttp import web


@dataclass(frozen=True, slots=True)
class TokenCookie:
    """A cookie with a secret token. Over https only this very host can set it.

    `Strict` is enough for links from chats: the page needs no cookie, and its own requests are same-site.
    """

    plain_name: str
    lifetime: int
    """Seconds since it was last set."""
    is_secure: bool

    @property
    def name(self) -> str:
        return f"__Host-{self.plain_name}" if self.is_secure else self.plain_name

    def read(self, request: web.Request) -> str | None:
        return request.cookies.get(self.name)

    def header(self, token: str) -> str:
        """Return a `Set-Cookie` header that renews the cookie."""
        return self._header(token, self.lifetime)

    def removal(self) -> str:
        """Return a `Set-Cookie` header that removes it."""
        return self._header("", 0)

    def _header(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self.is_secure else ""
        return f"{self.name}={value}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=Strict{secure}"
