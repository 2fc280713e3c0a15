"""Id types and reserved ids."""

from enum import StrEnum
from typing import NewType

CustomerId = NewType("CustomerId", int)
ProductId = NewType("ProductId", int)
CategoryId = NewType("CategoryId", int)
OptionGroupId = NewType("OptionGroupId", int)
OptionId = NewType("OptionId", int)
CartLineId = NewType("CartLineId", int)
OrderId = NewType("OrderId", int)
OrderLineId = NewType("OrderLineId", int)
SlotsId = NewType("SlotsId", int)
ZoneId = NewType("ZoneId", int)
ModeId = NewType("ModeId", int)
DeviceId = NewType("DeviceId", int)
StaffId = NewType("StaffId", int)
ChangeId = NewType("ChangeId", int)
SessionId = NewType("SessionId", int)

WALK_IN = CustomerId(-1)
"""The customer of orders entered by the staff."""

FORGOTTEN = CustomerId(0)
"""The customer of anonymised orders; the row is created with the first of them."""

GUEST_BASE = 1_000_000
"""A guest's id is -(GUEST_BASE + n)."""

MAX_ID = 2**63 - 1
"""The largest id the database can store."""


class ProviderName(StrEnum):
    """Payment providers; the value is used in the setting `payment_provider` and stored with each invoice."""

    MONOBANK = "monobank"
    LIQPAY = "liqpay"

    @property
    def brand(self) -> str:
        """The name as the company writes it."""
        return "LiqPay" if self is ProviderName.LIQPAY else self.value
