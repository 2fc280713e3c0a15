"""Errors of choosing options or adding a note."""

from enum import StrEnum

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.locale import OwnText


class OptionNotFoundError(CafeError):
    """No option has that id."""


class OptionsProblem(StrEnum):
    """What is wrong with a choice of options; the values are text ids."""

    UNKNOWN = "options-unknown"
    STOPPED = "options-stopped"
    TOO_MANY = "options-too-many"
    TOO_FEW = "options-too-few"


class OptionsInvalidError(CafeError):
    """The product cannot be ordered with this choice; `name` is the option's or group's, `limit` in pieces."""

    def __init__(self, problem: OptionsProblem, name: OwnText | None = None, limit: int = 0) -> None:
        super().__init__()
        self.problem, self.name, self.limit = problem, name, limit


class NoteProblem(StrEnum):
    """What is wrong with a note; the values are text ids."""

    NOT_TAKEN = "note-not-taken"
    TOO_LONG = "note-too-long"


class NoteInvalidError(CafeError):
    """The product does not allow a note, or the note is too long."""

    def __init__(self, problem: NoteProblem) -> None:
        super().__init__()
        self.problem = problem
