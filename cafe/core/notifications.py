"""What is told to whom: one notification is one message to one recipient."""

from enum import StrEnum


class Recipient(StrEnum):
    """Who a message is for."""

    STAFF = "staff"
    CUSTOMER = "customer"


class Kind(StrEnum):
    """What a message says; the facts it needs stand beside each."""

    STAFF_ORDER_CREATED = "staff-order-created"
    STAFF_ORDER_CANCELLED = "staff-order-cancelled"  # money_to_return: bool
    STAFF_ORDER_PAID = "staff-order-paid"
    STAFF_MONEY_TO_RETURN = "staff-money-to-return"  # amount: whole UAH, reason
    STAFF_AMOUNT_DIFFERS = "staff-amount-differs"  # amount: kopiykas, currency
    STAFF_LOW_STOCK = "staff-low-stock"  # name, stock, unit
    STAFF_RECEIPT_REFUSED = "staff-receipt-refused"  # reason
    CUSTOMER_ORDER_CREATED = "customer-order-created"
    CUSTOMER_CARD_UNAVAILABLE = "customer-card-unavailable"
    CUSTOMER_PAYMENT_RECEIVED = "customer-payment-received"
    CUSTOMER_PAYMENT_FAILED = "customer-payment-failed"
    CUSTOMER_MONEY_TO_RETURN = "customer-money-to-return"
    CUSTOMER_ORDER_STATUS = "customer-order-status"  # status, ready_minutes
    CUSTOMER_RECEIPT_READY = "customer-receipt-ready"  # url
