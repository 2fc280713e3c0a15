"""What docs/openapi.yaml allows and forbids, thrown at the running service: it answers as documented, always.

Each operation by itself, and along the document's links: what one answers is what the next is asked for. The examples
are the same in each run; FUZZ_EXAMPLES searches on, with others.
"""

import asyncio
import copy
import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
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
from tests.driver import NOBODY_LISTENS, config_for, open_cafe
from tests.web.kitchen import paired

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "openapi.yaml"
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "8"))
"""For each operation; they are the same in each run. Raise it to search longer."""
SAME_EACH_TIME = "FUZZ_EXAMPLES" not in os.environ

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
    "GET /print-agent.py",
    "GET /board/",
    "GET /desk/",
    "POST /api/desk/session/code",
    "POST /api/desk/session/passkey/begin",
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
ROLES = ["staff", "manager", "owner"]
OF_THE_DESK = [label for label in OPERATIONS if "/api/desk/" in label and label not in FOR_STRANGERS]
STEPS = 10
LONGEST_ADDRESS = 8190
"""Bytes. What is drawn depends on the program's own texts and numbers, too: any change of them may make it longer."""
RIGHT = {"name": "Олена", "phone": "+380 67 123 45 67", "quantity": 1, "expected_total": None, "scheduled_for": None}
JOURNEYS = {
    "guest": "/api/(cart|checkout|orders)",
    "staff": "/api/(board|desk/orders)",
    "manager": "/api/desk",
    "owner": "/api/desk",
}
"""Who goes where."""
QUANTITY_ROUTES = {"POST /api/cart/items", "PATCH /api/cart/items/{product_id}"}
FOUND = [
    ("PATCH /api/cart/lines/{line_id}", {"line_id": 1}, {"quantity": {}}),
    ("PATCH /api/cart/lines/{line_id}", {"line_id": 1}, {"quantity": "many", "note": "hot"}),
]
"""What a longer search has found: operation, path and body."""


@dataclass(frozen=True)
class Target:
    """The service under fire, a guest of it who has a cart and orders, a tablet of its kitchen, and its owner."""

    url: str
    guest: str
    tablet: str
    staff: Mapping[str, str]
    """Cookies, the staff's by their role."""
    product_id: int

    def cookies(self, role: str) -> str:
        """Of somebody with a cart, orders and a tablet, who may be signed in at the desk, too."""
        return "; ".join([self.guest, self.tablet, *([self.staff[role]] if role in self.staff else [])])


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory, prepared_database: Path) -> Iterator[Target]:
    """One for all attacks."""
    with opened(tmp_path_factory.mktemp("fuzz"), prepared_database) as found:
        yield found


@pytest.fixture
def own_target(tmp_path: Path, prepared_database: Path) -> Iterator[Target]:
    """One for a test alone."""
    with opened(tmp_path, prepared_database) as found:
        yield found


@contextmanager
def opened(folder: Path, prepared_database: Path) -> Iterator[Target]:
    """A cafe in a thread of its own, because the fuzzer waits for each answer."""
    copy_database(prepared_database, folder / "cafe.db")
    found: list[Target] = []
    ready, finished = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with open_cafe(config_for(folder), catalogue=None, push_services=[NOBODY_LISTENS]) as cafe:
            await cafe.load('[settings]\nschedule_days = 2\n[[slots]]\norder_type = "pickup"\nmax_orders = 2\n')
            guest = cafe.guest()
            for _ in range(3):
                await guest.places("borscht", "latte", kind="delivery", payment_method="card")
            await guest.adds("borscht", 5)
            tablet = await paired(cafe)
            staff = {role: (await cafe.desk(role)).cookie or "" for role in ROLES}
            found.append(Target(cafe.url, guest.cookie or "", tablet.cookie or "", staff, cafe.products["borscht"]))
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
    attack(target, label, mode, "" if label in FOR_STRANGERS else target.cookies("owner"), EXAMPLES)


@pytest.mark.parametrize(("label", "path", "body"), FOUND)
def test_what_was_found_is_documented(target: Target, label: str, path: dict[str, Any], body: Any) -> None:
    case = OPERATIONS[label].Case(path_parameters=path, body=body, media_type="application/json")
    judge(case.call(base_url=target.url, headers={"Cookie": target.cookies("owner")}), case)


def test_an_address_that_is_too_long_gets_a_plain_page(target: Target) -> None:
    case = OPERATIONS["GET /api/desk/changes"].Case(query={"before": "9" * LONGEST_ADDRESS})
    judge(case.call(base_url=target.url, headers={"Cookie": target.cookies("owner")}), case)


@pytest.mark.parametrize("role", ["staff", "manager"])
@pytest.mark.parametrize("label", OF_THE_DESK)
def test_the_desk_answers_every_role_as_documented(target: Target, label: str, role: str) -> None:
    attack(target, label, GenerationMode.POSITIVE, target.cookies(role), EXAMPLES // 2)


@pytest.mark.parametrize("role", JOURNEYS)
def test_every_answer_along_the_links_is_a_documented_one(own_target: Target, role: str) -> None:
    succeeded: set[str] = set()
    session = requests.Session()

    @settings(SETTINGS, max_examples=4 * EXAMPLES)
    @given(journey=journeys(JOURNEYS[role]))
    def go(journey: list[Step]) -> None:
        known: dict[str, Any] = {}
        for case, onward in journey:
            aim(case, own_target)
            case.path_parameters.update({name: id_ for name, id_ in known.items() if name in case.path_parameters})
            fill_in(case)
            response = case.call(base_url=own_target.url, session=session, headers={"Cookie": own_target.cookies(role)})
            judge(response, case)
            known = {}
            if response.status_code < 300:
                succeeded.add(case.operation.label)
                known = onward.read(response.json()) if onward else {}

    with session:
        go()
    assert any("{" in label for label in succeeded), "the links led nowhere"


SETTINGS = settings(
    deadline=None,
    database=None,
    derandomize=SAME_EACH_TIME,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)


def attack(target: Target, label: str, mode: GenerationMode, cookies: str, examples: int) -> None:
    session = requests.Session()

    @settings(SETTINGS, max_examples=examples)
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def fire(case: Any) -> None:
        aim(case, target)
        judge(case.call(base_url=target.url, session=session, headers={"Cookie": cookies} if cookies else {}), case)

    with session:
        fire()


@dataclass(frozen=True)
class Link:
    """What may be asked next, and where in the answer its path's ids are."""

    target: str
    pointers: Mapping[str, str]

    def read(self, answer: Any) -> dict[str, Any]:
        """Those ids that are there."""
        found = {name: follow(answer, pointer) for name, pointer in self.pointers.items()}
        return {name: value for name, value in found.items() if value is not None}


Step = tuple[Any, Link | None]


def links() -> dict[str, list[Link]]:
    """By operation."""
    by_id = {operation.definition.raw["operationId"]: label for label, operation in OPERATIONS.items()}
    found: dict[str, list[Link]] = {}
    for label, operation in OPERATIONS.items():
        for _, response in operation.responses.items():  # noqa: PERF102 - it has no values()
            for _, link in response.iter_links():
                pointers = link.get("parameters", {}).items()
                read = {name: pointer.removeprefix("$response.body#") for name, pointer in pointers}
                found.setdefault(label, []).append(Link(by_id[link["operationId"]], read))
    return found


def follow(value: Any, pointer: str) -> Any:
    """What a JSON pointer leads to; None if that is nowhere."""
    for key in pointer.split("/")[1:]:
        try:
            value = value[int(key) if isinstance(value, list) else key]
        except (LookupError, TypeError):
            return None
    return value


LINKS = links()


@strategies.composite
def journeys(draw: strategies.DrawFn, paths: str) -> list[Step]:
    """Requests along the links, drawn before any is sent: what is drawn must not hang on what the others left."""
    starts = [label for label in LINKS if re.search(f" {paths}", label)]
    journey: list[Step] = []
    label = draw(strategies.sampled_from(starts))
    for _ in range(STEPS):
        onward = [link for link in LINKS.get(label, []) if re.search(f" {paths}", link.target)]
        link = draw(strategies.sampled_from(onward)) if onward else None
        journey.append((draw(OPERATIONS[label].as_strategy(generation_mode=GenerationMode.POSITIVE)), link))
        label = link.target if link else draw(strategies.sampled_from(starts))
    return journey


def fill_in(case: Any) -> None:
    """Make a form one that can be right: what is drawn hardly ever is somebody's phone."""
    if isinstance(case.body, dict):
        case.body.update({name: value for name, value in RIGHT.items() if name in case.body})
        case.body.pop("promo_code", None)
        if "to" in case.body:
            case.body.update(seen="new", to="confirmed")


def judge(response: Any, case: Any) -> None:
    """An answer is a documented one; the web framework takes no longer addresses."""
    if len(response.request.path_url) > LONGEST_ADDRESS:
        assert (response.status_code, response.headers["content-type"]) == (400, ["text/plain; charset=utf-8"])
        return
    if response.status_code == 500:
        assert case.operation.label in QUANTITY_ROUTES, "only a quantity may fail"
        assert not is_integer(case.body), case.body
    assert response.status_code in {500, *range(200, 500)}
    assert b"Traceback" not in response.content
    case.validate_response(response, checks=DOCUMENTED)


def aim(case: Any, target: Target) -> None:
    """Make every other number hit something that is there, and no message leave the machine."""
    case.path_parameters, case.body = {**case.path_parameters}, copy.copy(case.body)  # an example is there once
    ids = case.path_parameters
    for name, existing in (("order_id", (1, 2, 3)), ("product_id", (target.product_id,) * 3)):
        number = ids.get(name)
        if isinstance(number, int) and number % 2:
            ids[name] = existing[number % 3]
    if isinstance(case.body, dict) and isinstance(case.body.get("product_id"), int) and case.body["product_id"] % 2:
        case.body["product_id"] = target.product_id
    if isinstance(case.body, dict) and isinstance(case.body.get("endpoint"), str):
        case.body["endpoint"] = f"{NOBODY_LISTENS}/push"


def is_integer(body: object) -> bool:
    """Whether `quantity` is absent or what Python's `int()` takes."""
    if not isinstance(body, dict) or "quantity" not in body:
        return True
    with suppress(TypeError, ValueError, OverflowError):
        int(body["quantity"])
        return True
    return False
