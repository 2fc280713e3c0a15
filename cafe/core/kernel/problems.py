"""What is wrong with fields that a person filled in: all of it at once, in words to be translated."""

import dataclasses
from collections.abc import Mapping

from cafe.core.kernel.errors import CafeError

MOST_PROBLEMS = 100
"""That are told of one request: each is worded, and a request may hold any number."""


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A field (a path such as `edits.0.price` where there are many), and the id of the text that says why."""

    field: str
    text_id: str
    values: Mapping[str, str | int] = dataclasses.field(default_factory=dict)


class ProblemsError(CafeError):
    """Fields are wrong, and nothing is changed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems[:MOST_PROBLEMS]
