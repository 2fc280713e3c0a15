"""Addresses that the bot gives to people."""

from collections.abc import Callable
from dataclasses import dataclass

from cafe.core.ports import Button


@dataclass(frozen=True, slots=True)
class Links:
    """Pages of the service; `base_url` is known once it listens."""

    base_url: Callable[[], str]

    def page(self, path: str) -> str:
        """A same-origin path as a full address."""
        return self.base_url() + path

    @property
    def is_https(self) -> bool:
        """Whether the platform opens our pages inside itself."""
        return self.base_url().startswith("https://")

    def app_button(self, text: str) -> Button:
        """A button to the mini-app: inside the platform when that is possible, else as a plain link."""
        address = self.page("/webapp/")
        return Button(text, app=address) if self.is_https else Button(text, url=address)
