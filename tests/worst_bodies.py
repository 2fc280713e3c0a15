"""The largest and costliest bodies that anybody can post, and where: for the test of stalls and for the benchmark."""

import json
import re
from collections.abc import Iterator, Mapping

from tests.web.desk.roles import LEAST

MB = 1024**2
DISHES = 4_000
FIELDS = (
    *("name", "phone", "address_city", "address_street", "address_house", "address_comment", "table_number"),
    *("payment_method", "cash_change_for", "promo_code", "expected_total", "pickup_time", "code", "locale", "note"),
    *("token", "secret", "init_data", "reason", "seen", "slug"),
)


def _texts() -> bytes:
    """Everything that a form has, each as long as all of them may be."""
    each = "\\u0001 " * (7 * MB // 7 // len(FIELDS))
    return ("{" + ",".join(f'"{name}":"{each}"' for name in FIELDS) + "}").encode()


def _edits(values: Mapping[str, object], count: int) -> bytes:
    edit = {"table": "products", "key": "latte", "seen": {"price": 1}, "values": values}
    return json.dumps({"edits": [edit] * count}).encode()


def menu_file(price: int) -> bytes:
    """A catalogue file of a very large menu, such as people write."""
    ingredients = "".join(
        f'[[ingredients]]\ncode = "part-{number}"\nname = "Складова {number}"\nunit = "г"\nstock = 1000000\n'
        for number in range(50)
    )
    menu = f'[[categories]]\nslug = "large"\nname = "Велике"\n{ingredients}' + "".join(
        f'[[products]]\nslug = "dish-{number}"\ncategory = "large"\nname = "Страва {number}"\nprice = {price}\n'
        f'description = "Смачна."\nrecipe = {{ part-{number % 50} = 2, part-{(number + 7) % 50} = 30 }}\n'
        for number in range(DISHES)
    )
    return menu.encode()


def new_prices(seen: int, wanted: int) -> bytes:
    """Edits of each of its dishes."""
    edits = [
        {"table": "products", "key": f"dish-{number}", "seen": {"price": seen}, "values": {"price": wanted}}
        for number in range(DISHES)
    ]
    return json.dumps({"edits": edits}).encode()


BODIES: Mapping[str, bytes] = {
    "empty lists": b'{"edits":[' + b"[]," * (2 * MB) + b"[]]}",
    "nested lists": b"[" * (8 * MB),
    "a text": b'{"name":"' + b" x" * (4 * MB - 100) + b'"}',
    "texts": _texts(),
    "a number": b'{"quantity":' + b"9" * (8 * MB - 100) + b"}",
    "edits": _edits({"price": -1}, 10_000),
    "an edit of many fields": _edits({f"key-{number}": 1 for number in range(60_000)}, 1),
    "many groups": _edits({"options": [f"group-{number}" for number in range(60_000)]}, 1),
    "entries": json.dumps({"entries": [{}] * 2_000}).encode(),
    "changed lines": json.dumps({"seen": 0, "lines": [{"id": id_, "quantity": 1} for id_ in range(200_000)]}).encode(),
    "a form": b"data=%41&" * (8 * MB // 9),
    "a long key": b"a" + b".a" * (MB // 2 - 10) + b" = 1",
    "a table": b"a;b\n" + b"1;" * (MB - 10),
    "a file of numbers": b"a = [" + b"1," * (MB // 2 - 10) + b"]",
}
BY_GUESTS = (
    ("POST", "/api/cart/items"),
    ("PATCH", "/api/cart/items/1"),
    ("PATCH", "/api/cart/lines/1"),
    ("POST", "/api/checkout/delivery"),
    ("POST", "/api/checkout/pickup"),
    ("POST", "/api/checkout/dine-in"),
    ("POST", "/api/checkout/zone"),
    ("POST", "/api/checkout/promo/validate"),
    ("PATCH", "/api/me/locale"),
    ("POST", "/api/orders/1/edits"),
    ("POST", "/api/orders/1/words"),
    ("POST", "/api/orders/1/push"),
    ("POST", "/api/payments/bank/webhook"),
    ("POST", "/api/payments/monobank/webhook"),
    ("POST", "/api/payments/liqpay/webhook"),
    ("POST", "/api/fiscal/checkbox/webhook"),
    ("POST", "/telegram/webhook"),
    ("POST", "/api/board/pair"),
    ("POST", "/api/printers/agent"),
    ("POST", "/api/printers/cloudprnt/1"),
    ("POST", "/api/printers/epson/1"),
)
BY_TABLETS = (
    ("POST", "/api/board/acts"),
    ("POST", "/api/board/busy"),
    ("POST", "/api/board/pause"),
    ("POST", "/api/board/modes"),
    ("POST", "/api/board/stops/dish"),
    ("POST", "/api/board/stops/option"),
    ("POST", "/api/board/person"),
    ("POST", "/api/board/cash"),
    ("POST", "/api/board/orders/1/move"),
    ("POST", "/api/board/orders/1/back"),
    ("POST", "/api/board/orders/1/paid"),
    ("POST", "/api/board/orders/1/courier"),
    ("POST", "/api/board/orders/1/lines/1"),
    ("POST", "/api/board/orders/1/refunds"),
    ("POST", "/api/board/orders/1/edits"),
    ("POST", "/api/board/orders/1/marks"),
    ("POST", "/api/board/code"),
    ("POST", "/api/board/orders/1/print"),
    ("POST", "/api/board/printers/1/move"),
)


def by_staff() -> Iterator[tuple[str, str]]:
    """Every route of the desk that takes a body."""
    for method, path in LEAST:
        if method in {"POST", "PATCH"}:
            yield method, with_ones(path)


def with_ones(path: str) -> str:
    """Return an address of this shape: of the first of each kind."""
    return re.sub(r"\{[^}]+\}", "1", path)
