"""The menu that the cafe publishes."""

from cafe.core.snapshot import Menu, SnapshotCache


class MenuService:
    """Active categories and products (specification, Menu)."""

    def __init__(self, cache: SnapshotCache) -> None:
        self._cache = cache

    def get(self) -> Menu:
        """The menu of this moment."""
        return self._cache.menu
