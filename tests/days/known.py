"""What days have found that is still to be mended, each with a seed that showed it.

Two hundred days meet all of it but what is rare. What they meet no more is mended, and its line goes from here.
"""

from collections.abc import Mapping
from typing import NamedTuple

ENOUGH = 200
"""Days that meet all that is not rare: the rarest of it came on 9 of the first 200."""


class Known(NamedTuple):
    text: str
    seed: int | None
    """None: it is rare, and none of the first two hundred days met it."""


KNOWN: Mapping[str, Known] = {}
