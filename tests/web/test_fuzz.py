"""What docs/openapi.yaml allows and forbids, thrown at the running service: it answers as documented, always."""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from tests.conftest import copy_database
from tests.driver import config_for, open_cafe
from tests.web.kitchen import paired

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "openapi.yaml"
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "20"))
"""For each operation; the whole takes some ten seconds. Raise it to search longer."""

schemathesis.openapi.media_type("application/toml", strategies.binary(max_size=200))
SCHEMA = schemathesis.openapi.from_path(DOCUMENT)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)}
DOCUMENTED = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
ALWAYS_RIGHT = {
    "GET /api/settings",
    "GET /api/checkout/track/{token}",
    "GET /api/checkout/track/{token}/stream",
    "GET /api/cart/stream",
    "GET /api/follow",
    "GET /healthz",
    "GET /webapp/",
    "GET /menu/",
    "GET /robots.txt",
    "GET /sitemap.xml",
    "GET /board/",
    "GET /desk/",
    "POST /api/desk/session/code",
    "GET /",
}
"""Nothing that can be asked of these is against the document."""
ATTACKS = [
    *((label, GenerationMode.POSITIVE) for label in OPERATIONS),
    *((label, GenerationMode.NEGATIVE) for label in OPERATIONS if label not in ALWAYS_RIGHT),
]
FOR_STRANGERS = {
    "GET /api/board/stream",
    "GET /api/cart/stream",
    "GET /api/desk/news/stream",
    "GET /api/orders/{order_id}/stream",
    "DELETE /api/desk/session",
}
"""Streams have no end for whom they are meant, and the owner is to stay signed in: strangers alone ask for these."""
QUANTITY_ROUTES = {
    "POST /api/cart/items",
    "PATCH /api/cart/items/{product_id}",
    "PATCH /api/cart/lines/{line_id}",
}


@dataclass(frozen=True)
class Target:
    """The service under fire, a guest of it who has a cart and orders, a tablet of its kitchen, and its owner."""

    url: str
    cookie: str
    tablet_cookie: str
    owner_cookie: str
    product_id: int


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory, prepared_database: Path) -> Iterator[Target]:
    """A cafe in a thread of its own, because the fuzzer waits for each answer."""
    folder = tmp_path_factory.mktemp("fuzz")
    copy_database(prepared_database, folder / "cafe.db")
    found: list[Target] = []
    ready, finished = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with open_cafe(config_for(folder), catalogue=None) as cafe:
            await cafe.load('[settings]\nschedule_days = 2\n[[slots]]\norder_type = "pickup"\nmax_orders = 2\n')
            guest = cafe.guest()
            for _ in range(3):
                await guest.places("borscht", "latte", kind="delivery", payment_method="card")
            await guest.adds("borscht", 5)
            tablet = await paired(cafe)
            owner = await cafe.desk()
            guests, tablets, owners = (visitor.cookie or "" for visitor in (guest, tablet, owner))
            found.append(Target(cafe.url, guests, tablets, owners, cafe.products["borscht"]))
            ready.set()
            await finished.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(20)
    yield found[0]
    loop.call_soon_threadsafe(finished.set)
    thread.join(20)
    loop.close()


def test_the_document_describes_operations() -> None:
    assert len(OPERATIONS) >= 25
    assert all(isinstance(found, Ok) for found in SCHEMA.get_all_operations())


@pytest.mark.parametrize(("label", "mode"), ATTACKS)
def test_every_answer_is_a_documented_one(target: Target, label: str, mode: GenerationMode) -> None:
    session = requests.Session()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def fire(case: Any) -> None:
        aim(case, target)
        cookies = [target.cookie, target.tablet_cookie, target.owner_cookie]
        known = {} if label in FOR_STRANGERS else {"Cookie": "; ".join(cookies)}
        response = case.call(base_url=target.url, session=session, headers=known)
        if response.status_code == 500:
            assert label in QUANTITY_ROUTES, "only a quantity may fail"
            assert not is_integer(case.body), case.body
        assert response.status_code in {500, *range(200, 500)}
        assert b"Traceback" not in response.content
        case.validate_response(response, checks=DOCUMENTED)

    with session:
        fire()


def aim(case: Any, target: Target) -> None:
    """Make every other number hit something that is there."""
    ids = case.path_parameters
    for name, existing in (("order_id", (1, 2, 3)), ("product_id", (target.product_id,) * 3)):
        number = ids.get(name)
        if isinstance(number, int) and number % 2:
            ids[name] = existing[number % 3]
    if isinstance(case.body, dict) and isinstance(case.body.get("product_id"), int) and case.body["product_id"] % 2:
        case.body["product_id"] = target.product_id


def is_integer(body: object) -> bool:
    """Whether `quantity` is absent or what Python's `int()` takes."""
    if not isinstance(body, dict) or "quantity" not in body:
        return True
    with suppress(TypeError, ValueError, OverflowError):
        int(body["quantity"])
        return True
    return False
