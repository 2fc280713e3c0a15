"""The public menu."""

from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.snapshot.cache import SnapshotCache


class MenuService:
    """Active categories and products (specification, Menu)."""

    def __init__(self, cache: SnapshotCache) -> None:
        self._cache = cache

    def get(self) -> Menu:
        return self._cache.menu

    def at_counter(self) -> Menu:
        """Return what the staff may sell at the counter: also what is not served at this time of the day."""
        return self._cache.counter_menu

    def whole(self) -> Menu:
        """Return everything on the menu: also what is not served at this time of the day, or stopped."""
        return self._cache.whole_menu
