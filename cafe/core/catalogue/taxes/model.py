"""Tax groups, and what a fiscal receipt says of goods besides name and price."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from cafe.core.kernel.ids import OptionId


@dataclass(frozen=True, slots=True)
class Tax:
    """A tax group with its rates in whole percent; prices include both taxes."""

    code: str
    """The letter or number under which the group is registered with the fiscal service."""
    rate: int
    """VAT."""
    excise_rate: int = 0
    """The retail excise tax; VAT is charged on the rest."""


@dataclass(frozen=True, slots=True)
class FiscalData:
    """What a receipt says of a dish or an option; empty texts are left out."""

    tax: Tax | None = None
    uktzed: str = ""
    """Its code in the national list of goods."""
    barcode: str = ""
    unit: str = ""
    excise: bool = False
    """Whether its bottle has an excise mark, which the receipt must name."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Read stored JSON."""
        tax = values["tax"]
        return cls(**{**values, "tax": Tax(**tax) if tax else None})


NO_DATA = FiscalData()


@dataclass(frozen=True, slots=True)
class LineFiscal:
    """What was true of a dish, and of its chosen options with data of their own, when they were ordered."""

    dish: FiscalData = NO_DATA
    options: Mapping[OptionId, FiscalData] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return self.dish == NO_DATA and not self.options

    @property
    def is_alcohol(self) -> bool:
        """Whether something of it needs an excise mark."""
        return self.dish.excise or any(option.excise for option in self.options.values())
