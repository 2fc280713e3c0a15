"""Problems of a form's fields, reported all at once and as text ids."""

import dataclasses
from collections.abc import Mapping

from cafe.core.kernel.errors import CafeError

MOST_PROBLEMS = 100
"""Problems reported for one request: each is formatted as text, and a request may have any number."""


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A field (a path such as `edits.0.price` in a list), and the id of the text with the reason."""

    field: str
    text_id: str
    values: Mapping[str, str | int] = dataclasses.field(default_factory=dict)


class ProblemsError(CafeError):
    """Fields are invalid; nothing was changed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems[:MOST_PROBLEMS]
