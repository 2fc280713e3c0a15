"""Links that the bot sends."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from cafe.core.messages.outbox.port import Button


@dataclass(frozen=True, slots=True)
class Links:
    """Pages of the service; `base_url` is known once it listens."""

    base_url: str

    def page(self, path: str) -> str:
        """Return the full address of one of our paths."""
        return self.base_url + path

    @property
    def is_https(self) -> bool:
        """Telegram opens only https pages inside itself."""
        return self.base_url.startswith("https://")

    def app_button(self, text: str) -> Button:
        """Return a button that opens the mini-app: inside Telegram where that is possible, else as a plain link."""
        address = self.page("/webapp/")
        return Button(text, app=address) if self.is_https else Button(text, url=address)


def is_linkable(url: str) -> bool:
    """Whether Telegram accepts this as a button's address: http(s) at a full name or an IP address, not `localhost`."""
    address = urlsplit(url)
    host = address.hostname or ""
    if address.scheme not in {"http", "https"} or not host:
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host.strip(".")
    return True
