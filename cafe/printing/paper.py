"""The paper in a printer, and the language it is read in."""

from dataclasses import dataclass

from cafe.core.kernel.locale import Locale

DOTS = {58: 384, 80: 576}
"""The dots that printers put on each width of paper (mm), 8 to a millimetre; the rest is margin."""


@dataclass(frozen=True, slots=True)
class Paper:
    """Paper of a width in mm, one of `DOTS`."""

    width: int
    locale: Locale

    @property
    def dots(self) -> int:
        """How many dots a line of the picture has."""
        return DOTS[self.width]
