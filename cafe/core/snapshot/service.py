"""The public menu."""

from cafe.core.menu.model import Menu
from cafe.core.snapshot.cache import SnapshotCache


class MenuService:
    """Active categories and products (specification, Menu)."""

    def __init__(self, cache: SnapshotCache) -> None:
        self._cache = cache

    def get(self) -> Menu:
        return self._cache.menu
