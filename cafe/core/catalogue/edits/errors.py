"""Why a file or a large change is refused."""

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.validators import Reason

TOO_MUCH = Reason("too-much-at-once")


class TooMuchAtOnceError(CatalogueError):
    """A change is too large to write without making everybody wait: it has to be made in parts."""

    def __init__(self, rows: int) -> None:
        super().__init__(f"too much at once: {rows} rows would change; do it in parts", reason=TOO_MUCH)


class FileChangedError(CafeError):
    """The catalogue has changed since the file's preview; nothing was changed."""


class MenuNotEmptyError(CafeError):
    """There is a menu already, which the demo menu would overwrite or be mixed with."""
