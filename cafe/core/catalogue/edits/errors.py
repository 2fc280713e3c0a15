"""Why a file or a large change is refused."""

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.validators import Reason

TOO_MUCH = Reason("too-much-at-once")


class TooMuchAtOnceError(CatalogueError):
    """A change would have everybody wait while it is written: it has to be made in parts."""

    def __init__(self, rows: int) -> None:
        super().__init__(f"too much at once: {rows} rows would change; do it in parts", reason=TOO_MUCH)


class FileChangedError(CafeError):
    """A catalogue file would change something else by now than what was told; nothing was changed."""


class MenuNotEmptyError(CafeError):
    """There is something of a menu already, which the demo's would overwrite or hide among its own."""
